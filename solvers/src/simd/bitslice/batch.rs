//! Puzzles in, outcomes out: how a batch is solved as a text.
//!
//! The cells of a plain puzzle are a line of text but for a constant, and lines are read eight at a
//! time, so a batch of such puzzles is solved as [lines](super::lines). Puzzles with other cells
//! are rows from the beginning.

use board::{Grid, Puzzle};

use super::lane_set::{GROUP, bits};
use super::planes::LaneRow;
use super::row::{self, Group};
use super::sink::ResultSink;
use super::source::PuzzleSource;
use super::work_splits::SearchResult;
use crate::contract::{Counters, LineResult, Outcome, Stop};
use crate::simd::{REGULAR, character};

/// A batch of plain puzzles. Its memory is kept for the next one.
#[derive(Default)]
pub(super) struct PlainBatch {
    /// A line for each puzzle.
    pub(super) text: Vec<u8>,
    pub(super) results: BatchResults,
}

impl PlainBatch {
    /// Takes puzzles in place of all others. Returns false if one of them is not plain.
    pub(super) fn take(&mut self, puzzles: &[&Puzzle]) -> bool {
        self.text.clear();
        self.text.resize(REGULAR * puzzles.len(), b'\n');
        self.results.searches.clear();
        let mut lines = self.text.chunks_exact_mut(REGULAR).zip(puzzles);
        lines.all(|(line, puzzle)| {
            let Some(cells) = puzzle.plain() else { return false };
            line.iter_mut().zip(cells).for_each(|(byte, &cell)| *byte = character(cell));
            true
        })
    }
}

/// The results of a batch of lines.
#[derive(Default)]
pub(super) struct BatchResults {
    /// The result of each line. Those of earlier batches may follow.
    lines: Vec<LineResult>,
    /// The puzzles that were not solved without a bet, by number.
    searches: Vec<(usize, SearchResult)>,
}

impl BatchResults {
    /// Appends the outcomes of `count` puzzles.
    pub(super) fn append_to(&self, count: usize, outcomes: &mut Vec<Outcome>) {
        let first = outcomes.len();
        outcomes.extend(self.lines[..count].iter().map(|line| Outcome {
            solutions: 1,
            first: Some(Grid::new(line.grid.map(|digit| digit.wrapping_sub(b'1')))),
            counters: Counters { nodes: 1, ..Counters::default() },
            ..Outcome::ended(if line.is_all { Stop::Exhausted } else { Stop::SolutionLimit })
        }));
        for (number, result) in &self.searches {
            outcomes[first + number] = outcome(result);
        }
    }
}

impl ResultSink for BatchResults {
    fn expect(&mut self, count: usize) {
        self.lines.expect(count);
    }

    #[inline]
    fn prepare(&self, number: usize) {
        self.lines.prepare(number);
    }

    #[inline]
    fn place(&mut self, number: usize) -> &mut LineResult {
        self.lines.place(number)
    }

    #[inline]
    fn commit(&mut self, _number: usize) {}

    fn searched(&mut self, number: usize, result: &SearchResult) {
        self.searches.push((number, result.clone()));
    }
}

/// Any puzzles as rows, and the results of those that are finished.
pub(super) struct MarkedBatch {
    rows: Vec<LaneRow>,
    results: Vec<SearchResult>,
}

impl MarkedBatch {
    pub(super) fn new(puzzles: &[&Puzzle]) -> Self {
        let results = vec![SearchResult::default(); puzzles.len()];
        Self { rows: puzzles.iter().map(|puzzle| row::of_puzzle(puzzle)).collect(), results }
    }

    /// Returns the outcome of each puzzle.
    pub(super) fn outcomes(&self) -> impl Iterator<Item = Outcome> {
        self.results.iter().map(outcome)
    }
}

impl<const WORDS: usize> PuzzleSource<WORDS> for MarkedBatch {
    fn count(&mut self, _wanted: usize) -> usize {
        self.rows.len()
    }

    fn load(&mut self, first: usize, group: &mut Group<'_, WORDS>, lanes: u8) {
        for (lane, row) in bits(lanes.into()).zip(&self.rows[first..]) {
            group.set(lane, row);
        }
    }

    fn report_solved(
        &mut self,
        numbers: &[usize; GROUP],
        group: &Group<'_, WORDS>,
        lanes: u8,
        stop: Stop,
    ) {
        for lane in bits(lanes.into()) {
            let result = &mut self.results[numbers[lane]];
            (result.stop, result.solutions, result.counted.nodes) = (stop, 1, 1);
            group.get(lane, &mut result.grids[0]);
        }
    }

    fn report(&mut self, number: usize, result: &SearchResult) {
        self.results[number].clone_from(result);
    }
}

fn outcome(result: &SearchResult) -> Outcome {
    let grid = |nth: usize| {
        (result.solutions > nth as u64).then(|| Grid::new(row::symbols(&result.grids[nth])))
    };
    Outcome {
        solutions: result.solutions,
        first: grid(0),
        second: grid(1),
        counters: Counters {
            nodes: result.counted.nodes,
            bets: result.bets(),
            conflicts: result.counted.conflicts,
            ..Counters::default()
        },
        ..Outcome::ended(result.stop)
    }
}
