//! Rows of which something does not hold: their number, and the first of them.

use std::fmt::Display;

use render::table::counted;

/// Counts rows.
#[derive(Debug, Default)]
pub(super) struct Tally {
    n_rows: u64,
    first: Option<String>,
}

impl Tally {
    /// Counts a row in a line of the file, and why.
    pub(super) fn add(&mut self, line: u64, why: impl Display) {
        self.n_rows += 1;
        self.first.get_or_insert_with(|| format!("line {line}: {why}"));
    }

    /// Returns whether there is none.
    pub(super) fn is_empty(&self) -> bool {
        self.n_rows == 0
    }

    /// Returns the number of rows, as `2 rows WHAT; the first in line 7: WHY`.
    pub(super) fn sentence(&self, what: [&str; 2]) -> String {
        let first = self.first.as_deref().unwrap_or_default();
        format!("{}; the first in {first}.", said_of(self.n_rows, "row", what))
    }
}

/// Returns a number of things and what is said of one, or of several.
pub(super) fn said_of(n: u64, noun: &str, [of_one, of_several]: [&str; 2]) -> String {
    format!("{} {}", counted(n, noun), if n == 1 { of_one } else { of_several })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_row_has_and_two_rows_have() {
        let (mut tally, what) = (Tally::default(), ["has a cold", "have a cold"]);
        tally.add(7, "rain");
        assert_eq!(tally.sentence(what), "1 row has a cold; the first in line 7: rain.");
        tally.add(9, "snow");
        assert_eq!(tally.sentence(what), "2 rows have a cold; the first in line 7: rain.");
    }
}
