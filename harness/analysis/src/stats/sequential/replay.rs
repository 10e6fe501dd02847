//! Replays of a finished run: what would have been decided, and at what share of its time, if it had
//! stopped early?

use std::collections::BTreeMap;

use anyhow::bail;
use board::seed::seeded;
use rand::RngExt;
use rand::seq::SliceRandom;

use super::{ALPHA, Sequential, TimedPass, log_cost};
use crate::load::{Measure, Runs, Trial};

/// The random stream of the order of clusters.
const STREAM: u64 = 0x5e90;

/// The random stream of the passes of twins.
const TWINS: u64 = 0x5e91;

/// The trials of a finished run, by cluster.
#[derive(Clone, Debug, Default)]
pub struct FullRun {
    /// The names of the backends.
    pub labels: Vec<String>,
    /// For each cluster and backend, the logarithms of the costs ([`log_cost`]).
    pub costs: Vec<Vec<Option<Vec<f64>>>>,
    /// For each cluster and backend, the time spent, in any unit.
    pub times: Vec<Vec<f64>>,
}

/// The outcome of a replay.
#[derive(Clone, Debug)]
pub struct Replay {
    /// What was decided.
    pub evidence: Sequential,
    /// The share of the time of the full run.
    pub share: f64,
}

impl FullRun {
    /// Returns the trials of these runs.
    ///
    /// # Errors
    /// When a trial has no time limit, so that a failure has no cost.
    pub fn of(runs: &Runs) -> anyhow::Result<Self> {
        let labels = runs.contestants.iter().map(|one| one.label.clone()).collect();
        Self::by(runs, labels, |trial| trial.contestant as usize)
    }

    /// Returns the same with each backend as two, which share its passes over each puzzle at
    /// random: a pair between which there is no difference. The twins of a backend follow each
    /// other.
    ///
    /// # Errors
    /// When a trial has no time limit. A run with one pass has no twins: they lack costs.
    pub fn twins(runs: &Runs, seed: u64) -> anyhow::Result<Self> {
        let labels = runs.contestants.iter().flat_map(|one| [one.label.clone(), one.label.clone()]);
        let mut chance = seeded(seed, TWINS);
        let turns: Vec<u32> = runs.puzzles.iter().map(|_| chance.random_range(0..2)).collect();
        Self::by(runs, labels.collect(), |trial| {
            let twin = (trial.rep + turns[trial.puzzle as usize]) % 2;
            (2 * trial.contestant + twin) as usize
        })
    }

    /// Returns the trials, each assigned to a backend.
    fn by(
        runs: &Runs,
        labels: Vec<String>,
        backend: impl Fn(&Trial) -> usize,
    ) -> anyhow::Result<Self> {
        let limits = runs.trials.iter().map(|trial| trial.get(Measure::LimitNs));
        let limits: Option<Vec<u64>> = limits.collect();
        let Some(limit) = limits.and_then(|limits| limits.into_iter().min()) else {
            bail!("a trial without a time limit: a failure has no cost");
        };
        let mut of_class: BTreeMap<&str, BTreeMap<u32, Vec<&Trial>>> = BTreeMap::new();
        for trial in &runs.trials {
            let class = of_class.entry(&runs.puzzles[trial.puzzle as usize].class).or_default();
            class.entry(trial.puzzle).or_default().push(trial);
        }
        let mut full = Self { labels, ..Self::default() };
        for puzzles in of_class.values() {
            let of = |one: usize| {
                let is_mine = |trial: &&&Trial| backend(trial) == one;
                let passes = puzzles.values().map(|trials| {
                    trials.iter().filter(is_mine).map(|trial| timed(trial)).collect()
                });
                sum_up(&passes.collect::<Vec<Vec<TimedPass>>>(), limit)
            };
            let (costs, times) = (0..full.labels.len()).map(of).unzip();
            full.costs.push(costs);
            full.times.push(times);
        }
        Ok(full)
    }

    /// Returns what all clusters decide: the truth that replays are compared with.
    pub fn truth(&self) -> Sequential {
        let mut truth = self.begin(1.0);
        self.costs.iter().for_each(|costs| truth.observe(costs));
        truth.judge();
        truth
    }

    /// Runs the clusters in a random order until all pairs are decided.
    pub fn replay(&self, seed: u64) -> Replay {
        let mut order: Vec<usize> = (0..self.costs.len()).collect();
        order.shuffle(&mut seeded(seed, STREAM));
        let mut evidence = self.begin(1.0 - ALPHA);
        let mut spent = 0.0;
        while evidence.next_round() > 0 {
            let round = &order[evidence.n_seen()..][..evidence.next_round()];
            for &cluster in round {
                let times = self.times[cluster].iter().enumerate();
                spent += times.filter(|it| evidence.needs(it.0)).map(|it| it.1).sum::<f64>();
                evidence.observe(&self.costs[cluster]);
            }
            evidence.judge();
        }
        Replay { evidence, share: spent / self.times.iter().flatten().sum::<f64>() }
    }

    fn begin(&self, confidence: f64) -> Sequential {
        let n_backends = self.costs.first().map_or(0, Vec::len);
        Sequential::with_confidence(n_backends, self.costs.len(), confidence)
    }
}

/// Returns the logarithms of the costs of the puzzles of a cluster, and the time of all passes over
/// them.
fn sum_up(puzzles: &[Vec<TimedPass>], limit_ns: u64) -> (Option<Vec<f64>>, f64) {
    let time: u64 = puzzles.iter().flatten().filter_map(|pass| pass.wall_ns).sum();
    (puzzles.iter().map(|passes| log_cost(passes, limit_ns)).collect(), time as f64)
}

fn timed(trial: &Trial) -> TimedPass {
    TimedPass {
        status: trial.status,
        wall_ns: trial.get(Measure::Wall),
        error_ns: trial.get(Measure::WallError),
    }
}
