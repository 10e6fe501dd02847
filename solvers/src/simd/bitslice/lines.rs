//! Lines in, solutions and counts out: the fast way for those who need no harness.

use std::ops::Range;

use super::found::{AHEAD, Found, LineError};
use super::kernel::{Kernel, kernel};
use super::parts::Answer;
use super::planes::{PLANES, Row};
use super::row::{Group, Rows};
use super::search::{Memory, Puzzles};
use super::set::{GROUP, bits};
use super::sink::{Each, NOTHING, Sink};
use super::{search, text};
use crate::contract::{Instructions, LineResult};
use crate::contract::{Limits, Stop, Unsupported};

/// Solves each line of `text`, 81 characters of `1` to `9`, `0` and `.` each, until a puzzle has
/// `solutions` of them. An empty line at the end is none.
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
/// Those of [`Bitslice::solve`].
pub fn solve_lines(text: &[u8], solutions: u64) -> Result<Vec<LineResult>, LineError> {
    let mut solved = Vec::new();
    Bitslice::default().solve(text, solutions, &mut solved)?;
    Ok(solved)
}

/// So many lanes of a group are few.
const FEW: u32 = 3;

/// Solves text after text in the same memory.
pub struct Bitslice {
    instructions: Instructions,
    pub(super) kernel: Box<dyn Kernel>,
    pub(super) memory: Memory,
    /// Where lines begin that are not of 82 characters like all before them.
    starts: Vec<usize>,
    /// Room for the rows of lines that come next.
    ahead: Box<Rows<GROUP>>,
}

impl Default for Bitslice {
    /// A solver with the best instructions that this processor has.
    fn default() -> Self {
        Self::of(Instructions::best())
    }
}

impl Bitslice {
    /// A solver with these instructions.
    ///
    /// # Errors
    /// When this processor does not have them.
    pub fn with(instructions: Instructions) -> Result<Self, Unsupported> {
        instructions.checked().map(Self::of)
    }

    /// A solver with instructions that this processor has.
    fn of(instructions: Instructions) -> Self {
        let (kernel, memory) = (kernel(instructions), Memory::default());
        let ahead = Box::new([[0; GROUP]; PLANES]);
        Self { instructions, kernel, memory, starts: Vec::new(), ahead }
    }

    /// Solves each line, as [`solve_lines`] does; what came of them takes the place of what `solved`
    /// held.
    ///
    /// # Errors
    /// When a line is no puzzle: nothing is told of any then.
    pub fn solve(
        &mut self,
        text: &[u8],
        solutions: u64,
        solved: &mut Vec<LineResult>,
    ) -> Result<(), LineError> {
        self.solve_within(text, &Limits::solutions(solutions), solved)
    }

    /// The same with other limits: what met one of them is told with the solutions up to there.
    ///
    /// # Errors
    /// Those of [`solve`](Self::solve).
    pub fn solve_within(
        &mut self,
        text: &[u8],
        limits: &Limits<'_>,
        solved: &mut Vec<LineResult>,
    ) -> Result<(), LineError> {
        let count = self.solve_into(text, limits, solved);
        solved.truncate(*count.as_ref().unwrap_or(&0));
        count.map(drop)
    }

    /// Solves each line, and calls `told` with its number, from zero, and what came of it, as soon as
    /// that is known and in any order: nothing is kept of lines that are done. Tells how many there are.
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
    /// When a line is no puzzle. Lines before it are told.
    pub fn solve_each(
        &mut self,
        text: &[u8],
        solutions: u64,
        told: impl FnMut(usize, &LineResult),
    ) -> Result<usize, LineError> {
        let mut each = Each { solved: NOTHING, told };
        self.solve_into(text, &Limits::solutions(solutions), &mut each)
    }

    fn solve_into(
        &mut self,
        text: &[u8],
        limits: &Limits<'_>,
        sink: &mut impl Sink,
    ) -> Result<usize, LineError> {
        let Self { instructions, kernel, memory, starts, ahead } = self;
        let found = Found::new(text, starts, *instructions);
        let mut lines =
            Lines { found, sink, instructions: *instructions, ahead, numbers_ahead: 0..0 };
        search::search(&mut **kernel, memory, &mut lines, limits);
        let count = lines.found.count(usize::MAX);
        lines.found.error.map_or(Ok(count), Err)
    }
}

/// Lines of text, and what is done with what came of each.
struct Lines<'a, S> {
    found: Found<'a>,
    sink: &'a mut S,
    instructions: Instructions,
    /// The rows of some lines, as the first group, and their numbers.
    ahead: &'a mut Rows<GROUP>,
    numbers_ahead: Range<usize>,
}

impl<'a, S: Sink> Lines<'a, S> {
    /// For each lane of a group the next line, and the same line again where the lane does not take it.
    #[inline]
    fn lines(&self, first: usize, lanes: u8) -> [&'a [u8; 81]; GROUP] {
        let mut next = first;
        let lines = std::array::from_fn(|lane| {
            let line = self.found.line(next);
            next += usize::from(lanes >> lane & 1);
            line
        });
        for number in first + AHEAD..next + AHEAD {
            self.found.fetch(number);
            self.sink.prepare(number);
        }
        lines
    }
}

impl<const WORDS: usize, S: Sink> Puzzles<WORDS> for Lines<'_, S> {
    fn count(&mut self, wanted: usize) -> usize {
        // Some lines are read before a lane takes them.
        let count = self.found.count(wanted.saturating_add(GROUP));
        self.sink.expect(count);
        count
    }

    /// Eight lines are read at a time. Where few lanes take one, the others wait for the next lanes.
    fn load(&mut self, first: usize, group: &mut Group<'_, WORDS>, lanes: u8) {
        if lanes.count_ones() > FEW {
            return text::read(&self.lines(first, lanes), group, lanes, self.instructions);
        }
        let mut row = Row::default();
        for (number, lane) in (first..).zip(bits(lanes.into())) {
            if !self.numbers_ahead.contains(&number) {
                let lines = self.lines(number, u8::MAX);
                let mut ahead = Group::of(self.ahead, 0);
                text::read(&lines, &mut ahead, u8::MAX, self.instructions);
                self.numbers_ahead = number..number + GROUP;
            }
            Group::of(self.ahead, 0).get(number - self.numbers_ahead.start, &mut row);
            group.set(lane, &row);
        }
    }

    fn tell_solved(
        &mut self,
        numbers: &[usize; GROUP],
        group: &Group<'_, WORDS>,
        lanes: u8,
        stop: Stop,
    ) {
        text::write(group, lanes, numbers, stop == Stop::Exhausted, self.sink, self.instructions);
    }

    fn tell(&mut self, number: usize, answer: &Answer) {
        let solved = self.sink.place(number);
        (solved.solutions, solved.bets) = (answer.solutions, answer.bets());
        solved.is_all = answer.stop == Stop::Exhausted;
        match answer.solutions {
            0 => solved.grid = [b'.'; 81],
            _ => text::write_row(&answer.grids[0], &mut solved.grid, self.instructions),
        }
        self.sink.is_written(number);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_wrong_is_said_with_line_and_column() {
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
    fn ends_of_lines_and_of_files_may_differ() {
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
