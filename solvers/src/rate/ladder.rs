//! The ladder: what a step can be, from the easiest to the hardest, and what each costs.
//!
//! Names, weights, finders and ratings are those of the [`table`] of techniques. A step costs the rating
//! of its rung, or more: a hidden single is easier to see in a block than in a line, and a chain is the
//! harder the longer it is. Rungs of one *stage* are looked at together, and the easiest step of all of
//! them is taken.
//!
//! Sudoku Explainer has what we lack, aligned pairs and rectangles of more than four cells, and we
//! have what it lacks. Of that, skyscrapers, kites and W-Wings stand here with the score of the
//! chain that they are; almost locked sets, Sue de Coq, fins and colours are left out, since a
//! score for them would be one that nobody gives.

use std::ops::ControlFlow;

use crate::deduce::state::State;
use crate::deduce::step::Step;
use crate::deduce::table::{self, Find, Found};
use crate::deduce::techniques::naked_set;

use super::{UNSOLVED, cases, chains, direct, one_symbol};

/// The score of a step, in tenths, by the rating of its rung.
pub type Grade = fn(u16, &State, &Step) -> u16;

/// A kind of step.
#[derive(Clone, Copy, Debug)]
pub struct Rung {
    /// `naked-pair`: the key in counts.
    pub id: &'static str,
    /// What people call it.
    pub name: &'static str,
    /// What a step adds to the sum.
    pub weight: u16,
    /// What a step of it costs where nothing makes it harder, in tenths.
    pub rating: u16,
    /// Finds it.
    pub find: Find,
    /// What a certain step of it costs.
    pub grade: Grade,
}

impl Rung {
    /// The score of a step, in tenths.
    pub fn score(&self, state: &State, step: &Step) -> u16 {
        (self.grade)(self.rating, state, step)
    }

    /// Whether it is a naked or a hidden single, or the last cell of a region.
    pub fn is_single(&self) -> bool {
        ["full-house", "hidden-single", "naked-single"].contains(&self.id)
    }
}

/// The stages, lowest first.
pub fn ladder() -> Vec<Vec<Rung>> {
    let row = |id| vec![technique(id, flat)];
    vec![
        row("full-house"),
        vec![technique("hidden-single", hidden_single)],
        vec![direct::POINTING],
        vec![direct::CLAIMING],
        vec![direct::HIDDEN_PAIR],
        row("naked-single"),
        vec![direct::HIDDEN_TRIPLE],
        row("pointing"),
        row("claiming"),
        vec![Rung { find: naked::<2>, ..technique("naked-pair", flat) }],
        row("x-wing"),
        row("hidden-pair"),
        vec![Rung { find: naked::<3>, ..technique("naked-triple", flat) }],
        row("swordfish"),
        row("hidden-triple"),
        row("xy-wing"),
        row("xyz-wing"),
        vec![
            technique("unique-rectangle-1", flat),
            technique("unique-rectangle-2", flat),
            technique("unique-rectangle-3", rectangle_with_set),
            technique("unique-rectangle-4", flat),
        ],
        row("naked-quad"),
        row("jellyfish"),
        row("hidden-quad"),
        row("bug-plus-one"),
        vec![
            technique("skyscraper", flat),
            technique("two-string-kite", flat),
            technique("x-chain", chains::one_symbol),
            chains::XY_CYCLE,
        ],
        vec![
            technique("w-wing", flat),
            Rung { find: chains::alternating, ..technique("alternating-chain", chains::any) },
        ],
        vec![technique("empty-rectangle", flat), one_symbol::RUNG],
        vec![cases::RUNG],
        vec![technique("forcing", forcing)],
    ]
}

/// Every step costs the same.
pub(super) fn flat(rating: u16, _: &State, _: &Step) -> u16 {
    rating
}

/// The score of a step from its base and its length, at most `most`, so that no kind of step reaches
/// into the level of another.
pub(super) fn score(base: u16, length: usize, most: u16) -> u16 {
    (base + surcharge(length)).min(most)
}

/// Tenths that a chain costs more for its length: one for each of 4, 6, 8, 12, 16, 24, … that the
/// length exceeds.
pub fn surcharge(length: usize) -> u16 {
    let mut limits = [4, 6];
    let mut tenths = 0;
    while length > limits[0] {
        tenths += 1;
        limits = [limits[1], 2 * limits[0]];
    }
    tenths
}

/// Nothing keeps a search from going on.
pub(super) const CONTINUE: ControlFlow<()> = ControlFlow::Continue(());

/// A rung of a row of the table of techniques.
fn technique(id: &'static str, grade: Grade) -> Rung {
    let row = table::technique(id).unwrap_or_else(|| unreachable!("{id} stands in the table"));
    let rating = row.rating.unwrap_or_else(|| unreachable!("{id} has a rating"));
    Rung { id, name: row.name, weight: row.weight, rating, find: row.find, grade }
}

/// Naked sets, in however many regions they lie.
fn naked<const SIZE: usize>(state: &State, found: &mut Found<'_>) -> ControlFlow<()> {
    naked_set::naked::<SIZE>(state, found)?;
    naked_set::locked::<SIZE>(state, found)
}

/// What is no line is seen at a glance; in lines alone it costs three tenths more.
fn hidden_single(rating: u16, state: &State, step: &Step) -> u16 {
    let is_line = |&region: &usize| state.layout().regions()[region].line.is_some();
    if step.regions.iter().all(is_line) { rating + 3 } else { rating }
}

/// The pair with which the roof makes a set costs a tenth, each further cell another.
fn rectangle_with_set(rating: u16, _: &State, step: &Step) -> u16 {
    rating + step.others.len().saturating_sub(2) as u16
}

/// What follows is placed, and struck elsewhere: two statements for each cell.
fn forcing(rating: u16, _: &State, step: &Step) -> u16 {
    score(rating, 2 * step.chain.len(), UNSOLVED - 1)
}
