//! Levels: the words for how hard a puzzle is. They follow from the [score](super::Rating::score).
//!
//! Hurtebis, who goes by the number of clues, has levels of his own
//! ([`rounds::level`](crate::candidates::rounds::level)).

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

    /// Returns the lowest score of the level, in tenths.
    pub(super) fn lowest(self) -> u16 {
        match self {
            Self::Easy => 0,
            Self::Medium => 30,
            Self::Hard => 42,
            Self::Fiendish => 65,
            Self::Beyond => 80,
        }
    }

    /// Returns the level that a score belongs to, in tenths.
    pub(super) fn of(score: u16) -> Self {
        let begins = |level: &Self| level.lowest() <= score;
        Self::ALL.into_iter().rfind(begins).expect("the easiest begins at 0")
    }

    /// Returns the word that stands in corpora and rows.
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
