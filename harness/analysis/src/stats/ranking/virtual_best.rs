//! The virtual best, and the contribution of each contestant to it.

use super::line::line;
use super::{RankingSpec, VirtualBest};
use crate::stats::scores::{Score, ScoreMatrix};

/// The best of the pool on each puzzle; `None` if there is no contestant or no puzzle.
pub(super) fn best(
    matrix: &ScoreMatrix,
    pool: &[usize],
    question: &RankingSpec,
) -> Option<VirtualBest> {
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

/// For each of the pool, the number of puzzles that only it solved, and the increase of the PAR-2 of the
/// virtual best without it.
pub(super) fn contributions(
    matrix: &ScoreMatrix,
    pool: &[usize],
    limit: Option<f64>,
) -> Vec<(usize, Option<f64>)> {
    let mut gains = vec![(0, Some(0.0)); pool.len()];
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
        let (only, marginal) = &mut gains[first];
        *only += usize::from(second.is_none());
        let loss = second.or(failure).map(|cost| (cost - times[first]).max(0.0));
        *marginal = marginal.zip(loss).map(|(sum, loss)| sum + loss);
    }
    let n_puzzles = matrix.puzzles.len() as f64;
    gains.into_iter().map(|(only, sum)| (only, sum.map(|sum| sum / n_puzzles))).collect()
}
