//! Finds the mistake that explains a failed trial.

use board::referee::{self, GridRefutation};
use board::text::line;
use board::{Alphabet, Grid, Puzzle};
use race::executor::{FailedStart, Failure, Silence};
use race::external;
use race::problem::{AnyAnswer, AnyOutcome, AnyProblem};
use record::{Row, Status, Task};
use solvers::{Limits, SEARCH, Stop};

use super::{Clash, Mistake};

/// What a trial left.
pub struct FailedTrial<'a> {
    /// The problem.
    pub problem: &'a AnyProblem,
    /// The row of the trial.
    pub row: &'a Row,
    /// The outcome, if there is one.
    pub outcome: Option<&'a AnyOutcome>,
    /// What the program was found to do instead of answering.
    pub silence: Option<Silence>,
    /// The number of solutions, if it is known.
    pub solutions: Option<u64>,
    /// Whether the program solved a puzzle of 9×9 before.
    pub solves_nine: bool,
}

/// Returns the mistake of a program that did not say hello.
pub fn start(failed: &FailedStart) -> Mistake {
    let message = match &failed.failure {
        Failure::Crashed(message) => message.as_str(),
        _ => "",
    };
    match (failed.silence, failed.printed.first()) {
        _ if cannot_start(message) => Mistake::NotStarted,
        (Some(Silence::UntilTheEnd), _) => Mistake::HelloInBuffer,
        (Some(Silence::LineWithoutEnd), _) => Mistake::LineWithoutEnd,
        (_, Some(line)) => match external::other_version(line) {
            Some(version) => Mistake::OtherVersion(version),
            None => Mistake::NotHello(line.clone()),
        },
        (Some(Silence::Computing), None) => Mistake::ComputesBeforeHello,
        (None, None) if message.starts_with("its process ended") => {
            Mistake::EndedAtOnce(last_error(message))
        }
        _ => Mistake::NoHello,
    }
}

/// Returns whether a message says that the command cannot be started: by this program, or by the one that sets the limits
/// of the process and then becomes the command.
fn cannot_start(message: &str) -> bool {
    message.starts_with("cannot start it")
        || (message.starts_with("its process ended") && message.contains("error: cannot start "))
}

/// Returns the mistake of an answer, or of the lack of one.
pub fn answer(trial: &FailedTrial<'_>) -> Option<Mistake> {
    let order = trial.problem.puzzle().map_or(0, |puzzle| puzzle.geometry().symbols());
    match trial.silence {
        Some(Silence::UntilTheEnd) => return Some(Mistake::AnswersAtTheEnd),
        Some(Silence::LineWithoutEnd) => return Some(Mistake::LineWithoutEnd),
        Some(Silence::Computing) => return Some(Mistake::Endless),
        Some(Silence::Waiting) => return Some(Mistake::Waits),
        None if order > 9 && trial.solves_nine => return Some(Mistake::Large(order)),
        None => {}
    }
    let error = trial.row.error.as_deref().unwrap_or_default();
    match trial.row.status {
        Status::Crashed if trial.problem.puzzle().is_some_and(|puzzle| puzzle.clues() == 0) => {
            Some(Mistake::EndsOnEmpty(last_error(error)))
        }
        Status::Crashed => Some(Mistake::Ends(last_error(error))),
        Status::Timeout => Some(Mistake::Endless),
        Status::Unknown => unreadable(error),
        _ => trial.outcome.and_then(|outcome| of_claim(trial, outcome)),
    }
}

/// Returns the mistake of a result that cannot be parsed; `None` for a program that gave up, or failed otherwise.
fn unreadable(error: &str) -> Option<Mistake> {
    let words: Vec<&str> = error.split([' ', ',', ';']).filter(|word| !word.is_empty()).collect();
    let number = |word: &&str| word.parse::<usize>().ok();
    // `80 cells, expected 81`, `1 cell, expected 81`
    let size =
        words.windows(4).find(|four| matches!(four[1], "cell" | "cells") && four[2] == "expected");
    let size = size.and_then(|four| Some((number(&four[0])?, number(&four[3])?)));
    match size {
        Some((found, expected)) => Some(Mistake::Size { found, expected }),
        // What cannot be parsed is quoted.
        None => error.contains(", in \"result ").then(|| Mistake::Unreadable(error.into())),
    }
}

/// Returns the mistake of a claim: a wrong grid, or a wrong number of solutions.
fn of_claim(trial: &FailedTrial<'_>, outcome: &AnyOutcome) -> Option<Mistake> {
    let Some(puzzle) = trial.problem.puzzle() else {
        return (trial.row.status == Status::Wrong).then_some(Mistake::Colouring);
    };
    let shown = outcome.first.iter().chain(&outcome.second).filter_map(AnyAnswer::grid);
    if let Some(mistake) = shown.clone().find_map(|grid| of_grid(puzzle, grid)) {
        return Some(mistake);
    }
    if outcome.second.is_some() && outcome.second == outcome.first {
        return Some(Mistake::SameTwice);
    }
    let solutions = trial.solutions?;
    match (outcome.stop, outcome.solutions) {
        (Stop::Exhausted, 0) if solutions > 0 => {
            Some(Mistake::NotImpossible(other_solution(puzzle, None)?))
        }
        (Stop::Exhausted, 1) if solutions > 1 && trial.row.task != Task::Count => {
            let first = outcome.first.as_ref().and_then(AnyAnswer::grid);
            Some(Mistake::NotOnly(other_solution(puzzle, first)?))
        }
        (Stop::Exhausted | Stop::SolutionLimit, found) if found != solutions => {
            Some(Mistake::Miscount { found: outcome.count().to_string(), expected: solutions })
        }
        _ => None,
    }
}

/// Returns the mistake of a grid that is no solution.
fn of_grid(puzzle: &Puzzle, grid: &Grid) -> Option<Mistake> {
    let geometry = puzzle.geometry();
    let position = |cell| geometry.position(cell);
    match referee::check(puzzle, grid).err()? {
        GridRefutation::Size { found, expected } => Some(Mistake::Size { found, expected }),
        GridRefutation::NotAllowed { .. } => {
            let mut cells = grid.symbols().iter().enumerate();
            let (cell, given) = cells.find_map(|(cell, symbol)| {
                puzzle.given(cell).filter(|given| given != symbol).map(|given| (cell, given))
            })?;
            let given = geometry.alphabet().character(given);
            Some(Mistake::GivenChanged { at: position(cell), given })
        }
        // Nothing external is sent relations.
        GridRefutation::Broken { .. } => None,
        GridRefutation::Repeated { .. } => {
            let filling: Vec<_> = grid.symbols().iter().copied().map(Some).collect();
            let found = referee::violations(geometry, &filling).next()?;
            Some(Mistake::Clash(Clash {
                region: geometry.regions()[found.region].name.clone(),
                symbol: geometry.alphabet().character(found.symbol),
                cells: found.cells.map(position),
            }))
        }
    }
}

/// Returns a solution that differs from `known`, in the standard characters.
fn other_solution(puzzle: &Puzzle, known: Option<&Grid>) -> Option<String> {
    let mut solver = SEARCH.prepare::<Puzzle>(puzzle.geometry()).ok()?;
    let outcome = solver.solve(puzzle, &Limits::solutions(2));
    let found = [outcome.first, outcome.second].into_iter().flatten();
    let other = found.into_iter().find(|grid| Some(grid) != known)?;
    let alphabet = Alphabet::standard(puzzle.geometry().symbols()).ok()?;
    Some(line::write_grid(&alphabet, &other))
}

/// Returns the last line of standard error in the message about a process that ended, or how it ended.
fn last_error(message: &str) -> String {
    let end = message.split_once("its process ended: ").map_or(message, |(_, end)| end);
    // `exit status: 1: first line / second line`
    match end.splitn(3, ": ").nth(2) {
        Some(lines) => {
            let mut lines = lines.rsplit(" / ").map(str::trim);
            lines.find(|line| !line.is_empty()).unwrap_or_default().into()
        }
        None => end.into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_line_of_standard_error_is_quoted() {
        let message =
            "its process ended: exit status: 1: Traceback / File \"a.py\" / ValueError: x";
        assert_eq!(last_error(message), "ValueError: x");
        assert_eq!(last_error("its process ended: signal: 9 (SIGKILL)"), "signal: 9 (SIGKILL)");
    }

    #[test]
    fn a_command_that_cannot_be_started_is_recognised() {
        let advised = |message: &str| {
            let failure = Failure::Crashed(message.into());
            start(&FailedStart { failure, printed: Vec::new(), silence: None })
        };
        for message in [
            "cannot start it: No such file",
            "its process ended: exit status: 2: error: cannot start ./solver: No such file",
        ] {
            assert_eq!(advised(message), Mistake::NotStarted);
        }
        let other = |line: &str| {
            let failure = Failure::Crashed("it speaks another version".into());
            start(&FailedStart { failure, printed: vec![line.into()], silence: None })
        };
        let (second, version) = ("hello sudoku-backend/2 name=x", "sudoku-backend/2");
        assert_eq!(other(second), Mistake::OtherVersion(version.into()));
        assert_eq!(other("hello world"), Mistake::NotHello("hello world".into()));
        let ended = "its process ended: exit status: 1: KeyError: 7";
        assert_eq!(advised(ended), Mistake::EndedAtOnce("KeyError: 7".into()));
    }

    #[test]
    fn a_grid_of_another_size_is_recognised() {
        let size = Mistake::Size { found: 80, expected: 81 };
        assert_eq!(unreadable("80 cells, expected 81"), Some(size));
        let size = Mistake::Size { found: 1, expected: 16 };
        assert_eq!(unreadable("1 cell, expected 16"), Some(size));
    }

    #[test]
    fn who_gives_up_is_not_told_how_to_write_a_result() {
        let other = "status: invalid value \"perhaps\", in \"result 0 perhaps - -\"";
        assert_eq!(unreadable(other), Some(Mistake::Unreadable(other.into())));
        for error in ["too hard for me", "it gave up", "no grid in the line \"no\""] {
            assert_eq!(unreadable(error), None);
        }
    }
}
