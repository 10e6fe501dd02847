//! `harness history add`: appends summaries of runs to a history.

use std::borrow::Cow;
use std::io::Write;
use std::path::Path;

use analysis::history::summary::{self, EntryNames};
use analysis::load::Runs;
use anyhow::ensure;
use record::history::{History, HistoryLine};
use render::table::counted;

use crate::cli::HistoryAddArgs;
use crate::cmd::{End, note, run_folder, study};

/// Adds the runs, and prints how many lines were added.
///
/// # Errors
/// When a run cannot be read, is incomplete, was changed or is not one of a history, or when the history cannot be written.
pub(super) fn run(arguments: &HistoryAddArgs, out: &mut dyn Write) -> anyhow::Result<End> {
    let HistoryAddArgs { label, commit, .. } = arguments;
    let history = &arguments.history.file;
    for text in [label, commit].into_iter().flatten() {
        let is_plain = !text.trim().is_empty() && !text.contains(char::is_control);
        ensure!(is_plain, "{text:?} is no name of an entry, expected text in one line");
    }
    let names = EntryNames { label: label.clone(), commit: commit.clone() };
    let mut lines = Vec::new();
    for path in &arguments.runs {
        lines.extend(lines_of(path, arguments, &names)?);
    }
    let appended = History::append(history, &lines)?;
    if appended.was_torn {
        note("an incomplete last line of the history was removed");
    }
    known(&appended.known);
    let file = history.display();
    writeln!(out, "{file}: {} added", counted(appended.added as u64, "line"))?;
    Ok(End::Well)
}

/// Returns the lines of a run, or of the newest run of a study.
fn lines_of(
    path: &Path,
    arguments: &HistoryAddArgs,
    names: &EntryNames,
) -> anyhow::Result<Vec<HistoryLine>> {
    let path = match run_folder::is_study(path) {
        true => Cow::Owned(study::newest_run(path)?),
        false => Cow::Borrowed(path),
    };
    let mut runs = Runs::read(&[path.clone().into_owned()])?;
    ensure!(
        !runs.is_changed(),
        "{} was changed after the run, and nothing is added: `harness verify` says what does not hold",
        path.display()
    );
    runs.keep(&arguments.backends.0, &[])?;
    summary::lines(&runs, names)
}

/// Notes what is in the history already.
fn known(lines: &[HistoryLine]) {
    for of_run in lines.chunk_by(|a, b| a.run_id == b.run_id) {
        let backends: Vec<&str> = of_run.iter().map(|line| &*line.backend).collect();
        let label = of_run.first().and_then(|line| line.label.as_ref());
        let label = label.map_or(String::new(), |label| format!(" as {label}"));
        let run = of_run.first().map_or("", |line| &line.run_id);
        note(&format!("the history has {} of the run {run} already{label}", backends.join(", ")));
    }
}
