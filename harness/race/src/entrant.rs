//! Who takes part in a run: a backend, and where it runs.

use std::borrow::Cow;
use std::path::PathBuf;
use std::sync::Arc;

use record::Task;
use record::manifest::{Isolate, Mode};
use solvers::{Backend, LimitSupport};

use crate::corpus::Item;
use crate::program::ExternalProgram;

/// A backend of a run.
#[derive(Clone, Debug)]
pub struct Entrant {
    /// What it is.
    pub backend: Backend,
    /// Where it runs.
    pub process: ProcessKind,
}

/// Where a backend runs.
#[derive(Clone, Debug)]
pub enum ProcessKind {
    /// In this process: nothing is lost on the way, and nothing is safe from it.
    Own,
    /// In a child process of our own program, which can be killed.
    Child,
    /// It is a program of others.
    External(Arc<ExternalProgram>),
}

impl Entrant {
    /// Why an item is not even handed over in a run that asks for `task`, if it is not: the backend does
    /// not take what is asked, or it is no puzzle, which of the programs of others
    /// only SAT solvers get.
    pub fn refuses(&self, item: &Item, task: Task) -> Option<&'static str> {
        match &self.process {
            ProcessKind::External(program)
                if program.mode != Mode::Dimacs && item.problem.puzzle().is_none() =>
            {
                Some("a program in this mode gets puzzles only")
            }
            _ if !self.backend.tasks.contains(&item.asked(task).into()) => {
                Some("it does not take this task")
            }
            _ => None,
        }
    }
}

/// How child processes are made.
#[derive(Clone, Debug)]
pub struct Isolation {
    /// Which backends run in them.
    pub isolate: Isolate,
    /// The bytes that each may have.
    pub memory_limit: Option<u64>,
    /// The program to start.
    pub program: PathBuf,
}

impl Isolation {
    /// Whether a backend runs in a child process, when trials are `timed`: limited in time.
    pub fn takes(&self, backend: &Backend, timed: bool) -> bool {
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
    /// A backend of ours, where it belongs.
    pub fn new(backend: Backend, isolation: &Isolation, timed: bool) -> Self {
        let process =
            if isolation.takes(&backend, timed) { ProcessKind::Child } else { ProcessKind::Own };
        Self { backend, process }
    }

    /// The program of others that it is, if it is one.
    pub fn program(&self) -> Option<&ExternalProgram> {
        match &self.process {
            ProcessKind::External(program) => Some(program),
            _ => None,
        }
    }

    /// Whether it is timed on many items as one.
    pub fn shares_times(&self) -> bool {
        self.backend.batch.is_some()
            || self.program().is_some_and(|program| program.mode == Mode::Lines)
    }

    /// Its version; empty for a program of others, which says its own while it runs.
    pub fn own_version(&self) -> Cow<'static, str> {
        if self.program().is_some() { "".into() } else { self.backend.version() }
    }

    /// Its version; of a program of others, as far as it has told one by now.
    pub fn version(&self) -> Cow<'static, str> {
        match &self.process {
            ProcessKind::External(program) => program.version().into(),
            _ => self.backend.version(),
        }
    }

    /// Whether it runs in a process of its own.
    pub fn is_isolated(&self) -> bool {
        !matches!(self.process, ProcessKind::Own)
    }
}
