//! The search of `solve`, followed by what prints its steps and by what colours its grid.

use std::io::Write;
use std::sync::atomic::AtomicBool;

use race::progress_line::ProgressLine;
use serde_json::Value;
use solvers::{Backend, Counters, Limits, Outcome, Solver, StepSupport};

use super::Job;
use super::candidates::CandidateTrail;
use super::history::{History, Tee};
use super::steps::{Extent, StepPrinter};
use crate::cli::SolveArgs;
use crate::cmd::level_profile::LevelProfile;

/// What a search found, and how.
pub(super) struct Searched<'a> {
    pub(super) outcome: Outcome,
    pub(super) history: History,
    /// The candidates, if they were followed.
    pub(super) trail: Option<CandidateTrail<'a>>,
    pub(super) n_steps: usize,
    /// The steps as JSON, if they are not printed.
    pub(super) kept: Vec<Value>,
    /// The cost of each level, if requested.
    pub(super) levels: Vec<Counters>,
}

impl Job<'_> {
    /// Searches, and prints steps if they are wanted.
    pub(super) fn search(
        &self,
        limits: &Limits<'_>,
        flag: &AtomicBool,
        out: &mut dyn Write,
    ) -> anyhow::Result<Searched<'_>> {
        let geometry = self.puzzle.geometry();
        let mut solver = self.choice.prepare(geometry).map_err(|reason| {
            let id = self.choice.backend.id;
            anyhow::anyhow!("{id} does not support {}: {reason}", self.called)
        })?;
        let trail = self.trail();
        let (extent, is_traced) = match self.arguments {
            SolveArgs { hint: true, .. } => (Extent::Hint, true),
            given if given.prints_steps() => (Extent::All, true),
            _ => (Extent::Nothing, trail.is_some()),
        };
        let lines = if self.arguments.is_json() { None } else { Some(out) };
        let mut steps = StepPrinter::new(geometry, extent, lines, self.pauses, flag)
            .mark_first(self.after_first())
            .follow(trail, self.arguments.candidates);
        let mut history = History::new(geometry.cells(), self.n_shown());
        let line = match (extent, self.pauses) {
            (Extent::Nothing, None) => ProgressLine::waiting("searching"),
            _ => ProgressLine::hidden(),
        };
        let traced = is_traced.then_some(&mut steps);
        let (outcome, levels) = self.outcome(&mut *solver, limits, &mut history, traced)?;
        drop(line);
        let Backend { id, steps: reported, .. } = self.choice.backend;
        if let (Extent::All, StepSupport::SolutionsOnly(reason)) = (extent, reported) {
            steps.heading(&format!("{id} reports its solutions, but not its steps: {reason}"));
        }
        let StepPrinter { error, n_steps, kept, trail, .. } = steps;
        match error {
            Some(error) => Err(error.into()),
            None => Ok(Searched { outcome, history, trail, n_steps, kept, levels }),
        }
    }

    /// Runs a solver, and traces it if steps, its history or a profile need that. Returns the outcome, and the cost of
    /// each level if requested.
    fn outcome(
        &self,
        solver: &mut dyn Solver,
        limits: &Limits<'_>,
        history: &mut History,
        steps: Option<&mut StepPrinter<'_, '_, '_>>,
    ) -> anyhow::Result<(Outcome, Vec<Counters>)> {
        if self.arguments.profile {
            let mut profile = LevelProfile::default();
            let next = Some(&mut profile);
            let outcome = solver.trace(self.puzzle, limits, &mut Tee { history, next });
            let levels = profile.end(self.choice.backend.id, &outcome.counters)?;
            return Ok((outcome, levels));
        }
        let outcome = match steps {
            None if !self.traces() => solver.solve(self.puzzle, limits),
            next => solver.trace(self.puzzle, limits, &mut Tee { history, next }),
        };
        Ok((outcome, Vec::new()))
    }

    /// Returns the candidates to follow, if they are shown or limit the number of steps.
    pub(super) fn trail(&self) -> Option<CandidateTrail<'_>> {
        let is_wanted = self.arguments.candidates || self.arguments.max_steps.is_some();
        is_wanted.then(|| CandidateTrail::new(self.puzzle, self.arguments.most_steps()))
    }
}
