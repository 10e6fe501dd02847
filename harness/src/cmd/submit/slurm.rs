//! Submission to Slurm: an array of the shards, and the merge when all its tasks have ended.
//!
//! The merge depends on the array by `afterany`, not `afterok`: a task that failed may have been replaced, and one
//! whose backend gave a wrong answer has published its shard all the same. Whether the shards are complete is for the
//! merge to check. Only options are used that Slurm has had since version 20.11 at least.

use std::io::{self, Write};
use std::num::NonZeroU32;
use std::path::Path;
use std::process::{Command, Output};

use anyhow::{Context, bail, ensure};

use super::scripts::{self, MERGE, SHARD};
use super::sharded_run::ShardedRun;
use super::submission::Submission;
use crate::cmd::number_ranges;

/// The largest index of an array, plus 1, where Slurm does not say.
const MAX_ARRAY_SIZE: u32 = 1001;

/// Submits the shards with these numbers and the merge, or prints scripts and commands.
///
/// # Errors
/// When jobs of the run still wait or run, or Slurm refuses one.
pub(super) fn submit(
    run: &ShardedRun,
    missing: &[u32],
    is_dry: bool,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let scripts = scripts::slurm(run)?;
    if is_dry {
        return print(run, missing, &scripts, out);
    }
    let mut submission = Submission::of(run)?;
    let queued = queued(&submission.jobs)?;
    let shared = run.shared.display();
    ensure!(
        queued.is_empty(),
        "{shared}: job {} still waits or runs; `squeue` says why, and `harness cancel` ends it",
        queued.join(", job ")
    );
    scripts.write(&run.shared)?;
    let mut submit = |words: &[String], what: &str| -> anyhow::Result<String> {
        let id = sbatch(words, &run.shared)?;
        writeln!(out, "Job {id}: {what}.")?;
        submission.jobs.push(id.clone());
        submission.write(&run.shared)?;
        Ok(id)
    };
    let mut ids: Vec<String> = Vec::new();
    for array in arrays(missing, max_array_size()?) {
        let words = array.words(run.jobs.max_running, ids.last().map(String::as_str));
        ids.push(submit(&words, &array.in_words(run.count))?);
    }
    submit(&merge_words(&ids), &format!("the merge to {}", run.merged.display()))?;
    writeln!(
        out,
        "If shards are missing then ({shared}/logs/merge-*.log), the same command submits them; \
         `harness cancel` cancels these jobs.\n{shared}"
    )?;
    Ok(())
}

/// Prints the scripts and the commands.
fn print(
    run: &ShardedRun,
    missing: &[u32],
    scripts: &scripts::Scripts,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    writeln!(out, "==> {SHARD} <==\n{}", scripts.shard)?;
    writeln!(out, "==> {MERGE} <==\n{}", scripts.merge)?;
    let arrays = arrays(missing, MAX_ARRAY_SIZE);
    let ids: Vec<String> = (1..=arrays.len()).map(|number| format!("JOB{number}")).collect();
    writeln!(out, "==> commands <==")?;
    for (index, array) in arrays.iter().enumerate() {
        let earlier = index.checked_sub(1).map(|index| ids[index].as_str());
        let words = array.words(run.jobs.max_running, earlier);
        writeln!(out, "sbatch {}", scripts::joined(words.iter().map(String::as_str)))?;
    }
    writeln!(out, "sbatch {}", scripts::joined(merge_words(&ids).iter().map(String::as_str)))?;
    Ok(())
}

/// Shards with consecutive numbers, whose indices in an array of Slurm are the numbers minus an offset.
struct Array {
    offset: u32,
    shards: Vec<u32>,
}

impl Array {
    /// Returns which shards these are: `shards 1–24 of 24`.
    fn in_words(&self, count: NonZeroU32) -> String {
        let noun = if self.shards.len() == 1 { "shard" } else { "shards" };
        format!("{noun} {} of {count}", number_ranges::in_words(&self.shards))
    }

    /// Returns the words of `sbatch`. A limit of running tasks is one of each array, so then an array waits for the one
    /// before.
    fn words(&self, max_running: Option<NonZeroU32>, earlier: Option<&str>) -> Vec<String> {
        let indices: Vec<u32> = self.shards.iter().map(|number| number - self.offset).collect();
        let indices = number_ranges::plain(&indices);
        let most = max_running.map(|most| format!("%{most}")).unwrap_or_default();
        let mut words = vec!["--parsable".to_owned(), format!("--array={indices}{most}")];
        if let (Some(earlier), Some(_)) = (earlier, max_running) {
            words.push(format!("--dependency=afterany:{earlier}"));
        }
        words.push(SHARD.to_owned());
        words.extend((self.offset > 0).then(|| self.offset.to_string()));
        words
    }
}

/// Arrays of these shards with indices below `max_array_size`.
fn arrays(shards: &[u32], max_array_size: u32) -> Vec<Array> {
    let size = max_array_size.saturating_sub(1).max(1);
    let block = |number: &u32| (number - 1) / size;
    let blocks = shards.chunk_by(|a, b| block(a) == block(b));
    blocks.map(|shards| Array { offset: block(&shards[0]) * size, shards: shards.into() }).collect()
}

/// Returns the words of `sbatch` for the merge, which begins when all these jobs have ended.
fn merge_words(ids: &[String]) -> Vec<String> {
    let mut words = vec!["--parsable".to_owned()];
    if !ids.is_empty() {
        words.push(format!("--dependency=afterany:{}", ids.join(":")));
        words.push("--kill-on-invalid-dep=yes".to_owned());
    }
    words.push(MERGE.to_owned());
    words
}

/// Submits a script from the shared folder, on which the paths of its logs depend, and returns the id of the job.
fn sbatch(words: &[String], shared: &Path) -> anyhow::Result<String> {
    let printed = succeed(Command::new("sbatch").args(words).current_dir(shared))?;
    // The name of the cluster may follow.
    let id = printed.trim().split(';').next().unwrap_or_default();
    ensure!(id.parse::<u64>().is_ok(), "sbatch printed {printed:?}, expected the id of a job");
    Ok(id.to_owned())
}

/// Returns the size of arrays that Slurm is configured for.
fn max_array_size() -> anyhow::Result<u32> {
    let printed = succeed(Command::new("scontrol").args(["show", "config"]))?;
    let line = printed.lines().find_map(|line| line.trim().strip_prefix("MaxArraySize"));
    let size = line.and_then(|line| line.trim_matches([' ', '=']).parse().ok());
    Ok(size.unwrap_or(MAX_ARRAY_SIZE))
}

/// Returns those of these jobs that wait or run. Slurm forgets jobs that ended some minutes ago.
///
/// # Errors
/// When Slurm cannot be asked.
pub(super) fn queued(ids: &[String]) -> anyhow::Result<Vec<String>> {
    let mut queued = Vec::new();
    for id in ids {
        let output =
            started(Command::new("squeue").args(["--noheader", "--format=%i", "--jobs", id]))?;
        let problem = String::from_utf8_lossy(&output.stderr);
        match output.status.success() {
            true if output.stdout.trim_ascii().is_empty() => {}
            true => queued.push(id.clone()),
            false if problem.contains("Invalid job id") => {}
            false => bail!("squeue: {}", problem.trim()),
        }
    }
    Ok(queued)
}

/// Cancels jobs.
///
/// # Errors
/// When Slurm refuses.
pub(super) fn cancel(ids: &[String]) -> anyhow::Result<()> {
    succeed(Command::new("scancel").args(ids)).map(drop)
}

/// Returns what a command of Slurm prints.
///
/// # Errors
/// When it fails, with what it says.
fn succeed(command: &mut Command) -> anyhow::Result<String> {
    let name = command.get_program().display().to_string();
    let output = started(command)?;
    if !output.status.success() {
        bail!("{name}: {}", String::from_utf8_lossy(&output.stderr).trim());
    }
    String::from_utf8(output.stdout).with_context(|| format!("{name}: expected UTF-8"))
}

fn started(command: &mut Command) -> anyhow::Result<Output> {
    let name = command.get_program().display().to_string();
    command.output().map_err(|problem| match problem.kind() {
        io::ErrorKind::NotFound => anyhow::anyhow!(
            "cannot find {name}: expected the commands of Slurm; --dry-run prints scripts without them"
        ),
        _ => anyhow::anyhow!("cannot start {name}: {problem}"),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn more_shards_than_indices_are_several_arrays() {
        let words = |shards: &[u32], most: Option<u32>| {
            let most = most.and_then(NonZeroU32::new);
            let arrays = arrays(shards, 11);
            arrays.iter().map(|it| it.words(most, Some("7")).join(" ")).collect::<Vec<_>>()
        };
        let all: Vec<u32> = (1..=24).collect();
        assert_eq!(
            words(&all, None),
            [
                "--parsable --array=1-10 shard.sh",
                "--parsable --array=1-10 shard.sh 10",
                "--parsable --array=1-4 shard.sh 20"
            ]
        );
        assert_eq!(
            words(&[3, 20, 21], Some(8)),
            [
                "--parsable --array=3%8 --dependency=afterany:7 shard.sh",
                "--parsable --array=10%8 --dependency=afterany:7 shard.sh 10",
                "--parsable --array=1%8 --dependency=afterany:7 shard.sh 20"
            ]
        );
        assert!(words(&[], None).is_empty());
    }

    #[test]
    fn the_merge_waits_for_every_array_and_not_for_none() {
        let ids = ["12", "13"].map(ToOwned::to_owned);
        let expected = "--parsable --dependency=afterany:12:13 --kill-on-invalid-dep=yes merge.sh";
        assert_eq!(merge_words(&ids).join(" "), expected);
        assert_eq!(merge_words(&[]).join(" "), "--parsable merge.sh");
    }
}
