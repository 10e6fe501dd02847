//! Files that hold a single problem that is not a puzzle.

use std::path::Path;
use std::sync::Arc;

use board::TextError;
use board::instance::{self, GraphText, MaxAnnounced};

use super::AnyProblem;

/// The format of a file that holds a single problem, recognised by its extension or its first lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileKind {
    /// Exact cover in Knuth's format: `.dlx`, `.xcc`.
    Cover,
    /// Exact cover with numbered items: `.ec`, or a line `p ec` after comments.
    Sets,
    /// Exact cover as rows of numbers, recognised by its first two lines.
    Rows,
    /// Exact cover as rows of numbers with costs, recognised by its first lines.
    PricedRows,
    /// DIMACS formula: `.cnf`, or a line `p cnf` after comments.
    Formula,
    /// DIMACS graph: `.col`, or a line `p edge` or `p col` after comments.
    Graph,
}

impl FileKind {
    /// Returns the kind of a file from its name and its beginning, or `None` for a corpus of puzzles.
    pub fn of(name: &str, head: &str) -> Option<Self> {
        let is_packed = |ending: &&str| !["gz", "zst"].contains(ending);
        let name = Path::new(name).file_name()?.to_string_lossy();
        match name.rsplit('.').find(is_packed) {
            Some("dlx" | "xcc") if name.contains('.') => Some(Self::Cover),
            Some("ec") if name.contains('.') => Some(Self::Sets),
            Some("cnf") if name.contains('.') => Some(Self::Formula),
            Some("col") if name.contains('.') => Some(Self::Graph),
            _ if instance::looks_like_rows(head) => Some(Self::Rows),
            _ if instance::looks_like_priced_rows(head) => Some(Self::PricedRows),
            _ => {
                let is_comment =
                    |line: &&str| line.is_empty() || *line == "c" || line.starts_with("c ");
                let first = head.lines().map(str::trim).find(|line| !is_comment(line))?;
                let mut words = first.split_whitespace();
                match (words.next()?, words.next()?) {
                    ("p", "ec") => Some(Self::Sets),
                    ("p", "cnf") => Some(Self::Formula),
                    ("p", "col" | "edge" | "edges") => Some(Self::Graph),
                    _ => None,
                }
            }
        }
    }

    /// Parses a problem.
    ///
    /// # Errors
    /// Describes the first violation of the format and its position.
    pub fn read(self, text: &str) -> Result<AnyProblem, TextError> {
        self.read_within(text, MaxAnnounced::default()).map(|(problem, _)| problem)
    }

    /// Parses a problem whose header announces a limited size, and returns a note about what was dropped, if anything.
    ///
    /// # Errors
    /// The same as [`FileKind::read`].
    pub fn read_within(
        self,
        text: &str,
        max: MaxAnnounced,
    ) -> Result<(AnyProblem, Option<String>), TextError> {
        Ok(match self {
            Self::Cover => (AnyProblem::Cover(Arc::new(instance::read_cover(text)?)), None),
            Self::Sets => {
                (AnyProblem::Cover(Arc::new(instance::read_sets_within(text, max)?)), None)
            }
            Self::Rows => {
                (AnyProblem::Cover(Arc::new(instance::read_rows_within(text, max)?)), None)
            }
            Self::PricedRows => {
                let problem = instance::read_priced_rows_within(text, max)?;
                (AnyProblem::Cover(Arc::new(problem)), None)
            }
            Self::Formula => {
                (AnyProblem::Formula(Arc::new(instance::read_formula_within(text, max)?)), None)
            }
            Self::Graph => {
                let GraphText { graph, loops } = instance::read_graph_within(text, max)?;
                let edges = if loops == 1 { "edge" } else { "edges" };
                let note = format!("{loops} {edges} from a vertex to itself dropped");
                (AnyProblem::Graph(Arc::new(graph)), Some(note).filter(|_| loops > 0))
            }
        })
    }
}
