//! Robustness: properties that hold for every input, and programs that search for an input for which one fails.
//!
//! - [`readers`] has a property for each reader of texts: whatever is read can be written and is the same then, or a
//!   second reader agrees. [`target`] lists them by name, with small inputs as seeds, which [`mutation`] changes.
//! - [`differential`] has random problems, which many backends solve under limits, in turn and interrupted; an oracle
//!   that uses none of their code says what is right. A case is a text that can be edited, and is replayed from it.
//! - [`shrinking`] removes from a list whatever a failure does not need.
//!
//! Each property is a function of bytes that panics where it does not hold. So it serves the program
//! of this crate, tests, and targets of libFuzzer.
//!
//! ```
//! // Twice the same name: refused, so there is nothing to compare.
//! hardening::readers::cover(b"a b a\n");
//! let target = hardening::target::named("cover").expect("a target");
//! assert!(!target.seeds().is_empty());
//! ```

pub mod shrinking;

pub mod differential;
pub mod mutation;
pub mod readers;

pub mod target;
