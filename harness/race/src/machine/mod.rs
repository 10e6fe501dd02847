//! The machine: the one place that asks the operating system for what a measurement needs.
//!
//! What each file stands for:
//! - [`clock`]: two clocks, wall and thread CPU time, and what a look at each of them costs;
//! - [`pin`]: a worker stays on a core of its own, where the system lets it;
//! - [`allocations`]: how much memory a solve holds at most, counted by the allocator itself;
//! - [`description`]: what this machine is, as the manifest tells it;
//! - [`probe`]: how much slower a worker becomes beside busy neighbours;
//! - [`own_cost`]: what the harness itself adds to a trial.
//!
//! What a system does not tell is `None`, and nothing here fails for it.

pub mod allocations;
pub mod clock;
pub mod description;
pub mod own_cost;
pub mod pin;
pub mod probe;
