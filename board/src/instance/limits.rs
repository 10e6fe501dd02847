//! How large an instance its header may announce.

use crate::source::{Span, TextError};

/// The largest number of variables, vertices or items that a header may announce, whatever limit is given: the numbers
/// of literals have 32 bits, of which one is the sign.
const MOST: usize = (1 << 31) - 1;

/// The largest number of variables or vertices that any header may announce, unless a limit is given.
const MAX: usize = 1 << 24;

/// The largest number that a header may announce whatever the length of the text.
const MAX_IN_SHORT_TEXT: usize = 1 << 20;

/// The reason of a limit that no option sets.
const SHORT: &str = "in a text of this length, unless --max-announced allows more";

/// The largest number of variables, vertices or items that the header of a text may announce; `None` for one that
/// depends on the length of the text.
///
/// Memory is allocated for all of them, and a line of a few bytes must not request gigabytes: beyond a million, each
/// needs a byte of text, and 16,777,216 are the most.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MaxAnnounced(pub Option<usize>);

/// The limit of a text, and where it comes from.
#[derive(Clone, Copy, Default)]
pub(super) struct Ceiling {
    pub(super) max: usize,
    reason: &'static str,
}

impl MaxAnnounced {
    /// Returns the limit of a text.
    pub(super) fn ceiling(self, text: &str) -> Ceiling {
        match self.0 {
            Some(max) if max > MOST => Ceiling { max: MOST, reason: "whatever the limit" },
            Some(max) => Ceiling { max, reason: "by the limit that was given" },
            None => {
                let max = text.len().clamp(MAX_IN_SHORT_TEXT, MAX);
                Ceiling { max, reason: SHORT }
            }
        }
    }
}

impl Ceiling {
    /// Checks how many of these a header announces, and that there is memory for a list of each.
    pub(super) fn check(
        self,
        header: Span<'_>,
        announced: usize,
        things: &str,
    ) -> Result<(), TextError> {
        let expected = if announced > self.max {
            format!("at most {} {things} {}", self.max, self.reason)
        } else if announced > MAX && Vec::<Vec<u8>>::new().try_reserve_exact(announced).is_err() {
            format!("no more {things} than there is memory for")
        } else {
            return Ok(());
        };
        Err(header.error(format!("{announced} {things}"), expected))
    }
}

/// Parses a number that a header announces. One that is too large for a word is as good as the largest.
pub(super) fn announced(text: &str) -> Option<usize> {
    let is_number = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    is_number.then(|| text.parse().unwrap_or(usize::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::instance::{
        read_formula_within, read_graph_within, read_rows_within, read_sets_within,
    };

    #[test]
    fn no_limit_allows_more_than_numbers_can_tell_apart() {
        let max = MaxAnnounced(Some(usize::MAX));
        let header = |announced: &str| {
            [
                read_formula_within(&format!("p cnf {announced} 0"), max).map(drop),
                read_graph_within(&format!("p edge {announced} 0"), max).map(drop),
                read_sets_within(&format!("p ec {announced}"), max).map(drop),
                read_rows_within(&format!("{announced} 0"), max).map(drop),
            ]
        };
        let all = ["variables", "vertices", "items", "items"];
        for announced in ["2147483648", "5000000000", "99999999999999999999999"] {
            for (read, things) in header(announced).into_iter().zip(all) {
                let error = read.unwrap_err().to_string();
                let most =
                    format!("{things}, expected at most 2147483647 {things} whatever the limit");
                assert!(error.ends_with(&most), "{error}");
            }
        }
    }
}
