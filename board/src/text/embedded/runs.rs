//! Runs of cells in a line, and which of them are the puzzle and its solution.

/// The puzzle of a line, and its solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Runs<'l> {
    pub(super) puzzle: &'l str,
    pub(super) solution: Option<&'l str>,
}

impl<'l> Runs<'l> {
    /// Returns the longest run of cells of a line. A second one of this length must be a solution, and no shorter
    /// one at the start may be a puzzle.
    pub(super) fn of(line: &'l str, is_size: &dyn Fn(usize) -> bool) -> Option<Self> {
        let runs = line.split(|c| !is_cell(c));
        let mut runs: Vec<&str> =
            runs.filter(|run| is_size(run.len()) && run.contains(is_value)).collect();
        if runs.len() > 1 {
            // The others are labels, such as dates.
            runs.retain(|run| may_be_puzzle(run));
        }
        let length = runs.iter().map(|run| run.len()).max()?;
        let first = runs.first().filter(|run| run.len() < length);
        if first.is_some_and(|run| !line[..start_of(run, line)].contains(char::is_alphanumeric)) {
            return None;
        }
        runs.retain(|run| run.len() == length);
        match runs[..] {
            [puzzle] => Some(Self { puzzle, solution: None }),
            [puzzle, solution] if solution.chars().all(is_value) => {
                Some(Self { puzzle, solution: Some(solution) })
            }
            [solution, puzzle] if agrees(solution, puzzle) => {
                Some(Self { puzzle, solution: Some(solution) })
            }
            _ => None,
        }
    }

    /// Returns the byte at which the first of the runs starts.
    pub(super) fn start(&self, line: &str) -> usize {
        let start = start_of(self.puzzle, line);
        self.solution.map_or(start, |solution| start.min(start_of(solution, line)))
    }
}

/// Returns the byte at which a part of a line starts.
pub(super) fn start_of(part: &str, line: &str) -> usize {
    part.as_ptr() as usize - line.as_ptr() as usize
}

/// Returns whether no value is larger than the order of a square board with as many cells.
fn may_be_puzzle(run: &str) -> bool {
    let order = run.len().isqrt();
    run.chars().filter_map(|c| c.to_digit(10)).all(|digit| digit as usize <= order)
}

/// Returns whether a grid is full, and has the givens of a puzzle.
fn agrees(grid: &str, puzzle: &str) -> bool {
    let is_same = |(value, given): (char, char)| !is_value(given) || value == given;
    grid.chars().all(is_value) && grid.chars().zip(puzzle.chars()).all(is_same)
}

/// Returns whether a character may be a cell of a board of up to nine symbols.
pub(super) fn is_cell(c: char) -> bool {
    c.is_ascii_digit() || matches!(c, '.' | '_' | '*' | '-' | '?' | 'x' | 'X')
}

fn is_value(c: char) -> bool {
    matches!(c, '1'..='9')
}

#[cfg(test)]
mod tests {
    use super::*;

    const CELLS: &str = "....1.3.431.2...";
    const SOLUTION: &str = "3421123443122143";

    /// Returns a puzzle of 36 cells.
    fn larger() -> String {
        format!("{:.<36}", "1.6")
    }

    #[track_caller]
    fn check(line: &str, puzzle: &str, solution: Option<&str>) {
        assert_eq!(Runs::of(line, &is_size), Some(Runs { puzzle, solution }), "{line}");
    }

    fn is_size(count: usize) -> bool {
        matches!(count, 16 | 36)
    }

    #[test]
    fn a_label_as_long_as_a_board_is_no_puzzle() {
        for label in ["1234567890123456", "tarek071223170000-013", "gsf-2007-05-24-0032"] {
            for cells in [CELLS, &larger()] {
                check(&format!("{cells},{label}"), cells, None);
                check(&format!("{label},{cells},{label}"), cells, None);
            }
        }
    }

    #[test]
    fn the_longest_run_is_the_puzzle() {
        let cells = &larger();
        check(&format!("{cells},{CELLS}"), cells, None);
        check(&format!("No. 7,{CELLS},{cells}"), cells, None);
        // Either may be the puzzle.
        assert_eq!(Runs::of(&format!("{CELLS},{cells}"), &is_size), None);
    }

    #[test]
    fn the_solution_may_stand_before_the_puzzle_if_it_has_its_givens() {
        check(&format!("{CELLS},{SOLUTION}"), CELLS, Some(SOLUTION));
        check(&format!("{SOLUTION},{CELLS}"), CELLS, Some(SOLUTION));
        let other = SOLUTION.replace('1', "5").replace('2', "1").replace('5', "2");
        for line in [
            format!("{other},{CELLS}"),
            format!("{CELLS},{CELLS}"),
            format!("{SOLUTION},{CELLS},{SOLUTION}"),
        ] {
            assert_eq!(Runs::of(&line, &is_size), None, "{line}");
        }
    }
}
