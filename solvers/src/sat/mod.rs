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
//! the engine, and finding it is part of its work. (The givens before the formula were tried: the
//! engines then drop while loading what the givens satisfy, which saved up to a fifth of the time
//! on classic puzzles. Dropped: it is a simplification, and belongs to an encoding with a name of
//! its own.)
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
//! obeyed. One engine, [`DPLL`], walks a tree, and counts as all tree searches do.
//!
//! **The parts.** A row is an encoding ([`encodings`]) and an engine ([`engines`]), named as data;
//! [`Sat`] is the one solver, and the only place where formulas ([`formula`]) meet puzzles.

use std::ops::ControlFlow;

use board::{Geometry, Grid, Puzzle, Symbol};

use crate::meter::{Interrupt, Limits, Meter, Phase};
use crate::observer::Observer;
use crate::outcome::{Counters, Outcome, Stop};
use crate::solver::{Backend, Certificate, Honors, Solver, Task, Unsupported};
use encodings::{Encoding, at_most_one, extended_by};
use engines::{Answer, BATSAT, CDCL, DPLL, Engine, EngineRow, Make, Statistics, VARISAT};
use formula::{Formula, Literal};

pub mod encodings;
pub mod engines;
pub mod instances;
pub mod proof;

/// What an encoding makes and an engine takes.
pub mod formula {
    pub use board::instance::{Formula, Literal, Proof, Step, Variable, read_proof};
}

#[cfg(test)]
mod tests;

/// The row `sat/extended.batsat`.
pub const EXTENDED_BATSAT: Backend = row(
    "sat/extended.batsat",
    "extended encoding (Lynce & Ouaknine), engine batsat (after MiniSat)",
    &BATSAT,
    |geometry| Ok(Box::new(Sat::new(geometry, encodings::extended, &BATSAT))),
);

/// The row `sat/extended.cdcl`.
pub const EXTENDED_CDCL: Backend = row(
    "sat/extended.cdcl",
    "extended encoding (Lynce & Ouaknine), engine of ours that learns clauses (CDCL)",
    &CDCL,
    |geometry| Ok(Box::new(Sat::new(geometry, encodings::extended, &CDCL))),
);

/// The row `sat/extended.dpll`.
pub const EXTENDED_DPLL: Backend = row(
    "sat/extended.dpll",
    "extended encoding (Lynce & Ouaknine), engine of ours that walks a tree (DPLL)",
    &DPLL,
    |geometry| Ok(Box::new(Sat::new(geometry, encodings::extended, &DPLL))),
);

/// The row `sat/extended.varisat`.
pub const EXTENDED_VARISAT: Backend = row(
    "sat/extended.varisat",
    "extended encoding (Lynce & Ouaknine), engine varisat",
    &VARISAT,
    |geometry| Ok(Box::new(Sat::new(geometry, encodings::extended, &VARISAT))),
);

/// The row `sat/minimal.batsat`.
pub const MINIMAL_BATSAT: Backend = row(
    "sat/minimal.batsat",
    "minimal encoding (Lynce & Ouaknine), engine batsat (after MiniSat)",
    &BATSAT,
    |geometry| Ok(Box::new(Sat::new(geometry, encodings::minimal, &BATSAT))),
);

/// The row `sat/minimal.varisat`.
pub const MINIMAL_VARISAT: Backend = row(
    "sat/minimal.varisat",
    "minimal encoding (Lynce & Ouaknine), engine varisat",
    &VARISAT,
    |geometry| Ok(Box::new(Sat::new(geometry, encodings::minimal, &VARISAT))),
);

/// The row `sat/binary.batsat`.
pub const BINARY_BATSAT: Backend = row(
    "sat/binary.batsat",
    "extended encoding, at most one by binary (Frisch et al.), engine batsat",
    &BATSAT,
    |geometry| Ok(Box::new(Sat::new(geometry, |it| extended_by(at_most_one::binary, it), &BATSAT))),
);

/// The row `sat/commander.batsat`.
pub const COMMANDER_BATSAT: Backend = row(
    "sat/commander.batsat",
    "extended encoding, at most one by commander (Klieber & Kwon), engine batsat",
    &BATSAT,
    |geometry| {
        Ok(Box::new(Sat::new(geometry, |it| extended_by(at_most_one::commander, it), &BATSAT)))
    },
);

/// The row `sat/product.batsat`.
pub const PRODUCT_BATSAT: Backend = row(
    "sat/product.batsat",
    "extended encoding, at most one by product (Chen), engine batsat",
    &BATSAT,
    |geometry| {
        Ok(Box::new(Sat::new(geometry, |it| extended_by(at_most_one::product, it), &BATSAT)))
    },
);

/// The row `sat/sequential.batsat`.
pub const SEQUENTIAL_BATSAT: Backend = row(
    "sat/sequential.batsat",
    "extended encoding, at most one by sequential (Sinz), engine batsat",
    &BATSAT,
    |geometry| {
        Ok(Box::new(Sat::new(geometry, |it| extended_by(at_most_one::sequential, it), &BATSAT)))
    },
);

/// A row of the registry: what it counts and obeys is the engine's business.
const fn row(
    id: &'static str,
    about: &'static str,
    engine: &EngineRow,
    prepare: fn(&Geometry) -> Result<Box<dyn Solver>, Unsupported>,
) -> Backend {
    Backend {
        id,
        about,
        method: engine.method,
        tasks: &[Task::First, Task::Unique, Task::Count],
        counts: engine.counts,
        counts_traced: engine.counts_traced,
        honors: Honors { nodes: engine.nodes, time: engine.time },
        assumes_unique: false,
        complete: true,
        stateful: false,
        batches: false,
        prepare,
    }
}

/// An encoding and an engine: asks for models and reads them as grids.
#[derive(Debug)]
pub struct Sat {
    symbols: usize,
    formula: Formula,
    engine: &'static EngineRow,
    /// The symbol of each cell, for a solution.
    grid: Vec<Symbol>,
    /// The clause that is being handed over.
    clause: Vec<Literal>,
}

impl Sat {
    /// Encodes `geometry` for all puzzles to come.
    pub fn new(geometry: &Geometry, encoding: Encoding, engine: &'static EngineRow) -> Self {
        Self {
            symbols: geometry.symbols(),
            formula: encoding(geometry),
            engine,
            grid: vec![0; geometry.cells()],
            clause: Vec::with_capacity(geometry.cells()),
        }
    }

    fn run<O: Observer>(
        &mut self,
        puzzle: &Puzzle,
        make: Make,
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
        engine.load(&self.formula);
        let mut marks = 0;
        self.marks(puzzle, |clause| {
            engine.add_clause(clause);
            marks += 1;
        });
        meter.counters.variables = self.formula.variables() as u64;
        meter.counters.clauses = self.formula.clause_count() as u64 + marks;
        loop {
            if let Some(stop) = meter.interrupt().stop() {
                return ControlFlow::Break(stop);
            }
            meter.phase(Phase::Solve);
            match engine.solve() {
                Answer::Satisfiable => {}
                Answer::Stopped(stop) => return ControlFlow::Break(stop),
                Answer::Unsatisfiable => return ControlFlow::Continue(()),
            }
            meter.phase(Phase::Decode);
            self.read_grid(engine);
            meter.solution(&self.grid)?;
            meter.phase(Phase::Encode);
            self.block(puzzle);
            engine.add_clause(&self.clause);
        }
    }

    /// Tells what the puzzle says: a clause for each given, and one for each symbol that is
    /// forbidden in a cell that is not given.
    fn marks(&self, puzzle: &Puzzle, mut add: impl FnMut(&[Literal])) {
        for (cell, &allowed) in puzzle.allowed().iter().enumerate() {
            let variable = |symbol| encodings::variable(cell, symbol, self.symbols);
            if let Some(symbol) = allowed.single() {
                add(&[Literal::positive(variable(symbol.into()))]);
                continue;
            }
            for symbol in (0..self.symbols).filter(|&s| !allowed.contains(s as Symbol)) {
                add(&[Literal::negative(variable(symbol))]);
            }
        }
    }

    fn read_grid(&mut self, engine: &dyn Engine) {
        for (cell, place) in self.grid.iter_mut().enumerate() {
            let stands =
                |&symbol: &usize| engine.value(encodings::variable(cell, symbol, self.symbols));
            let symbol = (0..self.symbols).find(stands);
            *place = symbol.expect("each encoding gives each cell a symbol") as Symbol;
        }
    }

    /// Makes the clause that forbids the grid that was read last.
    fn block(&mut self, puzzle: &Puzzle) {
        self.clause.clear();
        for (cell, &symbol) in self.grid.iter().enumerate() {
            if puzzle.given(cell).is_none() {
                let variable = encodings::variable(cell, symbol.into(), self.symbols);
                self.clause.push(Literal::negative(variable));
            }
        }
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

    fn certify(
        &mut self,
        puzzle: &Puzzle,
        grid: Option<&Grid>,
        limits: &Limits<'_>,
    ) -> Option<Certificate> {
        let refute = self.engine.refute?;
        let mut formula = self.formula.clone();
        self.marks(puzzle, |clause| formula.add_clause(clause.iter().copied()));
        if let Some(grid) = grid {
            self.grid.copy_from_slice(grid.symbols());
            self.block(puzzle);
            formula.add_clause(self.clause.iter().copied());
        }
        let refutation = refute(&formula, Interrupt::new(limits));
        Some(Certificate { formula, refutation })
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
