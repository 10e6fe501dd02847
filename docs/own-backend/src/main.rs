//! The harness with one more backend: `cargo run --release -- PUZZLES -b own -b candidates/mrv`.

use std::ops::ControlFlow;
use std::process::ExitCode;

use board::{Cell, Geometry, Puzzle, Symbol, SymbolSet};
use solvers::{
    Backend, Counter, LimitSupport, Meter, Method, Observer, Origin, ProblemKind, Search,
    StepSupport, Stop, Takes, Task,
};

/// What the harness knows of the backend: `harness list` prints it, and every row of a run has its id.
const FEWEST_FIRST: Backend = Backend {
    id: "own/fewest-first",
    about: "recursion, the cell with the fewest candidates first",
    method: Method { state: "candidates", inference: "naked singles", choice: "fewest candidates" },
    tasks: &[Task::First, Task::Unique, Task::Count],
    counts: &[
        Counter::Nodes,
        Counter::Bets,
        Counter::Conflicts,
        Counter::Deductions,
        Counter::MaxDepth,
    ],
    counts_traced: &[],
    steps: StepSupport::All,
    node_limit: LimitSupport::Exact,
    time_limit: LimitSupport::Exact,
    assumes_unique: false,
    complete: true,
    stateful: false,
    batch: None,
    lines: None,
    package: None,
    instructions: None,
    origin: Origin { code: "own", reads: ProblemKind::Puzzle },
    takes: Takes::puzzles(|geometry| Ok(Box::new(FewestFirst::new(geometry)))),
};

fn main() -> ExitCode {
    harness::main_with(&[FEWEST_FIRST])
}

/// The cells that share a region with each cell.
struct FewestFirst {
    peers: Vec<Vec<Cell>>,
}

/// The symbols left for each cell, and the cells without one so far.
#[derive(Clone)]
struct State {
    left: Vec<SymbolSet>,
    open: Vec<Cell>,
}

impl FewestFirst {
    fn new(geometry: &Geometry) -> Self {
        Self { peers: (0..geometry.cells()).map(|cell| geometry.peers(cell).to_vec()).collect() }
    }

    fn place(&self, state: &mut State, cell: Cell, symbol: Symbol) {
        state.left[cell] = SymbolSet::only(symbol);
        state.open.retain(|&other| other != cell);
        self.peers[cell].iter().for_each(|&peer| state.left[peer].remove(symbol));
    }

    fn descend<O: Observer>(&self, state: &State, meter: &mut Meter<'_, O>) -> ControlFlow<Stop> {
        if state.left.iter().any(|left| left.is_empty()) {
            meter.conflict();
            return ControlFlow::Continue(());
        }
        let Some(&cell) = state.open.iter().min_by_key(|&&cell| state.left[cell].len()) else {
            let grid: Vec<Symbol> = state.left.iter().filter_map(|left| left.single()).collect();
            return meter.solution(&grid);
        };
        let among = state.left[cell].len();
        for symbol in state.left[cell].iter() {
            let mut next = state.clone();
            self.place(&mut next, cell, symbol);
            if among == 1 {
                meter.deduce(cell, symbol);
                return self.descend(&next, meter);
            }
            meter.bet(cell, symbol, among);
            meter.node()?;
            self.descend(&next, meter)?;
            meter.undo();
        }
        ControlFlow::Continue(())
    }
}

impl Search for FewestFirst {
    fn search<O: Observer>(
        &mut self,
        puzzle: &Puzzle,
        meter: &mut Meter<'_, O>,
    ) -> ControlFlow<Stop> {
        meter.node()?;
        let left: Vec<_> = puzzle.allowed().collect();
        let mut state = State { open: (0..left.len()).collect(), left };
        for cell in 0..state.left.len() {
            if let Some(symbol) = puzzle.given(cell) {
                self.place(&mut state, cell, symbol);
            }
        }
        self.descend(&state, meter)
    }
}
