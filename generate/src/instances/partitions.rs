//! Partitions of a set: into any parts, and into pairs.

use board::instance::{Entry, ExactCover, Item};

/// Returns the problem of all partitions of *n* elements, of which there are as many as the *n*th Bell number.
/// An option is a part: there are 2ⁿ − 1.
///
/// # Panics
/// If *n* is 32 or more.
pub fn set_partitions(n: usize) -> ExactCover {
    let mut problem = elements(n);
    for part in 1..1_u32 << n {
        let items = (0..n as Item).filter(|item| part >> item & 1 == 1);
        problem.add_option(items.map(Entry::plain)).expect("different elements");
    }
    problem
}

/// Returns the problem of all partitions of *n* + 1 elements into pairs. There are *n*!! = 1 · 3 · 5 ⋯ *n* for
/// odd *n*.
pub fn pairings(n: usize) -> ExactCover {
    let mut problem = elements(n + 1);
    for first in 0..=n as Item {
        for second in first + 1..=n as Item {
            problem.add_option([first, second].map(Entry::plain)).expect("different elements");
        }
    }
    problem
}

fn elements(n: usize) -> ExactCover {
    ExactCover::new((1..=n).map(|element| element.to_string()).collect(), Vec::new(), Vec::new())
}
