//! How large an instance its header may announce.

/// The largest number of variables or vertices that any header may announce, unless a limit is given.
const MAX: usize = 1 << 24;

/// The largest number that a header may announce whatever the length of the text.
const MAX_IN_SHORT_TEXT: usize = 1 << 20;

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
            Some(max) => Ceiling { max, reason: "by the limit that was given" },
            None => {
                let max = text.len().clamp(MAX_IN_SHORT_TEXT, MAX);
                Ceiling { max, reason: "in a text of this length" }
            }
        }
    }
}

impl Ceiling {
    /// Returns how many of these are allowed, and why.
    pub(super) fn of(self, things: &str) -> String {
        format!("at most {} {things} {}", self.max, self.reason)
    }
}
