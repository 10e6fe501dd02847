//! Aligned sets: two or three cells, and all ways to fill them. What stands in none that leaves their
//! neighbours a candidate goes.
//!
//! ```text
//!    {1 2 3} {1 4} . | {1 2} . {2 4}       2 and 4 in the first cells would leave the last nothing,
//!       .      .   . |   .   .   .         2 and 1 the fourth. So 2 goes from the first.
//! ```
//!
//! The neighbours that count see all cells of the set and have no more candidates than it has cells. As
//! in Sudoku Explainer there are at least two of them; of three cells each has a neighbour of so few
//! candidates, and one of them is such a neighbour of another.

use std::ops::ControlFlow;

use board::{Cell, Symbol, SymbolSet};

use crate::contract::Step;
use crate::logic::store::CandidateStore;
use crate::logic::technique::{CONTINUE, StepSink};
use crate::sets::cells::{common, contains, insert};

/// Sets of two cells.
pub(in crate::logic) fn pairs(store: &CandidateStore, sink: &mut dyn StepSink) -> ControlFlow<()> {
    let mut search = Search::new(store, 2);
    for one in common([store.open_cells()]) {
        sink.keep_going()?;
        for other in common([store.open_cells()]).filter(|&other| other > one) {
            if search.neighbours.share_two([one, other]) {
                search.look([one, other], sink)?;
            }
        }
    }
    CONTINUE
}

/// Sets of three cells.
pub(in crate::logic) fn triplets(
    store: &CandidateStore,
    sink: &mut dyn StepSink,
) -> ControlFlow<()> {
    let mut search = Search::new(store, 3);
    let bases: Vec<Cell> = common([store.open_cells()])
        .filter(|&cell| search.neighbours.of(cell).iter().any(|&word| word != 0))
        .collect();
    for (index, &one) in bases.iter().enumerate() {
        sink.keep_going()?;
        for (index, &other) in bases.iter().enumerate().skip(index + 1) {
            if !search.neighbours.share_two([one, other]) {
                continue;
            }
            for &third in &bases[index + 1..] {
                let all = [one, other, third];
                if search.neighbours.share_two(all)
                    && (search.neighbours.is_near(one, other)
                        || search.neighbours.is_near(one, third)
                        || search.neighbours.is_near(other, third))
                {
                    search.look(all, sink)?;
                }
            }
        }
    }
    CONTINUE
}

/// For each cell those that see it and have at most as many candidates as a set has cells, two at least.
struct Neighbours {
    words: usize,
    sets: Vec<u64>,
}

impl Neighbours {
    /// Those for sets of `size` cells.
    fn new(store: &CandidateStore, size: usize) -> Self {
        let board = store.board();
        let mut small = vec![0; board.words()];
        for cell in common([store.open_cells()]) {
            if (2..=size).contains(&store.candidates(cell).len()) {
                insert(&mut small, cell);
            }
        }
        let of = |cell: Cell| board.peer_set(cell).iter().zip(&small).map(|(a, b)| a & b);
        Self { words: board.words(), sets: (0..board.cells()).flat_map(of).collect() }
    }

    /// Those of a cell, as a set.
    fn of(&self, cell: Cell) -> &[u64] {
        &self.sets[cell * self.words..][..self.words]
    }

    /// Whether one of two cells is a neighbour of the other.
    fn is_near(&self, one: Cell, other: Cell) -> bool {
        contains(self.of(one), other) || contains(self.of(other), one)
    }

    /// Whether some cells have two neighbours in common.
    fn share_two<const N: usize>(&self, cells: [Cell; N]) -> bool {
        let sets = cells.map(|cell| self.of(cell));
        let common = |word: usize| sets.iter().fold(u64::MAX, |all, set| all & set[word]);
        (0..self.words).map(|word| common(word).count_ones()).sum::<u32>() >= 2
    }
}

/// The search for sets of cells.
struct Search<'a> {
    store: &'a CandidateStore,
    neighbours: Neighbours,
    ways: Ways,
}

impl<'a> Search<'a> {
    /// The search for sets of `size` cells.
    fn new(store: &'a CandidateStore, size: usize) -> Self {
        Self { store, neighbours: Neighbours::new(store, size), ways: Ways::default() }
    }

    /// Reports what stands in no way to fill some cells.
    fn look<const N: usize>(
        &mut self,
        cells: [Cell; N],
        sink: &mut dyn StepSink,
    ) -> ControlFlow<()> {
        let store = self.store;
        let takes = cells.map(|cell| store.candidates(cell));
        let all = takes.iter().fold(SymbolSet::default(), |all, &its| all | its);
        let shared = || common(cells.map(|cell| self.neighbours.of(cell)));
        let others_take = shared().map(|it| store.candidates(it));
        self.ways.others_take.clear();
        self.ways.others_take.extend(others_take.filter(|its| its.is_subset(all)));
        // What clashes without them is a naked set.
        if self.ways.others_take.is_empty() || self.ways.fill_all(store, &cells, &takes) {
            return CONTINUE;
        }
        let gone = cells.iter().zip(takes.iter().zip(&self.ways.possible));
        let gone = gone.flat_map(|(&cell, (&takes, &possible))| {
            (takes - possible).iter().map(move |symbol| (cell, symbol))
        });
        let eliminations: Vec<_> = gone.collect();
        let symbols = eliminations.iter().map(|&(_, symbol)| symbol).collect();
        let (others, cells) = (shared().collect(), cells.to_vec());
        sink.report(Step { symbols, cells, others, eliminations, ..Step::default() })
    }
}

/// The ways to fill some cells.
#[derive(Default)]
struct Ways {
    /// The candidates of the neighbours, each of which has to keep one.
    others_take: Vec<SymbolSet>,
    /// The symbols of the first cells.
    chosen: Vec<Symbol>,
    /// For each cell what stands there in the ways so far.
    possible: Vec<SymbolSet>,
}

impl Ways {
    /// Fills the cells, until each candidate of each of them stands in some way. Returns whether it does.
    fn fill_all(&mut self, store: &CandidateStore, cells: &[Cell], takes: &[SymbolSet]) -> bool {
        self.possible.clear();
        self.possible.resize(cells.len(), SymbolSet::default());
        self.fill(store, cells, takes, SymbolSet::default())
    }

    /// Fills the cells after those that are chosen, and `taken` there. Returns whether by then each candidate
    /// of each cell stands in some way.
    fn fill(
        &mut self,
        store: &CandidateStore,
        cells: &[Cell],
        takes: &[SymbolSet],
        taken: SymbolSet,
    ) -> bool {
        let place = self.chosen.len();
        let mut free = takes[place];
        for (&other, &its) in cells.iter().zip(&self.chosen) {
            if store.board().sees(other, cells[place]) {
                free -= SymbolSet::only(its);
            }
        }
        if place + 1 == cells.len() {
            return self.note(takes, free, taken);
        }
        free.iter().any(|symbol| {
            self.chosen.push(symbol);
            let is_complete = self.fill(store, cells, takes, taken | SymbolSet::only(symbol));
            self.chosen.pop();
            is_complete
        })
    }

    /// Notes what is chosen with each symbol of the last cell that leaves the neighbours a candidate each.
    fn note(&mut self, takes: &[SymbolSet], mut last: SymbolSet, taken: SymbolSet) -> bool {
        for &its in &self.others_take {
            match (its - taken).len() {
                0 => return false,
                1 => last -= its - taken,
                _ => {}
            }
        }
        if last.is_empty() {
            return false;
        }
        self.possible.iter_mut().zip(&self.chosen).for_each(|(set, &symbol)| set.insert(symbol));
        self.possible[self.chosen.len()] |= last;
        self.possible == takes
    }
}
