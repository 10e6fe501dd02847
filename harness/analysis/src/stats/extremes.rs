//! The puzzles on which two contestants differ most, in both directions.
//!
//! The contestant that wins on most puzzles may lose badly on a few, so each direction has its own list.
//! First come the puzzles that only one of the two solved, the fastest first; then the largest ratios.

use super::scores::{Metric, ScoreMatrix};

/// What two contestants needed for a puzzle that both attempted.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PairedCosts {
    /// The index of the puzzle in the matrix.
    pub puzzle: usize,
    /// What A needed; `None` if it did not solve the puzzle within the limit.
    pub a: Option<f64>,
    /// What B needed; `None` if it did not solve the puzzle within the limit.
    pub b: Option<f64>,
    /// B/A if both solved it, of [positive](Metric::positive) values; shares have none.
    pub ratio: Option<f64>,
}

impl PairedCosts {
    /// Returns the first two contestants of a matrix on the puzzles that both attempted, in its
    /// order.
    pub fn of(matrix: &ScoreMatrix, metric: Metric, limit_ns: Option<f64>) -> Vec<Self> {
        let limit = limit_ns.filter(|_| metric.is_time());
        let taken = matrix.row(0).iter().zip(matrix.row(1)).enumerate();
        taken
            .filter(|(_, (a, b))| a.is_taken() && b.is_taken())
            .map(|(puzzle, (a, b))| {
                let (a, b) = (a.solved_value(limit), b.solved_value(limit));
                let both = a.zip(b).filter(|_| !metric.is_share());
                let ratio = both.map(|(a, b)| metric.positive(b) / metric.positive(a));
                Self { puzzle, a, b, ratio }
            })
            .collect()
    }

    /// Returns the logarithm of B/A, or A − B of shares; infinite if only one solved the puzzle, `None` if neither did.
    fn difference(&self) -> Option<f64> {
        match (self.a, self.b) {
            (None, None) => None,
            (None, Some(_)) => Some(f64::NEG_INFINITY),
            (Some(_), None) => Some(f64::INFINITY),
            (Some(a), Some(b)) => Some(self.ratio.map_or(a - b, f64::ln)),
        }
    }
}

/// Returns the puzzles on which B needed least compared to A, and those on which it needed most, at most `top` of each.
pub fn extremes(all: &[PairedCosts], top: usize) -> [Vec<PairedCosts>; 2] {
    [-1.0, 1.0].map(|sign| {
        let by_much = |both: &&PairedCosts| {
            let by = both.difference()? * sign;
            (by > 0.0).then_some((by, both.a.or(both.b).unwrap_or(f64::INFINITY), **both))
        };
        let mut found: Vec<(f64, f64, PairedCosts)> =
            all.iter().filter_map(|both| by_much(&both)).collect();
        found.sort_by(|one, other| other.0.total_cmp(&one.0).then(one.1.total_cmp(&other.1)));
        found.into_iter().take(top).map(|(_, _, both)| both).collect()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn both(puzzle: usize, a: Option<f64>, b: Option<f64>) -> PairedCosts {
        PairedCosts { puzzle, a, b, ratio: a.zip(b).map(|(a, b)| b / a) }
    }

    #[test]
    fn each_direction_begins_with_puzzles_solved_by_only_one() {
        let all = [
            both(0, Some(10.0), Some(20.0)),
            both(1, Some(10.0), Some(10.0)),
            both(2, Some(90.0), Some(3.0)),
            both(3, Some(7.0), None),
            both(4, None, Some(50.0)),
            both(5, None, Some(40.0)),
            both(6, None, None),
            both(7, Some(1.0), Some(8.0)),
        ];
        let puzzles = |top| -> [Vec<usize>; 2] {
            extremes(&all, top).map(|list| list.iter().map(|both| both.puzzle).collect())
        };
        assert_eq!(puzzles(10), [vec![5, 4, 2], vec![3, 7, 0]]);
        assert_eq!(puzzles(1), [vec![5], vec![3]]);
        assert!(puzzles(0).iter().all(Vec::is_empty));
    }
}
