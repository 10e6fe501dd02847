//! Everything that runs outside of this process: the line protocol, and the sessions that speak it
//! with children of our own and with the programs of others.
//!
//! A process of its own is what stops a backend that obeys no limit: a time limit is a kill, a
//! memory limit is the operating system's, and a stack that overflows takes nobody else with it.
//! [`leash`] ties a process to its parent, [`session`] talks to it over pipes, [`protocol`] is what
//! is said, [`description`](crate::description) how puzzles are written down for it.
//!
//! The programs of others are backends of the family `external`: [`program`](crate::program) reads which there
//! are, and each [`Mode`] of asking them has a file.

mod dimacs;
mod incoming;
mod launcher;
mod lines;
mod listen;
pub mod process_limits;
pub mod protocol;
mod protocol_solver;
pub mod reaper;
mod reported;
pub mod session;
pub(crate) mod wire;

use std::sync::Arc;

use record::manifest::{ClockCosts, Mode};
use solvers::Backend;

use self::launcher::Launcher;
pub(crate) use self::listen::{exit_message, truncated};
pub use self::protocol_solver::PRINTED;
pub(crate) use self::protocol_solver::{MAX_STRAY_LINES, unreadable, with_stray};
pub use self::reported::{IMPLAUSIBLE_COUNTERS, IMPLAUSIBLE_TIME};
use crate::entrant::Isolation;
use crate::executor::Executor;
use crate::program::ExternalProgram;

/// The executor for a program of others, on a machine with these clocks.
pub(crate) fn executor(
    backend: Backend,
    program: &Arc<ExternalProgram>,
    isolation: &Isolation,
    costs: ClockCosts,
) -> Box<dyn Executor> {
    let start = Launcher::new(program, isolation);
    match program.mode {
        Mode::Dimacs => Box::new(dimacs::DimacsSolver::new(start)),
        Mode::Lines => Box::new(lines::LinesSolver::new(start)),
        Mode::Protocol => Box::new(protocol_solver::ProtocolSolver::new(backend, start, costs)),
    }
}
