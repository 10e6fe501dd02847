//! `harness man`: manual pages generated from the help texts.

use std::io::Write;

use anyhow::Context;
use clap::CommandFactory;
use clap_mangen::{Man, generate_to};

use super::End;
use crate::cli::{Cli, ManArgs};

/// Prints the page of the program, or writes a page per subcommand to a folder.
///
/// # Errors
/// When the folder cannot be written to, or writing to `out` fails.
pub fn run(arguments: &ManArgs, out: &mut dyn Write) -> anyhow::Result<End> {
    match &arguments.folder {
        None => Man::new(Cli::command()).render(out)?,
        Some(folder) => generate_to(Cli::command(), folder)
            .with_context(|| format!("cannot write to {}", folder.display()))?,
    }
    Ok(End::Well)
}
