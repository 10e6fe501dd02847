//! General formulas, and exact cover problems as formulas, on the same engines.
//!
//! A formula is given to the engine unchanged. An exact cover problem gets a variable for each option,
//! true if the option is chosen. Each primary item has at least one of its options and no two of them.
//! No two options clash on a secondary item, which they do unless both assign the same colour to it. An
//! option without a primary item is not chosen. To search for a further solution, the previous one is
//! blocked: all values of a formula together, or the options of a cover, which is sufficient because no
//! cover is a proper subset of another.

use std::ops::ControlFlow;

use board::instance::{Entry, ExactCover, Formula, Item, Literal, Variable};

use super::engines::{ChosenEngine, Engine, EngineRow};
use super::{next_model, write_counters};
use crate::contract::{
    Interrupt, Limits, Meter, Observer, Outcome, Phase, Solver, Stop, Unsupported,
};
use crate::cover::ones_only;

/// The maximum number of clauses for an exact cover problem.
const MOST_CLAUSES: usize = 50_000_000;

/// Returns the formula whose models are the solutions of an exact cover problem. Variable *n* is option
/// *n*.
///
/// # Errors
/// Fails if an item has a multiplicity other than one, or so many options share an item that there would be more than
/// fifty million clauses.
pub fn formula_of(problem: &ExactCover) -> Result<Formula, Unsupported> {
    ones_only(problem)?;
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

/// Finds models of a formula.
pub(super) struct Models {
    pub(super) formula: Formula,
    engine: ChosenEngine,
}

/// Receives the values of a model and fills in its blocking clause.
type OnModel<O, A> = fn(&[bool], &mut Meter<'_, O, A>, &mut Vec<Literal>) -> ControlFlow<Stop>;

/// Finds solutions of an exact cover problem as models of a formula.
pub(super) struct Covers(pub(super) Models);

impl Covers {
    /// # Errors
    /// Fails if the formula is too large.
    pub(super) fn new(
        problem: &ExactCover,
        engine: &'static EngineRow,
    ) -> Result<Self, Unsupported> {
        Self::with(problem, ChosenEngine::Row(engine))
    }

    /// # Errors
    /// Fails if the formula is too large.
    pub(super) fn with(problem: &ExactCover, engine: ChosenEngine) -> Result<Self, Unsupported> {
        Ok(Self(Models { formula: formula_of(problem)?, engine }))
    }
}

impl Models {
    pub(super) fn new(formula: &Formula, engine: &'static EngineRow) -> Self {
        Self::with(formula, ChosenEngine::Row(engine))
    }

    pub(super) fn with(formula: &Formula, engine: ChosenEngine) -> Self {
        Self { formula: formula.clone(), engine }
    }

    /// Loads the formula and enumerates its models.
    fn run<'l, O: Observer, A>(
        &self,
        make: impl FnOnce(Interrupt<'l>) -> Box<dyn Engine + 'l>,
        mut meter: Meter<'l, O, A>,
        on_model: OnModel<O, A>,
    ) -> Outcome<A> {
        meter.phase(Phase::Encode);
        let mut engine = make(meter.interrupt());
        engine.load(&self.formula);
        meter.counters.variables = self.formula.variables() as u64;
        meter.counters.clauses = self.formula.clause_count() as u64;
        let flow = self.search(&mut *engine, &mut meter, on_model);
        write_counters(engine.statistics(), &mut meter.counters);
        meter.finish(flow)
    }

    fn search<O: Observer, A>(
        &self,
        engine: &mut dyn Engine,
        meter: &mut Meter<'_, O, A>,
        on_model: OnModel<O, A>,
    ) -> ControlFlow<Stop> {
        let (mut values, mut clause) = (Vec::new(), Vec::new());
        while next_model(meter, |_, observer| engine.trace(observer))? {
            values.clear();
            values.extend((0..self.formula.variables() as Variable).map(|it| engine.value(it)));
            clause.clear();
            on_model(&values, meter, &mut clause)?;
            meter.phase(Phase::Encode);
            engine.add_clause(&clause);
        }
        ControlFlow::Continue(())
    }
}

impl Solver<Formula> for Models {
    fn solve(&mut self, _: &Formula, limits: &Limits<'_>) -> Outcome<Vec<bool>> {
        let engine = self.engine;
        self.run(|interrupt| engine.timed(interrupt), Meter::new(limits, ()), model)
    }

    fn trace(
        &mut self,
        _: &Formula,
        limits: &Limits<'_>,
        observer: &mut dyn Observer,
    ) -> Outcome<Vec<bool>> {
        let engine = self.engine;
        self.run(|interrupt| engine.traced(interrupt), Meter::new(limits, observer), model)
    }
}

impl Solver<ExactCover> for Covers {
    fn solve(&mut self, _: &ExactCover, limits: &Limits<'_>) -> Outcome<Vec<usize>> {
        let engine = self.0.engine;
        self.0.run(|interrupt| engine.timed(interrupt), Meter::new(limits, ()), cover)
    }

    fn trace(
        &mut self,
        _: &ExactCover,
        limits: &Limits<'_>,
        observer: &mut dyn Observer,
    ) -> Outcome<Vec<usize>> {
        let engine = self.0.engine;
        self.0.run(|interrupt| engine.traced(interrupt), Meter::new(limits, observer), cover)
    }
}

fn model<O: Observer>(
    values: &[bool],
    meter: &mut Meter<'_, O, Vec<bool>>,
    clause: &mut Vec<Literal>,
) -> ControlFlow<Stop> {
    clause.extend(other_values(values));
    meter.solution(values.to_vec())
}

/// The blocking clause of a model: some variable has a different value.
pub(super) fn other_values(values: &[bool]) -> impl Iterator<Item = Literal> {
    values.iter().zip(0..).map(|(&value, variable)| match value {
        true => Literal::negative(variable),
        false => Literal::positive(variable),
    })
}

/// The blocking clause of a cover: some option is not chosen.
pub(super) fn not_all(options: &[usize]) -> impl Iterator<Item = Literal> {
    options.iter().map(|&option| Literal::negative(option as Variable))
}

fn cover<O: Observer>(
    values: &[bool],
    meter: &mut Meter<'_, O, Vec<usize>>,
    clause: &mut Vec<Literal>,
) -> ControlFlow<Stop> {
    let options: Vec<usize> = (0..values.len()).filter(|&option| values[option]).collect();
    clause.extend(not_all(&options));
    meter.solution(&options)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sat::engines::BATSAT;

    #[test]
    fn a_problem_without_primary_items_has_only_the_empty_cover() {
        let mut problem = ExactCover::new(Vec::new(), vec!["x".into()], Vec::new());
        problem.add_option([Entry::plain(0)]).expect("a valid option");
        let formula = formula_of(&problem).expect("it is small");
        assert_eq!(formula.clause_count(), 1);
        let mut solver = Covers::new(&problem, &BATSAT).expect("it is small");
        let outcome = solver.solve(&problem, &Limits::solutions(5));
        assert_eq!((outcome.stop, outcome.solutions), (Stop::Exhausted, 1));
        assert_eq!(outcome.first, Some(Vec::new()));
    }
}
