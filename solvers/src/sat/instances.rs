//! General formulas, and exact cover problems as formulas, on the same engines.
//!
//! A formula is given to the engine unchanged. An exact cover problem gets a variable for each option,
//! true if the option is chosen. Each primary item has at least one of its options and no two of them; one with a
//! multiplicity has as many as that allows, counted by a [`totalizer`]. No two options clash on a secondary item, which
//! they do unless both assign the same colour to it. An option without a primary item is not chosen. To search for a
//! further solution, the previous one is blocked: all values of a formula together, or the options of a cover, which is
//! sufficient because no cover is a proper subset of another. With multiplicities one may be, so all other options are
//! named, too.

use std::ops::ControlFlow;

use board::instance::{Entry, ExactCover, Formula, Item, Literal, Multiplicity, Variable};

use super::encodings::totalizer;
use super::engines::{ChosenEngine, Engine, EngineRow};
use super::{next_model, write_counters};
use crate::contract::{
    Interrupt, Limits, Meter, Observer, Outcome, Phase, Solver, Stop, Unsupported,
};

/// The maximum number of clauses for an exact cover problem.
const MOST_CLAUSES: usize = 50_000_000;

/// Returns the formula whose models are the solutions of an exact cover problem. Variable *n* is option *n*; variables
/// beyond the options follow from them.
///
/// # Errors
/// Fails if so many options share an item that there would be more than fifty million clauses.
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
    let multiplicity =
        |item: usize| problem.multiplicities().get(item).copied().unwrap_or(Multiplicity::ONE);
    let its = having.iter().enumerate();
    let clauses: usize = its.map(|(item, its)| most_clauses(its.len(), multiplicity(item))).sum();
    if clauses > MOST_CLAUSES {
        return Err(Unsupported(format!("a formula of up to {clauses} clauses")));
    }
    for (item, its) in having.iter().enumerate() {
        let variables: Vec<Variable> = its.iter().map(|it| it.0).collect();
        let Multiplicity { low, high } = multiplicity(item);
        if (low, high) != (1, 1) {
            totalizer(&mut formula, &variables, low as usize, high as usize);
            continue;
        }
        if is_primary(problem, item as Item) {
            formula.at_least_one(&variables);
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

/// Returns an upper bound of the clauses for an item with this many options.
fn most_clauses(options: usize, multiplicity: Multiplicity) -> usize {
    if multiplicity == Multiplicity::ONE {
        return options * options.saturating_sub(1) / 2;
    }
    let levels = options.next_power_of_two().trailing_zeros() as usize;
    2 * levels * options * (multiplicity.high as usize + 2).min(options)
}

fn is_primary(problem: &ExactCover, item: Item) -> bool {
    (item as usize) < problem.primary()
}

/// Finds models of a formula.
pub(super) struct Models {
    pub(super) formula: Formula,
    engine: ChosenEngine,
}

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

    /// Loads the formula and enumerates its models. `report` gets the values of each, and returns its blocking clause.
    fn run<'l, O: Observer, A>(
        &self,
        make: impl FnOnce(Interrupt<'l>) -> Box<dyn Engine + 'l>,
        mut meter: Meter<'l, O, A>,
        report: impl FnMut(&[bool], &mut Meter<'l, O, A>) -> ControlFlow<Stop, Vec<Literal>>,
    ) -> Outcome<A> {
        meter.phase(Phase::Encode);
        let mut engine = make(meter.interrupt());
        engine.load(&self.formula);
        meter.counters.variables = self.formula.variables() as u64;
        meter.counters.clauses = self.formula.clause_count() as u64;
        let flow = self.search(&mut *engine, &mut meter, report);
        write_counters(engine.statistics(), &mut meter.counters);
        meter.finish(flow)
    }

    fn search<'l, O: Observer, A>(
        &self,
        engine: &mut dyn Engine,
        meter: &mut Meter<'l, O, A>,
        mut report: impl FnMut(&[bool], &mut Meter<'l, O, A>) -> ControlFlow<Stop, Vec<Literal>>,
    ) -> ControlFlow<Stop> {
        let mut values = Vec::new();
        while next_model(meter, |_, observer| engine.trace(observer))? {
            values.clear();
            values.extend((0..self.formula.variables() as Variable).map(|it| engine.value(it)));
            let clause = report(&values, meter)?;
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
    fn solve(&mut self, problem: &ExactCover, limits: &Limits<'_>) -> Outcome<Vec<usize>> {
        let engine = self.0.engine;
        let report = |values: &[bool], meter: &mut _| cover(problem, values, meter);
        self.0.run(|interrupt| engine.timed(interrupt), Meter::new(limits, ()), report)
    }

    fn trace(
        &mut self,
        problem: &ExactCover,
        limits: &Limits<'_>,
        observer: &mut dyn Observer,
    ) -> Outcome<Vec<usize>> {
        let engine = self.0.engine;
        let report = |values: &[bool], meter: &mut _| cover(problem, values, meter);
        self.0.run(|interrupt| engine.traced(interrupt), Meter::new(limits, observer), report)
    }
}

fn model<O: Observer>(
    values: &[bool],
    meter: &mut Meter<'_, O, Vec<bool>>,
) -> ControlFlow<Stop, Vec<Literal>> {
    meter.solution(values.to_vec())?;
    ControlFlow::Continue(other_values(values).collect())
}

/// Returns the blocking clause of a model: some variable has a different value.
pub fn other_values(values: &[bool]) -> impl Iterator<Item = Literal> {
    values.iter().zip(0..).map(|(&value, variable)| Literal::new(variable, !value))
}

/// Returns the blocking clause of a cover: some option is not chosen, or another one is.
pub fn other_cover(problem: &ExactCover, options: &[usize]) -> Vec<Literal> {
    if problem.has_multiplicities() {
        let mut values = vec![false; problem.option_count()];
        options.iter().for_each(|&option| values[option] = true);
        return other_values(&values).collect();
    }
    options.iter().map(|&option| Literal::negative(option as Variable)).collect()
}

fn cover<O: Observer>(
    problem: &ExactCover,
    values: &[bool],
    meter: &mut Meter<'_, O, Vec<usize>>,
) -> ControlFlow<Stop, Vec<Literal>> {
    let options = chosen(problem, values);
    meter.solution(&options)?;
    ControlFlow::Continue(other_cover(problem, &options))
}

/// Returns the options that are true in a model.
pub(super) fn chosen(problem: &ExactCover, values: &[bool]) -> Vec<usize> {
    (0..problem.option_count()).filter(|&option| values[option]).collect()
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
