//! A puzzle or another problem, as parsed.

use std::sync::Arc;

use board::Grid;
use board::text::Note;

use super::Expectation;
use super::headers::CachedGeometry;
use crate::problem::AnyProblem;

/// A puzzle or another problem, as parsed.
pub(super) struct ParsedItem {
    /// Its first line.
    pub(super) line: usize,
    /// The puzzle, or a problem of another kind.
    pub(super) problem: AnyProblem,
    /// The geometry of a puzzle.
    pub(super) cached: Option<Arc<CachedGeometry>>,
    /// The stated name.
    pub(super) name: Option<String>,
    /// The stated solution.
    pub(super) solution: Option<Grid>,
    /// The expected number of solutions.
    pub(super) expect: Option<Expectation>,
    /// The difficulty.
    pub(super) level: Option<Arc<str>>,
    /// Notes, if they are kept.
    pub(super) notes: Vec<Note>,
    /// Whether it is the only problem of a file that is not read line by line.
    pub(super) is_alone: bool,
}
