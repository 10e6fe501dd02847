//! What the family needs of a SAT engine, and the engines, one file each.
//!
//! An engine knows formulas and no puzzles. It is made for one puzzle and thrown away after it, so
//! that nothing that it learnt can help the next; those that are [`lasting`] stay on purpose.

use super::formula::{Formula, Literal, Variable};
use crate::meter::Interrupt;
use crate::outcome::{Counter, Stop};
use crate::solver::Obeys;

mod batsat;
#[cfg(feature = "cadical")]
mod cadical;
pub mod lasting;
mod varisat;

pub use batsat::BATSAT;
#[cfg(feature = "cadical")]
pub use cadical::CADICAL;
pub use varisat::VARISAT;

/// Every engine, sorted by name.
pub const ENGINES: &[EngineRow] = &[
    BATSAT,
    #[cfg(feature = "cadical")]
    CADICAL,
    VARISAT,
];

/// Finds models of a formula that grows.
pub trait Engine {
    /// Takes a whole formula. It comes first, and once.
    fn load(&mut self, formula: &Formula);

    /// Adds a clause over the variables of the formula: before a search, or between two.
    fn add_clause(&mut self, clause: &[Literal]);

    /// Searches for a model of all clauses.
    fn solve(&mut self) -> Answer;

    /// Whether `variable` is true in the model that was found last.
    fn value(&self, variable: Variable) -> bool;

    /// What all searches so far have cost.
    fn statistics(&self) -> Statistics;
}

/// How a search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// There is a model.
    Satisfiable,
    /// There is none.
    Unsatisfiable,
    /// The interrupt said so.
    Stopped(Stop),
}

/// What an engine has counted; `None` for what it does not tell.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Statistics {
    /// Variables set without a reason.
    pub decisions: Option<u64>,
    /// Clauses found false, those with which a search ended among them.
    pub conflicts: Option<u64>,
    /// Literals propagated.
    pub propagations: Option<u64>,
}

/// Makes an engine under the interrupt of a puzzle.
pub type Make = fn(Interrupt<'_>) -> Box<dyn Engine + '_>;

/// An engine as data: how it is made, and what it can do.
#[derive(Clone, Copy, Debug)]
pub struct EngineRow {
    /// What the ids of rows call it.
    pub name: &'static str,
    /// What it is, for people.
    pub about: &'static str,
    /// Makes one that loses no time.
    pub timed: Make,
    /// Makes one that counts all it can, for a pass that is not timed.
    pub traced: Make,
    /// The counters that both fill.
    pub counts: &'static [Counter],
    /// The counters that only the traced one fills.
    pub counts_traced: &'static [Counter],
    /// How the timed one obeys the interrupt.
    pub time: Obeys,
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;
    use std::time::Duration;

    use super::*;
    use crate::meter::Limits;

    /// How each engine is made.
    fn makes() -> impl Iterator<Item = Make> {
        ENGINES.iter().flat_map(|row| [row.timed, row.traced])
    }

    /// So many pigeons and so many holes, a pigeon to a hole.
    fn pigeons(pigeons: u32, holes: u32) -> Formula {
        let sits = |pigeon, hole| pigeon * holes + hole;
        let mut formula = Formula::new((pigeons * holes) as usize);
        for pigeon in 0..pigeons {
            formula.at_least_one(&(0..holes).map(|hole| sits(pigeon, hole)).collect::<Vec<_>>());
        }
        for hole in 0..holes {
            formula.at_most_one(&(0..pigeons).map(|pigeon| sits(pigeon, hole)).collect::<Vec<_>>());
        }
        formula
    }

    #[test]
    fn models_are_models_and_blocking_them_ends_at_their_number() {
        let limits = Limits::solutions(1);
        for make in makes() {
            let formula = pigeons(3, 4);
            let mut engine = make(Interrupt::new(&limits));
            engine.load(&formula);
            let mut models = 0;
            while engine.solve() == Answer::Satisfiable {
                let holds = |&l: &Literal| engine.value(l.variable()) == l.is_positive();
                assert!(formula.clauses().all(|clause| clause.iter().any(holds)));
                let literal = |v| match engine.value(v) {
                    true => Literal::negative(v),
                    false => Literal::positive(v),
                };
                let blocking: Vec<Literal> = (0..12).map(literal).collect();
                engine.add_clause(&blocking);
                models += 1;
            }
            assert_eq!(engine.solve(), Answer::Unsatisfiable);
            // One hole each: 24. One pigeon in two holes, too: 3 · 4 · 3. No more holes than that.
            assert_eq!(models, 24 + 3 * 12);
        }
    }

    #[test]
    fn a_formula_with_an_empty_clause_has_no_model() {
        let limits = Limits::solutions(1);
        for make in makes() {
            let mut engine = make(Interrupt::new(&limits));
            engine.load(&pigeons(1, 2));
            assert_eq!(engine.solve(), Answer::Satisfiable);
            engine.add_clause(&[]);
            assert_eq!(engine.solve(), Answer::Unsatisfiable);
        }
    }

    #[test]
    fn a_variable_in_no_clause_has_a_value() {
        let limits = Limits::solutions(1);
        for make in makes() {
            let mut engine = make(Interrupt::new(&limits));
            engine.load(&Formula::new(3));
            assert_eq!(engine.solve(), Answer::Satisfiable);
            (0..3).for_each(|variable| _ = engine.value(variable));
        }
    }

    #[test]
    fn a_search_that_would_take_for_ever_is_stopped() {
        let formula = pigeons(16, 15);
        let flag = AtomicBool::new(true);
        let cancelled = Limits { cancel: Some(&flag), ..Limits::solutions(1) };
        let late = Limits { time: Some(Duration::from_millis(30)), ..Limits::solutions(1) };
        let obedient = ENGINES.iter().filter(|row| row.time != Obeys::No);
        for make in obedient.flat_map(|row| [row.timed, row.traced]).chain([VARISAT.traced]) {
            for (limits, stop) in [(cancelled, Stop::Cancelled), (late, Stop::Deadline)] {
                let mut engine = make(Interrupt::new(&limits));
                engine.load(&formula);
                assert_eq!(engine.solve(), Answer::Stopped(stop));
            }
        }
    }
}
