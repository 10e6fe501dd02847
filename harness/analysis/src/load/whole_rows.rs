//! A file of which only whole rows are passed on: what follows the last line break of a run that was
//! killed is a torn row.

use std::io::{self, Read};

/// Passes a file on.
pub(super) struct WholeRows<R> {
    input: R,
    may_be_torn: bool,
    /// Read after the last line break, and not passed on yet.
    kept: Vec<u8>,
    /// Read up to a line break, and not passed on yet; from `start`.
    whole: Vec<u8>,
    start: usize,
}

impl<R: Read> WholeRows<R> {
    /// Passes all of `input` on, or only its whole rows where the last one may be torn.
    pub(super) fn new(input: R, may_be_torn: bool) -> Self {
        Self { input, may_be_torn, kept: Vec::new(), whole: Vec::new(), start: 0 }
    }
}

impl<R: Read> Read for WholeRows<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if !self.may_be_torn {
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
    fn what_follows_the_last_line_break_is_torn_wherever_it_was_read() {
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
