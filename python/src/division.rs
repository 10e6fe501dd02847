//! When a search for covers is divided, and into what.
//!
//! Both depend on the steps of the search alone, so that covers have the same order each time, and for any number of
//! threads.

use std::collections::VecDeque;

use solvers::count::enumeration::Enumeration;

/// The number of steps of a search between two readings of the clock.
const STEPS: usize = 4096;

/// The number of steps after which a search is long, and of parts that it is divided into.
const LONG: usize = 1 << 15;
const PARTS: usize = 64;

/// Returns how many steps a search makes before the clock is read. There is none left if it is to be divided.
pub(crate) fn steps_ahead(search: &Enumeration, is_divided: bool) -> usize {
    if is_divided { STEPS } else { STEPS.min(LONG - search.steps()) }
}

/// Divides a search into parts; one if it stays whole.
pub(crate) fn divided(mut search: Enumeration) -> VecDeque<Enumeration> {
    let mut parts = VecDeque::from(search.divide(PARTS));
    parts.push_front(search);
    parts
}
