//! The techniques as data: one row each, which the rows `deduce/…` and [ratings](super::rating) read.
//! Another order, another weight or another rating is a change of this table and of nothing else.
//!
//! `codes` are those of HoDoKu's library, `level` and `weight` are HoDoKu's, and so is the order in
//! which deduction tries the rows. A [rung](super::technique::Rung) is on the scale of Sudoku Explainer
//! 1.2.1. What Sudoku Explainer lacks has the score of the chain that it is, as skyscrapers, kites and
//! W-Wings have; almost locked sets, Sue de Coq, fins and colours have no rung, since a score for them would
//! be one that nobody gives.

use std::sync::LazyLock;

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

/// Every technique, those of the presets first, easiest first.
pub const TECHNIQUES: &[Technique] = &joined::<{ SMALL + COMPLEX_FISH.len() }>(
    &joined::<SMALL>(&joined::<RATED>(&joined::<DEDUCTION>(BASIC, ADVANCED), RATED_ONLY), FURTHER),
    COMPLEX_FISH,
);

/// Returns the techniques in the order in which deduction tries them: those of the presets in the order of the
/// table, and each [rare](Technique::is_rare) one, by weight, before the first of them that is of a higher level.
pub fn in_turn() -> &'static [&'static Technique] {
    static ORDER: LazyLock<Vec<&Technique>> = LazyLock::new(order_of_turns);
    &ORDER
}

fn order_of_turns() -> Vec<&'static Technique> {
    let turn = |technique: &Technique, row: usize| {
        let is_harder = |it: &Technique| !it.is_rare() && it.level > technique.level;
        let first_harder = || TECHNIQUES.iter().position(is_harder).unwrap_or(TECHNIQUES.len());
        let rare = (first_harder(), false, technique.weight);
        if technique.is_rare() { rare } else { (row, true, 0) }
    };
    let mut all: Vec<_> = TECHNIQUES.iter().enumerate().collect();
    all.sort_by_cached_key(|&(row, technique)| turn(technique, row));
    all.into_iter().map(|(_, technique)| technique).collect()
}

/// Returns the technique called `id`.
pub fn technique(id: &str) -> Option<&'static Technique> {
    TECHNIQUES.iter().find(|row| row.id == id)
}

/// Returns the techniques of a rating, in stages, lowest first.
pub fn ladder() -> Vec<Vec<RatedTechnique>> {
    let rated = |technique: &'static Technique| {
        technique.rung.map(|rung| RatedTechnique { technique, rung })
    };
    let mut all: Vec<RatedTechnique> = TECHNIQUES.iter().filter_map(rated).collect();
    // Stable: among equals the order is that of the table.
    all.sort_by_key(|it| (it.rung.stage, it.rung.rating));
    all.chunk_by(|one, other| one.rung.stage == other.rung.stage).map(<[_]>::to_vec).collect()
}

/// Returns the rows of `first`, then those of `second`, which are `N` together.
const fn joined<const N: usize>(first: &[Technique], second: &[Technique]) -> [Technique; N] {
    let mut rows = [first[0]; N];
    let mut row = 1;
    while row < N {
        rows[row] = if row < first.len() { first[row] } else { second[row - first.len()] };
        row += 1;
    }
    rows
}
