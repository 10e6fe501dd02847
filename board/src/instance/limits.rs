//! How large an instance its header may announce.

/// The largest number of variables or vertices that any header may announce.
const MAX: usize = 1 << 24;

/// The largest number that a header may announce whatever the length of the text.
const MAX_IN_SHORT_TEXT: usize = 1 << 20;

/// The largest number of variables or vertices that the header of `text` may announce. Memory is
/// allocated for all of them, and a line of a few bytes must not request gigabytes: beyond a million,
/// each needs a byte of text.
pub(super) fn max_announced(text: &str) -> usize {
    text.len().clamp(MAX_IN_SHORT_TEXT, MAX)
}
