//! The order of backends, decided from as few puzzles as the evidence allows.
//!
//! *Which figure.* The ratio of two backends on a puzzle is that of their times, where a failure counts
//! 2*T* as in PAR-2, and a time is at least what the clock can tell apart ([`log_cost`]). A factor of
//! more than [`CAP`] counts as [`CAP`]. What decides is the geometric mean of these ratios. A sum of times
//! (PAR-2) cannot be predicted from a part of the puzzles: a single one that was not yet run may outweigh
//! all others. The logarithm alone does not help either, because a ratio may reach 2*T* over the clock, a
//! factor of 10⁸: with the cap, no puzzle has more weight than 2 ln [`CAP`].
//!
//! *Decided* means that the confidence interval of the mean lies beyond the noise floor of ±[`FLOOR`], on
//! one side of it, or entirely within: then the two are tied. The population is finite: the interval is
//! that of the mean over *all* puzzles of the run, as if all had been run, and has no width when they
//! have. It is valid at all times simultaneously, so it may be looked at after every puzzle (`betting`;
//! Howard, Ramdas, McAuliffe and Sekhon, *Time-uniform, nonparametric, nonasymptotic confidence
//! sequences*, 2021). The level is divided by the number of pairs, and again by the two directions: with a
//! probability of at least 1 − [`ALPHA`] no decision of the whole run differs from that of all puzzles.
//! Stopping the runs of solvers early goes back to Matricon et al. (*Statistical comparison of algorithm
//! performance through instance selection*, CP 2021) and Fuchs, Bach and Iser (*Active learning for SAT
//! solver benchmarking*, TACAS 2023), who predict the order without a guarantee.
//!
//! A backend all of whose pairs are decided needs no more trials. So slow ones leave early, which saves
//! most of the time; the run ends when none is left. The *place* of a backend is one more than the number
//! of those that need less.
//!
//! *What is required.* The order of the clusters must be random: the caller shuffles them. Isomorphs of a
//! puzzle are one cluster, which counts once.

use record::manifest::Relation;

pub use self::cost::{TimedPass, log_cost};
use self::pair::Pair;
use super::bootstrap::Interval;

mod betting;
mod cost;
mod pair;
pub mod replay;
#[cfg(test)]
mod tests;

/// The probability that any decision differs from that of all puzzles.
pub const ALPHA: f64 = 0.05;

/// The noise floor, as a relative difference: two backends that differ by less are tied. Twins (one
/// backend under two names) and two builds of one program differ by up to two per cent.
pub const FLOOR: f64 = 0.03;

/// The largest factor on one puzzle.
pub const CAP: f64 = 10.0;

/// The number of clusters in the first rounds.
const FIRST_ROUND: usize = 16;

/// A round has at least this share of the clusters before it: it may exceed what was needed by this share.
const GROWTH: usize = 8;

/// The evidence about the order of backends, cluster by cluster.
#[derive(Clone, Debug)]
pub struct Sequential {
    population: usize,
    n_seen: usize,
    pairs: Vec<Pair>,
    backends: Vec<State>,
}

/// What is known of a backend.
#[derive(Clone, Copy, Debug)]
struct State {
    is_needed: bool,
    /// Whether it lacks the cost of a cluster, and so cannot be placed.
    is_withdrawn: bool,
    n_clusters: usize,
}

/// The relation of two backends as far as it is known.
#[derive(Clone, Copy, Debug)]
pub struct PairState {
    /// The two backends.
    pub backends: [usize; 2],
    /// How the second compares with the first; `None` if undecided.
    pub relation: Option<Relation>,
    /// The number of clusters on which both ran while it was undecided.
    pub n_clusters: usize,
    /// The geometric mean of the ratios, of the second to the first.
    pub ratio: Option<f64>,
    /// The confidence interval of the ratio over all puzzles.
    pub interval: Interval,
}

impl Sequential {
    /// Before the first of `population` clusters, for so many backends.
    pub fn new(n_backends: usize, population: usize) -> Self {
        Self::with_confidence(n_backends, population, 1.0 - ALPHA)
    }

    /// Returns the same with another confidence than 1 − [`ALPHA`]; with 1, only all clusters
    /// decide.
    fn with_confidence(n_backends: usize, population: usize, confidence: f64) -> Self {
        let pairs: Vec<[usize; 2]> = (0..n_backends)
            .flat_map(|first| (first + 1..n_backends).map(move |second| [first, second]))
            .collect();
        // One bet of each direction can be lost to chance.
        let level = (1.0 - confidence) / (2 * pairs.len().max(1)) as f64;
        let terms = [CAP.ln(), FLOOR.ln_1p(), level];
        let pair = |backends| Pair::new(backends, terms, population);
        let state = State { is_needed: population > 0, is_withdrawn: false, n_clusters: 0 };
        Self {
            population,
            n_seen: 0,
            pairs: pairs.into_iter().map(pair).collect(),
            backends: vec![state; n_backends],
        }
    }

    /// Returns the number of clusters in the next round; 0 at the end. The evidence is judged after each round
    /// ([`judge`](Self::judge)).
    pub fn next_round(&self) -> usize {
        let is_over = !self.backends.iter().any(|backend| backend.is_needed);
        let left = if is_over { 0 } else { self.population - self.n_seen };
        (self.n_seen / GROWTH).max(FIRST_ROUND).min(left)
    }

    /// Returns whether a backend needs more trials.
    pub fn needs(&self, backend: usize) -> bool {
        self.backends[backend].is_needed
    }

    /// Adds a cluster: for each backend the logarithms of its costs, one for each puzzle of the cluster. A
    /// backend that was needed and has none is withdrawn.
    pub fn observe(&mut self, costs: &[Option<Vec<f64>>]) {
        self.n_seen += 1;
        for (backend, costs) in self.backends.iter_mut().zip(costs).filter(|it| it.0.is_needed) {
            backend.is_withdrawn |= costs.is_none();
            backend.n_clusters += usize::from(costs.is_some());
        }
        for pair in self.pairs.iter_mut().filter(|pair| pair.relation.is_none()) {
            if let [Some(first), Some(second)] = pair.backends.map(|one| costs[one].as_ref()) {
                pair.observe(first, second);
            }
        }
    }

    /// Releases the backends all of whose pairs are decided.
    pub fn judge(&mut self) {
        let is_withdrawn: Vec<bool> = self.backends.iter().map(|one| one.is_withdrawn).collect();
        for (index, backend) in self.backends.iter_mut().enumerate() {
            let is_open = |pair: &Pair| {
                pair.relation.is_none()
                    && pair.backends.contains(&index)
                    && !pair.backends.iter().any(|&one| is_withdrawn[one])
            };
            backend.is_needed &= self.n_seen < self.population && self.pairs.iter().any(is_open);
        }
    }

    /// Returns the number of clusters seen so far.
    pub fn n_seen(&self) -> usize {
        self.n_seen
    }

    /// Returns the number of clusters that a backend was run on.
    pub fn n_clusters(&self, backend: usize) -> usize {
        self.backends[backend].n_clusters
    }

    /// Returns the place of each backend, from 1; `None` if it is undecided or the backend was withdrawn. Those that
    /// are tied may share a place.
    pub fn places(&self) -> Vec<Option<usize>> {
        (0..self.backends.len()).map(|backend| self.place(backend)).collect()
    }

    fn place(&self, backend: usize) -> Option<usize> {
        if self.backends[backend].is_withdrawn {
            return None;
        }
        let mut place = 1;
        for pair in self.pairs.iter().filter(|pair| pair.backends.contains(&backend)) {
            let [first, second] = pair.backends;
            if self.backends[first].is_withdrawn || self.backends[second].is_withdrawn {
                continue;
            }
            let slower = if first == backend { Relation::Less } else { Relation::More };
            place += usize::from(pair.relation? == slower);
        }
        Some(place)
    }

    /// Returns the relation of each pair of backends, of the second to the first.
    pub fn relations(&self) -> impl Iterator<Item = ([usize; 2], Option<Relation>)> {
        self.pairs.iter().map(|pair| (pair.backends, pair.relation))
    }

    /// Returns what is known of each pair.
    pub fn pairs(&self) -> impl Iterator<Item = PairState> {
        self.pairs.iter().map(|pair| PairState {
            backends: pair.backends,
            relation: pair.relation,
            n_clusters: pair.n_clusters(),
            ratio: pair.estimate().map(f64::exp),
            interval: pair.interval().map(f64::exp),
        })
    }
}
