//! Sudoto: naked tuples of up to *N* cells, and a bet where they remove nothing more.
//!
//! One rule makes all deductions: if *k* cells of a region have *k* candidates between them, these
//! are removed from its other cells. This covers the single (*k* = 1), exclusive pairs and triples,
//! up to *N*. When nothing is left to remove, the grid is saved and a bet is made on an open cell
//! with the fewest candidates; a cell without candidates restores the saved grid, and the next
//! value is tried. The measures are those of the text: candidates removed (its *déductions*) and
//! bets (*paris*), which together are its moves.
//!
//! ```text
//!    saved          {1 2}  {1 2}  {1 2 3}  {3 4 5}       bet: the first cell is 1
//!    by singles      {1}    {2}    {3}      {4 5}
//!    by the pair    {1 2}  {1 2}   {3}      {4 5}        without a bet
//! ```
//!
//! The text leaves some choices open, which are made here as follows: the bet is on the first cell
//! in reading order among those with the fewest candidates; its values are tried in ascending
//! order; smaller tuples come before larger ones; and only cells with at most *k* candidates are
//! considered for *k*. The number of possible tuples grows with the binomial coefficient of the
//! region's size, and a branch ends where the union has too many symbols. With *N* of up to eight
//! this is fast on every board of printable size.

use std::ops::ControlFlow;

use board::{Cell, Geometry, Puzzle, Symbol, SymbolSet};

use crate::contract::{
    Backend, Counter, LimitSupport, Meter, Method, Observer, Origin, ProblemKind, Search, Step,
    Stop, Takes, Task,
};

/// The rows `candidates/bets.1` to `candidates/bets.8`, in order.
pub const BETS: [Backend; 8] = [
    row::<1>("candidates/bets.1", "singles, then a bet on a saved grid (Sudoto)"),
    row::<2>("candidates/bets.2", "naked tuples of up to two cells, then a bet (Sudoto)"),
    row::<3>("candidates/bets.3", "naked tuples of up to three cells, then a bet (Sudoto)"),
    row::<4>("candidates/bets.4", "naked tuples of up to four cells, then a bet (Sudoto)"),
    row::<5>("candidates/bets.5", "naked tuples of up to five cells, then a bet (Sudoto)"),
    row::<6>("candidates/bets.6", "naked tuples of up to six cells, then a bet (Sudoto)"),
    row::<7>("candidates/bets.7", "naked tuples of up to seven cells, then a bet (Sudoto)"),
    row::<8>("candidates/bets.8", "naked tuples of up to eight cells, then a bet (Sudoto)"),
];

/// The last counter applies to tuples of several cells.
const COUNTS: &[Counter] = &[
    Counter::Nodes,
    Counter::Bets,
    Counter::Conflicts,
    Counter::Deductions,
    Counter::Removals,
    Counter::MaxDepth,
    Counter::Eliminations,
];

const fn row<const N: usize>(id: &'static str, about: &'static str) -> Backend {
    Backend {
        id,
        about,
        method: Method {
            state: "candidate bits, saved whole",
            inference: "naked tuples",
            choice: "cell with fewest candidates",
        },
        tasks: &[Task::First, Task::Unique, Task::Count],
        counts: if N == 1 { COUNTS.split_at(COUNTS.len() - 1).0 } else { COUNTS },
        counts_traced: &[],
        node_limit: LimitSupport::Exact,
        time_limit: LimitSupport::Coarse,
        assumes_unique: false,
        complete: true,
        stateful: false,
        batch: None,
        lines: None,
        package: None,
        instructions: None,
        origin: Origin { code: "candidates", reads: ProblemKind::Puzzle },
        takes: Takes::puzzles(|geometry| Ok(Box::new(Bets::new(geometry, N)))),
    }
}

/// The search.
struct Bets {
    largest: usize,
    regions: Vec<Vec<Cell>>,
    regions_of: Vec<Vec<usize>>,
    /// The candidates of each cell.
    grid: Vec<SymbolSet>,
    /// The regions that lost a candidate since they were last examined.
    changed: Vec<bool>,
    /// The tuple in progress, as places in a region.
    places: Vec<usize>,
    /// The saved grids, one for each open bet, and memory for more.
    saved: Vec<Vec<SymbolSet>>,
    bets: Vec<Bet>,
}

/// A cell whose values are tried one after the other.
struct Bet {
    cell: Cell,
    alternatives: usize,
    untried: SymbolSet,
}

/// A cell has no candidate left.
struct Conflict;

impl Search for Bets {
    fn search<O: Observer>(
        &mut self,
        puzzle: &Puzzle,
        meter: &mut Meter<'_, O>,
    ) -> ControlFlow<Stop> {
        meter.node()?;
        self.bets.clear();
        self.grid.clear();
        self.grid.extend_from_slice(puzzle.allowed());
        self.changed.fill(true);
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
                    None => meter.solution(&self.symbols())?,
                },
            }
            let Some((cell, symbol)) = self.next_bet(meter) else {
                return ControlFlow::Continue(());
            };
            meter.node()?;
            let others = self.grid[cell] - SymbolSet::only(symbol);
            state = self.remove_candidates(cell, others, meter);
        }
    }
}

impl Bets {
    /// Returns a search on `geometry` for tuples of up to `largest` cells, at least one.
    fn new(geometry: &Geometry, largest: usize) -> Self {
        let regions = geometry.regions().iter();
        Self {
            largest: largest.max(1),
            regions: regions.map(|region| region.cells.clone()).collect(),
            regions_of: (0..geometry.cells()).map(|it| geometry.regions_of(it).to_vec()).collect(),
            grid: Vec::with_capacity(geometry.cells()),
            changed: vec![false; geometry.regions().len()],
            places: Vec::with_capacity(largest),
            saved: Vec::new(),
            bets: Vec::new(),
        }
    }

    /// Removes candidates by tuples, region after region, until none has changed.
    fn deduce<O: Observer>(
        &mut self,
        meter: &mut Meter<'_, O>,
    ) -> ControlFlow<Stop, Result<(), Conflict>> {
        while let Some(region) = self.changed.iter().position(|&changed| changed) {
            self.changed[region] = false;
            if let Err(conflict) = self.singles(region, meter) {
                return ControlFlow::Continue(Err(conflict));
            }
            let open = self.regions[region].iter().filter(|&&cell| self.grid[cell].len() > 1);
            // A tuple of all open cells has no other cells to remove from. Larger tuples wait until
            // smaller ones remove nothing more from the region.
            for size in 2..=self.largest.min(open.count().saturating_sub(1)) {
                if self.changed[region] {
                    break;
                }
                meter.turn()?;
                self.places.clear();
                if let Err(conflict) = self.tuples(region, size, SymbolSet::EMPTY, 0, meter) {
                    return ControlFlow::Continue(Err(conflict));
                }
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
        union: SymbolSet,
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
        symbols: SymbolSet,
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
    fn common(&self, region: usize, place: usize, symbols: SymbolSet) -> SymbolSet {
        self.grid[self.regions[region][place]] & symbols
    }

    /// Returns this removal as a step.
    fn step(&self, region: usize, places: &[usize], symbols: SymbolSet) -> Step {
        let cells = &self.regions[region];
        let others = (0..cells.len()).filter(|place| !places.contains(place));
        let gone = others.flat_map(|place| {
            self.common(region, place, symbols)
                .iter()
                .map(move |symbol| (cells[place], symbol))
                .collect::<Vec<_>>()
        });
        Step {
            symbols,
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
        gone: SymbolSet,
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
            None if left.is_empty() => return Err(Conflict),
            None => {}
        }
        Ok(())
    }

    /// Returns the first of the cells with the fewest candidates, or `None` if all have one.
    fn cell_with_fewest(&self) -> Option<Cell> {
        let open = self.grid.iter().enumerate().filter(|(_, set)| set.len() > 1);
        open.min_by_key(|(_, set)| set.len()).map(|(cell, _)| cell)
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
                meter.undo();
                self.grid.clone_from(&self.saved[depth - 1]);
                self.changed.fill(false);
            }
            match bet.untried.first() {
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

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use board::{catalog, text::line};

    use super::*;
    use crate::{Limits, Outcome, Solver};

    const ESCARGOT: &str =
        "100007090030020008009600500005300900010080002600004000300000010040000007007000300";

    fn solve(text: &str, largest: usize) -> Outcome {
        let geometry = Arc::new(catalog::classic(9).unwrap());
        let puzzle = line::parse(text, &geometry).unwrap();
        Bets::new(&geometry, largest).solve(&puzzle, &Limits::solutions(1))
    }

    #[test]
    fn al_escargot_costs_nineteen_bets_with_tuples_of_five_and_more() {
        let costs = |largest| solve(ESCARGOT, largest).counters;
        let costs: Vec<_> =
            (1..=8).map(|largest| (costs(largest).bets, costs(largest).removals)).collect();
        let few = [(22, 993), (29, 1314), (21, 1096), (19, 1054)];
        assert_eq!(costs[..4], few);
        assert_eq!(costs[4..], [(19, 1052); 4]);
    }

    #[test]
    fn one_call_of_the_rule_solves_what_elimination_solves() {
        // The text has a grid with 44 empty cells and 352 deductions; this one has 51 empty cells.
        let sae =
            "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
        let counters = solve(sae, 1).counters;
        assert_eq!((counters.bets, counters.removals, counters.deductions), (0, 8 * 51, 51));
    }
}
