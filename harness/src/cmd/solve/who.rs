//! Who solves: a row of the registry, or Hurtebis' rounds under rules that no row has.

use anyhow::bail;
use board::{Geometry, Puzzle};
use record::filter;
use solvers::candidates::rounds::{ROUNDS, Rounds, Rules};
use solvers::{Backend, Counter, Solver, Task, Unsupported};

use crate::cli::SolveArgs;

/// Who solves where nobody is named.
const USUAL: &str = "candidates/mrv";

/// Who reasons where nobody is named.
const REASONER: &str = "deduce/all";

/// Who solves.
pub(super) struct Who {
    /// The row; where there are rules, that of the rounds with what the rules make of it.
    pub(super) backend: Backend,
    rules: Option<Rules>,
}

impl Who {
    /// The backend that was named, or the usual one.
    ///
    /// # Errors
    /// When there is no such backend, or it cannot do what is asked.
    pub(super) fn chosen(arguments: &SolveArgs, all: &[Backend]) -> anyhow::Result<Self> {
        let has_rules = arguments.insist || arguments.max_hypotheses.is_some();
        let usual = match arguments {
            _ if has_rules || arguments.max_rounds.is_some() => ROUNDS.id,
            _ if arguments.tells_steps() || arguments.hint => REASONER,
            _ => USUAL,
        };
        let id = arguments.backend_id()?.unwrap_or(usual);
        let mut backend = filter::backend_of_id(id, all)?;
        if arguments.hint && backend.family() != "deduce" {
            bail!("{id} does not reason, so it has no hint: expected one of the family deduce");
        }
        if arguments.max_rounds.is_some() && !goes_in_rounds(&backend) {
            bail!(
                "{id} does not go in rounds: --max-rounds expects a backend that does, like {}",
                ROUNDS.id
            );
        }
        if !has_rules {
            return Ok(Self { backend, rules: None });
        }
        if id != ROUNDS.id {
            bail!("--insist and --max-hypotheses are rules of {}, not of {id}", ROUNDS.id);
        }
        let insist = arguments.insist;
        let max_hypotheses = arguments.max_hypotheses.and_then(|limit| limit.0);
        if max_hypotheses.is_some() {
            backend.tasks = &[Task::First];
            backend.complete = false;
        }
        Ok(Self { backend, rules: Some(Rules { insist, max_hypotheses }) })
    }

    /// A solver for a geometry.
    ///
    /// # Errors
    /// When it does not take the geometry.
    pub(super) fn prepare(&self, geometry: &Geometry) -> Result<Box<dyn Solver>, Unsupported> {
        match self.rules {
            Some(rules) => Ok(Box::new(Rounds::new(geometry, rules))),
            None => self.backend.prepare::<Puzzle>(geometry),
        }
    }

    /// Whether it follows rules that no row has.
    pub(super) fn has_rules(&self) -> bool {
        self.rules.is_some()
    }

    /// Whether it goes in rounds.
    pub(super) fn goes_in_rounds(&self) -> bool {
        goes_in_rounds(&self.backend)
    }

    /// At how many solutions it stops: at the second, where it can be asked whether there is one.
    pub(super) fn solutions(&self) -> u64 {
        if self.backend.tasks.contains(&Task::Unique) { 2 } else { 1 }
    }
}

fn goes_in_rounds(backend: &Backend) -> bool {
    backend.counts.contains(&Counter::Rounds)
}
