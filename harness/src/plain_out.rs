//! An output without characters that a terminal obeys, whatever the names in files say.

use std::io::{self, Write};

use record::plain_text::plain_lines;

/// Writes text in which control characters are replaced, but for line breaks and tabs.
pub(crate) struct PlainOut<W> {
    inner: W,
    /// The beginning of a character whose end was not written yet.
    kept: Vec<u8>,
}

impl<W: Write> PlainOut<W> {
    /// Replaces what is written to `inner`.
    pub(crate) fn new(inner: W) -> Self {
        Self { inner, kept: Vec::new() }
    }
}

impl<W: Write> Write for PlainOut<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let joined = [std::mem::take(&mut self.kept).as_slice(), bytes].concat();
        let mut rest: &[u8] = &joined;
        while !rest.is_empty() {
            let (valid, behind) = match str::from_utf8(rest) {
                Ok(text) => (text, &rest[rest.len()..]),
                Err(error) => {
                    let (valid, behind) = rest.split_at(error.valid_up_to());
                    (str::from_utf8(valid).unwrap_or_default(), behind)
                }
            };
            self.inner.write_all(plain_lines(valid).as_bytes())?;
            // A character is at most four bytes long.
            let is_begun = str::from_utf8(behind).is_err_and(|error| error.error_len().is_none());
            if is_begun {
                self.kept = behind.to_vec();
                break;
            }
            if !behind.is_empty() {
                self.inner.write_all("\u{fffd}".as_bytes())?;
            }
            rest = behind.get(1..).unwrap_or_default();
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.inner.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn control_characters_are_replaced_however_the_text_is_cut() {
        let text = "a\u{1b}[31mb\u{202e}c\u{9b}é🙂\n\t\u{7}".as_bytes();
        let text = [text, b"\xff\xe2\x80x"].concat();
        let expected = "a�[31mb�c�é🙂\n\t����x";
        for piece in 1..=text.len() {
            let mut out = PlainOut::new(Vec::new());
            text.chunks(piece).for_each(|bytes| out.write_all(bytes).expect("room"));
            assert_eq!(String::from_utf8(out.inner).expect("text"), expected, "{piece}");
        }
    }
}
