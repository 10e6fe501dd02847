//! Shards on the hosts of a file, by GNU parallel and ssh.

use std::fmt::Write as _;
use std::io::Write;
use std::path::Path;
use std::process::Command;

use anyhow::{Context, ensure};
use race::progress_line;

use super::scripts::{self, MERGE, SHARD};
use super::sharded_run::{ShardedRun, text};
use super::submission::Submission;
use crate::cmd::End;

/// Runs the shards with these numbers and merges all, or prints scripts and commands.
///
/// # Errors
/// When a script cannot be written, or GNU parallel or the shell cannot be started.
pub(super) fn run(
    run: &ShardedRun,
    missing: &[u32],
    hosts: &Path,
    is_dry: bool,
    out: &mut dyn Write,
) -> anyhow::Result<End> {
    let scripts = scripts::plain(run)?;
    let words = words(run, missing, hosts)?;
    if is_dry {
        let mut printed = format!("==> {SHARD} <==\n{}\n", scripts.shard);
        let _ = writeln!(printed, "==> {MERGE} <==\n{}", scripts.merge);
        let _ = writeln!(
            printed,
            "==> commands <==\nparallel {}",
            scripts::joined(words.iter().map(String::as_str))
        );
        let _ = writeln!(printed, "sh {MERGE}");
        write!(out, "{printed}")?;
        return Ok(End::Well);
    }
    ensure!(hosts.is_file(), "{}: expected a file with a host per line", hosts.display());
    scripts.write(&run.shared)?;
    Submission::of(run)?.write(&run.shared)?;
    if !missing.is_empty() {
        // What it returns is the number of shards that failed, which the merge names.
        let bar = progress_line::can_show().then(|| "--bar".to_owned());
        let words: Vec<String> = bar.into_iter().chain(words).collect();
        start("parallel", &words, &run.shared)?;
    }
    let code = start("sh", &[MERGE.to_owned()], &run.shared)?;
    Ok(match code {
        Some(0) => End::Well,
        Some(1) => End::Failed,
        Some(130) | None => End::Interrupted,
        Some(_) => End::BadInput,
    })
}

/// Returns the words of GNU parallel, which runs in the shared folder.
fn words(run: &ShardedRun, missing: &[u32], hosts: &Path) -> anyhow::Result<Vec<String>> {
    let mut words = vec!["--sshloginfile".to_owned(), text(hosts)?.to_owned()];
    words.extend(["--workdir".to_owned(), text(&run.shared)?.to_owned()]);
    if run.cpus > 1 {
        words.push(format!("--jobs={}%", (100 / run.cpus).max(1)));
    }
    words.extend(["sh", SHARD, "{}", ":::"].map(ToOwned::to_owned));
    words.extend(missing.iter().map(u32::to_string));
    Ok(words)
}

/// Runs a program in a folder, and returns its exit code.
fn start(program: &str, words: &[String], folder: &Path) -> anyhow::Result<Option<i32>> {
    let status = Command::new(program).args(words).current_dir(folder).status();
    Ok(status.with_context(|| format!("cannot start {program}"))?.code())
}
