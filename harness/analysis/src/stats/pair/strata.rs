//! How the ratio varies: by difficulty, by the number of givens, by level.
//!
//! The difficulty of a puzzle is the geometric mean of what both needed for it. If it were the time of
//! one of the two, that one would look bad on the puzzles that are hard for it by chance, and good on
//! the others (regression to the mean). A puzzle that one of the two did not solve counts the limit for
//! that one. Shares are no costs, and have no strata by difficulty.

use std::collections::BTreeMap;

use serde::Serialize;

use super::PairSpec;
use super::differences::Paired;

/// The number of strata by difficulty.
const DECILES: usize = 10;

/// A subset of the puzzles.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Stratum {
    /// Its name, if it has one: a level.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The smallest value of difficulty or givens.
    pub from: f64,
    /// The largest value.
    pub to: f64,
    /// The number of puzzles.
    pub puzzles: usize,
    /// The number of puzzles that both solved.
    pub both_solved: usize,
    /// The number of puzzles on which B needed less, or which only B solved.
    pub wins: usize,
    /// The geometric mean of B/A on the puzzles that both solved.
    pub ratio: Option<f64>,
    /// The mean of B − A, of shares.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub difference: Option<f64>,
}

impl Stratum {
    fn of(from: f64, to: f64, pairs: &[&Paired]) -> Self {
        let both: Vec<f64> = (pairs.iter().filter_map(|pair| pair.a.zip(pair.b)))
            .map(|(a, b)| (b / a).ln())
            .collect();
        let ratio = crate::stats::means::mean(&both).map(f64::exp);
        let needs = |needed: Option<f64>| needed.unwrap_or(f64::INFINITY);
        let wins = pairs.iter().filter(|pair| needs(pair.b) < needs(pair.a)).count();
        let (puzzles, both_solved) = (pairs.len(), both.len());
        Self { name: None, from, to, puzzles, both_solved, wins, ratio, difference: None }
    }

    /// Returns the same of shares, which every puzzle has.
    fn of_shares(from: f64, to: f64, pairs: &[&Paired]) -> Self {
        let all: Vec<f64> =
            pairs.iter().filter_map(|pair| pair.a.zip(pair.b)).map(|(a, b)| b - a).collect();
        let wins = all.iter().filter(|&&more| more > 0.0).count();
        let (puzzles, difference) = (pairs.len(), crate::stats::means::mean(&all));
        let both_solved = pairs.iter().filter(|pair| pair.is_solved.0 && pair.is_solved.1).count();
        Self { name: None, from, to, puzzles, both_solved, wins, ratio: None, difference }
    }
}

/// Deciles of difficulty of the puzzles that at least one solved, the easiest first; fewer strata if
/// there are fewer puzzles.
pub(super) fn by_difficulty(pairs: &[Paired], question: &PairSpec) -> Vec<Stratum> {
    let difficulty = |pair: &Paired| {
        let limit = question.limit_ns.filter(|_| question.metric.is_time());
        let failure = limit.or(pair.a).or(pair.b)?;
        pair.a.or(pair.b)?;
        Some((pair.a.unwrap_or(failure) * pair.b.unwrap_or(failure)).sqrt())
    };
    let mut sorted: Vec<(f64, &Paired)> =
        pairs.iter().filter_map(|pair| Some((difficulty(pair)?, pair))).collect();
    sorted.sort_by(|one, other| one.0.total_cmp(&other.0));
    let n_parts = DECILES.min(sorted.len());
    let bound = |part: usize| part * sorted.len() / n_parts;
    (0..n_parts)
        .map(|part| {
            let part = &sorted[bound(part)..bound(part + 1)];
            let pairs: Vec<&Paired> = part.iter().map(|(_, pair)| *pair).collect();
            Stratum::of(part[0].0, part[part.len() - 1].0, &pairs)
        })
        .collect()
}

/// Returns a stratum for each number of givens.
pub(super) fn by_clues(
    pairs: &[Paired],
    clues: &dyn Fn(usize) -> Option<u64>,
    is_share: bool,
) -> Vec<Stratum> {
    let mut parts: BTreeMap<u64, Vec<&Paired>> = BTreeMap::new();
    for pair in pairs {
        if let Some(clues) = clues(pair.puzzle) {
            parts.entry(clues).or_default().push(pair);
        }
    }
    let of = if is_share { Stratum::of_shares } else { Stratum::of };
    parts.iter().map(|(&clues, pairs)| of(clues as f64, clues as f64, pairs)).collect()
}

/// Returns a stratum for each level. Its values are the rank of the level.
pub(super) fn by_level(
    pairs: &[Paired],
    level: &dyn Fn(usize) -> Option<(u64, String)>,
    is_share: bool,
) -> Vec<Stratum> {
    let mut parts: BTreeMap<(u64, String), Vec<&Paired>> = BTreeMap::new();
    for pair in pairs {
        if let Some(level) = level(pair.puzzle) {
            parts.entry(level).or_default().push(pair);
        }
    }
    let of = if is_share { Stratum::of_shares } else { Stratum::of };
    let part = |((place, name), pairs): ((u64, String), Vec<&Paired>)| Stratum {
        name: Some(name),
        ..of(place as f64, place as f64, &pairs)
    };
    parts.into_iter().map(part).collect()
}
