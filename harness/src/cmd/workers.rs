//! Threads and a progress bar for the subcommands that work on many puzzles.

use indicatif::{ProgressBar, ProgressStyle};
use race::machine::description::physical_cores;
use rayon::{ThreadPool, ThreadPoolBuilder};

/// A pool of `jobs` threads, by default one per physical core.
pub(super) fn pool(jobs: Option<u16>) -> anyhow::Result<ThreadPool> {
    let jobs = jobs.map_or_else(physical_cores, usize::from);
    Ok(ThreadPoolBuilder::new().num_threads(jobs).build()?)
}

/// A progress bar on standard error, if that is a terminal.
pub(super) fn bar(what: &str, total: u64) -> ProgressBar {
    let bar = ProgressBar::new(total);
    let template =
        format!("{{bar:30}} {{human_pos}}/{{human_len}} {what}, {{per_sec}}, {{eta}} left {{msg}}");
    if let Ok(style) = ProgressStyle::with_template(&template) {
        bar.set_style(style);
    }
    bar
}
