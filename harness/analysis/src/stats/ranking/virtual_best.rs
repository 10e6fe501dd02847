//! The virtual best, and what each contestant alone contributes to it.

use super::line::line;
use super::{RankingLine, RankingSpec, VirtualBest};
use crate::stats::scores::{Score, ScoreMatrix};

/// Returns the virtual best of times, and adds to the lines what each contestant contributes to it. `pool` are the
/// contestants that attempted all puzzles, `measured` those of them with a time of each.
pub(super) fn add(
    lines: &mut [RankingLine],
    matrix: &ScoreMatrix,
    [pool, measured]: [&[usize]; 2],
    question: &RankingSpec,
) -> Option<VirtualBest> {
    let is_alone = |&one: &usize| matrix.row(one).iter().all(|score| score.is_timed_alone);
    let alone: Vec<usize> = measured.iter().copied().filter(is_alone).collect();
    let best = question.metric.is_time().then(|| best(matrix, &alone, question)).flatten()?;
    let only = only(matrix, question.limit_ns);
    pool.iter().for_each(|&one| lines[one].only = Some(only[one]));
    let gains = marginals(matrix, &alone, question.limit_ns);
    alone.iter().zip(gains).for_each(|(&one, gain)| lines[one].marginal = gain);
    Some(best)
}

/// Returns the best of the pool on each puzzle; `None` if there is no contestant or no puzzle.
fn best(matrix: &ScoreMatrix, pool: &[usize], question: &RankingSpec) -> Option<VirtualBest> {
    if pool.is_empty() || matrix.puzzles.is_empty() {
        return None;
    }
    let limit = question.limit_ns;
    let best: Vec<Score> = (0..matrix.puzzles.len())
        .filter_map(|puzzle| {
            let cells = pool.iter().map(|&one| matrix.row(one)[puzzle]);
            let time = |score: &Score| score.or_infinity(limit).unwrap_or(f64::INFINITY);
            cells.min_by(|a, b| time(a).total_cmp(&time(b)))
        })
        .collect();
    let line = line(&best, 0, &[], question);
    Some(VirtualBest { contestants: pool.len(), line })
}

/// For each contestant, the number of puzzles that it solved and no other. That needs no times.
fn only(matrix: &ScoreMatrix, limit: Option<f64>) -> Vec<usize> {
    let mut counts = vec![0; matrix.n_contestants()];
    for puzzle in 0..matrix.puzzles.len() {
        let solvers = solvers(matrix, puzzle, limit);
        if let [only] = solvers[..] {
            counts[only] += 1;
        }
    }
    counts
}

fn solvers(matrix: &ScoreMatrix, puzzle: usize, limit: Option<f64>) -> Vec<usize> {
    let scores = matrix.column(puzzle).enumerate();
    scores.filter(|(_, score)| score.is_solved_within(limit)).map(|(one, _)| one).collect()
}

/// For each of the pool, the increase of the PAR-2 of the virtual best without it. It is unknown if it is the only one
/// of the pool that solved some puzzle, and another contestant did as well, in a time that is not known for the puzzle.
fn marginals(matrix: &ScoreMatrix, pool: &[usize], limit: Option<f64>) -> Vec<Option<f64>> {
    let mut gains = vec![Some(0.0); pool.len()];
    let failure = limit.map(|limit| 2.0 * limit);
    for puzzle in 0..matrix.puzzles.len() {
        let cells = pool.iter().map(|&one| &matrix.row(one)[puzzle]);
        let times: Vec<f64> =
            cells.map(|score| score.or_infinity(limit).unwrap_or(f64::INFINITY)).collect();
        let Some(first) = (0..times.len()).min_by(|&a, &b| times[a].total_cmp(&times[b])) else {
            continue;
        };
        if times[first].is_infinite() {
            continue;
        }
        let others = (0..times.len()).filter(|&one| one != first).map(|one| times[one]);
        let second = others.min_by(f64::total_cmp).filter(|time| time.is_finite());
        let is_only = || solvers(matrix, puzzle, limit).len() == 1;
        let cost = second.or_else(|| failure.filter(|_| is_only()));
        let loss = cost.map(|cost| (cost - times[first]).max(0.0));
        gains[first] = gains[first].zip(loss).map(|(sum, loss)| sum + loss);
    }
    let n_puzzles = matrix.puzzles.len() as f64;
    gains.into_iter().map(|sum| sum.map(|sum| sum / n_puzzles)).collect()
}
