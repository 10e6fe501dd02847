//! The referee for partial solutions: what a backend has when no technique applies any more.
//!
//! A partial solution is a puzzle again: each cell has the candidates that are left, and a cell with one of
//! them is filled. Three things can be seen without a search: that the givens and the pencil marks of the
//! puzzle are kept, that no cell has lost all its candidates, that no region repeats a symbol, and that each relation
//! alone can still hold.

use crate::puzzle::Puzzle;
use crate::referee::{GridRefutation, none_violated};

/// Why a partial solution does not belong to a puzzle.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PartialRefutation {
    /// A given is changed or missing.
    #[error("the given {given} at {position} is not kept")]
    Given {
        /// The position, as `r1c1`.
        position: String,
        /// The symbol that the puzzle has there, as people read it.
        given: String,
    },
    /// A cell has a candidate that the puzzle does not allow there.
    #[error("{position} has a candidate that the puzzle does not allow there")]
    NotAllowed {
        /// The position, as `r1c1`.
        position: String,
    },
    /// A cell has no candidate left, which means that the puzzle has no solution: that is not to be stuck.
    #[error("{position} has no candidate left")]
    Empty {
        /// The position, as `r1c1`.
        position: String,
    },
    /// It has another number of cells, or a region repeats a symbol, as in a grid that is refuted.
    #[error(transparent)]
    Grid(#[from] GridRefutation),
}

/// Checks that a partial solution keeps the givens of a puzzle and violates no rule.
///
/// # Errors
/// The first reason why it does not.
pub fn check_partial(puzzle: &Puzzle, partial: &Puzzle) -> Result<(), PartialRefutation> {
    let (geometry, left) = (puzzle.geometry(), partial.allowed());
    if left.len() != geometry.cells() {
        let (found, expected) = (left.len(), geometry.cells());
        return Err(GridRefutation::Size { found, expected }.into());
    }
    let written = |symbol| geometry.alphabet().name(symbol);
    for (cell, (left, allowed)) in left.zip(puzzle.allowed()).enumerate() {
        let position = || geometry.position(cell).to_string();
        match puzzle.given(cell) {
            Some(given) if left.single() != Some(given) => {
                let (position, given) = (position(), written(given));
                return Err(PartialRefutation::Given { position, given });
            }
            _ if left.is_empty() => return Err(PartialRefutation::Empty { position: position() }),
            _ if !left.is_subset(allowed) => {
                return Err(PartialRefutation::NotAllowed { position: position() });
            }
            _ => {}
        }
    }
    Ok(none_violated(geometry, &partial.givens())?)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::symbols::SymbolSet;
    use crate::{catalog, text::line};

    #[track_caller]
    fn check(partial: &str, expected: &str) {
        let classic = Arc::new(catalog::classic(4).unwrap());
        let puzzle = line::parse("....1.3.431.2...", &classic).unwrap();
        let partial = line::parse(partial, &classic).unwrap();
        let found = check_partial(&puzzle, &partial).map_err(|error| error.to_string());
        assert_eq!(found.err().unwrap_or_default(), expected);
    }

    #[test]
    fn a_partial_solution_keeps_givens_and_repeats_nothing() {
        check("....1.3.431.2...", "");
        check("3421123443122143", "");
        check("3...1.3.431.2...", "");
        check("....1.3.131.2...", "the given 4 at r3c1 is not kept");
        check("1...1.3.431.2...", "column 1 holds 1 twice, at r1c1 and r2c1");
        check("....1...431.2...", "the given 3 at r2c3 is not kept");
        check("....1.3.431.2.1.", "column 3 holds 1 twice, at r3c3 and r4c3");
    }

    #[test]
    fn a_cell_without_candidates_is_not_stuck_and_marks_are_kept() {
        let classic = Arc::new(catalog::classic(4).unwrap());
        let puzzle = line::parse("....1.3.431.2...", &classic).unwrap();
        let mut allowed: Vec<_> = puzzle.allowed().collect();
        allowed[0] = SymbolSet::EMPTY;
        let empty = Puzzle::from_allowed(classic.clone(), allowed.clone());
        let error = check_partial(&puzzle, &empty).unwrap_err();
        assert_eq!(error.to_string(), "r1c1 has no candidate left");
        allowed[0] = SymbolSet::only(2);
        let marked = Puzzle::from_allowed(classic, allowed);
        let error = check_partial(&marked, &puzzle).unwrap_err();
        assert_eq!(error, PartialRefutation::Given { position: "r1c1".into(), given: "3".into() });
    }
}
