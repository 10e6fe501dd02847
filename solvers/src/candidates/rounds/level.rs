//! The levels of difficulty of Hurtebis' manual, by the number of cells that are known.
//!
//! He names three levels by that number, and a fourth for grids that need a hypothesis; the fifth of
//! his built-in grids is *unknown*. Where a level begins is lost from the text. What is known of 9×9:
//! 35 clues are easy, 29 are medium, 24 are hard, and what he creates as hard has 22 to 27. So easy
//! begins here at 33 clues, medium at 28. Boards of another size have as large a share of their cells.

use std::fmt;

/// How hard a puzzle is said to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Level {
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

impl Level {
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

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_levels_of_the_manual_are_met() {
        for (clues, level) in [(35, Level::Easy), (29, Level::Medium), (24, Level::Hard)] {
            assert_eq!(Level::estimate(clues, 81, false), level);
            assert_eq!(Level::estimate(clues, 81, true), Level::Fiendish);
        }
        for clues in 22..=27 {
            assert_eq!(Level::estimate(clues, 81, false), Level::Hard);
        }
        for (clues, level) in [(33, Level::Easy), (32, Level::Medium), (28, Level::Medium)] {
            assert_eq!(Level::estimate(clues, 81, false), level);
        }
    }

    #[test]
    fn a_level_begins_at_its_fewest_clues() {
        for (level, cells) in [(Level::Easy, 81), (Level::Medium, 81), (Level::Medium, 256)] {
            let fewest = level.fewest_clues(cells);
            assert_eq!(Level::estimate(fewest, cells, false), level);
            assert!(Level::estimate(fewest - 1, cells, false) > level);
        }
    }

    #[test]
    fn other_boards_have_the_same_shares() {
        assert_eq!(Level::estimate(7, 16, false), Level::Easy);
        assert_eq!(Level::estimate(6, 16, false), Level::Medium);
        assert_eq!(Level::estimate(5, 16, false), Level::Hard);
        assert_eq!(Level::estimate(105, 256, false), Level::Easy);
        assert_eq!(Level::estimate(0, 0, false), Level::Easy);
    }
}
