//! The machine: the only module that queries the operating system for measurements.
//!
//! - [`clock`]: wall and thread CPU time, and the cost of reading each clock;
//! - [`pin`]: pins each worker to its own core, if the system supports it;
//! - [`allocations`]: the peak memory of a solve, counted by the allocator;
//! - [`description`]: the machine, as the manifest describes it;
//! - [`probe`]: the slowdown of a worker beside busy neighbours;
//! - `pauses`: whether this process was stopped during a trial;
//! - [`control_group`]: memory limits of the kernel for a program and all that it starts;
//! - [`processes`]: the trees of processes that were started, their CPU time and memory;
//! - [`overhead`]: the time that the harness itself adds to a trial.
//!
//! What a system does not report is `None`, never an error.

pub mod allocations;
pub mod clock;
pub mod control_group;
pub mod description;
pub mod overhead;
pub(crate) mod pauses;
pub mod pin;
pub mod probe;
pub mod processes;
