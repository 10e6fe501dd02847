//! `harness submit` and `harness cancel`: the shards of a run as jobs of several machines.
//!
//! A job runs one shard (`run --shard`), and a last one merges them (`merge --complete`). Nothing here depends on
//! what a scheduler remembers: which shards are done follows from the shared folder, so the same command again, a
//! week later or after a crash, starts the others. Schedulers choke on a job per puzzle, so there is one array.

use std::io::Write;
use std::path::Path;

use anyhow::{bail, ensure};
use solvers::Backend;

pub(super) use self::scripts::LOGS;
use self::sharded_run::ShardedRun;
use self::submission::Submission;
use super::{End, number_ranges};
use crate::cli::{CancelArgs, SubmitArgs};

mod condor;
mod parallel;
mod scripts;
mod sharded_run;
mod slurm;
mod submission;

/// Submits the shards that are not published, or prints how.
///
/// # Errors
/// When the run or the study is refused, when the folder has shards of another run, and when the jobs cannot be
/// submitted.
pub fn run(arguments: &SubmitArgs, all: &[Backend], out: &mut dyn Write) -> anyhow::Result<End> {
    // It is relative to the current folder, which that of a study replaces.
    let hosts = arguments.engine.parallel.as_ref().map(std::path::absolute).transpose()?;
    let Some(run) = ShardedRun::of(arguments, all)? else {
        writeln!(out, "Every backend has run on every corpus.")?;
        return Ok(End::Well);
    };
    let missing = submission::missing(&run)?;
    if missing.is_empty() && run.merged.exists() {
        let (count, merged) = (run.count, run.merged.display());
        writeln!(out, "All shards of {count} are published and merged.\n{merged}")?;
        return Ok(End::Well);
    }
    let engine = &arguments.engine;
    if engine.htcondor {
        write!(out, "{}", condor::description(&run)?)?;
    } else if engine.pbs {
        write!(out, "{}", scripts::pbs(&run)?)?;
    } else if let Some(hosts) = hosts {
        return parallel::run(&run, &missing, &hosts, arguments.dry_run, out);
    } else {
        slurm::submit(&run, &missing, arguments.dry_run, out)?;
    }
    Ok(End::Well)
}

/// Returns the number of shards that were submitted from a shared folder; `None` if none were.
///
/// # Errors
/// When what was submitted cannot be read.
pub(super) fn submitted_shards(shared: &Path) -> anyhow::Result<Option<u32>> {
    Ok(Submission::read(shared)?.map(|submission| submission.shards.get()))
}

/// Cancels the jobs of a shared folder that wait or run.
///
/// # Errors
/// When nothing was submitted from there, or Slurm cannot be asked.
pub fn cancel(arguments: &CancelArgs, out: &mut dyn Write) -> anyhow::Result<End> {
    let folder = &arguments.folder;
    let name = folder.display();
    let Some(submission) = Submission::read(folder)? else {
        bail!(
            "{name}: nothing was submitted from there, expected the folder of a `harness submit`"
        );
    };
    ensure!(
        !submission.jobs.is_empty(),
        "{name}: nothing was submitted to Slurm; what GNU parallel runs ends with it"
    );
    let queued = slurm::queued(&submission.jobs)?;
    if queued.is_empty() {
        let jobs = submission.jobs.join(", ");
        writeln!(out, "Nothing to cancel: none of the jobs {jobs} waits or runs.")?;
    } else {
        slurm::cancel(&queued)?;
        writeln!(out, "Cancelled: job {}.", queued.join(", job "))?;
    }
    say_published(folder, &submission, out)
}

fn say_published(
    folder: &Path,
    submission: &Submission,
    out: &mut dyn Write,
) -> anyhow::Result<End> {
    let missing = submission.missing(folder)?;
    let count = submission.shards;
    match missing.is_empty() {
        true => writeln!(out, "All shards of {count} are published.")?,
        false => writeln!(
            out,
            "Not published of {count} shards: {}. The command that submitted them submits these again.",
            number_ranges::in_words(&missing)
        )?,
    }
    Ok(End::Well)
}
