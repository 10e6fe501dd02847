//! The techniques as data: one row each, which the rows `deduce/…` and [ratings](super::rating) read.
//! Another order, another weight or another rating is a change of this table and of nothing else.
//!
//! `codes` are those of HoDoKu's library, `level` and `weight` are HoDoKu's, and so is the order in
//! which deduction tries the rows. A [rung](super::technique::Rung) is on the scale of Sudoku Explainer 1.2.1. Sudoku
//! Explainer has what we lack, aligned pairs and rectangles of more than four cells, and we have what
//! it lacks. Of that, skyscrapers, kites and W-Wings have the score of the chain that they are; almost
//! locked sets, Sue de Coq, fins and colours have no rung, since a score for them would be one that
//! nobody gives.

use super::technique::{RatedTechnique, Technique};

mod advanced;
mod basic;
mod complex_fish;
mod further;
mod rated_only;

use advanced::ADVANCED;
use basic::BASIC;
use complex_fish::COMPLEX_FISH;
use further::FURTHER;
use rated_only::RATED_ONLY;

const DEDUCTION: usize = BASIC.len() + ADVANCED.len();
const RATED: usize = DEDUCTION + RATED_ONLY.len();
const SMALL: usize = RATED + FURTHER.len();

/// Every technique, those of the usual deduction first, easiest first.
pub const TECHNIQUES: &[Technique] = &joined::<{ SMALL + COMPLEX_FISH.len() }>(
    &joined::<SMALL>(&joined::<RATED>(&joined::<DEDUCTION>(BASIC, ADVANCED), RATED_ONLY), FURTHER),
    COMPLEX_FISH,
);

/// The technique called `id`.
pub fn technique(id: &str) -> Option<&'static Technique> {
    TECHNIQUES.iter().find(|row| row.id == id)
}

/// The techniques of a rating, in stages, lowest first.
pub fn ladder() -> Vec<Vec<RatedTechnique>> {
    let rated = |technique: &'static Technique| {
        technique.rung.map(|rung| RatedTechnique { technique, rung })
    };
    let mut all: Vec<RatedTechnique> = TECHNIQUES.iter().filter_map(rated).collect();
    // Stable: within a stage the order is that of the table.
    all.sort_by_key(|it| it.rung.stage);
    all.chunk_by(|one, other| one.rung.stage == other.rung.stage).map(<[_]>::to_vec).collect()
}

/// The rows of `first`, then those of `second`, which are `N` together.
const fn joined<const N: usize>(first: &[Technique], second: &[Technique]) -> [Technique; N] {
    let mut rows = [first[0]; N];
    let mut row = 1;
    while row < N {
        rows[row] = if row < first.len() { first[row] } else { second[row - first.len()] };
        row += 1;
    }
    rows
}
