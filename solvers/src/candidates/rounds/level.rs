//! Hurtebis' levels of difficulty, by the number of given cells.
//!
//! The manual names three levels by that number, and a fourth for grids that need a hypothesis; the
//! fifth of its built-in grids is *unknown*. The limits between levels are lost from the text. For
//! 9×9 it is known that 35 clues are easy, 29 are medium and 24 are hard, and that created hard
//! puzzles have 22 to 27. Easy therefore begins here at 33 clues, and medium at 28. Boards of other
//! sizes use the same share of their cells.

use std::fmt;

/// The difficulty of a puzzle, by the number of given cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum HurtebisLevel {
    /// Many cells are given.
    Easy,
    /// Some cells are given.
    Medium,
    /// Few cells are given.
    Hard,
    /// Hypotheses are needed, whatever the number of given cells.
    Fiendish,
    /// The difficulty has not been determined.
    Unknown,
}

/// The least share of given cells, out of 81, of an easy and of a medium puzzle.
const EASY: usize = 33;
const MEDIUM: usize = 28;

impl HurtebisLevel {
    /// All levels, in the order of the manual's numbers from 1 to 5.
    pub const ALL: [Self; 5] =
        [Self::Easy, Self::Medium, Self::Hard, Self::Fiendish, Self::Unknown];

    /// Returns the level of a puzzle with `clues` given cells out of `cells`. `hypotheses` says
    /// whether it needs any.
    pub fn estimate(clues: usize, cells: usize, hypotheses: bool) -> Self {
        match 81 * clues {
            _ if hypotheses => Self::Fiendish,
            known if known >= EASY * cells => Self::Easy,
            known if known >= MEDIUM * cells => Self::Medium,
            _ => Self::Hard,
        }
    }

    /// Returns the least number of given cells out of `cells` for this level, if no hypothesis is
    /// needed.
    pub const fn fewest_clues(self, cells: usize) -> usize {
        match self {
            Self::Easy => (EASY * cells).div_ceil(81),
            Self::Medium => (MEDIUM * cells).div_ceil(81),
            Self::Hard | Self::Fiendish | Self::Unknown => 0,
        }
    }

    /// Returns the name of the level.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Easy => "easy",
            Self::Medium => "medium",
            Self::Hard => "hard",
            Self::Fiendish => "fiendish",
            Self::Unknown => "unknown",
        }
    }
}

impl fmt::Display for HurtebisLevel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_levels_of_the_manual_are_met() {
        for (clues, level) in
            [(35, HurtebisLevel::Easy), (29, HurtebisLevel::Medium), (24, HurtebisLevel::Hard)]
        {
            assert_eq!(HurtebisLevel::estimate(clues, 81, false), level);
            assert_eq!(HurtebisLevel::estimate(clues, 81, true), HurtebisLevel::Fiendish);
        }
        for clues in 22..=27 {
            assert_eq!(HurtebisLevel::estimate(clues, 81, false), HurtebisLevel::Hard);
        }
        for (clues, level) in
            [(33, HurtebisLevel::Easy), (32, HurtebisLevel::Medium), (28, HurtebisLevel::Medium)]
        {
            assert_eq!(HurtebisLevel::estimate(clues, 81, false), level);
        }
    }

    #[test]
    fn a_level_begins_at_its_fewest_clues() {
        for (level, cells) in
            [(HurtebisLevel::Easy, 81), (HurtebisLevel::Medium, 81), (HurtebisLevel::Medium, 256)]
        {
            let fewest = level.fewest_clues(cells);
            assert_eq!(HurtebisLevel::estimate(fewest, cells, false), level);
            assert!(HurtebisLevel::estimate(fewest - 1, cells, false) > level);
        }
    }

    #[test]
    fn other_boards_have_the_same_shares() {
        assert_eq!(HurtebisLevel::estimate(7, 16, false), HurtebisLevel::Easy);
        assert_eq!(HurtebisLevel::estimate(6, 16, false), HurtebisLevel::Medium);
        assert_eq!(HurtebisLevel::estimate(5, 16, false), HurtebisLevel::Hard);
        assert_eq!(HurtebisLevel::estimate(105, 256, false), HurtebisLevel::Easy);
        assert_eq!(HurtebisLevel::estimate(0, 0, false), HurtebisLevel::Easy);
    }
}
