//! Stage 2: backends and puzzles become trials in an order that favours nobody.
//!
//! The puzzles of a corpus form blocks. A worker runs a block pass by pass: every puzzle of the
//! block once by one backend, then by the next, so that no backend sees a puzzle twice in a row.
//! Which backend begins changes from block to block.

use std::time::Duration;

use solvers::Backend;

use crate::record::Task;

/// How many puzzles a block has, if the corpus has enough of them. With fewer distinct puzzles in
/// a pass the processor learns them by heart, and short solves look faster than they are.
pub const BLOCK: usize = 512;

/// What is run, apart from the puzzles.
#[derive(Clone, Debug)]
pub struct Plan {
    /// In the order of the registry.
    pub backends: Vec<Backend>,
    /// What each is asked.
    pub task: Task,
    /// Time for each puzzle.
    pub timeout: Option<Duration>,
    /// Search states for each puzzle.
    pub node_limit: Option<u64>,
    /// Where a count ends.
    pub max_solutions: u64,
    /// How many workers.
    pub jobs: usize,
}

impl Plan {
    /// The number of solutions at which a search for the task ends.
    pub fn solution_limit(&self) -> u64 {
        match self.task {
            Task::First => 1,
            Task::Unique => 2,
            Task::Count => self.max_solutions,
        }
    }

    /// The backends in the order of the passes of a block.
    pub fn passes(&self, block: usize) -> impl Iterator<Item = &Backend> {
        let n_backends = self.backends.len();
        (0..n_backends).map(move |pass| &self.backends[(block + pass) % n_backends])
    }
}

/// The size of the blocks when so many puzzles are known to wait: a small corpus is shared out
/// evenly among the workers, a large one is cut at [`BLOCK`].
pub fn block_size(puzzles: usize, jobs: usize) -> usize {
    puzzles.div_ceil(jobs.max(1)).clamp(1, BLOCK)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_corpora_are_shared_out_and_large_ones_cut() {
        assert_eq!(block_size(48, 2), 24);
        assert_eq!(block_size(1, 8), 1);
        assert_eq!(block_size(0, 8), 1);
        assert_eq!(block_size(100_000, 2), BLOCK);
    }

    #[test]
    fn every_backend_has_one_pass_a_block_and_all_begin_in_turn() {
        let backends = solvers::BACKENDS.to_vec();
        let n_backends = backends.len();
        let plan = Plan {
            backends,
            task: Task::Unique,
            timeout: None,
            node_limit: None,
            max_solutions: 1,
            jobs: 1,
        };
        let mut first = Vec::new();
        for block in 0..n_backends {
            let mut ids: Vec<_> = plan.passes(block).map(|backend| backend.id).collect();
            first.push(ids[0]);
            ids.sort_unstable();
            ids.dedup();
            assert_eq!(ids.len(), n_backends);
        }
        first.sort_unstable();
        first.dedup();
        assert_eq!(first.len(), n_backends);
    }
}
