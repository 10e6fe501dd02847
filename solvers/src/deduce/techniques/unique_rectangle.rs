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

use crate::deduce::layout::{Frame, Layout, common};
use crate::deduce::state::State;
use crate::deduce::step::Step;
use crate::deduce::table::Found;

/// One cell takes more than the pair.
pub fn type_1(state: &State, found: &mut Found<'_>) -> ControlFlow<()> {
    for rectangle in rectangles(state) {
        for (corner, &cell) in rectangle.cells.iter().enumerate() {
            let mut others = (0..4).filter(|&it| it != corner);
            let Some(pair) = others.next().and_then(|it| rectangle.pair(state, it)) else {
                continue;
            };
            let is_floor = |it: usize| state.candidates(rectangle.cells[it]) == pair;
            if (0..4).filter(|&it| it != corner).all(is_floor) && state.candidates(cell) != pair {
                let gone = state.candidates(cell).bits() & pair.bits();
                let gone = SymbolSet::from_bits(gone).iter().map(|it| (cell, it)).collect();
                rectangle.tell(state, pair, &[cell], gone, found)?;
            }
        }
    }
    CONTINUE
}

/// Both roof cells take the same one symbol more.
pub fn type_2(state: &State, found: &mut Found<'_>) -> ControlFlow<()> {
    with_roofs(
        state,
        &mut |state, roof, found| {
            let Some(extra) = roof.extra.single() else { return CONTINUE };
            let mut holders = roof.cells.iter().copied().filter(|&cell| state.has(cell, extra));
            let (Some(one), Some(other)) = (holders.next(), holders.next()) else {
                return CONTINUE;
            };
            let layout = state.layout();
            let gone = common([state.holders(extra), layout.peer_set(one), layout.peer_set(other)]);
            let gone = gone.map(|cell| (cell, extra)).collect();
            roof.rectangle.tell(state, roof.pair, &roof.cells, gone, found)
        },
        found,
    )
}

/// What the roof takes more is a naked set with other cells of a region.
pub fn type_3(state: &State, found: &mut Found<'_>) -> ControlFlow<()> {
    with_roofs(
        state,
        &mut |state, roof, found| {
            if roof.extra.len() < 2 {
                return CONTINUE;
            }
            for region in state.layout().common_regions(&roof.cells) {
                let is_other = |cell: &Cell| !roof.rectangle.cells.contains(cell);
                let rest: Vec<Cell> = state.open_in(region).into_iter().filter(is_other).collect();
                naked_with_roof(state, roof, &rest, &mut Vec::new(), roof.extra, found)?;
            }
            CONTINUE
        },
        found,
    )
}

/// One symbol of the pair has to stand in the roof.
pub fn type_4(state: &State, found: &mut Found<'_>) -> ControlFlow<()> {
    with_roofs(
        state,
        &mut |state, roof, found| {
            for locked in roof.pair.iter() {
                let is_locked = |&region: &usize| {
                    let its = state.cells_at(region, state.places(region, locked));
                    let is_full = state.layout().regions()[region].full;
                    is_full && !its.is_empty() && its.iter().all(|cell| roof.cells.contains(cell))
                };
                let mut regions = state.layout().common_regions(&roof.cells).into_iter();
                if regions.any(|region| is_locked(&region)) {
                    let other = roof.pair.iter().find(|&it| it != locked);
                    let gone = roof.cells.iter().filter_map(|&cell| Some((cell, other?)));
                    let gone = gone.filter(|&(cell, it)| state.has(cell, it)).collect();
                    roof.rectangle.tell(state, roof.pair, &roof.cells, gone, found)?;
                }
            }
            CONTINUE
        },
        found,
    )
}

const CONTINUE: ControlFlow<()> = ControlFlow::Continue(());

/// Four open cells whose symbols can be exchanged crosswise: `0 1` over `2 3`.
struct Rectangle {
    cells: [Cell; 4],
}

/// Two cells of a line that take more than the pair, across from two that do not.
struct Roof<'a> {
    rectangle: &'a Rectangle,
    pair: SymbolSet,
    cells: [Cell; 2],
    extra: SymbolSet,
}

impl Rectangle {
    /// The candidates of a corner if they are two, and were allowed in all four.
    fn pair(&self, state: &State, corner: usize) -> Option<SymbolSet> {
        let pair = state.candidates(self.cells[corner]);
        let allows = |&cell: &Cell| pair.is_subset(state.allowed(cell));
        let concerns = |&cell: &Cell| state.candidates(cell).bits() & pair.bits() != 0;
        let is_one = pair.len() == 2 && self.cells.iter().all(|it| allows(it) && concerns(it));
        is_one.then_some(pair)
    }

    fn tell(
        &self,
        _: &State,
        pair: SymbolSet,
        roof: &[Cell],
        eliminations: Vec<(Cell, Symbol)>,
        found: &mut Found<'_>,
    ) -> ControlFlow<()> {
        if eliminations.is_empty() {
            return CONTINUE;
        }
        let (cells, others) = (self.cells.to_vec(), roof.to_vec());
        found.tell(Step { symbols: pair, cells, others, eliminations, ..Step::default() })
    }
}

/// All rectangles of open cells that share a symbol.
fn rectangles(state: &State) -> Vec<Rectangle> {
    let layout = state.layout();
    let mut rectangles = Vec::new();
    // Each frame stands there from both sides.
    for Frame { cells: rows, .. } in layout.frames().iter().step_by(2) {
        for (top, upper) in rows.iter().enumerate() {
            for lower in &rows[top + 1..] {
                for left in 0..upper.len() {
                    for right in left + 1..upper.len() {
                        let cells = [upper[left], upper[right], lower[left], lower[right]];
                        if cells.iter().all(|&it| state.is_open(it))
                            && is_exchangeable(layout, cells)
                        {
                            rectangles.push(Rectangle { cells });
                        }
                    }
                }
            }
        }
    }
    rectangles
}

/// Whether each region holds as many of the cells 0 and 3 as of 1 and 2.
fn is_exchangeable(layout: &Layout, cells: [Cell; 4]) -> bool {
    let is_even = |&(region, _): &(usize, u32)| {
        let count = |its: [Cell; 2]| its.iter().filter(|&&it| layout.is_in(it, region)).count();
        count([cells[0], cells[3]]) == count([cells[1], cells[2]])
    };
    cells.iter().all(|&cell| layout.memberships(cell).iter().all(is_even))
}

type OnRoof<'a> = dyn FnMut(&State, &Roof<'_>, &mut Found<'_>) -> ControlFlow<()> + 'a;

/// Looks at each rectangle with a floor along one of its sides.
fn with_roofs(state: &State, look: &mut OnRoof<'_>, found: &mut Found<'_>) -> ControlFlow<()> {
    for rectangle in rectangles(state) {
        for [a, b, c, d] in [[0, 1, 2, 3], [2, 3, 0, 1], [0, 2, 1, 3], [1, 3, 0, 2]] {
            let at = |corner: usize| rectangle.cells[corner];
            let Some(pair) = rectangle.pair(state, a) else { continue };
            let cells = [at(c), at(d)];
            let takes_more = |&cell: &Cell| state.candidates(cell).bits() & !pair.bits() != 0;
            if state.candidates(at(b)) != pair || !cells.iter().all(takes_more) {
                continue;
            }
            let all = state.candidates(cells[0]).bits() | state.candidates(cells[1]).bits();
            let extra = SymbolSet::from_bits(all & !pair.bits());
            look(state, &Roof { rectangle: &rectangle, pair, cells, extra }, found)?;
        }
    }
    CONTINUE
}

/// Tries the sets of cells that have, with the roof as one cell, as many symbols as cells.
fn naked_with_roof(
    state: &State,
    roof: &Roof<'_>,
    rest: &[Cell],
    cells: &mut Vec<Cell>,
    union: SymbolSet,
    found: &mut Found<'_>,
) -> ControlFlow<()> {
    if !cells.is_empty() && union.len() == cells.len() + 1 {
        let mut set = cells.clone();
        set.extend(roof.cells);
        let mut gone = Vec::new();
        for region in state.layout().common_regions(&set) {
            for symbol in union.iter() {
                let its = state.cells_at(region, state.places(region, symbol)).into_iter();
                gone.extend(its.filter(|cell| !set.contains(cell)).map(|cell| (cell, symbol)));
            }
        }
        gone.sort_unstable();
        gone.dedup();
        roof.rectangle.tell(state, roof.pair, &set, gone, found)?;
    }
    for (index, &cell) in rest.iter().enumerate() {
        let wider = SymbolSet::from_bits(union.bits() | state.candidates(cell).bits());
        // As many cells as are left may join.
        if wider.len() <= cells.len() + rest.len() - index + 1 {
            cells.push(cell);
            naked_with_roof(state, roof, &rest[index + 1..], cells, wider, found)?;
            cells.pop();
        }
    }
    CONTINUE
}
