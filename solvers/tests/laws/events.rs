//! Events agree with counters.

use std::collections::BTreeMap;

use solvers::{Backend, Counter, Counters, Limits, Outcome, Solver, StepSupport, Stop};

use crate::kinds::Kind;
use crate::recorder::{Recorded, Recorder};
use crate::{prepare_for, repeated};

/// Checks that a trace claims what a solve claims, and that the number of its events equals each
/// counter.
pub(crate) fn agree<P: Kind>(backend: &Backend) -> Result<(), String> {
    let all = Limits::solutions(2);
    let few_nodes = Limits { nodes: Some(10), ..all };
    let few_rounds = Limits { rounds: Some(3), ..all };
    for case in repeated::<P>(backend) {
        let Some(mut solver) = prepare_for::<P>(backend, case.problem.frame()) else { continue };
        for limits in [all, few_nodes, few_rounds] {
            traced_alike(backend, &mut *solver, &case.problem, &limits)
                .map_err(|complaint| format!("{}: {complaint}", case.problem.in_words()))?;
        }
    }
    Ok(())
}

/// Solves, traces, and compares.
pub(crate) fn traced_alike<P: Kind>(
    backend: &Backend,
    solver: &mut dyn Solver<P>,
    problem: &P,
    limits: &Limits<'_>,
) -> Result<(), String> {
    let solved = solver.solve(problem, limits);
    let mut recorder = Recorder::default();
    let traced = solver.trace(problem, limits, &mut recorder);
    // For a row that keeps state, the first solution and its cost depend on earlier searches.
    let is_other = !backend.stateful && traced.first != solved.first;
    if is_other || (traced.stop, traced.solutions) != (solved.stop, solved.solutions) {
        return Err("a trace claims something else than a solve".into());
    }
    for &counter in backend.counts.iter().filter(|_| !backend.stateful) {
        if traced.counters.get(counter) != solved.counters.get(counter) {
            return Err(format!("{counter:?} differs between a trace and a solve"));
        }
    }
    let reported = EventCounts::by(&recorder.events);
    if reported.solutions == 0 && traced.first.is_some() {
        return Err("no event reports the solution".into());
    }
    if reported.steps == 0 && is_silent(backend) {
        return Ok(());
    }
    let is_reported = |counter: &&Counter| {
        let is_inexact = **counter == Counter::Propagations && reports_literals(backend);
        !is_inexact && !P::UNREPORTED.contains(counter)
    };
    reported.compare(backend.counts.iter().filter(is_reported), &traced)?;
    recorder.events.iter().try_for_each(|event| problem.judge_event(event))
}

/// Returns whether a row states that it reports its solutions only.
fn is_silent(backend: &Backend) -> bool {
    backend.steps != StepSupport::All
}

/// Returns whether a row has an engine of this project, which reports each literal. Those that it assigned
/// are more than those that it propagated before a conflict.
fn reports_literals(backend: &Backend) -> bool {
    backend.family() == "sat" && !is_silent(backend)
}

/// The counters that follow from events.
const REPORTED: [Counter; 9] = [
    Counter::Nodes,
    Counter::Bets,
    Counter::Conflicts,
    Counter::Deductions,
    Counter::Eliminations,
    Counter::Rounds,
    Counter::Passes,
    Counter::MaxDepth,
    Counter::Propagations,
];

/// The totals of the events of a trace.
#[derive(Default)]
struct EventCounts {
    counters: Counters,
    depth: u64,
    solutions: u64,
    /// How many of them the last state that was met before has, if nothing was found after it.
    known_last: u64,
    /// The number of events that are steps: not solutions, nor what a formula means.
    steps: u64,
    /// How often each technique succeeded.
    techniques: BTreeMap<&'static str, u64>,
}

impl EventCounts {
    fn by(events: &[Recorded]) -> Self {
        let mut reported = Self::default();
        events.iter().for_each(|event| reported.add(event));
        reported
    }

    fn add(&mut self, event: &Recorded) {
        self.steps += 1;
        let counters = &mut self.counters;
        match event {
            Recorded::Node => counters.nodes += 1,
            Recorded::Bet { alternatives, .. }
            | Recorded::Confine { alternatives, .. }
            | Recorded::Choose { alternatives, .. }
            | Recorded::Close { alternatives, .. }
            | Recorded::Paint { alternatives, .. }
                if *alternatives > 1 =>
            {
                counters.bets += 1;
                self.depth += 1;
                counters.max_depth = counters.max_depth.max(self.depth);
            }
            Recorded::Assume { level, .. } => {
                counters.bets += 1;
                counters.max_depth = counters.max_depth.max(*level as u64);
            }
            Recorded::Deduce { .. }
            | Recorded::Choose { .. }
            | Recorded::Close { .. }
            | Recorded::Paint { .. } => {
                counters.deductions += 1;
            }
            Recorded::Undo => self.depth = self.depth.saturating_sub(1),
            Recorded::Conflict => counters.conflicts += 1,
            Recorded::Cover(_) => counters.propagations += 1,
            Recorded::Round => counters.rounds += 1,
            Recorded::Pass => counters.passes += 1,
            Recorded::Step { technique, step } => {
                *self.techniques.entry(technique).or_default() += 1;
                // The eliminations of a single are the consequence of a placement.
                if *technique != "naked-single" {
                    counters.eliminations += step.eliminations.len() as u64;
                }
            }
            Recorded::Encoded(_) => self.steps -= 1,
            Recorded::Known(solutions) => {
                self.solutions += solutions;
                self.known_last = *solutions;
            }
            Recorded::Solution(_)
            | Recorded::Chosen(_)
            | Recorded::Coloured(_)
            | Recorded::Model(_) => {
                self.solutions += 1;
                self.known_last = 0;
                self.steps -= 1;
            }
            _ => {}
        }
    }

    /// Compares the reported totals with the counters.
    fn compare<'a, A>(
        &self,
        counts: impl Iterator<Item = &'a Counter>,
        outcome: &Outcome<A>,
    ) -> Result<(), String> {
        let counted = outcome.solutions;
        // A state that was met before, the last one, may have more solutions than the limit leaves.
        let is_cut = outcome.stop == Stop::SolutionLimit
            && (self.solutions - self.known_last..self.solutions).contains(&counted);
        if self.solutions != counted && !is_cut {
            return Err(format!("{} solutions in the events, {counted} counted", self.solutions));
        }
        for &counter in counts.filter(|counter| REPORTED.contains(counter)) {
            let (reported, counted) = (self.counters.get(counter), outcome.counters.get(counter));
            if reported != counted {
                return Err(format!("{counter:?}: {reported} in the events, {counted} counted"));
            }
        }
        let counted: BTreeMap<_, _> = outcome.techniques.iter().copied().collect();
        if !counted.is_empty() && self.techniques != counted {
            return Err(format!("{:?} in the events, {counted:?} counted", self.techniques));
        }
        Ok(())
    }
}
