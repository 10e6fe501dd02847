//! Recomputes the verdicts across rows from all rows.
//!
//! The rules are those of [`verdict`]. Most puzzles need no second look: all their answers are
//! verified, agree and have the same grid. The trials of the others are converted back to rows, with the
//! columns that the rules use, and are cross-checked. Their solutions become numbers, because only
//! equality matters, whatever the alphabet.
//!
//! A source that was changed after its run has no say in the verdicts on rows of others: these are judged among
//! themselves, and by the grids of changed sources that the referee has just accepted, since a grid proves
//! itself. Of a changed source, only what these grids prove counts as verified before the cross-check.

use board::Count;
use rayon::prelude::*;
use record::hash::PuzzleHash;
use record::verdict::alphabets::{self, SolutionText};
use record::{Row, Status, Verified, problem, verdict};
use solvers::{ProblemKind, registry};

use super::recheck::GridState;
use super::{Runs, Solution, Trial};

/// Sets the status and verdict of each trial to what all trials of its puzzle establish. `grids` has what was found
/// about the grid of each trial.
pub(super) fn recompute(runs: &mut Runs, grids: &[GridState]) {
    let is_changed = |trial: &Trial| runs.sources[trial.source as usize].rechecked.is_changed();
    let changed: Vec<bool> = runs.trials.iter().map(is_changed).collect();
    if !changed.contains(&true) {
        cross_check(runs, |_| Part::Judged);
        return;
    }
    let mut kept = Vec::new();
    for (index, trial) in runs.trials.iter_mut().enumerate().filter(|(index, _)| changed[*index]) {
        distrust(trial, grids[index]);
        if grids[index] == GridState::Solves {
            kept.push((index, trial.clone()));
            let proved = (Status::Solved, Verified::Yes, Count::ONE);
            (trial.status, trial.verified, trial.solutions) = proved;
        }
    }
    cross_check(runs, |index| match (changed[index], grids[index]) {
        (false, _) => Part::Judged,
        (true, GridState::Solves) => Part::Evidence,
        (true, _) => Part::None,
    });
    kept.into_iter().for_each(|(index, trial)| runs.trials[index] = trial);
    cross_check(runs, |index| if changed[index] { Part::Judged } else { Part::Evidence });
}

/// Takes from an answer of a changed source what nothing proves but the file itself.
fn distrust(trial: &mut Trial, grid: GridState) {
    trial.certified = None;
    if trial.status.is_answer() {
        let is_proved = grid == GridState::Solves && trial.status == Status::Solved;
        trial.verified = if is_proved { Verified::Yes } else { Verified::Unchecked };
    }
}

/// The part of a trial in a cross-check.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Part {
    /// It is cross-checked with the others.
    Judged,
    /// It stands as it is, and others are cross-checked with it.
    Evidence,
    /// It does not count.
    None,
}

/// Cross-checks the trials of each puzzle that take part.
fn cross_check(runs: &mut Runs, part: impl Fn(usize) -> Part) {
    let mut of_puzzle: Vec<Vec<usize>> = vec![Vec::new(); runs.puzzles.len()];
    for (index, trial) in runs.trials.iter().enumerate() {
        if part(index) != Part::None {
            of_puzzle[trial.puzzle as usize].push(index);
        }
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
            if part(index) == Part::Evidence {
                continue;
            }
            let trial = &mut runs.trials[index];
            (trial.status, trial.verified) = (row.status, row.verified);
        }
    }
}

/// Returns whether cross-checking the trials of a puzzle can change anything.
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
