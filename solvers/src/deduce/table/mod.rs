//! The techniques as data: one row each, in the order in which they are tried. Another order, another
//! weight or another rating is a change of this table and of nothing else.
//!
//! `codes` are those of HoDoKu's library, `level` and `weight` are HoDoKu's, and so is the order.
//! `rating` is on the scale of Sudoku Explainer 1.2.1; [`rate`](crate::rate) reads it.

use std::ops::ControlFlow;

use super::state::State;
use super::step::Step;

mod advanced;
mod basic;

pub(crate) use advanced::X_CHAIN;

use advanced::ADVANCED;
use basic::BASIC;

/// Takes what a technique finds.
pub trait Finds {
    /// An instance; whoever takes it may have seen enough.
    fn tell(&mut self, step: Step) -> ControlFlow<()>;

    /// Whether to go on looking. Techniques whose search may be long ask on the way.
    fn go_on(&mut self) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}

impl<F: FnMut(Step) -> ControlFlow<()>> Finds for F {
    fn tell(&mut self, step: Step) -> ControlFlow<()> {
        self(step)
    }
}

/// Whoever takes what a technique finds.
pub type Found<'a> = dyn Finds + 'a;

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
    /// What a step of it costs on the [ladder](crate::rate::ladder), in tenths, before what a long chain
    /// or a large pattern adds. None where the ladder leaves it out.
    pub rating: Option<u16>,
    /// How hard it is.
    pub level: Level,
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
pub const TECHNIQUES: &[Technique] = &joined::<{ BASIC.len() + ADVANCED.len() }>(BASIC, ADVANCED);

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
