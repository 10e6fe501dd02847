//! The entrants of a run: backends, and the kind of process that each runs in.

use std::borrow::Cow;
use std::path::PathBuf;
use std::sync::Arc;

use record::Task;
use record::manifest::{Isolate, Mode};
use solvers::{Backend, LimitSupport, ProblemKind};

use crate::corpus::CorpusItem;
use crate::machine::control_group::ControlGroups;
use crate::program::ExternalProgram;
use crate::sandbox::Sandbox;

/// A backend that takes part in a run.
#[derive(Clone, Debug)]
pub struct Entrant {
    /// The backend.
    pub backend: Backend,
    /// The kind of process that it runs in.
    pub process: ProcessKind,
}

/// The kind of process that a backend runs in.
#[derive(Clone, Debug)]
pub enum ProcessKind {
    /// This process. Calls have no overhead, but a backend that hangs or aborts takes the run with it.
    Own,
    /// A child process of this program, which can be killed.
    Child,
    /// An external program.
    External(Arc<ExternalProgram>),
}

impl Entrant {
    /// Returns why an item is not handed to the backend in a run with this `task`, if it is not. Either
    /// the backend does not support the task, or the external program does not accept this kind of problem in
    /// its mode.
    pub fn refusal(&self, item: &CorpusItem, task: Task) -> Option<&'static str> {
        if let ProcessKind::External(program) = &self.process
            && let Err(reason) = accepts(program.mode, item.problem.kind())
        {
            return Some(reason);
        }
        let is_supported = self.backend.tasks.contains(&item.effective_task(task));
        (!is_supported).then(|| self.wrong_task())
    }

    /// Returns why the task is not supported, and what to do if that is known.
    fn wrong_task(&self) -> &'static str {
        match self.program().map(|program| program.mode) {
            Some(Mode::Lines) => "mode `lines` finds solutions only; use --task first",
            _ => "it does not support this task",
        }
    }
}

/// Checks that an external program in this mode can be asked about this kind of problem.
///
/// # Errors
/// Says what such programs accept.
fn accepts(mode: Mode, kind: ProblemKind) -> Result<(), &'static str> {
    match (mode, kind) {
        (Mode::Protocol, ProblemKind::Puzzle | ProblemKind::Graph)
        | (Mode::Lines, ProblemKind::Puzzle) => Ok(()),
        (Mode::Protocol, _) => Err("programs in this mode accept puzzles and graphs only"),
        (Mode::Lines, _) => Err("programs in this mode accept puzzles only"),
        // The harness encodes puzzles and other problems.
        (Mode::Dimacs, _) => Ok(()),
    }
}

/// How child processes are started.
#[derive(Clone, Debug)]
pub struct Isolation {
    /// Which backends run in child processes.
    pub isolate: Isolate,
    /// The memory limit of each child process, in bytes.
    pub memory_limit: Option<u64>,
    /// Where the kernel enforces the limit of an external solver and all that it starts; `None` if it does not.
    pub groups: Option<ControlGroups>,
    /// The program to start.
    pub program: PathBuf,
    /// What confines external solvers; `None` without a sandbox.
    pub sandbox: Option<Arc<Sandbox>>,
}

impl Isolation {
    /// Child processes are started with this `program`, for the backends that `isolate` says, without limits and
    /// without a sandbox.
    pub fn new(isolate: Isolate, program: PathBuf) -> Self {
        Self { isolate, memory_limit: None, groups: None, program, sandbox: None }
    }

    /// Returns whether a backend runs in a child process. `timed` is whether trials have a time limit.
    pub fn applies_to(&self, backend: &Backend, timed: bool) -> bool {
        match self.isolate {
            Isolate::All => true,
            Isolate::None => false,
            Isolate::Needed => {
                self.memory_limit.is_some() || (timed && backend.time_limit == LimitSupport::None)
            }
        }
    }
}

impl Entrant {
    /// Creates an entrant for a built-in backend, which runs where `isolation` requires.
    pub fn new(backend: Backend, isolation: &Isolation, timed: bool) -> Self {
        let process = if isolation.applies_to(&backend, timed) {
            ProcessKind::Child
        } else {
            ProcessKind::Own
        };
        Self { backend, process }
    }

    /// Returns the external program, if the entrant is one.
    pub fn program(&self) -> Option<&ExternalProgram> {
        match &self.process {
            ProcessKind::External(program) => Some(program),
            _ => None,
        }
    }

    /// Returns whether several items share one measured time.
    pub fn shares_times(&self) -> bool {
        self.backend.batch.is_some()
            || self.program().is_some_and(|program| program.mode == Mode::Lines)
    }

    /// Returns the version, or an empty string for an external program, which reports its version at
    /// run time.
    pub fn own_version(&self) -> Cow<'static, str> {
        if self.program().is_some() { "".into() } else { self.backend.version() }
    }

    /// Returns the version. For an external program, this is the one known so far.
    pub fn version(&self) -> Cow<'static, str> {
        match &self.process {
            ProcessKind::External(program) => program.version().into(),
            _ => self.backend.version(),
        }
    }

    /// Returns whether it runs in a process of its own.
    pub fn is_isolated(&self) -> bool {
        !matches!(self.process, ProcessKind::Own)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_program_is_asked_about_what_its_mode_accepts() {
        use ProblemKind::{Graph, Puzzle};
        for kind in ProblemKind::ALL {
            assert_eq!(accepts(Mode::Dimacs, kind), Ok(()));
            assert_eq!(accepts(Mode::Lines, kind).is_ok(), kind == Puzzle);
            assert_eq!(accepts(Mode::Protocol, kind).is_ok(), matches!(kind, Puzzle | Graph));
        }
    }
}
