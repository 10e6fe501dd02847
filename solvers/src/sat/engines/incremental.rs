//! Incremental engines, which are kept from puzzle to puzzle: searches under assumptions, and variables
//! added later.

use super::{Engine, SatResult};
use crate::contract::Interrupt;
use crate::sat::formula::{Literal, Variable};

/// Creates an incremental engine.
pub type MakeIncremental = fn() -> Box<dyn IncrementalEngine>;

/// An engine that is kept after the search of a puzzle.
pub trait IncrementalEngine: Engine {
    /// Adds a variable after the existing ones and returns it.
    fn add_variable(&mut self) -> Variable;

    /// Searches for a model of all clauses in which `assumptions` are true, until `interrupt` stops the
    /// search if the engine supports it.
    fn solve_under(&mut self, assumptions: &[Literal], interrupt: Interrupt<'_>) -> SatResult;
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contract::Limits;
    use crate::sat::engines::ENGINES;
    use crate::sat::formula::Formula;

    #[test]
    fn assumptions_hold_for_one_search_and_clauses_for_all() {
        let limits = Limits::solutions(1);
        let (is, not) = (Literal::positive, Literal::negative);
        for make in ENGINES.iter().filter_map(|row| row.incremental) {
            let mut engine = make();
            let mut formula = Formula::new(2);
            formula.at_least_one(&[0, 1]);
            engine.load(&formula);
            let ask = |engine: &mut dyn IncrementalEngine, assumptions: &[Literal]| {
                engine.solve_under(assumptions, Interrupt::new(&limits))
            };
            assert_eq!(ask(&mut *engine, &[not(0), not(1)]), SatResult::Unsatisfiable);
            assert_eq!(ask(&mut *engine, &[not(0)]), SatResult::Satisfiable);
            assert!(!engine.value(0) && engine.value(1));
            let switch = engine.add_variable();
            assert_eq!(switch, 2);
            engine.add_clause(&[not(switch), not(1)]);
            assert_eq!(ask(&mut *engine, &[not(0), is(switch)]), SatResult::Unsatisfiable);
            assert_eq!(ask(&mut *engine, &[is(switch)]), SatResult::Satisfiable);
            assert!(engine.value(0) && !engine.value(1) && engine.value(2));
            engine.add_clause(&[not(switch)]);
            assert_eq!(ask(&mut *engine, &[not(0)]), SatResult::Satisfiable);
            assert_eq!(ask(&mut *engine, &[]), SatResult::Satisfiable);
        }
    }
}
