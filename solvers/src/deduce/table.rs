//! The techniques as data: one row each, in the order in which they are tried. Whoever wants
//! another order or other weights changes this file and nothing else.
//!
//! `codes` are those of HoDoKu's library, `rating` is that of Sudoku Explainer 1.2.1 in tenths
//! (None where it has no such technique), `level` and `weight` are HoDoKu's, and so is `order`.

use std::ops::ControlFlow;

use super::state::State;
use super::step::Step;
use super::techniques::{hidden_set, locked, naked_set, singles, tuple};

/// Takes what a technique finds; it may have seen enough.
pub type Found<'a> = dyn FnMut(Step) -> ControlFlow<()> + 'a;

/// Tells all instances of a technique in a state that lead to something.
pub type Find = fn(&State, &mut Found<'_>) -> ControlFlow<()>;

/// A row of the table.
#[derive(Clone, Copy, Debug)]
pub struct Technique {
    /// `naked-pair`: the key in the column `techniques`.
    pub id: &'static str,
    /// What people call it.
    pub name: &'static str,
    /// The argument, with the names of [`Step`]'s fields in braces.
    pub says: &'static str,
    /// The codes of HoDoKu's library.
    pub codes: &'static [&'static str],
    /// The rating of Sudoku Explainer, in tenths.
    pub rating: Option<u16>,
    /// How hard it is.
    pub level: Level,
    /// Easier ones first.
    pub order: u16,
    /// What a step adds to the score of a puzzle.
    pub weight: u16,
    /// Whether the argument needs the puzzle to have one solution.
    pub assumes_unique: bool,
    /// Finds it.
    pub find: Find,
}

/// HoDoKu's levels.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    /// Singles.
    Easy,
    /// Locked candidates, pairs and triples.
    Medium,
    /// Fish, wings and single-symbol patterns.
    Hard,
    /// Chains and almost locked sets.
    Unfair,
    /// Whatever is next to guessing.
    Extreme,
}

/// The technique called `id`.
pub fn technique(id: &str) -> Option<&'static Technique> {
    TECHNIQUES.iter().find(|row| row.id == id)
}

/// Every technique, easiest first.
pub const TECHNIQUES: &[Technique] = &[
    Technique {
        id: "full-house",
        name: "full house",
        says: "{cells} is the last open cell of {regions}",
        codes: &["0000"],
        rating: Some(10),
        level: Level::Easy,
        order: 100,
        weight: 4,
        assumes_unique: false,
        find: singles::full_houses,
    },
    Technique {
        id: "naked-single",
        name: "naked single",
        says: "{cells} has {symbols} as its only candidate",
        codes: &["0003"],
        rating: Some(23),
        level: Level::Easy,
        order: 200,
        weight: 4,
        assumes_unique: false,
        find: singles::naked_singles,
    },
    Technique {
        id: "hidden-single",
        name: "hidden single",
        says: "in {regions} the only place for {symbols} is {cells}",
        codes: &["0002"],
        rating: Some(15),
        level: Level::Easy,
        order: 300,
        weight: 14,
        assumes_unique: false,
        find: singles::hidden_singles,
    },
    Technique {
        id: "locked-pair",
        name: "locked pair",
        says: "{cells} are a naked pair, {symbols}, in {regions} at once",
        codes: &["0110"],
        rating: Some(30),
        level: Level::Medium,
        order: 1000,
        weight: 40,
        assumes_unique: false,
        find: naked_set::locked::<2>,
    },
    Technique {
        id: "locked-triple",
        name: "locked triple",
        says: "{cells} are a naked triple, {symbols}, in {regions} at once",
        codes: &["0111"],
        rating: Some(36),
        level: Level::Medium,
        order: 1100,
        weight: 60,
        assumes_unique: false,
        find: naked_set::locked::<3>,
    },
    Technique {
        id: "pointing",
        name: "locked candidates (pointing)",
        says: "in {regions} {symbols} fits into {cells} only, all of them in {covers}",
        codes: &["0100"],
        rating: Some(26),
        level: Level::Medium,
        order: 1200,
        weight: 50,
        assumes_unique: false,
        find: locked::pointing,
    },
    Technique {
        id: "claiming",
        name: "locked candidates (claiming)",
        says: "in {regions} {symbols} fits into {cells} only, all of them in {covers}",
        codes: &["0101"],
        rating: Some(28),
        level: Level::Medium,
        order: 1210,
        weight: 50,
        assumes_unique: false,
        find: locked::claiming,
    },
    Technique {
        id: "naked-pair",
        name: "naked pair",
        says: "{cells} in {regions} take {symbols} and nothing else",
        codes: &["0200"],
        rating: Some(30),
        level: Level::Medium,
        order: 1300,
        weight: 60,
        assumes_unique: false,
        find: naked_set::naked::<2>,
    },
    Technique {
        id: "naked-triple",
        name: "naked triple",
        says: "{cells} in {regions} take {symbols} and nothing else",
        codes: &["0201"],
        rating: Some(36),
        level: Level::Medium,
        order: 1400,
        weight: 80,
        assumes_unique: false,
        find: naked_set::naked::<3>,
    },
    Technique {
        id: "hidden-pair",
        name: "hidden pair",
        says: "in {regions} {symbols} fit into {cells} only",
        codes: &["0210"],
        rating: Some(34),
        level: Level::Medium,
        order: 1500,
        weight: 70,
        assumes_unique: false,
        find: hidden_set::hidden::<2>,
    },
    Technique {
        id: "hidden-triple",
        name: "hidden triple",
        says: "in {regions} {symbols} fit into {cells} only",
        codes: &["0211"],
        rating: Some(40),
        level: Level::Medium,
        order: 1600,
        weight: 100,
        assumes_unique: false,
        find: hidden_set::hidden::<3>,
    },
    Technique {
        id: "naked-quad",
        name: "naked quad",
        says: "{cells} in {regions} take {symbols} and nothing else",
        codes: &["0202"],
        rating: Some(50),
        level: Level::Hard,
        order: 2000,
        weight: 120,
        assumes_unique: false,
        find: naked_set::naked::<4>,
    },
    Technique {
        id: "hidden-quad",
        name: "hidden quad",
        says: "in {regions} {symbols} fit into {cells} only",
        codes: &["0212"],
        rating: Some(54),
        level: Level::Hard,
        order: 2100,
        weight: 150,
        assumes_unique: false,
        find: hidden_set::hidden::<4>,
    },
    Technique {
        id: "naked-tuple",
        name: "naked tuple",
        says: "{cells} in {regions} take {symbols} and nothing else",
        codes: &[],
        rating: None,
        level: Level::Hard,
        order: 2150,
        weight: 150,
        assumes_unique: false,
        find: tuple::tuples,
    },
];
