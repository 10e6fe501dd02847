//! Files become named puzzles, one at a time, so that a corpus of any size fits.
//!
//! ```text
//!   source ──> lines ──> parser ──> names, hashes ──> entries
//!   gzip,      UTF-8     headers,   (reader)
//!   zstd                 tables
//! ```
//!
//! A corpus is a text file with one puzzle a line ([`board::text::line`]), or a table with a column
//! of puzzles. Header lines `# key: value` hold for the lines after them: `geometry`, `symbols`,
//! `expect`, `level`; the key `source` is for people. Any other comment is a comment. A line
//! that cannot be read is a [`BadLine`]; the others go on. Either kind of file may be compressed.

use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use board::Geometry;
use board::text::Notation;
use board::text::symbols::Symbols;
use record::Task;
use record::filter::select_corpora;
use record::hash::PuzzleHash;

pub use self::bare::Bare;
pub use self::lines::{NOT_UTF8, utf8};
pub use self::reader::{Reader, Unhashed};
pub use self::records::{Listed, Records};
pub use self::survey::{Survey, survey};
use crate::problem::{AnyAnswer, AnyProblem};

mod bare;
#[cfg(test)]
mod boxes;
mod file;
mod found;
pub mod geometry;
mod headers;
mod lines;
mod names;
#[cfg(test)]
mod notations;
mod parser;
mod reader;
mod records;
mod settle;
mod source;
mod survey;
#[cfg(test)]
mod tests;
mod zstd;

/// How corpora are to be read.
#[derive(Clone, Debug, Default)]
pub struct CorpusOptions {
    /// The column of a table that holds the puzzles, whatever it is called. Without it the heading
    /// tells.
    pub puzzle_column: Option<String>,
    /// The geometry of puzzles for which no header names another.
    pub geometry: Option<Arc<Geometry>>,
    /// The notation; without it, the first lines tell.
    pub notation: Option<&'static Notation>,
    /// The symbols of puzzles for which no header names others.
    pub symbols: Option<Symbols>,
    /// Whether what is said for people is kept: comments, sources, levels as notes.
    pub keep_notes: bool,
}

/// A puzzle of a corpus.
#[derive(Clone, Debug)]
pub struct Item {
    /// The stem of the file.
    pub corpus: Arc<str>,
    /// Its name, else `stem:line`; `#2` behind it if another puzzle has that name.
    pub name: Arc<str>,
    /// The puzzle, or a problem of another kind.
    pub problem: AnyProblem,
    /// How many cells are given.
    pub clues: usize,
    /// See [`hash::puzzle`](record::hash::puzzle).
    pub hash: PuzzleHash,
    /// The hash of the puzzle that this one is an isomorph of; its own, if it is none.
    pub class: PuzzleHash,
    /// The seed of the isomorph.
    pub iso_seed: Option<u64>,
    /// What the corpus says of its solutions.
    pub expect: Option<Expectation>,
    /// What the corpus says of how hard it is.
    pub level: Option<Arc<str>>,
    /// A solution that stands beside it in the corpus, as it stands there: nobody checked it.
    pub solution: Option<AnyAnswer>,
}

impl Item {
    /// Checks that an answer is a solution.
    ///
    /// # Errors
    /// Why it is none, in words.
    pub fn check(&self, answer: &AnyAnswer) -> Result<(), String> {
        self.problem.check(answer)
    }

    /// What is asked of it when a run asks for `task`: a graph is asked for a colouring with the fewest
    /// colours, whatever the task.
    pub fn asked(&self, task: Task) -> Task {
        match &self.problem {
            AnyProblem::Graph(_) => Task::First,
            _ => task,
        }
    }
}

/// What a corpus says of the solutions of a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Expectation {
    /// Exactly so many.
    Exactly(u64),
    /// More than one.
    Multiple,
    /// At least one.
    Possible,
    /// Of a graph: it can be coloured with so many colours, and with no fewer.
    Colours(u64),
}

impl Expectation {
    /// As the header `expect` says it.
    pub fn header(self) -> String {
        match self {
            Self::Exactly(0) => "impossible".into(),
            Self::Exactly(1) => "unique".into(),
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
            Self::Exactly(0) => write!(f, "no solution"),
            Self::Exactly(1) => write!(f, "exactly one solution"),
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
    /// The file, as it was named.
    pub file: String,
    /// From one.
    pub line: usize,
    /// In characters, from one.
    pub column: usize,
    /// What is wrong and what was expected.
    pub problem: String,
}

/// What is wrong with a line: its number, the column and the message.
type Problem = (usize, usize, String);

/// What reading gives, in the order of the files.
#[derive(Debug)]
pub enum Entry<P = Item> {
    /// A puzzle.
    Puzzle(P),
    /// A line that cannot be read.
    Bad(BadLine),
    /// Something that a person should know of how a file is read.
    Noted(String),
    /// A puzzle has the name of another: `(place, name, new name)`.
    Renamed(String, String, String),
}

impl<P> Entry<P> {
    /// The same with another puzzle, if it is one.
    pub fn map<Q>(self, change: impl FnOnce(P) -> Q) -> Entry<Q> {
        match self {
            Self::Puzzle(puzzle) => Entry::Puzzle(change(puzzle)),
            Self::Bad(line) => Entry::Bad(line),
            Self::Noted(note) => Entry::Noted(note),
            Self::Renamed(place, old, new) => Entry::Renamed(place, old, new),
        }
    }
}

/// The folder that a corpus lies in: geometry files that its headers name are looked for there.
pub fn folder(file: &str) -> &Path {
    Path::new(file).parent().unwrap_or(Path::new(""))
}

/// The name of a file without its folder, the ending of its compression, and its last ending.
pub fn stem(file: &str) -> String {
    let name = Path::new(file).file_name().map_or(file.into(), |name| name.to_string_lossy());
    let packed = [".gz", ".zst"].into_iter().find_map(|ending| name.strip_suffix(ending));
    let plain = packed.filter(|plain| !plain.is_empty()).unwrap_or(&name);
    match plain.rsplit_once('.') {
        Some((stem, _)) if !stem.is_empty() => stem.into(),
        _ => plain.into(),
    }
}

/// The files whose corpora the patterns select: the name of one, or a regular expression. No pattern
/// selects all.
///
/// # Errors
/// When a pattern is no regular expression, or matches nothing.
pub fn files_of(files: &[PathBuf], patterns: &[String]) -> anyhow::Result<Vec<PathBuf>> {
    let stems: Vec<String> = files.iter().map(|file| stem(&file.display().to_string())).collect();
    let selected = select_corpora(&stems, patterns)?;
    Ok(files.iter().zip(selected).filter(|it| it.1).map(|it| it.0.clone()).collect())
}
