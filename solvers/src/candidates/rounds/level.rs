//! Hurtebis' levels of difficulty, by the number of given cells.
//!
//! He names three levels by that number, and a fourth for grids that need a hypothesis; the fifth of
//! his built-in grids is *unknown*. Where a level begins is lost from the text. What is known of 9×9:
//! 35 clues are easy, 29 are medium, 24 are hard, and what he creates as hard has 22 to 27. So easy
//! begins here at 33 clues, medium at 28. Boards of another size have as large a share of their cells.

use std::fmt;

/// The difficulty of a puzzle, by the number of given cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum HurtebisLevel {
    /// Many cells are known.
    Easy,
    /// Some are known.
    Medium,
    /// Few are known.
    Hard,
    /// However many are known, it takes hypotheses.
    Fiendish,
    /// Nobody looked.
    Unknown,
}

/// The least share of known cells, out of 81, of what is easy, and of what is medium.
const EASY: usize = 33;
const MEDIUM: usize = 28;

impl HurtebisLevel {
    /// All of them, in the order of his numbers from 1 to 5.
    pub const ALL: [Self; 5] =
        [Self::Easy, Self::Medium, Self::Hard, Self::Fiendish, Self::Unknown];

    /// The level of a puzzle in which so many of the cells are known, and which takes hypotheses or
    /// not.
    pub fn estimate(clues: usize, cells: usize, hypotheses: bool) -> Self {
        match 81 * clues {
            _ if hypotheses => Self::Fiendish,
            known if known >= EASY * cells => Self::Easy,
            known if known >= MEDIUM * cells => Self::Medium,
            _ => Self::Hard,
        }
    }

    /// How many cells of so many have to be known for this level, where no hypothesis is needed.
    pub const fn fewest_clues(self, cells: usize) -> usize {
        match self {
            Self::Easy => (EASY * cells).div_ceil(81),
            Self::Medium => (MEDIUM * cells).div_ceil(81),
            Self::Hard | Self::Fiendish | Self::Unknown => 0,
        }
    }

    /// The word for it.
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
