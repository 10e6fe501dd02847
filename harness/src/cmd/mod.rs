//! The subcommands, one module each.

use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};

use analysis::load::Runs;
use anyhow::bail;
use board::text::record::Record;
use race::corpus::RecordEntry;
use race::progress_line;
use record::filter::Filter;
use record::plain_text::plain_lines;
use render::table::{folded, grouped};

pub mod ablate;
pub mod advice;
pub mod archive;
pub mod backend_check;
mod broken_symmetries;
mod builtin;
pub mod check;
pub mod check_count;
mod check_other;
pub mod child;
pub mod compare;
pub mod completions;
pub mod convert;
mod copies;
pub mod count;
mod count_value;
pub mod decode;
pub mod diff;
pub mod doctor;
pub mod draw;
pub mod encode;
pub mod exec_guarded;
pub mod explain;
pub mod export;
pub mod generate;
#[cfg(test)]
mod golden;
pub mod grade;
pub mod graph;
mod graph_families;
pub mod growth;
pub mod history;
mod input_files;
pub mod leaderboard;
pub mod lesson;
mod level_profile;
pub mod list;
pub mod man;
pub mod merge;
mod metadata;
mod new_file;
mod number_ranges;
mod picture_file;
pub mod plot;
mod printed;
mod printing;
mod problem;
pub mod rank;
pub mod rate;
pub mod reaper;
mod reduced_cover;
pub mod reference;
pub mod report;
pub mod reproduce;
mod reproduction;
pub mod run;
mod run_facts;
mod run_files;
mod run_folder;
mod selection;
mod shard_count;
pub mod show;
pub mod site;
mod solutions;
pub mod solve;
pub mod status;
pub mod study;
pub mod submit;
pub mod symmetries;
mod technique_pairs;
mod toml_file;
pub mod tour;
mod tracked_records;
mod trial;
pub mod verify;
mod violations;
mod workers;

/// The default backends of a run: four well-known approaches, and a second SAT engine, which counts
/// its bets.
pub const DEFAULT_ROWS: &[&str] = &[
    "backtrack/naive",
    "candidates/mrv",
    "cover/dlx",
    "sat/extended.batsat",
    "sat/extended.varisat",
];

/// The maximum number of errors that are printed; the rest are counted.
const MESSAGES: usize = 20;

/// Reports on standard error what cannot be read or written.
#[derive(Debug, Default)]
struct InputErrors {
    n_errors: usize,
}

/// Whether the subcommand has noticed Ctrl-C, and writes what it has.
static IS_SAVING: AtomicBool = AtomicBool::new(false);

/// Says that the subcommand has noticed Ctrl-C, and now writes what it has: it is not ended meanwhile.
fn begin_saving() {
    IS_SAVING.store(true, Ordering::Relaxed);
}

/// Returns whether the subcommand writes what it has after Ctrl-C.
pub(crate) fn is_saving() -> bool {
    IS_SAVING.load(Ordering::Relaxed)
}

/// Prints a note on standard error.
pub(crate) fn note(note: &str) {
    // If standard error is closed, there is nowhere to report it.
    let note = folded(&format!("note: {}", plain_lines(note)));
    progress_line::above(|| drop(writeln!(io::stderr(), "{note}")));
}

impl InputErrors {
    fn error(&mut self, problem: &str) {
        self.n_errors += 1;
        if self.n_errors <= MESSAGES {
            progress_line::above(|| {
                drop(writeln!(io::stderr(), "error: {}", plain_lines(problem)))
            });
        }
    }

    /// Returns the listed puzzle and its name. Returns `None` if the filter excludes it, or if it is
    /// something else, which is reported: a note, unreadable input, or another instance.
    fn puzzle(&mut self, listed: RecordEntry, filter: &Filter) -> Option<(Record, String)> {
        match listed {
            RecordEntry::Note(told) => note(&told),
            RecordEntry::Bad(bad) => self.error(&bad.to_string()),
            RecordEntry::Other(problem, called, _) => {
                let what = problem.kind().with_article();
                self.error(&format!(
                    "{called} is {what}, expected a puzzle; `run`, `solve`, `check`, `lesson` and `symmetries` take it"
                ));
            }
            RecordEntry::Record(record, called) if filter.selects(&called, true) => {
                return Some((*record, called));
            }
            RecordEntry::Record(..) => {}
        }
        None
    }

    /// Prints the number of errors that were not printed, and returns whether there were none at all.
    fn end(&self) -> bool {
        if let Some(more) = self.n_errors.checked_sub(MESSAGES).filter(|&more| more > 0) {
            drop(writeln!(io::stderr(), "error: {} more errors", grouped(more as u64)));
        }
        self.n_errors == 0
    }
}

/// Checks that an output does not exist.
fn must_be_new(output: &Path) -> anyhow::Result<()> {
    if output.exists() {
        bail!("{} already exists, and is not overwritten", output.display());
    }
    Ok(())
}

/// Returns a text as a part of a file name: characters other than ASCII letters, digits and `._-` become `_`.
fn plain_name(text: &str) -> String {
    let name = in_plain_characters(text, "._-");
    // A name of points alone leads out of the folder.
    if name.trim_matches('.').is_empty() { "_".repeat(name.len().max(1)) } else { name }
}

/// Returns a text in which characters other than ASCII letters, digits and `others` are `_`.
fn in_plain_characters(text: &str, others: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || others.contains(c);
    text.chars().map(|c| if is_plain(c) { c } else { '_' }).collect()
}

/// How a subcommand ended; determines the exit code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// No problem; timeouts are not problems.
    Well,
    /// A wrong answer, a crash, or a check that failed.
    Failed,
    /// Bad usage or bad input.
    BadInput,
    /// Ctrl-C.
    Interrupted,
    /// A formula has a model, as the SAT Competitions say it.
    Satisfiable,
    /// A formula has no model.
    Unsatisfiable,
}

impl End {
    /// Returns how a subcommand ends that has read runs: a file that was changed after its run is a check that failed.
    fn after(runs: &Runs) -> Self {
        if runs.is_changed() { Self::Failed } else { Self::Well }
    }
}

impl From<End> for ExitCode {
    fn from(end: End) -> Self {
        match end {
            End::Well => Self::SUCCESS,
            End::Failed => Self::from(1),
            End::BadInput => Self::from(2),
            End::Interrupted => Self::from(130),
            End::Satisfiable => Self::from(10),
            End::Unsatisfiable => Self::from(20),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_never_leads_out_of_its_folder() {
        for (text, name) in [
            ("a/../b.txt", "a_.._b.txt"),
            ("..", "__"),
            (".", "_"),
            ("", "_"),
            ("/etc/x", "_etc_x"),
            ("a\\b\0c", "a_b_c"),
            ("étude", "_tude"),
        ] {
            assert_eq!(plain_name(text), name);
        }
    }
}
