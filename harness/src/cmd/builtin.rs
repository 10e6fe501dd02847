//! The 25 built-in puzzles: five of each of five levels, as in Hurtebis' program, where `sudoku 2 3`
//! is the third of the second level.
//!
//! They are in `datasets/builtin.txt`, which states their source.

use anyhow::bail;
use solvers::candidates::rounds::level::HurtebisLevel;

const GRIDS: &str = include_str!("../../../datasets/builtin.txt");

/// A built-in puzzle.
pub(super) struct Builtin {
    /// Its level.
    pub(super) level: HurtebisLevel,
    /// Its name.
    pub(super) name: String,
    /// Its cells and its name, as a line of a corpus.
    pub(super) line: &'static str,
}

/// Returns the puzzle of a level, given by name or number, and a number.
///
/// # Errors
/// When there is none.
pub(super) fn find(level: &str, number: &str) -> anyhow::Result<Builtin> {
    let numbered = |it: usize| (it + 1).to_string();
    let is_meant = |it: &usize| [HurtebisLevel::ALL[*it].name(), &numbered(*it)].contains(&level);
    let Some(level) = (0..HurtebisLevel::ALL.len()).find(is_meant).map(|it| HurtebisLevel::ALL[it])
    else {
        let names = HurtebisLevel::ALL.map(HurtebisLevel::name).join(", ");
        bail!("there is no level {level:?}, expected one of {names}, or 1 to 5");
    };
    let name = format!("{level} {number}");
    match GRIDS.lines().find(|line| line.split_once(' ').is_some_and(|(_, its)| its == name)) {
        Some(line) => Ok(Builtin { level, name, line }),
        None => bail!("there is no puzzle {number:?} of a level, expected 1 to 5"),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;
    use std::sync::Arc;

    use board::{Puzzle, catalog, text::line};
    use solvers::candidates::rounds::ROUNDS;
    use solvers::{Limits, Stop};

    use super::*;

    #[test]
    fn there_are_five_puzzles_of_each_level_with_one_solution_and_the_estimated_level() {
        let geometry = Arc::new(catalog::classic(9).unwrap());
        let mut solver = ROUNDS.prepare::<Puzzle>(&geometry).unwrap();
        let mut lines = HashSet::new();
        for (index, level) in HurtebisLevel::ALL.into_iter().enumerate() {
            for number in 1..=5 {
                let grid = find(level.name(), &number.to_string()).unwrap();
                let same = find(&(index + 1).to_string(), &number.to_string()).unwrap();
                assert_eq!((grid.level, grid.line, same.line), (level, same.line, grid.line));
                assert!(lines.insert(grid.line));
                let cells = grid.line.split(' ').next().unwrap();
                let puzzle = line::parse(cells, &geometry).unwrap();
                let outcome = solver.solve(&puzzle, &Limits::solutions(2));
                assert_eq!((outcome.stop, outcome.solutions), (Stop::Exhausted, 1));
                let estimated =
                    HurtebisLevel::estimate(puzzle.clues(), 81, outcome.counters.bets > 0);
                assert!(level == HurtebisLevel::Unknown || estimated == level, "{}", grid.name);
            }
        }
    }

    #[test]
    fn unknown_levels_and_numbers_are_errors() {
        let problem = |level, number| find(level, number).err().unwrap().to_string();
        assert!(problem("6", "1").contains("no level \"6\", expected one of easy, medium"));
        assert!(problem("4", "6").contains("no puzzle \"6\" of a level, expected 1 to 5"));
        assert!(problem("easy", "").contains("no puzzle"));
    }
}
