//! `harness completions`: a script with which a shell completes subcommands, options and backends.

use std::io::Write;

use clap::CommandFactory;
use clap::builder::{PossibleValue, PossibleValuesParser};
use clap_complete::generate;
use solvers::Backend;

use super::End;
use crate::cli::{Cli, CompletionsArgs};

/// Prints the script.
///
/// # Errors
/// When `out` takes no more.
pub fn run(
    arguments: &CompletionsArgs,
    all: &[Backend],
    out: &mut dyn Write,
) -> anyhow::Result<End> {
    let ids: Vec<PossibleValue> = all.iter().map(|row| PossibleValue::new(row.id)).collect();
    // An id is the usual pattern; patterns that are none are typed without help.
    let with_ids = |arg: clap::Arg| match arg.get_id().as_str() {
        "backend" | "backend-not" | "baseline" | "hardest_for" => {
            arg.value_parser(PossibleValuesParser::new(ids.clone()))
        }
        _ => arg,
    };
    let command = Cli::command().mut_args(&with_ids);
    let mut command = command.mut_subcommands(|it| it.mut_args(&with_ids));
    let mut script = Vec::new();
    generate(arguments.shell, &mut command, "harness", &mut script);
    out.write_all(&script)?;
    Ok(End::Well)
}
