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
mod ear;
mod incoming;
pub mod leash;
mod lines;
pub mod protocol;
pub mod session;
mod speaker;
mod starter;
mod told;
pub mod warden;
pub(crate) mod wire;

use std::sync::Arc;

use record::manifest::{ClockCosts, Mode};
use solvers::Backend;

pub(crate) use self::ear::{last_words, shortened};
pub use self::speaker::PRINTED;
pub(crate) use self::speaker::{STRAY, unreadable, with_stray};
use self::starter::Starter;
pub use self::told::{TELLS_COUNTERS, TELLS_TIME};
use crate::contestant::Isolation;
use crate::executor::Racer;
use crate::program::Program;

/// The racer for a program of others, on a machine with these clocks.
pub(crate) fn racer(
    backend: Backend,
    program: &Arc<Program>,
    isolation: &Isolation,
    costs: ClockCosts,
) -> Box<dyn Racer> {
    let start = Starter::new(program, isolation);
    match program.mode {
        Mode::Dimacs => Box::new(dimacs::Dimacs::new(start)),
        Mode::Lines => Box::new(lines::Lines::new(start)),
        Mode::Protocol => Box::new(speaker::Speaker::new(backend, start, costs)),
    }
}
