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

use board::{Cell, Symbol, SymbolWord};

use crate::contract::Step;
use crate::logic::store::CandidateStore;
use crate::logic::technique::{CONTINUE, StepSink};
use crate::sets::cells::{common, contains, insert};

/// Sets of two cells.
pub(in crate::logic) fn pairs(store: &CandidateStore, sink: &mut dyn StepSink) -> ControlFlow<()> {
    let mut search = Search::<2>::new(store);
    for one in common([store.open_cells()]) {
        sink.keep_going()?;
        for other in common([store.open_cells()]).filter(|&other| other > one) {
            let is_watched = search.is_watched([one, other]);
            if is_watched && search.neighbours.share_two([one, other]) {
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
    let mut search = Search::<3>::new(store);
    let bases: Vec<Cell> = common([store.open_cells()])
        .filter(|&cell| search.neighbours.of(cell).iter().any(|&word| word != 0))
        .collect();
    for (index, &one) in bases.iter().enumerate() {
        sink.keep_going()?;
        for (index, &other) in bases.iter().enumerate().skip(index + 1) {
            if !search.neighbours.share_two([one, other]) {
                continue;
            }
            let is_near = search.neighbours.is_near(one, other);
            let is_watched = search.is_watched([one, other]);
            for &third in &bases[index + 1..] {
                let all = [one, other, third];
                if (is_watched || contains(store.watched_cells(), third))
                    && search.neighbours.share_two(all)
                    && (is_near
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
    /// Creates those for sets of `size` cells.
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

    /// Returns those of a cell, as a set.
    fn of(&self, cell: Cell) -> &[u64] {
        &self.sets[cell * self.words..][..self.words]
    }

    /// Returns whether one of two cells is a neighbour of the other.
    fn is_near(&self, one: Cell, other: Cell) -> bool {
        contains(self.of(one), other) || contains(self.of(other), one)
    }

    /// Returns whether some cells have two neighbours in common.
    fn share_two<const N: usize>(&self, cells: [Cell; N]) -> bool {
        let sets = cells.map(|cell| self.of(cell));
        let mut has_one = false;
        (0..self.words).any(|word| {
            let common = sets.iter().fold(u64::MAX, |all, set| all & set[word]);
            let has_more = common & common.wrapping_sub(1) != 0 || has_one && common != 0;
            has_one |= common != 0;
            has_more
        })
    }
}

/// The search for sets of cells.
struct Search<'a, const N: usize> {
    store: &'a CandidateStore,
    neighbours: Neighbours,
    ways: Ways<N>,
}

impl<'a, const N: usize> Search<'a, N> {
    /// Creates the search for sets of `N` cells.
    fn new(store: &'a CandidateStore) -> Self {
        let ways = Ways {
            takes: [SymbolWord::EMPTY; N],
            sees: [[false; N]; N],
            others_take: Vec::new(),
            possible: [SymbolWord::EMPTY; N],
        };
        Self { store, neighbours: Neighbours::new(store, N), ways }
    }

    /// Returns whether some of these cells or of the neighbours that they share are watched.
    fn is_watched<const M: usize>(&self, cells: [Cell; M]) -> bool {
        let watched = self.store.watched_cells();
        let sets = cells.map(|cell| self.neighbours.of(cell));
        let shared = |word: usize| sets.iter().fold(watched[word], |all, set| all & set[word]);
        cells.iter().any(|&cell| contains(watched, cell))
            || (0..watched.len()).any(|word| shared(word) != 0)
    }

    /// Reports what stands in no way to fill some cells.
    fn look(&mut self, cells: [Cell; N], sink: &mut dyn StepSink) -> ControlFlow<()> {
        let Self { store, neighbours, ways } = self;
        ways.takes = cells.map(|cell| store.candidates(cell).cast());
        let all = ways.takes.iter().fold(SymbolWord::EMPTY, |all, &its| all | its);
        let shared = || common(cells.map(|cell| neighbours.of(cell)));
        let others_take = shared().map(|it| store.candidates(it).cast());
        ways.others_take.clear();
        ways.others_take.extend(others_take.filter(|its: &SymbolWord| its.is_subset(all)));
        // What clashes without them is a naked set.
        if ways.others_take.is_empty() {
            return CONTINUE;
        }
        ways.sees = cells.map(|one| cells.map(|other| store.board().sees(one, other)));
        ways.possible = [SymbolWord::EMPTY; N];
        if ways.fill(&mut [0; N], 0) {
            return CONTINUE;
        }
        let gone = cells.iter().zip(ways.takes.iter().zip(&ways.possible));
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
struct Ways<const N: usize> {
    /// The candidates of the cells.
    takes: [SymbolWord; N],
    /// Whether two of them see each other.
    sees: [[bool; N]; N],
    /// The candidates of the neighbours, each of which has to keep one.
    others_take: Vec<SymbolWord>,
    /// For each cell what stands there in the ways so far.
    possible: [SymbolWord; N],
}

impl<const N: usize> Ways<N> {
    /// Fills the cells after those that have the symbols `chosen`, until each candidate of each cell stands in some
    /// way. Returns whether by then it does.
    fn fill(&mut self, chosen: &mut [Symbol; N], n_chosen: usize) -> bool {
        let mut free = self.takes[n_chosen];
        for (sees, &symbol) in self.sees[n_chosen].iter().zip(&chosen[..n_chosen]) {
            if *sees {
                free.remove(symbol);
            }
        }
        if n_chosen + 1 == N {
            return self.note(&chosen[..n_chosen], free);
        }
        free.iter().any(|symbol| {
            chosen[n_chosen] = symbol;
            self.fill(chosen, n_chosen + 1)
        })
    }

    /// Notes what is chosen with each symbol of the last cell that leaves the neighbours a candidate each.
    fn note(&mut self, chosen: &[Symbol], mut last: SymbolWord) -> bool {
        let is_new = |(set, &symbol): (&SymbolWord, &Symbol)| !set.contains(symbol);
        if last.is_subset(self.possible[N - 1]) && !self.possible.iter().zip(chosen).any(is_new) {
            return false;
        }
        let taken: SymbolWord = chosen.iter().copied().collect();
        for &its in &self.others_take {
            let left = its - taken;
            match left.single() {
                Some(symbol) => last.remove(symbol),
                None if left.is_empty() => return false,
                None => {}
            }
        }
        if last.is_empty() {
            return false;
        }
        self.possible.iter_mut().zip(chosen).for_each(|(set, &symbol)| set.insert(symbol));
        self.possible[N - 1] |= last;
        self.possible == self.takes
    }
}
