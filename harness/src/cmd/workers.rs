//! Threads for the subcommands that work on many puzzles.

use race::machine::description::physical_cores;
use rayon::{ThreadPool, ThreadPoolBuilder};

/// Returns a pool of `jobs` threads, by default one per physical core.
pub(super) fn pool(jobs: Option<u16>) -> anyhow::Result<ThreadPool> {
    let jobs = jobs.map_or_else(physical_cores, usize::from);
    Ok(ThreadPoolBuilder::new().num_threads(jobs).build()?)
}
