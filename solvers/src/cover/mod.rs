//! Exact cover: choose options so that each item is covered exactly once.
//!
//! Knuth's example has seven items and six options (*The Art of Computer Programming* 4B, §7.2.2.1):
//!
//! ```text
//!               items   a b c d e f g
//!   options  0  c e         x   x
//!            1  a d g   x     x     x
//!            2  b c f     x x     x
//!            3  a d f   x     x   x
//!            4  b g       x         x
//!            5  d e g         x x   x
//! ```
//!
//! Choosing option 1 *covers* its items: `a`, `d` and `g` are removed, and so is every option that
//! contains one of them, since it would cover that item a second time. Items `b c e f` and options 0
//! and 2 remain. Now `b` has a single option, 2. Choosing it leaves no option for `e`, so option 1 was
//! wrong, and the items are *uncovered* in reverse order. Option 3 leaves items `b c e g` and options 0
//! and 4, which complete the only solution. This is *Algorithm X*: cover an item with the fewest
//! options, try each of them, and backtrack when an item has none.
//!
//! Items like these are *primary*. *Secondary* items are covered at most once. If the options assign a
//! *colour* to a secondary item, any number of them may share it as long as their colours agree
//! ([`board::instance`]).
//!
//! # Sudoku
//!
//! ```text
//!               items      r1c1   …   1 in row 1   1 in column 1   1 in block 1   …
//! options  1 in r1c1         x            x              x              x
//!          2 in r1c1         x
//!          1 in r1c2                      x                             x
//! ```
//!
//! An option places a symbol in a cell. It covers the cell and, for each region that contains the cell,
//! the item "this symbol in this region". The items of cells and of full regions are primary; those of
//! shorter regions are secondary. One translation therefore serves every geometry, and givens are
//! options chosen before the search.
//!
//! # The rows
//!
//! One search runs on any of three matrices: linked lists ([`dlx`]), bit sets ([`bitmatrix`]) and
//! sparse sets ([`dancing_cells`]). All three visit the same nodes and differ only in their time. A
//! heuristic chooses the next item: the one with the fewest options; in the variant `weighted`, one that
//! often had no option left; in the variant `sharp`, one whose name begins with `#`. [`dlx_crate`] and
//! [`dlx_rs`] wrap third-party crates on the same items and options; they solve puzzles only.
//!
//! Items may have *multiplicities*: they are covered by as many options as their bounds allow. `cover/dlx`,
//! `cover/dancing-cells` and `cover/bitmatrix` then run Algorithm M on the same matrices; every other row of this
//! family refuses such a problem.
//!
//! A traced search of an exact cover problem reports [`Event::Cover`](crate::Event::Cover),
//! [`Choose`](crate::Event::Choose), [`Close`](crate::Event::Close) and [`Uncover`](crate::Event::Uncover).

use board::instance::{ExactCover, Multiplicity};
use board::{Cell, Puzzle, Symbol};

use crate::contract::Unsupported;

mod algorithm_m;
pub mod bitmatrix;
mod bounds;
pub mod cheapest;
pub mod dancing_cells;
pub mod dlx;
pub mod dlx_crate;
pub mod dlx_rs;
mod encoding;
pub mod heuristic;
mod levels;
mod links;
pub(crate) mod matrix;
mod multi_matrix;
#[cfg(test)]
pub(crate) mod multi_tests;
pub(crate) mod option_counts;
pub(crate) mod puzzles;
pub(crate) mod search;
#[cfg(test)]
mod tests;
pub(crate) mod tracer;

pub(crate) use encoding::OpenPart;
pub use encoding::encode;

/// Checks that each primary item of a problem is to be covered exactly once.
///
/// # Errors
/// Names one that is not.
pub(crate) fn ones_only(problem: &ExactCover) -> Result<(), Unsupported> {
    let mut of_items = (0..).zip(problem.multiplicities());
    match of_items.find(|&(_, &it)| it != Multiplicity::ONE) {
        None => Ok(()),
        Some((item, &Multiplicity { low, high })) => {
            let (name, low) = (
                problem.name(item),
                if low == high { String::new() } else { format!("{low} to ") },
            );
            let expected = "expected items with multiplicity 1";
            Err(Unsupported(format!("item {name} is to be covered {low}{high} times, {expected}")))
        }
    }
}

/// Returns the cell and the symbol of an option of a geometry with `symbols` symbols.
#[inline]
fn cell_and_symbol(option: usize, symbols: usize) -> (Cell, Symbol) {
    (option / symbols, (option % symbols) as Symbol)
}

/// Returns the options that remain possible in a puzzle, in ascending order: those of its givens, and
/// in other cells those that are allowed and share no item with a given. Returns `None` if two givens
/// share an item or a primary item has no option, since the puzzle then has no solution.
///
/// The third-party crates rely on this: their problems are not empty, each primary item has an option,
/// and no two givens clash.
fn possible_options(problem: &ExactCover, puzzle: &Puzzle) -> Option<Vec<usize>> {
    let symbols = puzzle.geometry().symbols();
    let mut taken = vec![false; problem.items()];
    for cell in 0..puzzle.geometry().cells() {
        let Some(symbol) = puzzle.given(cell) else { continue };
        for entry in problem.option(cell * symbols + usize::from(symbol)) {
            if std::mem::replace(&mut taken[entry.item as usize], true) {
                return None;
            }
        }
    }
    let mut possible = Vec::new();
    let mut has_option = vec![false; problem.items()];
    for (cell, allowed) in puzzle.allowed().enumerate() {
        let given = allowed.single().is_some();
        for symbol in allowed.iter() {
            let option = cell * symbols + usize::from(symbol);
            let items = problem.option(option).iter().map(|entry| entry.item as usize);
            if given || !items.clone().any(|item| taken[item]) {
                possible.push(option);
                items.for_each(|item| has_option[item] = true);
            }
        }
    }
    has_option[..problem.primary()].iter().all(|&has| has).then_some(possible)
}
