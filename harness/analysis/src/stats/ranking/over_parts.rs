//! A ranking over several parts of the puzzles, each with the same weight.
//!
//! A corpus of a million puzzles would decide any statistic over all puzzles; here each part counts the
//! same. The value of a contestant is the mean over the parts on the scale of ratios: the geometric mean
//! of its values, or the mean share of solved puzzles. The parts are resampled independently of each
//! other, so that a puzzle that occurs in two of them counts as two.

use serde::Serialize;

use super::certainty::Certainty;
use super::paired::PairedDraws;
use super::resample::unscaled;
use super::{Ranking, RankingSpec};
use crate::stats::pair::noise::larger;

/// A contestant over several parts.
#[derive(Clone, Debug, Serialize)]
pub struct OverParts {
    /// The contestant, as a row of the matrix.
    #[serde(skip)]
    pub contestant: usize,
    /// Its place among those that have one in every part.
    pub place: usize,
    /// The first and the last place that it may have.
    pub places: (usize, usize),
    /// Those that share a letter cannot be told apart.
    pub letters: String,
    /// The geometric mean of its values in the parts; the mean of shares and of the share of solved puzzles.
    pub value: f64,
}

/// Ranks the contestants that have a place in every part; empty with fewer than two parts.
pub fn over_parts(parts: &[&Ranking], question: &RankingSpec) -> Vec<OverParts> {
    let [first, _, ..] = parts else { return Vec::new() };
    let peers_in = |part: &Ranking, one: usize| {
        let line = part.lines.iter().find(|line| line.contestant == one)?;
        line.place.and(line.peers.clone())
    };
    let mut peers: Vec<(String, usize)> = (0..first.certainty.draws.n_contestants())
        .filter(|&one| parts.iter().all(|part| peers_in(part, one).is_some()))
        .filter_map(|one| Some((peers_in(first, one)?, one)))
        .collect();
    peers.sort();
    let certainty = mean(parts);
    let mut lines = Vec::new();
    for peers in peers.chunk_by(|a, b| a.0 == b.0) {
        lines.extend(rank(peers.iter().map(|it| it.1).collect(), &certainty, question));
    }
    lines
}

/// Returns the certainty of the mean over the parts.
fn mean(parts: &[&Ranking]) -> Certainty {
    let parts: Vec<&Certainty> = parts.iter().map(|part| &part.certainty).collect();
    let draws: Vec<&PairedDraws> = parts.iter().map(|part| &part.draws).collect();
    let ties: Option<Vec<&PairedDraws>> = parts.iter().map(|part| part.ties.as_ref()).collect();
    let floor = |one: usize| parts.iter().map(|part| part.floors[one]).fold(None, larger);
    Certainty {
        floors: (0..draws[0].n_contestants()).map(floor).collect(),
        draws: PairedDraws::mean(&draws),
        ties: ties.map(|ties| PairedDraws::mean(&ties)),
        is_share: parts.iter().any(|part| part.is_share),
    }
}

/// Ranks contestants that are comparable.
fn rank(
    mut contestants: Vec<usize>,
    certainty: &Certainty,
    question: &RankingSpec,
) -> Vec<OverParts> {
    let key = |one: usize| {
        let value = |draws: &PairedDraws| draws.observed(one).unwrap_or(0.0);
        (value(&certainty.draws), certainty.ties.as_ref().map_or(0.0, value))
    };
    let compare = |a: usize, b: usize| {
        let (a, b) = (key(a), key(b));
        a.0.total_cmp(&b.0).then(a.1.total_cmp(&b.1))
    };
    contestants.sort_by(|&a, &b| compare(a, b));
    let Some(standing) = certainty.standing(&contestants, question.bootstrap.confidence) else {
        return Vec::new();
    };
    let line = |(index, (places, letters)): (usize, ((usize, usize), String))| {
        let contestant = contestants[index];
        let better = contestants.iter().filter(|&&other| compare(other, contestant).is_lt());
        let value = unscaled(key(contestant).0, question);
        OverParts { contestant, place: 1 + better.count(), places, letters, value }
    };
    standing.places(contestants.len()).into_iter().enumerate().map(line).collect()
}
