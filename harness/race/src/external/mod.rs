//! Runs backends in other processes: the line protocol and the sessions that speak it, with our own
//! child processes and with external programs.
//!
//! Only a separate process stops a backend that ignores limits: a time limit is enforced by killing it,
//! a memory limit by the operating system, and a stack overflow affects that process only.
//! [`process_limits`] ties a process to its parent, [`session`] communicates over pipes, [`protocol`]
//! defines the messages, and [`description`](crate::description) writes puzzles for them.
//!
//! External programs are backends of the family `external`. [`program`](crate::program) reads their
//! definitions, and each [`Mode`] has a file here.

pub mod count_output;
mod dimacs;
mod dimacs_counter;
mod hello;
mod incoming;
mod launcher;
mod lines;
mod listen;
pub mod model_output;
pub mod process_limits;
pub mod protocol;
mod protocol_solver;
pub mod reaper;
mod reported;
mod running;
pub mod session;
mod silence;
mod stray;
mod usage;
pub mod wire;

use std::sync::Arc;

use record::manifest::{ClockCosts, Mode};
use solvers::Backend;

pub use self::hello::other_version;
use self::launcher::Launcher;
pub(crate) use self::listen::{exit_message, truncated};
pub(crate) use self::protocol_solver::unreadable;
pub use self::reported::{IMPLAUSIBLE_COUNTERS, IMPLAUSIBLE_TIME};
pub(crate) use self::stray::{MAX_STRAY_LINES, with_stray};
pub use self::stray::{PRINTED, stray_result};
use crate::entrant::Isolation;
use crate::executor::Executor;
use crate::program::ExternalProgram;

/// Creates the executor of an external program, with the clock costs of this machine.
pub(crate) fn executor(
    backend: Backend,
    program: &Arc<ExternalProgram>,
    isolation: &Isolation,
    costs: ClockCosts,
) -> Box<dyn Executor> {
    let launcher = Launcher::new(program, isolation);
    match program.mode {
        Mode::Dimacs if program.counter => Box::new(dimacs_counter::DimacsCounter::new(launcher)),
        Mode::Dimacs => Box::new(dimacs::DimacsSolver::new(launcher)),
        Mode::Lines => Box::new(lines::LinesSolver::new(launcher)),
        Mode::Protocol => Box::new(protocol_solver::ProtocolSolver::new(backend, launcher, costs)),
    }
}
