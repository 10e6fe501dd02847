//! Lines in, solutions and counts out: the fast path for users who do not need the harness.

use std::ops::Range;

use super::batch::PlainBatch;
use super::kernel::{Kernel, kernel};
use super::lane_set::{GROUP, bits};
use super::line_index::{FETCH_DISTANCE, LineError, LineIndex};
use super::planes::{LaneRow, PLANES};
use super::row::{Group, LaneRows};
use super::search::Memory;
use super::sink::{Callback, EMPTY_RESULT, ResultSink};
use super::source::PuzzleSource;
use super::work_splits::SearchResult;
use super::{search, text};
use crate::contract::{Instructions, LineResult};
use crate::contract::{Limits, Stop, Unsupported};

/// Solves each line of `text`, 81 characters of `1` to `9`, `0` and `.`, until a puzzle has
/// `solutions` solutions. An empty line at the end does not count as a line.
///
/// ```
/// # use solvers::simd::bitslice::solve_lines;
/// let puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\n";
/// let solved = solve_lines(puzzle.as_bytes(), 2)?;
/// assert_eq!((solved[0].solutions, solved[0].is_all), (1, true));
/// assert!(solved[0].grid.starts_with(b"534678912"));
/// # Ok::<(), solvers::simd::bitslice::LineError>(())
/// ```
///
/// # Errors
/// The same as [`Bitslice::solve`].
pub fn solve_lines(text: &[u8], solutions: u64) -> Result<Vec<LineResult>, LineError> {
    let mut solved = Vec::new();
    Bitslice::default().solve(text, solutions, &mut solved)?;
    Ok(solved)
}

/// Up to this many lanes of a group take their rows from lines that were read in advance.
const MAX_SINGLE_READS: u32 = 3;

/// A solver of whole texts that keeps its memory between them.
pub struct Bitslice {
    instructions: Instructions,
    pub(super) kernel: Box<dyn Kernel>,
    pub(super) memory: Memory,
    /// The starts of lines from the first one on that does not have 82 characters.
    starts: Vec<usize>,
    /// The rows of the next lines, read in advance.
    ahead: Box<LaneRows<GROUP>>,
    pub(super) batch: PlainBatch,
}

impl Default for Bitslice {
    /// Returns a solver with the best instructions of this processor.
    fn default() -> Self {
        Self::of(Instructions::best())
    }
}

impl Bitslice {
    /// Returns a solver with these instructions.
    ///
    /// # Errors
    /// If this processor does not have them.
    pub fn with(instructions: Instructions) -> Result<Self, Unsupported> {
        instructions.checked().map(Self::of)
    }

    /// Returns a solver with instructions that this processor has.
    fn of(instructions: Instructions) -> Self {
        let (kernel, memory) = (kernel(instructions), Memory::default());
        let ahead = Box::new([[0; GROUP]; PLANES]);
        let (starts, batch) = Default::default();
        Self { instructions, kernel, memory, starts, ahead, batch }
    }

    /// Solves each line, as [`solve_lines`] does, and replaces the contents of `solved` by the
    /// results.
    ///
    /// # Errors
    /// If a line is not a puzzle. `solved` is then empty.
    pub fn solve(
        &mut self,
        text: &[u8],
        solutions: u64,
        solved: &mut Vec<LineResult>,
    ) -> Result<(), LineError> {
        self.solve_within(text, &Limits::solutions(solutions), solved)
    }

    /// Like [`solve`](Self::solve), with other limits. A puzzle that meets one of them is reported
    /// with the solutions found up to then.
    ///
    /// # Errors
    /// The same as [`solve`](Self::solve).
    pub(super) fn solve_within(
        &mut self,
        text: &[u8],
        limits: &Limits<'_>,
        solved: &mut Vec<LineResult>,
    ) -> Result<(), LineError> {
        let count = self.solve_into(text, limits, solved);
        solved.truncate(*count.as_ref().unwrap_or(&0));
        count.map(drop)
    }

    /// Solves each line, and calls `report` with its number, from zero, and its result as soon as
    /// it is known, in any order. Nothing is kept of finished lines. Returns the number of lines.
    ///
    /// ```
    /// # use solvers::simd::bitslice::{LineError, Bitslice};
    /// let text = ".".repeat(81) + "\n" + &"1".repeat(81) + "\n";
    /// let mut counts = [0; 2];
    /// Bitslice::default().solve_each(text.as_bytes(), 2, |line, solved| counts[line] = solved.solutions)?;
    /// assert_eq!(counts, [2, 0]);
    /// # Ok::<(), LineError>(())
    /// ```
    ///
    /// # Errors
    /// If a line is not a puzzle. The lines before it are reported.
    pub fn solve_each(
        &mut self,
        text: &[u8],
        solutions: u64,
        report: impl FnMut(usize, &LineResult),
    ) -> Result<usize, LineError> {
        let mut each = Callback { solved: EMPTY_RESULT, report };
        self.solve_into(text, &Limits::solutions(solutions), &mut each)
    }

    /// Solves each line within limits. Returns the number of lines.
    ///
    /// # Errors
    /// The same as [`solve_each`](Self::solve_each).
    pub(super) fn solve_into(
        &mut self,
        text: &[u8],
        limits: &Limits<'_>,
        sink: &mut impl ResultSink,
    ) -> Result<usize, LineError> {
        let Self { instructions, kernel, memory, starts, ahead, .. } = self;
        let found = LineIndex::new(text, starts, *instructions);
        let mut lines =
            Lines { found, sink, instructions: *instructions, ahead, numbers_ahead: 0..0 };
        search::search(&mut **kernel, memory, &mut lines, limits);
        let count = lines.found.count(usize::MAX);
        lines.found.error.map_or(Ok(count), Err)
    }
}

/// The lines of a text, and the destination of their results.
struct Lines<'a, S> {
    found: LineIndex<'a>,
    sink: &'a mut S,
    instructions: Instructions,
    /// The rows of some lines, as the first group; `numbers_ahead` are their numbers.
    ahead: &'a mut LaneRows<GROUP>,
    numbers_ahead: Range<usize>,
}

impl<'a, S: ResultSink> Lines<'a, S> {
    /// Returns the next line for each lane of a group that takes one. The other lanes get a line
    /// that is not used.
    #[inline]
    fn lines(&self, first: usize, lanes: u8) -> [&'a [u8; 81]; GROUP] {
        let mut next = first;
        let lines = std::array::from_fn(|lane| {
            let line = self.found.line(next);
            next += usize::from(lanes >> lane & 1);
            line
        });
        for number in first + FETCH_DISTANCE..next + FETCH_DISTANCE {
            self.found.fetch(number);
            self.sink.prepare(number);
        }
        lines
    }
}

impl<const WORDS: usize, S: ResultSink> PuzzleSource<WORDS> for Lines<'_, S> {
    fn count(&mut self, wanted: usize) -> usize {
        // Some lines are read before a lane takes them.
        let count = self.found.count(wanted.saturating_add(GROUP));
        self.sink.expect(count);
        count
    }

    /// Eight lines are read at a time. Where few lanes take one, the remaining ones wait for the
    /// next lanes.
    fn load(&mut self, first: usize, group: &mut Group<'_, WORDS>, lanes: u8) {
        if lanes.count_ones() > MAX_SINGLE_READS {
            return text::read(&self.lines(first, lanes), group, lanes, self.instructions);
        }
        let mut row = LaneRow::default();
        for (number, lane) in (first..).zip(bits(lanes.into())) {
            if !self.numbers_ahead.contains(&number) {
                let lines = self.lines(number, u8::MAX);
                let mut ahead = Group::new(self.ahead, 0);
                text::read(&lines, &mut ahead, u8::MAX, self.instructions);
                self.numbers_ahead = number..number + GROUP;
            }
            Group::new(self.ahead, 0).get(number - self.numbers_ahead.start, &mut row);
            group.set(lane, &row);
        }
    }

    fn report_solved(
        &mut self,
        numbers: &[usize; GROUP],
        group: &Group<'_, WORDS>,
        lanes: u8,
        stop: Stop,
    ) {
        text::write(group, lanes, numbers, stop == Stop::Exhausted, self.sink, self.instructions);
    }

    fn report(&mut self, number: usize, answer: &SearchResult) {
        self.sink.searched(number, answer);
        let solved = self.sink.place(number);
        (solved.solutions, solved.bets) = (answer.solutions, answer.bets());
        solved.is_all = answer.stop == Stop::Exhausted;
        match answer.solutions {
            0 => solved.grid = [b'.'; 81],
            _ => text::write_row(&answer.grids[0], &mut solved.grid, self.instructions),
        }
        self.sink.commit(number);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_name_line_and_column() {
        let good = ".".repeat(81);
        let says = |text: String| solve_lines(text.as_bytes(), 2).unwrap_err().to_string();
        assert_eq!(
            says(format!("{good}\n{}x{}\n", &good[..4], &good[5..])),
            "2:5: 'x' is no cell, expected 1 to 9, or 0 or . for an empty one"
        );
        assert_eq!(
            says(format!("{good}\n\n")),
            "2:1: the line ends after 0 characters, expected 81"
        );
        assert_eq!(
            says(format!("{good}.")),
            "1:83: the line ends after 82 characters, expected 81"
        );
    }

    #[test]
    fn line_and_file_endings_may_differ() {
        let grid =
            "534678912672195348198342567859761423426853791713924856961537284287419635345286179";
        for text in [
            format!("{grid}\n{grid}\n"),
            format!("{grid}\r\n{grid}\r\n"),
            format!("{grid}\n{grid}"),
        ] {
            let solved = solve_lines(text.as_bytes(), 2).unwrap();
            assert_eq!(solved.len(), 2);
            assert!(solved.iter().all(|it| it.grid == grid.as_bytes()));
        }
        assert_eq!(solve_lines(b"", 2), Ok(Vec::new()));
    }
}
