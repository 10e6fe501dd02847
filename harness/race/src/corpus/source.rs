//! The text of a corpus: a file or a pipe, plain or compressed with gzip or zstd.
//!
//! ```text
//!   file ──> Tap ──> (gzip | zstd | UTF-16 | plain) ──> text
//!            counts the bytes before decompression
//! ```
//!
//! The format is recognised by the first bytes, not by the name: UTF-16, in which programs of Windows save texts, by
//! its byte order mark. Everything is streamed, so that memory does not
//! grow with the file. Concatenated gzip members or zstd frames are one text.

use std::io::{self, BufRead, BufReader, Chain, Cursor, Read};

use flate2::bufread::MultiGzDecoder;

use super::{utf16, zstd};

/// A decompressed text.
pub(crate) struct Source {
    text: Text,
}

/// The input of a source.
pub(crate) type Input = Box<dyn Read + Send>;

enum Text {
    Plain(Box<BufReader<Raw>>),
    /// The buffer is small, because its content is lost when the stream is damaged.
    Gzip(Box<BufReader<MultiGzDecoder<BufReader<Raw>>>>),
    Zstd(Box<BufReader<zstd::Frames<BufReader<Raw>>>>),
    Utf16(Box<BufReader<utf16::Decoder<BufReader<Raw>>>>),
}

/// The first bytes, which were read ahead, and the rest.
type Raw = Chain<Cursor<Vec<u8>>, Tap>;

/// The number of bytes per read.
const CHUNK: usize = 1 << 16;

impl Source {
    /// Opens an input and recognises its compression.
    ///
    /// # Errors
    /// When it cannot be read.
    pub(crate) fn open(input: Input) -> io::Result<Self> {
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
            [a, b, ..] if let Some(order) = utf16::order([a, b]) => {
                Text::Utf16(Box::new(BufReader::new(utf16::Decoder::new(raw(start), order))))
            }
            _ => Text::Plain(Box::new(raw(start))),
        };
        Ok(Self { text })
    }

    /// Returns the text.
    pub(crate) fn text(&mut self) -> &mut dyn BufRead {
        match &mut self.text {
            Text::Plain(text) => text.as_mut(),
            Text::Gzip(text) => text.as_mut(),
            Text::Zstd(text) => text.as_mut(),
            Text::Utf16(text) => text.as_mut(),
        }
    }

    /// Returns the number of bytes read so far, before decompression.
    pub(super) fn bytes(&self) -> u64 {
        self.tap().bytes
    }

    /// Returns whether reading the file failed; any other error is damage to its content.
    pub(crate) fn failed(&self) -> bool {
        self.tap().failed
    }

    /// Returns the compression, if any.
    pub(crate) fn compression(&self) -> Option<&'static str> {
        match self.text {
            Text::Plain(_) | Text::Utf16(_) => None,
            Text::Gzip(_) => Some("gzip"),
            Text::Zstd(_) => Some("zstd"),
        }
    }

    fn tap(&self) -> &Tap {
        match &self.text {
            Text::Plain(text) => text.get_ref().get_ref().1,
            Text::Gzip(text) => text.get_ref().get_ref().get_ref().get_ref().1,
            Text::Zstd(text) => text.get_ref().get_ref().get_ref().get_ref().1,
            Text::Utf16(text) => text.get_ref().get_ref().get_ref().get_ref().1,
        }
    }
}

/// Counts the bytes read from an input.
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
