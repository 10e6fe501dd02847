//! A reader of whole rows: a file of rows may end with a partial row, which is dropped.
//!
//! A run writes whole rows, so the last one is partial if its run was killed, or if the file was truncated since.
//! A table that another program wrote may lack its last line break.

use std::io::{self, Read};

use record::row_seals::RowHasher;

/// The beginning of rows that a run wrote.
const OURS: &[u8] = b"schema,";

/// Reads an input up to its last line break, and hashes it if asked to.
pub(super) struct WholeRows<R> {
    input: R,
    hasher: Option<RowHasher>,
    /// Whether text after the last line break is a partial row.
    may_end_partially: bool,
    has_begun: bool,
    /// Whether the input ended with a partial row.
    is_torn: bool,
    /// Read after the last line break, not yet returned.
    kept: Vec<u8>,
    /// Whole lines that did not fit into a buffer, not yet returned.
    whole: Vec<u8>,
    has_ended: bool,
}

impl<R: Read> WholeRows<R> {
    /// Reads the whole rows of `input`. Text after the last line break counts as a row if `input` is a table of
    /// another program, and `may_end_partially` is not set.
    pub(super) fn new(input: R, may_end_partially: bool, is_hashed: bool) -> Self {
        Self {
            input,
            hasher: is_hashed.then(RowHasher::default),
            may_end_partially,
            has_begun: false,
            is_torn: false,
            kept: Vec::new(),
            whole: Vec::new(),
            has_ended: false,
        }
    }

    /// Returns whether the input ended with a partial row.
    pub(super) fn is_torn(&self) -> bool {
        self.is_torn
    }

    /// Takes the hasher of everything that was read, if it was hashed.
    pub(super) fn take_hasher(&mut self) -> Option<RowHasher> {
        self.hasher.take()
    }

    /// Reads more of the input behind the kept bytes, into a buffer with room for both. Returns the number of bytes
    /// up to the last line break, and keeps the others.
    fn fill(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let n_kept = self.kept.len();
        let n_read = self.input.read(&mut buffer[n_kept..])?;
        if let Some(hasher) = &mut self.hasher {
            hasher.update(&buffer[n_kept..n_kept + n_read]);
        }
        if n_read == 0 {
            self.end();
            return Ok(0);
        }
        buffer[..n_kept].copy_from_slice(&self.kept);
        let end = n_kept + n_read;
        let last = buffer[n_kept..end].iter().rposition(|&byte| byte == b'\n');
        let whole = last.map_or(0, |at| n_kept + at + 1);
        self.kept.clear();
        self.kept.extend_from_slice(&buffer[whole..end]);
        if whole > 0 && !self.has_begun {
            self.has_begun = true;
            self.may_end_partially |= buffer[..whole].starts_with(OURS);
        }
        Ok(whole)
    }

    /// Decides about what follows the last line break.
    fn end(&mut self) {
        self.has_ended = true;
        if self.may_end_partially && !self.kept.is_empty() {
            self.is_torn = true;
            self.kept.clear();
        }
    }
}

impl<R: Read> Read for WholeRows<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            if !self.whole.is_empty() {
                return Ok(moved(&mut self.whole, buffer));
            }
            if self.has_ended {
                return Ok(moved(&mut self.kept, buffer));
            }
            if self.kept.len() < buffer.len() {
                let n_bytes = self.fill(buffer)?;
                if n_bytes > 0 {
                    return Ok(n_bytes);
                }
                continue;
            }
            // A line that is longer than the buffer.
            let mut larger = vec![0; 2 * self.kept.len().max(1)];
            let n_bytes = self.fill(&mut larger)?;
            larger.truncate(n_bytes);
            self.whole = larger;
        }
    }
}

/// Moves the beginning of some bytes into a buffer.
fn moved(bytes: &mut Vec<u8>, buffer: &mut [u8]) -> usize {
    let n_bytes = buffer.len().min(bytes.len());
    buffer[..n_bytes].copy_from_slice(&bytes[..n_bytes]);
    bytes.drain(..n_bytes);
    n_bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns what is read of a text in pieces, and whether it is torn.
    fn read(text: &[u8], may_end_partially: bool, piece: usize) -> (Vec<u8>, bool) {
        let mut out: Vec<u8> = Vec::new();
        let mut reader = WholeRows::new(text, may_end_partially, true);
        let mut buffer = vec![0; piece];
        loop {
            match reader.read(&mut buffer).expect("a slice") {
                0 => return (out, reader.is_torn()),
                n => out.extend(&buffer[..n]),
            }
        }
    }

    #[test]
    fn a_partial_row_is_dropped_whatever_the_size_of_the_buffer() {
        let text = b"a,b\n1,2\n3,4\n5";
        for piece in 1..=text.len() + 1 {
            let whole = b"a,b\n1,2\n3,4\n".to_vec();
            assert_eq!(read(text, true, piece), (whole.clone(), true), "in pieces of {piece}");
            assert_eq!(read(text, false, piece), (text.to_vec(), false), "in pieces of {piece}");
            assert_eq!(read(&whole, true, piece), (whole.clone(), false));
        }
    }

    #[test]
    fn rows_of_a_run_end_with_a_line_break() {
        for piece in 1..20 {
            let expected = (b"schema,b\n1,2\n".to_vec(), true);
            assert_eq!(read(b"schema,b\n1,2\n3,4", false, piece), expected);
        }
    }
}
