//! Unique loops: cells in a ring, each in a region with the next, that would take the same two symbols by
//! turns, which could be exchanged. Unique rectangles are the loops of four cells.
//!
//! ```text
//!    {a b} . . | {a b} . .          Begin with a or with b: every region that the loop
//!      .   . . |   .   . .          enters holds one cell of either kind, so both would do.
//!    ----------+------------        In a puzzle with one solution something keeps the
//!    {a b} . . |   .   . {a b}      cell with c from a and b.
//!      .   . . | {a b c} . {a b}
//! ```
//!
//! Every cell of the loop may take both symbols; those that take more are its *exits*. Type 1: there is one
//! exit, which takes neither of the two. Type 2: all exits take the same one symbol more, and one of
//! them holds it. Types 3 and 4 have two exits in one region. Type 3: what they take more is
//! a naked set together with other cells of the region; or the two symbols are a hidden set of it together
//! with others. Type 4: *a* has to stand in one of the exits; so *b* does not. So Sudoku Explainer,
//! after which naked sets fill at most half of the open cells of the region, and hidden ones less.

use std::ops::ControlFlow;

use board::{Cell, Symbol, SymbolSet};

use crate::contract::Step;
use crate::logic::store::CandidateStore;
use crate::logic::technique::{CONTINUE, StepSink};
use crate::sets::cells::{bits, common, contains, insert};

/// Loops of four cells with one exit.
pub(in crate::logic) fn rectangles_1(
    store: &CandidateStore,
    sink: &mut dyn StepSink,
) -> ControlFlow<()> {
    each(store, 4, &mut type_1, sink)
}

/// Loops of four cells whose exits take the same one symbol more.
pub(in crate::logic) fn rectangles_2(
    store: &CandidateStore,
    sink: &mut dyn StepSink,
) -> ControlFlow<()> {
    each(store, 4, &mut type_2, sink)
}

/// Loops of four cells with a set.
pub(in crate::logic) fn rectangles_3(
    store: &CandidateStore,
    sink: &mut dyn StepSink,
) -> ControlFlow<()> {
    each(store, 4, &mut type_3, sink)
}

/// Loops of four cells with a symbol that stands in an exit.
pub(in crate::logic) fn rectangles_4(
    store: &CandidateStore,
    sink: &mut dyn StepSink,
) -> ControlFlow<()> {
    each(store, 4, &mut type_4, sink)
}

/// Loops of six cells and more, of all types.
pub(in crate::logic) fn longer(store: &CandidateStore, sink: &mut dyn StepSink) -> ControlFlow<()> {
    let mut all = |store: &CandidateStore, ring: &Loop<'_>, sink: &mut dyn StepSink| {
        if ring.cells.len() < 6 {
            return CONTINUE;
        }
        type_1(store, ring, sink)?;
        type_2(store, ring, sink)?;
        type_3(store, ring, sink)?;
        type_4(store, ring, sink)
    };
    each(store, store.n_open(), &mut all, sink)
}

/// Cells in a ring that take a pair.
struct Loop<'a> {
    cells: &'a [Cell],
    pair: SymbolSet,
    /// The cells that take more.
    exits: Vec<Cell>,
    /// What they take more.
    extra: SymbolSet,
}

type OnLoop<'a> = dyn FnMut(&CandidateStore, &Loop<'_>, &mut dyn StepSink) -> ControlFlow<()> + 'a;

/// The search for loops on a pair.
struct Search<'a> {
    store: &'a CandidateStore,
    pair: SymbolSet,
    /// The cells that take both symbols, as a set.
    holders: Vec<u64>,
    longest: usize,
    cells: Vec<Cell>,
    look: &'a mut OnLoop<'a>,
}

/// Looks at all loops of at most `longest` cells, at least one of which takes the pair alone.
fn each<'a>(
    store: &'a CandidateStore,
    longest: usize,
    look: &'a mut OnLoop<'a>,
    sink: &mut dyn StepSink,
) -> ControlFlow<()> {
    let mut search = Search {
        store,
        pair: SymbolSet::default(),
        holders: vec![0; store.board().words()],
        longest,
        cells: Vec::new(),
        look,
    };
    for start in common([store.open_cells()]).filter(|&cell| store.candidates(cell).len() == 2) {
        sink.keep_going()?;
        search.pair = store.candidates(start);
        let [one, other] = [0, 1].map(|place| search.pair.iter().nth(place).expect("a pair"));
        // A loop is found from the first of its cells that take the pair alone.
        search.holders.fill(0);
        common([store.holders(one), store.holders(other)])
            .filter(|&cell| cell > start || store.candidates(cell) != search.pair)
            .for_each(|cell| insert(&mut search.holders, cell));
        search.cells.clear();
        search.cells.push(start);
        search.extend(sink)?;
    }
    CONTINUE
}

impl Search<'_> {
    /// Adds each cell that may be the next one.
    fn extend(&mut self, sink: &mut dyn StepSink) -> ControlFlow<()> {
        let peers = self.store.board().peer_set(self.cells[self.cells.len() - 1]);
        for (word, peers) in peers.iter().enumerate() {
            for bit in bits(peers & self.holders[word]) {
                self.extend_by(word * 64 + bit, sink)?;
            }
        }
        CONTINUE
    }

    /// Adds a cell, if it may be the next one.
    fn extend_by(&mut self, next: Cell, sink: &mut dyn StepSink) -> ControlFlow<()> {
        if self.may_join(next) {
            self.cells.push(next);
            // The other way round it is the same loop.
            if self.closes() && self.cells[1] < next {
                self.report(sink)?;
            }
            if self.cells.len() < self.longest && self.has_few_exits() {
                self.extend(sink)?;
            }
            self.cells.pop();
        }
        CONTINUE
    }

    /// Returns whether the cell is not in the loop yet and sees none of its own kind.
    fn may_join(&self, next: Cell) -> bool {
        let peers = self.store.board().peer_set(next);
        let parity = self.cells.len() % 2;
        let is_in_the_way = |(index, &cell): (usize, &Cell)| {
            cell == next || index % 2 == parity && contains(peers, cell)
        };
        !self.cells.iter().enumerate().any(is_in_the_way)
    }

    /// Returns whether each region of the loop holds as many cells of the one kind as of the other.
    fn closes(&self) -> bool {
        let board = self.store.board();
        let is_even = |&(region, _): &(usize, u32)| {
            let inside = board.cell_set(region);
            let excess = |excess: isize, (index, &cell): (usize, &Cell)| match index % 2 {
                _ if !contains(inside, cell) => excess,
                0 => excess + 1,
                _ => excess - 1,
            };
            self.cells.iter().enumerate().fold(0, excess) == 0
        };
        self.cells.len() >= 4
            && self.cells.len().is_multiple_of(2)
            && board.sees(self.cells[0], self.cells[self.cells.len() - 1])
            && self.cells.iter().all(|&cell| board.memberships(cell).iter().all(is_even))
    }

    fn exits(&self) -> Vec<Cell> {
        let takes_more = |cell: &Cell| self.store.candidates(*cell) != self.pair;
        self.cells.iter().copied().filter(takes_more).collect()
    }

    /// Returns what some cells take more.
    fn extra(&self, cells: &[Cell]) -> SymbolSet {
        let all = |set: SymbolSet, &cell: &Cell| set | self.store.candidates(cell);
        cells.iter().fold(SymbolSet::default(), all) - self.pair
    }

    /// Returns whether one of the types is still possible.
    fn has_few_exits(&self) -> bool {
        let takes_more = |cell: &&Cell| self.store.candidates(**cell) != self.pair;
        self.cells.iter().filter(takes_more).count() <= 2 || self.extra(&self.cells).len() == 1
    }

    fn report(&mut self, sink: &mut dyn StepSink) -> ControlFlow<()> {
        let exits = self.exits();
        let extra = self.extra(&exits);
        if exits.is_empty() {
            return CONTINUE;
        }
        (self.look)(self.store, &Loop { cells: &self.cells, pair: self.pair, exits, extra }, sink)
    }
}

impl Loop<'_> {
    /// Reports a step, unless it rules nothing out; `set` are the cells of a set beside the exits.
    fn report(
        &self,
        set: &[Cell],
        eliminations: Vec<(Cell, Symbol)>,
        sink: &mut dyn StepSink,
    ) -> ControlFlow<()> {
        if eliminations.is_empty() {
            return CONTINUE;
        }
        let (symbols, cells) = (self.pair, self.cells.to_vec());
        let others = [set, &self.exits].concat();
        sink.report(Step { symbols, cells, others, eliminations, ..Step::default() })
    }
}

fn type_1(store: &CandidateStore, ring: &Loop<'_>, sink: &mut dyn StepSink) -> ControlFlow<()> {
    let [exit] = ring.exits[..] else { return CONTINUE };
    debug_assert!(store.is_open(exit), "a placed cell has one candidate");
    ring.report(&[], ring.pair.iter().map(|symbol| (exit, symbol)).collect(), sink)
}

fn type_2(store: &CandidateStore, ring: &Loop<'_>, sink: &mut dyn StepSink) -> ControlFlow<()> {
    let (Some(extra), 2..) = (ring.extra.single(), ring.exits.len()) else { return CONTINUE };
    let seen = store.board().seen_by_all(ring.exits.iter().copied());
    let gone = common([store.holders(extra), &seen]).map(|cell| (cell, extra)).collect();
    ring.report(&[], gone, sink)
}

fn type_3(store: &CandidateStore, ring: &Loop<'_>, sink: &mut dyn StepSink) -> ControlFlow<()> {
    let (&[one, other], 2..) = (&ring.exits[..], ring.extra.len()) else { return CONTINUE };
    for region in store.board().common_regions(&[one, other]) {
        let mut rest = store.open_in(region);
        rest.retain(|cell| ![one, other].contains(cell));
        sets(store, ring, (region, &rest), 0, &mut Vec::new(), sink)?;
    }
    CONTINUE
}

/// Looks at each set of open cells of a region, from the one at `first` on, that fills at most half of it
/// with the exits as one cell. On any board a set has at most four cells with them.
fn sets(
    store: &CandidateStore,
    ring: &Loop<'_>,
    (region, rest): (usize, &[Cell]),
    first: usize,
    inside: &mut Vec<Cell>,
    sink: &mut dyn StepSink,
) -> ControlFlow<()> {
    let (size, open) = (inside.len() + 1, rest.len() + 2);
    if size > 1 {
        naked(store, ring, rest, inside, sink)?;
        if 2 * size < open && size >= ring.extra.len() && store.board().regions()[region].full {
            hidden(store, ring, region, inside, sink)?;
        }
    }
    if size < 4 && 2 * (size + 1) <= open {
        for index in first..rest.len() {
            inside.push(rest[index]);
            sets(store, ring, (region, rest), index + 1, inside, sink)?;
            inside.pop();
        }
    }
    CONTINUE
}

/// With what the exits take more the cells have as many symbols as cells, the exits as one.
fn naked(
    store: &CandidateStore,
    ring: &Loop<'_>,
    rest: &[Cell],
    inside: &[Cell],
    sink: &mut dyn StepSink,
) -> ControlFlow<()> {
    let all = |set: SymbolSet, &cell: &Cell| set | store.candidates(cell);
    let in_both = ring.exits.iter().fold(ring.extra, |set, &exit| set & store.candidates(exit));
    let covered = inside.iter().fold(in_both, all);
    if !ring.extra.is_subset(covered) || covered.len() != inside.len() + 1 {
        return CONTINUE;
    }
    let outside = rest.iter().filter(|cell| !inside.contains(cell));
    ring.report(inside, store.candidates_among(outside, covered), sink)
}

/// The pair and other symbols have as many places in the region as they are, the exits as one.
fn hidden(
    store: &CandidateStore,
    ring: &Loop<'_>,
    region: usize,
    inside: &[Cell],
    sink: &mut dyn StepSink,
) -> ControlFlow<()> {
    let places = |symbol: Symbol| store.cells_at(region, store.places(region, symbol));
    let is_here = |cell: &Cell| inside.contains(cell) || ring.exits.contains(cell);
    let others = SymbolSet::all(store.board().symbols()) - ring.pair - ring.extra;
    let its = others.iter().filter(|&symbol| {
        let places = places(symbol);
        !places.is_empty() && places.iter().all(is_here)
    });
    let set = its.collect::<SymbolSet>() | ring.pair;
    let is_locked = ring.pair.iter().all(|symbol| places(symbol).iter().all(is_here));
    let is_filled = inside.iter().all(|&cell| !(store.candidates(cell) & set).is_empty());
    if set.len() != inside.len() + 1 || !is_locked || !is_filled {
        return CONTINUE;
    }
    let others = SymbolSet::all(store.board().symbols()) - set;
    ring.report(inside, store.candidates_among(inside, others), sink)
}

fn type_4(store: &CandidateStore, ring: &Loop<'_>, sink: &mut dyn StepSink) -> ControlFlow<()> {
    let &[one, other] = &ring.exits[..] else { return CONTINUE };
    let regions = store.board().common_regions(&[one, other]);
    for locked in ring.pair.iter() {
        let is_locked = |&region: &usize| {
            let its = store.cells_at(region, store.places(region, locked));
            store.board().regions()[region].full && its.iter().all(|it| ring.exits.contains(it))
        };
        if regions.iter().any(is_locked) {
            let free = ring.pair.iter().filter(|&it| it != locked);
            let gone = free.flat_map(|free| ring.exits.iter().map(move |&exit| (exit, free)));
            ring.report(&[], gone.collect(), sink)?;
        }
    }
    CONTINUE
}
