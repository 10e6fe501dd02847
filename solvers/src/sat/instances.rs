//! Formulas that are no puzzles, and exact cover problems as formulas, by the same engines.
//!
//! A formula is given to the engine as it stands. An exact cover problem gets a variable for each
//! option, true when it is chosen: each primary item has at least one of its options and no two of
//! them; no two options clash on a secondary item, which they do unless both give it the same colour;
//! an option without a primary item is not chosen. To ask for a further answer the one before is
//! forbidden: all values of a formula's variables together, or the options of a cover, because a
//! cover is never a part of another one.

use std::ops::ControlFlow;

use board::instance::{Entry, ExactCover, Formula, Item, Literal, Variable};

use super::encodings::EXTENDED;
use super::engines::*;
use super::pairings::{on_every_engine, pairing};
use super::{next_model, write};
use crate::cover::instances::{CoverBackend, CoverSolver};
use crate::meter::{Interrupt, Limits, Meter, Phase};
use crate::observer::Observer;
use crate::outcome::{Outcome, Stop};
use crate::solver::{Backend, Certificate, Unsupported};

/// Solves the one formula that it was prepared for.
pub trait FormulaSolver {
    /// Searches until all models are known or a limit is met. The outcome depends on the formula
    /// and the limits alone.
    fn solve(&mut self, limits: &Limits<'_>) -> Outcome<Vec<bool>>;

    /// The same, telling `observer` the models, and counting all that the engine can.
    fn trace(&mut self, limits: &Limits<'_>, observer: &mut dyn Observer) -> Outcome<Vec<bool>>;

    /// Proves that the formula has no model, or none but `model`; none when it writes no proofs.
    fn certify(&mut self, model: Option<&[bool]>, limits: &Limits<'_>) -> Option<Certificate>;
}

/// A row of the registry that takes formulas, too; its encoding has nothing to do then.
#[derive(Clone, Copy, Debug)]
pub struct FormulaBackend {
    /// The row: its id, what it counts and which limits it obeys.
    pub row: Backend,
    /// Makes a solver for a formula.
    pub prepare: fn(&Formula) -> Box<dyn FormulaSolver>,
}

/// A pairing that is given formulas.
macro_rules! for_formulas {
    ($encoding:ident, $engine:ident) => {
        FormulaBackend {
            row: pairing!($encoding, $engine),
            prepare: |formula| Box::new(Models::new(formula, &$engine)),
        }
    };
}

/// Every row that takes formulas, sorted by id.
pub const FORMULA_BACKENDS: &[FormulaBackend] = on_every_engine!(for_formulas: EXTENDED);

/// More clauses than these are not made of an exact cover problem.
const MOST_CLAUSES: usize = 50_000_000;

/// The formula whose models are the solutions of an exact cover problem: variable *n* is option *n*.
///
/// # Errors
/// When so many options share an item that there would be more than fifty million clauses.
pub fn formula_of(problem: &ExactCover) -> Result<Formula, Unsupported> {
    let mut having: Vec<Vec<(Variable, Entry)>> = vec![Vec::new(); problem.items()];
    let mut formula = Formula::new(problem.option_count());
    for (option, entries) in problem.options().enumerate() {
        for &entry in entries {
            having[entry.item as usize].push((option as Variable, entry));
        }
        if !entries.iter().any(|entry| is_primary(problem, entry.item)) {
            formula.add_clause([Literal::negative(option as Variable)]);
        }
    }
    let pairs: usize = having.iter().map(|its| its.len() * its.len().saturating_sub(1) / 2).sum();
    if pairs > MOST_CLAUSES {
        return Err(Unsupported(format!("a formula of up to {pairs} clauses")));
    }
    for (item, its) in having.iter().enumerate() {
        if is_primary(problem, item as Item) {
            formula.at_least_one(&its.iter().map(|it| it.0).collect::<Vec<_>>());
        }
        for (index, (second, b)) in its.iter().enumerate() {
            for (first, a) in &its[..index] {
                if a.colour.is_none() || a.colour != b.colour {
                    formula.add_clause([Literal::negative(*first), Literal::negative(*second)]);
                }
            }
        }
    }
    Ok(formula)
}

fn is_primary(problem: &ExactCover, item: Item) -> bool {
    (item as usize) < problem.primary()
}

/// A pairing that is given exact cover problems.
macro_rules! for_covers {
    ($encoding:ident, $engine:ident) => {
        CoverBackend {
            row: pairing!($encoding, $engine),
            prepare: |problem| covers(problem, &$engine),
        }
    };
}

/// The rows of this family that take exact cover problems, sorted by id.
pub const COVER_BACKENDS: &[CoverBackend] = on_every_engine!(for_covers: EXTENDED);

fn covers(
    problem: &ExactCover,
    engine: &'static EngineRow,
) -> Result<Box<dyn CoverSolver>, Unsupported> {
    Ok(Box::new(Covers(Models { formula: formula_of(problem)?, engine })))
}

/// Models of a formula.
struct Models {
    formula: Formula,
    engine: &'static EngineRow,
}

/// Takes the values of a model, and leaves the clause that forbids it.
type Found<O, A> = fn(&[bool], &mut Meter<'_, O, A>, &mut Vec<Literal>) -> ControlFlow<Stop>;

/// Models that are covers.
struct Covers(Models);

impl Models {
    fn new(formula: &Formula, engine: &'static EngineRow) -> Self {
        Self { formula: formula.clone(), engine }
    }

    /// Lists models.
    fn run<O: Observer, A>(
        &self,
        make: Make,
        mut meter: Meter<'_, O, A>,
        found: Found<O, A>,
    ) -> Outcome<A> {
        meter.phase(Phase::Encode);
        let mut engine = make(meter.interrupt());
        engine.load(&self.formula);
        meter.counters.variables = self.formula.variables() as u64;
        meter.counters.clauses = self.formula.clause_count() as u64;
        let flow = self.search(&mut *engine, &mut meter, found);
        write(engine.statistics(), &mut meter.counters);
        meter.finish(flow)
    }

    fn search<O: Observer, A>(
        &self,
        engine: &mut dyn Engine,
        meter: &mut Meter<'_, O, A>,
        found: Found<O, A>,
    ) -> ControlFlow<Stop> {
        let (mut values, mut clause) = (Vec::new(), Vec::new());
        while next_model(meter, |_| engine.solve())? {
            values.clear();
            values.extend((0..self.formula.variables() as Variable).map(|it| engine.value(it)));
            clause.clear();
            found(&values, meter, &mut clause)?;
            meter.phase(Phase::Encode);
            engine.add_clause(&clause);
        }
        ControlFlow::Continue(())
    }
}

impl Models {
    /// Proves that there is no model but that which `clause` forbids, if there is one.
    fn certify(&self, clause: Option<Vec<Literal>>, limits: &Limits<'_>) -> Option<Certificate> {
        let refute = self.engine.refute?;
        let mut formula = self.formula.clone();
        clause.into_iter().for_each(|clause| formula.add_clause(clause));
        let refutation = refute(&formula, Interrupt::new(limits));
        Some(Certificate { formula, refutation })
    }
}

impl FormulaSolver for Models {
    fn solve(&mut self, limits: &Limits<'_>) -> Outcome<Vec<bool>> {
        self.run(self.engine.timed, Meter::of_values(limits, ()), model)
    }

    fn trace(&mut self, limits: &Limits<'_>, observer: &mut dyn Observer) -> Outcome<Vec<bool>> {
        self.run(self.engine.traced, Meter::of_values(limits, observer), model)
    }

    fn certify(&mut self, model: Option<&[bool]>, limits: &Limits<'_>) -> Option<Certificate> {
        Models::certify(self, model.map(|model| other_values(model).collect()), limits)
    }
}

impl CoverSolver for Covers {
    fn solve(&mut self, limits: &Limits<'_>) -> Outcome<Vec<usize>> {
        self.0.run(self.0.engine.timed, Meter::of_options(limits, ()), cover)
    }

    fn trace(&mut self, limits: &Limits<'_>, observer: &mut dyn Observer) -> Outcome<Vec<usize>> {
        self.0.run(self.0.engine.traced, Meter::of_options(limits, observer), cover)
    }

    fn certify(&mut self, cover: Option<&[usize]>, limits: &Limits<'_>) -> Option<Certificate> {
        self.0.certify(cover.map(|cover| not_all(cover).collect()), limits)
    }
}

fn model<O: Observer>(
    values: &[bool],
    meter: &mut Meter<'_, O, Vec<bool>>,
    clause: &mut Vec<Literal>,
) -> ControlFlow<Stop> {
    clause.extend(other_values(values));
    meter.model(values.to_vec())
}

/// What another model has in one place at least.
fn other_values(values: &[bool]) -> impl Iterator<Item = Literal> {
    values.iter().zip(0..).map(|(&value, variable)| match value {
        true => Literal::negative(variable),
        false => Literal::positive(variable),
    })
}

/// What another cover has in one place at least.
fn not_all(options: &[usize]) -> impl Iterator<Item = Literal> {
    options.iter().map(|&option| Literal::negative(option as Variable))
}

fn cover<O: Observer>(
    values: &[bool],
    meter: &mut Meter<'_, O, Vec<usize>>,
    clause: &mut Vec<Literal>,
) -> ControlFlow<Stop> {
    let options: Vec<usize> = (0..values.len()).filter(|&option| values[option]).collect();
    clause.extend(not_all(&options));
    meter.chosen(&options)
}

#[cfg(test)]
mod tests {
    use board::instance::{check_cover, check_model};

    use super::*;
    use crate::cover::instances::COVER_BACKENDS as STRUCTURES;
    use crate::generate::families::{langford, queens};

    #[test]
    fn every_row_that_takes_covers_counts_the_same() {
        for (problem, count) in [(queens(6), 4), (langford(3), 2), (langford(4), 2)] {
            for backend in STRUCTURES.iter().chain(COVER_BACKENDS) {
                let mut solver = (backend.prepare)(&problem).expect("it is small");
                let outcome = solver.solve(&Limits::solutions(u64::MAX));
                let found = (outcome.stop, outcome.solutions);
                assert_eq!(found, (Stop::Exhausted, count), "{}", backend.row.id);
                let first = outcome.first.expect("a cover");
                assert_eq!(check_cover(&problem, &first), Ok(()));
            }
        }
    }

    #[test]
    fn a_problem_without_items_has_one_cover_and_it_is_empty() {
        let mut problem = ExactCover::new(Vec::new(), vec!["x".into()], Vec::new());
        problem.add_option([Entry::plain(0)]).expect("an option");
        let formula = formula_of(&problem).expect("it is small");
        assert_eq!(formula.clause_count(), 1);
        let outcome = covers(&problem, &BATSAT).expect("small").solve(&Limits::solutions(5));
        assert_eq!((outcome.stop, outcome.solutions), (Stop::Exhausted, 1));
        assert_eq!(outcome.first, Some(Vec::new()));
    }

    #[test]
    fn all_models_of_a_formula_are_found() {
        // At most one of three: the empty set, and each alone.
        let mut formula = Formula::new(3);
        formula.at_most_one(&[0, 1, 2]);
        for backend in FORMULA_BACKENDS {
            let mut solver = (backend.prepare)(&formula);
            let outcome = solver.solve(&Limits::solutions(100));
            assert_eq!((outcome.stop, outcome.solutions), (Stop::Exhausted, 4));
            let first = outcome.first.expect("a model");
            assert_eq!(check_model(&formula, &first), Ok(()));
            assert!(outcome.second.is_some_and(|second| second != first));
            let few = solver.solve(&Limits::solutions(2));
            assert_eq!((few.stop, few.solutions), (Stop::SolutionLimit, 2));
        }
    }
}
