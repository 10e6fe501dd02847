//! Threads for the subcommands that work on many puzzles.

use race::machine::description::physical_cores;
use rayon::{ThreadPool, ThreadPoolBuilder};

/// Returns the number of threads: `jobs`, by default one per physical core.
pub(super) fn number(jobs: Option<u16>) -> usize {
    jobs.map_or_else(physical_cores, usize::from)
}

/// Returns a pool of [`number`] threads.
pub(super) fn pool(jobs: Option<u16>) -> anyhow::Result<ThreadPool> {
    pool_of(number(jobs))
}

/// Returns a pool of this many threads.
pub(super) fn pool_of(threads: usize) -> anyhow::Result<ThreadPool> {
    Ok(ThreadPoolBuilder::new().num_threads(threads).build()?)
}
