//! A backend of the registry, in this process.
//!
//! It is prepared once for each geometry. Before its first timed solve on a geometry it solves a few
//! puzzles that are not timed, which warms it up. Then it solves in [stretches](stopwatch), each solve
//! with a time of its own. A backend that works on many puzzles at once is given them as a batch, and
//! each has the mean.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use board::{Geometry, Puzzle};
use record::manifest::ClockCosts;
use solvers::{
    Backend, BatchSolver, Limits, LineResult, LineSolver, NullObserver, Outcome, Solver, Stop,
    Unsupported,
};

use super::stopwatch::{self, STRETCH, timed};
use crate::corpus::{Bare, Item};
use crate::executor::guard::guarded;
use crate::executor::{Failure, Finding, Found, Question, Racer, Stage, Times};
use crate::machine::allocations;

/// How many puzzles the warm-up solves, at the most.
const WARM_UP: usize = 8;

/// How long the warm-up goes on, and the limit of each of its solves.
const WARM_UP_TIME: Duration = Duration::from_millis(1);

/// A row of the registry that runs here.
pub(crate) struct InProcess {
    backend: Backend,
    costs: ClockCosts,
    prepared: HashMap<*const Geometry, Prepared<Hand>>,
    for_lines: HashMap<*const Geometry, Prepared<Box<dyn LineSolver>>>,
    /// Whether each solve is handed over before the next one begins.
    one_by_one: bool,
}

/// What preparing for a geometry gave.
struct Prepared<S> {
    solver: Result<S, Failure>,
    setup: Duration,
    /// Whether the last solve filled a stretch by itself: then the next one is told before it begins, and
    /// handed over before another does.
    is_slow: bool,
    /// Keeps the geometry where it is, so that its address names it.
    _geometry: Arc<Geometry>,
}

/// A solver of one puzzle at a time, or of batches.
enum Hand {
    One(Box<dyn Solver>),
    Many(Box<dyn BatchSolver>),
}

impl Hand {
    fn one(&mut self) -> &mut dyn Solver {
        match self {
            Self::One(solver) => &mut **solver,
            Self::Many(solver) => &mut **solver,
        }
    }
}

impl Racer for InProcess {
    fn pass(&mut self, items: &[&Item], question: &Question<'_>, found: &mut Found<'_>) {
        let same_geometry =
            |a: &&Item, b: &&Item| Arc::ptr_eq(a.puzzle.geometry(), b.puzzle.geometry());
        let mut place = 0;
        for run in items.chunk_by(same_geometry) {
            let mut rest = run;
            while !rest.is_empty() && !question.cancel.load(Ordering::Relaxed) {
                let mut here = |index: usize, finding: &Finding| found(place + index, finding);
                let n_solved = self.some(rest, question, &mut here);
                rest = &rest[n_solved..];
                place += n_solved;
            }
        }
    }

    fn lines(
        &mut self,
        lines: &Bare,
        question: &Question<'_>,
        solved: &mut Vec<LineResult>,
    ) -> Option<Times> {
        let first = lines.item(0);
        let key = Arc::as_ptr(first.puzzle.geometry());
        let costs = self.costs;
        let prepared = self.prepared_for_lines(&first, question)?;
        // What is wrong is told when they are puzzles.
        let (setup, solver) = (Some(prepared.setup), prepared.solver.as_mut().ok()?);
        let work = || solver.solve_lines(lines.text(), &question.limits(), solved);
        let (taken, elapsed) = timed(&costs, || guarded(work));
        if taken.is_err() {
            // Its memory is in an unknown state.
            self.for_lines.remove(&key);
        }
        let times = Times { setup, ..elapsed.mean(lines.len(), &costs) };
        let is_done = taken.is_ok_and(|taken| taken) && solved.len() == lines.len();
        is_done.then_some(times)
    }
}

impl InProcess {
    /// A racer for a row, on a machine with these clocks.
    pub(crate) fn new(backend: Backend, costs: ClockCosts) -> Self {
        Self {
            backend,
            costs,
            prepared: HashMap::new(),
            for_lines: HashMap::new(),
            one_by_one: false,
        }
    }

    /// Whether from now on each solve is handed over before the next one begins, however short.
    pub(crate) fn set_one_by_one(&mut self, one_by_one: bool) {
        self.one_by_one = one_by_one;
    }

    /// Solves a stretch of items of one geometry, or a batch. Tells how many; all of them where the
    /// pass is over because of a cancellation.
    fn some(&mut self, items: &[&Item], question: &Question<'_>, found: &mut Found<'_>) -> usize {
        let (backend, costs, one_by_one) = (self.backend, self.costs, self.one_by_one);
        let key = Arc::as_ptr(items[0].puzzle.geometry());
        let prepared = self.prepared(items, question);
        let setup = Some(prepared.setup);
        let solver = match &mut prepared.solver {
            Ok(solver) => solver,
            Err(failure) => {
                let times = Times { setup, ..Times::default() };
                found(0, &Finding::failed(failure.clone(), times));
                return 1;
            }
        };
        let is_single = backend.batch.is_none() && (prepared.is_slow || one_by_one);
        let together = if is_single { 1 } else { items.len() };
        question.tell(items[0], if is_single { Stage::Solving } else { Stage::Block });
        let solved = match solver {
            Hand::One(one) => stopwatch::stretch(&mut **one, &items[..together], question, &costs),
            Hand::Many(many) => stopwatch::batch(&mut **many, &items[..together], question, &costs),
        };
        let n_solved = solved.outcomes.len();
        let last = solved.outcomes.last().and_then(|(_, times)| times.wall_ns);
        prepared.is_slow = last.is_some_and(|wall| u128::from(wall) >= STRETCH.as_nanos());
        for (index, (outcome, times)) in solved.outcomes.into_iter().enumerate() {
            if outcome.stop == Stop::Cancelled {
                return items.len();
            }
            let mut finding = Finding::answered(outcome, Times { setup, ..times });
            apart(&backend, solver.one(), items[index], question, &mut finding);
            found(index, &finding);
        }
        let Some((message, times)) = solved.panic else { return n_solved };
        found(n_solved, &Finding::failed(Failure::Crashed(message), Times { setup, ..times }));
        // Its memory is in an unknown state.
        self.prepared.remove(&key);
        n_solved + 1
    }

    /// The solver for the geometry of the items, warmed up; or why there is none.
    fn prepared(&mut self, items: &[&Item], question: &Question<'_>) -> &mut Prepared<Hand> {
        let key = Arc::as_ptr(items[0].puzzle.geometry());
        let (backend, one_by_one) = (&self.backend, self.one_by_one);
        self.prepared.entry(key).or_insert_with(|| {
            question.tell(items[0], Stage::Preparing);
            let mut prepared = prepare(backend, items[0]);
            if let Ok(Hand::One(solver)) = &mut prepared.solver
                && !one_by_one
            {
                prepared.is_slow = warm_up(&mut **solver, items, question);
            }
            prepared
        })
    }

    /// The solver of lines for the geometry of an item, warmed up; none where the backend has none.
    fn prepared_for_lines(
        &mut self,
        item: &Item,
        question: &Question<'_>,
    ) -> Option<&mut Prepared<Box<dyn LineSolver>>> {
        let lines = self.backend.lines?;
        let (is_warmed_up, geometry) = (self.backend.batch.is_none(), item.puzzle.geometry());
        let prepared = self.for_lines.entry(Arc::as_ptr(geometry)).or_insert_with(|| {
            question.tell(item, Stage::Preparing);
            let mut prepared = timed_setup(geometry, || lines(geometry));
            if let Ok(solver) = &mut prepared.solver
                && is_warmed_up
            {
                warm_up(&mut **solver, &[item], question);
            }
            prepared
        });
        Some(prepared)
    }
}

/// Prepares a solver for the geometry of an item, or for the instance that it is.
fn prepare(backend: &Backend, item: &Item) -> Prepared<Hand> {
    let geometry = item.puzzle.geometry();
    timed_setup(geometry, || match (&item.instance, backend.batch) {
        (Some(instance), _) => instance.prepare(backend).map(Hand::One),
        (None, Some(batch)) => batch(geometry).map(Hand::Many),
        (None, None) => backend.prepare::<Puzzle>(geometry).map(Hand::One),
    })
}

/// Prepares, and takes the time.
fn timed_setup<S>(
    geometry: &Arc<Geometry>,
    prepare: impl FnOnce() -> Result<S, Unsupported>,
) -> Prepared<S> {
    let start = Instant::now();
    let solver = match guarded(prepare) {
        Ok(Ok(solver)) => Ok(solver),
        Ok(Err(unsupported)) => Err(Failure::Unsupported(unsupported.to_string())),
        Err(message) => Err(Failure::Crashed(message)),
    };
    let setup = start.elapsed();
    Prepared { solver, setup, is_slow: false, _geometry: geometry.clone() }
}

/// Solves some puzzles without a row, for a millisecond and not beyond; a panic is left for the pass to
/// find. Tells whether a solve fills a stretch by itself.
fn warm_up(solver: &mut dyn Solver, items: &[&Item], question: &Question<'_>) -> bool {
    let time = question.plan.timeout.map_or(WARM_UP_TIME, |limit| limit.min(WARM_UP_TIME));
    let limits = Limits { time: Some(time), found: None, ..question.limits() };
    let (begun, mut is_slow) = (Instant::now(), false);
    for item in items.iter().take(WARM_UP) {
        question.tell(item, Stage::Pilot);
        let start = Instant::now();
        let solved = guarded(|| solver.solve(&item.puzzle, &limits));
        is_slow = start.elapsed() >= STRETCH;
        if solved.is_err() || begun.elapsed() >= WARM_UP_TIME {
            break;
        }
    }
    is_slow
}

/// The passes that are not timed: what a backend counts only when somebody watches, and memory.
fn apart(
    backend: &Backend,
    solver: &mut dyn Solver,
    item: &Item,
    question: &Question<'_>,
    finding: &mut Finding,
) {
    let memory = question.plan.memory;
    let is_traced = backend.counts_traced.iter().any(|counter| memory || !counter.is_of_memory());
    if !is_traced && !memory {
        return;
    }
    question.tell(item, Stage::Solved(finding));
    let limits = Limits { found: None, ..question.limits() };
    if is_traced {
        let traced = guarded(|| solver.trace(&item.puzzle, &limits, &mut NullObserver));
        let is_same =
            |traced: &Outcome| finding.answer.as_ref().is_ok_and(|o| o.stop == traced.stop);
        finding.apart = traced.ok().filter(is_same).map(|traced| traced.counters);
    }
    if memory {
        let measure = || allocations::measure_peak(|| solver.solve(&item.puzzle, &limits));
        finding.peak_bytes = guarded(measure).ok().map(|(_, peak)| peak);
    }
}
