//! stand-in
pub mod allocations;
pub mod clock;
