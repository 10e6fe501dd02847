//! A row of the registry: an approach with one fixed configuration, and its capabilities.

use std::borrow::Cow;

use super::abilities::{PrepareBatch, PrepareLines};
use super::takes::{PrepareCountProver, PrepareProver};
use super::{
    Counter, InstructionChoice, Origin, Outcome, Phases, Problem, Prover, Solver, Takes,
    Unsupported,
};
use crate::VERSION;

/// A row of the registry: an approach with one fixed configuration.
///
/// ```
/// use board::instance::ExactCover;
/// use solvers::BACKENDS;
///
/// // The rows that solve exact cover problems, and prove how many solutions these have.
/// let provers = BACKENDS.iter().filter(|row| row.count_prover::<ExactCover>().is_some());
/// let ids: Vec<&str> = provers.map(|row| row.id).collect();
/// assert!(ids.contains(&"count/sweep"));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Backend {
    /// `family/name`, of the characters `a-z0-9/.-`, with a dot before a variant.
    pub id: &'static str,
    /// A one-line description.
    pub about: &'static str,
    /// How it works, in about three words each.
    pub method: Method,
    /// The tasks that it supports.
    pub tasks: &'static [Task],
    /// The counters that [`Solver::solve`] fills. All others are meaningless.
    pub counts: &'static [Counter],
    /// The counters that only [`Solver::trace`] fills, in a pass that is not timed.
    pub counts_traced: &'static [Counter],
    /// Whether [`Solver::trace`] reports its steps.
    pub steps: StepSupport,
    /// How it obeys [`Limits::nodes`](super::Limits::nodes).
    pub node_limit: LimitSupport,
    /// How it obeys [`Limits::time`](super::Limits::time) and
    /// [`Limits::cancel`](super::Limits::cancel). Every backend obeys the limit of solutions.
    pub time_limit: LimitSupport,
    /// Whether it assumes that a puzzle has one solution. It then never claims that there is no
    /// other.
    pub assumes_unique: bool,
    /// Whether it always decides, given the time. One that does not may end
    /// [`Stuck`](super::Stop::Stuck).
    pub complete: bool,
    /// Whether it keeps information about earlier puzzles on purpose.
    pub stateful: bool,
    /// The external crate that does the work, if any.
    pub package: Option<Package>,
    /// The instruction set that it uses, if there is a choice.
    pub instructions: Option<InstructionChoice>,
    /// Whose code it is, and what that code reads. A row with the same origin does not confirm its
    /// claims.
    pub origin: Origin<'static>,
    /// The kinds of problems that it accepts.
    pub takes: Takes,
    /// Creates a solver of batches, if it solves many puzzles at once, so that only the time of a
    /// batch is meaningful.
    pub batch: Option<PrepareBatch>,
    /// Creates a solver of lines, if it reads them itself.
    pub lines: Option<PrepareLines>,
}

impl Backend {
    /// Creates a solver for problems of a kind with this frame.
    ///
    /// # Errors
    /// If the backend does not accept problems of this kind, or not this one.
    pub fn prepare<P: Problem>(&self, frame: &P::Frame) -> Result<Box<dyn Solver<P>>, Unsupported> {
        match self.takes.get::<P>() {
            Some(preparation) => preparation.make(frame),
            None => Err(Unsupported(format!("it takes no {}", P::KIND.in_words()))),
        }
    }

    /// Creates a prover for problems of a kind with this frame, if the backend has one.
    pub fn prepare_prover<P: Problem>(&self, frame: &P::Frame) -> Option<Box<dyn Prover<P>>> {
        let preparation = self.takes.get::<P>()?;
        preparation.check(frame).ok()?;
        preparation.prover?(frame).ok()
    }

    /// Returns how the backend creates a prover for problems of a kind, if it does.
    pub fn prover<P: Problem>(&self) -> Option<PrepareProver<P>> {
        self.takes.get::<P>()?.prover
    }

    /// Returns how the backend creates a prover of counts for problems of a kind, if it does.
    pub fn count_prover<P: Problem>(&self) -> Option<PrepareCountProver<P>> {
        self.takes.get::<P>()?.count_prover
    }

    /// Returns whether the backend accepts problems of this kind.
    pub fn takes<P: Problem>(&self) -> bool {
        self.takes.get::<P>().is_some()
    }

    /// Returns the part of an outcome that is the same whatever was solved before: everything but times or, for a backend
    /// that keeps state, only the end and the number of solutions.
    pub fn comparable<A>(&self, outcome: Outcome<A>) -> Outcome<A> {
        match self.stateful {
            true => Outcome { solutions: outcome.solutions, ..Outcome::ended(outcome.stop) },
            false => Outcome { phases: Phases::default(), ..outcome },
        }
    }

    /// Returns the part of the id before the slash.
    pub fn family(&self) -> &'static str {
        self.id.split_once('/').map_or(self.id, |(family, _)| family)
    }

    /// Returns the version of the code that does the work: [`VERSION`], followed by the external
    /// crate as build metadata, as in `0.1.0+varisat.0.2.2`.
    pub fn version(&self) -> Cow<'static, str> {
        match self.package {
            None => VERSION.into(),
            Some(Package { name, version }) => format!("{VERSION}+{name}.{version}").into(),
        }
    }

    /// Returns the name of the instruction set that it uses on this processor, if there is a
    /// choice.
    pub fn instruction_set(&self) -> Option<&'static str> {
        self.instructions.map(|choice| choice.instructions().name())
    }
}

/// An external crate, as in `Cargo.lock`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Package {
    /// Its name.
    pub name: &'static str,
    /// Its version.
    pub version: &'static str,
}

/// How a backend works, as in tdoku's descriptor, in words.
#[derive(Clone, Copy, Debug)]
pub struct Method {
    /// What a search state consists of.
    pub state: &'static str,
    /// What is deduced without a bet.
    pub inference: &'static str,
    /// How the next bet is chosen.
    pub choice: &'static str,
}

/// A question about a problem. With the feature `serde` it is a field of rows, with `clap` the value of an
/// option, which these sentences explain.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "clap", derive(clap::ValueEnum))]
#[cfg_attr(feature = "serde", derive(serde::Deserialize, serde::Serialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
pub enum Task {
    /// Find a solution
    First,
    /// Decide whether there is exactly one solution; stop at the second
    #[default]
    Unique,
    /// Count the solutions, up to --max-solutions
    Count,
}

impl Task {
    /// All tasks.
    pub const ALL: [Self; 3] = [Self::First, Self::Unique, Self::Count];

    /// Returns the word for it in commands and rows.
    pub const fn name(self) -> &'static str {
        match self {
            Self::First => "first",
            Self::Unique => "unique",
            Self::Count => "count",
        }
    }
}

/// How precisely a limit is obeyed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LimitSupport {
    /// To the node; for time, to the interval at which the clock is read.
    Exact,
    /// Between two steps of some length.
    Coarse,
    /// Not at all: only the end of the process stops the search.
    None,
}

/// Whether a traced search reports its steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StepSupport {
    /// All steps: the events of a search, applied to the givens, give each of its solutions.
    All,
    /// Solutions only, for this reason.
    SolutionsOnly(&'static str),
}

impl StepSupport {
    /// Returns the support of code that does the work in this external crate, or in none.
    pub const fn of(package: Option<Package>) -> Self {
        match package {
            None => Self::All,
            Some(_) => {
                Self::SolutionsOnly("the crate that does the work does not report its steps")
            }
        }
    }
}
