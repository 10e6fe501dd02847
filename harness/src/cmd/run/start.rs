//! What a run needs before it starts: a puzzle, and the programs of its external solvers.

use std::path::PathBuf;

use anyhow::bail;
use race::corpus::{self, CorpusOptions, Reader};
use race::entrant::ProcessKind;
use race::plan::Plan;
use race::runner::{self, Blocks, Console};
use record::filter::Filter;
use solvers::Backend;

use super::plan::plan;
use crate::cli::RunArgs;

/// Checks that a run with these arguments can start, on this machine.
///
/// # Errors
/// When a file, a filter or a program is invalid, or there is no puzzle to run.
pub(in crate::cmd) fn check(arguments: &RunArgs, all: &[Backend]) -> anyhow::Result<()> {
    let plan = plan(arguments, all)?;
    let (options, _) = arguments.read.options()?;
    let files = corpus::files_of(&arguments.files, &arguments.corpora.patterns)?;
    let filter = Filter::new(arguments.puzzles.0.clone(), &[])?;
    let console = Console::new(0, plan.task);
    blocks(&files, options, filter, &plan, console.clone())?;
    console.finish();
    check_programs(&plan)
}

/// Opens the corpora and returns the blocks of their puzzles.
///
/// # Errors
/// When a file cannot be read, or there is no puzzle, in this shard or another.
pub(super) fn blocks(
    files: &[PathBuf],
    options: CorpusOptions,
    filter: Filter,
    plan: &Plan,
    console: Console,
) -> anyhow::Result<Blocks> {
    let reader = Reader::open_with(files, options)?;
    let mut blocks = Blocks::new(reader, filter, plan, console);
    if blocks.is_empty()? {
        bail!(
            "no puzzle to run: the corpora have none that can be read, or the filters exclude all"
        );
    }
    Ok(blocks)
}

/// Checks that the programs of external solvers exist, and that child processes can start within the memory limit.
///
/// # Errors
/// Names the first program that does not exist, or the least limit.
pub(super) fn check_programs(plan: &Plan) -> anyhow::Result<()> {
    let mut in_child = None;
    for entrant in &plan.backends {
        match &entrant.process {
            ProcessKind::External(program) => program.check_executable()?,
            ProcessKind::Child => in_child = Some(entrant.backend),
            ProcessKind::Own => {}
        }
    }
    // The limit is the same for all, and so is what a child needs before it solves.
    in_child.map_or(Ok(()), |backend| runner::check_start(backend, &plan.isolation))
}
