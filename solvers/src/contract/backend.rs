//! The contract: what every backend is, and how a row of the registry describes it.

use std::borrow::Cow;
use std::ops::ControlFlow;

use board::instance::Formula;
use board::{Geometry, Grid, Puzzle};

use crate::VERSION;
use crate::meter::{Limits, Meter};
use crate::observer::{Event, Observer};
use crate::origin::Origin;
use crate::outcome::{Counter, Outcome, Stop};
use crate::sat::engines::Refutation;
use crate::simd::{Choice, Solved};

/// Solves puzzles of the one geometry that it was prepared for.
///
/// It may keep scratch memory between puzzles, but it remembers nothing of them: a corpus in any
/// order gives the same counters. What keeps state on purpose says so in its [`Backend`].
pub trait Solver {
    /// Searches until the space is exhausted or a limit is met. The outcome depends on the puzzle
    /// and the limits alone.
    fn solve(&mut self, puzzle: &Puzzle, limits: &Limits<'_>) -> Outcome;

    /// The same, telling `observer` each step. Slower, and never timed: a solver may count here
    /// what would cost time in [`solve`](Self::solve). By default only a solution is told.
    fn trace(
        &mut self,
        puzzle: &Puzzle,
        limits: &Limits<'_>,
        observer: &mut dyn Observer,
    ) -> Outcome {
        let outcome = self.solve(puzzle, limits);
        if let Some(grid) = &outcome.first {
            observer.event(Event::Solution { grid: grid.symbols() });
        }
        outcome
    }

    /// Solves many puzzles at once, and puts an outcome for each behind `outcomes`, in their order.
    /// By default one after the other. Limits hold for each puzzle; a backend whose row says
    /// [`batches`](Backend::batches) may obey the limit of time for all of them together.
    fn solve_batch(
        &mut self,
        puzzles: &[Puzzle],
        limits: &Limits<'_>,
        outcomes: &mut Vec<Outcome>,
    ) {
        outcomes.extend(puzzles.iter().map(|puzzle| self.solve(puzzle, limits)));
    }

    /// Solves the lines of a text: 81 characters of `1` to `9`, `.` and `0` each, and a line feed. What
    /// came of each, in their order, takes the place of what `solved` held. Limits hold as in
    /// [`solve_batch`](Self::solve_batch): what met another than that of solutions has found fewer, and not
    /// all. False, as by default, where it takes no lines, or these are none of the kind.
    fn solve_lines(
        &mut self,
        _text: &[u8],
        _limits: &Limits<'_>,
        _solved: &mut Vec<Solved>,
    ) -> bool {
        false
    }

    /// Proves that the puzzle has no solution, or none but `grid`: never timed. None, as by default,
    /// when it writes no proofs.
    fn certify(
        &mut self,
        _puzzle: &Puzzle,
        _grid: Option<&Grid>,
        _limits: &Limits<'_>,
    ) -> Option<Certificate> {
        None
    }
}

/// That something has no solution, or no further one, for somebody who does not believe it.
#[derive(Clone, Debug)]
pub struct Certificate {
    /// The formula that has a model exactly if there is such a solution.
    pub formula: Formula,
    /// What came of the attempt to prove that it has none.
    pub refutation: Refutation,
}

/// A search that tells a [`Meter`] each step: all that most backends have to write.
///
/// It is compiled twice, for [`Solver::solve`] with an observer that costs nothing, and for
/// [`Solver::trace`].
pub trait Search {
    /// Runs through the solutions of a puzzle of the geometry that the search was prepared for,
    /// until the meter breaks it off.
    fn search<O: Observer>(
        &mut self,
        puzzle: &Puzzle,
        meter: &mut Meter<'_, O>,
    ) -> ControlFlow<Stop>;

    /// Searches, and tells what came of it.
    fn run<O: Observer>(&mut self, puzzle: &Puzzle, mut meter: Meter<'_, O>) -> Outcome {
        let flow = self.search(puzzle, &mut meter);
        meter.finish(flow)
    }
}

impl<S: Search> Solver for S {
    fn solve(&mut self, puzzle: &Puzzle, limits: &Limits<'_>) -> Outcome {
        self.run(puzzle, Meter::new(limits, ()))
    }

    fn trace(
        &mut self,
        puzzle: &Puzzle,
        limits: &Limits<'_>,
        observer: &mut dyn Observer,
    ) -> Outcome {
        self.run(puzzle, Meter::new(limits, observer))
    }
}

/// One row of the registry: an approach with one fixed configuration.
#[derive(Clone, Copy, Debug)]
pub struct Backend {
    /// `family/name`, of the characters `a-z0-9/.-`, a dot before a variant.
    pub id: &'static str,
    /// One line for people.
    pub about: &'static str,
    /// How it works, in three words or so each.
    pub method: Method,
    /// What it can be asked.
    pub tasks: &'static [Task],
    /// The counters that [`Solver::solve`] fills. All others mean nothing.
    pub counts: &'static [Counter],
    /// The counters that only [`Solver::trace`] fills, so that they are read in a pass that is not
    /// timed.
    pub counts_traced: &'static [Counter],
    /// Which limits it obeys.
    pub honors: Honors,
    /// Whether it takes for granted that a puzzle has one solution. It then never claims that there
    /// is no other.
    pub assumes_unique: bool,
    /// Whether it always decides, given the time. One that does not may end
    /// [`Stuck`](crate::Stop::Stuck).
    pub complete: bool,
    /// Whether it remembers earlier puzzles on purpose.
    pub stateful: bool,
    /// Whether it works on many puzzles at once, so that only the time of a batch means anything.
    pub batches: bool,
    /// The crate that does its work; none where the work is done by code of this one.
    pub package: Option<Package>,
    /// Which instructions it uses, where that is a choice.
    pub instructions: Option<Choice>,
    /// Whose code it is, and what that reads: who shares it supports no claim of this row.
    pub origin: Origin<'static>,
    /// Makes a solver for a geometry; what this costs is paid once, not for each puzzle.
    pub prepare: fn(&Geometry) -> Result<Box<dyn Solver>, Unsupported>,
}

impl Backend {
    /// The part of the id before the slash.
    pub fn family(&self) -> &'static str {
        self.id.split_once('/').map_or(self.id, |(family, _)| family)
    }

    /// The version of what does the work: [`VERSION`], and behind it, as build metadata, the crate
    /// that it is left to: `0.1.0+varisat.0.2.2`.
    pub fn version(&self) -> Cow<'static, str> {
        match self.package {
            None => VERSION.into(),
            Some(Package { name, version }) => format!("{VERSION}+{name}.{version}").into(),
        }
    }

    /// The name of the instructions that it uses on this processor, where that is a choice.
    pub fn instruction_set(&self) -> Option<&'static str> {
        self.instructions.map(|choice| choice.instructions().name())
    }
}

/// A crate of others, as `Cargo.lock` has it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Package {
    /// Its name.
    pub name: &'static str,
    /// Its version.
    pub version: &'static str,
}

/// How a backend works: tdoku's descriptor in words.
#[derive(Clone, Copy, Debug)]
pub struct Method {
    /// What a search state is made of.
    pub state: &'static str,
    /// What is concluded without a bet.
    pub inference: &'static str,
    /// How the next bet is chosen.
    pub choice: &'static str,
}

/// What a backend is asked about a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Task {
    /// A solution.
    First,
    /// Is there exactly one? The search stops at the second.
    Unique,
    /// How many are there, up to a limit?
    Count,
}

/// Which limits a backend obeys. The number of solutions is a limit that every backend obeys.
#[derive(Clone, Copy, Debug)]
pub struct Honors {
    /// [`Limits::nodes`].
    pub nodes: Obeys,
    /// [`Limits::time`] and [`Limits::cancel`].
    pub time: Obeys,
}

/// How a limit is obeyed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Obeys {
    /// To the node; in time, to the interval at which the clock is read.
    Exactly,
    /// Between two steps of some length.
    Coarsely,
    /// Not at all: only the end of the process stops it.
    No,
}

/// Why a backend cannot take a geometry.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Unsupported(pub String);
