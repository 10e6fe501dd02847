//! One file: lines out of a source, puzzles out of lines, and what could not be read.

use std::io;

use super::headers::Places;
use super::lines::Lines;
use super::parser::{Found, Parser, Problem};
use super::source::{Input, Source};
use super::{BadLine, CorpusOptions};

/// Reads a file.
pub(super) struct FileReader {
    file: String,
    lines: Lines,
    parser: Parser,
}

impl FileReader {
    /// A reader of the file that is called so.
    ///
    /// # Errors
    /// When it cannot be read.
    pub(super) fn open(file: &str, input: Input, options: &CorpusOptions) -> io::Result<Self> {
        let source = Source::open(input).map_err(|error| about(file, &error))?;
        let parser = Parser::new(options.clone(), super::folder(file));
        Ok(Self { file: file.into(), lines: Lines::new(source), parser })
    }

    /// The next puzzle, or what cannot be read; none at the end.
    ///
    /// # Errors
    /// When the file cannot be read further. Where it can, but its compression is damaged, that is
    /// a bad line and the end.
    pub(super) fn next(
        &mut self,
        places: &mut Places,
    ) -> io::Result<Option<Result<Found, BadLine>>> {
        while !self.parser.has_ended() {
            let read = match self.lines.next() {
                Ok(Some((number, Ok(text)))) => self.parser.line(number, text, places),
                Ok(Some((number, Err((column, problem))))) => {
                    self.parser.leave_row();
                    Some(Err((number, column, problem)))
                }
                Ok(None) => self.parser.end().map(Err),
                Err(error) => Some(Err(self.damage(&error)?)),
            };
            if let Some(read) = read {
                let file = || self.file.clone();
                let bad = |(line, column, problem)| BadLine { file: file(), line, column, problem };
                return Ok(Some(read.map_err(bad)));
            }
        }
        Ok(None)
    }

    /// How many bytes of the file were read, before they were decompressed.
    pub(super) fn bytes(&self) -> u64 {
        self.lines.source().bytes()
    }

    fn damage(&mut self, error: &io::Error) -> io::Result<Problem> {
        let source = self.lines.source();
        if source.failed() {
            return Err(about(&self.file, error));
        }
        self.parser.end();
        let problem = format!(
            "the {} stream is damaged or cut off ({error}); the lines before were read, but no \
             checksum vouches for them",
            source.compression().unwrap_or("input")
        );
        Ok((self.lines.number() + 1, 1, problem))
    }
}

/// An error that names the file.
fn about(file: &str, error: &io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("{file}: {error}"))
}
