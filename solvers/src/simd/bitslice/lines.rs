//! Lines in, solutions and counts out: the fast way for those who need no harness.

use super::kernel::{Kernel, kernel};
use super::{search, text};
use crate::meter::Limits;
use crate::outcome::Stop;
use crate::simd::{Instructions, Solved};
use crate::solver::Unsupported;

/// What is wrong with a line.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LineError {
    /// It does not have 81 characters.
    #[error("{line}:{}: the line ends after {length} characters, expected 81", length + 1)]
    Length {
        /// The number of the line, from one.
        line: usize,
        /// How many there are.
        length: usize,
    },
    /// A character is none of a puzzle.
    #[error("{line}:{column}: {:?} is no cell, expected 1 to 9, or 0 or . for an empty one", char::from(*.character))]
    Character {
        /// The number of the line, from one.
        line: usize,
        /// The number of the character, from one.
        column: usize,
        /// The character.
        character: u8,
    },
    /// This processor does not have the instructions that were asked for.
    #[error(transparent)]
    Unsupported(#[from] Unsupported),
}

/// Solves each line of `text`, 81 characters of `1` to `9`, `0` and `.` each, until a puzzle has
/// `solutions` of them. An empty line at the end is none.
///
/// ```
/// # use solvers::simd::bitslice::solve_lines;
/// let puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\n";
/// let solved = solve_lines(puzzle.as_bytes(), 2)?;
/// assert_eq!((solved[0].solutions, solved[0].is_all), (1, true));
/// assert!(solved[0].grid.starts_with(b"534678912"));
/// # Ok::<(), solvers::simd::bitslice::LineError>(())
/// ```
///
/// # Errors
/// Those of [`LineSolver::new`] and [`LineSolver::solve`].
pub fn solve_lines(text: &[u8], solutions: u64) -> Result<Vec<Solved>, LineError> {
    let mut solved = Vec::new();
    LineSolver::new()?.solve(text, solutions, &mut solved)?;
    Ok(solved)
}

/// Solves text after text in the same memory.
pub struct LineSolver {
    instructions: Instructions,
    kernel: Box<dyn Kernel>,
}

impl LineSolver {
    /// A solver with the instructions that [`Instructions::chosen`] tells.
    ///
    /// # Errors
    /// When `HARNESS_SIMD` names instructions that are none or that this processor does not have.
    pub fn new() -> Result<Self, Unsupported> {
        let instructions = Instructions::chosen()?;
        Ok(Self { instructions, kernel: kernel(instructions) })
    }

    /// Solves each line, as [`solve_lines`] does; what came of them takes the place of what `solved`
    /// held.
    ///
    /// # Errors
    /// When a line is no puzzle: nothing is solved then.
    pub fn solve(
        &mut self,
        text: &[u8],
        solutions: u64,
        solved: &mut Vec<Solved>,
    ) -> Result<(), LineError> {
        let lines = read(text)?;
        solved.resize(lines.len(), Solved { solutions: 0, is_all: false, bets: 0, grid: [0; 81] });
        search::search(
            &mut *self.kernel,
            lines.len(),
            &Limits::solutions(solutions),
            &|number| text::read(lines[number], self.instructions),
            &mut |number, answer| {
                let Solved { solutions, is_all, bets, grid } = &mut solved[number];
                *solutions = answer.solutions;
                *is_all = answer.stop == Stop::Exhausted;
                *bets = answer.bets;
                *grid = match answer.solutions {
                    0 => [b'.'; 81],
                    _ => text::write(&answer.grids[0], self.instructions),
                };
            },
        );
        Ok(())
    }
}

fn read(text: &[u8]) -> Result<Vec<&[u8; 81]>, LineError> {
    let text = text.strip_suffix(b"\n").unwrap_or(text);
    if text.is_empty() {
        return Ok(Vec::new());
    }
    let mut lines = Vec::with_capacity(text.len() / 82 + 1);
    let mut rest = Some(text);
    while let Some(text) = rest {
        let end = match text.get(81) {
            Some(b'\n') => 81,
            _ => text.iter().position(|&byte| byte == b'\n').unwrap_or(text.len()),
        };
        rest = text.get(end + 1..);
        lines.push(cells(&text[..end], lines.len() + 1)?);
    }
    Ok(lines)
}

/// The cells of a line, which may end as lines do on Windows.
fn cells(line: &[u8], number: usize) -> Result<&[u8; 81], LineError> {
    let line = line.strip_suffix(b"\r").unwrap_or(line);
    let is_cell = |byte: &u8| byte.is_ascii_digit() | (*byte == b'.');
    let good = line.iter().fold(true, |good, byte| good & is_cell(byte));
    match line.try_into() {
        Ok(cells) if good => Ok(cells),
        _ => Err(match line.iter().position(|byte| !is_cell(byte)) {
            Some(at) => LineError::Character { line: number, column: at + 1, character: line[at] },
            None => LineError::Length { line: number, length: line.len() },
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_wrong_is_said_with_line_and_column() {
        let good = ".".repeat(81);
        let says = |text: String| solve_lines(text.as_bytes(), 2).unwrap_err().to_string();
        assert_eq!(
            says(format!("{good}\n{}x{}\n", &good[..4], &good[5..])),
            "2:5: 'x' is no cell, expected 1 to 9, or 0 or . for an empty one"
        );
        assert_eq!(
            says(format!("{good}\n\n")),
            "2:1: the line ends after 0 characters, expected 81"
        );
        assert_eq!(
            says(format!("{good}.")),
            "1:83: the line ends after 82 characters, expected 81"
        );
    }

    #[test]
    fn ends_of_lines_and_of_files_may_differ() {
        let grid =
            "534678912672195348198342567859761423426853791713924856961537284287419635345286179";
        for text in [
            format!("{grid}\n{grid}\n"),
            format!("{grid}\r\n{grid}\r\n"),
            format!("{grid}\n{grid}"),
        ] {
            let solved = solve_lines(text.as_bytes(), 2).unwrap();
            assert_eq!(solved.len(), 2);
            assert!(solved.iter().all(|it| it.grid == grid.as_bytes()));
        }
        assert_eq!(solve_lines(b"", 2), Ok(Vec::new()));
    }
}
