//! The subcommands that a study uses run in processes of their own, each in a folder of its choice: paths in
//! what they write are then the same wherever the study is started.

use std::fs::File;
use std::path::Path;
use std::process::{Command, ExitStatus, Stdio};

use anyhow::{Context, bail};
use race::progress_line::ProgressLine;

/// Runs this program with these words in a folder.
///
/// # Errors
/// When it cannot be started.
pub(super) fn run(words: &[String], folder: &Path) -> anyhow::Result<ExitStatus> {
    let mut command = command(words, folder)?;
    command.status().with_context(|| format!("cannot start `harness {}`", words.join(" ")))
}

/// Runs this program with these words in a folder, and writes what it prints to a file.
///
/// # Errors
/// When it cannot be started, or the file cannot be written.
pub(super) fn capture(words: &[String], folder: &Path, output: &Path) -> anyhow::Result<Captured> {
    let file =
        File::create(output).with_context(|| format!("cannot create {}", output.display()))?;
    let _line = ProgressLine::waiting(&format!("harness {}", words[0]));
    let ran = command(words, folder)?.stdout(file).stderr(Stdio::piped()).output();
    let ran = ran.with_context(|| format!("cannot start `harness {}`", words.join(" ")))?;
    let said = String::from_utf8_lossy(&ran.stderr).into_owned();
    Ok(Captured { status: ran.status, said })
}

/// How a subcommand ended whose output was captured.
pub(super) struct Captured {
    pub(super) status: ExitStatus,
    /// What it wrote to standard error.
    said: String,
}

impl Captured {
    /// Checks that the subcommand ended well.
    ///
    /// # Errors
    /// When it did not, with what it said.
    pub(super) fn must_be_well(&self) -> anyhow::Result<()> {
        if !self.status.success() {
            bail!("{}", self.said.trim().trim_start_matches("error: "));
        }
        Ok(())
    }
}

fn command(words: &[String], folder: &Path) -> anyhow::Result<Command> {
    let program = std::env::current_exe().context("cannot find the program itself")?;
    let mut command = Command::new(program);
    command.args(words).current_dir(folder).stdin(Stdio::null());
    Ok(command)
}
