//! The search of [`bets`](super).

use std::ops::ControlFlow;

use board::{Cell, Geometry, Position, Puzzle, SetBits, Symbol, SymbolBits};

use super::choices::{CellOrder, Choices, Contradictions, SweepOrder, ValueOrder};
use crate::contract::{Meter, Observer, Search, Step, Stop};

/// The search.
pub(super) struct Bets<B> {
    choices: Choices,
    /// All cells, in the order in which one is chosen.
    cells: Vec<Cell>,
    /// The cells of each region, in the order in which they are examined.
    regions: Vec<Vec<Cell>>,
    regions_of: Vec<Vec<usize>>,
    /// The candidates of each cell.
    grid: Vec<SymbolBits<B>>,
    /// The regions that lost a candidate since they were last examined.
    changed: Vec<bool>,
    /// Whether a cell of `grid` has no candidate left.
    is_contradictory: bool,
    /// The tuple in progress, as places in a region.
    places: Vec<usize>,
    /// The saved grids, one for each open bet, and memory for more.
    saved: Vec<Vec<SymbolBits<B>>>,
    bets: Vec<Bet<B>>,
}

/// A cell whose values are tried one after the other.
struct Bet<B> {
    cell: Cell,
    alternatives: usize,
    untried: SymbolBits<B>,
}

/// A cell has no candidate left.
struct Conflict;

impl<B: SetBits> Search for Bets<B> {
    fn search<O: Observer>(
        &mut self,
        puzzle: &Puzzle,
        meter: &mut Meter<'_, O>,
    ) -> ControlFlow<Stop> {
        meter.node()?;
        self.bets.clear();
        self.grid.clear();
        self.grid.extend(puzzle.allowed().map(|set| set.cast()));
        self.changed.fill(true);
        self.is_contradictory = false;
        let is_possible = self.grid.iter().all(|set| !set.is_empty());
        let mut state = if is_possible { Ok(()) } else { Err(Conflict) };
        loop {
            let deduced = match state {
                Ok(()) => self.deduce(meter)?,
                Err(conflict) => Err(conflict),
            };
            match deduced {
                Err(Conflict) => meter.conflict(),
                Ok(()) => match self.cell_with_fewest() {
                    Some(cell) => self.save(cell),
                    None => {
                        meter.judge_bets(true);
                        meter.solution(&self.symbols())?;
                    }
                },
            }
            let Some((cell, symbol)) = self.next_bet(meter) else {
                return ControlFlow::Continue(());
            };
            meter.node()?;
            let others = self.grid[cell] - SymbolBits::only(symbol);
            state = self.remove_candidates(cell, others, meter);
        }
    }
}

/// Returns the cells and the cells of each region, in order. By columns, regions that lie in a column
/// come first, then those in a row, then all others, in the order of their first cells: on a board that
/// its main diagonal mirrors, what is the order by rows in the mirror.
fn in_order(geometry: &Geometry, order: CellOrder) -> (Vec<Cell>, Vec<Vec<Cell>>) {
    let mut cells: Vec<Cell> = (0..geometry.cells()).collect();
    let mut regions: Vec<Vec<Cell>> =
        geometry.regions().iter().map(|region| region.cells.clone()).collect();
    if order == CellOrder::Columns {
        let place = |cell: &Cell| {
            let position = geometry.position(*cell);
            (position.column, position.row)
        };
        let is_in_one = |region: &[Cell], line: fn(Position) -> usize| {
            region
                .iter()
                .all(|&it| line(geometry.position(it)) == line(geometry.position(region[0])))
        };
        cells.sort_by_key(place);
        regions.iter_mut().for_each(|region| region.sort_by_key(place));
        regions.sort_by_key(|region| {
            let is_column = is_in_one(region, |it| it.column);
            (!is_column, !is_column && !is_in_one(region, |it| it.row), place(&region[0]))
        });
    }
    (cells, regions)
}

impl<B: SetBits> Bets<B> {
    /// Returns a search on `geometry`.
    pub(super) fn new(geometry: &Geometry, choices: Choices) -> Self {
        let (cells, regions) = in_order(geometry, choices.cells);
        let mut regions_of = vec![Vec::new(); geometry.cells()];
        for (number, region) in regions.iter().enumerate() {
            region.iter().for_each(|&cell| regions_of[cell].push(number));
        }
        Self {
            choices,
            cells,
            regions,
            regions_of,
            grid: Vec::with_capacity(geometry.cells()),
            changed: vec![false; geometry.regions().len()],
            is_contradictory: false,
            places: Vec::with_capacity(choices.largest_tuple),
            saved: Vec::new(),
            bets: Vec::new(),
        }
    }

    /// Removes candidates by tuples until no region has changed. A sweep ends where no later region has;
    /// if it starts again with each change, it is one region.
    fn deduce<O: Observer>(
        &mut self,
        meter: &mut Meter<'_, O>,
    ) -> ControlFlow<Stop, Result<(), Conflict>> {
        let mut from = 0;
        loop {
            let next = self.changed[from..].iter().position(|&changed| changed);
            let Some(region) = next.map(|at| from + at) else {
                if from == 0 || self.is_abandoned(Contradictions::AfterSweep) {
                    break;
                }
                from = 0;
                continue;
            };
            self.changed[region] = false;
            if self.examine(region, meter)?.is_err() {
                break;
            }
            if self.choices.sweep == SweepOrder::Onwards {
                from = region + 1;
            } else if self.is_abandoned(Contradictions::AfterSweep) {
                break;
            }
        }
        ControlFlow::Continue(if self.is_contradictory { Err(Conflict) } else { Ok(()) })
    }

    /// Returns whether there is a contradiction that ends deduction at this moment.
    fn is_abandoned(&self, moment: Contradictions) -> bool {
        self.is_contradictory && self.choices.contradictions == moment
    }

    /// Removes candidates by tuples of a region. Larger tuples wait until smaller ones remove nothing
    /// more from it.
    fn examine<O: Observer>(
        &mut self,
        region: usize,
        meter: &mut Meter<'_, O>,
    ) -> ControlFlow<Stop, Result<(), Conflict>> {
        if let Err(conflict) = self.singles(region, meter) {
            return ControlFlow::Continue(Err(conflict));
        }
        let open = self.regions[region].iter().filter(|&&cell| self.grid[cell].len() > 1);
        // A tuple of all open cells has no other cells to remove from.
        for size in 2..=self.choices.largest_tuple.min(open.count().saturating_sub(1)) {
            if self.changed[region] {
                break;
            }
            meter.turn()?;
            self.places.clear();
            if let Err(conflict) = self.tuples(region, size, SymbolBits::EMPTY, 0, meter) {
                return ControlFlow::Continue(Err(conflict));
            }
        }
        ControlFlow::Continue(Ok(()))
    }

    /// Removes the symbol of each cell with one candidate from the rest of the region.
    fn singles<O: Observer>(
        &mut self,
        region: usize,
        meter: &mut Meter<'_, O>,
    ) -> Result<(), Conflict> {
        for place in 0..self.regions[region].len() {
            let set = self.grid[self.regions[region][place]];
            if set.len() == 1 {
                self.keep_to_itself(region, &[place], set, meter)?;
            }
        }
        Ok(())
    }

    /// Extends the tuple in progress, whose cells have the candidates `union`, to `size` cells by
    /// those from place `start` on.
    fn tuples<O: Observer>(
        &mut self,
        region: usize,
        size: usize,
        union: SymbolBits<B>,
        start: usize,
        meter: &mut Meter<'_, O>,
    ) -> Result<(), Conflict> {
        if self.places.len() == size {
            let places = std::mem::take(&mut self.places);
            let kept = self.keep_to_itself(region, &places, union, meter);
            self.places = places;
            return kept;
        }
        for place in start..self.regions[region].len() {
            let set = self.grid[self.regions[region][place]];
            let together = union | set;
            if set.len() > 1 && together.len() <= size {
                self.places.push(place);
                self.tuples(region, size, together, place + 1, meter)?;
                self.places.pop();
            }
        }
        Ok(())
    }

    /// Removes `symbols` from the cells of a region other than those at `places`, which have
    /// exactly these symbols between them. What tuples of several cells remove counts as
    /// eliminations, all of it, even if removal stops early at a cell without candidates.
    fn keep_to_itself<O: Observer>(
        &mut self,
        region: usize,
        places: &[usize],
        symbols: SymbolBits<B>,
        meter: &mut Meter<'_, O>,
    ) -> Result<(), Conflict> {
        let others = (0..self.regions[region].len()).filter(|place| !places.contains(place));
        let gone: usize = others.map(|place| self.common(region, place, symbols).len()).sum();
        if gone == 0 {
            return Ok(());
        }
        let technique = if places.len() == 1 { "naked-single" } else { "naked-tuple" };
        meter.step(technique, || self.step(region, places, symbols));
        if places.len() > 1 {
            meter.eliminate(gone);
        }
        for place in 0..self.regions[region].len() {
            if !places.contains(&place) {
                let gone = self.common(region, place, symbols);
                self.remove_candidates(self.regions[region][place], gone, meter)?;
            }
        }
        Ok(())
    }

    /// Returns which of `symbols` are candidates at a place of a region.
    fn common(&self, region: usize, place: usize, symbols: SymbolBits<B>) -> SymbolBits<B> {
        self.grid[self.regions[region][place]] & symbols
    }

    /// Returns this removal as a step.
    fn step(&self, region: usize, places: &[usize], symbols: SymbolBits<B>) -> Step {
        let cells = &self.regions[region];
        let others = (0..cells.len()).filter(|place| !places.contains(place));
        let gone = others.flat_map(|place| {
            self.common(region, place, symbols)
                .iter()
                .map(move |symbol| (cells[place], symbol))
                .collect::<Vec<_>>()
        });
        Step {
            symbols: symbols.cast(),
            cells: places.iter().map(|&place| cells[place]).collect(),
            regions: vec![region],
            eliminations: gone.collect(),
            ..Step::default()
        }
    }

    /// Removes candidates from a cell.
    fn remove_candidates<O: Observer>(
        &mut self,
        cell: Cell,
        gone: SymbolBits<B>,
        meter: &mut Meter<'_, O>,
    ) -> Result<(), Conflict> {
        if gone.is_empty() {
            return Ok(());
        }
        let left = self.grid[cell] - gone;
        self.grid[cell] = left;
        meter.remove_candidates(gone.len());
        for &region in &self.regions_of[cell] {
            self.changed[region] = true;
        }
        match left.single() {
            Some(symbol) => {
                let is_bet = self.bets.last().is_some_and(|bet| bet.cell == cell);
                if !is_bet {
                    meter.deduce(cell, symbol);
                }
            }
            None => self.is_contradictory |= left.is_empty(),
        }
        if self.is_abandoned(Contradictions::AtOnce) { Err(Conflict) } else { Ok(()) }
    }

    /// Returns the first of the cells with the fewest candidates, or `None` if all have one.
    fn cell_with_fewest(&self) -> Option<Cell> {
        let open = self.cells.iter().filter(|&&cell| self.grid[cell].len() > 1);
        open.min_by_key(|&&cell| self.grid[cell].len()).copied()
    }

    /// Saves the grid, and opens a bet on `cell`.
    fn save(&mut self, cell: Cell) {
        let depth = self.bets.len();
        if self.saved.len() == depth {
            self.saved.push(Vec::new());
        }
        self.saved[depth].clone_from(&self.grid);
        let untried = self.grid[cell];
        self.bets.push(Bet { cell, alternatives: untried.len(), untried });
    }

    /// Returns to the last bet with an untried value, and takes the next one.
    fn next_bet<O: Observer>(&mut self, meter: &mut Meter<'_, O>) -> Option<(Cell, Symbol)> {
        loop {
            let depth = self.bets.len();
            let bet = self.bets.last_mut()?;
            if bet.untried.len() < bet.alternatives {
                meter.judge_bets(false);
                meter.undo();
                self.grid.clone_from(&self.saved[depth - 1]);
                self.changed.fill(false);
                self.is_contradictory = false;
            }
            let next = match self.choices.values {
                ValueOrder::Smallest => bet.untried.first(),
                ValueOrder::Largest => bet.untried.iter().last(),
            };
            match next {
                Some(symbol) => {
                    bet.untried.remove(symbol);
                    meter.bet(bet.cell, symbol, bet.alternatives);
                    return Some((bet.cell, symbol));
                }
                None => self.bets.pop(),
            };
        }
    }

    fn symbols(&self) -> Vec<Symbol> {
        self.grid.iter().filter_map(|set| set.single()).collect()
    }
}
