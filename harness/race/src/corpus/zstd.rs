//! Reads a zstd stream: a sequence of frames, each with its own checksum.
//!
//! The decoder is `ruzstd`, which decodes one frame. This module adds sequences of frames, skippable frames
//! (which `pzstd` writes), and the comparison of checksums.

use std::error::Error;
use std::io::{self, BufRead, Read};

use ruzstd::decoding::errors::{FrameDecoderError, ReadFrameHeaderError};
use ruzstd::decoding::{BlockDecodingStrategy, FrameDecoder};

/// A reader of the content of all frames.
pub(super) struct Frames<R> {
    source: R,
    decoder: FrameDecoder,
    inside: bool,
    /// The error that ends the stream, once everything decoded before it has been read.
    damage: Option<io::Error>,
}

/// Returns whether a zstd stream begins with these bytes.
pub(super) fn is_magic(bytes: [u8; 4]) -> bool {
    let number = u32::from_le_bytes(bytes);
    number == 0xfd2f_b528 || (0x184d_2a50..=0x184d_2a5f).contains(&number)
}

/// An empty frame to initialise decoders with, so that the same limit applies to all frames: a decoder refuses
/// frames that need more than 100 MB of memory, except its first.
const NOTHING: [u8; 9] = [0x28, 0xb5, 0x2f, 0xfd, 0, 0, 1, 0, 0];

/// An empty last block of a frame, and bytes for a checksum.
const LAST_BLOCK: [u8; 7] = [1, 0, 0, 0, 0, 0, 0];

impl<R: BufRead> Frames<R> {
    /// Creates the content of `source`.
    pub(super) fn new(source: R) -> Self {
        let mut decoder = FrameDecoder::new();
        let damage = decoder.init(&NOTHING[..]).map_err(broken).err();
        Self { source, decoder, inside: false, damage }
    }

    /// Returns the source.
    pub(super) fn get_ref(&self) -> &R {
        &self.source
    }

    /// Decodes until output is available; false at the end of the stream.
    fn decode(&mut self) -> io::Result<bool> {
        loop {
            if self.inside {
                while self.decoder.can_collect() == 0 && !self.decoder.is_finished() {
                    let one = BlockDecodingStrategy::UptoBlocks(1);
                    self.decoder.decode_blocks(&mut self.source, one).map_err(broken)?;
                }
                if self.decoder.can_collect() > 0 {
                    return Ok(true);
                }
                self.inside = false;
                self.check()?;
            } else if self.source.fill_buf()?.is_empty() {
                return Ok(false);
            } else {
                self.begin()?;
            }
        }
    }

    fn begin(&mut self) -> io::Result<()> {
        use FrameDecoderError::ReadFrameHeaderError as Header;
        match self.decoder.reset(&mut self.source) {
            Ok(()) => self.inside = true,
            Err(Header(ReadFrameHeaderError::SkipFrame { length, .. })) => {
                let length = u64::from(length);
                let skipped = io::copy(&mut (&mut self.source).take(length), &mut io::sink())?;
                if skipped < length {
                    return Err(io::Error::new(io::ErrorKind::UnexpectedEof, "incomplete frame"));
                }
            }
            Err(error) => return Err(broken(error)),
        }
        Ok(())
    }

    fn check(&self) -> io::Result<()> {
        let stated = self.decoder.get_checksum_from_data();
        if stated.is_some() && stated != self.decoder.get_calculated_checksum() {
            return Err(io::Error::other("its checksum does not match"));
        }
        Ok(())
    }

    /// Ends a truncated frame, so that the decoder releases the output it holds back for references of later blocks.
    fn close(&mut self) {
        if self.inside && !self.decoder.is_finished() {
            let all = BlockDecodingStrategy::All;
            self.inside = self.decoder.decode_blocks(&LAST_BLOCK[..], all).is_ok();
        }
    }
}

/// Converts the innermost error, which states the cause.
fn broken(error: FrameDecoderError) -> io::Error {
    let mut cause: &dyn Error = &error;
    while let Some(inner) = cause.source() {
        cause = inner;
    }
    match cause.downcast_ref::<io::Error>() {
        Some(end) if end.kind() == io::ErrorKind::UnexpectedEof => {
            io::Error::new(end.kind(), "incomplete frame")
        }
        _ => io::Error::other(cause.to_string()),
    }
}

impl<R: BufRead> Read for Frames<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.damage.is_none() {
            match self.decode() {
                Ok(true) => {}
                Ok(false) => return Ok(0),
                Err(error) => {
                    self.close();
                    self.damage = Some(error);
                }
            }
        }
        if self.inside && self.decoder.can_collect() > 0 {
            return self.decoder.read(buffer);
        }
        match self.damage.take() {
            Some(damage) => Err(damage),
            None => Ok(0),
        }
    }
}
