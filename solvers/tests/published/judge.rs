//! What a row is asked, and whether it answers correctly: the referee checks every grid. A row that
//! may get stuck need not answer, but what it leaves must contain the solution.

use std::sync::Arc;
use std::time::Duration;

use board::{Geometry, Grid, Puzzle, Symbol, SymbolSet, referee};
use rand::seq::SliceRandom;
use solvers::{BACKENDS, Backend, Limits, Outcome, Solver, Stop, Task};

use crate::chance;

/// The maximum number of search states of brute force for a puzzle: some milliseconds.
const BRUTE_FORCE: u64 = 100_000;

/// The time limit of any other row for a puzzle, if it obeys: fifty times that of the slowest
/// answer when this was written.
const PATIENCE: Duration = Duration::from_secs(10);

/// A puzzle, and the expected answer.
pub(crate) struct Question {
    pub(crate) id: String,
    pub(crate) puzzle: Puzzle,
    pub(crate) expected: Expected,
}

/// What is known of a puzzle.
#[derive(Clone)]
pub(crate) enum Expected {
    /// This grid solves it and no other one does.
    Only(Grid),
    /// At least two grids solve it.
    Several,
}

/// Returns whether a file is out of a row's reach. The row then gets it *eased*: half of the open
/// cells of each puzzle are filled in from its solution.
///
/// - Brute force: 16×16 and more, several grids in one, and what is published as hard. It finishes
///   fewer than half of the puzzles of such a file, often none.
/// - `classic25-gecode`: the extended encoding takes more than ten seconds for some of the nine
///   puzzles; of the other rows, none that can be stopped finished a puzzle in one second.
/// - `classic16-forum`: published as hard. With the extended encoding, an engine that learns takes
///   12 ms for a puzzle; every other row spends more than a second on many.
/// - 16×16 and more, jigsaws, several grids: Sudoto's tuples and Hurtebis' rounds infer too little
///   for some of the puzzles; small tuples leave two of the 241 jigsaws open after ten seconds.
///   Colouring detects no hidden singles, and leaves one or two of each kind.
/// - `jigsaw-janko`: the minimal encoding does not express that a symbol goes somewhere in a
///   region, and the log encoding propagates it late; one of the jigsaws takes more than seven
///   seconds. varisat cannot be stopped meanwhile.
/// - Everywhere: the rows with rare techniques may look for large fish for seconds.
fn is_out_of_reach(file: &str, row: &Backend) -> bool {
    let is_hard_by_force = ["classic", "forum", "magictour", "multi", "17_clue.txt"]
        .iter()
        .any(|start| file.starts_with(start))
        || ["sudoq-samurai", "sudoq-standard16x16"].contains(&file);
    let is_another_board = ["classic", "jigsaw", "multi"].iter().any(|it| file.starts_with(it));
    match file {
        _ if row.id.starts_with("deduce/everything") => true,
        _ if is_brute_force(row) && is_hard_by_force => true,
        _ if (is_of_a_document(row) || row.family() == "colour") && is_another_board => true,
        "classic25-gecode" => true,
        "classic16-forum" => !row.id.starts_with("sat/extended.") || row.id.ends_with(".dpll"),
        "jigsaw-janko" => row.id.starts_with("sat/log.") || row.id.starts_with("sat/minimal."),
        _ => false,
    }
}

/// Returns the row with this id.
pub(crate) fn row(id: &str) -> &'static Backend {
    BACKENDS.iter().find(|row| row.id == id).unwrap()
}

/// Asks every row all questions of a file. Each row has to answer all of them; brute force and rows
/// of the documents may give up where nothing is eased. Answers must be correct in any case.
#[track_caller]
pub(crate) fn ask_every_row(file: &str, questions: &[Question]) {
    let eased: Vec<Question> = (0..).zip(questions).map(|(n, it)| ease(it, n)).collect();
    let mut complaints = Vec::new();
    for row in BACKENDS.iter().filter(|row| row.tasks.contains(&Task::Unique)) {
        let is_eased = is_out_of_reach(file, row);
        let (questions, note) = if is_eased { (&eased[..], " eased") } else { (questions, "") };
        let says = format!("{file}, {}: of {}{note} questions", row.id, questions.len());
        match answers(row, questions, &limits(row)) {
            Ok(n) if n < questions.len() && row.complete && (is_eased || !may_give_up(row)) => {
                complaints.push(format!("{says} {n} are answered"));
            }
            Ok(n) => eprintln!("{says} {n} are answered"),
            Err(complaint) => {
                complaints.push(format!("{says} one is answered wrongly: {complaint}"))
            }
        }
    }
    assert!(complaints.is_empty(), "\n{}", complaints.join("\n"));
}

/// Returns the question with half of the open cells filled in, or unchanged if no grid is known.
fn ease(question: &Question, number: u64) -> Question {
    let open = question.puzzle.geometry().cells() - question.puzzle.clues();
    filled(question, open / 2, number)
}

/// Returns the question with `n_cells` of the open cells filled in, or unchanged if no grid is
/// known.
pub(crate) fn filled(question: &Question, n_cells: usize, number: u64) -> Question {
    let Question { id, puzzle, expected } = question;
    let (mut givens, expected) = (puzzle.givens(), expected.clone());
    if let Expected::Only(solution) = &expected {
        let mut open: Vec<usize> = (0..givens.len()).filter(|&c| givens[c].is_none()).collect();
        open.shuffle(&mut chance(number));
        open.truncate(n_cells);
        open.into_iter().for_each(|cell| givens[cell] = Some(solution[cell]));
    }
    let puzzle = Puzzle::from_givens(puzzle.geometry().clone(), &givens);
    Question { id: format!("{id}, {n_cells} cells filled in"), puzzle, expected }
}

/// Returns how many of the questions a row answers within the limits, or an error at the first
/// wrong answer. Questions on geometries that it refuses count as answered.
pub(crate) fn answers(
    row: &Backend,
    questions: &[Question],
    limits: &Limits<'_>,
) -> Result<usize, String> {
    let mut at_hand: Option<&Arc<Geometry>> = None;
    let mut solver: Option<Box<dyn Solver>> = None;
    let mut answered = 0;
    for Question { id, puzzle, expected } in questions {
        let geometry = puzzle.geometry();
        if !at_hand.is_some_and(|it| Arc::ptr_eq(it, geometry)) {
            (at_hand, solver) = (Some(geometry), row.prepare::<Puzzle>(geometry).ok());
        }
        let is_answered = match &mut solver {
            None => true,
            Some(solver) => judge(puzzle, expected, &solver.solve(puzzle, limits))
                .map_err(|complaint| format!("{id}: {complaint}"))?,
        };
        answered += usize::from(is_answered);
    }
    Ok(answered)
}

/// Returns whether the outcome answers the question, rather than giving up, or an error if it is
/// wrong.
fn judge(puzzle: &Puzzle, expected: &Expected, outcome: &Outcome) -> Result<bool, String> {
    let grids: Vec<&Grid> = outcome.first.iter().chain(&outcome.second).collect();
    for grid in &grids {
        referee::check(puzzle, grid).map_err(|error| error.to_string())?;
        if matches!(expected, Expected::Only(only) if only != *grid) {
            return Err("a second solution".into());
        }
    }
    if grids.len() as u64 != outcome.solutions || (grids.len() == 2 && grids[0] == grids[1]) {
        return Err(format!("{} solutions that no grids show", outcome.solutions));
    }
    match (outcome.stop, outcome.solutions, expected) {
        (Stop::Deadline | Stop::NodeLimit, ..) => Ok(false),
        (Stop::Stuck, 1, _) => Ok(true),
        (Stop::Stuck, ..) => holds(outcome, expected).map(|()| false),
        (Stop::Exhausted, 1, Expected::Only(_)) => Ok(true),
        (Stop::SolutionLimit, 2, Expected::Several) => Ok(true),
        (stop, solutions, _) => Err(format!("{stop:?} with {solutions} solutions")),
    }
}

/// Checks that what is left of a puzzle contains its solution.
fn holds(outcome: &Outcome, expected: &Expected) -> Result<(), String> {
    let partial = outcome.partial.as_ref().ok_or("stuck, but what is left is not shown")?;
    let Expected::Only(grid) = expected else { return Ok(()) };
    let is_left = |(left, symbol): (SymbolSet, &Symbol)| left.contains(*symbol);
    let is_held = partial.allowed().zip(grid.symbols()).all(is_left);
    is_held.then_some(()).ok_or("stuck, and the solution is lost".into())
}

fn limits(row: &Backend) -> Limits<'static> {
    let nodes = is_brute_force(row).then_some(BRUTE_FORCE);
    Limits { nodes, time: Some(PATIENCE), ..Limits::solutions(2) }
}

fn may_give_up(row: &Backend) -> bool {
    is_brute_force(row) || is_of_a_document(row)
}

fn is_of_a_document(row: &Backend) -> bool {
    ["candidates/bets", "candidates/rounds"].iter().any(|it| row.id.starts_with(it))
}

fn is_brute_force(row: &Backend) -> bool {
    row.family() == "backtrack"
}
