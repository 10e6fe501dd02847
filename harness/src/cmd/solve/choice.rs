//! The solver of `solve`: a registered backend, or Hurtebis' rounds with rules from the command line.

use anyhow::bail;
use board::{Geometry, Puzzle};
use record::filter;
use solvers::candidates::rounds::{self, ROUNDS, Rules};
use solvers::{Backend, Counter, Solver, Task, Unsupported};

use crate::cli::{Limit, SolveArgs};

/// The default backend.
const DEFAULT: &str = "candidates/mrv";

/// The default backend for steps and hints.
const REASONER: &str = "deduce/all";

/// The chosen solver.
pub(super) struct SolverChoice {
    /// The backend; with rules, its description is adapted to them.
    pub(super) backend: Backend,
    rules: Option<Rules>,
    /// The default for steps on boards that `backend` does not support, if nobody asked for this one.
    fallback: Option<Box<Self>>,
}

impl SolverChoice {
    /// Returns the backend of the arguments, or the default.
    ///
    /// # Errors
    /// When there is no such backend, or it does not support the request.
    pub(super) fn chosen(arguments: &SolveArgs, all: &[Backend]) -> anyhow::Result<Self> {
        let has_rules = arguments.insist || arguments.max_hypotheses.is_some();
        let default = match arguments {
            _ if has_rules || arguments.max_rounds.is_some() => ROUNDS.id,
            _ if arguments.hint || arguments.candidates => REASONER,
            _ if arguments.max_steps.is_some() => REASONER,
            _ if arguments.builtin.words.is_some() => ROUNDS.id,
            _ if arguments.prints_steps() => REASONER,
            _ => DEFAULT,
        };
        let given = arguments.backend_id()?;
        let has_fallback = given.is_none() && default == REASONER && !only_reasons(arguments);
        let id = given.unwrap_or_else(|| default.to_owned());
        let mut backend = filter::backend_of_id(&id, all)?;
        if arguments.hint && backend.family() != "deduce" {
            bail!("{id} cannot give hints: expected a backend of the family deduce");
        }
        if follows(arguments) && backend.family() != "deduce" {
            bail!(
                "--candidates and --max-steps follow the steps of deduction: expected a backend of the \
                 family deduce, not {id}"
            );
        }
        if arguments.max_rounds.is_some() && !works_in_rounds(&backend) {
            bail!(
                "{id} does not work in rounds: --max-rounds requires a backend that does, such as {}",
                ROUNDS.id
            );
        }
        if !has_rules {
            check_solutions(arguments, &backend)?;
            let fallback = if has_fallback { Self::default_of(all) } else { None };
            return Ok(Self { backend, rules: None, fallback: fallback.map(Box::new) });
        }
        if backend.id != ROUNDS.id {
            bail!(
                "--insist and --max-hypotheses are rules of {}, not of {}",
                ROUNDS.id,
                backend.id
            );
        }
        let insist = arguments.insist;
        let max_hypotheses = arguments.max_hypotheses.and_then(|limit| limit.0);
        if max_hypotheses.is_some() {
            backend.tasks = &[Task::First];
            backend.complete = false;
        }
        check_solutions(arguments, &backend)?;
        Ok(Self { backend, rules: Some(Rules { insist, max_hypotheses }), fallback: None })
    }

    /// Returns the default backend, if it is among these.
    fn default_of(all: &[Backend]) -> Option<Self> {
        let backend = filter::backend_of_id(DEFAULT, all).ok()?;
        Some(Self { backend, rules: None, fallback: None })
    }

    /// Returns the choice for a board: the default for steps gives way to one that supports the board.
    pub(super) fn on(&self, geometry: &Geometry) -> &Self {
        match &self.fallback {
            Some(fallback) if self.prepare(geometry).is_err() => fallback,
            _ => self,
        }
    }

    /// Prepares a solver for a geometry.
    ///
    /// # Errors
    /// When it does not support the geometry.
    pub(super) fn prepare(&self, geometry: &Geometry) -> Result<Box<dyn Solver>, Unsupported> {
        match self.rules {
            Some(rules) => Ok(rounds::solver(geometry, rules)),
            None => self.backend.prepare::<Puzzle>(geometry),
        }
    }

    /// Returns whether it has rules from the command line.
    pub(super) fn has_rules(&self) -> bool {
        self.rules.is_some()
    }

    /// Returns whether it works in rounds.
    pub(super) fn works_in_rounds(&self) -> bool {
        works_in_rounds(&self.backend)
    }

    /// Returns the number of solutions at which it stops: that of `--max-solutions`, or else 2 if it can decide
    /// uniqueness.
    pub(super) fn solutions(&self, arguments: &SolveArgs) -> u64 {
        let decides = self.backend.tasks.contains(&Task::Unique);
        let default = if decides { 2 } else { 1 };
        arguments.max_solutions.map_or(default, Limit::or_largest)
    }
}

/// Returns whether candidates follow the steps of deduction.
fn follows(arguments: &SolveArgs) -> bool {
    arguments.candidates || arguments.max_steps.is_some()
}

/// Returns whether only a backend of the family `deduce` meets the request.
fn only_reasons(arguments: &SolveArgs) -> bool {
    arguments.hint || follows(arguments)
}

/// Checks that a backend can find as many solutions as are requested.
fn check_solutions(arguments: &SolveArgs, backend: &Backend) -> anyhow::Result<()> {
    let n_found = match backend.tasks {
        tasks if tasks.contains(&Task::Count) => return Ok(()),
        tasks if tasks.contains(&Task::Unique) => 2,
        _ => 1,
    };
    let wanted = arguments.max_solutions.map(Limit::or_largest);
    if wanted.is_some_and(|wanted| wanted > n_found) {
        bail!(
            "{} finds at most {n_found}: expected --max-solutions {n_found}, or another backend",
            backend.id
        );
    }
    Ok(())
}

fn works_in_rounds(backend: &Backend) -> bool {
    backend.counts.contains(&Counter::Rounds)
}
