//! What a rating says of a puzzle: the rungs that were used, and the scores that follow.

use super::level::Level;
use crate::contract::Stop;
use crate::logic::grade::UNSOLVED;
use crate::logic::store::Conflict;

/// What a puzzle needs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rating {
    /// The rungs that were used, lowest first.
    pub uses: Vec<Use>,
    /// Whether they fill the grid.
    pub is_solved: bool,
    /// Whether naked and hidden singles alone fill it.
    pub is_solved_by_singles: bool,
}

/// How a rung was used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Use {
    /// The key of the rung.
    pub id: &'static str,
    /// What people call it.
    pub name: &'static str,
    /// How many steps.
    pub count: u64,
    /// What each adds to the sum.
    pub weight: u16,
    /// The score of the hardest of them, in tenths.
    pub hardest: u16,
}

/// Why a puzzle has no rating.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unrated {
    /// It contradicts itself, or what takes for granted that it has one solution.
    Contradiction,
    /// Its board has relations, which no technique knows.
    Relations,
    /// Its board has more than 64 symbols.
    Symbols,
    /// A limit was met.
    Stopped(Stop),
}

impl Rating {
    /// Returns the score of the hardest step, in tenths; [`UNSOLVED`] where the steps lead to no
    /// solution. That of a full grid is 0.
    pub fn score(&self) -> u16 {
        let hardest = self.hardest().map_or(0, |it| it.hardest);
        if self.is_solved { hardest } else { hardest.max(UNSOLVED) }
    }

    /// Returns the weights of all steps together.
    pub fn sum(&self) -> u64 {
        self.uses.iter().map(|it| it.count * u64::from(it.weight)).sum()
    }

    /// Returns how many steps there were.
    pub fn steps(&self) -> u64 {
        self.uses.iter().map(|it| it.count).sum()
    }

    /// Returns the rung of the hardest step; none in a full grid.
    pub fn hardest(&self) -> Option<&Use> {
        // The first of equals is the one that is easier to see.
        self.uses.iter().rev().max_by_key(|it| it.hardest)
    }

    /// Returns the level that the score belongs to.
    pub fn level(&self) -> Level {
        Level::of(self.score())
    }
}

impl From<Conflict> for Unrated {
    fn from(Conflict: Conflict) -> Self {
        Self::Contradiction
    }
}
