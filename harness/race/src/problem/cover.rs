//! Problems as exact cover problems.

use std::sync::Arc;

use board::instance::ExactCover;
use board::{Puzzle, Symbol};
use record::hash::PuzzleHash;
use solvers::cover;

use super::AnyProblem;

impl AnyProblem {
    /// Returns an exact cover problem with the same solutions: the problem itself, or the items of a puzzle's
    /// geometry with the options that the puzzle allows. Other kinds have none.
    pub fn cover(&self) -> Option<Arc<ExactCover>> {
        match self {
            Self::Cover(problem) => Some(Arc::clone(problem)),
            Self::Puzzle(_) if self.has_relations() => None,
            Self::Puzzle(puzzle) => Some(Arc::new(left_by(puzzle))),
            Self::Formula(_) | Self::Graph(_) => None,
        }
    }
}

/// Returns whether a puzzle allows the option `cell · |S| + symbol` of its geometry.
pub fn allows(puzzle: &Puzzle, option: usize) -> bool {
    let symbols = puzzle.geometry().symbols();
    puzzle.allowed_in(option / symbols).contains((option % symbols) as Symbol)
}

fn left_by(puzzle: &Puzzle) -> ExactCover {
    let whole = cover::encode(puzzle.geometry());
    let names = |items: std::ops::Range<usize>| {
        items.map(|item| whole.name(item as u32).to_owned()).collect::<Vec<_>>()
    };
    let (primary, secondary) = (names(0..whole.primary()), names(whole.primary()..whole.items()));
    let mut left = ExactCover::new(primary, secondary, Vec::new());
    for (_, entries) in whole.options().enumerate().filter(|&(option, _)| allows(puzzle, option)) {
        left.add_option(entries.iter().copied()).expect("its items are those of the geometry");
    }
    left
}

/// Returns the hash of an exact cover problem, as [`AnyProblem::hash`] does.
pub fn cover_hash(problem: &ExactCover) -> PuzzleHash {
    let mut hasher = blake3::Hasher::new();
    number(problem, |value| {
        hasher.update(&value.to_le_bytes());
    });
    hasher.finalize().into()
}

fn number(problem: &ExactCover, mut number: impl FnMut(u64)) {
    [0, problem.primary() as u64, problem.items() as u64].into_iter().for_each(&mut number);
    for option in problem.options() {
        number(option.len() as u64);
        for entry in option {
            number(entry.item.into());
            number(entry.colour.map_or(0, |colour| u64::from(colour) + 1));
        }
    }
    if problem.has_multiplicities() {
        // No option has this length, so a problem without multiplicities has another hash.
        number(u64::MAX);
        for multiplicity in problem.multiplicities() {
            number(multiplicity.low.into());
            number(multiplicity.high.into());
        }
    }
    if problem.has_costs() {
        number(u64::MAX - 1);
        problem.costs().iter().for_each(|&cost| number(cost as u64));
    }
}
