//! The verdicts across rows, worked out again from all rows.
//!
//! The rules are those of [`verdict`]. Most puzzles need no second look: all their
//! answers are verified, say the same and show the same grid. The trials of the others become rows
//! again, with the columns that the rules ask for, and are held against each other.

use rayon::prelude::*;

use super::{Runs, Trial};
use crate::hash::PuzzleHash;
use crate::record::{Row, Verified};
use crate::verdict;

/// Sets status and verdict of each trial to what all trials of its puzzle prove.
pub(super) fn work_out(runs: &mut Runs) {
    let mut of_puzzle: Vec<Vec<usize>> = vec![Vec::new(); runs.puzzles.len()];
    for (index, trial) in runs.trials.iter().enumerate() {
        of_puzzle[trial.puzzle as usize].push(index);
    }
    let doubtful: Vec<Vec<usize>> =
        of_puzzle.into_iter().filter(|trials| is_doubtful(&runs.trials, trials)).collect();
    let judged: Vec<Vec<Row>> = doubtful
        .par_iter()
        .map(|trials| {
            let mut rows: Vec<Row> =
                trials.iter().map(|&index| row(runs, &runs.trials[index])).collect();
            verdict::cross_check(&mut rows);
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

/// Whether holding the trials of a puzzle against each other can change anything.
fn is_doubtful(all: &[Trial], trials: &[usize]) -> bool {
    let Some(first) = trials.first().map(|&index| all[index]) else { return false };
    let is_like_first = |trial: &Trial| {
        trial.verified == Verified::Yes
            && (trial.status, trial.solutions, trial.solution)
                == (first.status, first.solutions, first.solution)
    };
    trials.len() > 1 && !trials.iter().all(|&index| is_like_first(&all[index]))
}

/// The columns of a trial that the verdicts look at. Only which solutions are the same matters.
fn row(runs: &Runs, trial: &Trial) -> Row {
    Row {
        puzzle_hash: PuzzleHash(trial.puzzle.into()),
        backend: runs.contestants[trial.contestant as usize].backend.clone().into(),
        status: trial.status,
        verified: trial.verified,
        solutions: trial.solutions,
        solution: trial.solution.map(|number| number.to_string().as_str().into()),
        ..Row::default()
    }
}
