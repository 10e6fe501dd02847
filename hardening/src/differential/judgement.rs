//! Compares an outcome with what is right, and with what the call and the row of the backend permit.

use std::collections::BTreeSet;

use board::instance::{ExactCover, Formula};
use board::{Graph, Grid, Puzzle, SymbolSet, referee};
use solvers::{Backend, Counter, LimitSupport, Limits, Outcome, Problem, ProblemKind, Stop};

use super::case::Call;
use super::oracle::{self, Truth};

/// What is wrong: the law that does not hold, and how.
pub type Fault = (&'static str, String);

/// A kind of problem, with its oracle.
pub trait Judged: Problem + Clone {
    /// What the oracle knows about a problem.
    type Known;

    /// Asks the oracle.
    fn known(&self) -> Self::Known;

    /// Returns the number of solutions; of a graph, its chromatic number.
    fn truth(known: &Self::Known) -> Truth;

    /// Returns whether the oracle gave up, so that backends may search for ever, too.
    fn is_too_hard(_known: &Self::Known) -> bool {
        false
    }

    /// Checks what is left where a row that does not decide is stuck.
    ///
    /// # Errors
    /// If it is wrong.
    fn judge_stuck(
        &self,
        _known: &Self::Known,
        _row: &Backend,
        _outcome: &Outcome<Self::Answer>,
    ) -> Result<(), Fault> {
        Ok(())
    }

    /// Returns the number of colours of an answer, if as few as possible are wanted.
    fn colours(_answer: &Self::Answer) -> Option<u64> {
        None
    }

    /// Solves all problems at once, if the row can.
    fn batch(
        _row: &Backend,
        _all: &[Self],
        _limits: &Limits<'_>,
    ) -> Option<Vec<Outcome<Self::Answer>>> {
        None
    }
}

impl Judged for Puzzle {
    type Known = (Vec<Grid>, bool);

    fn known(&self) -> Self::Known {
        oracle::grids(self)
    }

    fn truth((grids, is_all): &Self::Known) -> Truth {
        let n = grids.len() as u64;
        if *is_all { Truth::Exactly(n) } else { Truth::AtLeast(n) }
    }

    fn is_too_hard((grids, is_all): &Self::Known) -> bool {
        !is_all && grids.len() < oracle::MOST
    }

    fn judge_stuck(
        &self,
        (grids, is_all): &Self::Known,
        row: &Backend,
        outcome: &Outcome,
    ) -> Result<(), Fault> {
        let law = "what is left contains every solution";
        let Some(partial) = &outcome.partial else {
            let is_shown = outcome.solutions > 0;
            return if is_shown { Ok(()) } else { Err((law, "it shows nothing".into())) };
        };
        let mut cells = partial.allowed().zip(self.allowed());
        if !cells.all(|(left, all)| left.is_subset(all)) {
            return Err((law, "what is left was never there".into()));
        }
        if row.counts.contains(&Counter::Colours) {
            // A colouring is a guess as a whole, and only has to be valid.
            let clash = referee::violations(partial.geometry(), &partial.givens()).next();
            return clash.map_or(Ok(()), |_| Err((law, "two cells of a region are equal".into())));
        }
        if row.assumes_unique && (grids.len() != 1 || !is_all) {
            return Ok(());
        }
        let is_left = |grid: &&Grid| {
            let mut cells = grid.symbols().iter().zip(partial.allowed());
            cells.all(|(&symbol, left): (_, SymbolSet)| left.contains(symbol))
        };
        match grids.iter().find(|grid| !is_left(grid)) {
            Some(lost) => Err((law, format!("it lost {:?}", lost.symbols()))),
            None => Ok(()),
        }
    }

    fn batch(row: &Backend, all: &[Self], limits: &Limits<'_>) -> Option<Vec<Outcome>> {
        let mut solver = row.batch?(all.first()?.geometry()).ok()?;
        let mut outcomes = Vec::new();
        solver.solve_batch(&all.iter().collect::<Vec<_>>(), limits, &mut outcomes);
        Some(outcomes)
    }
}

impl Judged for ExactCover {
    type Known = u64;

    fn known(&self) -> u64 {
        oracle::covers(self)
    }

    fn truth(known: &u64) -> Truth {
        Truth::Exactly(*known)
    }
}

impl Judged for Formula {
    type Known = u64;

    fn known(&self) -> u64 {
        oracle::models(self)
    }

    fn truth(known: &u64) -> Truth {
        Truth::Exactly(*known)
    }
}

impl Judged for Graph {
    type Known = u64;

    fn known(&self) -> u64 {
        oracle::chromatic_number(self)
    }

    fn truth(known: &u64) -> Truth {
        Truth::Exactly(*known)
    }

    fn colours(answer: &Self::Answer) -> Option<u64> {
        Some(answer.iter().collect::<BTreeSet<_>>().len() as u64)
    }
}

/// Checks an outcome.
///
/// # Errors
/// The first law that does not hold.
pub fn judge<P: Judged>(
    problem: &P,
    known: &P::Known,
    row: &Backend,
    call: &Call,
    outcome: &Outcome<P::Answer>,
) -> Result<(), Fault> {
    answers(problem, outcome)?;
    reason(row, call, outcome)?;
    if outcome.stop == Stop::Stuck {
        problem.judge_stuck(known, row, outcome)?;
    }
    match P::KIND {
        ProblemKind::Graph => colours::<P>(known, row, outcome),
        _ => number(&P::truth(known), call, outcome),
    }
}

/// Every answer that is shown is a solution, and at most as many are shown as were found.
fn answers<P: Problem>(problem: &P, outcome: &Outcome<P::Answer>) -> Result<(), Fault> {
    let law = "answers are solutions";
    for answer in outcome.first.iter().chain(&outcome.second) {
        problem.check(answer).map_err(|why| (law, why))?;
    }
    let shown = u64::from(outcome.first.is_some()) + u64::from(outcome.second.is_some());
    let is_double = outcome.second.is_some() && outcome.first == outcome.second;
    let ended = matches!(outcome.stop, Stop::Exhausted | Stop::SolutionLimit);
    if is_double || shown > outcome.solutions || (ended && shown < outcome.solutions.min(2)) {
        let found = outcome.solutions;
        return Err((law, format!("{shown} answers are shown of {found} solutions")));
    }
    Ok(())
}

/// The search ended for a reason that the call gives, and obeyed limits to the number where the row says so.
fn reason<A>(row: &Backend, call: &Call, outcome: &Outcome<A>) -> Result<(), Fault> {
    let (counters, counts) = (&outcome.counters, |it| row.counts.contains(&it));
    let is_possible = match outcome.stop {
        Stop::Exhausted | Stop::SolutionLimit => true,
        Stop::NodeLimit => match row.node_limit {
            LimitSupport::Exact => call.nodes == Some(counters.nodes),
            LimitSupport::Coarse => call.nodes.is_some(),
            LimitSupport::None => false,
        },
        Stop::RoundLimit => counts(Counter::Rounds) && call.rounds == Some(counters.rounds),
        // A row that cannot be interrupted may look at the flag and the clock before it begins.
        Stop::Deadline => call.is_late,
        Stop::Cancelled => call.cancel.is_some(),
        Stop::Stuck => !row.complete,
    };
    let exceeds = |limit: Option<u64>, count: u64| limit.is_some_and(|limit| count > limit);
    let exceeds_nodes = row.node_limit == LimitSupport::Exact
        && counts(Counter::Nodes)
        && exceeds(call.nodes, counters.nodes);
    let exceeds_rounds = counts(Counter::Rounds) && exceeds(call.rounds, counters.rounds);
    if is_possible && !exceeds_nodes && !exceeds_rounds {
        return Ok(());
    }
    let (nodes, rounds) = (counters.nodes, counters.rounds);
    let detail = format!("{:?} after {nodes} nodes and {rounds} rounds", outcome.stop);
    Err(("it ends as its limits demand", detail))
}

/// The number of solutions is right, or possible where the search was ended by a limit.
fn number<A>(truth: &Truth, call: &Call, outcome: &Outcome<A>) -> Result<(), Fault> {
    let found = outcome.solutions;
    let is_right = match outcome.stop {
        Stop::Exhausted => truth.allows(found) && found < call.solutions,
        Stop::SolutionLimit => found == call.solutions && truth.may_have(found),
        _ => found <= call.solutions && truth.may_have(found),
    };
    if is_right {
        return Ok(());
    }
    let detail = format!("{:?} with {found} solutions, expected {truth:?}", outcome.stop);
    Err(("the number of solutions is right", detail))
}

/// An exhausted search found as few colours as possible, any other at least as many.
fn colours<P: Judged>(
    known: &P::Known,
    row: &Backend,
    outcome: &Outcome<P::Answer>,
) -> Result<(), Fault> {
    let colours = outcome.first.as_ref().and_then(P::colours);
    let truth = P::truth(known);
    let is_right = match (outcome.stop, colours) {
        (Stop::Exhausted, Some(found)) => row.complete && truth == Truth::Exactly(found),
        (Stop::Exhausted, None) => false,
        (_, Some(found)) => matches!(truth, Truth::Exactly(least) if least <= found),
        (stop, None) => !matches!(stop, Stop::SolutionLimit | Stop::Stuck),
    };
    if is_right && outcome.solutions <= 1 {
        return Ok(());
    }
    let detail = format!("{:?} with {colours:?} colours of {truth:?}", outcome.stop);
    Err(("as few colours as possible are found", detail))
}
