//! The numbers of a seed in batches, worked on by threads, and what they give in order.
//!
//! Puzzles of a class that was seen before are left out. A batch lasts a moment: it grows while numbers
//! are quick, so that threads do not wait for each other, and shrinks where they are slow, so that
//! somebody who waits sees something. Which numbers stand in which batch decides nothing else.

use std::collections::HashSet;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use board::Puzzle;
use indicatif::ProgressBar;
use rayon::prelude::*;
use record::hash;

use super::super::workers;

/// How many numbers in a row may give nothing before a wish counts as one that cannot be had.
const PATIENCE: u64 = 1_000;

/// How many search states they may cost until then.
const STATES: u64 = 20_000_000;

/// How long a batch may take before the next one is smaller, and half as long before it is larger.
const MOMENT: Duration = Duration::from_millis(400);

/// How many numbers for each worker a batch may have.
const BATCH: u64 = 512;

/// How the numbers ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum End {
    /// All puzzles were made.
    All,
    /// Somebody cancelled.
    Interrupted,
    /// Patience is at its end.
    NoMore {
        /// How many puzzles there are.
        written: u64,
        /// How many numbers in a row gave none.
        numbers: u64,
        /// What they cost.
        states: u64,
    },
}

/// Goes through numbers.
pub(super) struct Stream<'a> {
    count: u64,
    pool: rayon::ThreadPool,
    cancel: &'a AtomicBool,
    bar: ProgressBar,
}

/// Makes what a number gives: a puzzle or none, and how many search states that took.
type Make<'m, W> = &'m (dyn Fn(&mut W, u64) -> (Option<Puzzle>, u64) + Sync);

/// A number, and what came of it: a puzzle or none, and search states.
type Made = (u64, Option<Puzzle>, Option<hash::PuzzleHash>, u64);

impl<'a> Stream<'a> {
    /// For so many puzzles.
    pub(super) fn new(
        count: u64,
        jobs: Option<u16>,
        cancel: &'a AtomicBool,
    ) -> anyhow::Result<Self> {
        let (pool, bar) = (workers::pool(jobs)?, workers::bar("puzzles", count));
        Ok(Self { count, pool, cancel, bar })
    }

    /// Calls `put` for each puzzle, in the order of the numbers.
    pub(super) fn run<W: Send>(
        &self,
        new: &(dyn Fn() -> W + Sync),
        make: Make<'_, W>,
        put: &mut dyn FnMut(&Puzzle) -> anyhow::Result<()>,
    ) -> anyhow::Result<End> {
        let (mut seen, mut written) = (HashSet::new(), 0);
        let (mut number, mut size) = (0, 1);
        let (mut since, mut states) = (0, 0);
        while written < self.count {
            let begin = Instant::now();
            let batch =
                self.batch(number, size * self.pool.current_num_threads() as u64, new, make);
            if self.cancel.load(Ordering::Relaxed) {
                return Ok(End::Interrupted);
            }
            for (at, puzzle, class, cost) in batch {
                (since, states, number) = (since + 1, states + cost, at + 1);
                if let Some(puzzle) = puzzle.filter(|_| class.is_some_and(|it| seen.insert(it))) {
                    put(&puzzle)?;
                    (since, states, written) = (0, 0, written + 1);
                }
                if written == self.count {
                    break;
                }
                if since >= PATIENCE || states >= STATES {
                    return Ok(End::NoMore { written, numbers: since, states });
                }
            }
            self.bar.set_position(written);
            self.bar.set_message(format!("({number} tried)"));
            size = match begin.elapsed() {
                long if long > MOMENT => (size / 2).max(1),
                long if long < MOMENT / 2 => (size * 2).min(BATCH),
                _ => size,
            };
        }
        self.bar.finish_and_clear();
        Ok(End::All)
    }

    fn batch<W: Send>(
        &self,
        from: u64,
        size: u64,
        new: &(dyn Fn() -> W + Sync),
        make: Make<'_, W>,
    ) -> Vec<Made> {
        let one = |worker: &mut W, number: u64| {
            let (puzzle, states) = make(worker, number);
            let class = puzzle.as_ref().map(hash::class);
            (number, puzzle, class, states)
        };
        self.pool.install(|| (from..from + size).into_par_iter().map_init(new, one).collect())
    }
}
