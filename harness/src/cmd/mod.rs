//! The subcommands, a file each.

use std::io::{self, Write};
use std::process::ExitCode;

use board::text::record::Record;
use race::corpus::RecordEntry;
use record::filter::Filter;
use render::table::grouped;

pub mod backend_check;
pub mod check;
pub mod child;
pub mod compare;
pub mod completions;
pub mod convert;
pub mod decode;
pub mod diff;
pub mod doctor;
pub mod draw;
pub mod encode;
pub mod exec_guarded;
pub mod export;
mod families;
pub mod generate;
#[cfg(test)]
mod golden;
pub mod graph;
pub mod list;
pub mod man;
pub mod merge;
mod picture_file;
pub mod plot;
mod printing;
mod problem;
pub mod rank;
pub mod rate;
pub mod reaper;
pub mod report;
pub mod run;
mod selection;
pub mod show;
mod solutions;
pub mod solve;
mod workers;

/// The rows of a run that names none: the four approaches that everyone asks for, and a second SAT
/// engine that counts its bets.
pub const DEFAULT_ROWS: &[&str] = &[
    "backtrack/naive",
    "candidates/mrv",
    "cover/dlx",
    "sat/extended.batsat",
    "sat/extended.varisat",
];

/// How many messages of one kind are printed one by one; the rest are counted.
const MESSAGES: usize = 20;

/// Tells what cannot be read or written, on standard error.
#[derive(Debug, Default)]
struct Complaints {
    n_errors: usize,
}

/// Prints something that a person should know of how a file was read.
fn note(note: &str) {
    // Nobody is left to tell when standard error is closed.
    drop(writeln!(io::stderr(), "note: {note}"));
}

impl Complaints {
    fn error(&mut self, problem: &str) {
        self.n_errors += 1;
        if self.n_errors <= MESSAGES {
            drop(writeln!(io::stderr(), "error: {problem}"));
        }
    }

    /// The puzzle that a file lists, and what it is called. Nothing where a filter leaves it out, or
    /// where there is something else, which is told: notes, what cannot be read, instances.
    fn puzzle(&mut self, listed: RecordEntry, filter: &Filter) -> Option<(Record, String)> {
        match listed {
            RecordEntry::Note(told) => note(&told),
            RecordEntry::Bad(bad) => self.error(&bad.to_string()),
            RecordEntry::Other(problem, called) => {
                let what = problem.kind().in_words();
                self.error(&format!(
                    "{called} is no puzzle but one {what}: `run`, `solve` and `encode` take it"
                ));
            }
            RecordEntry::Record(record, called) if filter.selects(&called, true) => {
                return Some((*record, called));
            }
            RecordEntry::Record(..) => {}
        }
        None
    }

    /// Tells how many errors there were beyond those that were told, and whether there were none.
    fn end(&self) -> bool {
        if let Some(more) = self.n_errors.checked_sub(MESSAGES).filter(|&more| more > 0) {
            drop(writeln!(io::stderr(), "error: {} more of this kind", grouped(more as u64)));
        }
        self.n_errors == 0
    }
}

/// How a subcommand ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// All well; time-outs are well.
    Well,
    /// A wrong answer, a crash, or a check that failed.
    Failed,
    /// Bad usage or bad input.
    BadInput,
    /// Ctrl-C.
    Interrupted,
}

impl From<End> for ExitCode {
    fn from(end: End) -> Self {
        match end {
            End::Well => Self::SUCCESS,
            End::Failed => Self::from(1),
            End::BadInput => Self::from(2),
            End::Interrupted => Self::from(130),
        }
    }
}
