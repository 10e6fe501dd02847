//! Unique rectangles: four cells that would take the same two symbols crosswise, which could be
//! exchanged. A puzzle with one solution has no such place.
//!
//! ```text
//!    {a b} . | {a b}          a b      b a
//!      .   . |   .            . .  or  . .    would both do. So in a puzzle with one solution
//!    {a b} . | {a b c}        b a      a b    something keeps the fourth cell from a and b.
//! ```
//!
//! The exchange has to keep every region: each holds as many cells of the one diagonal as of the
//! other. That is checked for each rectangle, so that a diagonal, a jigsaw piece or four blocks rule
//! it out by themselves. And both symbols must have been allowed in all four cells from the start.
//!
//! Type 1: three cells take *a* and *b* alone; the fourth takes neither. In types 2, 3 and 4 two
//! cells of one line do, the *floor*; the others, the *roof*, take more. Type 2: both roof cells
//! take the same one symbol more, and one of them holds it. Type 3: what they take more is a
//! naked set together with other cells of a region. Type 4: *a* has to stand in the roof; so *b*
//! does not.

use std::ops::ControlFlow;

use board::{Cell, Symbol, SymbolSet};

use crate::contract::Step;
use crate::logic::board_index::{BoardIndex, Frame};
use crate::logic::store::CandidateStore;
use crate::logic::technique::{CONTINUE, StepSink};
use crate::sets::cells::common;

/// One cell takes more than the pair.
pub(in crate::logic) fn type_1(store: &CandidateStore, sink: &mut dyn StepSink) -> ControlFlow<()> {
    for rectangle in rectangles(store) {
        for (corner, &cell) in rectangle.cells.iter().enumerate() {
            let mut others = (0..4).filter(|&it| it != corner);
            let Some(pair) = others.next().and_then(|it| rectangle.pair(store, it)) else {
                continue;
            };
            let is_floor = |it: usize| store.candidates(rectangle.cells[it]) == pair;
            if (0..4).filter(|&it| it != corner).all(is_floor) && store.candidates(cell) != pair {
                let gone = store.candidates(cell) & pair;
                let gone = gone.iter().map(|it| (cell, it)).collect();
                rectangle.report(pair, &[cell], gone, sink)?;
            }
        }
    }
    CONTINUE
}

/// Both roof cells take the same one symbol more.
pub(in crate::logic) fn type_2(store: &CandidateStore, sink: &mut dyn StepSink) -> ControlFlow<()> {
    with_roofs(
        store,
        &mut |store, roof, sink| {
            let Some(extra) = roof.extra.single() else { return CONTINUE };
            let mut holders = roof.cells.iter().copied().filter(|&cell| store.has(cell, extra));
            let (Some(one), Some(other)) = (holders.next(), holders.next()) else {
                return CONTINUE;
            };
            let board = store.board();
            let gone = common([store.holders(extra), board.peer_set(one), board.peer_set(other)]);
            let gone = gone.map(|cell| (cell, extra)).collect();
            roof.rectangle.report(roof.pair, &roof.cells, gone, sink)
        },
        sink,
    )
}

/// What the roof takes more is a naked set with other cells of a region.
pub(in crate::logic) fn type_3(store: &CandidateStore, sink: &mut dyn StepSink) -> ControlFlow<()> {
    with_roofs(
        store,
        &mut |store, roof, sink| {
            if roof.extra.len() < 2 {
                return CONTINUE;
            }
            for region in store.board().common_regions(&roof.cells) {
                let is_other = |cell: &Cell| !roof.rectangle.cells.contains(cell);
                let rest: Vec<Cell> = store.open_in(region).into_iter().filter(is_other).collect();
                naked_with_roof(store, roof, &rest, &mut Vec::new(), roof.extra, sink)?;
            }
            CONTINUE
        },
        sink,
    )
}

/// One symbol of the pair has to stand in the roof.
pub(in crate::logic) fn type_4(store: &CandidateStore, sink: &mut dyn StepSink) -> ControlFlow<()> {
    with_roofs(
        store,
        &mut |store, roof, sink| {
            for locked in roof.pair.iter() {
                let is_locked = |&region: &usize| {
                    let its = store.cells_at(region, store.places(region, locked));
                    let is_full = store.board().regions()[region].full;
                    is_full && !its.is_empty() && its.iter().all(|cell| roof.cells.contains(cell))
                };
                let mut regions = store.board().common_regions(&roof.cells).into_iter();
                if regions.any(|region| is_locked(&region)) {
                    let other = roof.pair.iter().find(|&it| it != locked);
                    let gone = roof.cells.iter().filter_map(|&cell| Some((cell, other?)));
                    let gone = gone.filter(|&(cell, it)| store.has(cell, it)).collect();
                    roof.rectangle.report(roof.pair, &roof.cells, gone, sink)?;
                }
            }
            CONTINUE
        },
        sink,
    )
}

/// Four open cells whose symbols can be exchanged crosswise: `0 1` over `2 3`.
pub(super) struct Rectangle {
    pub(super) cells: [Cell; 4],
}

/// Two cells of a line that take more than the pair, across from two that do not.
struct Roof<'a> {
    rectangle: &'a Rectangle,
    pair: SymbolSet,
    cells: [Cell; 2],
    extra: SymbolSet,
}

impl Rectangle {
    /// Returns the candidates of a corner if they are two, and were allowed in all four.
    pub(super) fn pair(&self, store: &CandidateStore, corner: usize) -> Option<SymbolSet> {
        let pair = store.candidates(self.cells[corner]);
        let allows = |&cell: &Cell| pair.is_subset(store.allowed(cell));
        let concerns = |&cell: &Cell| !(store.candidates(cell) & pair).is_empty();
        let is_one = pair.len() == 2 && self.cells.iter().all(|it| allows(it) && concerns(it));
        is_one.then_some(pair)
    }

    pub(super) fn report(
        &self,
        pair: SymbolSet,
        roof: &[Cell],
        eliminations: Vec<(Cell, Symbol)>,
        sink: &mut dyn StepSink,
    ) -> ControlFlow<()> {
        if eliminations.is_empty() {
            return CONTINUE;
        }
        let (cells, others) = (self.cells.to_vec(), roof.to_vec());
        sink.report(Step { symbols: pair, cells, others, eliminations, ..Step::default() })
    }
}

/// Returns all rectangles of open cells.
pub(super) fn rectangles(store: &CandidateStore) -> Vec<Rectangle> {
    rectangles_of(store, &|cell| store.is_open(cell))
}

/// Returns all rectangles of some cells.
pub(super) fn rectangles_of(
    store: &CandidateStore,
    takes: &dyn Fn(Cell) -> bool,
) -> Vec<Rectangle> {
    let board = store.board();
    let mut rectangles = Vec::new();
    // Each frame stands there from both sides.
    for Frame { cells: rows, .. } in board.frames().iter().step_by(2) {
        for (top, upper) in rows.iter().enumerate() {
            for lower in &rows[top + 1..] {
                for left in 0..upper.len() {
                    for right in left + 1..upper.len() {
                        let cells = [upper[left], upper[right], lower[left], lower[right]];
                        if cells.iter().all(|&it| takes(it)) && is_exchangeable(board, cells) {
                            rectangles.push(Rectangle { cells });
                        }
                    }
                }
            }
        }
    }
    rectangles
}

/// Returns whether each region holds as many of the cells 0 and 3 as of 1 and 2.
fn is_exchangeable(board: &BoardIndex, cells: [Cell; 4]) -> bool {
    let is_even = |&(region, _): &(usize, u32)| {
        let count = |its: [Cell; 2]| its.iter().filter(|&&it| board.is_in(it, region)).count();
        count([cells[0], cells[3]]) == count([cells[1], cells[2]])
    };
    cells.iter().all(|&cell| board.memberships(cell).iter().all(is_even))
}

type OnRoof<'a> = dyn FnMut(&CandidateStore, &Roof<'_>, &mut dyn StepSink) -> ControlFlow<()> + 'a;

/// Looks at each rectangle with a floor along one of its sides.
fn with_roofs(
    store: &CandidateStore,
    look: &mut OnRoof<'_>,
    sink: &mut dyn StepSink,
) -> ControlFlow<()> {
    for rectangle in rectangles(store) {
        for [a, b, c, d] in [[0, 1, 2, 3], [2, 3, 0, 1], [0, 2, 1, 3], [1, 3, 0, 2]] {
            let at = |corner: usize| rectangle.cells[corner];
            let Some(pair) = rectangle.pair(store, a) else { continue };
            let cells = [at(c), at(d)];
            let takes_more = |&cell: &Cell| !store.candidates(cell).is_subset(pair);
            if store.candidates(at(b)) != pair || !cells.iter().all(takes_more) {
                continue;
            }
            let extra = (store.candidates(cells[0]) | store.candidates(cells[1])) - pair;
            look(store, &Roof { rectangle: &rectangle, pair, cells, extra }, sink)?;
        }
    }
    CONTINUE
}

/// Tries the sets of cells that have, with the roof as one cell, as many symbols as cells.
fn naked_with_roof(
    store: &CandidateStore,
    roof: &Roof<'_>,
    rest: &[Cell],
    cells: &mut Vec<Cell>,
    union: SymbolSet,
    sink: &mut dyn StepSink,
) -> ControlFlow<()> {
    if !cells.is_empty() && union.len() == cells.len() + 1 {
        let mut set = cells.clone();
        set.extend(roof.cells);
        let mut gone = Vec::new();
        for region in store.board().common_regions(&set) {
            for symbol in union.iter() {
                let its = store.cells_at(region, store.places(region, symbol)).into_iter();
                gone.extend(its.filter(|cell| !set.contains(cell)).map(|cell| (cell, symbol)));
            }
        }
        gone.sort_unstable();
        gone.dedup();
        roof.rectangle.report(roof.pair, &set, gone, sink)?;
    }
    for (index, &cell) in rest.iter().enumerate() {
        let wider = union | store.candidates(cell);
        // As many cells as are left may join.
        if wider.len() <= cells.len() + rest.len() - index + 1 {
            cells.push(cell);
            naked_with_roof(store, roof, &rest[index + 1..], cells, wider, sink)?;
            cells.pop();
        }
    }
    CONTINUE
}
