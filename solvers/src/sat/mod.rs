//! Sudoku as satisfiability: a formula whose models are the grids, solved by a general SAT engine.
//!
//! A variable states that a symbol is in a cell; its number is `cell · |S| + symbol`. For two cells in
//! a row and the symbols 1 and 2:
//!
//! ```text
//!             1 in r1c1: 0    2 in r1c1: 1    1 in r1c2: 2    2 in r1c2: 3
//!
//!   r1c1      (0 ∨ 1)  (¬0 ∨ ¬1)       at least one symbol, at most one
//!   r1c2      (2 ∨ 3)  (¬2 ∨ ¬3)
//!   1 in row  (0 ∨ 2)  (¬0 ∨ ¬2)       at least once, at most once
//!   2 in row  (1 ∨ 3)  (¬1 ∨ ¬3)
//!
//!   given: 2 in r1c1   (1)
//! ```
//!
//! The formula of a geometry is built once. Each puzzle gets a fresh engine, which loads the formula
//! and the unit clauses of the puzzle: one for each given, and one for each symbol that pencil marks
//! forbid. Nothing is simplified beforehand; finding the consequences of the givens is part of the
//! engine's work. One encoding differs and removes what the givens determine first:
//! [`reduced`](encodings::reduced).
//!
//! **Uniqueness.** A model is a grid. To search for another one, a *blocking clause* is added, which
//! states that some cell that is not given holds a different symbol. If the formula is then
//! unsatisfiable, all grids are known. The engine keeps its learnt clauses between the two calls, which
//! is sound because clauses are only added.
//!
//! **Proofs.** That there is no other grid is an unsupported claim of the engine. Some engines can
//! prove it ([`engines::Refute`]): the formula, the clauses of the puzzle and the blocking clause are
//! given to a fresh engine at once, and its proof of unsatisfiability can be checked. Only the encoding
//! has to be trusted.
//!
//! **Counters.** Most engines use conflict-driven clause learning (CDCL): they learn a clause from each
//! conflict and backjump over several decisions at once, so they do not traverse a tree. `bets` are
//! decisions, `conflicts` falsified clauses including the last one at the root, and `propagations`
//! propagated literals, each summed over all calls for a puzzle. A decision may set a variable to
//! false, which fills no cell, so bets are never ranked against those of tree searches. Search states
//! and the depth of open bets are not defined: `nodes` and `max_depth` are empty, and node limits are
//! not supported. One engine, [`DPLL`](engines::DPLL), traverses a tree and fills the counters like
//! every tree search.
//!
//! **Counting** continues in the same way up to the limit, with a blocking clause for each grid. A
//! blocking clause has a literal or more for each open cell. The cost is at least quadratic, which is
//! practical for a few thousand grids. One row counts models without listing them ([`model_count`]).
//!
//! **Structure.** A row combines an encoding ([`encodings`]) and an engine ([`engines`]); [`Sat`]
//! connects the two. [`combinations`] has a row for each pair of encoding and engine. The registry
//! shows some; the others are available by name.

use std::ops::ControlFlow;

use board::instance::ExactCover;
use board::{Cell, Geometry, Puzzle, Symbol};

use crate::contract::{
    Backend, Counters, Event, Interrupt, Limits, Meter, Observer, Origin, Outcome, Phase,
    Preparation, Problem, ProblemKind, Solver, StepSupport, Stop, Takes, Task, Unsupported,
};
use encodings::{Encoding, EncodingRow};
use engines::{ChosenEngine, Engine, EngineRow, EngineStatistics, Groups, SatResult};
use formula::{Formula, Literal};

pub mod combinations;
mod conflict_tally;
mod const_string;
pub mod encodings;
pub mod engines;
pub mod incremental;
pub mod inference;
pub mod instances;
pub mod lex_leader;
pub mod model_count;
mod refuter;
pub mod switched;

/// The formulas that encodings produce and engines accept.
pub mod formula {
    pub use board::instance::{Formula, Literal, Proof, ProofStep, Variable, read_proof};
}

#[cfg(test)]
mod tests;

/// Returns a row of the registry. The engine determines its counters and supported limits.
const fn row(id: &'static str, about: &'static str, engine: &EngineRow, takes: Takes) -> Backend {
    Backend {
        id,
        about,
        method: engine.method,
        tasks: &Task::ALL,
        counts: engine.counts,
        counts_traced: engine.counts_traced,
        steps: StepSupport::of(engine.package),
        node_limit: engine.nodes,
        time_limit: engine.time,
        assumes_unique: false,
        complete: true,
        stateful: false,
        batch: None,
        lines: None,
        package: engine.package,
        instructions: None,
        origin: Origin { code: engine.origin, reads: ProblemKind::Formula },
        takes,
    }
}

/// Returns the kinds of problems that a combination solves, with provers if its engine writes proofs.
const fn takes(
    encoding: &EncodingRow,
    engine: &EngineRow,
    (puzzles, covers, formulas): (
        Preparation<Puzzle>,
        Preparation<ExactCover>,
        Preparation<Formula>,
    ),
) -> Takes {
    let puzzles = Takes { puzzles: Some(proving(puzzles, engine)), ..Takes::NOTHING };
    if !encoding.takes_formulas {
        return puzzles;
    }
    Takes {
        covers: Some(proving(covers, engine)),
        formulas: Some(proving(formulas, engine)),
        ..puzzles
    }
}

/// Removes the prover from a preparation if the engine writes no proofs.
const fn proving<P: Problem>(preparation: Preparation<P>, engine: &EngineRow) -> Preparation<P> {
    match engine.refute {
        Some(_) => preparation,
        None => Preparation { prover: None, ..preparation },
    }
}

/// Solves puzzles with an encoding and an engine: enumerates models and decodes them to grids.
#[derive(Debug)]
pub struct Sat {
    encoding: Box<dyn Encoding>,
    engine: ChosenEngine,
    /// The symbol of each cell, filled in for a solution.
    grid: Vec<Symbol>,
    /// Scratch memory for a blocking clause.
    clause: Vec<Literal>,
}

impl Sat {
    /// Encodes `geometry` once for all puzzles.
    ///
    /// # Errors
    /// If the formula would be too large.
    pub fn new(
        geometry: &Geometry,
        encoding: &EncodingRow,
        engine: &'static EngineRow,
    ) -> Result<Self, Unsupported> {
        Self::with(geometry, encoding, ChosenEngine::Row(engine))
    }

    /// Encodes `geometry` once for all puzzles, for an engine with a configuration.
    fn with(
        geometry: &Geometry,
        encoding: &EncodingRow,
        engine: ChosenEngine,
    ) -> Result<Self, Unsupported> {
        Ok(Self {
            encoding: encoding.encode(geometry)?,
            engine,
            grid: vec![0; geometry.cells()],
            clause: Vec::with_capacity(geometry.cells()),
        })
    }

    fn run<'l, O: Observer>(
        &mut self,
        puzzle: &Puzzle,
        make: impl FnOnce(Interrupt<'l>) -> Box<dyn Engine + 'l>,
        mut meter: Meter<'l, O>,
    ) -> Outcome {
        meter.phase(Phase::Encode);
        let mut engine = make(meter.interrupt());
        let flow = self.search(puzzle, &mut *engine, &mut meter);
        write_counters(engine.statistics(), &mut meter.counters);
        meter.finish(flow)
    }

    fn search<O: Observer>(
        &mut self,
        puzzle: &Puzzle,
        engine: &mut dyn Engine,
        meter: &mut Meter<'_, O>,
    ) -> ControlFlow<Stop> {
        let size = self.encoding.load(puzzle, engine);
        meter.counters.variables = size.variables as u64;
        meter.counters.clauses = size.clauses as u64;
        if meter.observer().watches() {
            let candidates = self.candidates(puzzle.geometry(), size.variables);
            meter.observer().event(Event::Encoded { candidates: &candidates });
        }
        if self.engine.takes_groups() {
            engine.state(&self.groups(puzzle.geometry(), size.variables));
        }
        while next_model(meter, |_, observer| engine.trace(observer))? {
            self.encoding.read(&|variable| engine.value(variable), &mut self.grid);
            meter.solution(&self.grid)?;
            meter.phase(Phase::Encode);
            self.block_grid(puzzle);
            engine.add_clause(&self.clause);
        }
        ControlFlow::Continue(())
    }

    /// Returns the candidate that each variable of the formula loaded last stands for.
    fn candidates(&mut self, geometry: &Geometry, variables: usize) -> Vec<Option<(Cell, Symbol)>> {
        let mut candidates = vec![None; variables];
        for cell in 0..geometry.cells() {
            for symbol in 0..geometry.symbols() as Symbol {
                self.clause.clear();
                self.encoding.negated(cell, symbol, &mut self.clause);
                if let [literal] = self.clause[..]
                    && !literal.is_positive()
                {
                    candidates[literal.variable() as usize] = Some((cell, symbol));
                }
            }
        }
        candidates
    }

    /// Returns the cells of each region that are not determined, and the variables of their candidates.
    fn groups(&mut self, geometry: &Geometry, variables: usize) -> Groups {
        let mut places = vec![Vec::new(); geometry.cells()];
        for (candidate, variable) in self.candidates(geometry, variables).into_iter().zip(0..) {
            if let Some((cell, symbol)) = candidate {
                places[cell].push((symbol, variable));
            }
        }
        let is_open = |&cell: &Cell| !places[cell].is_empty();
        let open = |cells: &[Cell]| cells.iter().copied().filter(is_open).collect::<Vec<Cell>>();
        let groups = geometry.regions().iter().map(|region| open(&region.cells));
        Groups { groups: groups.collect(), places }
    }

    /// Builds the blocking clause of the last grid.
    fn block_grid(&mut self, puzzle: &Puzzle) {
        self.clause.clear();
        self.encoding.block(puzzle, &self.grid, &mut self.clause);
    }
}

impl Solver for Sat {
    fn solve(&mut self, puzzle: &Puzzle, limits: &Limits<'_>) -> Outcome {
        let engine = self.engine;
        self.run(puzzle, |interrupt| engine.timed(interrupt), Meter::new(limits, ()))
    }

    fn trace(
        &mut self,
        puzzle: &Puzzle,
        limits: &Limits<'_>,
        observer: &mut dyn Observer,
    ) -> Outcome {
        let engine = self.engine;
        self.run(puzzle, |interrupt| engine.traced(interrupt), Meter::new(limits, observer))
    }
}

/// Searches for the next model unless the search is interrupted. Returns whether there is one.
fn next_model<'l, O: Observer, A>(
    meter: &mut Meter<'l, O, A>,
    solve: impl FnOnce(Interrupt<'l>, &mut dyn Observer) -> SatResult,
) -> ControlFlow<Stop, bool> {
    if let Some(stop) = meter.interrupt().stop() {
        return ControlFlow::Break(stop);
    }
    meter.phase(Phase::Solve);
    match solve(meter.interrupt(), meter.observer()) {
        SatResult::Satisfiable => {
            meter.phase(Phase::Decode);
            ControlFlow::Continue(true)
        }
        SatResult::Stopped(stop) => ControlFlow::Break(stop),
        SatResult::Unsatisfiable => ControlFlow::Continue(false),
    }
}

/// Copies the statistics to the counters. What an engine does not count stays zero; the row names the
/// counters that are filled.
fn write_counters(statistics: EngineStatistics, counters: &mut Counters) {
    counters.nodes = statistics.nodes.unwrap_or_default();
    counters.bets = statistics.decisions.unwrap_or_default();
    counters.conflicts = statistics.conflicts.unwrap_or_default();
    counters.propagations = statistics.propagations.unwrap_or_default();
    counters.max_depth = statistics.max_depth.unwrap_or_default();
}
