//! Files that hold a single problem that is not a puzzle.

use std::path::Path;
use std::sync::Arc;

use board::TextError;
use board::instance::{self, ExactCover, GraphText, MaxAnnounced};
use record::numbers::counted;

use super::AnyProblem;

/// The format of a file that holds a single problem, recognised by its extension or its first lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileKind {
    /// Exact cover in Knuth's format: `.dlx`, `.xcc`, or recognised by its first lines.
    Cover,
    /// Exact cover with numbered items: `.ec`, or a line `p ec` after comments.
    Sets,
    /// Exact cover as rows of numbers, recognised by its first two lines.
    Rows,
    /// Exact cover as rows of numbers with costs, recognised by its first lines.
    PricedRows,
    /// DIMACS formula: `.cnf`, or a line `p cnf` after comments.
    Formula,
    /// Formula with weights, which is not read: `.wcnf`, or a line `p wcnf` after comments.
    WeightedFormula,
    /// Pseudo-Boolean constraints, which are not read: `.opb`, or a first line with `#variable=`.
    LinearConstraints,
    /// DIMACS graph: `.col`, or a line `p edge` or `p col` after comments.
    Graph,
}

impl FileKind {
    /// Returns the kind of a file from its name and its beginning, or `None` for a corpus of puzzles.
    pub fn of(name: &str, head: &str) -> Option<Self> {
        let name = Path::new(name).file_name()?.to_string_lossy().to_lowercase();
        Self::of_name(&name).or_else(|| Self::of_head(head))
    }

    /// Returns the kind of a file from its extension, in lower case.
    fn of_name(name: &str) -> Option<Self> {
        let is_packed = |ending: &&str| !["gz", "zst"].contains(ending);
        match name.rsplit('.').find(is_packed).filter(|_| name.contains('.'))? {
            "dlx" | "xcc" => Some(Self::Cover),
            "ec" => Some(Self::Sets),
            "cnf" => Some(Self::Formula),
            "wcnf" => Some(Self::WeightedFormula),
            "opb" => Some(Self::LinearConstraints),
            "col" => Some(Self::Graph),
            _ => None,
        }
    }

    /// Returns the kind of a file from its beginning.
    fn of_head(head: &str) -> Option<Self> {
        if instance::looks_like_rows(head) {
            return Some(Self::Rows);
        }
        if instance::looks_like_priced_rows(head) {
            return Some(Self::PricedRows);
        }
        if instance::looks_like_cover(head) {
            return Some(Self::Cover);
        }
        let is_comment = |line: &&str| line.is_empty() || *line == "c" || line.starts_with("c ");
        let first = head.lines().map(str::trim).find(|line| !is_comment(line))?;
        let mut words = first.split_whitespace();
        match (words.next()?, words.next()?) {
            ("p", "ec") => Some(Self::Sets),
            ("p", "cnf" | "cnf+" | "dnf") => Some(Self::Formula),
            ("p", "wcnf") => Some(Self::WeightedFormula),
            ("p", "col" | "edge" | "edges") => Some(Self::Graph),
            ("*", "#variable=") => Some(Self::LinearConstraints),
            _ if instance::looks_like_rows_out_of_range(head, false) => Some(Self::Rows),
            _ if instance::looks_like_rows_out_of_range(head, true) => Some(Self::PricedRows),
            _ => None,
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
        let cover = |problem: ExactCover| AnyProblem::Cover(Arc::new(problem));
        Ok(match self {
            Self::Cover => (cover(instance::read_cover(text)?), None),
            Self::Sets => (cover(instance::read_sets_within(text, max)?), None),
            Self::Rows => {
                let (problem, note) = rows(text, max)?;
                (cover(problem), note)
            }
            Self::PricedRows => (cover(instance::read_priced_rows_within(text, max)?), None),
            Self::Formula => {
                let formula = instance::read_formula_within(text, max)?;
                (AnyProblem::Formula(Arc::new(formula)), other_count(text))
            }
            Self::WeightedFormula => {
                return Err(unread("a formula with weights", "one without (`p cnf`, .cnf)"));
            }
            Self::LinearConstraints => {
                let expected =
                    "the problem that they stand for (.xcc, .cnf, …): OPB is only written";
                return Err(unread("linear constraints (OPB)", expected));
            }
            Self::Graph => {
                let GraphText { graph, loops } = instance::read_graph_within(text, max)?;
                let edges = counted(loops as u64, "edge");
                let note = format!("{edges} from a vertex to itself dropped");
                (AnyProblem::Graph(Arc::new(graph)), Some(note).filter(|_| loops > 0))
            }
        })
    }
}

/// Returns the error for a whole text of a format that is not read.
fn unread(found: &str, expected: &str) -> TextError {
    TextError { line: 1, column: 1, found: found.into(), expected: expected.into() }
}

/// Reads rows whose first lines are options without costs. Only the whole text decides whether they have some: where costs
/// happen to be lengths, and lengths items, both readings are possible, which is noted.
fn rows(text: &str, max: MaxAnnounced) -> Result<(ExactCover, Option<String>), TextError> {
    let priced = instance::read_priced_rows_within(text, max);
    match (instance::read_rows_within(text, max), priced) {
        (Ok(plain), Ok(_)) => {
            let note =
                "read as rows without costs (`LENGTH ITEM …`), but `COST LENGTH ITEM …` would fit";
            Ok((plain, Some(note.into())))
        }
        (Ok(plain), Err(_)) => Ok((plain, None)),
        (Err(_), Ok(priced)) => Ok((priced, None)),
        (Err(error), Err(_)) => Err(error),
    }
}

/// Returns a note if comments of a formula ask for another count than that of its models, as those of model counting
/// competitions do.
fn other_count(text: &str) -> Option<String> {
    let kind = |line: &str| {
        let mut words = line.strip_prefix("c ")?.split_whitespace();
        match (words.next()?, words.next()) {
            ("ind", _) | ("p", Some("show")) | ("t", Some("pmc")) => Some("a projected count"),
            ("p", Some("weight")) | ("t", Some("wmc")) => Some("a weighted count"),
            ("t", Some("pwmc")) => Some("a projected and weighted count"),
            _ => None,
        }
    };
    let asked = text.lines().find_map(kind)?;
    Some(format!("a comment asks for {asked}, which is ignored: all models count, each as one"))
}
