//! Inference without search on the formula of a puzzle: the four levels of Lynce & Ouaknine.
//!
//! Inês Lynce and Joël Ouaknine (2006, *Sudoku as a SAT Problem*, AIMATH) asked how far a SAT solver gets without
//! a decision: which puzzles are solved by unit propagation alone, by failed literals, by hyper-binary resolution
//! and by binary failed literals. The four rows answer this for any corpus. Each concludes what holds in every
//! model of the [extended encoding](super::encodings::extended), and is [`Stuck`](Stop::Stuck) where
//! more than one candidate of a cell is left. A grid that is filled is the only one.
//!
//! ```text
//!   sat/up  ⊂  sat/fl  ⊂  sat/hypbin  ⊂  sat/bfl
//! ```
//!
//! Seen by a player, unit propagation on this encoding is naked and hidden singles, since a cell and a place in a
//! region are clauses alike. The rest is supposing a candidate and looking where it leads.

mod binary_failed_literals;
mod failed_literals;
mod hyper_binary;
mod unit_propagation;

use std::ops::ControlFlow;

use board::{Cell, Geometry, Puzzle, Symbol, SymbolSet};

use super::encodings::{EXTENDED, Encoding, variable};
use super::engines::{Early, Inference, Lookahead};
use crate::contract::{
    Backend, Counter, Event, LimitSupport, Meter, Method, Observer, Origin, Phase, ProblemKind,
    Search, StepSupport, Stop, Takes, Task, Unsupported,
};

pub use binary_failed_literals::BFL;
pub use failed_literals::FL;
pub use hyper_binary::HYPBIN;
pub use unit_propagation::UP;

/// What the four rows have in common.
const ROW: Backend = Backend {
    id: "",
    about: "",
    method: method(""),
    tasks: &Task::ALL,
    counts: &[Counter::Conflicts, Counter::Propagations, Counter::Variables, Counter::Clauses],
    counts_traced: &[],
    steps: StepSupport::All,
    node_limit: LimitSupport::None,
    time_limit: LimitSupport::Coarse,
    assumes_unique: false,
    complete: false,
    stateful: false,
    batch: None,
    lines: None,
    package: None,
    instructions: None,
    // They share unit propagation with the two engines of this project.
    origin: Origin { code: "sat", reads: ProblemKind::Formula },
    takes: Takes::NOTHING,
};

const fn method(inference: &'static str) -> Method {
    Method { state: "assigned literals", inference, choice: "none" }
}

/// Infers on the formula of a puzzle.
struct Inferring {
    encoding: Box<dyn Encoding>,
    inference: Inference,
    grid: Vec<Symbol>,
}

impl Inferring {
    /// Encodes a geometry once for all puzzles.
    ///
    /// # Errors
    /// If the formula would be too large.
    fn new(geometry: &Geometry, inference: Inference) -> Result<Self, Unsupported> {
        let encoding = EXTENDED.encode(geometry)?;
        Ok(Self { encoding, inference, grid: Vec::with_capacity(geometry.cells()) })
    }
}

impl Search for Inferring {
    fn search<O: Observer>(
        &mut self,
        puzzle: &Puzzle,
        meter: &mut Meter<'_, O>,
    ) -> ControlFlow<Stop> {
        meter.phase(Phase::Encode);
        let mut lookahead = Lookahead::new(meter.interrupt());
        let size = self.encoding.load(puzzle, &mut lookahead);
        meter.counters.variables = size.variables as u64;
        meter.counters.clauses = size.clauses as u64;
        if meter.observer().watches() {
            let candidates = candidates(puzzle.geometry());
            meter.observer().event(Event::Encoded { candidates: &candidates });
        }
        meter.turn()?;
        meter.phase(Phase::Solve);
        let end = lookahead.infer(self.inference, meter.observer());
        meter.propagate(lookahead.propagations() as usize);
        match end {
            Err(Early::Stopped(stop)) => return ControlFlow::Break(stop),
            Err(Early::Contradiction) => {
                meter.conflict();
                return ControlFlow::Continue(());
            }
            Ok(()) => meter.phase(Phase::Decode),
        }
        let left = left(puzzle.geometry(), &lookahead);
        if left.iter().all(|symbols| symbols.single().is_some()) {
            self.grid.clear();
            self.grid.extend(left.iter().filter_map(|symbols| symbols.single()));
            return meter.solution(&self.grid);
        }
        meter.stuck(Some(Puzzle::from_allowed(puzzle.geometry().clone(), left)))
    }
}

/// Returns the candidate that each variable stands for.
fn candidates(geometry: &Geometry) -> Vec<Option<(Cell, Symbol)>> {
    let symbols = geometry.symbols();
    let of_cell = |cell| (0..symbols as Symbol).map(move |symbol| Some((cell, symbol)));
    (0..geometry.cells()).flat_map(of_cell).collect()
}

/// Returns the symbols of each cell that are not refuted.
fn left(geometry: &Geometry, lookahead: &Lookahead<'_>) -> Vec<SymbolSet> {
    let symbols = geometry.symbols();
    let of_cell = |cell: usize| {
        let is_left = |&symbol: &Symbol| {
            lookahead.value(variable(cell, symbol.into(), symbols)) != Some(false)
        };
        (0..symbols as Symbol).filter(is_left).collect()
    };
    (0..geometry.cells()).map(of_cell).collect()
}
