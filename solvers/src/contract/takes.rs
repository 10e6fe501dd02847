//! The kinds of problems that a backend accepts, and how it is prepared for one of them.

use std::any::Any;
use std::fmt;

use board::instance::{ExactCover, Formula};
use board::{Geometry, Graph, Puzzle};

use super::{CountProver, Problem, Prover, Solver, Unsupported};

/// How a backend is prepared for each kind of problem that it accepts. There is a field for each
/// kind.
#[derive(Clone, Copy, Debug)]
pub struct Takes {
    /// Puzzles.
    pub puzzles: Option<Preparation<Puzzle>>,
    /// Exact cover problems, with secondary items and colours.
    pub covers: Option<Preparation<ExactCover>>,
    /// Formulas.
    pub formulas: Option<Preparation<Formula>>,
    /// Graphs to be coloured.
    pub graphs: Option<Preparation<Graph>>,
}

impl Takes {
    /// No kind of problem.
    pub const NOTHING: Self = Self { puzzles: None, covers: None, formulas: None, graphs: None };

    /// Returns the preparation for puzzles alone, without proofs.
    pub const fn puzzles(solver: Prepare<Puzzle>) -> Self {
        Self { puzzles: Some(Preparation::new(solver)), ..Self::NOTHING }
    }

    /// Returns the preparation for puzzles alone, with relations and without proofs.
    pub const fn related_puzzles(solver: Prepare<Puzzle>) -> Self {
        let preparation = Preparation::new(solver).with_relations();
        Self { puzzles: Some(preparation), ..Self::NOTHING }
    }

    /// Returns the preparation for puzzles alone, without proofs, of a configuration that was chosen at run
    /// time.
    pub fn chosen_puzzles(
        solver: impl Fn(&Geometry) -> Result<Box<dyn Solver>, Unsupported> + Sync + 'static,
    ) -> Self {
        Self { puzzles: Some(Preparation::chosen(solver)), ..Self::NOTHING }
    }

    /// Returns the preparation for problems of a kind, if they are accepted.
    pub fn get<P: Problem>(&self) -> Option<Preparation<P>> {
        let Self { puzzles, covers, formulas, graphs } = self;
        let fields: [&dyn Any; 4] = [puzzles, covers, formulas, graphs];
        // Each field has a type of its own, so one at most is for this kind.
        *fields.into_iter().find_map(<dyn Any>::downcast_ref::<Option<Preparation<P>>>)?
    }
}

/// Checks that a frame has no relations, before a problem becomes something that does not express them.
///
/// # Errors
/// If it has relations.
pub fn regions_only<P: Problem>(frame: &P::Frame) -> Result<(), Unsupported> {
    match P::has_relations(frame) {
        true => Err(Unsupported("it knows no relations (sum, rising, …), only regions".into())),
        false => Ok(()),
    }
}

/// Creates a solver for a frame.
pub type Prepare<P> = fn(&<P as Problem>::Frame) -> Result<Box<dyn Solver<P>>, Unsupported>;

/// Creates a solver for a frame, with a configuration that was chosen at run time.
pub type PrepareChosen<P> =
    dyn Fn(&<P as Problem>::Frame) -> Result<Box<dyn Solver<P>>, Unsupported> + Sync;

/// Creates a prover for a frame.
pub type PrepareProver<P> = fn(&<P as Problem>::Frame) -> Result<Box<dyn Prover<P>>, Unsupported>;

/// Creates a prover of counts for a frame.
pub type PrepareCountProver<P> =
    fn(&<P as Problem>::Frame) -> Result<Box<dyn CountProver<P>>, Unsupported>;

/// How a backend is prepared for one kind of problem.
pub struct Preparation<P: Problem = Puzzle> {
    /// What creates a solver.
    pub solver: Maker<P>,
    /// Creates a prover for a frame, if the backend writes proofs.
    pub prover: Option<PrepareProver<P>>,
    /// Creates a prover of counts for a frame, if the backend writes certificates of them.
    pub count_prover: Option<PrepareCountProver<P>>,
    /// Whether the backend knows relations beside regions.
    pub relations: bool,
}

/// What creates a solver for a frame. Its cost is paid once, not for each problem.
pub enum Maker<P: Problem> {
    /// That of a row of the registry, whose configuration is fixed.
    Fixed(Prepare<P>),
    /// That of a row made at run time.
    Chosen(&'static PrepareChosen<P>),
}

impl<P: Problem> Preparation<P> {
    /// Returns the preparation of a backend that writes no proofs and knows no relations.
    pub const fn new(solver: Prepare<P>) -> Self {
        Self { solver: Maker::Fixed(solver), prover: None, count_prover: None, relations: false }
    }

    /// Returns the same preparation of a backend that knows relations.
    pub const fn with_relations(self) -> Self {
        Self { relations: true, ..self }
    }

    /// Checks that the backend knows all rules of a frame: one that does not would solve another problem.
    ///
    /// # Errors
    /// If the frame has relations, and the backend does not know them.
    pub fn check(&self, frame: &P::Frame) -> Result<(), Unsupported> {
        if self.relations { Ok(()) } else { regions_only::<P>(frame) }
    }

    /// Returns the preparation, without proofs and relations, of a configuration that was chosen at run time. What creates
    /// the solver is leaked, since rows live as long as the process.
    pub fn chosen(
        solver: impl Fn(&P::Frame) -> Result<Box<dyn Solver<P>>, Unsupported> + Sync + 'static,
    ) -> Self {
        let solver = Maker::Chosen(Box::leak(Box::new(solver)));
        Self { solver, prover: None, count_prover: None, relations: false }
    }

    /// Creates a solver for a frame.
    ///
    /// # Errors
    /// If the backend does not accept problems with this frame.
    pub fn make(&self, frame: &P::Frame) -> Result<Box<dyn Solver<P>>, Unsupported> {
        self.check(frame)?;
        match self.solver {
            Maker::Fixed(prepare) => prepare(frame),
            Maker::Chosen(prepare) => prepare(frame),
        }
    }
}

impl<P: Problem> Copy for Maker<P> {}

impl<P: Problem> Clone for Maker<P> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<P: Problem> Copy for Preparation<P> {}

impl<P: Problem> Clone for Preparation<P> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<P: Problem> fmt::Debug for Preparation<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a {}", P::KIND.in_words())?;
        f.write_str(if self.relations { ", with relations" } else { "" })?;
        f.write_str(if self.prover.is_some() { ", with proofs" } else { "" })?;
        f.write_str(if self.count_prover.is_some() { ", with certificates of counts" } else { "" })
    }
}
