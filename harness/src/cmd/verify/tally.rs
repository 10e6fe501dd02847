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

    /// Whether there is none.
    pub(super) fn is_empty(&self) -> bool {
        self.n_rows == 0
    }

    /// The number of rows, as `2 rows WHAT; the first in line 7: WHY`.
    pub(super) fn sentence(&self, what: &str) -> String {
        let first = self.first.as_deref().unwrap_or_default();
        format!("{} {what}; the first in {first}.", counted(self.n_rows, "row"))
    }
}
