//! How a program of others is started: on a leash, by our own program, which then becomes the other one.

use std::process::Command;
use std::sync::Arc;
use std::time::{Duration, Instant};

use super::listen::truncated;
use super::session::{Received, Session};
use crate::entrant::Isolation;
use crate::program::ExternalProgram;

/// How long a version command may take.
const VERSION_TIMEOUT: Duration = Duration::from_secs(10);

/// Starts a program, on a leash.
pub(crate) struct Launcher {
    pub(crate) program: Arc<ExternalProgram>,
    isolation: Isolation,
}

impl Launcher {
    /// What starts a program. The first time, its version command is run.
    pub(crate) fn new(program: &Arc<ExternalProgram>, isolation: &Isolation) -> Self {
        let start = Self { program: program.clone(), isolation: isolation.clone() };
        program.version_printed_by(|| start.first_line(&program.version_command));
        start
    }

    /// The command; our own program, which puts on the leash and then becomes the other one.
    pub(crate) fn command(&self) -> Command {
        self.guarded_command(&self.program.command)
    }

    fn guarded_command(&self, words: &[String]) -> Command {
        let mut command = Command::new(&self.isolation.program);
        command.args(["exec-guarded", "--parent", &std::process::id().to_string(), "--"]);
        command.args(words);
        if let Some(folder) = &self.program.cwd {
            command.current_dir(folder);
        }
        command
    }

    /// The first line that a command prints, if it prints one in time.
    fn first_line(&self, words: &[String]) -> Option<String> {
        if words.is_empty() {
            return None;
        }
        let mut session = Session::start(&mut self.guarded_command(words)).ok()?;
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
