//! The target: the logarithm of B/A for each puzzle.
//!
//! A puzzle that only one of the two solved counts twice the time limit for the other, as in PAR-2. A
//! count has no such cost, so that the puzzle is excluded. A puzzle that neither solved says nothing
//! about their ratio.

use crate::stats::PENALTY;
use crate::stats::scores::{Metric, ScoreMatrix};

/// The logarithms of B/A, where A and B are the first two contestants of a matrix, and the number of
/// puzzles without one.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct LogRatios {
    /// The index of each puzzle in the matrix.
    pub puzzles: Vec<usize>,
    /// Its logarithm of B/A.
    pub logarithms: Vec<f64>,
    /// Whether A failed on each puzzle, and whether B did, at the cost of a failure; not both.
    pub failed: Vec<[bool; 2]>,
    /// The number of puzzles excluded because one of the two failed, and a failure has no cost.
    pub without_cost: usize,
    /// The number of puzzles excluded because neither solved them.
    pub neither: usize,
    /// The number of puzzles excluded because they were timed together with others.
    pub timed_together: usize,
}

impl LogRatios {
    /// Returns the logarithms of the puzzles that both attempted, and whose values were measured if
    /// solved.
    pub fn of(matrix: &ScoreMatrix, metric: Metric, limit_ns: Option<f64>) -> Self {
        let mut found = Self::default();
        let limit = limit_ns.filter(|_| metric.is_time());
        let cost = limit.map(|limit| limit * PENALTY as f64);
        let both = matrix.row(0).iter().zip(matrix.row(1)).enumerate();
        for (puzzle, (a, b)) in both.filter(|(_, (a, b))| a.is_known() && b.is_known()) {
            let is_shared = metric.is_time() && !(a.is_timed_alone && b.is_timed_alone);
            let (a, b) = (a.solved_value(limit), b.solved_value(limit));
            match (a.or(cost), b.or(cost)) {
                _ if is_shared => found.timed_together += 1,
                _ if a.is_none() && b.is_none() => found.neither += 1,
                (Some(of_a), Some(of_b)) => {
                    found.failed.push([a.is_none(), b.is_none()]);
                    found.puzzles.push(puzzle);
                    found.logarithms.push((metric.positive(of_b) / metric.positive(of_a)).ln());
                }
                _ => found.without_cost += 1,
            }
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use record::Status;

    use super::*;
    use crate::stats::scores::Score;

    fn score(value: Option<f64>) -> Score {
        Score {
            trials: 1,
            status: if value.is_some() { Status::Unique } else { Status::Timeout },
            value,
            is_timed_alone: true,
            ..Score::default()
        }
    }

    #[test]
    fn a_failure_costs_twice_the_limit_and_two_failures_are_excluded() {
        let a = [Some(2.0), Some(4.0), None, Some(3.0), Some(9.0)].map(score).to_vec();
        let b = [Some(6.0), None, None, Some(3.0), Some(9.0)].map(score).to_vec();
        let matrix = ScoreMatrix::of(vec![a, b]).timed_together(0, &[3, 4]);
        let found = LogRatios::of(&matrix, Metric::Time, Some(100.0));
        assert_eq!(found.puzzles, [0, 1]);
        assert_eq!(found.logarithms, [3.0_f64.ln(), 50.0_f64.ln()]);
        assert_eq!(found.failed, [[false, false], [false, true]]);
        assert_eq!((found.neither, found.timed_together), (1, 2));
        let counts = LogRatios::of(&matrix, Metric::Bets, Some(100.0));
        assert_eq!(counts.puzzles, [0, 3, 4]);
        assert_eq!(counts.logarithms, [(7.0_f64 / 3.0).ln(), 0.0, 0.0]);
        assert_eq!((counts.without_cost, counts.neither, counts.timed_together), (1, 1, 0));
    }
}
