//! The scripts of the jobs. Every path in them is absolute and quoted for the shell.

use std::borrow::Cow;
use std::env;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::time::Duration;

use anyhow::Context;

use super::sharded_run::{ShardedRun, text};

/// The script that runs one shard.
pub(super) const SHARD: &str = "shard.sh";

/// The script that merges the shards.
pub(super) const MERGE: &str = "merge.sh";

/// The folder of the logs.
pub(in crate::cmd) const LOGS: &str = "logs";

/// The scripts of a run.
pub(super) struct Scripts {
    /// Runs one shard.
    pub(super) shard: String,
    /// Merges the shards.
    pub(super) merge: String,
}

impl Scripts {
    /// Writes the scripts to the shared folder, which is created, with the folder of the logs.
    ///
    /// # Errors
    /// When that is impossible.
    pub(super) fn write(&self, shared: &Path) -> anyhow::Result<()> {
        let logs = shared.join(LOGS);
        fs::create_dir_all(&logs).with_context(|| format!("cannot create {}", logs.display()))?;
        for (name, script) in [(SHARD, &self.shard), (MERGE, &self.merge)] {
            let path = shared.join(name);
            fs::write(&path, script).with_context(|| format!("cannot write {}", path.display()))?;
        }
        Ok(())
    }
}

/// Returns the scripts for Slurm.
pub(super) fn slurm(run: &ShardedRun) -> anyhow::Result<Scripts> {
    let name = run.name();
    let shard = format!(
        "#!/bin/sh\n\
         #SBATCH --job-name={name}\n\
         #SBATCH --output={LOGS}/%A_%a.log\n\
         #SBATCH --cpus-per-task={}\n\
         {}\n\
         # The first argument is added to the index in the array.\n\
         shard=$((SLURM_ARRAY_TASK_ID + ${{1:-0}}))\n\
         {}",
        run.cpus,
        slurm_options(run),
        shard_command(run)?
    );
    let merge = format!(
        "#!/bin/sh\n\
         #SBATCH --job-name={name}-merge\n\
         #SBATCH --output={LOGS}/merge-%j.log\n\
         {}\n\
         {}",
        slurm_options(run),
        merge_commands(run)?
    );
    Ok(Scripts { shard, merge })
}

/// Returns the options that both jobs have, which Slurm has had since version 20.11 at least.
fn slurm_options(run: &ShardedRun) -> String {
    let jobs = &run.jobs;
    let mut lines = String::from("#SBATCH --open-mode=append\n#SBATCH --requeue\n");
    let mut option = |name: &str, value: Option<String>| {
        if let Some(value) = value {
            let _ = writeln!(lines, "#SBATCH --{name}={value}");
        }
    };
    option("partition", jobs.partition.clone());
    option("account", jobs.account.clone());
    option("time", jobs.time.map(|time| minutes(time).to_string()));
    option("mem", jobs.mem.map(|mem| format!("{}M", mebibytes(mem.0))));
    lines
}

/// Returns the scripts for any program that starts one with the number of a shard.
pub(super) fn plain(run: &ShardedRun) -> anyhow::Result<Scripts> {
    let shard = format!("#!/bin/sh\nshard=$1\n{}", shard_command(run)?);
    let merge = format!("#!/bin/sh\n{}", merge_commands(run)?);
    Ok(Scripts { shard, merge })
}

/// Returns the script for PBS, whose array is of all shards: one that is published is not run
/// again.
///
/// # Errors
/// When a path is not UTF-8.
pub(super) fn pbs(run: &ShardedRun) -> anyhow::Result<String> {
    let jobs = &run.jobs;
    let mut script = format!(
        "#!/bin/sh\n\
         # qsub starts the shards. When all have ended: {}\n\
         #PBS -N {}\n\
         #PBS -J 1-{}{}\n\
         #PBS -j oe\n\
         #PBS -r y\n",
        command(&run.merge_words()?)?,
        run.name(),
        run.count,
        jobs.max_running.map(|most| format!("%{most}")).unwrap_or_default(),
    );
    let mem = jobs.mem.map(|mem| format!(":mem={}mb", mebibytes(mem.0))).unwrap_or_default();
    let _ = writeln!(script, "#PBS -l select=1:ncpus={}{mem}", run.cpus);
    if let Some(time) = jobs.time.map(minutes) {
        let _ = writeln!(script, "#PBS -l walltime={:02}:{:02}:00", time / 60, time % 60);
    }
    for (option, value) in [("-q", &jobs.partition), ("-A", &jobs.account)] {
        if let Some(value) = value {
            let _ = writeln!(script, "#PBS {option} {value}");
        }
    }
    script.push_str("\nshard=$PBS_ARRAY_INDEX\n");
    script.push_str(&shard_command(run)?);
    Ok(script)
}

/// Returns the lines that run the shard of the variable `shard`. Each attempt names itself by the ids of the job. The
/// shell becomes the harness, which so gets the signals of the scheduler.
fn shard_command(run: &ShardedRun) -> anyhow::Result<String> {
    let words = command(&run.words)?;
    Ok(format!("{}exec {words} --shard=\"$shard/{}\"\n", enter(run)?, run.count))
}

/// Returns the lines that merge the shards, and write the outputs of the study if it is one. The job may be started
/// again after it has merged.
fn merge_commands(run: &ShardedRun) -> anyhow::Result<String> {
    let merged = quoted(text(&run.merged)?);
    let merge = command(&run.merge_words()?)?;
    let mut commands = format!("{}[ -d {merged} ] || {merge}", enter(run)?);
    if let Some(study) = &run.study {
        let report = ["study", "report", text(study)?].map(ToOwned::to_owned);
        commands += &format!(" &&\n    {}", command(&report)?);
    }
    Ok(commands + "\n")
}

fn enter(run: &ShardedRun) -> anyhow::Result<String> {
    Ok(format!("cd {} || exit\n", quoted(text(&run.here)?)))
}

/// This program with these words.
pub(super) fn command(words: &[String]) -> anyhow::Result<String> {
    let program = env::current_exe().context("cannot find the program itself")?;
    let all = [text(&program)?].into_iter().chain(words.iter().map(String::as_str));
    Ok(joined(all))
}

/// Returns the words of a command, each quoted where the shell needs it.
pub(super) fn joined<'w>(words: impl IntoIterator<Item = &'w str>) -> String {
    words.into_iter().map(quoted).collect::<Vec<_>>().join(" ")
}

/// Returns a word for the shell. It quotes fewer than `shell_words`, which quotes each
/// `--name=value`.
fn quoted(word: &str) -> Cow<'_, str> {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_=/.,:%@+".contains(c);
    match !word.is_empty() && word.chars().all(is_plain) {
        true => Cow::Borrowed(word),
        false => shell_words::quote(word),
    }
}

/// Returns whole minutes, at least as long.
fn minutes(time: Duration) -> u64 {
    time.as_secs().div_ceil(60).max(1)
}

/// Returns whole mebibytes, at least as large.
pub(super) fn mebibytes(bytes: u64) -> u64 {
    bytes.div_ceil(1 << 20)
}
