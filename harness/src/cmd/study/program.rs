//! The subcommands that a study uses run in processes of their own, each in a folder of its choice: paths in
//! what they write are then the same wherever the study is started.

use std::fs::File;
use std::path::Path;
use std::process::{Command, ExitStatus, Stdio};

use anyhow::Context;

/// Runs this program with these words in a folder. What it prints goes to `output`, or to standard output.
///
/// # Errors
/// When it cannot be started.
pub(super) fn run(
    words: &[String],
    folder: &Path,
    output: Option<&Path>,
) -> anyhow::Result<ExitStatus> {
    let program = std::env::current_exe().context("cannot find the program itself")?;
    let mut command = Command::new(program);
    command.args(words).current_dir(folder).stdin(Stdio::null());
    if let Some(path) = output {
        let file =
            File::create(path).with_context(|| format!("cannot create {}", path.display()))?;
        command.stdout(file);
    }
    command.status().with_context(|| format!("cannot start `harness {}`", words.join(" ")))
}
