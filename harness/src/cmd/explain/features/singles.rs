//! How far singles lead, and how many hints they need to lead to the end.
//!
//! A *backdoor* is a set of cells with which singles solve the puzzle: if these cells have their symbols,
//! nothing is left to guess (Williams, Gomes and Selman, *Backdoors to typical case complexity*, 2003).
//! The smallest backdoor is hard to find beyond one cell. So the open cells are revealed in random
//! orders, each only if singles have not filled it, until singles do the rest. The fewest cells of all
//! orders are an upper bound on the smallest backdoor, and the mean is the number of hints that the
//! puzzle needs. If the bound is small, each cell is tried by itself, so that a backdoor of one cell is
//! found.

use board::seed::seeded;
use board::{Cell, Grid, Puzzle, SymbolSet};
use rand::seq::SliceRandom;

use super::board::Board;
use super::deadline::Deadline;
use super::{Feature, Features};

/// The number of random orders of 81 cells, and the smallest number; the larger the board, the fewer.
const ORDERS: [usize; 2] = [24, 4];

/// A bound is small up to here.
const SMALL: usize = 8;

/// The random stream of the orders.
const STREAM: u64 = 0x4147_0000;

/// How far singles lead.
enum Led {
    ToTheEnd,
    To(Puzzle),
    /// The puzzle has no solution, or the time was over.
    Nowhere,
}

/// The puzzle that singles leave; `None` if they refute it, or the time was over.
pub(super) fn after(
    board: &mut Board,
    puzzle: &Puzzle,
    deadline: Deadline<'_>,
    features: &mut Features,
) -> Option<Puzzle> {
    let open = puzzle.geometry().cells() - puzzle.clues();
    let left = match lead(board, puzzle, deadline) {
        Led::Nowhere => return None,
        Led::ToTheEnd => {
            features.set_count(Feature::Candidates, 0);
            features.set_ratio(Feature::Singles, open, open);
            features.set_count(Feature::Hints, 0);
            features.set_count(Feature::Backdoor, 0);
            return None;
        }
        Led::To(left) => left,
    };
    let candidates = left.allowed().iter().filter(|set| set.single().is_none());
    features.set_count(Feature::Candidates, candidates.map(|set| set.len()).sum());
    features.set_ratio(Feature::Singles, left.clues() - puzzle.clues(), open);
    Some(left)
}

/// Counts hints from where singles are stuck.
pub(super) fn hints(
    board: &mut Board,
    start: &Puzzle,
    solution: &Grid,
    seed: u64,
    deadline: Deadline<'_>,
    features: &mut Features,
) {
    let mut open: Vec<Cell> =
        (0..start.geometry().cells()).filter(|&cell| start.given(cell).is_none()).collect();
    let [most, least] = ORDERS;
    let n_orders = (most * 81 / start.geometry().cells()).clamp(least, most);
    let chance = &mut seeded(seed, STREAM);
    let (mut sum, mut fewest) = (0, usize::MAX);
    for _ in 0..n_orders {
        open.shuffle(chance);
        let Some(n) = hints_in_order(board, start, solution, &open, deadline) else { return };
        (sum, fewest) = (sum + n, fewest.min(n));
    }
    features.set_ratio(Feature::Hints, sum, n_orders);
    let mut is_one = fewest == 1;
    for &cell in &open {
        if is_one || fewest > SMALL {
            break;
        }
        match lead(board, &revealed(start, solution, cell), deadline) {
            Led::ToTheEnd => is_one = true,
            Led::To(_) => {}
            Led::Nowhere => return,
        }
    }
    features.set_count(Feature::Backdoor, if is_one { 1 } else { fewest });
}

/// How many of these cells are revealed, in their order, until singles do the rest.
fn hints_in_order(
    board: &mut Board,
    start: &Puzzle,
    solution: &Grid,
    order: &[Cell],
    deadline: Deadline<'_>,
) -> Option<usize> {
    let (mut puzzle, mut n) = (start.clone(), 0);
    for &cell in order {
        if puzzle.given(cell).is_some() {
            continue;
        }
        n += 1;
        puzzle = match lead(board, &revealed(&puzzle, solution, cell), deadline) {
            Led::ToTheEnd => return Some(n),
            Led::To(left) => left,
            Led::Nowhere => return None,
        };
    }
    Some(n)
}

fn lead(board: &mut Board, puzzle: &Puzzle, deadline: Deadline<'_>) -> Led {
    if deadline.is_over() {
        return Led::Nowhere;
    }
    let outcome = board.singles.solve(puzzle, &deadline.limits(1));
    match (outcome.first, outcome.partial) {
        (Some(_), _) => Led::ToTheEnd,
        (None, Some(left)) => Led::To(left),
        (None, None) => Led::Nowhere,
    }
}

/// The puzzle with the symbol of a cell in the solution.
fn revealed(puzzle: &Puzzle, solution: &Grid, cell: Cell) -> Puzzle {
    let mut allowed = puzzle.allowed().to_vec();
    allowed[cell] = SymbolSet::only(solution[cell]);
    Puzzle::from_allowed(puzzle.geometry().clone(), allowed)
}
