//! Where two contestants differ most, in both directions.
//!
//! Who wins on most puzzles may lose badly on a few: each direction has a list of its own. At its head
//! stand the puzzles that only one of the two solved, the quicker the sooner; then the largest ratios.

use super::scores::{Cell, Metric, Sheet};

/// A puzzle that both took, and what each needed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Both {
    /// The place of the puzzle in the sheet.
    pub puzzle: usize,
    /// What A needed; none where it did not solve the puzzle within the limit.
    pub a: Option<f64>,
    /// What B needed; none where it did not.
    pub b: Option<f64>,
    /// B/A where both solved it. Counts are one larger in it than they are, since they may be zero.
    pub ratio: Option<f64>,
}

impl Both {
    /// The first two contestants of a sheet on the puzzles that both took, in its order.
    pub fn of(sheet: &Sheet, metric: Metric, limit_ns: Option<f64>) -> Vec<Self> {
        let limit = limit_ns.filter(|_| metric.is_time());
        let needed = |cell: &Cell| cell.value.filter(|_| cell.is_solved_within(limit));
        let above_zero = |value: f64| match metric {
            Metric::Nodes | Metric::Bets | Metric::Conflicts | Metric::Accesses => value + 1.0,
            Metric::Time | Metric::Cpu | Metric::Memory => value.max(1.0),
        };
        let taken = sheet.row(0).iter().zip(sheet.row(1)).enumerate();
        taken
            .filter(|(_, (a, b))| a.is_taken() && b.is_taken())
            .map(|(puzzle, (a, b))| {
                let (a, b) = (needed(a), needed(b));
                let ratio = a.zip(b).map(|(a, b)| above_zero(b) / above_zero(a));
                Self { puzzle, a, b, ratio }
            })
            .collect()
    }

    /// The logarithm of B/A; infinite where only one solved the puzzle, and none where neither did.
    fn difference(&self) -> Option<f64> {
        match (self.a, self.b) {
            (None, None) => None,
            (None, Some(_)) => Some(f64::NEG_INFINITY),
            (Some(_), None) => Some(f64::INFINITY),
            (Some(_), Some(_)) => self.ratio.map(f64::ln),
        }
    }
}

/// The puzzles on which B needed less than A by most, and those on which it needed more, at most `top`
/// of each.
pub fn extremes(all: &[Both], top: usize) -> [Vec<Both>; 2] {
    [-1.0, 1.0].map(|sign| {
        let by_much = |both: &&Both| {
            let by = both.difference()? * sign;
            (by > 0.0).then_some((by, both.a.or(both.b).unwrap_or(f64::INFINITY), **both))
        };
        let mut found: Vec<(f64, f64, Both)> =
            all.iter().filter_map(|both| by_much(&both)).collect();
        found.sort_by(|one, other| other.0.total_cmp(&one.0).then(one.1.total_cmp(&other.1)));
        found.into_iter().take(top).map(|(_, _, both)| both).collect()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn both(puzzle: usize, a: Option<f64>, b: Option<f64>) -> Both {
        Both { puzzle, a, b, ratio: a.zip(b).map(|(a, b)| b / a) }
    }

    #[test]
    fn each_direction_begins_with_what_one_alone_solved() {
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
