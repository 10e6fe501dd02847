//! A puzzle as it was found in a file.

use std::sync::Arc;

use board::Grid;
use board::text::Note;

use super::Expectation;
use super::headers::Place;
use crate::problem::AnyProblem;

/// A puzzle as it was found in a file.
pub(super) struct Found {
    /// The line that it begins on.
    pub(super) line: usize,
    /// The puzzle, or a problem of another kind.
    pub(super) problem: AnyProblem,
    /// Where a puzzle is played.
    pub(super) place: Option<Arc<Place>>,
    /// The name that it says.
    pub(super) name: Option<String>,
    /// The solution that stands beside it.
    pub(super) solution: Option<Grid>,
    /// What the file says of its solutions.
    pub(super) expect: Option<Expectation>,
    /// What the file says of how hard it is.
    pub(super) level: Option<Arc<str>>,
    /// What else it says, if that is kept.
    pub(super) notes: Vec<Note>,
    /// Whether it is the only puzzle of a file that is a picture, not lines.
    pub(super) is_alone: bool,
}
