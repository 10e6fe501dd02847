//! Problems of any kind and their answers: puzzles, exact cover problems (Knuth's `.dlx` and `.xcc`),
//! formulas (DIMACS `.cnf`) and graphs to be coloured (DIMACS `.col`).
//!
//! Each kind has a type of its own, so that a solver cannot be given a problem of another kind. A
//! corpus can hold all kinds; [`AnyProblem`], [`AnyAnswer`] and [`AnySolver`] have a variant for each.

mod answer;
mod colours;
mod cover;
mod file;
mod solver;
#[cfg(test)]
mod tests;

use std::io::{self, Write};
use std::sync::Arc;

use board::instance::{Entry, ExactCover, Formula, Literal};
use board::{Graph, Puzzle};
use record::hash::PuzzleHash;
use solvers::{Outcome, Problem, ProblemKind};

pub use self::answer::AnyAnswer;
pub(crate) use self::answer::cells;
pub use self::cover::{allows, cover_hash};
pub use self::file::FileKind;
pub use self::solver::{AnyProver, AnySolver, ProblemVariant};

/// A problem of any kind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AnyProblem {
    /// Fill a board.
    Puzzle(Puzzle),
    /// Choose options that cover each item.
    Cover(Arc<ExactCover>),
    /// Choose values that satisfy each clause.
    Formula(Arc<Formula>),
    /// Choose as few colours as possible, so that adjacent vertices differ.
    Graph(Arc<Graph>),
}

/// The maximum number of boards whose solvers or symmetries are kept for later puzzles. A corpus can have a board for each
/// puzzle, such as the cages of killers, so not all of them can be kept.
pub(crate) const MOST_BOARDS: usize = 64;

/// The size of a problem from which it is [large](AnyProblem::is_large): some more than that of 25×25 cells.
const LARGE: usize = 1 << 14;

/// The outcome of solving a problem of any kind.
pub type AnyOutcome = Outcome<AnyAnswer>;

impl AnyProblem {
    /// Returns the kind of the problem.
    pub const fn kind(&self) -> ProblemKind {
        match self {
            Self::Puzzle(_) => ProblemKind::Puzzle,
            Self::Cover(_) => ProblemKind::ExactCover,
            Self::Formula(_) => ProblemKind::Formula,
            Self::Graph(_) => ProblemKind::Graph,
        }
    }

    /// Returns whether the problem is a puzzle with relations beside regions.
    pub fn has_relations(&self) -> bool {
        self.puzzle().is_some_and(|puzzle| !puzzle.geometry().relations().is_empty())
    }

    /// Returns whether the problem is a puzzle with pencil marks beside givens.
    pub fn has_marks(&self) -> bool {
        self.puzzle().is_some_and(|puzzle| puzzle.plain().is_none())
    }

    /// Returns the puzzle, if the problem is one.
    pub const fn puzzle(&self) -> Option<&Puzzle> {
        match self {
            Self::Puzzle(puzzle) => Some(puzzle),
            Self::Cover(_) | Self::Formula(_) | Self::Graph(_) => None,
        }
    }

    /// Returns the value of the column `geometry`: the name of a puzzle's geometry, or the kind of any
    /// other problem.
    pub fn geometry_name(&self) -> &str {
        match self {
            Self::Puzzle(puzzle) => puzzle.geometry().name(),
            other => other.kind().name(),
        }
    }

    /// Returns [`Self::geometry_name`] as a shared string.
    pub fn shared_geometry_name(&self) -> Arc<str> {
        match self {
            Self::Puzzle(puzzle) => puzzle.geometry().shared_name(),
            other => other.kind().name().into(),
        }
    }

    /// Returns a key for what a solver is prepared for: a puzzle's geometry, or the whole of any other
    /// problem. The key is unique as long as this problem is alive.
    pub fn key(&self) -> usize {
        match self {
            Self::Puzzle(puzzle) => Arc::as_ptr(puzzle.geometry()).addr(),
            Self::Cover(problem) => Arc::as_ptr(problem).addr(),
            Self::Formula(formula) => Arc::as_ptr(formula).addr(),
            Self::Graph(graph) => Arc::as_ptr(graph).addr(),
        }
    }

    /// Returns whether solvers may take so much memory for the problem that they are not kept for later puzzles. Its size is
    /// the number of candidates of an empty board, of items in options, of literals, or of edges.
    pub(crate) fn is_large(&self) -> bool {
        let size = match self {
            Self::Puzzle(puzzle) => puzzle.geometry().cells() * puzzle.geometry().symbols(),
            Self::Cover(problem) => problem.options().map(<[Entry]>::len).sum(),
            Self::Formula(formula) => formula.clauses().map(<[Literal]>::len).sum(),
            Self::Graph(graph) => graph.size(),
        };
        size > LARGE
    }

    /// Checks that the problem has something to choose, so that its answer is no empty text in a row.
    ///
    /// # Errors
    /// Names what is missing.
    pub fn is_not_empty(&self) -> Result<(), &'static str> {
        match self {
            Self::Cover(problem) if problem.option_count() == 0 => Err(
                "no option, expected some in a run; `harness solve` answers a cover without options",
            ),
            Self::Formula(formula) if formula.variables() == 0 => Err(
                "no variable, expected some in a run; `harness solve` answers a formula without variables",
            ),
            Self::Graph(graph) if graph.order() == 0 => Err(
                "no vertex, expected some in a run; `harness solve` answers a graph without vertices",
            ),
            _ => Ok(()),
        }
    }

    /// Returns the hash of the problem. For a puzzle, it is [`hash::puzzle`](record::hash::puzzle). For
    /// any other problem, it covers items and options, clauses, or edges, but no names.
    pub fn hash(&self) -> PuzzleHash {
        let mut hasher = blake3::Hasher::new();
        let mut number = |value: u64| {
            hasher.update(&value.to_le_bytes());
        };
        match self {
            Self::Puzzle(puzzle) => return record::hash::puzzle(puzzle),
            Self::Cover(problem) => return cover_hash(problem),
            Self::Formula(formula) => number_formula(formula, &mut number),
            Self::Graph(graph) => {
                [2, graph.order() as u64].into_iter().for_each(&mut number);
                for (a, b) in graph.edges() {
                    [a as u64, b as u64].into_iter().for_each(&mut number);
                }
            }
        }
        hasher.finalize().into()
    }

    /// Checks that an answer is a solution.
    ///
    /// # Errors
    /// Describes why it is not.
    pub fn check(&self, answer: &AnyAnswer) -> Result<(), String> {
        match (self, answer) {
            (Self::Puzzle(puzzle), AnyAnswer::Grid(grid)) => puzzle.check(grid),
            (Self::Cover(problem), AnyAnswer::Options(options)) => problem.check(options),
            (Self::Formula(formula), AnyAnswer::Model(values)) => formula.check(values),
            (Self::Graph(graph), AnyAnswer::Colours(colours)) => graph.check(colours),
            _ => Err(format!("not an answer to {}", self.kind().with_article())),
        }
    }

    /// Writes an answer for people: a grid as one line; each chosen option as a line; the values of
    /// variables as signed numbers; each vertex and its colour in DIMACS form, `l VERTEX COLOUR`.
    ///
    /// # Errors
    /// Fails if `out` cannot be written.
    pub fn write_answer(&self, answer: &AnyAnswer, out: &mut dyn Write) -> io::Result<()> {
        match (self, answer) {
            (Self::Cover(problem), AnyAnswer::Options(options)) => {
                let known = options.iter().filter(|&&option| option < problem.option_count());
                known
                    .map(|&it| option_in_words(problem, it))
                    .try_for_each(|it| writeln!(out, "{it}"))
            }
            (Self::Formula(_), AnyAnswer::Model(values)) => {
                let sign = |value| if value { "" } else { "-" };
                let words: Vec<String> =
                    (1..).zip(values).map(|(n, &value)| format!("{}{n}", sign(value))).collect();
                writeln!(out, "{}", words.join(" "))
            }
            (Self::Graph(_), AnyAnswer::Colours(colours)) => {
                let mut colours = (1..).zip(colours);
                colours.try_for_each(|(vertex, colour)| writeln!(out, "l {vertex} {}", colour + 1))
            }
            _ => writeln!(out, "{}", self.text_of(answer).unwrap_or_default()),
        }
    }
}

fn number_formula(formula: &Formula, mut number: impl FnMut(u64)) {
    [1, formula.variables() as u64].into_iter().for_each(&mut number);
    for clause in formula.clauses() {
        number(clause.len() as u64);
        for literal in clause {
            number(u64::from(literal.variable()) << 1 | u64::from(literal.is_positive()));
        }
    }
}

/// Formats an option as a line of Knuth's format.
pub fn option_in_words(problem: &ExactCover, option: usize) -> String {
    let word = |entry: &Entry| match entry.colour {
        None => problem.name(entry.item).to_owned(),
        Some(colour) => format!("{}:{}", problem.name(entry.item), problem.colour_name(colour)),
    };
    problem.option(option).iter().map(word).collect::<Vec<_>>().join(" ")
}
