//! Everything that runs outside of this process: the line protocol, and the sessions that speak it
//! with children of our own and with the programs of others.
//!
//! A process of its own is what stops a backend that obeys no limit: a time limit is a kill, a
//! memory limit is the operating system's, and a stack that overflows takes nobody else with it.
//! [`leash`] ties a process to its parent, [`session`] talks to it over pipes, [`protocol`] is what
//! is said, [`description`] how puzzles are written down for it.

pub mod description;
pub mod leash;
pub mod protocol;
pub mod session;
