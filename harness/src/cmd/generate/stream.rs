//! Processes the numbers of a seed in batches on several threads, and returns their puzzles in order.
//!
//! Puzzles isomorphic to an earlier one are dropped. A batch grows while numbers are quick, so that
//! threads do not wait for each other, and shrinks while they are slow, so that progress shows. The
//! size of batches has no other effect.

use std::collections::HashSet;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use board::Puzzle;
use race::progress_line::{self, ProgressLine};
use rayon::prelude::*;
use record::hash;

use super::super::workers;

/// The default number of consecutive numbers without a puzzle after which a request cannot be met.
pub(super) const NUMBERS: u64 = 1_000;

/// The default number of search states without a puzzle after which a request cannot be met.
pub(super) const STATES: u64 = 20_000_000;

/// The time of a batch above which the next one is smaller; below half of it, the next one is larger.
const BATCH_TIME: Duration = Duration::from_millis(400);

/// The maximum number of numbers per worker in a batch.
const BATCH: u64 = 512;

/// How a stream ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum StreamEnd {
    /// All puzzles were generated.
    All,
    /// It was cancelled.
    Interrupted,
    /// Too many numbers or search states gave no new puzzle.
    NoMore {
        /// The number of puzzles so far.
        written: u64,
        /// The number of consecutive numbers without a puzzle.
        numbers: u64,
        /// Their search states.
        states: u64,
    },
}

/// When a stream without a new puzzle ends.
#[derive(Clone, Copy, Debug)]
pub(super) struct Patience {
    /// After so many consecutive numbers without one.
    pub(super) numbers: u64,
    /// After so many search states.
    pub(super) states: u64,
}

/// Processes numbers until there are enough puzzles.
pub(super) struct Stream<'a> {
    count: u64,
    patience: Patience,
    pool: rayon::ThreadPool,
    cancel: &'a AtomicBool,
    line: ProgressLine,
}

/// Generates the puzzle of a number, if it has one, and returns the number of search states.
type Make<'m, W> = &'m (dyn Fn(&mut W, u64) -> (Option<Puzzle>, u64) + Sync);

/// A number with its puzzle and isomorphism class, if it has one, and its search states.
type Attempt = (u64, Option<Puzzle>, Option<hash::PuzzleHash>, u64);

impl<'a> Stream<'a> {
    /// Returns a stream of `count` puzzles that ends before if `patience` does.
    pub(super) fn new(
        count: u64,
        patience: Patience,
        jobs: Option<u16>,
        cancel: &'a AtomicBool,
    ) -> anyhow::Result<Self> {
        let (pool, line) = (workers::pool(jobs)?, ProgressLine::of(count, "puzzles"));
        Ok(Self { count, patience, pool, cancel, line })
    }

    /// Calls `put` with the new puzzles of each batch, in the order of the numbers.
    pub(super) fn run<W: Send>(
        &self,
        new: &(dyn Fn() -> W + Sync),
        make: Make<'_, W>,
        put: &mut dyn FnMut(&[Puzzle]) -> anyhow::Result<()>,
    ) -> anyhow::Result<StreamEnd> {
        let (mut seen, mut written) = (HashSet::new(), 0);
        let (mut number, mut size) = (0, 1);
        let (mut since, mut states) = (0, 0);
        while written < self.count {
            let begin = Instant::now();
            let batch =
                self.batch(number, size * self.pool.current_num_threads() as u64, new, make);
            if self.cancel.load(Ordering::Relaxed) {
                return Ok(StreamEnd::Interrupted);
            }
            let (mut puzzles, mut is_over) = (Vec::new(), false);
            for (at, puzzle, class, cost) in batch {
                (since, states, number) = (since + 1, states + cost, at + 1);
                if let Some(puzzle) = puzzle.filter(|_| class.is_some_and(|it| seen.insert(it))) {
                    puzzles.push(puzzle);
                    (since, states, written) = (0, 0, written + 1);
                }
                is_over = since >= self.patience.numbers || states >= self.patience.states;
                if written == self.count || is_over {
                    break;
                }
            }
            progress_line::above(|| put(&puzzles))?;
            if is_over {
                return Ok(StreamEnd::NoMore { written, numbers: since, states });
            }
            self.line.set_done(written);
            let limit = self.patience.numbers;
            self.line.say(format!("; {since} of {limit} tries without a new one"));
            size = match begin.elapsed() {
                long if long > BATCH_TIME => (size / 2).max(1),
                long if long < BATCH_TIME / 2 => (size * 2).min(BATCH),
                _ => size,
            };
        }
        Ok(StreamEnd::All)
    }

    fn batch<W: Send>(
        &self,
        from: u64,
        size: u64,
        new: &(dyn Fn() -> W + Sync),
        make: Make<'_, W>,
    ) -> Vec<Attempt> {
        let one = |worker: &mut W, number: u64| {
            if self.cancel.load(Ordering::Relaxed) {
                return (number, None, None, 0);
            }
            let (puzzle, states) = make(worker, number);
            let class = puzzle.as_ref().map(hash::class);
            (number, puzzle, class, states)
        };
        self.pool.install(|| (from..from + size).into_par_iter().map_init(new, one).collect())
    }
}
