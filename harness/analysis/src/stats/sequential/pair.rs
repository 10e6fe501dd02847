//! Two backends, until their order is decided.
//!
//! Observed is the mean over a cluster of the log ratios of the two, each limited to the reach ±*r*.
//! Four bets run on it: that the mean over all clusters is above −*f*, above +*f*, below +*f*, below −*f*,
//! where *f* is the noise floor. Which of them win decides the relation. To bet that it is above, the
//! ratios are raised by *r*, so that none is negative; to bet that it is below, their signs are changed
//! first.

use record::manifest::Relation;

use super::betting::Bet;
use crate::stats::bootstrap::Interval;
use crate::stats::means::mean;

/// The halvings in the search for the end of an interval.
const HALVINGS: u32 = 30;

/// The evidence about two backends.
#[derive(Clone, Debug)]
pub(super) struct Pair {
    /// The two backends.
    pub(super) backends: [usize; 2],
    pub(super) relation: Option<Relation>,
    reach: f64,
    floor: f64,
    /// The level at which each bet is evaluated.
    level: f64,
    population: usize,
    /// The bets that the mean is above −floor and above +floor.
    above: [Bet; 2],
    /// The bets that it is below +floor and below −floor.
    below: [Bet; 2],
    /// The observations.
    ratios: Vec<f64>,
}

impl Pair {
    pub(super) fn new(
        backends: [usize; 2],
        [reach, floor, level]: [f64; 3],
        population: usize,
    ) -> Self {
        let bets = [-floor, floor].map(|end| Bet::new(end + reach, population));
        Self {
            backends,
            relation: None,
            reach,
            floor,
            level,
            population,
            above: bets.clone(),
            below: bets,
            ratios: Vec::new(),
        }
    }

    /// Adds a cluster: the logarithms of the costs of both, for each of its puzzles.
    pub(super) fn observe(&mut self, first: &[f64], second: &[f64]) {
        let ratios: Vec<f64> = (first.iter().zip(second))
            .map(|(first, second)| (second - first).clamp(-self.reach, self.reach))
            .collect();
        let Some(ratio) = mean(&ratios) else { return };
        self.above.iter_mut().for_each(|bet| bet.observe(ratio + self.reach));
        self.below.iter_mut().for_each(|bet| bet.observe(self.reach - ratio));
        self.ratios.push(ratio);
        self.relation = self.decide();
    }

    /// Returns the number of clusters observed.
    pub(super) fn n_clusters(&self) -> usize {
        self.ratios.len()
    }

    /// Returns the mean of the observations.
    pub(super) fn estimate(&self) -> Option<f64> {
        mean(&self.ratios)
    }

    /// Returns the relation, if the bets or the end of the population decide it.
    fn decide(&self) -> Option<Relation> {
        if self.ratios.len() == self.population {
            return self.estimate().map(|mean| self.of(mean));
        }
        let won = |bet: &Bet| bet.is_refuted(self.level);
        let ([above_low, above_high], [below_high, below_low]) =
            (self.above.each_ref().map(won), self.below.each_ref().map(won));
        match () {
            () if above_high => Some(Relation::More),
            () if below_low => Some(Relation::Less),
            () if above_low && below_high => Some(Relation::Tied),
            () => None,
        }
    }

    /// Returns the relation at a known mean.
    fn of(&self, mean: f64) -> Relation {
        match mean {
            mean if mean > self.floor => Relation::More,
            mean if mean < -self.floor => Relation::Less,
            _ => Relation::Tied,
        }
    }

    /// Returns the confidence interval of the mean over all clusters: the values that no bet has ever refuted.
    pub(super) fn interval(&self) -> Interval {
        if let Some(mean) = self.estimate().filter(|_| self.ratios.len() == self.population) {
            return Interval { low: mean, high: mean };
        }
        Interval { low: self.end(1.0), high: -self.end(-1.0) }
    }

    /// Returns the lower end of the interval of the mean, or with the sign −1 that of the mean's
    /// negative.
    fn end(&self, sign: f64) -> f64 {
        let is_refuted = |claimed: f64| {
            let mut bet = Bet::new(claimed + self.reach, self.population);
            self.ratios.iter().for_each(|ratio| bet.observe(sign * ratio + self.reach));
            bet.is_refuted(self.level)
        };
        let (mut low, mut high) = (-self.reach, self.reach);
        for _ in 0..HALVINGS {
            let middle = (low + high) / 2.0;
            if is_refuted(middle) { low = middle } else { high = middle }
        }
        low
    }
}
