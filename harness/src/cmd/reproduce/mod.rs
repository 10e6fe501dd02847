//! `harness reproduce`: measures published figures and claims again, and compares.
//!
//! ```text
//!   sources ──> replayed ──> tables, CSV, JSON (print), a page (page)
//! ```

use race::progress_line::ProgressLine;
use std::env;
use std::fs;
use std::io::Write;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::Context;
use render::table::{Format, Table, TableCell, grouped};
use schemars::schema_for;

pub(super) use self::sources::Sources;
use super::reproduction::{Cell, Laboratory, Replayed, Reproduction, ReproductionFile};
use super::{End, workers};
use crate::cli::{JobsArgs, ReproduceArgs};

mod page;
mod print;
mod sources;

/// The environment variable that names the folder of public corpora.
const CORPORA: &str = "SUDOKU_CORPORA";

/// Replays the sources, and prints what came of it.
///
/// # Errors
/// When there is no such source, or a file is invalid or cannot be written.
pub fn run(
    arguments: &ReproduceArgs,
    cancel: &AtomicBool,
    out: &mut dyn Write,
) -> anyhow::Result<End> {
    if arguments.schema {
        return schema(out);
    }
    let format = arguments.format.format();
    if arguments.list {
        list(&Sources::all(None)?).print(out, format)?;
        return Ok(End::Well);
    }
    let folder = arguments.corpora.clone().or_else(|| env::var_os(CORPORA).map(PathBuf::from));
    let sources = Sources::of(&arguments.names, arguments.seed.number)?;
    let Some(replays) = replayed(sources, folder, arguments.jobs, cancel)? else {
        return Ok(End::Interrupted);
    };
    if let Some(path) = &arguments.output {
        let page = page::html(&replays)?;
        fs::write(path, page).with_context(|| format!("cannot write {}", path.display()))?;
    }
    replays.print(format, out)?;
    Ok(replays.end())
}

/// Prints the JSON schema of files of expected cells.
pub(super) fn schema(out: &mut dyn Write) -> anyhow::Result<End> {
    writeln!(out, "{:#}", schema_for!(Reproduction).as_value())?;
    Ok(End::Well)
}

/// Returns what there is, and what it takes.
fn list(sources: &Sources) -> Table {
    let table = Table::default().words("name").words("source").numbers("cells");
    let mut table = table.numbers("CPU seconds").words("needs");
    let number = |number: u64| TableCell::new(grouped(number), number);
    for (name, file) in &sources.files {
        let head = &file.head;
        table.row([
            TableCell::from(name.as_str()),
            format!("{} ({})", head.title, head.author).into(),
            number(file.cells.len() as u64),
            number(head.cpu_seconds),
            file.needed_files().join(", ").into(),
        ]);
    }
    table
}

/// Sources whose cells were measured.
pub(super) struct Replays {
    sources: Vec<ReplayedSource>,
    /// The names of the sources that took too long to be measured.
    left_out: Vec<String>,
}

/// A source whose cells were measured.
struct ReplayedSource {
    name: String,
    file: ReproductionFile,
    /// For each cell.
    replayed: Vec<Replayed>,
}

/// Measures the cells of the sources; `None` if it was cancelled. Public corpora are in `folder`.
///
/// # Errors
/// When something that a cell measures does not exist, or a solver returns a wrong answer.
pub(super) fn replayed(
    sources: Sources,
    folder: Option<PathBuf>,
    jobs: JobsArgs,
    cancel: &AtomicBool,
) -> anyhow::Result<Option<Replays>> {
    let pool = workers::pool(jobs.number)?;
    let laboratory = Laboratory::new(cancel, folder);
    let n_cells = sources.files.iter().map(|(_, file)| file.cells.len() as u64).sum();
    let bar = ProgressLine::of(n_cells, "cells");
    let mut all = Vec::new();
    for (name, file) in sources.files {
        let mut replayed = Vec::new();
        for cell in &file.cells {
            let measured = pool.install(|| file.replay(cell, &laboratory));
            // What a cancelled search returns is no measurement.
            if cancel.load(Ordering::Relaxed) {
                return Ok(None);
            }
            replayed.push(measured?);
            bar.advance(1);
        }
        all.push(ReplayedSource { name, file, replayed });
    }
    drop(bar);
    Ok(Some(Replays { sources: all, left_out: sources.left_out }))
}

impl Replays {
    /// Prints all sources.
    pub(super) fn print(&self, format: Format, out: &mut dyn Write) -> anyhow::Result<()> {
        print::print(self, format, out)
    }

    /// Returns how the subcommand ends: whether whatever is expected to agree agrees.
    pub(super) fn end(&self) -> End {
        let is_well = self.sources.iter().all(|source| source.failures() == 0);
        if is_well { End::Well } else { End::Failed }
    }
}

impl ReplayedSource {
    /// Returns the number of cells that no longer agree.
    fn failures(&self) -> usize {
        self.pairs().filter(|(cell, replayed)| cell.fails(replayed)).count()
    }

    /// Returns the cells and what was measured.
    fn pairs(&self) -> impl Iterator<Item = (&Cell, &Replayed)> {
        self.file.cells.iter().zip(&self.replayed)
    }
}
