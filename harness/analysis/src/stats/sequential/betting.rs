//! A bet against the claim that the mean of a finite population is at most some value.
//!
//! A bettor starts with a wealth of 1 and stakes a share of it on each observation. The odds are fair if
//! the mean is exactly the claimed value, and unfavourable if it is smaller. So if the claim is true, the
//! wealth is a nonnegative supermartingale, and by Ville's inequality the probability that it *ever*
//! reaches 1/α is at most α, however often one looks (Waudby-Smith and Ramdas, *Estimating means of
//! bounded random variables by betting*, 2024). A wealth of 1/α refutes the claim at the level α.
//!
//! The members of the population are observed in random order, each once. What the claim says about all
//! of them, less what was observed, is a claim about the rest, and the odds of the next bet follow from
//! it (Waudby-Smith and Ramdas, *Confidence sequences for sampling without replacement*, 2020). If the
//! rest would have to be negative, the claim is impossible, and the wealth infinite.
//!
//! The bets at a higher claim win less: the wealth decreases with the claimed value, so the values that
//! are not refuted form an interval.

/// The shares of the wealth that an observation of zero costs. Which of them is best depends on the data:
/// a large one where all observations lie on the same side, a small one where they spread. So a quarter
/// of the wealth is bet at each.
const STAKES: [f64; 4] = [0.01, 0.05, 0.22, 0.95];

/// What is closer to zero than this is zero but for rounding.
const ROUNDING: f64 = 1e-6;

/// A bet against the claim that the mean of a population of nonnegative numbers is at most `claimed`.
#[derive(Clone, Debug)]
pub(super) struct Bet {
    /// The sum of the members not yet observed, if the mean is the claimed one.
    left: f64,
    n_left: usize,
    wealth: [f64; STAKES.len()],
    /// The largest wealth so far.
    peak: f64,
}

impl Bet {
    /// Creates a bet on a population of this size, before the first observation.
    pub(super) fn new(claimed: f64, population: usize) -> Self {
        let wealth = [1.0 / STAKES.len() as f64; STAKES.len()];
        Self { left: claimed * population as f64, n_left: population, wealth, peak: 1.0 }
    }

    /// Bets on the next observation, which must not be negative.
    pub(super) fn observe(&mut self, value: f64) {
        let expected = self.left / self.n_left as f64;
        let gain = if expected > ROUNDING { value / expected - 1.0 } else { 0.0 };
        for (wealth, stake) in self.wealth.iter_mut().zip(STAKES) {
            *wealth *= 1.0 + stake * gain;
        }
        self.left -= value;
        self.n_left -= 1;
        let wealth = if self.left < -ROUNDING { f64::INFINITY } else { self.wealth() };
        self.peak = self.peak.max(wealth);
    }

    /// Returns the present wealth.
    pub(super) fn wealth(&self) -> f64 {
        self.wealth.iter().sum()
    }

    /// Returns whether the claim has ever been refuted at this level.
    pub(super) fn is_refuted(&self, level: f64) -> bool {
        self.peak >= 1.0 / level
    }
}
