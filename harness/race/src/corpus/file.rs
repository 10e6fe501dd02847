//! Reads one file: recognises its notation, and yields the puzzles in its lines or in its whole text, or its
//! only problem, and errors.

use std::collections::VecDeque;
use std::io;
use std::sync::Arc;

use board::TextError;
use board::instance::MaxAnnounced;
use board::text::{self, Read};
use board::text::{GeometryLookup, ParsedPuzzle, Recognised};

use super::headers::{self, GeometryCache};
use super::lines::{self, LineReader, NOT_UTF8};
use super::parsed_item::ParsedItem;
use super::parser::Parser;
use super::raw_lines::{self, RawLines};
use super::resolve::problem;
use super::source::{Input, Source};
use super::{BadLine, CorpusOptions, Expectation, LineError, TextLimit};
use crate::problem::{AnyProblem, FileKind};

/// Reads a file.
pub(super) struct FileReader {
    file: String,
    lines: LineReader,
    parser: Parser,
    max_text: TextLimit,
    max_announced: MaxAnnounced,
    /// How the whole text is to be read; `None` once it has been, or if the file is read line by line.
    whole: Option<WholeText>,
    /// What the file is, if it is no text of puzzles and that was not reported yet.
    foreign: Option<&'static str>,
    /// The puzzles of the whole text that are still to be returned.
    puzzles: VecDeque<ParsedPuzzle>,
    /// Whether the whole text contains a single puzzle.
    is_alone: bool,
}

/// What reading a file yields.
pub(super) enum FileEntry {
    /// A puzzle or another problem.
    Item(ParsedItem),
    /// An error.
    Bad(BadLine),
    /// A note for the user.
    Note(String),
}

/// The content of a text that is read at once.
#[derive(Clone, Copy)]
enum WholeText {
    Puzzles(ReadText),
    Problem(FileKind),
}

type ReadText = fn(&str, &mut GeometryLookup<'_>) -> Result<Vec<ParsedPuzzle>, TextError>;

impl FileReader {
    /// Opens an input; `file` is its name in messages, `kind` what it holds, if that is known.
    ///
    /// # Errors
    /// When it cannot be read.
    pub(super) fn open(
        file: &str,
        input: Input,
        mut kind: Option<FileKind>,
        options: &CorpusOptions,
    ) -> io::Result<Self> {
        let source = Source::open(input).map_err(|error| about(file, &error))?;
        let mut lines = LineReader::new(source);
        let mut options = options.clone();
        let (mut note, mut foreign) = (None, None);
        // Tables are recognised by the parser, from their heading.
        let is_stated = options.notation.is_some() || options.puzzle_column.is_some();
        if !is_stated && kind.is_none() {
            let head = lines.head();
            kind = FileKind::of(file, &head);
            foreign = if kind.is_none() { text::foreign(&head) } else { None };
            let are_puzzles = kind.is_none() && foreign.is_none();
            let recognised =
                are_puzzles.then(|| text::recognise(&head, options.geometry.as_deref()));
            note = recognised.filter(|_| options.tell_notation).map(notation_note);
            let notation = recognised.and_then(|recognised| recognised.notation);
            options.notation = notation.filter(|notation| !matches!(notation.read, Read::Table));
        }
        let whole = match options.notation.map(|notation| notation.read) {
            Some(Read::Text(read)) => Some(WholeText::Puzzles(read)),
            _ => kind.map(WholeText::Problem),
        };
        let (max_text, max_announced) = (options.max_text, options.max_announced);
        let mut parser = Parser::new(options, super::folder(file));
        parser.resolver().add_note(note);
        let puzzles = VecDeque::new();
        Ok(Self {
            file: file.into(),
            lines,
            parser,
            max_text,
            max_announced,
            whole,
            foreign,
            puzzles,
            is_alone: false,
        })
    }

    /// Returns the next puzzle, error or note; `None` at the end.
    ///
    /// # Errors
    /// When the file cannot be read further. Damaged compression is a bad line instead, and ends the file.
    pub(super) fn next(&mut self, cache: &mut GeometryCache) -> io::Result<Option<FileEntry>> {
        if let Some(what) = self.foreign.take() {
            // Nothing of it is read.
            self.parser.end();
            let expected = match what.starts_with("compressed") {
                true => "a text, plain or compressed by gzip or zstd: decompress it",
                false => "a text: copy the puzzles out of it",
            };
            let problem = format!("this is {what}, expected {expected}");
            let file = self.file.clone();
            return Ok(Some(FileEntry::Bad(BadLine { file, line: 1, column: 1, problem })));
        }
        loop {
            if let Some(note) = self.parser.resolver().note() {
                return Ok(Some(FileEntry::Note(format!("{}: {note}", self.file))));
            }
            let read = match self.whole.take() {
                Some(whole) => self.read_whole(whole, cache)?,
                None => match self.puzzles.pop_front() {
                    Some(puzzle) => Some(self.parser.resolver().resolve(puzzle, cache)),
                    None if self.parser.has_ended() => return Ok(None),
                    None => self.next_line(cache)?,
                },
            };
            if let Some(read) = read {
                let file = || self.file.clone();
                return Ok(Some(match read {
                    Ok(found) => {
                        let is_alone = self.is_alone || found.is_alone;
                        FileEntry::Item(ParsedItem { is_alone, ..found })
                    }
                    Err((line, column, problem)) => {
                        FileEntry::Bad(BadLine { file: file(), line, column, problem })
                    }
                }));
            }
        }
    }

    /// Returns up to `most` consecutive raw lines; `None` if the next line is not raw.
    pub(super) fn take_raw_lines(&mut self, most: usize, corpus: &Arc<str>) -> Option<RawLines> {
        let place = self.parser.raw_line_geometry().filter(|_| self.puzzles.is_empty())?;
        if !self.lines.is_next(raw_lines::is_raw) {
            return None;
        }
        let context = self.parser.raw_line_context(corpus, place);
        let first = self.lines.number() + 1;
        let mut text = Vec::with_capacity(most * (raw_lines::LENGTH + 1));
        self.lines.take_while(most, raw_lines::is_raw, &mut text);
        Some(RawLines { context, first, text })
    }

    /// Returns the number of bytes of the file read so far, before decompression.
    pub(super) fn bytes(&self) -> u64 {
        self.lines.source().bytes()
    }

    fn next_line(
        &mut self,
        cache: &mut GeometryCache,
    ) -> io::Result<Option<Result<ParsedItem, LineError>>> {
        Ok(match self.lines.next() {
            Ok(Some((number, Ok(text)))) => self.parser.line(number, text, cache),
            Ok(Some((number, Err((column, problem))))) => {
                self.parser.leave_row();
                Some(Err((number, column, problem)))
            }
            Ok(None) => self.parser.end().map(Err),
            Err(error) => Some(Err(self.damage(&error)?)),
        })
    }

    /// Reads the whole text and returns its problem or an error. Puzzles are queued.
    fn read_whole(
        &mut self,
        how: WholeText,
        cache: &mut GeometryCache,
    ) -> io::Result<Option<Result<ParsedItem, LineError>>> {
        let whole = self.lines.whole(self.max_text.bytes());
        // Nothing follows the whole text.
        self.parser.end();
        let bytes = match whole {
            Ok(Some(bytes)) => bytes,
            Ok(None) => {
                let limit = self.max_text.bytes();
                let problem = format!(
                    "more than {limit} bytes, the limit of --max-text, expected a smaller file or lines"
                );
                return Ok(Some(Err((1, 1, problem))));
            }
            Err(error) => return self.damage(&error).map(|problem| Some(Err(problem))),
        };
        let text = match lines::utf8(&bytes) {
            Ok(text) => text,
            Err((line, column)) => return Ok(Some(Err((line, column, NOT_UTF8.into())))),
        };
        let read = match how {
            WholeText::Puzzles(read) => read,
            WholeText::Problem(kind) => return Ok(Some(self.read_problem(kind, text))),
        };
        let resolver = self.parser.resolver();
        let lookup = &mut |name: Option<&str>| resolver.lookup(name, cache);
        match read(&text::pasted::plain(text), lookup) {
            Ok(puzzles) => {
                self.is_alone = puzzles.len() == 1;
                self.puzzles = puzzles.into();
                Ok(None)
            }
            Err(error) => Ok(Some(Err(problem(error)))),
        }
    }

    /// Reads a file that contains a single problem other than a puzzle.
    fn read_problem(&mut self, kind: FileKind, text: &str) -> Result<ParsedItem, LineError> {
        let (whole, note) = kind.read_within(text, self.max_announced).map_err(problem)?;
        self.parser.resolver().add_note(note);
        Ok(ParsedItem { expect: expected(kind, text)?, ..found(whole) })
    }

    fn damage(&mut self, error: &io::Error) -> io::Result<LineError> {
        let source = self.lines.source();
        if source.failed() {
            return Err(about(&self.file, error));
        }
        self.parser.end();
        let problem = match source.compression() {
            Some(compression) => format!(
                "the {compression} stream is damaged or truncated ({error}); the lines before were read, \
                 but no checksum confirms them"
            ),
            None => error.to_string(),
        };
        Ok((self.lines.number() + 1, 1, problem))
    }
}

/// Returns the note on how a file of puzzles is read.
fn notation_note(Recognised { notation, reason }: Recognised) -> String {
    format!("read as {}, because {reason}", notation.map_or("lines", |notation| notation.name))
}

/// Returns the only problem of a file.
fn found(problem: AnyProblem) -> ParsedItem {
    ParsedItem {
        line: 1,
        cached: None,
        problem,
        name: None,
        solution: None,
        expect: None,
        level: None,
        notes: Vec::new(),
        is_alone: true,
    }
}

/// Returns the expectation that a comment like `c expect: satisfiable` or `| expect: 2` states; for a graph, its
/// chromatic number.
fn expected(kind: FileKind, text: &str) -> Result<Option<Expectation>, LineError> {
    let mut expect = None;
    for (line, number) in text.lines().zip(1..) {
        let comment = line.strip_prefix(if kind == FileKind::Cover { "|" } else { "c " });
        let header = comment.and_then(|comment| comment.split_once(':'));
        let Some((_, value)) = header.filter(|(key, _)| key.trim() == "expect") else { continue };
        let at =
            |problem| (number, line.chars().count() - value.trim().chars().count() + 1, problem);
        expect = match kind {
            FileKind::Graph => Some(headers::colours(value.trim()).map_err(at)?),
            FileKind::Cover
            | FileKind::Sets
            | FileKind::Rows
            | FileKind::PricedRows
            | FileKind::Formula
            | FileKind::WeightedFormula
            | FileKind::LinearConstraints => Expectation::of_header(value.trim()).map_err(at)?,
        };
    }
    Ok(expect)
}

/// Adds the name of the file to an error.
fn about(file: &str, error: &io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("{file}: {error}"))
}
