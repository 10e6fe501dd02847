//! Candidate-driven search on bit boards: for each symbol, the set of cells that may take it.
//!
//! `candidates/mrv` computes the symbols that a cell may take; here the representation is
//! transposed, and the question is answered for all cells at once:
//!
//! ```text
//!   once, twice, thrice = no cells               cells with one candidate: once without twice
//!   for each symbol's board b:                   with two:                 twice without thrice
//!       thrice |= twice & b                      with none:                not in once
//!       twice  |= once & b
//!       once   |= b
//! ```
//!
//! A cell with one candidate is placed: its symbol is removed from its peers. A symbol with one
//! place left in a full region is placed as well: only regions from which the symbol has gone since they were last
//! examined have such places. When nothing follows, the search bets on a cell with two candidates, or else on
//! one with the fewest, the first in reading order unless another [`Choice`] is asked for. Such boards
//! are as old as chess programs; for sudoku, tdoku and others extend the idea to vectors.
//!
//! The search visits the same nodes as `candidates/mrv`, with the same bets and conflicts (tested),
//! and differs only in time. There is no trail: the boards are copied for each bet, 288 bytes on
//! 9×9. A board has one word of 128 bits for up to 128 cells, four for up to 512, and 32 for up to
//! 4,096. Every operation costs all of them, so that this is the faster of the two searches on
//! boards of one word and the slower one on others.
//!
//! The crate `generate` counts the solutions of puzzles and finds random grids with it, on boards of
//! one word.

mod board;
#[cfg(test)]
mod tests;

use std::ops::ControlFlow;

use ::board::{Cell, Geometry, MAX_SYMBOLS, Puzzle, Symbol, SymbolSet};

use self::board::BitBoard;
use crate::candidates::mrv::{Choice, InOrder};
use crate::contract::{
    Backend, Counter, LimitSupport, Meter, Method, Observer, Origin, ProblemKind, Search, Solver,
    StepSupport, Stop, Takes, Task, Unsupported,
};

/// The row `candidates/bitboards`.
pub const BITBOARDS: Backend = Backend {
    id: "candidates/bitboards",
    about: "a board of bits for each symbol, singles of all cells at once, fewest candidates first",
    method: Method {
        state: "the cells of each symbol, as bits",
        inference: "naked and hidden singles",
        choice: "cell with fewest candidates",
    },
    tasks: &Task::ALL,
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
    origin: Origin { code: "candidates", reads: ProblemKind::Puzzle },
    package: None,
    instructions: None,
    takes: Takes::puzzles(prepare),
};

fn prepare(geometry: &Geometry) -> Result<Box<dyn Solver>, Unsupported> {
    fn boxed<const N: usize>(geometry: &Geometry) -> Option<Box<dyn Solver>> {
        BitBoards::<N, _>::new(geometry, InOrder).map(|search| Box::new(search) as Box<dyn Solver>)
    }
    boxed::<1>(geometry)
        .or_else(|| boxed::<4>(geometry))
        .or_else(|| boxed::<32>(geometry))
        .ok_or_else(|| {
            let (cells, full, most) =
                (geometry.cells(), full_regions(geometry).count(), BitBoard::<32>::CELLS);
            let board = format!("a board of {cells} cells and {full} full regions");
            Unsupported(format!("{board}; it takes up to {most} of each"))
        })
}

/// Returns the cells of each full region.
fn full_regions(geometry: &Geometry) -> impl Iterator<Item = &[Cell]> {
    let full = (0..geometry.regions().len()).filter(|&region| geometry.is_full(region));
    full.map(|region| &geometry.regions()[region].cells[..])
}

/// The search, prepared for a geometry.
pub struct BitBoards<const N: usize, C> {
    choice: C,
    layout: Layout<N>,
    /// The state at the root, and after each open bet.
    states: Vec<State<N>>,
    /// The open bets.
    frames: Vec<Frame>,
}

/// The properties of a geometry that the search uses.
struct Layout<const N: usize> {
    all: BitBoard<N>,
    peers: Vec<BitBoard<N>>,
    full_regions: Vec<BitBoard<N>>,
    /// The full regions of each cell, as a set of their numbers.
    regions_of: Vec<BitBoard<N>>,
    symbols: usize,
}

/// A board for each symbol, and the status of cells.
struct State<const N: usize> {
    places: Vec<BitBoard<N>>,
    /// The same when regions were last examined.
    examined: Vec<BitBoard<N>>,
    /// Cells whose symbol has been removed from their peers.
    placed: BitBoard<N>,
    /// Cells that are given or bet on: placing them is not a deduction.
    known: BitBoard<N>,
}

/// A cell whose symbols are tried one after the other.
struct Frame {
    cell: Cell,
    alternatives: usize,
    untried: SymbolSet,
}

/// A cell or a region has no possibility left.
struct Conflict;

impl<const N: usize, C: Choice> Search for BitBoards<N, C> {
    fn search<O: Observer>(
        &mut self,
        puzzle: &Puzzle,
        meter: &mut Meter<'_, O>,
    ) -> ControlFlow<Stop> {
        meter.node()?;
        self.load(puzzle);
        loop {
            let state = &mut self.states[self.frames.len()];
            match self.layout.propagate(state, meter) {
                Err(Conflict) => meter.conflict(),
                Ok(None) => meter.solution(&state.grid())?,
                Ok(Some(equals)) => self.open(equals),
            }
            if !self.next_bet(meter) {
                return ControlFlow::Continue(());
            }
            meter.node()?;
        }
    }
}

impl<const N: usize, C: Choice> BitBoards<N, C> {
    /// Returns whether a board has a bit for each cell and each full region of `geometry`.
    pub fn takes(geometry: &Geometry) -> bool {
        geometry.cells().max(full_regions(geometry).count()) <= BitBoard::<N>::CELLS
    }

    /// Returns a search on `geometry`, or `None` unless it [`takes`](Self::takes) it.
    pub fn new(geometry: &Geometry, choice: C) -> Option<Self> {
        let layout = Self::takes(geometry).then(|| Layout::new(geometry))?;
        Some(Self { choice, layout, states: vec![State::empty()], frames: Vec::new() })
    }

    /// Returns the choice, mutably.
    pub fn choice_mut(&mut self) -> &mut C {
        &mut self.choice
    }

    /// Starts with all candidates that the puzzle allows.
    fn load(&mut self, puzzle: &Puzzle) {
        self.frames.clear();
        let state = &mut self.states[0];
        state.places.clear();
        state.places.resize(self.layout.symbols, BitBoard::EMPTY);
        // Not yet examined, unless a symbol may stand anywhere: then there is nothing to find.
        state.examined.clear();
        state.examined.resize(self.layout.symbols, !BitBoard::EMPTY);
        (state.placed, state.known) = (BitBoard::EMPTY, BitBoard::EMPTY);
        let mut open = BitBoard::EMPTY;
        for cell in 0..puzzle.geometry().cells() {
            match puzzle.given(cell) {
                Some(symbol) => {
                    state.places[usize::from(symbol)].insert(cell);
                    state.known.insert(cell);
                }
                None if puzzle.plain().is_some() => open.insert(cell),
                None => {
                    let allowed = puzzle.allowed_in(cell).iter();
                    allowed.for_each(|symbol| state.places[usize::from(symbol)].insert(cell));
                }
            }
        }
        state.places.iter_mut().for_each(|place| *place = *place | open);
    }

    /// Opens a bet on one of these cells.
    fn open(&mut self, equals: BitBoard<N>) {
        let cell = self.choice.cell(equals.cells()).expect("an open cell");
        let untried = self.states[self.frames.len()].candidates(cell);
        self.frames.push(Frame { cell, alternatives: untried.len(), untried });
        if self.states.len() == self.frames.len() {
            self.states.push(State::empty());
        }
    }

    /// Returns to the last bet with an untried symbol, and takes the next one. Returns false if
    /// there is none.
    fn next_bet<O: Observer>(&mut self, meter: &mut Meter<'_, O>) -> bool {
        while let Some(frame) = self.frames.last_mut() {
            if frame.untried.len() < frame.alternatives {
                meter.undo();
            }
            let Some(symbol) = self.choice.symbol(frame.untried) else {
                self.frames.pop();
                continue;
            };
            frame.untried.remove(symbol);
            let Frame { cell, alternatives, .. } = *frame;
            meter.bet(cell, symbol, alternatives);
            let [.., before, state] = &mut self.states[..=self.frames.len()] else {
                unreachable!("a state for each bet")
            };
            state.copy(before);
            state.keep_only(cell, symbol);
            state.known.insert(cell);
            return true;
        }
        false
    }
}

impl<const N: usize> Layout<N> {
    fn new(geometry: &Geometry) -> Self {
        let cells = geometry.cells();
        let board = |cells: &[Cell]| cells.iter().copied().collect();
        let mut regions_of = vec![BitBoard::EMPTY; cells];
        for (number, region) in full_regions(geometry).enumerate() {
            region.iter().for_each(|&cell| regions_of[cell].insert(number));
        }
        Self {
            all: (0..cells).collect(),
            peers: (0..cells).map(|cell| board(geometry.peers(cell))).collect(),
            full_regions: full_regions(geometry).map(board).collect(),
            regions_of,
            symbols: geometry.symbols(),
        }
    }

    /// Places singles until there are none. Returns the open cells with the fewest candidates, or `None` if all
    /// are placed.
    fn propagate<O: Observer>(
        &self,
        state: &mut State<N>,
        meter: &mut Meter<'_, O>,
    ) -> Result<Option<BitBoard<N>>, Conflict> {
        loop {
            let [once, twice, thrice] = state.counts();
            if once != self.all {
                return Err(Conflict);
            }
            let singles = once & !twice & !state.placed;
            if !singles.is_empty() {
                self.place(state, singles, meter)?;
            } else if state.placed == self.all {
                return Ok(None);
            } else if !self.hidden_singles(state)? {
                let pairs = twice & !thrice;
                return Ok(Some(if pairs.is_empty() { self.with_fewest(state) } else { pairs }));
            }
        }
    }

    /// Places the only candidates of these cells.
    fn place<O: Observer>(
        &self,
        state: &mut State<N>,
        mut singles: BitBoard<N>,
        meter: &mut Meter<'_, O>,
    ) -> Result<(), Conflict> {
        state.placed = state.placed | singles;
        while let Some(cell) = singles.pop() {
            // Another single may have taken the symbol.
            let symbol = state.symbol(cell).ok_or(Conflict)?;
            if !state.known.contains(cell) {
                meter.deduce(cell, symbol);
            }
            let places = &mut state.places[usize::from(symbol)];
            *places = *places & !self.peers[cell];
        }
        Ok(())
    }

    /// Restricts the only place of each symbol in a full region to that symbol. Returns whether
    /// there was one.
    fn hidden_singles(&self, state: &mut State<N>) -> Result<bool, Conflict> {
        let mut found = false;
        for symbol in 0..self.symbols {
            let gone = state.examined[symbol] & !state.places[symbol] & self.all;
            let changed = gone.cells().map(|cell| self.regions_of[cell]);
            let changed = changed.fold(BitBoard::EMPTY, |all, its| all | its);
            state.examined[symbol] = state.places[symbol];
            for region in changed.cells() {
                let places = state.places[symbol] & self.full_regions[region];
                if places.is_empty() {
                    return Err(Conflict);
                }
                if let Some(cell) = places.single()
                    && !state.placed.contains(cell)
                {
                    state.keep_only(cell, symbol as Symbol);
                    found = true;
                }
            }
        }
        Ok(found)
    }

    /// Returns the open cells with the fewest candidates. The candidates of all cells are counted at once, a
    /// board for each binary digit of the counts.
    fn with_fewest(&self, state: &State<N>) -> BitBoard<N> {
        let mut digits = [BitBoard::EMPTY; (MAX_SYMBOLS.ilog2() + 1) as usize];
        let digits = &mut digits[..=self.symbols.ilog2() as usize];
        for &places in &state.places {
            let mut carry = places;
            for digit in &mut *digits {
                (*digit, carry) = (*digit ^ carry, *digit & carry);
            }
        }
        let open = self.all & !state.placed;
        digits.iter().rev().fold(open, |fewest, &digit| {
            let fewer = fewest & !digit;
            if fewer.is_empty() { fewest } else { fewer }
        })
    }
}

impl<const N: usize> State<N> {
    fn empty() -> Self {
        let [placed, known] = [BitBoard::EMPTY; 2];
        Self { places: Vec::new(), examined: Vec::new(), placed, known }
    }

    /// Becomes the same as another state.
    fn copy(&mut self, other: &Self) {
        self.places.clone_from(&other.places);
        self.examined.clone_from(&other.examined);
        (self.placed, self.known) = (other.placed, other.known);
    }

    /// Returns the cells with at least one candidate, at least two and at least three.
    #[inline]
    fn counts(&self) -> [BitBoard<N>; 3] {
        let [mut once, mut twice, mut thrice] = [BitBoard::EMPTY; 3];
        for &places in &self.places {
            thrice = thrice | twice & places;
            twice = twice | once & places;
            once = once | places;
        }
        [once, twice, thrice]
    }

    /// Returns the candidates of a cell.
    fn candidates(&self, cell: Cell) -> SymbolSet {
        let symbols = 0..self.places.len() as Symbol;
        symbols.filter(|&symbol| self.places[usize::from(symbol)].contains(cell)).collect()
    }

    /// Returns the lowest candidate of a cell.
    #[inline]
    fn symbol(&self, cell: Cell) -> Option<Symbol> {
        self.places.iter().position(|places| places.contains(cell)).map(|it| it as Symbol)
    }

    /// Removes all candidates but `symbol` from a cell.
    #[inline]
    fn keep_only(&mut self, cell: Cell, symbol: Symbol) {
        let others = !BitBoard::from_iter([cell]);
        for other in (0..self.places.len()).filter(|&other| other != usize::from(symbol)) {
            self.places[other] = self.places[other] & others;
        }
    }

    /// Returns the grid, if all cells are placed.
    fn grid(&self) -> Vec<Symbol> {
        let cells = 0..BitBoard::<N>::CELLS;
        cells.map_while(|cell| self.symbol(cell)).collect()
    }
}
