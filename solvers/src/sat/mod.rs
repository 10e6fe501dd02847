//! Sudoku as satisfiability: a formula whose models are the grids, given to an engine that knows
//! nothing else.
//!
//! A variable is a symbol in a cell, `cell · |S| + symbol`: true when it stands there. Two cells
//! in a row, and the symbols 1 and 2:
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
//! The formula of a geometry is made once. Each puzzle gets a fresh engine, which takes the whole
//! formula and the puzzle's own clauses: a given is a clause with one literal, and so is a symbol
//! that pencil marks forbid. Nothing is simplified on the way. What the givens settle is left to
//! the engine, and finding it is part of its work. One encoding has another view of that, and takes
//! out what they settle first: [`reduced`](encodings::reduced).
//!
//! **Uniqueness.** A model is a grid. To ask for another one, a *blocking clause* is added, which
//! says that one of the cells that were not given holds something else; when the engine then
//! finds that the clauses contradict each other, all grids are known. It keeps what it learnt
//! between the two questions, because the formula only grew.
//!
//! **Proofs.** That there is no other grid is a claim of an engine. Some write down why
//! ([`engines::Refute`]): the formula, the puzzle's clauses and the blocking clause go to a fresh engine
//! at once, and the proof that they contradict each other can be checked by somebody who trusts the
//! encoding and nobody else.
//!
//! **The counters.** Most engines learn a clause from each conflict and jump back over several
//! decisions at once (conflict-driven clause learning, CDCL): they do not walk a tree. `bets` are
//! their decisions, `conflicts` the clauses that they found false, the last one at the root
//! included, `propagations` the literals that they propagated, all of them summed over the
//! questions of a puzzle. A decision may set a variable to false, which fills no cell, so that
//! bets are never ranked against those of tree searches. Search states and the depth of open bets
//! mean nothing here, so that `nodes` and `max_depth` stay empty, and a limit of nodes is not
//! obeyed. One engine, [`DPLL`](engines::DPLL), walks a tree, and counts as all tree searches do.
//!
//! **Counting** goes on in the same way, to the limit of the count: a clause for each grid, each as
//! long as there are open cells. That is quadratic at least, and fit for some thousands of grids.
//!
//! **The parts.** A row is an encoding ([`encodings`]) and an engine ([`engines`]), both ports; [`Sat`]
//! puts them together. [`combinations`] has a row for each encoding on each engine, of which the registry
//! shows some; any other can be asked for by name.

use std::ops::ControlFlow;

use board::instance::ExactCover;
use board::{Geometry, Puzzle, Symbol};

use crate::contract::{
    Backend, Counters, Interrupt, Limits, Meter, Observer, Origin, Outcome, Phase, Preparation,
    Problem, ProblemKind, Solver, Stop, Takes, Task,
};
use encodings::{Encoding, EncodingRow};
use engines::{Engine, EngineRow, MakeEngine, SatResult, Statistics};
use formula::{Formula, Literal};

pub mod combinations;
mod conflict_tally;
mod const_string;
pub mod encodings;
pub mod engines;
pub mod incremental;
pub mod instances;
mod refuter;

/// What an encoding makes and an engine takes.
pub mod formula {
    pub use board::instance::{Formula, Literal, Proof, Step, Variable, read_proof};
}

#[cfg(test)]
mod tests;

/// A row of the registry: what it counts and obeys is the engine's business.
const fn row(id: &'static str, about: &'static str, engine: &EngineRow, takes: Takes) -> Backend {
    Backend {
        id,
        about,
        method: engine.method,
        tasks: &[Task::First, Task::Unique, Task::Count],
        counts: engine.counts,
        counts_traced: engine.counts_traced,
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

/// The kinds of problems that a combination takes, and proves where its engine writes proofs.
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

/// The same, without a prover where the engine writes no proofs.
const fn proving<P: Problem>(preparation: Preparation<P>, engine: &EngineRow) -> Preparation<P> {
    match engine.refute {
        Some(_) => preparation,
        None => Preparation::new(preparation.solver),
    }
}

/// An encoding and an engine: asks for models and reads them as grids.
#[derive(Debug)]
pub struct Sat {
    encoding: Box<dyn Encoding>,
    engine: &'static EngineRow,
    /// The symbol of each cell, for a solution.
    grid: Vec<Symbol>,
    /// The clause that is being handed over.
    clause: Vec<Literal>,
}

impl Sat {
    /// Encodes `geometry` for all puzzles to come.
    pub fn new(geometry: &Geometry, encoding: &EncodingRow, engine: &'static EngineRow) -> Self {
        Self {
            encoding: (encoding.make)(geometry),
            engine,
            grid: vec![0; geometry.cells()],
            clause: Vec::with_capacity(geometry.cells()),
        }
    }

    fn run<O: Observer>(
        &mut self,
        puzzle: &Puzzle,
        make: MakeEngine,
        mut meter: Meter<'_, O>,
    ) -> Outcome {
        meter.phase(Phase::Encode);
        let mut engine = make(meter.interrupt());
        let flow = self.search(puzzle, &mut *engine, &mut meter);
        write(engine.statistics(), &mut meter.counters);
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
        while next_model(meter, |_| engine.solve())? {
            self.encoding.read(engine, &mut self.grid);
            meter.solution(&self.grid)?;
            meter.phase(Phase::Encode);
            self.forbid_the_grid(puzzle);
            engine.add_clause(&self.clause);
        }
        ControlFlow::Continue(())
    }

    /// Makes the blocking clause of the grid that was read last.
    fn forbid_the_grid(&mut self, puzzle: &Puzzle) {
        self.clause.clear();
        self.encoding.block(puzzle, &self.grid, &mut self.clause);
    }
}

impl Solver for Sat {
    fn solve(&mut self, puzzle: &Puzzle, limits: &Limits<'_>) -> Outcome {
        self.run(puzzle, self.engine.timed, Meter::new(limits, ()))
    }

    fn trace(
        &mut self,
        puzzle: &Puzzle,
        limits: &Limits<'_>,
        observer: &mut dyn Observer,
    ) -> Outcome {
        self.run(puzzle, self.engine.traced, Meter::new(limits, observer))
    }
}

/// Asks for a model, unless it is time to stop: whether there is one, which is to be decoded then.
fn next_model<'l, O: Observer, A>(
    meter: &mut Meter<'l, O, A>,
    solve: impl FnOnce(Interrupt<'l>) -> SatResult,
) -> ControlFlow<Stop, bool> {
    if let Some(stop) = meter.interrupt().stop() {
        return ControlFlow::Break(stop);
    }
    meter.phase(Phase::Solve);
    match solve(meter.interrupt()) {
        SatResult::Satisfiable => {
            meter.phase(Phase::Decode);
            ControlFlow::Continue(true)
        }
        SatResult::Stopped(stop) => ControlFlow::Break(stop),
        SatResult::Unsatisfiable => ControlFlow::Continue(false),
    }
}

/// What an engine does not tell stays zero: the row says what to read.
fn write(statistics: Statistics, counters: &mut Counters) {
    counters.nodes = statistics.nodes.unwrap_or_default();
    counters.bets = statistics.decisions.unwrap_or_default();
    counters.conflicts = statistics.conflicts.unwrap_or_default();
    counters.propagations = statistics.propagations.unwrap_or_default();
    counters.max_depth = statistics.max_depth.unwrap_or_default();
}
