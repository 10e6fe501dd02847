//! The certainty of the places of a ranking.

use std::collections::BTreeSet;

use super::apart::{Separation, places};
use super::evidence::Evidence;
use super::paired::{GroupedDraws, PairedDraws};
use super::resample::resample;
use super::{RankingLine, RankingSpec, Statistic};
use crate::stats::letters::letters;
use crate::stats::scores::{Score, ScoreMatrix};

/// What is known about the certainty of each contestant's statistic, by its row of the matrix.
#[derive(Clone, Debug, Default)]
pub(super) struct Certainty {
    /// The statistic that decides the places.
    pub(super) draws: PairedDraws,
    /// PAR-2, which decides between contestants that solved the same puzzles; `None` for other statistics.
    pub(super) ties: Option<PairedDraws>,
    /// The noise.
    pub(super) floors: Vec<Option<f64>>,
    /// Whether differences are those of shares, rather than logarithms of ratios.
    pub(super) is_share: bool,
}

impl Certainty {
    /// Resamples the puzzles of a matrix, which are the `asked` ones of the evidence.
    pub(super) fn of(
        matrix: &ScoreMatrix,
        evidence: &Evidence,
        asked: &[usize],
        common: &[usize],
        question: &RankingSpec,
    ) -> Self {
        let rows: Vec<&[Score]> = (0..matrix.n_contestants()).map(|one| matrix.row(one)).collect();
        let all: Vec<usize> = (0..asked.len()).collect();
        let used = if question.is_over_common() { common } else { &all };
        let draws = |statistic| {
            let question = RankingSpec { statistic, ..question.clone() };
            PairedDraws::of(&evidence.groupings, &|pair| {
                let clusters = evidence.clusters_of(pair, asked);
                let is_one = |one: usize| [pair.0, pair.1].contains(&evidence.groupings[one]);
                let of_used: BTreeSet<usize> =
                    used.iter().map(|&puzzle| clusters[puzzle]).collect();
                GroupedDraws {
                    draws: resample(&rows, &is_one, &clusters, common, &question),
                    n_clusters: of_used.len(),
                }
            })
        };
        Self {
            draws: draws(question.statistic),
            ties: (question.statistic == Statistic::Solved).then(|| draws(Statistic::Par2)),
            floors: evidence.noises.iter().map(|noise| noise.floor).collect(),
            is_share: question.metric.is_share(),
        }
    }

    /// Returns how some contestants stand to each other.
    pub(super) fn standing(&self, contestants: &[usize], confidence: f64) -> Option<Standing> {
        let separation = |draws: &PairedDraws, has_noise: bool| {
            let of = |&one: &usize| (one, self.floors[one].filter(|_| has_noise));
            let contestants: Vec<_> = contestants.iter().map(of).collect();
            Separation::of(draws, &contestants, confidence)
        };
        let ties = self.ties.as_ref().and_then(|draws| separation(draws, true));
        // Noise shifts times, not the number of solved puzzles.
        let first = separation(&self.draws, ties.is_none())?;
        Some(Standing { first, ties })
    }
}

/// How contestants stand to each other, by their indices among them.
#[derive(Clone, Debug)]
pub(super) struct Standing {
    /// By the statistic that decides the places.
    pub(super) first: Separation,
    /// By the one that decides ties.
    ties: Option<Separation>,
}

impl Standing {
    /// Returns what decides between two contestants.
    fn deciding(&self, a: usize, b: usize) -> &Separation {
        self.ties.as_ref().filter(|_| self.first.is_equal(a, b)).unwrap_or(&self.first)
    }

    /// Returns whether two contestants can be told apart.
    pub(super) fn is_apart(&self, a: usize, b: usize) -> bool {
        self.deciding(a, b).is_apart(a, b)
    }

    fn is_better(&self, a: usize, b: usize) -> bool {
        self.is_apart(a, b) && self.deciding(a, b).is_before(a, b)
    }

    /// Returns the interval of the place and the letters of each of `n` contestants.
    pub(super) fn places(&self, n: usize) -> Vec<((usize, usize), String)> {
        let places = places(n, &|a, b| self.is_better(a, b));
        places.into_iter().zip(letters(n, &|a, b| self.is_apart(a, b))).collect()
    }
}

/// Adds the interval of its place and its letters to each line that has a place.
pub(super) fn add(lines: &mut [RankingLine], certainty: &Certainty, confidence: f64) {
    for peers in lines.chunk_by_mut(|a, b| a.peers == b.peers) {
        if peers[0].peers.is_none() {
            continue;
        }
        let contestants: Vec<usize> = peers.iter().map(|line| line.contestant).collect();
        let found = match certainty.standing(&contestants, confidence) {
            Some(standing) => standing.places(peers.len()),
            None => vec![((1, peers.len()), "a".into()); peers.len()],
        };
        for (line, (places, letters)) in peers.iter_mut().zip(found) {
            (line.places, line.letters) = (Some(places), letters);
        }
    }
}
