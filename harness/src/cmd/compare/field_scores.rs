//! The scores of all contestants of some pairs, made once for all of them.

use std::collections::BTreeSet;

use analysis::load::Runs;
use analysis::stats::ranking;
use analysis::stats::scores::ScoreMatrix;

use super::How;
use crate::cmd::selection::{self, Field};

/// Contestants and their scores.
pub(super) struct FieldScores {
    pub(super) field: Field,
    pub(super) matrix: ScoreMatrix,
}

/// The limits of the contestants of a comparison.
pub(super) struct Limits {
    /// The smallest time limit, which applies to all pairs.
    pub(super) time_ns: Option<f64>,
    /// Notes on limits that differ.
    pub(super) notes: Vec<String>,
}

impl FieldScores {
    /// Returns the scores of the contestants of these pairs.
    pub(super) fn of_pairs(runs: &Runs, named: &[(u32, u32)], how: &How) -> Self {
        let all: BTreeSet<u32> = named.iter().flat_map(|&(a, b)| [a, b]).collect();
        Self::of(runs, &Vec::from_iter(all), how)
    }

    /// Returns the scores of these contestants.
    pub(super) fn of(runs: &Runs, contestants: &[u32], how: &How) -> Self {
        let field = Field::of(runs).only(contestants);
        let matrix = field.matrix(runs, how.compared.metric, how.trials.passes);
        Self { field, matrix }
    }

    /// Returns the scores of the same contestants on a part of the rows.
    pub(super) fn on(&self, runs: &Runs, how: &How) -> Self {
        Self::of(runs, &self.field.contestants, how)
    }

    /// Returns the scores of two of them.
    pub(super) fn pair(&self, pair: (u32, u32)) -> Self {
        let matrix = self.matrix.of_contestants(&self.places(pair));
        Self { field: self.field.only(&[pair.0, pair.1]), matrix }
    }

    /// Returns the rows of two of them in the matrix.
    fn places(&self, pair: (u32, u32)) -> Vec<usize> {
        let place = |one| self.field.contestants.iter().position(|&other| other == one);
        [pair.0, pair.1].into_iter().filter_map(place).collect()
    }

    /// Returns the limits of the rows that these pairs compare.
    pub(super) fn limits(&self, named: &[(u32, u32)], how: &How) -> Limits {
        let of = |matrix: &ScoreMatrix| {
            let notes = selection::different_limits(matrix);
            Limits { time_ns: ranking::common_limit(matrix).0, notes }
        };
        if !how.trials.intersection {
            return of(&self.matrix);
        }
        let pairs: Vec<Vec<usize>> = named.iter().map(|&pair| self.places(pair)).collect();
        let has_both = |pair: &Vec<usize>, puzzle: usize| {
            pair.iter().all(|&one| self.matrix.row(one)[puzzle].is_taken())
        };
        of(&self.matrix.only(|one, puzzle| {
            pairs.iter().any(|pair| pair.contains(&one) && has_both(pair, puzzle))
        }))
    }
}
