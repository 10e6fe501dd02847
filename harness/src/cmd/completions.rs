//! `harness completions`: a script for a shell to complete subcommands, options and ids of backends.

use std::io::Write;

use clap::builder::{PossibleValue, PossibleValuesParser};
use clap::{Arg, Command, CommandFactory};
use clap_complete::generate;
use solvers::Backend;

use super::End;
use crate::cli::{Cli, CompletionsArgs};

/// Prints the script.
///
/// # Errors
/// When writing to `out` fails.
pub fn run(
    arguments: &CompletionsArgs,
    all: &[Backend],
    out: &mut dyn Write,
) -> anyhow::Result<End> {
    let ids: Vec<PossibleValue> = all.iter().map(|row| PossibleValue::new(row.id)).collect();
    // Ids are completed; other patterns are typed in full.
    let with_ids = |arg: Arg| match arg.get_id().as_str() {
        "backend" | "backend-not" | "baseline" | "hardest_for" | "id" => {
            arg.value_parser(PossibleValuesParser::new(ids.clone()))
        }
        _ => arg,
    };
    let mut command = everywhere(Cli::command(), &with_ids);
    let mut script = Vec::new();
    generate(arguments.shell, &mut command, "harness", &mut script);
    out.write_all(&script)?;
    Ok(End::Well)
}

/// Changes the options of a command and of its subcommands.
fn everywhere(command: Command, change: &impl Fn(Arg) -> Arg) -> Command {
    command.mut_args(change).mut_subcommands(|below| everywhere(below, change))
}
