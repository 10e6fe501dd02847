//! The kinds of problems, with small problems of each on which the laws are held.

mod cover;
mod formula;
mod graph;
mod puzzle;

use solvers::{Backend, Counter, Outcome, Preparation, Problem, Stop, Takes};

use crate::recorder::Recorded;

/// Where a count of these tests ends.
pub(crate) const ENOUGH: u64 = 600;

/// A kind of problem, as the laws see it.
pub(crate) trait Kind: Problem + Clone {
    /// Counters of which no event of this kind tells.
    const UNTOLD: &'static [Counter] = &[];

    /// Counters that stay zero on this kind, whatever a row claims.
    const UNUSED: &'static [Counter] = &[];

    /// Problems whose number of solutions is known: one, several and none. Searches for them take more
    /// than ten nodes somewhere.
    fn cases() -> &'static [Case<Self>];

    /// A problem that occupies a search for more ticks than lie between two looks at the clock, and how
    /// many solutions are asked for.
    fn long() -> (Self, u64);

    /// The same problem, with everything renumbered.
    fn shuffled(&self, seed: u64) -> Self;

    /// The problem, as a complaint names it.
    fn in_words(&self) -> String;

    /// What takes this kind alone.
    fn takes(preparation: Preparation<Self>) -> Takes;

    /// Whether an outcome is right for a problem with `solutions`, of which `limit` were asked for.
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

    /// Each answer of an outcome solves the problem, and there are as many as can be shown.
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

    /// Whether an event can be one of a search for this problem.
    fn judge_event(&self, _event: &Recorded) -> Result<(), String> {
        Ok(())
    }
}

/// Whether a search ended as it has to with so many solutions, of which `limit` were asked for.
fn is_expected<A>(outcome: &Outcome<A>, solutions: u64, limit: u64) -> Result<(), String> {
    let expected = match solutions < limit {
        true => (Stop::Exhausted, solutions),
        false => (Stop::SolutionLimit, limit),
    };
    let found = (outcome.stop, outcome.solutions);
    if found == expected { Ok(()) } else { Err(format!("{found:?}, expected {expected:?}")) }
}

/// A problem, and what is known of it.
pub(crate) struct Case<P> {
    pub(crate) problem: P,
    /// The number of its solutions; of a graph, its chromatic number.
    pub(crate) solutions: u64,
}

/// One test for each kind, by a function of a kind.
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

/// There is a problem with one solution, one with several and one with none, where that can be.
fn cases_differ<P: Kind>() {
    let has = |is_it: fn(u64) -> bool| P::cases().iter().any(|case| is_it(case.solutions));
    assert!(has(|it| it == 1) && has(|it| it > 1));
    assert!(has(|it| it == 0) || P::KIND == solvers::ProblemKind::Graph);
}

on_every_kind! {
    cases_differ;
}
