//! One file: what notation it is in, puzzles out of its lines or its whole text, or the one problem
//! that it holds; and what could not be read.

use std::collections::VecDeque;
use std::io;
use std::sync::Arc;

use board::TextError;
use board::text::{self, Read};
use board::text::{GeometryLookup, ParsedPuzzle};

use super::bare::{self, Bare};
use super::found::Found;
use super::headers::{self, Places};
use super::lines::{self, Lines, NOT_UTF8};
use super::parser::Parser;
use super::settle::problem;
use super::source::{Input, Source};
use super::{BadLine, CorpusOptions, Expectation, Problem};
use crate::problem::{AnyProblem, FileKind};

/// A text that is read at once may be this long: lines may be endless, pictures and lists are not.
const LONGEST: usize = 64 << 20;

/// Reads a file.
pub(super) struct FileReader {
    file: String,
    lines: Lines,
    parser: Parser,
    /// How the whole text is read, until it is.
    whole: Option<Whole>,
    /// What it gave.
    puzzles: VecDeque<ParsedPuzzle>,
    /// Whether it gave one puzzle.
    is_alone: bool,
}

/// What reading a file gives.
pub(super) enum Step {
    /// A puzzle.
    Found(Found),
    /// What cannot be read.
    Bad(BadLine),
    /// Something that a person should know.
    Noted(String),
}

/// What a text is that is read at once.
#[derive(Clone, Copy)]
enum Whole {
    Puzzles(ReadText),
    Problem(FileKind),
}

type ReadText = fn(&str, &mut GeometryLookup<'_>) -> Result<Vec<ParsedPuzzle>, TextError>;

impl FileReader {
    /// A reader of the file that is called so.
    ///
    /// # Errors
    /// When it cannot be read.
    pub(super) fn open(file: &str, input: Input, options: &CorpusOptions) -> io::Result<Self> {
        let source = Source::open(input).map_err(|error| about(file, &error))?;
        let mut lines = Lines::new(source);
        let mut options = options.clone();
        // A table is known by its heading alone, which the parser sees.
        let is_told = options.notation.is_some() || options.puzzle_column.is_some();
        let mut kind = None;
        if !is_told {
            let head = lines.head();
            kind = FileKind::of(file, &head);
            let recognised = if kind.is_none() { text::recognise(&head) } else { None };
            options.notation = recognised.filter(|notation| !matches!(notation.read, Read::Table));
        }
        let whole = match options.notation.map(|notation| notation.read) {
            Some(Read::Text(read)) => Some(Whole::Puzzles(read)),
            _ => kind.map(Whole::Problem),
        };
        let parser = Parser::new(options, super::folder(file));
        let puzzles = VecDeque::new();
        Ok(Self { file: file.into(), lines, parser, whole, puzzles, is_alone: false })
    }

    /// The next puzzle, or what cannot be read; none at the end.
    ///
    /// # Errors
    /// When the file cannot be read further. Where it can, but its compression is damaged, that is
    /// a bad line and the end.
    pub(super) fn next(&mut self, places: &mut Places) -> io::Result<Option<Step>> {
        loop {
            if let Some(note) = self.parser.settler().note() {
                return Ok(Some(Step::Noted(format!("{}: {note}", self.file))));
            }
            let read = match self.whole.take() {
                Some(whole) => self.read_whole(whole, places)?,
                None => match self.puzzles.pop_front() {
                    Some(puzzle) => Some(self.parser.settler().settle(puzzle, places)),
                    None if self.parser.has_ended() => return Ok(None),
                    None => self.next_line(places)?,
                },
            };
            if let Some(read) = read {
                let file = || self.file.clone();
                return Ok(Some(match read {
                    Ok(found) => {
                        let is_alone = self.is_alone || found.is_alone;
                        Step::Found(Found { is_alone, ..found })
                    }
                    Err((line, column, problem)) => {
                        Step::Bad(BadLine { file: file(), line, column, problem })
                    }
                }));
            }
        }
    }

    /// Takes the next lines as long as they are bare, and no more than `most`; none if the next one is not.
    pub(super) fn take_bare(&mut self, most: usize, corpus: &Arc<str>) -> Option<Bare> {
        let place = self.parser.place_of_bare().filter(|_| self.puzzles.is_empty())?;
        if !self.lines.is_next(bare::is_bare) {
            return None;
        }
        let said = self.parser.of_bare(corpus, place);
        let first = self.lines.number() + 1;
        let mut text = Vec::with_capacity(most * (bare::LENGTH + 1));
        self.lines.take_while(most, bare::is_bare, &mut text);
        Some(Bare { said, first, text })
    }

    /// How many bytes of the file were read, before they were decompressed.
    pub(super) fn bytes(&self) -> u64 {
        self.lines.source().bytes()
    }

    fn next_line(&mut self, places: &mut Places) -> io::Result<Option<Result<Found, Problem>>> {
        Ok(match self.lines.next() {
            Ok(Some((number, Ok(text)))) => self.parser.line(number, text, places),
            Ok(Some((number, Err((column, problem))))) => {
                self.parser.leave_row();
                Some(Err((number, column, problem)))
            }
            Ok(None) => self.parser.end().map(Err),
            Err(error) => Some(Err(self.damage(&error)?)),
        })
    }

    /// Reads the whole text: the problem, or what is wrong with it. Puzzles wait for their turn.
    fn read_whole(
        &mut self,
        how: Whole,
        places: &mut Places,
    ) -> io::Result<Option<Result<Found, Problem>>> {
        let whole = self.lines.whole(LONGEST);
        // Nothing follows what is read at once.
        self.parser.end();
        let bytes = match whole {
            Ok(Some(bytes)) => bytes,
            Ok(None) => {
                let problem =
                    format!("more than {LONGEST} bytes, expected a smaller file or lines");
                return Ok(Some(Err((1, 1, problem))));
            }
            Err(error) => return self.damage(&error).map(|problem| Some(Err(problem))),
        };
        let text = match lines::utf8(&bytes) {
            Ok(text) => text,
            Err((line, column)) => return Ok(Some(Err((line, column, NOT_UTF8.into())))),
        };
        let read = match how {
            Whole::Puzzles(read) => read,
            Whole::Problem(kind) => return Ok(Some(self.whole(kind, text))),
        };
        let settler = self.parser.settler();
        let lookup = &mut |name: Option<&str>| settler.lookup(name, places);
        match read(text, lookup) {
            Ok(puzzles) => {
                self.is_alone = puzzles.len() == 1;
                self.puzzles = puzzles.into();
                Ok(None)
            }
            Err(error) => Ok(Some(Err(problem(error)))),
        }
    }

    /// The problem of a text that is no puzzle. It is alone in its file.
    fn whole(&mut self, kind: FileKind, text: &str) -> Result<Found, Problem> {
        let (whole, note) = kind.read_with_note(text).map_err(problem)?;
        self.parser.settler().say(note);
        Ok(Found { expect: expected(kind, text)?, ..found(whole)? })
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

/// A problem that is alone in its file.
fn found(problem: AnyProblem) -> Result<Found, Problem> {
    problem.is_not_empty().map_err(|nothing| (1, 1, nothing.to_owned()))?;
    Ok(Found {
        line: 1,
        place: None,
        problem,
        name: None,
        solution: None,
        expect: None,
        level: None,
        notes: Vec::new(),
        is_alone: true,
    })
}

/// What comments like `c expect: satisfiable` or `| expect: 2` say of a problem that is no puzzle. Of a graph it is the
/// number of colours that it needs.
fn expected(kind: FileKind, text: &str) -> Result<Option<Expectation>, Problem> {
    let mut expect = None;
    for (line, number) in text.lines().zip(1..) {
        let comment = line.strip_prefix(if kind == FileKind::Cover { "|" } else { "c " });
        let said = comment.and_then(|comment| comment.split_once(':'));
        let Some((_, value)) = said.filter(|(key, _)| key.trim() == "expect") else { continue };
        let at =
            |problem| (number, line.chars().count() - value.trim().chars().count() + 1, problem);
        expect = match kind {
            FileKind::Graph => Some(headers::colours(value.trim()).map_err(at)?),
            FileKind::Cover | FileKind::Formula => {
                headers::expectation(value.trim()).map_err(at)?
            }
        };
    }
    Ok(expect)
}

/// An error that names the file.
fn about(file: &str, error: &io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("{file}: {error}"))
}
