//! Further rectangles whose symbols could be exchanged: unique rectangles of type 5 and 6, hidden and
//! avoidable rectangles.
//!
//! ```text
//!    A  B        Were a b over b a, then b a over a b would do as well
//!    C  D        (see unique rectangles).
//! ```
//!
//! Type 5: the cells that take more than the pair, two across from each other or three, take the same
//! one symbol more; one of them holds it. Type 6: two cells across from each other, B and C, take
//! more, and *a* stands in A or B, C or D, A or C, B or D. So B = *a* brings C = *a* and the pattern: *a* goes from
//! both.
//!
//! *Hidden rectangle*: A takes the pair alone, and *a* has no place in the row and the column of D but the
//! rectangle's. So D = *b* brings B = C = *a* and A = *b*: *b* goes from D.
//!
//! *Avoidable rectangle*: some cells are placed already, but none is given. With three of them as in the
//! pattern the fourth cell does not complete it (type 1); with two, and one and the same symbol besides in
//! the others, one of these holds it (type 2).

use std::ops::ControlFlow;

use board::{Cell, Symbol, SymbolSet};

use super::unique_rectangle::{Rectangle, rectangles, rectangles_of};
use crate::logic::store::CandidateStore;
use crate::logic::technique::{CONTINUE, StepSink};
use crate::sets::cells::common;

/// Each corner, its two neighbours, and the one across from it.
const CORNERS: [[usize; 4]; 4] = [[0, 1, 2, 3], [1, 0, 3, 2], [2, 0, 3, 1], [3, 1, 2, 0]];

/// Two cells across from each other, or three, take the same one symbol more.
pub(in crate::logic) fn type_5(store: &CandidateStore, sink: &mut dyn StepSink) -> ControlFlow<()> {
    for rectangle in rectangles(store) {
        for pair in pairs(store, &rectangle) {
            let more = |&corner: &usize| !store.candidates(rectangle.cells[corner]).is_subset(pair);
            let corners: Vec<usize> = (0..4).filter(more).collect();
            let union = corners.iter().fold(SymbolSet::EMPTY, |all, &corner| {
                all | (store.candidates(rectangle.cells[corner]) - pair)
            });
            let is_right = matches!(corners[..], [0, 3] | [1, 2] | [_, _, _]);
            if let (Some(extra), true) = (union.single(), is_right) {
                let roof: Vec<Cell> = corners.iter().map(|&it| rectangle.cells[it]).collect();
                let gone = seeing_all(store, extra, &roof);
                rectangle.report(pair, &roof, gone, sink)?;
            }
        }
    }
    CONTINUE
}

/// A symbol of the pair has no place in the four lines but the corners.
pub(in crate::logic) fn type_6(store: &CandidateStore, sink: &mut dyn StepSink) -> ControlFlow<()> {
    for rectangle in rectangles(store) {
        for [a, b, c, d] in [[0, 1, 2, 3], [1, 0, 3, 2]] {
            let Some(pair) = rectangle.pair(store, a) else { continue };
            if store.candidates(rectangle.cells[d]) != pair {
                continue;
            }
            for symbol in pair.iter() {
                let sides = [[a, b], [c, d], [a, c], [b, d]];
                if sides.iter().all(|&side| is_locked(store, &rectangle, side, symbol)) {
                    let roof = [rectangle.cells[b], rectangle.cells[c]];
                    let gone = roof.iter().filter(|&&cell| store.has(cell, symbol));
                    let gone = gone.map(|&cell| (cell, symbol)).collect();
                    rectangle.report(pair, &roof, gone, sink)?;
                }
            }
        }
    }
    CONTINUE
}

/// A symbol of the pair is locked in both lines of the corner across from one that takes the pair alone.
pub(in crate::logic) fn hidden(store: &CandidateStore, sink: &mut dyn StepSink) -> ControlFlow<()> {
    for rectangle in rectangles(store) {
        for [a, b, c, d] in CORNERS {
            let Some(pair) = rectangle.pair(store, a) else { continue };
            let cell = rectangle.cells[d];
            for symbol in pair.iter() {
                let gone = (pair - SymbolSet::only(symbol)) & store.candidates(cell);
                let is_hidden =
                    [[b, d], [c, d]].iter().all(|&side| is_locked(store, &rectangle, side, symbol));
                if is_hidden {
                    let gone = gone.iter().map(|it| (cell, it)).collect();
                    rectangle.report(pair, &[cell], gone, sink)?;
                }
            }
        }
    }
    CONTINUE
}

/// Three placed cells, and a fourth that would complete the pattern.
pub(in crate::logic) fn avoidable_1(
    store: &CandidateStore,
    sink: &mut dyn StepSink,
) -> ControlFlow<()> {
    for rectangle in avoidable(store) {
        for [a, b, c, d] in CORNERS {
            let [x, y, z] = [a, b, c].map(|it| placed(store, rectangle.cells[it]));
            let (Some(x), Some(y), Some(z)) = (x, y, z) else { continue };
            let cell = rectangle.cells[d];
            let pair = SymbolSet::only(x) | SymbolSet::only(y);
            if y == z && x != y && store.is_open(cell) && allows(store, &rectangle, pair) {
                let gone = store.candidates(cell) & SymbolSet::only(x);
                let gone = gone.iter().map(|it| (cell, it)).collect();
                rectangle.report(pair, &[cell], gone, sink)?;
            }
        }
    }
    CONTINUE
}

/// Two placed cells of a line, and two that would complete the pattern but for one symbol.
pub(in crate::logic) fn avoidable_2(
    store: &CandidateStore,
    sink: &mut dyn StepSink,
) -> ControlFlow<()> {
    for rectangle in avoidable(store) {
        for [a, b, c, d] in [[0, 1, 2, 3], [2, 3, 0, 1], [0, 2, 1, 3], [1, 3, 0, 2]] {
            let [x, y] = [a, b].map(|it| placed(store, rectangle.cells[it]));
            let (Some(x), Some(y)) = (x, y) else { continue };
            let roof = [rectangle.cells[c], rectangle.cells[d]];
            let [below_x, below_y] = roof.map(|cell| store.candidates(cell));
            let pair = SymbolSet::only(x) | SymbolSet::only(y);
            let extras = [below_x - SymbolSet::only(y), below_y - SymbolSet::only(x)];
            let is_right = roof.iter().all(|&cell| store.is_open(cell))
                && below_x.contains(y)
                && below_y.contains(x)
                && extras[0] == extras[1]
                && allows(store, &rectangle, pair);
            if let (Some(extra), true) = (extras[0].single(), is_right) {
                let gone = seeing_all(store, extra, &roof);
                rectangle.report(pair, &roof, gone, sink)?;
            }
        }
    }
    CONTINUE
}

/// Returns the pairs that corners take alone.
fn pairs(store: &CandidateStore, rectangle: &Rectangle) -> Vec<SymbolSet> {
    let mut pairs: Vec<SymbolSet> = (0..4).filter_map(|it| rectangle.pair(store, it)).collect();
    pairs.sort_unstable();
    pairs.dedup();
    pairs
}

/// Rectangles of cells that are not given.
fn avoidable(store: &CandidateStore) -> Vec<Rectangle> {
    rectangles_of(store, &|cell| !store.is_given(cell))
}

fn placed(store: &CandidateStore, cell: Cell) -> Option<Symbol> {
    if store.is_open(cell) { None } else { store.candidates(cell).single() }
}

/// Returns whether the puzzle allows both symbols in all four cells.
fn allows(store: &CandidateStore, rectangle: &Rectangle, pair: SymbolSet) -> bool {
    rectangle.cells.iter().all(|&cell| pair.is_subset(store.allowed(cell)))
}

/// Returns whether a symbol has to stand in one of two corners, in a region that both lie in.
fn is_locked(
    store: &CandidateStore,
    rectangle: &Rectangle,
    side: [usize; 2],
    symbol: Symbol,
) -> bool {
    let cells = side.map(|corner| rectangle.cells[corner]);
    let is_only_there = |&region: &usize| {
        let places = store.cells_at(region, store.places(region, symbol));
        store.board().regions()[region].full
            && store.board().regions()[region].line.is_some()
            && !places.is_empty()
            && places.iter().all(|cell| cells.contains(cell))
    };
    store.board().common_regions(&cells).iter().any(is_only_there)
}

/// Returns the places of a symbol that see all of some cells.
fn seeing_all(store: &CandidateStore, symbol: Symbol, cells: &[Cell]) -> Vec<(Cell, Symbol)> {
    let seen = store.board().seen_by_all(cells.iter().copied());
    common([store.holders(symbol), &seen]).map(|cell| (cell, symbol)).collect()
}
