//! The kinds of problems, with small problems of each on which the laws are checked.

mod cover;
mod formula;
mod graph;
mod puzzle;

use solvers::{Backend, Counter, Outcome, Preparation, Problem, Stop, Takes};

use crate::recorder::Recorded;

/// The maximum count of solutions in these tests.
pub(crate) const ENOUGH: u64 = 600;

/// A kind of problem, as the laws use it.
pub(crate) trait Kind: Problem + Clone {
    /// Counters that no event of this kind reports.
    const UNREPORTED: &'static [Counter] = &[];

    /// Counters that stay zero on this kind, whatever a row claims.
    const UNUSED: &'static [Counter] = &[];

    /// Returns problems whose number of solutions is known: one, several and none. Some of them
    /// take more than ten nodes.
    fn cases() -> &'static [Case<Self>];

    /// Returns a problem that takes more ticks than lie between two readings of the clock, and the
    /// number of solutions to ask for.
    fn long() -> (Self, u64);

    /// Returns the same problem with everything renumbered.
    fn shuffled(&self, seed: u64) -> Self;

    /// Returns whether it is too large for what is done many times, or in another order.
    fn is_large(&self) -> bool {
        false
    }

    /// Returns whether a row that takes this kind may refuse the problem.
    fn may_be_refused(&self) -> bool {
        false
    }

    /// Returns the problem as text, for complaints.
    fn in_words(&self) -> String;

    /// Returns the field `takes` of a row that accepts this kind only.
    fn takes(preparation: Preparation<Self>) -> Takes;

    /// Checks an outcome for a problem with `solutions`, of which `limit` were asked for.
    fn judge(
        &self,
        solutions: u64,
        limit: u64,
        _backend: &Backend,
        outcome: &Outcome<Self::Answer>,
    ) -> Result<(), String> {
        self.refereed(outcome)?;
        is_expected(outcome, solutions, limit).map_err(|why| format!("{}: {why}", self.in_words()))
    }

    /// Checks that each answer of an outcome solves the problem, and that as many as possible are
    /// shown.
    fn refereed(&self, outcome: &Outcome<Self::Answer>) -> Result<(), String> {
        let complain = |why: &str| Err(format!("{}: {why}", self.in_words()));
        for answer in outcome.first.iter().chain(&outcome.second) {
            self.check(answer).or_else(|why| complain(&why))?;
        }
        let shown = (outcome.first.is_some(), outcome.second.is_some());
        let expected = (outcome.solutions > 0, outcome.solutions > 1);
        if shown != expected || (shown.1 && outcome.first == outcome.second) {
            let solutions = outcome.solutions;
            return complain(&format!("the answers shown do not prove {solutions} solutions"));
        }
        Ok(())
    }

    /// Checks that an event is possible in a search for this problem.
    fn judge_event(&self, _event: &Recorded) -> Result<(), String> {
        Ok(())
    }
}

/// Checks that a search ended as it must with `solutions`, of which `limit` were asked for.
fn is_expected<A>(outcome: &Outcome<A>, solutions: u64, limit: u64) -> Result<(), String> {
    let expected = match solutions < limit {
        true => (Stop::Exhausted, solutions),
        false => (Stop::SolutionLimit, limit),
    };
    let found = (outcome.stop, outcome.solutions);
    if found == expected { Ok(()) } else { Err(format!("{found:?}, expected {expected:?}")) }
}

/// A problem with a known number of solutions.
pub(crate) struct Case<P> {
    pub(crate) problem: P,
    /// The number of its solutions; of a graph, its chromatic number.
    pub(crate) solutions: u64,
}

/// Generates one test for each kind from a function that is generic over kinds.
macro_rules! on_every_kind {
    ($($name:ident;)+) => {$(
        mod $name {
            #[test]
            fn of_puzzles() {
                super::$name::<board::Puzzle>();
            }

            #[test]
            fn of_exact_covers() {
                super::$name::<board::instance::ExactCover>();
            }

            #[test]
            fn of_formulas() {
                super::$name::<board::instance::Formula>();
            }

            #[test]
            fn of_graphs() {
                super::$name::<board::Graph>();
            }
        }
    )+};
}

pub(crate) use on_every_kind;

/// There is a problem with one solution, one with several and, where possible, one with none.
fn cases_differ<P: Kind>() {
    let has = |is_it: fn(u64) -> bool| P::cases().iter().any(|case| is_it(case.solutions));
    assert!(has(|it| it == 1) && has(|it| it > 1));
    assert!(has(|it| it == 0) || P::KIND == solvers::ProblemKind::Graph);
}

on_every_kind! {
    cases_differ;
}
