//! The plan of a run: the order of the trials, which is balanced between backends.
//!
//! The puzzles of a corpus are divided into blocks. A worker runs a block in passes: one backend solves every
//! puzzle of the block once, then the next backend does. So no backend sees the same puzzle twice in a row, and
//! drift of the machine affects all of them equally. A repetition is one pass of every backend. The order of the
//! backends changes between repetitions and between blocks, following the rows of a Williams design: over the
//! whole design each backend occurs equally often in each position, and follows each other backend equally often
//! (Williams 1949, *Experimental designs balanced for the estimation of residual effects of treatments*).
//!
//! The plan is a function of its inputs: it depends on no clock, and on no randomness without a seed.

use std::path::PathBuf;
use std::time::Duration;

use board::seed::seeded;
use rand::seq::SliceRandom;
use record::Task;
use record::manifest::{BLOCK, Clock, Fresh, Order, Repetitions, Until};
use solvers::{Origin, registry};

use crate::cut::Cut;
use crate::entrant::{Entrant, Isolation};

/// The number of puzzles in a block if a backend solves batches, so that their fixed costs are spread over enough
/// puzzles.
pub const BATCH: usize = 8192;

/// With `--summary-only`, one in this number of rows is written.
pub const SAMPLE: u64 = 1000;

/// The default time for an external solver to say hello.
const HELLO_TIMEOUT: Duration = Duration::from_secs(10);

/// The default for [`Plan::grace`].
const GRACE: Duration = Duration::from_millis(40);

/// The random stream of the random order.
const STREAM: u64 = 0x0bde;

/// The specification of a run, except for its puzzles.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The backends, in the order of the registry.
    pub backends: Vec<Entrant>,
    /// The isolation of those that run in child processes.
    pub isolation: Isolation,
    /// The task.
    pub task: Task,
    /// The time limit per puzzle.
    pub timeout: Option<Duration>,
    /// How late an answer may come, beside a twentieth of the time limit, before the process of its backend is
    /// killed: there are a pipe and a scheduler between the processes, and a solver that obeys the limit itself
    /// looks at the clock only now and then.
    pub grace: Duration,
    /// The clock that times external solvers.
    pub clock: Clock,
    /// The time for an external solver to say hello.
    pub hello_timeout: Duration,
    /// Whether to investigate why an external solver is silent, which takes some tenths of a second each time.
    pub investigates: bool,
    /// The node limit per puzzle.
    pub node_limit: Option<u64>,
    /// The round limit per puzzle.
    pub round_limit: Option<u64>,
    /// The maximum number of solutions to count.
    pub max_solutions: u64,
    /// The number of workers.
    pub jobs: usize,
    /// The number of passes.
    pub repetitions: Repetitions,
    /// The order of the trials.
    pub order: Order,
    /// When the run ends before all trials are done; `None` if never.
    pub until: Option<Until>,
    /// The shard of the puzzles that is run; `None` for all.
    pub cut: Option<Cut>,
    /// The seed of isomorphs and of random orders.
    pub seed: u64,
    /// The number of isomorphs that replace each puzzle.
    pub isomorphs: Option<u64>,
    /// What each trial or repetition has anew.
    pub fresh: Vec<Fresh>,
    /// Whether memory is measured, in a separate pass.
    pub memory: bool,
    /// Whether proofs are required, in a separate pass, and checked.
    pub certify: bool,
    /// The folder in which formulas and proofs are kept.
    pub keep_proofs: Option<PathBuf>,
    /// Whether only failures and one in [`SAMPLE`] rows are written, and the rest is aggregated.
    pub summary_only: bool,
    /// The number of processes that run the plan in turn.
    pub invocations: u32,
    /// The number of this process among them, from 1.
    pub invocation: u32,
}

/// A pass of one backend over a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pass {
    /// The index of the backend in [`Plan::backends`].
    pub backend: usize,
    /// The repetition, from 1; 0 is a pilot.
    pub rep: u32,
}

impl Plan {
    /// Returns whether each trial or repetition has this anew.
    pub fn is_fresh(&self, what: Fresh) -> bool {
        self.fresh.contains(&what)
    }

    /// Returns the time after which the process of a backend is killed, from the question on; `None` without a limit.
    pub fn deadline(&self) -> Option<Duration> {
        self.timeout.map(|limit| limit + limit / 20 + self.grace)
    }

    /// Returns a plan with one worker, one pass and no limits, and all options off.
    pub fn new(backends: Vec<Entrant>, isolation: Isolation) -> Self {
        Self {
            backends,
            isolation,
            task: Task::default(),
            timeout: None,
            grace: GRACE,
            clock: Clock::default(),
            hello_timeout: HELLO_TIMEOUT,
            investigates: false,
            node_limit: None,
            round_limit: None,
            max_solutions: u64::MAX,
            jobs: 1,
            repetitions: Repetitions::ONCE,
            order: Order::default(),
            until: None,
            cut: None,
            seed: 0,
            isomorphs: None,
            fresh: Vec::new(),
            memory: false,
            certify: false,
            keep_proofs: None,
            summary_only: false,
            invocations: 1,
            invocation: 1,
        }
    }

    /// Returns the origin of the code of a backend, by its id.
    pub fn origin<'i>(&self, id: &'i str) -> Origin<'i> {
        let row = self.backends.iter().find(|entrant| entrant.backend.id == id);
        row.map_or_else(|| registry::origin(id), |entrant| entrant.backend.origin)
    }

    /// Returns the number of puzzles in a block, if the corpora have enough.
    pub fn largest_block(&self) -> usize {
        match self.backends.iter().any(|entrant| entrant.backend.batch.is_some()) {
            true => BATCH,
            false => BLOCK,
        }
    }

    /// Returns the number of solutions at which a search ends.
    pub fn solution_limit(&self) -> u64 {
        match self.task {
            Task::First => 1,
            Task::Unique => 2,
            Task::Count => self.max_solutions,
        }
    }

    /// Returns the passes of one repetition over a block, in order.
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

/// Returns the row `turn`, cyclically, of a Williams design for `n` treatments.
///
/// For even *n* the design has *n* rows: 0, 1, n−1, 2, n−2, … and its cyclic shifts. For odd *n* it has 2*n*: these
/// and their reversals.
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

/// Returns the size of the blocks for this number of puzzles: a small corpus is divided evenly among the workers, a
/// large one into blocks of `largest`.
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
        let isolation = Isolation::new(Isolate::None, PathBuf::new());
        let entrant = |backend| Entrant::new(backend, &isolation, true);
        let backends = solvers::BACKENDS.iter().cycle().take(n_backends).copied();
        Plan { order, seed: 3, ..Plan::new(backends.map(entrant).collect(), isolation) }
    }

    #[test]
    fn small_corpora_are_divided_evenly_and_large_ones_into_full_blocks() {
        assert_eq!(block_size(48, 2, BLOCK), 24);
        assert_eq!(block_size(1, 8, BLOCK), 1);
        assert_eq!(block_size(0, 8, BLOCK), 1);
        assert_eq!(block_size(100_000, 2, BLOCK), BLOCK);
    }

    #[test]
    fn blocks_are_larger_if_a_backend_solves_batches() {
        let mut plan = plan(3, Order::Interleaved);
        assert_eq!(plan.largest_block(), BLOCK);
        plan.backends[1].backend.batch = Some(|_| Err(solvers::Unsupported(String::new())));
        assert_eq!(plan.largest_block(), BATCH);
    }

    #[test]
    fn the_design_for_four_is_that_of_the_textbook() {
        let rows = [[0, 1, 3, 2], [1, 2, 0, 3], [2, 3, 1, 0], [3, 0, 2, 1]];
        for (turn, row) in rows.iter().enumerate() {
            assert_eq!(williams_row(4, turn), row);
            assert_eq!(williams_row(4, turn + 4), row);
        }
        assert_eq!(williams_row(1, 5), [0]);
    }

    proptest! {
        #[test]
        fn every_order_contains_each_pass_once(n in 1..12_usize, block in 0..100_usize, rep in 0..50_u32) {
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
        fn positions_and_successors_are_balanced(n in 2..14_usize) {
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
