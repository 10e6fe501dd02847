//! A row of the registry: an approach with one fixed configuration, and what it can do.

use std::borrow::Cow;

use board::Geometry;

use super::takes::PrepareProver;
use super::{
    BatchSolver, Counter, InstructionChoice, LineSolver, Origin, Problem, Solver, Takes,
    Unsupported,
};
use crate::VERSION;

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
    /// How it obeys [`Limits::nodes`](super::Limits::nodes).
    pub node_limit: LimitSupport,
    /// How it obeys [`Limits::time`](super::Limits::time) and
    /// [`Limits::cancel`](super::Limits::cancel). Every backend obeys the limit of solutions.
    pub time_limit: LimitSupport,
    /// Whether it takes for granted that a puzzle has one solution. It then never claims that there
    /// is no other.
    pub assumes_unique: bool,
    /// Whether it always decides, given the time. One that does not may end
    /// [`Stuck`](super::Stop::Stuck).
    pub complete: bool,
    /// Whether it remembers earlier puzzles on purpose.
    pub stateful: bool,
    /// The crate that does its work; none where the work is done by code of this one.
    pub package: Option<Package>,
    /// Which instructions it uses, where that is a choice.
    pub instructions: Option<InstructionChoice>,
    /// Whose code it is, and what that reads: who shares it supports no claim of this row.
    pub origin: Origin<'static>,
    /// The kinds of problems that it takes.
    pub takes: Takes,
    /// Makes a solver of batches, where it works on many puzzles at once, so that only the time of a
    /// batch means anything.
    pub batch: Option<fn(&Geometry) -> Result<Box<dyn BatchSolver>, Unsupported>>,
    /// Makes a solver of lines, where it reads them by itself.
    pub lines: Option<fn(&Geometry) -> Result<Box<dyn LineSolver>, Unsupported>>,
}

impl Backend {
    /// Makes a solver for problems of a kind that have this frame.
    ///
    /// # Errors
    /// When it takes no problems of this kind, or not this one.
    pub fn prepare<P: Problem>(&self, frame: &P::Frame) -> Result<Box<dyn Solver<P>>, Unsupported> {
        match P::preparation(&self.takes) {
            Some(preparation) => (preparation.solver)(frame),
            None => Err(Unsupported(format!("it takes no {}", P::KIND.in_words()))),
        }
    }

    /// How it makes a prover for problems of a kind, where it does.
    pub fn prover<P: Problem>(&self) -> Option<PrepareProver<P>> {
        P::preparation(&self.takes)?.prover
    }

    /// Whether it takes problems of this kind.
    pub fn takes<P: Problem>(&self) -> bool {
        P::preparation(&self.takes).is_some()
    }

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

/// How a limit is obeyed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LimitSupport {
    /// To the node; in time, to the interval at which the clock is read.
    Exact,
    /// Between two steps of some length.
    Coarse,
    /// Not at all: only the end of the process stops it.
    None,
}
