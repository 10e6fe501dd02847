//! XY-Wing and XYZ-Wing: a pivot, and two cells that it sees, one of which takes *z* whatever the
//! pivot is.
//!
//! ```text
//!    {x y} ───── {x z}          The pivot is x or y, so one of the wings is z:
//!      │           ┊            z goes from the cells that see both.
//!    {y z} ┄┄┄┄┄ no z           If the pivot may be z as well (XYZ-Wing), from those
//!                               that see it, too.
//! ```

use std::ops::ControlFlow;

use board::{Cell, Symbol, SymbolSet};

use crate::deduce::layout::common;
use crate::deduce::state::State;
use crate::deduce::step::Step;
use crate::deduce::table::Found;

/// Pivots with two candidates.
pub fn xy(state: &State, found: &mut Found<'_>) -> ControlFlow<()> {
    each(state, 2, found)
}

/// Pivots with three candidates.
pub fn xyz(state: &State, found: &mut Found<'_>) -> ControlFlow<()> {
    each(state, 3, found)
}

fn each(state: &State, size: usize, found: &mut Found<'_>) -> ControlFlow<()> {
    for pivot in common([state.open_cells()]).filter(|&it| state.candidates(it).len() == size) {
        let its = state.candidates(pivot).bits();
        let shared = if size == 2 { 1 } else { 2 };
        let is_wing = |&cell: &Cell| {
            let candidates = state.candidates(cell);
            let in_both = (candidates.bits() & its).count_ones();
            state.is_open(cell) && candidates.len() == 2 && in_both == shared
        };
        let peers = state.layout().peers(pivot).iter().copied();
        let wings: Vec<Cell> = peers.filter(is_wing).collect();
        for (index, &one) in wings.iter().enumerate() {
            for &other in &wings[index + 1..] {
                let (a, b) = (state.candidates(one).bits(), state.candidates(other).bits());
                let z = SymbolSet::from_bits(a & b);
                let is_right = if size == 2 { its & a & b == 0 } else { a | b == its };
                if let (Some(z), true) = (z.single(), is_right) {
                    tell(state, pivot, [one, other], z, found)?;
                }
            }
        }
    }
    ControlFlow::Continue(())
}

fn tell(
    state: &State,
    pivot: Cell,
    wings: [Cell; 2],
    z: Symbol,
    found: &mut Found<'_>,
) -> ControlFlow<()> {
    let layout = state.layout();
    let [a, b] = wings.map(|wing| layout.peer_set(wing));
    let pivot_takes_z = state.has(pivot, z);
    let gone = common([state.holders(z), a, b])
        .filter(|&cell| cell != pivot && (!pivot_takes_z || layout.sees(pivot, cell)));
    let eliminations: Vec<_> = gone.map(|cell| (cell, z)).collect();
    if eliminations.is_empty() {
        return ControlFlow::Continue(());
    }
    found.tell(Step {
        symbols: SymbolSet::only(z),
        cells: vec![pivot],
        others: wings.to_vec(),
        eliminations,
        ..Step::default()
    })
}
