//! UTF-16 as UTF-8, a piece at a time. What is no character becomes U+FFFD, as in any decoder.

use std::io::{self, Read};

/// The order of the two bytes of a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ByteOrder {
    Big,
    Little,
}

/// Returns the order that a byte order mark states.
pub(super) fn order(mark: [u8; 2]) -> Option<ByteOrder> {
    match mark {
        [0xff, 0xfe] => Some(ByteOrder::Little),
        [0xfe, 0xff] => Some(ByteOrder::Big),
        _ => None,
    }
}

/// Decodes UTF-16.
pub(super) struct Decoder<R> {
    source: R,
    order: ByteOrder,
    /// The bytes of an incomplete character.
    rest: Vec<u8>,
    /// Decoded text, and how much of it was read.
    text: String,
    n_read: usize,
}

/// The number of bytes per read.
const CHUNK: u64 = 1 << 14;

impl<R: Read> Decoder<R> {
    /// Creates a decoder of `source`, which may begin with a byte order mark.
    pub(super) fn new(source: R, order: ByteOrder) -> Self {
        Self { source, order, rest: Vec::new(), text: String::new(), n_read: 0 }
    }

    /// Returns what is decoded.
    pub(super) fn get_ref(&self) -> &R {
        &self.source
    }

    /// Decodes the next piece, which is empty at the end.
    fn fill(&mut self) -> io::Result<()> {
        (self.n_read, self.text) = (0, String::new());
        let before = self.rest.len();
        (&mut self.source).take(CHUNK).read_to_end(&mut self.rest)?;
        let is_end = self.rest.len() == before;
        let unit = |pair: &[u8]| match self.order {
            ByteOrder::Big => u16::from_be_bytes([pair[0], pair[1]]),
            ByteOrder::Little => u16::from_le_bytes([pair[0], pair[1]]),
        };
        let mut units: Vec<u16> = self.rest.chunks_exact(2).map(unit).collect();
        let is_high = |unit: &u16| (0xd800..0xdc00).contains(unit);
        if !is_end && units.last().is_some_and(is_high) {
            units.pop();
        }
        self.rest.drain(..2 * units.len());
        let character = |it: Result<char, _>| it.unwrap_or(char::REPLACEMENT_CHARACTER);
        self.text.extend(char::decode_utf16(units).map(character));
        if is_end && !std::mem::take(&mut self.rest).is_empty() {
            self.text.push(char::REPLACEMENT_CHARACTER);
        }
        Ok(())
    }
}

impl<R: Read> Read for Decoder<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.n_read == self.text.len() {
            self.fill()?;
        }
        let n_read = (&self.text.as_bytes()[self.n_read..]).read(buffer)?;
        self.n_read += n_read;
        Ok(n_read)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Hands out one byte at a time.
    struct Slow<'b>(&'b [u8]);

    impl Read for Slow<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            let n_read = buffer.len().min(1);
            (&mut self.0).take(n_read as u64).read(buffer)
        }
    }

    fn decoded(bytes: &[u8], order: ByteOrder) -> String {
        let mut text = String::new();
        Decoder::new(Slow(bytes), order).read_to_string(&mut text).expect("it reads");
        text
    }

    #[test]
    fn both_orders_are_decoded_also_across_pieces() {
        let text = "\u{feff}53..⬜é🟦\r\n".repeat(5000);
        let units = || text.encode_utf16();
        let little: Vec<u8> = units().flat_map(u16::to_le_bytes).collect();
        let big: Vec<u8> = units().flat_map(u16::to_be_bytes).collect();
        assert_eq!(decoded(&little, ByteOrder::Little), text);
        assert_eq!(decoded(&big, ByteOrder::Big), text);
    }

    #[test]
    fn half_a_character_at_the_end_is_replaced() {
        assert_eq!(decoded(&[b'5', 0, b'3'], ByteOrder::Little), "5\u{fffd}");
        assert_eq!(decoded(&[b'5', 0, 0x3e, 0xd8], ByteOrder::Little), "5\u{fffd}");
        assert_eq!(decoded(&[], ByteOrder::Big), "");
    }
}
