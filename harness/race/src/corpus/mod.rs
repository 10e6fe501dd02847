//! Reads corpora as streams of named puzzles, so that their size is not limited by memory.
//!
//! ```text
//!   source ──> lines ──> parser ──> names, hashes ──> events
//!   gzip,      UTF-8     headers,   (reader)
//!   zstd                 tables
//! ```
//!
//! A corpus is a text file with one puzzle per line ([`board::text::line`]), or a table with a column of
//! puzzles; it may be compressed. Header lines `# key: value` apply to the lines below them: `geometry`,
//! `symbols`, `expect` and `level`. Other lines that begin with `#` are comments. A line that cannot be read is
//! a [`BadLine`], and reading continues after it.

use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use board::instance::MaxAnnounced;
use board::text::Notation;
use board::text::symbols::Symbols;
use board::{Count, Geometry};
use record::Task;
use record::filter::select_corpora;
use record::hash::PuzzleHash;
use solvers::ProblemKind;

pub use self::lines::{NOT_UTF8, utf8};
pub use self::raw_lines::{RAW_LINES, RawLines};
pub use self::reader::{FEWEST_CELLS, Reader, UnhashedItem};
pub use self::records::{RecordEntry, Records};
pub use self::scan::{Scan, scan};
pub(crate) use self::source::Source;
use crate::families;
use crate::problem::{AnyAnswer, AnyProblem};

#[cfg(test)]
mod boxes;
#[cfg(test)]
mod compressed;
#[cfg(test)]
mod custom_boards;
mod file;
pub mod geometry;
mod headers;
mod lines;
mod names;
#[cfg(test)]
mod notations;
#[cfg(test)]
mod number_rows;
mod parsed_item;
mod parser;
mod raw_lines;
mod reader;
mod records;
mod resolve;
mod scan;
mod source;
#[cfg(test)]
mod tests;
mod utf16;
mod zstd;

/// Options for reading corpora.
#[derive(Clone, Debug, Default)]
pub struct CorpusOptions {
    /// The column of puzzles in a table; `None` to find it by its name.
    pub puzzle_column: Option<String>,
    /// The geometry, unless a header states one.
    pub geometry: Option<Arc<Geometry>>,
    /// The notation; `None` to recognise it from the first lines.
    pub notation: Option<&'static Notation>,
    /// The symbols, unless a header states them.
    pub symbols: Option<Symbols>,
    /// Whether to keep comments, sources and levels as notes.
    pub keep_notes: bool,
    /// Whether a note tells which notation a file was recognised as, and by what.
    pub tell_notation: bool,
    /// How long a text may be that is read at once.
    pub max_text: TextLimit,
    /// How large a problem the header of its file may announce.
    pub max_announced: MaxAnnounced,
}

/// The maximum size in bytes of a text that is read at once, such as a formula; `None` for no limit. Files of lines have
/// none.
#[derive(Clone, Copy, Debug)]
pub struct TextLimit(pub Option<u64>);

impl TextLimit {
    /// Returns the number of bytes.
    fn bytes(self) -> usize {
        let bytes = self.0.and_then(|bytes| usize::try_from(bytes).ok());
        bytes.unwrap_or(usize::MAX - 1)
    }
}

impl Default for TextLimit {
    fn default() -> Self {
        Self(Some(64 << 20))
    }
}

/// A puzzle of a corpus.
#[derive(Clone, Debug)]
pub struct CorpusItem {
    /// The stem of the file.
    pub corpus: Arc<str>,
    /// Its name, or else `stem:line`; followed by `#2` if another puzzle has that name.
    pub name: Arc<str>,
    /// The puzzle, or a problem of another kind.
    pub problem: AnyProblem,
    /// The number of given cells.
    pub clues: usize,
    /// See [`hash::puzzle`](record::hash::puzzle).
    pub hash: PuzzleHash,
    /// The hash of the puzzle that this one is an isomorph of, or its own.
    pub class: PuzzleHash,
    /// The seed of the isomorph.
    pub iso_seed: Option<u64>,
    /// What the corpus states about its solutions.
    pub expect: Option<Expectation>,
    /// The difficulty that the corpus states.
    pub level: Option<Arc<str>>,
    /// The solution in the corpus, unchecked.
    pub solution: Option<AnyAnswer>,
}

impl CorpusItem {
    /// Checks that an answer is a solution.
    ///
    /// # Errors
    /// The reason why it is not.
    pub fn check(&self, answer: &AnyAnswer) -> Result<(), String> {
        self.problem.check(answer)
    }

    /// Returns the task of this item in a run with `task`.
    pub fn effective_task(&self, task: Task) -> Task {
        effective_task(self.problem.kind(), task)
    }
}

/// Returns the task of a problem of a kind in a run with `task`: a graph is always to be coloured with the fewest colours.
pub fn effective_task(kind: ProblemKind, task: Task) -> Task {
    if kind == ProblemKind::Graph { Task::First } else { task }
}

/// What a corpus states about the solutions of a puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Expectation {
    /// Exactly this number.
    Exactly(Count),
    /// More than one.
    Multiple,
    /// At least one.
    Possible,
    /// The chromatic number of a graph.
    Colours(u64),
}

impl Expectation {
    /// Parses the value of the header `expect`; an empty one cancels an earlier one.
    ///
    /// # Errors
    /// Names the words that are expected.
    pub fn of_header(text: &str) -> Result<Option<Self>, String> {
        Ok(Some(match text {
            "" => return Ok(None),
            "unique" => Self::Exactly(Count::ONE),
            "impossible" | "unsatisfiable" => Self::Exactly(Count::ZERO),
            "multiple" => Self::Multiple,
            "satisfiable" => Self::Possible,
            number => Self::Exactly(number.parse().map_err(|_| {
                format!(
                    "{number:?} is not an expectation, expected unique, multiple, impossible, satisfiable, \
                     unsatisfiable or a number of solutions"
                )
            })?),
        }))
    }

    /// Returns the value of the header `expect`.
    pub fn header(&self) -> String {
        match self {
            Self::Exactly(n) if *n == 0 => "impossible".into(),
            Self::Exactly(n) if *n == 1 => "unique".into(),
            Self::Exactly(solutions) => solutions.to_string(),
            Self::Multiple => "multiple".into(),
            Self::Possible => "satisfiable".into(),
            Self::Colours(colours) => colours.to_string(),
        }
    }
}

impl fmt::Display for Expectation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Exactly(n) if *n == 0 => write!(f, "no solution"),
            Self::Exactly(n) if *n == 1 => write!(f, "exactly one solution"),
            Self::Exactly(solutions) => write!(f, "exactly {solutions} solutions"),
            Self::Multiple => write!(f, "more than one solution"),
            Self::Possible => write!(f, "a solution"),
            Self::Colours(1) => write!(f, "1 colour"),
            Self::Colours(colours) => write!(f, "{colours} colours"),
        }
    }
}

/// A line that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{file}:{line}:{column}: {problem}")]
pub struct BadLine {
    /// The file as given.
    pub file: String,
    /// The line, from 1.
    pub line: usize,
    /// The column in characters, from 1.
    pub column: usize,
    /// The problem, and what was expected.
    pub problem: String,
}

/// An error: the line, the column and the message.
type LineError = (usize, usize, String);

/// What reading yields, in the order of the files.
#[derive(Debug)]
pub enum ReadEvent<P = CorpusItem> {
    /// A puzzle.
    Puzzle(P),
    /// A line that cannot be read.
    Bad(BadLine),
    /// A note for the user on how a file is read.
    Note(String),
    /// A puzzle was renamed, because another has its name: `(location, name, new name)`.
    Renamed(String, String, String),
}

impl<P> ReadEvent<P> {
    /// Converts the puzzle, if it is one.
    pub fn map<Q>(self, change: impl FnOnce(P) -> Q) -> ReadEvent<Q> {
        match self {
            Self::Puzzle(puzzle) => ReadEvent::Puzzle(change(puzzle)),
            Self::Bad(line) => ReadEvent::Bad(line),
            Self::Note(note) => ReadEvent::Note(note),
            Self::Renamed(place, old, new) => ReadEvent::Renamed(place, old, new),
        }
    }
}

/// Returns the folder of a corpus, in which the geometry files of its headers are found.
pub fn folder(file: &str) -> &Path {
    Path::new(file).parent().unwrap_or(Path::new(""))
}

/// Returns the name of a file without its folder, the extension of its compression, and its last extension; the whole
/// name of a problem of a family.
pub fn stem(file: &str) -> String {
    if families::is_named(Path::new(file)) {
        return file.into();
    }
    let name = Path::new(file).file_name().map_or(file.into(), |name| name.to_string_lossy());
    let packed = [".gz", ".zst"].into_iter().find_map(|ending| name.strip_suffix(ending));
    let plain = packed.filter(|plain| !plain.is_empty()).unwrap_or(&name);
    match plain.rsplit_once('.') {
        Some((stem, _)) if !stem.is_empty() => stem.into(),
        _ => plain.into(),
    }
}

/// Selects files by the names of their corpora. A pattern is a name or a regular expression; without patterns
/// all are selected.
///
/// # Errors
/// When a pattern is not a valid regular expression, or matches nothing.
pub fn files_of(files: &[PathBuf], patterns: &[String]) -> anyhow::Result<Vec<PathBuf>> {
    let stems: Vec<String> = files.iter().map(|file| stem(&file.display().to_string())).collect();
    let selected = select_corpora(&stems, patterns)?;
    Ok(files.iter().zip(selected).filter(|it| it.1).map(|it| it.0.clone()).collect())
}
