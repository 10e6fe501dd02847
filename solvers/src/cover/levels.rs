//! The levels of a search over a structure that copies its state instead of taking steps back.
//!
//! A copy is made where a level has several options, and taken for each of them but the first; a
//! forced move needs none, since whoever goes back over it goes back further. So most nodes cost
//! nothing on the way back. Copies and options lie in memory that grows with the deepest search there
//! was and is kept, so that a search seldom asks for any.

/// The options of each level, and which is the next.
#[derive(Clone, Debug)]
pub(super) struct Levels {
    levels: Vec<Level>,
    /// Those of all levels, one behind the other.
    options: Vec<u32>,
}

#[derive(Clone, Copy, Debug)]
struct Level {
    /// Where its options begin.
    first: usize,
    /// Where the one stands that is tried next.
    next: usize,
}

/// Where a search goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LevelStep {
    /// With the next option of the last level, `again` from the state in which it was opened.
    Try { option: usize, again: bool },
    /// The last level is closed; it had several options or one.
    Close { several: bool },
}

impl Levels {
    /// Room for so many levels.
    pub(super) fn new(levels: usize) -> Self {
        Self { levels: Vec::with_capacity(levels), options: Vec::new() }
    }

    /// Opens a level with these options; tells whether there are several.
    pub(super) fn open(&mut self, options: impl Iterator<Item = u32>) -> bool {
        let first = self.options.len();
        self.options.extend(options);
        self.options[first..].sort_unstable();
        self.levels.push(Level { first, next: first });
        self.options.len() - first > 1
    }

    /// Where the search goes on; nowhere when there is no level.
    #[inline]
    pub(super) fn advance(&mut self) -> Option<LevelStep> {
        let level = self.levels.last_mut()?;
        let Level { first, next } = *level;
        let several = self.options.len() - first > 1;
        if next == self.options.len() {
            self.levels.pop();
            self.options.truncate(first);
            return Some(LevelStep::Close { several });
        }
        level.next += 1;
        Some(LevelStep::Try { option: self.options[next] as usize, again: next > first })
    }

    /// Closes all levels.
    pub(super) fn clear(&mut self) {
        self.levels.clear();
        self.options.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_are_tried_in_ascending_order_level_upon_level() {
        let mut levels = Levels::new(2);
        assert!(levels.open([7, 3].into_iter()));
        let step = |option, again| Some(LevelStep::Try { option, again });
        assert_eq!(levels.advance(), step(3, false));
        assert!(!levels.open([5].into_iter()));
        assert_eq!(levels.advance(), step(5, false));
        assert_eq!(levels.advance(), Some(LevelStep::Close { several: false }));
        assert_eq!(levels.advance(), step(7, true));
        assert_eq!(levels.advance(), Some(LevelStep::Close { several: true }));
        assert_eq!(levels.advance(), None);
    }
}
