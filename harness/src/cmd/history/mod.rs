//! `harness history`: runs over commits and versions, and what changed between them.

use std::io::Write;

use super::End;
use crate::cli::HistorySubcommand;

mod add;
mod page;
mod picture;
mod print;
mod show;
mod words;

/// Runs a subcommand of `history`.
///
/// # Errors
/// When a run or the history cannot be read, or an output cannot be written.
pub fn run(subcommand: &HistorySubcommand, out: &mut dyn Write) -> anyhow::Result<End> {
    match subcommand {
        HistorySubcommand::Add(arguments) => add::run(arguments, out),
        HistorySubcommand::Show(arguments) => show::run(arguments, out),
    }
}
