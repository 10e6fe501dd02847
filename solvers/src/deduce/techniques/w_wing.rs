//! W-Wing: two cells with the same two candidates *a* and *b*, joined by a strong link of *a*.
//!
//! ```text
//!    {a b} ─ a ═══ a ─ {a b}      The link holds a at one end, so one of the two cells
//!      ┊                 ┊        is b: b goes from the cells that see both.
//!      └┄┄┄┄┄ no b ┄┄┄┄┄┄┘
//! ```

use std::ops::ControlFlow;

use board::{Cell, SymbolSet};

use super::strong::{StrongLink, strong_links};
use crate::deduce::layout::common;
use crate::deduce::state::State;
use crate::deduce::step::Step;
use crate::deduce::table::Found;

/// All W-Wings.
pub fn w_wings(state: &State, found: &mut Found<'_>) -> ControlFlow<()> {
    let layout = state.layout();
    let is_bivalue = |cell: &Cell| state.candidates(*cell).len() == 2;
    let cells: Vec<Cell> = common([state.open_cells()]).filter(is_bivalue).collect();
    for a in state.symbols() {
        let links = strong_links(state, a);
        for (index, &one) in cells.iter().enumerate() {
            found.go_on()?;
            let mut b = state.candidates(one);
            let is_twin = |&&cell: &&Cell| {
                state.candidates(cell) == state.candidates(one) && !layout.sees(one, cell)
            };
            if links.is_empty() || !b.contains(a) {
                continue;
            }
            b.remove(a);
            for &other in cells[index + 1..].iter().filter(is_twin) {
                let joins = |link: &&StrongLink| joins(state, link, one, other);
                let Some(b) = b.single() else { continue };
                let gone: Vec<_> =
                    common([state.holders(b), layout.peer_set(one), layout.peer_set(other)])
                        .map(|cell| (cell, b))
                        .collect();
                if gone.is_empty() {
                    continue;
                }
                if let Some(link) = links.iter().find(joins) {
                    found.tell(Step {
                        symbols: SymbolSet::only(a),
                        cells: vec![one, other],
                        others: link.ends.to_vec(),
                        regions: vec![link.region],
                        eliminations: gone,
                        ..Step::default()
                    })?;
                }
            }
        }
    }
    ControlFlow::Continue(())
}

/// Whether each end of the link sees another one of the two cells.
fn joins(state: &State, link: &StrongLink, one: Cell, other: Cell) -> bool {
    let [p, q] = link.ends;
    let sees = |a: Cell, b: Cell| a != b && state.layout().sees(a, b);
    let are_apart = ![one, other].contains(&p) && ![one, other].contains(&q);
    are_apart && ((sees(p, one) && sees(q, other)) || (sees(p, other) && sees(q, one)))
}
