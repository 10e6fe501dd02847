//! The verbs, a file each.

use std::process::ExitCode;

pub mod backend_check;
pub mod child;
pub mod compare;
pub mod diff;
pub mod doctor;
pub mod exec_guarded;
pub mod export;
pub mod generate;
pub mod list;
pub mod merge;
mod printing;
pub mod rank;
pub mod run;
mod selection;
pub mod show;

/// The rows of a run that names none: the four approaches that everyone asks for, and a second SAT
/// engine that counts its bets.
pub const DEFAULT_ROWS: &[&str] = &[
    "backtrack/naive",
    "candidates/mrv",
    "cover/dlx",
    "sat/extended.batsat",
    "sat/extended.varisat",
];

/// How a verb ended, when it came to an end of its own.
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
