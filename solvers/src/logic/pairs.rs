//! The deduction program of the SAÉ S1.02, as it stands in its text: naked single, hidden single,
//! naked pair, hidden pair, one after the other over the whole grid, until the grid is full or an
//! iteration neither fills a cell nor removes a candidate.
//!
//! It is written over the four operations on a cell's candidates and runs over each of the
//! [`sets`](crate::sets::candidates), so that the question of the document can be put: the same
//! program, the same steps, which data structure? What a technique finds it applies at once, and
//! the next look sees it. Where the iteration ends does not depend on that: the loop of
//! [`Deduction`](super::deduction::Deduction) over these four techniques leaves the same candidates, if it has
//! `locked-pair` too: so the table calls a naked pair that rules out candidates in two regions.

use std::ops::ControlFlow;

use board::{Cell, Geometry, Puzzle, Symbol, SymbolSet, SymbolWord};

use super::rows::{ROW, method};
use super::store::Conflict;
use super::table::technique;
use super::technique::Technique;
use crate::contract::{
    Backend, Meter, Method, Observer, Search, Solver, Step, Stop, Takes, Unsupported,
};
use crate::sets::candidates::{Candidates, Flags, List, fit_in_words};

/// The row `deduce/pairs`.
pub const PAIRS: Backend = Backend {
    id: "deduce/pairs",
    about: "naked and hidden singles and pairs in turn (SAÉ S1.02), candidates as bits",
    method: Method { state: "candidate bits", ..method("singles, pairs") },
    takes: Takes::puzzles(prepare::<SymbolWord>),
    ..ROW
};

/// The row `deduce/pairs.flags`.
pub const PAIRS_FLAGS: Backend = Backend {
    id: "deduce/pairs.flags",
    about: "the loop of deduce/pairs, candidates as truth values and a count (SAÉ, tCase2)",
    method: Method { state: "candidate truth values", ..PAIRS.method },
    takes: Takes::puzzles(prepare::<Flags>),
    ..PAIRS
};

/// The row `deduce/pairs.list`.
pub const PAIRS_LIST: Backend = Backend {
    id: "deduce/pairs.list",
    about: "the loop of deduce/pairs, candidates as a list and a count (SAÉ, tCase1)",
    method: Method { state: "candidate lists", ..PAIRS.method },
    takes: Takes::puzzles(prepare::<List>),
    ..PAIRS
};

/// The techniques, in the order in which each iteration takes them.
const TURNS: [&str; 4] = ["naked-single", "hidden-single", "naked-pair", "hidden-pair"];

const NAKED_SINGLE: usize = 0;
const HIDDEN_SINGLE: usize = 1;
const NAKED_PAIR: usize = 2;
const HIDDEN_PAIR: usize = 3;

/// The loop; `S` is how candidates are stored.
struct Pairs<S> {
    symbols: usize,
    peers: Vec<Vec<Cell>>,
    regions: Vec<Region>,
    techniques: [&'static Technique; 4],
    /// How often each of them led to something in this puzzle.
    uses: [u64; 4],
    /// The candidates of each cell; those of a filled cell are its symbol.
    candidates: Vec<S>,
    /// Whether a cell is filled.
    filled: Vec<bool>,
    n_open: usize,
    /// The candidates that the current step removes.
    removals: Vec<(Cell, Symbol)>,
}

struct Region {
    cells: Vec<Cell>,
    is_full: bool,
}

fn prepare<S: Candidates<Bits = u64> + 'static>(
    geometry: &Geometry,
) -> Result<Box<dyn Solver>, Unsupported> {
    fit_in_words(geometry)?;
    Ok(Box::new(Pairs::<S>::new(geometry)))
}

impl<S: Candidates<Bits = u64>> Search for Pairs<S> {
    fn search<O: Observer>(
        &mut self,
        puzzle: &Puzzle,
        meter: &mut Meter<'_, O>,
    ) -> ControlFlow<Stop> {
        self.uses = [0; 4];
        let end = match self.load(puzzle, meter) {
            Ok(()) => self.reason(meter),
            Err(Conflict) => ControlFlow::Continue(Err(Conflict)),
        };
        let uses = self.techniques.iter().zip(self.uses).filter(|(_, uses)| *uses > 0);
        meter.techniques(uses.map(|(technique, uses)| (technique.id, uses)).collect());
        match end? {
            Err(Conflict) => meter.conflict(),
            Ok(()) if self.n_open == 0 => {
                let grid: Vec<_> = (0..self.filled.len()).map(|cell| self.symbol(cell)).collect();
                meter.solution(&grid)?;
            }
            Ok(()) => {
                let sets = self.candidates.iter().map(|it| it.symbols(self.symbols).collect());
                let left = Puzzle::from_allowed(puzzle.geometry().clone(), sets.collect());
                return meter.stuck(Some(left));
            }
        }
        ControlFlow::Continue(())
    }
}

impl<S: Candidates<Bits = u64>> Pairs<S> {
    fn new(geometry: &Geometry) -> Self {
        let cells = geometry.cells();
        let regions = geometry.regions().iter().enumerate();
        Self {
            symbols: geometry.symbols(),
            peers: (0..cells).map(|cell| geometry.peers(cell).to_vec()).collect(),
            regions: regions
                .map(|(index, region)| Region {
                    cells: region.cells.clone(),
                    is_full: geometry.is_full(index),
                })
                .collect(),
            techniques: TURNS.map(|id| technique(id).expect("a row of the table")),
            uses: [0; 4],
            candidates: vec![S::default(); cells],
            filled: vec![false; cells],
            n_open: 0,
            removals: Vec::new(),
        }
    }

    /// Fills in the givens and removes them from their peers.
    fn load<O: Observer>(
        &mut self,
        puzzle: &Puzzle,
        meter: &mut Meter<'_, O>,
    ) -> Result<(), Conflict> {
        self.candidates.clear();
        self.candidates.extend(puzzle.allowed().map(|set| S::of(set.cast())));
        self.filled.fill(false);
        self.n_open = self.filled.len();
        for cell in 0..self.filled.len() {
            if let Some(symbol) = puzzle.given(cell) {
                self.fill(cell, symbol, meter)?;
            }
        }
        if self.candidates.iter().any(|it| it.count() == 0) { Err(Conflict) } else { Ok(()) }
    }

    fn reason<O: Observer>(
        &mut self,
        meter: &mut Meter<'_, O>,
    ) -> ControlFlow<Stop, Result<(), Conflict>> {
        let mut progress = true;
        while progress && self.n_open > 0 {
            progress = false;
            for turn in 0..TURNS.len() {
                meter.turn()?;
                let before = self.uses[turn];
                let applied = match turn {
                    NAKED_SINGLE => self.naked_singles(meter),
                    HIDDEN_SINGLE => self.hidden_singles(meter),
                    NAKED_PAIR => self.naked_pairs(meter),
                    _ => self.hidden_pairs(meter),
                };
                if let Err(conflict) = applied {
                    return ControlFlow::Continue(Err(conflict));
                }
                if self.uses[turn] > before {
                    meter.pass();
                    progress = true;
                }
            }
        }
        ControlFlow::Continue(Ok(()))
    }

    fn naked_singles<O: Observer>(&mut self, meter: &mut Meter<'_, O>) -> Result<(), Conflict> {
        for cell in 0..self.filled.len() {
            if !self.filled[cell] && self.candidates[cell].count() == 1 {
                let symbol = self.symbol(cell);
                self.found(NAKED_SINGLE, meter, |_| Step::single(cell, symbol, Vec::new()));
                meter.deduce(cell, symbol);
                self.fill(cell, symbol, meter)?;
            }
        }
        Ok(())
    }

    fn hidden_singles<O: Observer>(&mut self, meter: &mut Meter<'_, O>) -> Result<(), Conflict> {
        let all = SymbolWord::all(self.symbols);
        for region in 0..self.regions.len() {
            if !self.regions[region].is_full {
                continue;
            }
            let cells = self.regions[region].cells.iter().map(|&cell| &self.candidates[cell]);
            let (once, twice) = S::once_and_twice(cells, self.symbols);
            if once != all {
                return Err(Conflict);
            }
            for symbol in all.iter().filter(|&symbol| !twice.contains(symbol)) {
                // One that was found before in this region may have taken the cell.
                let place = self.open_in(region).find(|&it| self.candidates[it].contains(symbol));
                let Some(cell) = place else { continue };
                self.found(HIDDEN_SINGLE, meter, |_| Step::single(cell, symbol, vec![region]));
                meter.deduce(cell, symbol);
                self.fill(cell, symbol, meter)?;
            }
        }
        Ok(())
    }

    fn naked_pairs<O: Observer>(&mut self, meter: &mut Meter<'_, O>) -> Result<(), Conflict> {
        for region in 0..self.regions.len() {
            let size = self.regions[region].cells.len();
            for one in 0..size {
                for other in one + 1..size {
                    let cells = [one, other].map(|place| self.regions[region].cells[place]);
                    let is_two = |&cell: &Cell| self.candidates[cell].count() == 2;
                    if !cells.iter().all(is_two) {
                        continue;
                    }
                    let [a, b] = cells.map(|cell| self.set(cell));
                    if a == b {
                        self.keep_pair_to_itself(region, cells, a, meter)?;
                    }
                }
            }
        }
        Ok(())
    }

    /// Removes `pair`, which two cells of a region take, from the others.
    fn keep_pair_to_itself<O: Observer>(
        &mut self,
        region: usize,
        cells: [Cell; 2],
        pair: SymbolSet,
        meter: &mut Meter<'_, O>,
    ) -> Result<(), Conflict> {
        self.removals.clear();
        for cell in self.regions[region].cells.iter().copied() {
            if !self.filled[cell] && !cells.contains(&cell) {
                let gone = pair.iter().filter(|&symbol| self.candidates[cell].contains(symbol));
                self.removals.extend(gone.map(|symbol| (cell, symbol)));
            }
        }
        self.remove_candidates(NAKED_PAIR, region, cells, pair, meter)
    }

    fn hidden_pairs<O: Observer>(&mut self, meter: &mut Meter<'_, O>) -> Result<(), Conflict> {
        for region in
            (0..self.regions.len()).filter(|&it| self.regions[it].is_full).collect::<Vec<_>>()
        {
            let mut pairs: Vec<(Symbol, [Cell; 2])> = Vec::new();
            for symbol in 0..self.symbols as Symbol {
                let mut places =
                    self.open_in(region).filter(|&it| self.candidates[it].contains(symbol));
                if let (Some(a), Some(b), None) = (places.next(), places.next(), places.next()) {
                    pairs.push((symbol, [a, b]));
                }
            }
            for (index, &(one, cells)) in pairs.iter().enumerate() {
                for &(other, _) in pairs[index + 1..].iter().filter(|it| it.1 == cells) {
                    let pair = [one, other].into_iter().collect();
                    self.leave_nothing_but(region, cells, pair, meter)?;
                }
            }
        }
        Ok(())
    }

    /// Removes all candidates but `pair` from two cells of a region, the only ones into which its symbols fit.
    fn leave_nothing_but<O: Observer>(
        &mut self,
        region: usize,
        cells: [Cell; 2],
        pair: SymbolSet,
        meter: &mut Meter<'_, O>,
    ) -> Result<(), Conflict> {
        self.removals.clear();
        for cell in cells {
            let others =
                self.candidates[cell].symbols(self.symbols).filter(|&it| !pair.contains(it));
            self.removals.extend(others.map(|symbol| (cell, symbol)));
        }
        // The order in which they are stored is not that of a step.
        self.removals.sort_unstable();
        self.remove_candidates(HIDDEN_PAIR, region, cells, pair, meter)
    }

    /// Removes what a pair rules out, if there is anything.
    fn remove_candidates<O: Observer>(
        &mut self,
        turn: usize,
        region: usize,
        cells: [Cell; 2],
        symbols: SymbolSet,
        meter: &mut Meter<'_, O>,
    ) -> Result<(), Conflict> {
        if self.removals.is_empty() {
            return Ok(());
        }
        self.found(turn, meter, |removals| Step {
            symbols,
            cells: cells.to_vec(),
            regions: vec![region],
            eliminations: removals.to_vec(),
            ..Step::default()
        });
        meter.eliminate(self.removals.len());
        meter.remove_candidates(self.removals.len());
        for &(cell, symbol) in &self.removals {
            self.candidates[cell].remove(symbol);
            if self.candidates[cell].count() == 0 {
                return Err(Conflict);
            }
        }
        Ok(())
    }

    /// Returns a technique leads to a step.
    fn found<O: Observer>(
        &mut self,
        turn: usize,
        meter: &mut Meter<'_, O>,
        step: impl FnOnce(&[(Cell, Symbol)]) -> Step,
    ) {
        self.uses[turn] += 1;
        meter.step(self.techniques[turn].id, || step(&self.removals));
    }

    /// Fills an open cell with one of its candidates, and removes it from the peers.
    fn fill<O: Observer>(
        &mut self,
        cell: Cell,
        symbol: Symbol,
        meter: &mut Meter<'_, O>,
    ) -> Result<(), Conflict> {
        if !self.candidates[cell].contains(symbol) {
            return Err(Conflict);
        }
        let mut gone = self.candidates[cell].count() - 1;
        if gone > 0 {
            self.candidates[cell] = S::of(SymbolWord::only(symbol));
        }
        self.filled[cell] = true;
        self.n_open -= 1;
        let mut is_possible = true;
        for &peer in &self.peers[cell] {
            if self.candidates[peer].contains(symbol) {
                self.candidates[peer].remove(symbol);
                gone += 1;
                is_possible &= self.candidates[peer].count() > 0;
            }
        }
        meter.remove_candidates(gone);
        if is_possible { Ok(()) } else { Err(Conflict) }
    }

    /// Returns the open cells of a region.
    fn open_in(&self, region: usize) -> impl Iterator<Item = Cell> {
        self.regions[region].cells.iter().copied().filter(|&cell| !self.filled[cell])
    }

    fn set(&self, cell: Cell) -> SymbolSet {
        self.candidates[cell].symbols(self.symbols).collect()
    }

    /// Returns the symbol of a cell with one candidate.
    fn symbol(&self, cell: Cell) -> Symbol {
        self.candidates[cell].only(self.symbols).expect("one candidate")
    }
}
