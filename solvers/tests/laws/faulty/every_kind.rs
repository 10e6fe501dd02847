//! Faults that a backend may have for any kind of problem: the laws must detect them for each kind.

use board::Puzzle;
use solvers::contract::takes::Prepare;
use solvers::{
    Backend, Certificate, Counter, LimitSupport, Limits, Outcome, Preparation, Prover, Refutation,
    Solver, Stop, Unsupported,
};

use super::honest::{Honest, altered, ask, complaints, honest};
use crate::kinds::on_every_kind;
use crate::laws;

on_every_kind! {
    the_honest_row_breaks_no_law;
    a_solution_too_many_is_found;
    an_answer_that_is_none_is_found;
    a_memorised_problem_is_found;
    a_solver_that_keeps_state_is_found;
    counters_that_are_not_claimed_or_not_counted_are_found;
    a_node_limit_that_is_ignored_is_found;
    an_undeclared_node_limit_is_found;
    a_round_limit_that_is_claimed_and_ignored_is_found;
    ignored_time_and_cancellation_are_found;
    an_unreported_solution_is_found;
    a_counter_above_its_events_is_found;
    a_trace_that_claims_something_else_is_found;
    a_problem_that_is_refused_is_found;
    proofs_that_do_not_hold_are_found;
}

/// Returns a solver that changes the outcomes of an honest one.
fn changed<P: Honest>(
    frame: &P::Frame,
    change: fn(&P, &mut Outcome<P::Answer>),
) -> Result<Box<dyn Solver<P>>, Unsupported> {
    altered(frame, move |inner, problem, limits, observer| {
        let mut outcome = ask(inner, problem, limits, observer);
        change(problem, &mut outcome);
        outcome
    })
}

/// Returns the row of an honest solver, with a faulty one.
fn faulty<P: Honest>(solver: Prepare<P>) -> Backend {
    Backend { takes: P::takes(Preparation::new(solver)), ..P::ROW }
}

#[track_caller]
fn check<P: Honest>(solver: Prepare<P>, law: &str) {
    check_row::<P>(&faulty::<P>(solver), law);
}

#[track_caller]
fn check_row<P: Honest>(row: &Backend, law: &str) {
    let complaints = complaints::<P>(row);
    assert!(complaints.contains(&law), "the laws complain of {complaints:?}");
}

fn the_honest_row_breaks_no_law<P: Honest>() {
    for (says, law) in laws::<P>() {
        assert_eq!(law(&P::ROW), Ok(()), "{says}");
    }
}

fn a_solution_too_many_is_found<P: Honest>() {
    check::<P>(
        |frame| changed::<P>(frame, |_, outcome| outcome.solutions += 1),
        "it finds the known number of solutions",
    );
}

fn an_answer_that_is_none_is_found<P: Honest>() {
    check::<P>(
        |frame| {
            changed::<P>(frame, |problem, outcome| {
                outcome.first.as_mut().into_iter().for_each(|answer| problem.spoil(answer));
            })
        },
        "it finds the known number of solutions",
    );
}

fn a_memorised_problem_is_found<P: Honest>() {
    let forgets = |frame: &P::Frame| {
        changed::<P>(frame, |problem, outcome| {
            let mut known = P::cases().iter().map(|case| case.problem.in_words());
            if !known.any(|words| words == problem.in_words()) {
                *outcome = Outcome::ended(Stop::Exhausted);
            }
        })
    };
    assert!(!complaints::<P>(&faulty::<P>(forgets)).contains(&laws::<P>()[0].0));
    check::<P>(forgets, "renumbering a problem does not change its result");
}

fn a_solver_that_keeps_state_is_found<P: Honest>() {
    check::<P>(
        |frame| {
            let mut spent = 0;
            altered::<P>(frame, move |inner, problem, limits, observer| {
                let mut outcome = ask(inner, problem, limits, observer);
                outcome.counters.nodes += spent;
                spent += outcome.counters.nodes;
                outcome
            })
        },
        "it is independent of earlier searches",
    );
}

fn counters_that_are_not_claimed_or_not_counted_are_found<P: Honest>() {
    let law = "it fills exactly the counters that it claims";
    check_row::<P>(&Backend { counts: &[], ..P::ROW }, law);
    check_row::<P>(&Backend { counts: &Counter::ALL, ..P::ROW }, law);
    check_row::<P>(&Backend { counts_traced: &[Counter::Rounds], ..P::ROW }, law);
}

fn a_node_limit_that_is_ignored_is_found<P: Honest>() {
    check::<P>(
        |frame| {
            altered::<P>(frame, |inner, problem, limits, observer| {
                ask(inner, problem, &Limits { nodes: None, ..*limits }, observer)
            })
        },
        "it obeys the node limit as claimed",
    );
}

fn an_undeclared_node_limit_is_found<P: Honest>() {
    let secretive = Backend { node_limit: LimitSupport::None, ..P::ROW };
    check_row::<P>(&secretive, "it obeys the node limit as claimed");
}

fn a_round_limit_that_is_claimed_and_ignored_is_found<P: Honest>() {
    let row = faulty::<P>(|frame| changed::<P>(frame, |_, it| it.counters.rounds = 9));
    let ignorant = Backend { counts: &Counter::ALL, ..row };
    check_row::<P>(&ignorant, "it obeys the round limit if it counts rounds");
}

fn ignored_time_and_cancellation_are_found<P: Honest>() {
    check::<P>(
        |frame| {
            altered::<P>(frame, |inner, problem, limits, observer| {
                ask(inner, problem, &Limits { time: None, cancel: None, ..*limits }, observer)
            })
        },
        "it obeys time and cancellation as claimed",
    );
}

fn an_unreported_solution_is_found<P: Honest>() {
    check::<P>(
        |frame| {
            altered::<P>(frame, |inner, problem, limits, observer| match observer {
                Some(_) => inner.trace(problem, limits, &mut ()),
                None => inner.solve(problem, limits),
            })
        },
        "its events agree with its counters",
    );
}

fn a_counter_above_its_events_is_found<P: Honest>() {
    check::<P>(
        |frame| changed::<P>(frame, |_, it| it.counters.conflicts += 1),
        "its events agree with its counters",
    );
}

fn a_trace_that_claims_something_else_is_found<P: Honest>() {
    check::<P>(
        |frame| {
            altered::<P>(frame, |inner, problem, limits, observer| {
                let is_watched = observer.is_some();
                let mut outcome = ask(inner, problem, limits, observer);
                outcome.counters.nodes += u64::from(is_watched);
                outcome
            })
        },
        "its events agree with its counters",
    );
}

fn a_problem_that_is_refused_is_found<P: Honest>() {
    let row = faulty::<P>(|_| Err(Unsupported("no, thank you".into())));
    let found = complaints::<P>(&row).contains(&"it finds the known number of solutions");
    // A row may support a single board.
    assert_eq!(found, P::KIND != solvers::ProblemKind::Puzzle);
}

/// A prover whose proofs are changed afterwards.
struct Liar<P: Honest>(Box<dyn Prover<P>>, fn(&mut Certificate));

impl<P: Honest> Prover<P> for Liar<P> {
    fn certify(
        &mut self,
        problem: &P,
        known: Option<&P::Answer>,
        limits: &Limits<'_>,
    ) -> Certificate {
        let mut certificate = self.0.certify(problem, known, limits);
        (self.1)(&mut certificate);
        certificate
    }
}

/// A prover that does not forbid the known solution.
struct Forgetful<P: Honest>(Box<dyn Prover<P>>);

impl<P: Honest> Prover<P> for Forgetful<P> {
    fn certify(&mut self, problem: &P, _: Option<&P::Answer>, limits: &Limits<'_>) -> Certificate {
        self.0.certify(problem, None, limits)
    }
}

fn proofs_that_do_not_hold_are_found<P: Honest>() {
    let Some(proving) = P::PROVING.and_then(|row| row.takes.get::<P>()) else { return };
    fn lying<P: Honest>(
        frame: &P::Frame,
        lie: fn(&mut Certificate),
    ) -> Result<Box<dyn Prover<P>>, Unsupported> {
        let prover = P::PROVING.and_then(|row| row.prover::<P>()).expect("it proves");
        Ok(Box::new(Liar(prover(frame)?, lie)))
    }
    let row = |prover| {
        let takes = P::takes(Preparation { prover: Some(prover), ..proving });
        Backend { takes, ..P::PROVING.expect("it proves") }
    };
    let law = "its proofs are valid";
    assert!(!complaints::<P>(&P::PROVING.expect("it proves")).contains(&law));
    check_row::<P>(
        &row(|frame| lying::<P>(frame, |it| it.refutation = Refutation::Satisfiable)),
        law,
    );
    check_row::<P>(
        &row(|frame| {
            lying::<P>(frame, |it| it.refutation = Refutation::Proved(Default::default()))
        }),
        law,
    );
    let forgetful = |frame: &P::Frame| -> Result<Box<dyn Prover<P>>, Unsupported> {
        let prover = P::PROVING.and_then(|row| row.prover::<P>()).expect("it proves");
        Ok(Box::new(Forgetful(prover(frame)?)))
    };
    check_row::<P>(&row(forgetful), law);
}

/// A row that accepts puzzles does not thereby accept any other kind.
#[test]
fn kinds_are_taken_one_by_one() {
    let row = faulty::<Puzzle>(honest::<Puzzle>);
    assert!(row.takes::<Puzzle>() && !row.takes::<board::Graph>());
    assert!(row.prepare::<board::Graph>(&board::Graph::new(0, []).expect("no edge")).is_err());
}
