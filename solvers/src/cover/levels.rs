//! The levels of a search on a matrix that copies its state instead of undoing steps.
//!
//! A level with several options saves a copy and restores it for each option but the first. A forced
//! move needs no copy, because backtracking past it continues to an earlier level, so most nodes cost
//! nothing when the search backtracks. The memory for copies and options grows with the deepest search
//! so far and is reused, so allocations are rare.

/// The options of each level, and the next one to try.
#[derive(Clone, Debug)]
pub(super) struct Levels {
    levels: Vec<Level>,
    /// The options of all levels, concatenated.
    options: Vec<u32>,
}

#[derive(Clone, Copy, Debug)]
struct Level {
    /// The start of its options.
    first: usize,
    /// The index of the option to try next.
    next: usize,
}

/// How a search continues.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LevelStep {
    /// Try the next option of the last level. If `again`, first restore the state in which the level
    /// was opened.
    Try { option: usize, again: bool },
    /// The last level is closed. It had `several` options or only one.
    Close { several: bool },
}

impl Levels {
    /// Creates an empty stack with room for `levels` levels.
    pub(super) fn new(levels: usize) -> Self {
        Self { levels: Vec::with_capacity(levels), options: Vec::new() }
    }

    /// Opens a level with these options. Returns whether there are several.
    pub(super) fn open(&mut self, options: impl Iterator<Item = u32>) -> bool {
        let first = self.options.len();
        options.for_each(|option| self.options.push(option));
        self.options[first..].sort_unstable();
        self.levels.push(Level { first, next: first });
        self.options.len() - first > 1
    }

    /// Opens a level with a single option.
    #[inline]
    pub(super) fn open_one(&mut self, option: u32) {
        let first = self.options.len();
        self.options.push(option);
        self.levels.push(Level { first, next: first });
    }

    /// Returns how the search continues, or `None` if no level is open.
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
    fn options_are_tried_in_ascending_order_on_each_level() {
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
