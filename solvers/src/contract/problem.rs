//! The problems that backends solve. A kind of problem is one type that implements [`Problem`], and
//! one field of [`Takes`](super::Takes).

use std::fmt::Debug;

use board::instance::{
    ExactCover, Formula, VertexColour, check_colouring, check_cover, check_model,
};
use board::{Geometry, Graph, Grid, Puzzle, referee};

use super::Event;

/// A kind of problem: its input, its answers, and how they are checked.
pub trait Problem: Debug + Sized + 'static {
    /// The part that a solver is prepared for once: the geometry of a puzzle, and the whole of any
    /// other problem.
    type Frame;

    /// A solution.
    type Answer: Clone + Debug + PartialEq;

    /// The kind of problem.
    const KIND: ProblemKind;

    /// Returns the part that a solver is prepared for.
    fn frame(&self) -> &Self::Frame;

    /// Returns whether a frame has relations, which only some backends know.
    fn has_relations(_: &Self::Frame) -> bool {
        false
    }

    /// Checks that `answer` is a solution.
    ///
    /// # Errors
    /// The reason why it is not a solution, in words.
    fn check(&self, answer: &Self::Answer) -> Result<(), String>;

    /// Returns the event that reports a solution.
    fn solution_event(answer: &Self::Answer) -> Event<'_>;
}

/// The kinds of problems, as data.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ProblemKind {
    /// A board with symbols in some cells.
    Puzzle,
    /// Items and options.
    ExactCover,
    /// Clauses.
    Formula,
    /// Vertices and edges.
    Graph,
}

impl ProblemKind {
    /// All kinds.
    pub const ALL: [Self; 4] = [Self::Puzzle, Self::ExactCover, Self::Formula, Self::Graph];

    /// Returns the name in the CSV.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Puzzle => "puzzle",
            Self::ExactCover => "exact-cover",
            Self::Formula => "formula",
            Self::Graph => "graph",
        }
    }

    /// Returns the name in messages.
    pub const fn in_words(self) -> &'static str {
        match self {
            Self::Puzzle => "puzzle",
            Self::ExactCover => "exact cover problem",
            Self::Formula => "formula",
            Self::Graph => "graph",
        }
    }

    /// Returns the name in messages, after its article.
    pub const fn with_article(self) -> &'static str {
        match self {
            Self::Puzzle => "a puzzle",
            Self::ExactCover => "an exact cover problem",
            Self::Formula => "a formula",
            Self::Graph => "a graph",
        }
    }
}

impl Problem for Puzzle {
    type Frame = Geometry;
    type Answer = Grid;
    const KIND: ProblemKind = ProblemKind::Puzzle;

    fn frame(&self) -> &Geometry {
        self.geometry()
    }

    fn has_relations(frame: &Geometry) -> bool {
        !frame.relations().is_empty()
    }

    fn check(&self, answer: &Grid) -> Result<(), String> {
        referee::check(self, answer).map_err(|error| error.to_string())
    }

    fn solution_event(answer: &Grid) -> Event<'_> {
        Event::Solution { grid: answer.symbols() }
    }
}

impl Problem for ExactCover {
    type Frame = Self;
    type Answer = Vec<usize>;
    const KIND: ProblemKind = ProblemKind::ExactCover;

    fn frame(&self) -> &Self {
        self
    }

    fn check(&self, answer: &Vec<usize>) -> Result<(), String> {
        check_cover(self, answer).map_err(|error| error.to_string())
    }

    fn solution_event(answer: &Vec<usize>) -> Event<'_> {
        Event::Chosen { options: answer }
    }
}

impl Problem for Formula {
    type Frame = Self;
    type Answer = Vec<bool>;
    const KIND: ProblemKind = ProblemKind::Formula;

    fn frame(&self) -> &Self {
        self
    }

    fn check(&self, answer: &Vec<bool>) -> Result<(), String> {
        check_model(self, answer).map_err(|error| error.to_string())
    }

    fn solution_event(answer: &Vec<bool>) -> Event<'_> {
        Event::Model { values: answer }
    }
}

/// The problem is to find a colouring with as few colours as possible. The check covers only that
/// adjacent vertices have different colours; that no fewer colours are enough is the claim of
/// [`Stop::Exhausted`](super::Stop::Exhausted).
impl Problem for Graph {
    type Frame = Self;
    type Answer = Vec<VertexColour>;
    const KIND: ProblemKind = ProblemKind::Graph;

    fn frame(&self) -> &Self {
        self
    }

    fn check(&self, answer: &Vec<VertexColour>) -> Result<(), String> {
        check_colouring(self, answer).map_err(|error| error.to_string())
    }

    fn solution_event(answer: &Vec<VertexColour>) -> Event<'_> {
        Event::Coloured { colours: answer }
    }
}
