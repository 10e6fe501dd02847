//! A run in several processes, one after the other.
//!
//! A process is one sample of the layout of code and memory, which can make a backend a few per cent
//! faster or slower throughout. So the program starts itself again with the same arguments and the
//! number of the invocation. Each process continues the run in the same folder, which remains locked
//! by the first, and dies with it.

use std::collections::HashSet;
use std::ffi::OsString;
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use std::{io, thread};

use anyhow::{Context, bail};
use race::machine::processes;
use race::manifest;
use race::puzzles::PuzzleTable;
use record::disk::Disk;

use super::{Run, Totals};
use crate::cli::RunArgs;
use crate::cmd::{End, begin_saving};

/// Runs all invocations, and totals their rows.
pub(super) fn run(arguments: &RunArgs, run: &mut Run, cancel: &AtomicBool) -> anyhow::Result<End> {
    let Some(folder) = &run.folder.clone() else {
        bail!("--invocations needs a folder for the rows, not --format csv");
    };
    let program = std::env::current_exe().context("cannot find the program itself")?;
    let given = child_arguments(arguments, run, folder);
    let mut end = End::Well;
    for number in 1..=arguments.invocations {
        let mut command = Command::new(&program);
        command.args(&given).args(["--invocation", &number.to_string()]);
        command.args(["--parent", &std::process::id().to_string()]);
        command.stdin(run.journal.for_child()?).stdout(Stdio::null());
        let child = command.spawn();
        let mut child = child.with_context(|| format!("cannot start {}", program.display()))?;
        let status = wait(&mut child, cancel).context("cannot wait for an invocation")?;
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
    total(run, folder, &arguments.disk, end != End::Interrupted)?;
    Ok(end)
}

/// The time between two looks at a process that is measuring.
const LOOK: Duration = Duration::from_millis(100);

/// Waits for a process. After Ctrl-C, which a terminal sends to both, it is asked to end, and writes what it has.
fn wait(child: &mut Child, cancel: &AtomicBool) -> io::Result<ExitStatus> {
    let mut is_asked = false;
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(status);
        }
        if cancel.load(Ordering::Relaxed) && !is_asked {
            is_asked = true;
            begin_saving();
            processes::terminate_children();
        }
        thread::sleep(LOOK);
    }
}

/// Returns the arguments of each process: those of this one, with which it continues the run in the folder.
fn child_arguments(arguments: &RunArgs, run: &Run, folder: &Path) -> Vec<OsString> {
    let mut given: Vec<_> = std::env::args_os().skip(1).collect();
    if !given.iter().any(|word| word == "--resume") {
        given.push("--resume".into());
    }
    if arguments.output.is_none() {
        given.extend(["--output".into(), folder.as_os_str().to_owned()]);
    }
    if let Some(place) = run.place.as_ref().filter(|_| arguments.attempt.is_none()) {
        given.extend(["--attempt".into(), place.attempt().into()]);
    }
    given
}

/// Totals the rows of all processes, completes the manifest, and seals the files.
fn total(run: &mut Run, folder: &Path, disk: &Disk, is_complete: bool) -> anyhow::Result<()> {
    let mut totals = Totals::default();
    let mut puzzles = HashSet::new();
    run.journal.resume(folder, |row| {
        totals.add(&row);
        puzzles.insert(row.puzzle_hash);
    })?;
    run.manifest.rows = is_complete.then(|| totals.rows());
    run.totals = totals;
    // The processes have appended to it.
    run.puzzles = run.puzzles.is_some().then(|| PuzzleTable::open(disk, folder)).transpose()?;
    let elapsed = run.start.elapsed();
    manifest::close(&mut run.manifest, puzzles.len(), 0, is_complete, elapsed);
    run.seal(disk, folder)
}
