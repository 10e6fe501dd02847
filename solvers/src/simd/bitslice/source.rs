//! The source of the puzzles of a search, which also takes their results.

use super::lane_set::GROUP;
use super::row::Group;
use super::work_splits::SearchResult;
use crate::contract::Stop;

/// Puzzles, numbered from zero, and the destination of their results. Lanes are those of vectors
/// with `WORDS` words.
pub(super) trait PuzzleSource<const WORDS: usize> {
    /// Returns the number of puzzles or, while it is unknown, a number of at least `wanted`.
    fn count(&mut self, wanted: usize) -> usize;

    /// Writes the rows of the puzzles from number `first` on into `lanes` of a group.
    fn load(&mut self, first: usize, group: &mut Group<'_, WORDS>, lanes: u8);

    /// Reports the first solution of puzzles solved without a bet. `numbers` are the puzzles of the
    /// lanes of the group, `lanes` those that are solved.
    fn report_solved(
        &mut self,
        numbers: &[usize; GROUP],
        group: &Group<'_, WORDS>,
        lanes: u8,
        stop: Stop,
    );

    /// Reports the result of a puzzle.
    fn report(&mut self, number: usize, answer: &SearchResult);
}
