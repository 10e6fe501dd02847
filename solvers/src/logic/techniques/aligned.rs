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
    let neighbours = small_neighbours(store, 2);
    for one in common([store.open_cells()]) {
        sink.keep_going()?;
        let others = common([store.open_cells()]).filter(|&other| other > one);
        for other in others.filter(|&other| share_two(&neighbours, &[one, other])) {
            look(store, &neighbours, &[one, other], sink)?;
        }
    }
    CONTINUE
}

/// Sets of three cells.
pub(in crate::logic) fn triplets(
    store: &CandidateStore,
    sink: &mut dyn StepSink,
) -> ControlFlow<()> {
    let neighbours = small_neighbours(store, 3);
    let bases: Vec<Cell> = common([store.open_cells()])
        .filter(|&cell| neighbours[cell].iter().any(|&word| word != 0))
        .collect();
    for (index, &one) in bases.iter().enumerate() {
        sink.keep_going()?;
        for (index, &other) in bases.iter().enumerate().skip(index + 1) {
            if !share_two(&neighbours, &[one, other]) {
                continue;
            }
            for &third in &bases[index + 1..] {
                let is_near =
                    |a: Cell, b: Cell| contains(&neighbours[a], b) || contains(&neighbours[b], a);
                let all = [one, other, third];
                let is_set = is_near(one, other) || is_near(one, third) || is_near(other, third);
                if is_set && share_two(&neighbours, &all) {
                    look(store, &neighbours, &all, sink)?;
                }
            }
        }
    }
    CONTINUE
}

/// For each cell the set of those that see it and have at most `most` candidates, two at least.
fn small_neighbours(store: &CandidateStore, most: usize) -> Vec<Vec<u64>> {
    let board = store.board();
    let mut small = vec![0; board.words()];
    for cell in common([store.open_cells()]) {
        if (2..=most).contains(&store.candidates(cell).len()) {
            insert(&mut small, cell);
        }
    }
    let of = |cell: Cell| board.peer_set(cell).iter().zip(&small).map(|(a, b)| a & b).collect();
    (0..board.cells()).map(of).collect()
}

/// Whether some cells have two neighbours in common.
fn share_two(neighbours: &[Vec<u64>], cells: &[Cell]) -> bool {
    let (&first, rest) = cells.split_first().expect("a set has cells");
    let common = |word: usize| {
        rest.iter().fold(neighbours[first][word], |common, &cell| common & neighbours[cell][word])
    };
    (0..neighbours[first].len()).map(|word| common(word).count_ones()).sum::<u32>() >= 2
}

/// The neighbours of all of some cells.
fn shared(neighbours: &[Vec<u64>], cells: &[Cell]) -> Vec<Cell> {
    let (&first, rest) = cells.split_first().expect("a set has cells");
    let sees_rest = |it: &Cell| rest.iter().all(|&cell| contains(&neighbours[cell], *it));
    common([&neighbours[first]]).filter(sees_rest).collect()
}

/// Reports what stands in no way to fill some cells.
fn look(
    store: &CandidateStore,
    neighbours: &[Vec<u64>],
    cells: &[Cell],
    sink: &mut dyn StepSink,
) -> ControlFlow<()> {
    let others = shared(neighbours, cells);
    let others_take = others.iter().map(|&it| store.candidates(it)).collect();
    let possible = vec![SymbolSet::default(); cells.len()];
    let mut ways = Ways { store, cells, others_take, chosen: Vec::new(), possible };
    if ways.fill(SymbolSet::default()) {
        return CONTINUE;
    }
    let gone = cells.iter().zip(&ways.possible).flat_map(|(&cell, &possible)| {
        (store.candidates(cell) - possible).iter().map(move |symbol| (cell, symbol))
    });
    let eliminations: Vec<_> = gone.collect();
    let symbols = eliminations.iter().map(|&(_, symbol)| symbol).collect();
    sink.report(Step { symbols, cells: cells.to_vec(), others, eliminations, ..Step::default() })
}

/// The ways to fill some cells.
struct Ways<'a> {
    store: &'a CandidateStore,
    cells: &'a [Cell],
    /// The candidates of the neighbours, each of which has to keep one.
    others_take: Vec<SymbolSet>,
    /// The symbols of the first cells.
    chosen: Vec<Symbol>,
    /// For each cell what stands there in the ways so far.
    possible: Vec<SymbolSet>,
}

impl Ways<'_> {
    /// Fills the cells after those that are chosen, and `taken` there. Returns whether by then each candidate
    /// of each cell stands in some way.
    fn fill(&mut self, taken: SymbolSet) -> bool {
        let Some(&cell) = self.cells.get(self.chosen.len()) else { return self.note(taken) };
        for symbol in self.store.candidates(cell).iter() {
            let clashes = |(&other, &its): (&Cell, &Symbol)| {
                its == symbol && self.store.board().sees(other, cell)
            };
            if !self.cells.iter().zip(&self.chosen).any(clashes) {
                self.chosen.push(symbol);
                let is_complete = self.fill(taken | SymbolSet::only(symbol));
                self.chosen.pop();
                if is_complete {
                    return true;
                }
            }
        }
        false
    }

    /// Notes what is chosen, if the neighbours keep a candidate each.
    fn note(&mut self, taken: SymbolSet) -> bool {
        if self.others_take.iter().any(|its| its.is_subset(taken)) {
            return false;
        }
        self.possible.iter_mut().zip(&self.chosen).for_each(|(set, &symbol)| set.insert(symbol));
        let mut all = self.cells.iter().zip(&self.possible);
        all.all(|(&cell, &possible)| possible == self.store.candidates(cell))
    }
}
