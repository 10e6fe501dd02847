//! A problem of a corpus, of any kind: a puzzle, an exact cover problem (Knuth's `.dlx` and `.xcc`), a
//! formula (DIMACS `.cnf`) or a graph to be coloured (DIMACS `.col`); and an answer to one.
//!
//! The kinds differ in their types, so that a solver of one cannot be given another; a corpus holds all
//! of them. Where they meet, in [`AnyProblem`], [`AnyAnswer`] and [`AnySolver`], each is a variant.

mod answer;
mod colours;
mod file;
mod solver;
#[cfg(test)]
mod tests;

use std::io::{self, Write};
use std::sync::Arc;

use board::instance::{Entry, ExactCover, Formula};
use board::{Graph, Puzzle};
use record::hash::PuzzleHash;
use solvers::{Outcome, Problem, ProblemKind};

pub use self::answer::AnyAnswer;
pub(crate) use self::answer::cells;
pub use self::file::FileKind;
pub use self::solver::{AnyProver, AnySolver, ProblemVariant};

/// A problem of any kind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AnyProblem {
    /// Fill a board.
    Puzzle(Puzzle),
    /// Choose options so that each item is covered.
    Cover(Arc<ExactCover>),
    /// Choose values so that each clause holds.
    Formula(Arc<Formula>),
    /// Choose colours, as few as can be, so that joined vertices differ.
    Graph(Arc<Graph>),
}

/// What came of a problem of any kind.
pub type AnyOutcome = Outcome<AnyAnswer>;

impl AnyProblem {
    /// Which kind it is.
    pub const fn kind(&self) -> ProblemKind {
        match self {
            Self::Puzzle(_) => ProblemKind::Puzzle,
            Self::Cover(_) => ProblemKind::ExactCover,
            Self::Formula(_) => ProblemKind::Formula,
            Self::Graph(_) => ProblemKind::Graph,
        }
    }

    /// The puzzle, if it is one.
    pub const fn puzzle(&self) -> Option<&Puzzle> {
        match self {
            Self::Puzzle(puzzle) => Some(puzzle),
            Self::Cover(_) | Self::Formula(_) | Self::Graph(_) => None,
        }
    }

    /// The column `geometry`: the name of a puzzle's, or the kind of any other problem.
    pub fn geometry_name(&self) -> &str {
        match self {
            Self::Puzzle(puzzle) => puzzle.geometry().name(),
            other => other.kind().name(),
        }
    }

    /// The same, shared.
    pub fn shared_geometry_name(&self) -> Arc<str> {
        match self {
            Self::Puzzle(puzzle) => puzzle.geometry().shared_name(),
            other => other.kind().name().into(),
        }
    }

    /// A number for what a solver is prepared for, the geometry of a puzzle or all of any other problem.
    /// No other has it as long as this problem is kept.
    pub fn key(&self) -> usize {
        match self {
            Self::Puzzle(puzzle) => Arc::as_ptr(puzzle.geometry()).addr(),
            Self::Cover(problem) => Arc::as_ptr(problem).addr(),
            Self::Formula(formula) => Arc::as_ptr(formula).addr(),
            Self::Graph(graph) => Arc::as_ptr(graph).addr(),
        }
    }

    /// Checks that there is something to choose.
    ///
    /// # Errors
    /// What there is none of, in words.
    pub fn is_not_empty(&self) -> Result<(), &'static str> {
        match self {
            Self::Cover(problem) if problem.option_count() == 0 => {
                Err("no option, expected one a line behind the items")
            }
            Self::Formula(formula) if formula.variables() == 0 => Err("no variable, expected some"),
            Self::Graph(graph) if graph.order() == 0 => Err("no vertex, expected some"),
            _ => Ok(()),
        }
    }

    /// The hash of a problem that is no puzzle: of its items and options, of its clauses, or of its
    /// edges; what they are called does not matter. That of a puzzle is
    /// [`hash::puzzle`](record::hash::puzzle).
    pub fn hash(&self) -> PuzzleHash {
        let mut hasher = blake3::Hasher::new();
        let mut number = |value: u64| {
            hasher.update(&value.to_le_bytes());
        };
        match self {
            Self::Puzzle(puzzle) => return record::hash::puzzle(puzzle),
            Self::Cover(problem) => number_cover(problem, &mut number),
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
    /// Why it is none, in words.
    pub fn check(&self, answer: &AnyAnswer) -> Result<(), String> {
        match (self, answer) {
            (Self::Puzzle(puzzle), AnyAnswer::Grid(grid)) => puzzle.check(grid),
            (Self::Cover(problem), AnyAnswer::Options(options)) => problem.check(options),
            (Self::Formula(formula), AnyAnswer::Model(values)) => formula.check(values),
            (Self::Graph(graph), AnyAnswer::Colours(colours)) => graph.check(colours),
            _ => Err(format!("no answer to a {}", self.kind().in_words())),
        }
    }

    /// Writes an answer to a problem that is no puzzle: each option that it chooses as a line, the values
    /// as numbers, or each vertex and its colour as DIMACS has it, `l VERTEX COLOUR`. A grid is a line.
    ///
    /// # Errors
    /// When `out` takes no more.
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

fn number_cover(problem: &ExactCover, mut number: impl FnMut(u64)) {
    [0, problem.primary() as u64, problem.items() as u64].into_iter().for_each(&mut number);
    for option in problem.options() {
        number(option.len() as u64);
        for entry in option {
            number(entry.item.into());
            number(entry.colour.map_or(0, |colour| u64::from(colour) + 1));
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

/// An option as its line in Knuth's format.
pub fn option_in_words(problem: &ExactCover, option: usize) -> String {
    let word = |entry: &Entry| match entry.colour {
        None => problem.name(entry.item).to_owned(),
        Some(colour) => format!("{}:{}", problem.name(entry.item), problem.colour_name(colour)),
    };
    problem.option(option).iter().map(word).collect::<Vec<_>>().join(" ")
}
