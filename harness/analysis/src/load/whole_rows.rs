//! A reader of whole rows: the rows of a run that was killed may end with a partial row, which is
//! dropped.

use std::io::{self, Read};

/// Reads an input up to its last line break.
pub(super) struct WholeRows<R> {
    input: R,
    may_end_partially: bool,
    /// Read after the last line break, not yet returned.
    kept: Vec<u8>,
    /// Read up to a line break, not yet returned from `start` on.
    whole: Vec<u8>,
    start: usize,
}

impl<R: Read> WholeRows<R> {
    /// Reads all of `input`, or only its whole rows if it may end with a partial one.
    pub(super) fn new(input: R, may_end_partially: bool) -> Self {
        Self { input, may_end_partially, kept: Vec::new(), whole: Vec::new(), start: 0 }
    }
}

impl<R: Read> Read for WholeRows<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if !self.may_end_partially {
            return self.input.read(buffer);
        }
        while self.start == self.whole.len() {
            let n_read = self.input.read(buffer)?;
            if n_read == 0 {
                return Ok(0);
            }
            let end =
                buffer[..n_read].iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1);
            self.whole.clear();
            self.start = 0;
            if end > 0 {
                self.whole.append(&mut self.kept);
                self.whole.extend(&buffer[..end]);
            }
            self.kept.extend(&buffer[end..n_read]);
        }
        let n_bytes = buffer.len().min(self.whole.len() - self.start);
        buffer[..n_bytes].copy_from_slice(&self.whole[self.start..][..n_bytes]);
        self.start += n_bytes;
        Ok(n_bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_partial_row_is_dropped_whatever_the_size_of_the_buffer() {
        let text = b"a,b\n1,2\n3,4\n5";
        for piece in 1..text.len() {
            let mut out: Vec<u8> = Vec::new();
            let mut reader = WholeRows::new(&text[..], true);
            let mut buffer = vec![0; piece];
            loop {
                match reader.read(&mut buffer).unwrap() {
                    0 => break,
                    n => out.extend(&buffer[..n]),
                }
            }
            assert_eq!(out, b"a,b\n1,2\n3,4\n", "in pieces of {piece}");
        }
    }
}
