//! Backends and puzzles become trials in an order that favours nobody.
//!
//! The puzzles of a corpus form blocks. A worker runs a block pass by pass: every puzzle of the
//! block once by one backend, then by the next, so that no backend sees a puzzle twice in a row,
//! and drift of the machine hits all of them alike. A repetition is a pass of every backend; the
//! order of the backends changes from repetition to repetition and from block to block as the rows
//! of a Williams design do: over the whole design each backend stands in each place equally often,
//! and follows each other backend equally often (Williams 1949, *Experimental designs balanced
//! for the estimation of residual effects of treatments*).
//!
//! The plan is a function of its inputs alone: no clock, no chance without a seed.

use std::path::PathBuf;
use std::time::Duration;

use board::seed::seeded;
use rand::seq::SliceRandom;
use record::Task;
use record::manifest::{BLOCK, Clock, Order, Repetitions};
use solvers::{Origin, registry};

use crate::entrant::{Entrant, Isolation};

/// How many puzzles a block has where a backend takes whole batches: what those cost to begin and to
/// end is then spread over enough.
pub const BATCH: usize = 8192;

/// Where only a summary is wanted, every so many-th row of the plan is written.
pub const SAMPLE: u64 = 1000;

/// The stream of chance of the random order.
const STREAM: u64 = 0x0bde;

/// What is run, apart from the puzzles.
#[derive(Clone, Debug)]
pub struct Plan {
    /// In the order of the registry.
    pub backends: Vec<Entrant>,
    /// How those that run in child processes do.
    pub isolation: Isolation,
    /// What each is asked.
    pub task: Task,
    /// Time for each puzzle.
    pub timeout: Option<Duration>,
    /// Whose clock times the programs of others.
    pub clock: Clock,
    /// Search states for each puzzle.
    pub node_limit: Option<u64>,
    /// Rounds for each puzzle.
    pub round_limit: Option<u64>,
    /// Where a count ends.
    pub max_solutions: u64,
    /// How many workers.
    pub jobs: usize,
    /// How often.
    pub repetitions: Repetitions,
    /// In which order.
    pub order: Order,
    /// The seed of isomorphs and of the random order.
    pub seed: u64,
    /// How many isomorphs take the place of each puzzle.
    pub isomorphs: Option<u64>,
    /// Whether memory is measured, in a pass apart.
    pub memory: bool,
    /// Whether proofs are asked for, in a pass apart, and checked.
    pub certify: bool,
    /// Where formulas and proofs are kept.
    pub keep_proofs: Option<PathBuf>,
    /// Whether only one in [`SAMPLE`] rows is written, and failures: the rest is summed up.
    pub summary_only: bool,
    /// In how many processes the plan is run, one after the other.
    pub invocations: u32,
    /// Which of them this is, from 1.
    pub invocation: u32,
}

/// A pass: one backend, and which repetition it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pass {
    /// The place of the backend in [`Plan::backends`].
    pub backend: usize,
    /// From 1; 0 is a pilot.
    pub rep: u32,
}

impl Plan {
    /// Whose code the backend with this id is.
    pub fn origin<'i>(&self, id: &'i str) -> Origin<'i> {
        let row = self.backends.iter().find(|entrant| entrant.backend.id == id);
        row.map_or_else(|| registry::origin(id), |entrant| entrant.backend.origin)
    }

    /// How many puzzles a block has, if the corpora have enough of them.
    pub fn largest_block(&self) -> usize {
        match self.backends.iter().any(|entrant| entrant.backend.batch.is_some()) {
            true => BATCH,
            false => BLOCK,
        }
    }

    /// The number of solutions at which a search for the task ends.
    pub fn solution_limit(&self) -> u64 {
        match self.task {
            Task::First => 1,
            Task::Unique => 2,
            Task::Count => self.max_solutions,
        }
    }

    /// The passes of one repetition over a block, in order.
    pub fn passes(&self, block: usize, rep: u32) -> Vec<Pass> {
        let n_backends = self.backends.len();
        let turn = block + rep as usize;
        let mut order: Vec<usize> = match self.order {
            Order::Interleaved => williams_row(n_backends, turn),
            Order::Random | Order::Batch => (0..n_backends).collect(),
        };
        if self.order == Order::Random {
            order.shuffle(&mut seeded(self.seed, STREAM + turn as u64));
        }
        order.into_iter().map(|backend| Pass { backend, rep }).collect()
    }
}

/// Row `turn`, going round, of a Williams design for `n` treatments.
///
/// For even *n* the design has *n* rows: 0, 1, n−1, 2, n−2, … and each of its shifts. For odd *n*
/// it has 2*n*: those, and their mirror images.
fn williams_row(n: usize, turn: usize) -> Vec<usize> {
    let rows = if n.is_multiple_of(2) { n } else { 2 * n };
    let row = turn % rows.max(1);
    let shift = row % n.max(1);
    let zigzag = (0..n).map(|place| if place % 2 == 1 { place.div_ceil(2) } else { n - place / 2 });
    let mut order: Vec<usize> = zigzag.map(|treatment| (treatment + shift) % n).collect();
    if row >= n {
        order.reverse();
    }
    order
}

/// The size of the blocks when so many puzzles are known to wait: a small corpus is shared out
/// evenly among the workers, a large one is cut at `largest`.
pub fn block_size(puzzles: usize, jobs: usize, largest: usize) -> usize {
    puzzles.div_ceil(jobs.max(1)).clamp(1, largest)
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use proptest::prelude::*;
    use record::manifest::Isolate;

    use super::*;

    fn plan(n_backends: usize, order: Order) -> Plan {
        let isolation = Isolation {
            isolate: Isolate::None,
            memory_limit: None,
            program: std::path::PathBuf::new(),
        };
        let entrant = |backend| Entrant::new(backend, &isolation, true);
        let backends = solvers::BACKENDS.iter().cycle().take(n_backends).copied();
        Plan {
            backends: backends.map(entrant).collect(),
            isolation,
            task: Task::Unique,
            timeout: None,
            clock: Clock::Own,
            node_limit: None,
            round_limit: None,
            max_solutions: 1,
            jobs: 1,
            repetitions: Repetitions::ONCE,
            order,
            seed: 3,
            isomorphs: None,
            memory: false,
            certify: false,
            keep_proofs: None,
            summary_only: false,
            invocations: 1,
            invocation: 1,
        }
    }

    #[test]
    fn small_corpora_are_shared_out_and_large_ones_cut() {
        assert_eq!(block_size(48, 2, BLOCK), 24);
        assert_eq!(block_size(1, 8, BLOCK), 1);
        assert_eq!(block_size(0, 8, BLOCK), 1);
        assert_eq!(block_size(100_000, 2, BLOCK), BLOCK);
    }

    #[test]
    fn blocks_are_larger_where_a_backend_takes_batches() {
        let mut plan = plan(3, Order::Interleaved);
        assert_eq!(plan.largest_block(), BLOCK);
        plan.backends[1].backend.batch = Some(|_| Err(solvers::Unsupported(String::new())));
        assert_eq!(plan.largest_block(), BATCH);
    }

    #[test]
    fn the_rows_for_four_are_those_of_the_textbook() {
        let rows = [[0, 1, 3, 2], [1, 2, 0, 3], [2, 3, 1, 0], [3, 0, 2, 1]];
        for (turn, row) in rows.iter().enumerate() {
            assert_eq!(williams_row(4, turn), row);
            assert_eq!(williams_row(4, turn + 4), row);
        }
        assert_eq!(williams_row(1, 5), [0]);
    }

    proptest! {
        #[test]
        fn each_pass_comes_once_in_every_order(n in 1..12_usize, block in 0..100_usize, rep in 0..50_u32) {
            for order in [Order::Interleaved, Order::Random, Order::Batch] {
                let plan = plan(n, order);
                let passes = plan.passes(block, rep);
                prop_assert_eq!(&passes, &plan.passes(block, rep));
                let mut backends: Vec<usize> = passes.iter().map(|pass| pass.backend).collect();
                backends.sort_unstable();
                prop_assert_eq!(backends, (0..n).collect::<Vec<_>>());
                prop_assert!(passes.iter().all(|pass| pass.rep == rep));
            }
        }

        #[test]
        fn places_and_followers_are_balanced(n in 2..14_usize) {
            let rows = if n % 2 == 0 { n } else { 2 * n };
            let mut places = HashMap::new();
            let mut followers = HashMap::new();
            for turn in 0..rows {
                let row = williams_row(n, turn);
                for (place, &backend) in row.iter().enumerate() {
                    *places.entry((place, backend)).or_insert(0) += 1;
                }
                for pair in row.windows(2) {
                    *followers.entry((pair[0], pair[1])).or_insert(0) += 1;
                }
            }
            prop_assert_eq!(places.len(), n * n);
            prop_assert!(places.values().all(|&count| count == rows / n));
            prop_assert_eq!(followers.len(), n * (n - 1));
            prop_assert!(followers.values().all(|&count| count == rows / n));
        }
    }
}
