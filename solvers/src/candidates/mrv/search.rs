//! The search: candidates, propagation, a trail, and bets.

use std::ops::ControlFlow;

use board::{Cell, Geometry, Puzzle, Symbol, SymbolBits, SymbolSet};

use super::layout::Layout;
use crate::contract::{Meter, Observer, Search, Stop};
use crate::sets::candidates::Candidates;
use crate::sets::cells::insert_all;

/// Resolves what the rule "fewest candidates first" leaves open: the choice among equal cells, and
/// among the symbols of a cell.
pub trait Choice {
    /// Chooses one of the cells with the fewest candidates, which are given in ascending order.
    fn cell(&mut self, equals: impl Iterator<Item = Cell>) -> Option<Cell>;

    /// Chooses the symbol to try next.
    fn symbol(&mut self, untried: SymbolSet) -> Option<Symbol>;
}

/// Chooses the first cell, and symbols in ascending order.
pub struct InOrder;

impl Choice for InOrder {
    fn cell(&mut self, mut equals: impl Iterator<Item = Cell>) -> Option<Cell> {
        equals.next()
    }

    fn symbol(&mut self, untried: SymbolSet) -> Option<Symbol> {
        untried.first()
    }
}

/// The search. `C` is a [`Choice`], and `S` the representation of candidates.
pub struct Mrv<C, S: Candidates> {
    choice: C,
    layout: Layout,
    /// The candidates of each cell.
    candidates: Vec<S>,
    /// Whether a cell is placed: its symbol has been removed from its peers.
    placed: Vec<bool>,
    /// The placed cells, in order, so that placements can be undone.
    order: Vec<Cell>,
    /// The removed candidates.
    trail: Vec<(u32, Symbol)>,
    /// Open cells with one candidate, to be placed.
    singles: Vec<Cell>,
    /// The full regions, and after them the relations, that lost a candidate since they were last examined,
    /// as bits.
    dirty: Vec<u64>,
    /// The open bets.
    frames: Vec<Frame<S>>,
    /// Scratch memory: the candidates of the cells of a relation, and sets of states.
    sets: Vec<SymbolSet>,
    states: Vec<u64>,
}

/// A cell whose symbols are tried one after the other.
struct Frame<S: Candidates> {
    cell: Cell,
    alternatives: usize,
    untried: SymbolBits<S::Bits>,
    /// The length of the trail, and of the order, before the first symbol.
    trail: usize,
    order: usize,
}

/// A cell or a region has no possibility left.
struct Conflict;

impl<C: Choice, S: Candidates> Search for Mrv<C, S> {
    fn search<O: Observer>(
        &mut self,
        puzzle: &Puzzle,
        meter: &mut Meter<'_, O>,
    ) -> ControlFlow<Stop> {
        meter.node()?;
        let mut state = self.load(puzzle, meter);
        loop {
            match state.and_then(|()| self.propagate(meter)) {
                Err(Conflict) => meter.conflict(),
                Ok(()) => match self.choose() {
                    Some(cell) => self.open(cell),
                    None => meter.solution(&self.grid())?,
                },
            }
            match self.next_bet(meter) {
                None => return ControlFlow::Continue(()),
                Some((cell, symbol)) => {
                    meter.node()?;
                    self.keep_only(cell, symbol, meter);
                    state = Ok(());
                }
            }
        }
    }
}

impl<C: Choice, S: Candidates> Mrv<C, S> {
    /// Returns a search on `geometry`.
    pub fn new(geometry: &Geometry, choice: C) -> Self {
        let layout = Layout::new(geometry);
        let cells = geometry.cells();
        Self {
            choice,
            candidates: vec![S::default(); cells],
            placed: vec![false; cells],
            order: Vec::with_capacity(cells),
            trail: Vec::new(),
            singles: Vec::new(),
            dirty: vec![0; layout.words],
            frames: Vec::new(),
            sets: Vec::new(),
            states: Vec::new(),
            layout,
        }
    }

    /// Returns the choice, mutably.
    pub fn choice_mut(&mut self) -> &mut C {
        &mut self.choice
    }

    /// Starts with all candidates that the puzzle allows. Givens are singles, not deductions.
    fn load<O: Observer>(
        &mut self,
        puzzle: &Puzzle,
        meter: &mut Meter<'_, O>,
    ) -> Result<(), Conflict> {
        self.candidates.clear();
        self.candidates.extend(puzzle.allowed().map(|set| S::of(set.cast())));
        self.placed.fill(false);
        self.order.clear();
        self.trail.clear();
        self.singles.clear();
        self.frames.clear();
        let units = self.layout.full_regions.len() + self.layout.relations.len();
        (0..units).for_each(|unit| self.dirty[unit / 64] |= 1 << (unit % 64));
        if puzzle.plain().is_none() && puzzle.allowed().any(SymbolSet::is_empty) {
            return Err(Conflict);
        }
        for cell in 0..self.placed.len() {
            if puzzle.given(cell).is_some() && !self.placed[cell] {
                self.place(cell, meter)?;
            }
        }
        Ok(())
    }

    /// Places singles, naked and hidden, and restricts the cells of relations, until nothing changes.
    fn propagate<O: Observer>(&mut self, meter: &mut Meter<'_, O>) -> Result<(), Conflict> {
        loop {
            while let Some(cell) = self.singles.pop() {
                if !self.placed[cell] {
                    meter.deduce(cell, self.symbol(cell));
                    self.place(cell, meter)?;
                }
            }
            let Some(unit) = self.take_dirty() else { return Ok(()) };
            match unit.checked_sub(self.layout.full_regions.len()) {
                None => self.hidden_singles(unit, meter)?,
                Some(relation) => self.restrict(relation, meter)?,
            }
        }
    }

    /// Finds the symbols that have one place left in a full region. Fails if a symbol has none.
    fn hidden_singles<O: Observer>(
        &mut self,
        region: usize,
        meter: &mut Meter<'_, O>,
    ) -> Result<(), Conflict> {
        let size = self.layout.symbols;
        let cells = self.layout.full_regions[region].iter().map(|&cell| &self.candidates[cell]);
        let (once, twice) = S::once_and_twice(cells, size);
        if once != SymbolBits::all(size) {
            return Err(Conflict);
        }
        let hidden = once - twice;
        for index in 0..self.layout.full_regions[region].len() {
            let cell = self.layout.full_regions[region][index];
            let found = self.candidates[cell].among(hidden, size);
            if found.is_empty() || self.placed[cell] {
                continue;
            }
            // Two symbols that need the same cell leave one of them without a place.
            let Some(symbol) = found.single() else { return Err(Conflict) };
            if self.candidates[cell].count() > 1 {
                self.keep_only(cell, symbol, meter);
            }
        }
        Ok(())
    }

    /// Removes the candidates of a relation's cells that occur in no word that it accepts. Fails if there is
    /// no such word.
    fn restrict<O: Observer>(
        &mut self,
        relation: usize,
        meter: &mut Meter<'_, O>,
    ) -> Result<(), Conflict> {
        let Self { layout, candidates, trail, singles, dirty, sets, states, .. } = self;
        let (cells, layers) = &layout.relations[relation];
        sets.clear();
        sets.extend(
            cells.iter().map(|&it| candidates[it].symbols(layout.symbols).collect::<SymbolSet>()),
        );
        if !layers.restrict(sets, states) {
            return Err(Conflict);
        }
        for (&cell, &left) in cells.iter().zip(&*sets) {
            let before: SymbolSet = candidates[cell].symbols(layout.symbols).collect();
            let removed = before - left;
            if removed.is_empty() {
                continue;
            }
            for symbol in removed.iter() {
                candidates[cell].remove(symbol);
                trail.push((cell as u32, symbol));
            }
            meter.remove_candidates(removed.len());
            insert_all(dirty, layout.units_of(cell));
            if left.single().is_some() {
                singles.push(cell);
            }
        }
        // Its own cells need no second look.
        let unit = layout.full_regions.len() + relation;
        dirty[unit / 64] &= !(1 << (unit % 64));
        Ok(())
    }

    /// Removes the symbol of a cell with one candidate from its peers.
    fn place<O: Observer>(&mut self, cell: Cell, meter: &mut Meter<'_, O>) -> Result<(), Conflict> {
        self.placed[cell] = true;
        self.order.push(cell);
        let symbol = self.symbol(cell);
        let Self { layout, candidates, trail, singles, dirty, .. } = self;
        for &peer in &layout.peers[cell] {
            let candidates = &mut candidates[peer];
            if candidates.contains(symbol) {
                candidates.remove(symbol);
                trail.push((peer as u32, symbol));
                meter.remove_candidates(1);
                insert_all(dirty, layout.units_of(peer));
                match candidates.count() {
                    0 => return Err(Conflict),
                    1 => singles.push(peer),
                    _ => {}
                }
            }
        }
        Ok(())
    }

    /// Removes the candidates of a cell other than `kept`. There is at least one.
    fn keep_only<O: Observer>(&mut self, cell: Cell, kept: Symbol, meter: &mut Meter<'_, O>) {
        let before = self.candidates[cell].clone();
        for symbol in before.symbols(self.layout.symbols).filter(|&symbol| symbol != kept) {
            self.candidates[cell].remove(symbol);
            self.trail.push((cell as u32, symbol));
        }
        meter.remove_candidates(before.count() - 1);
        insert_all(&mut self.dirty, self.layout.units_of(cell));
        self.singles.push(cell);
    }

    /// Returns an open cell with the fewest candidates, or `None` if all are placed.
    fn choose(&mut self) -> Option<Cell> {
        let open = |&(cell, _): &(Cell, &S)| !self.placed[cell];
        let counts = || self.candidates.iter().enumerate().filter(open);
        let mut fewest = usize::MAX;
        for (_, candidates) in counts() {
            fewest = fewest.min(candidates.count());
            if fewest == 2 {
                break;
            }
        }
        let equals = counts().filter(|(_, candidates)| candidates.count() == fewest);
        self.choice.cell(equals.map(|(cell, _)| cell))
    }

    /// Opens a bet on `cell`.
    fn open(&mut self, cell: Cell) {
        let untried: SymbolBits<_> = self.candidates[cell].symbols(self.layout.symbols).collect();
        let (trail, order) = (self.trail.len(), self.order.len());
        self.frames.push(Frame { cell, alternatives: untried.len(), untried, trail, order });
    }

    /// Returns to the last bet with an untried symbol, and takes the next one.
    fn next_bet<O: Observer>(&mut self, meter: &mut Meter<'_, O>) -> Option<(Cell, Symbol)> {
        loop {
            let frame = self.frames.last_mut()?;
            if frame.untried.len() < frame.alternatives {
                meter.undo();
                for (cell, symbol) in self.trail.drain(frame.trail..).rev() {
                    self.candidates[cell as usize].add(symbol);
                }
                self.order.drain(frame.order..).for_each(|cell| self.placed[cell] = false);
                self.singles.clear();
                self.dirty.fill(0);
            }
            match self.choice.symbol(frame.untried.cast()) {
                Some(symbol) => {
                    frame.untried.remove(symbol);
                    meter.bet(frame.cell, symbol, frame.alternatives);
                    return Some((frame.cell, symbol));
                }
                None => self.frames.pop(),
            };
        }
    }

    fn take_dirty(&mut self) -> Option<usize> {
        let word = self.dirty.iter().position(|&bits| bits != 0)?;
        let bit = self.dirty[word].trailing_zeros() as usize;
        self.dirty[word] &= self.dirty[word] - 1;
        Some(word * 64 + bit)
    }

    /// Returns the symbol of a cell with one candidate.
    fn symbol(&self, cell: Cell) -> Symbol {
        self.candidates[cell].only(self.layout.symbols).expect("one candidate")
    }

    fn grid(&self) -> Vec<Symbol> {
        (0..self.candidates.len()).map(|cell| self.symbol(cell)).collect()
    }
}
