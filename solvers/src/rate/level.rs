//! Levels: the words for how hard a puzzle is, ours and those of the seed documents.
//!
//! Ours follow from the [score](super::Rating::score). Hurtebis goes by the number of clues, as
//! long as nothing has to be supposed; his thresholds are those that his examples and his generator
//! keep to: 35 clues are easy, 29 medium, 24 hard, and what he makes as hard has 22 to 27.

use board::Puzzle;

/// How hard a puzzle is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Level {
    /// Singles and locked candidates: where does a symbol go? Nothing has to be noted.
    Easy,
    /// Pairs, triples, X-Wing and Swordfish.
    Medium,
    /// Wings, quads, Jellyfish, unique rectangles, BUG.
    Hard,
    /// Chains, and suppositions about one symbol.
    Fiendish,
    /// Distinction of cases and suppositions about everything; and whatever they do not solve.
    Beyond,
}

impl Level {
    /// All of them, easiest first.
    pub const ALL: [Self; 5] = [Self::Easy, Self::Medium, Self::Hard, Self::Fiendish, Self::Beyond];

    /// The level that a score belongs to, in tenths.
    pub fn of(score: u16) -> Self {
        match score {
            0..=29 => Self::Easy,
            30..=41 => Self::Medium,
            42..=64 => Self::Hard,
            65..=79 => Self::Fiendish,
            80.. => Self::Beyond,
        }
    }

    /// The word that stands in corpora and rows.
    pub fn name(self) -> &'static str {
        match self {
            Self::Easy => "easy",
            Self::Medium => "medium",
            Self::Hard => "hard",
            Self::Fiendish => "fiendish",
            Self::Beyond => "beyond",
        }
    }
}

/// The level that Hurtebis estimates: by the number of clues, and fiendish where eliminating and
/// deducing, which are naked and hidden singles, come to an end before the grid is full. None on
/// boards that have not 81 cells: he knows no other.
pub fn hurtebis(puzzle: &Puzzle, is_solved_by_singles: bool) -> Option<Level> {
    if puzzle.geometry().cells() != 81 {
        return None;
    }
    Some(match puzzle.clues() {
        _ if !is_solved_by_singles => Level::Fiendish,
        33.. => Level::Easy,
        28..=32 => Level::Medium,
        _ => Level::Hard,
    })
}
