//! A run in several processes, one after the other.
//!
//! A process is one sample of the layout of code and memory, which can make a backend a few per cent
//! faster or slower throughout. So the program starts itself again with the same arguments and the
//! number of the invocation. Each process continues the run in the same folder, which remains locked
//! by the first.

use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::{Context, bail};
use race::manifest;
use race::puzzles::PuzzleTable;

use super::{Run, Totals};
use crate::cli::RunArgs;
use crate::cmd::End;

/// Runs all invocations, and totals their rows.
pub(super) fn run(arguments: &RunArgs, run: &mut Run, cancel: &AtomicBool) -> anyhow::Result<End> {
    let Some(folder) = &run.folder.clone() else {
        bail!("--invocations needs a folder for the rows, not --format csv");
    };
    let program = std::env::current_exe().context("cannot find the program itself")?;
    let mut given: Vec<_> = std::env::args_os().skip(1).collect();
    if !given.iter().any(|word| word == "--resume") {
        given.push("--resume".into());
    }
    if arguments.output.is_none() {
        given.extend(["--output".into(), folder.clone().into_os_string()]);
    }
    if let Some(place) = run.place.as_ref().filter(|_| arguments.attempt.is_none()) {
        given.extend(["--attempt".into(), place.attempt().into()]);
    }
    let mut end = End::Well;
    for number in 1..=arguments.invocations {
        let status = Command::new(&program)
            .args(&given)
            .args(["--invocation", &number.to_string()])
            .stdin(run.journal.for_child()?)
            .stdout(Stdio::null())
            .status()
            .with_context(|| format!("cannot start {}", program.display()))?;
        match status.code() {
            Some(0) => {}
            Some(1) => end = End::Failed,
            Some(2) => end = End::BadInput,
            Some(130) => end = End::Interrupted,
            _ => bail!("invocation {number} ended with {status}; --resume continues it"),
        }
        if end == End::Interrupted || cancel.load(Ordering::Relaxed) {
            end = End::Interrupted;
            break;
        }
    }
    let mut totals = Totals::default();
    let mut puzzles = std::collections::HashSet::new();
    run.journal.resume(folder, |row| {
        totals.add(&row);
        puzzles.insert(row.puzzle_hash);
    })?;
    run.manifest.rows = (end != End::Interrupted).then(|| totals.rows());
    run.totals = totals;
    // The processes have appended to it.
    let disk = &arguments.disk;
    run.puzzles = run.puzzles.is_some().then(|| PuzzleTable::open(disk, folder)).transpose()?;
    let (elapsed, is_complete) = (run.start.elapsed(), end != End::Interrupted);
    manifest::close(&mut run.manifest, puzzles.len(), 0, is_complete, elapsed);
    run.seal(disk, folder)?;
    Ok(end)
}
