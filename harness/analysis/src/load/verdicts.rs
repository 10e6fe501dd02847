//! Recomputes the verdicts across rows from all rows.
//!
//! The rules are those of [`verdict`]. Most puzzles need no second look: all their answers are
//! verified, agree and have the same grid. The trials of the others are converted back to rows, with the
//! columns that the rules use, and are cross-checked. Their solutions become numbers, because only
//! equality matters, whatever the alphabet.

use rayon::prelude::*;
use record::hash::PuzzleHash;
use record::verdict::alphabets::{self, SolutionText};
use record::{Row, Verified, problem, verdict};
use solvers::{ProblemKind, registry};

use super::{Runs, Solution, Trial};

/// Sets the status and verdict of each trial to what all trials of its puzzle establish.
pub(super) fn recompute(runs: &mut Runs) {
    let mut of_puzzle: Vec<Vec<usize>> = vec![Vec::new(); runs.puzzles.len()];
    for (index, trial) in runs.trials.iter().enumerate() {
        of_puzzle[trial.puzzle as usize].push(index);
    }
    let doubtful: Vec<Vec<usize>> =
        of_puzzle.into_iter().filter(|trials| is_doubtful(&runs.trials, trials)).collect();
    let judged: Vec<Vec<Row>> = doubtful
        .par_iter()
        .map(|trials| {
            let grids = grids(runs, trials);
            let of_trial = |(&index, grid)| row(runs, &runs.trials[index], grid);
            let mut rows: Vec<Row> = trials.iter().zip(grids).map(of_trial).collect();
            verdict::cross_check(&mut rows, registry::origin);
            rows
        })
        .collect();
    for (trials, rows) in doubtful.iter().zip(judged) {
        for (&index, row) in trials.iter().zip(rows) {
            let trial = &mut runs.trials[index];
            (trial.status, trial.verified) = (row.status, row.verified);
        }
    }
}

/// Whether cross-checking the trials of a puzzle can change anything.
fn is_doubtful(all: &[Trial], trials: &[usize]) -> bool {
    let Some(first) = trials.first().map(|&index| &all[index]) else { return false };
    let is_like_first = |trial: &Trial| {
        trial.verified == Verified::Yes
            && (trial.status, &trial.solutions, trial.solution)
                == (first.status, &first.solutions, first.solution)
    };
    trials.len() > 1 && !trials.iter().all(|&index| is_like_first(&all[index]))
}

/// Numbers the grids of the trials that have one.
fn grids(runs: &Runs, trials: &[usize]) -> Vec<Option<usize>> {
    let solutions = || trials.iter().map(|&index| runs.trials[index].solution);
    let mut places: Vec<u32> = solutions().flatten().collect();
    places.sort_unstable();
    places.dedup();
    let geometry = |index: usize| &runs.puzzles[runs.trials[index].puzzle as usize].geometry;
    let is_puzzle = |index: &usize| problem(geometry(*index)) == ProblemKind::Puzzle;
    let is_puzzle = trials.first().is_some_and(is_puzzle);
    let shown = |place: &u32| {
        let Solution { text, symbols } = &runs.solutions[*place as usize];
        // Other instances are written in one alphabet only.
        let symbols = symbols.as_deref().filter(|_| is_puzzle).or((!is_puzzle).then_some(""));
        SolutionText { text, symbols }
    };
    let numbers = alphabets::grids(&places.iter().map(shown).collect::<Vec<_>>());
    let number = |place| places.binary_search(&place).ok().map(|index| numbers[index]);
    solutions().map(|solution| solution.and_then(number)).collect()
}

/// Converts a trial to a row with the columns that the verdicts use.
fn row(runs: &Runs, trial: &Trial, grid: Option<usize>) -> Row {
    let puzzle = &runs.puzzles[trial.puzzle as usize];
    Row {
        puzzle_hash: PuzzleHash(trial.puzzle.into()),
        geometry: puzzle.geometry.as_str().into(),
        backend: runs.contestants[trial.contestant as usize].backend.clone().into(),
        status: trial.status,
        verified: trial.verified,
        certified: trial.certified,
        solutions: trial.solutions.clone(),
        solution: grid.map(|number| number.to_string()),
        contradicts: trial.contradicts_corpus.then(String::new),
        ..Row::default()
    }
}
