//! Starts external programs through `harness exec-guarded`, which limits the process before it executes
//! the program.

use std::io;
use std::path::Path;
use std::process::Command;
use std::sync::Arc;
use std::time::{Duration, Instant};

use super::listen::truncated;
use super::session::{Received, Session};
use crate::entrant::Isolation;
use crate::program::ExternalProgram;

/// The time limit of a version command.
const VERSION_TIMEOUT: Duration = Duration::from_secs(10);

/// Starts an external program with process limits.
pub(crate) struct Launcher {
    pub(crate) program: Arc<ExternalProgram>,
    isolation: Isolation,
}

impl Launcher {
    /// Creates a launcher. Runs the version command of the program, unless that has been done.
    pub(crate) fn new(program: &Arc<ExternalProgram>, isolation: &Isolation) -> Self {
        let launcher = Self { program: program.clone(), isolation: isolation.clone() };
        program.version_printed_by(|| launcher.first_line(&program.version_command));
        launcher
    }

    /// Starts the program.
    ///
    /// # Errors
    /// Fails if the process cannot be started.
    pub(crate) fn start(&self) -> io::Result<Session> {
        self.start_guarded(&self.program.command, None)
    }

    /// Starts the program with a file as its last argument.
    ///
    /// # Errors
    /// Fails if the process cannot be started.
    pub(crate) fn start_with(&self, file: &Path) -> io::Result<Session> {
        let mut words = self.program.command.clone();
        words.push(file.display().to_string());
        self.start_guarded(&words, Some(file))
    }

    fn start_guarded(&self, words: &[String], file: Option<&Path>) -> io::Result<Session> {
        let program = &self.program;
        let folder = program.cwd.as_deref().unwrap_or(Path::new("."));
        let mut command = Command::new(&self.isolation.program);
        command.args(["exec-guarded", "--parent", &std::process::id().to_string()]);
        let limited = self.isolation.groups.as_ref().zip(self.isolation.memory_limit);
        let group = limited.map(|(groups, bytes)| groups.create(bytes)).transpose()?;
        if let Some(group) = &group {
            command.arg("--group").arg(group.folder());
        }
        command.arg("--");
        match &self.isolation.sandbox {
            Some(sandbox) => {
                command.args(sandbox.command(words, folder, &program.sandbox_show, file))
            }
            None => command.args(words),
        };
        Session::start_in(group, command.current_dir(folder))
    }

    /// Returns the first non-empty line that a command prints, if it prints one in time.
    fn first_line(&self, words: &[String]) -> Option<String> {
        if words.is_empty() {
            return None;
        }
        let mut session = self.start_guarded(words, None).ok()?;
        session.close_input();
        let start = Instant::now();
        while start.elapsed() < VERSION_TIMEOUT {
            match session.receive(VERSION_TIMEOUT.saturating_sub(start.elapsed())) {
                Received::Line(line) if line.trim().is_empty() => {}
                Received::Line(line) => return Some(truncated(line.trim())),
                _ => break,
            }
        }
        None
    }
}
