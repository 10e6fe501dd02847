//! Counting solutions as models: the row of the model counter.
//!
//! A count of models is a count of solutions only where each solution has one model. The extended encoding of a
//! puzzle has no variables but those that state a symbol in a cell and, with relations, those of states that the symbols
//! determine; and the formula of an exact cover problem has those of its options and, with multiplicities, those of counts
//! that the options determine. So both have. Tests hold this for every encoding without further variables; the encodings
//! that have some are not offered here.
//!
//! The counter ends at the limit of solutions. The first two models are decoded, so that the referee has
//! something to check; the others are only counted.

use std::ops::ControlFlow;

use board::instance::{ExactCover, Formula};
use board::{Geometry, Puzzle, Symbol};

use super::encodings::{EXTENDED, Encoding, FormulaSize};
use super::engines::{ClauseSink, ModelCounter};
use super::instances::{chosen, formula_of};
use super::write_counters;
use crate::contract::{
    Backend, Counter, LimitSupport, Limits, Meter, Method, Observer, Origin, Outcome, Phase,
    Preparation, ProblemKind, Solver, StepSupport, Stop, Takes, Task,
};

/// The row `sat/extended.count`.
pub const EXTENDED_COUNT: Backend = Backend {
    id: "sat/extended.count",
    about: "extended encoding (Lynce & Ouaknine), models counted by components and a table",
    method: Method {
        state: "assigned literals, counts of components",
        inference: "unit propagation",
        choice: "shortest open clause",
    },
    tasks: &Task::ALL,
    counts: &[
        Counter::Nodes,
        Counter::Bets,
        Counter::Conflicts,
        Counter::Propagations,
        Counter::MaxDepth,
        Counter::Variables,
        Counter::Clauses,
    ],
    counts_traced: &[],
    steps: StepSupport::SolutionsOnly("models are counted and not found one by one"),
    node_limit: LimitSupport::Exact,
    time_limit: LimitSupport::Exact,
    assumes_unique: false,
    complete: true,
    stateful: false,
    batch: None,
    lines: None,
    package: None,
    instructions: None,
    // It shares unit propagation with the two engines of this project.
    origin: Origin { code: "sat", reads: ProblemKind::Formula },
    takes: Takes {
        puzzles: Some(
            Preparation::new(|it: &Geometry| {
                let grid = vec![0; it.cells()];
                Ok(Box::new(CountGrids { encoding: EXTENDED.encode(it)?, grid }))
            })
            .with_relations(),
        ),
        covers: Some(Preparation::new(|it| Ok(Box::new(CountCovers(formula_of(it)?))))),
        formulas: Some(Preparation::new(|it: &Formula| Ok(Box::new(CountModels(it.clone()))))),
        graphs: None,
    },
};

/// Counts the grids of puzzles.
struct CountGrids {
    encoding: Box<dyn Encoding>,
    /// The symbol of each cell, filled in for a solution.
    grid: Vec<Symbol>,
}

/// Counts the solutions of an exact cover problem.
struct CountCovers(Formula);

/// Counts the models of a formula.
struct CountModels(Formula);

/// Returns a counter without a formula.
fn counter<'a, O: Observer, A>(
    limits: &Limits<'_>,
    meter: &mut Meter<'a, O, A>,
) -> ModelCounter<'a> {
    meter.phase(Phase::Encode);
    ModelCounter::new(meter.interrupt(), limits.solutions.max(1))
}

/// Sets the counters that state the size of a formula.
fn set_size<O: Observer, A>(size: FormulaSize, meter: &mut Meter<'_, O, A>) {
    meter.counters.variables = size.variables as u64;
    meter.counters.clauses = size.clauses as u64;
}

/// Counts the models of a formula that is loaded, and reports the first two with `report`.
fn run<O: Observer, A>(
    mut counter: ModelCounter<'_>,
    mut meter: Meter<'_, O, A>,
    report: impl FnMut(Vec<bool>, &mut Meter<'_, O, A>) -> ControlFlow<Stop>,
) -> Outcome<A> {
    meter.phase(Phase::Solve);
    let flow = search(&mut counter, &mut meter, report);
    write_counters(counter.statistics(), &mut meter.counters);
    meter.finish(flow)
}

fn search<'l, O: Observer, A>(
    counter: &mut ModelCounter<'_>,
    meter: &mut Meter<'l, O, A>,
    mut report: impl FnMut(Vec<bool>, &mut Meter<'l, O, A>) -> ControlFlow<Stop>,
) -> ControlFlow<Stop> {
    let count = counter.count()?;
    let shown = count.saturated().min(SHOWN);
    for rank in 0..shown {
        let model = counter.model(rank)?;
        meter.phase(Phase::Decode);
        report(model, meter)?;
        meter.phase(Phase::Solve);
    }
    let mut further = count;
    further -= &shown.into();
    meter.further_solutions(&further)
}

/// The number of solutions that an outcome shows.
const SHOWN: u64 = 2;

impl CountGrids {
    fn run<O: Observer>(
        &mut self,
        puzzle: &Puzzle,
        limits: &Limits<'_>,
        mut meter: Meter<'_, O>,
    ) -> Outcome {
        let mut counter = counter(limits, &mut meter);
        set_size(self.encoding.load(puzzle, &mut counter), &mut meter);
        run(counter, meter, |model, meter| {
            self.encoding.read(&|variable| model[variable as usize], &mut self.grid);
            meter.solution(&self.grid)
        })
    }
}

/// Counts the models of a formula.
fn run_formula<O: Observer, A>(
    formula: &Formula,
    limits: &Limits<'_>,
    mut meter: Meter<'_, O, A>,
    report: impl FnMut(Vec<bool>, &mut Meter<'_, O, A>) -> ControlFlow<Stop>,
) -> Outcome<A> {
    let mut counter = counter(limits, &mut meter);
    counter.load(formula);
    let size = FormulaSize { variables: formula.variables(), clauses: formula.clause_count() };
    set_size(size, &mut meter);
    run(counter, meter, report)
}

impl Solver for CountGrids {
    fn solve(&mut self, puzzle: &Puzzle, limits: &Limits<'_>) -> Outcome {
        self.run(puzzle, limits, Meter::new(limits, ()))
    }

    fn trace(
        &mut self,
        puzzle: &Puzzle,
        limits: &Limits<'_>,
        observer: &mut dyn Observer,
    ) -> Outcome {
        self.run(puzzle, limits, Meter::new(limits, observer))
    }
}

impl Solver<Formula> for CountModels {
    fn solve(&mut self, _: &Formula, limits: &Limits<'_>) -> Outcome<Vec<bool>> {
        let meter = Meter::new(limits, ());
        run_formula(&self.0, limits, meter, |model, meter| meter.solution(model))
    }

    fn trace(
        &mut self,
        _: &Formula,
        limits: &Limits<'_>,
        observer: &mut dyn Observer,
    ) -> Outcome<Vec<bool>> {
        let meter = Meter::new(limits, observer);
        run_formula(&self.0, limits, meter, |model, meter| meter.solution(model))
    }
}

impl Solver<ExactCover> for CountCovers {
    fn solve(&mut self, problem: &ExactCover, limits: &Limits<'_>) -> Outcome<Vec<usize>> {
        let meter = Meter::new(limits, ());
        run_formula(&self.0, limits, meter, |model, meter| meter.solution(&chosen(problem, &model)))
    }

    fn trace(
        &mut self,
        problem: &ExactCover,
        limits: &Limits<'_>,
        observer: &mut dyn Observer,
    ) -> Outcome<Vec<usize>> {
        let meter = Meter::new(limits, observer);
        run_formula(&self.0, limits, meter, |model, meter| meter.solution(&chosen(problem, &model)))
    }
}
