//! Where the text of a corpus comes from: a file or a pipe, as it is, or out of gzip or zstd.
//!
//! ```text
//!   file ──> Tap ──> (gzip | zstd | as it is) ──> text
//!            counts the bytes as they lie on the disk
//! ```
//!
//! What a stream is, its first bytes tell; names are not looked at. Everything is read piece by
//! piece, so that memory does not grow with the file. Several gzip members or zstd frames one after
//! the other are one text, as `cat` makes them.

use std::io::{self, BufRead, BufReader, Chain, Cursor, Read};

use flate2::bufread::MultiGzDecoder;

use super::zstd;

/// Gives text, and knows the file that it comes from.
pub(super) struct Source {
    text: Text,
}

/// What a source is made of.
pub(super) type Input = Box<dyn Read + Send>;

enum Text {
    Plain(Box<BufReader<Raw>>),
    /// The buffer is small: a damaged stream loses what is in it.
    Gzip(Box<BufReader<MultiGzDecoder<BufReader<Raw>>>>),
    Zstd(Box<BufReader<zstd::Frames<BufReader<Raw>>>>),
}

/// The first bytes, which were looked at, and the rest.
type Raw = Chain<Cursor<Vec<u8>>, Tap>;

/// How many bytes of a file are asked for at once.
const CHUNK: usize = 1 << 16;

impl Source {
    /// Looks what an input is.
    ///
    /// # Errors
    /// When it cannot be read, or is an archive that this program does not open.
    pub(super) fn open(input: Input) -> io::Result<Self> {
        let mut tap = Tap { input, bytes: 0, failed: false };
        let mut start = Vec::new();
        (&mut tap).take(4).read_to_end(&mut start)?;
        let raw = |start| BufReader::with_capacity(CHUNK, Cursor::new(start).chain(tap));
        let text = match start[..] {
            [0x1f, 0x8b, ..] => {
                Text::Gzip(Box::new(BufReader::new(MultiGzDecoder::new(raw(start)))))
            }
            [a, b, c, d] if zstd::is_magic([a, b, c, d]) => {
                Text::Zstd(Box::new(BufReader::new(zstd::Frames::new(raw(start)))))
            }
            _ => Text::Plain(Box::new(raw(start))),
        };
        Ok(Self { text })
    }

    /// The text.
    pub(super) fn text(&mut self) -> &mut dyn BufRead {
        match &mut self.text {
            Text::Plain(text) => text.as_mut(),
            Text::Gzip(text) => text.as_mut(),
            Text::Zstd(text) => text.as_mut(),
        }
    }

    /// How many bytes of the file were read, before they were decompressed.
    pub(super) fn bytes(&self) -> u64 {
        self.tap().bytes
    }

    /// Whether the file itself could not be read: any other error is in what it holds.
    pub(super) fn failed(&self) -> bool {
        self.tap().failed
    }

    /// How it is compressed.
    pub(super) fn compression(&self) -> Option<&'static str> {
        match self.text {
            Text::Plain(_) => None,
            Text::Gzip(_) => Some("gzip"),
            Text::Zstd(_) => Some("zstd"),
        }
    }

    fn tap(&self) -> &Tap {
        match &self.text {
            Text::Plain(text) => text.get_ref().get_ref().1,
            Text::Gzip(text) => text.get_ref().get_ref().get_ref().get_ref().1,
            Text::Zstd(text) => text.get_ref().get_ref().get_ref().get_ref().1,
        }
    }
}

/// Counts what passes.
struct Tap {
    input: Input,
    bytes: u64,
    failed: bool,
}

impl Read for Tap {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let result = self.input.read(buffer);
        match &result {
            Ok(n) => {
                self.bytes += *n as u64;
            }
            Err(error) => self.failed |= error.kind() != io::ErrorKind::Interrupted,
        }
        result
    }
}
