//! Files that hold one problem which is no puzzle.

use std::path::Path;
use std::sync::Arc;

use board::TextError;
use board::instance::{self, GraphText};

use super::AnyProblem;

/// The kinds of files that hold one problem which is no puzzle, by how a file is called, or by how it
/// begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileKind {
    /// `.dlx`, `.xcc`.
    Cover,
    /// `.cnf`, or a line `p cnf` behind comments.
    Formula,
    /// `.col`, or a line `p edge` or `p col` behind comments.
    Graph,
}

impl FileKind {
    /// The kind of a file that is called so and begins so; none if it is a corpus of puzzles.
    pub fn of(name: &str, head: &str) -> Option<Self> {
        let is_packed = |ending: &&str| !["gz", "zst"].contains(ending);
        let name = Path::new(name).file_name()?.to_string_lossy();
        match name.rsplit('.').find(is_packed) {
            Some("dlx" | "xcc") if name.contains('.') => Some(Self::Cover),
            Some("cnf") if name.contains('.') => Some(Self::Formula),
            Some("col") if name.contains('.') => Some(Self::Graph),
            _ => {
                let is_comment =
                    |line: &&str| line.is_empty() || *line == "c" || line.starts_with("c ");
                let first = head.lines().map(str::trim).find(|line| !is_comment(line))?;
                let mut words = first.split_whitespace();
                match (words.next()?, words.next()?) {
                    ("p", "cnf") => Some(Self::Formula),
                    ("p", "col" | "edge" | "edges") => Some(Self::Graph),
                    _ => None,
                }
            }
        }
    }

    /// The problem of a text.
    ///
    /// # Errors
    /// Where the text breaks the format, and how.
    pub fn read(self, text: &str) -> Result<AnyProblem, TextError> {
        self.read_with_note(text).map(|(problem, _)| problem)
    }

    /// The problem of a text, and what was left out of it, in words.
    ///
    /// # Errors
    /// As [`FileKind::read`].
    pub fn read_with_note(self, text: &str) -> Result<(AnyProblem, Option<String>), TextError> {
        Ok(match self {
            Self::Cover => (AnyProblem::Cover(Arc::new(instance::read_cover(text)?)), None),
            Self::Formula => (AnyProblem::Formula(Arc::new(instance::read_formula(text)?)), None),
            Self::Graph => {
                let GraphText { graph, loops } = instance::read_graph(text)?;
                let edges = if loops == 1 { "edge" } else { "edges" };
                let note = format!("{loops} {edges} from a vertex to itself dropped");
                (AnyProblem::Graph(Arc::new(graph)), Some(note).filter(|_| loops > 0))
            }
        })
    }
}
