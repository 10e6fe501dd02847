//! Direct steps: locked candidates or a hidden set that leave a hidden single at once.
//!
//! ```text
//!    . 7 . | . . .        In the first block 7 stands in the first row, wherever. So in the second
//!    x x x | . . 7        block it does not; and if only one other place was left there, that is it.
//! ```
//!
//! A player who looks for the places of a symbol sees this without noting candidates, so that it is
//! easier than the same pattern by itself. Nothing but the single is taken: what else the pattern
//! rules out would have to be noted.

use std::ops::ControlFlow;

use crate::deduce::layout::Shape;
use crate::deduce::state::State;
use crate::deduce::step::Step;
use crate::deduce::table::Found;
use crate::deduce::techniques::{hidden_set, locked};

use super::ladder::{CONTINUE, Rung, flat};

/// From a region that is no line.
pub(super) const POINTING: Rung = Rung {
    id: "direct-pointing",
    name: "pointing to a hidden single",
    weight: 50,
    rating: 17,
    find: pointing,
    grade: flat,
};

/// From a line.
pub(super) const CLAIMING: Rung = Rung {
    id: "direct-claiming",
    name: "claiming for a hidden single",
    weight: 50,
    rating: 19,
    find: claiming,
    grade: flat,
};

/// Two symbols that make room for a third.
pub(super) const HIDDEN_PAIR: Rung = Rung {
    id: "direct-hidden-pair",
    name: "hidden pair beside a hidden single",
    weight: 70,
    rating: 20,
    find: hidden::<2>,
    grade: flat,
};

/// Three symbols that make room for a fourth.
pub(super) const HIDDEN_TRIPLE: Rung = Rung {
    id: "direct-hidden-triple",
    name: "hidden triple beside a hidden single",
    weight: 100,
    rating: 25,
    find: hidden::<3>,
    grade: flat,
};

fn pointing(state: &State, found: &mut Found<'_>) -> ControlFlow<()> {
    locked::pointing(state, &mut |step: Step| tell_single_behind(state, &step, found))
}

fn claiming(state: &State, found: &mut Found<'_>) -> ControlFlow<()> {
    locked::claiming(state, &mut |step: Step| tell_single_behind(state, &step, found))
}

/// Looks at the regions of the same kind, beside that which the symbol is locked in.
fn tell_single_behind(state: &State, step: &Step, found: &mut Found<'_>) -> ControlFlow<()> {
    let layout = state.layout();
    let (Some(&here), Some(symbol)) = (step.regions.first(), step.symbols.single()) else {
        return CONTINUE;
    };
    let is_alike = |shape: &Shape| shape.full && shape.line == layout.regions()[here].line;
    let mut seen = Vec::new();
    for &(cell, _) in &step.eliminations {
        for &(region, _) in layout.memberships(cell) {
            if region == here || seen.contains(&region) || !is_alike(&layout.regions()[region]) {
                continue;
            }
            seen.push(region);
            let mut left = state.cells_at(region, state.places(region, symbol));
            left.retain(|&cell| !step.eliminations.contains(&(cell, symbol)));
            if let [cell] = left[..] {
                found.tell(Step::single(cell, symbol, vec![region]))?;
            }
        }
    }
    CONTINUE
}

/// Looks at the other symbols of the region of a hidden set.
fn hidden<const SIZE: usize>(state: &State, found: &mut Found<'_>) -> ControlFlow<()> {
    hidden_set::hidden::<SIZE>(state, &mut |step: Step| {
        for &region in &step.regions {
            for symbol in state.symbols() {
                let mut left = state.cells_at(region, state.places(region, symbol));
                left.retain(|&cell| !step.eliminations.contains(&(cell, symbol)));
                if let [cell] = left[..]
                    && !step.symbols.contains(symbol)
                {
                    found.tell(Step::single(cell, symbol, vec![region]))?;
                }
            }
        }
        CONTINUE
    })
}
