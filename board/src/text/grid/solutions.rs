//! Grids that are the solutions of puzzles before them, by their names.
//!
//! ```text
//!   Puzzle 1:      Solution 1:       Solution:
//!   12..           1234              of the puzzle just before it
//!   …              …
//! ```
//!
//! A grid of such a name that is not full, or does not agree with the givens, remains a puzzle.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::catalog;
use crate::text::parsed::{GeometryLookup, ParsedPuzzle};

/// Returns the puzzles, each with the solution that follows it.
pub(super) fn attach(
    puzzles: Vec<ParsedPuzzle>,
    lookup: &mut GeometryLookup<'_>,
) -> Vec<ParsedPuzzle> {
    let mut kept: Vec<ParsedPuzzle> = Vec::new();
    let mut by_name: BTreeMap<String, usize> = BTreeMap::new();
    for puzzle in puzzles {
        let name = key(&puzzle);
        let index = match name.strip_prefix("solution") {
            Some("") => kept.len().checked_sub(1),
            Some(name) => by_name.get(name.trim()).copied(),
            None => None,
        };
        match index {
            Some(index) if is_solution(&puzzle, &kept[index], lookup) => {
                kept[index].metadata.notes.extend(puzzle.metadata.notes);
                kept[index].solution = Some(puzzle.cells);
            }
            _ => {
                let number = name.rsplit(' ').next().unwrap_or_default().to_owned();
                by_name.extend([number, name].map(|name| (name, kept.len())));
                kept.push(puzzle);
            }
        }
    }
    kept
}

/// Returns the name of a puzzle in lower case, without a mark at its end.
fn key(puzzle: &ParsedPuzzle) -> String {
    let name = puzzle.metadata.name.as_deref().unwrap_or_default();
    name.trim_end_matches([':', '.', ')', ' ']).to_lowercase()
}

/// Returns whether a grid is full, and holds the givens of a puzzle without a solution.
fn is_solution(
    grid: &ParsedPuzzle,
    puzzle: &ParsedPuzzle,
    lookup: &mut GeometryLookup<'_>,
) -> bool {
    let text = |puzzle: &ParsedPuzzle| puzzle.metadata.geometry.clone().map(|it| it.text);
    let stated = text(puzzle);
    // The symbols that a header states may be those of either.
    let states_symbols = [grid, puzzle].iter().any(|it| it.metadata.symbols.is_some());
    if puzzle.solution.is_some() || states_symbols || text(grid) != stated {
        return false;
    }
    let by_size = || {
        let name = puzzle.cells.geometry().ok().filter(|_| stated.is_none())?;
        catalog::named(&name).ok().map(Arc::new)
    };
    let Some(geometry) = lookup(stated.as_deref()).or_else(by_size) else { return false };
    let symbols = puzzle.cells.symbols(&geometry).ok();
    let agrees = symbols.and_then(|symbols| {
        let givens = puzzle.cells.puzzle(&geometry, &symbols).ok()?.givens();
        let values = grid.cells.grid(&geometry, &symbols).ok()?;
        let mut pairs = givens.iter().zip(values.symbols());
        Some(pairs.all(|(given, value)| given.is_none_or(|given| given == *value)))
    });
    agrees == Some(true)
}

#[cfg(test)]
mod tests {
    use crate::text::grid;

    const PUZZLE: &str = "12..\n3...\n..4.\n...1\n";
    const SOLUTION: &str = "1234\n3412\n2143\n4321\n";

    /// Returns whether each puzzle of a text has a solution.
    fn solved(text: &str) -> Vec<bool> {
        let puzzles = grid::read(text, &mut |_| None).expect("grids");
        puzzles.iter().map(|puzzle| puzzle.solution.is_some()).collect()
    }

    #[test]
    fn a_solution_belongs_to_the_puzzle_of_its_number_or_before_it() {
        let other = PUZZLE.replace("3...", "....");
        assert_eq!(solved(&format!("Puzzle:\n{PUZZLE}Solution:\n{SOLUTION}")), [true]);
        assert_eq!(solved(&format!("{PUZZLE}\nSolution\n{SOLUTION}{PUZZLE}")), [true, false]);
        let numbered = format!("Puzzle 1\n{PUZZLE}Puzzle 2\n{other}Solution 1\n{SOLUTION}");
        assert_eq!(solved(&numbered), [true, false]);
        assert_eq!(solved(&format!("{numbered}Solution 2:\n{SOLUTION}")), [true, true]);
        assert_eq!(solved(&format!("{numbered}Solution 1:\n{SOLUTION}")), [true, false, false]);
    }

    #[test]
    fn another_grid_remains_a_puzzle() {
        let wrong = SOLUTION.replace('1', "x").replace('2', "1").replace('x', "2");
        for text in [
            format!("Puzzle:\n{PUZZLE}Solution:\n{wrong}"),
            format!("Puzzle:\n{PUZZLE}Solution:\n{}", SOLUTION.replace("4321", "432.")),
            format!("Puzzle:\n{PUZZLE}Next:\n{SOLUTION}"),
            format!("Puzzle 1:\n{PUZZLE}Solution 2:\n{SOLUTION}"),
        ] {
            assert_eq!(solved(&text), [false, false], "{text}");
        }
    }
}
