//! The violated rules of a puzzle, in words.

use board::referee::{self, Violation};
use board::{Geometry, Puzzle};

/// The maximum number of violations in a line of text.
const SHOWN: usize = 3;

/// Returns each violation of a puzzle: a symbol that a region holds twice, with both cells, a relation that
/// cannot hold, or a cell without a candidate.
pub(super) fn of(puzzle: &Puzzle) -> Vec<String> {
    let (geometry, givens) = (puzzle.geometry(), puzzle.givens());
    let clashes = referee::violations(geometry, &givens).map(|it| describe(geometry, &it));
    let empty = puzzle.allowed().enumerate().filter(|(_, set)| set.is_empty());
    let empty = empty.map(|(cell, _)| format!("{} has no candidate", geometry.position(cell)));
    let broken = referee::broken(geometry, &givens)
        .map(|it| referee::describe_broken(geometry, it, &givens).to_string());
    clashes.chain(broken).chain(empty).collect()
}

/// Joins violations to a line; the last ones of many are only counted.
pub(super) fn line(violations: &[String]) -> String {
    let mut shown: Vec<String> = violations.iter().take(SHOWN).cloned().collect();
    if violations.len() > SHOWN {
        shown.push(format!("and {} more", violations.len() - SHOWN));
    }
    shown.join("; ")
}

fn describe(geometry: &Geometry, violation: &Violation) -> String {
    let [first, second] = violation.cells.map(|cell| geometry.position(cell));
    let symbol = geometry.alphabet().name(violation.symbol);
    let region = &geometry.regions()[violation.region].name;
    format!("{region} holds {symbol} twice, at {first} and {second}")
}
