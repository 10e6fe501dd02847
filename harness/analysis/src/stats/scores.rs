//! The score matrix: one score for each contestant and puzzle, made from all passes.
//!
//! Several passes over a puzzle measure the same quantity repeatedly. Their median is what a user
//! observes; their minimum is closest to the cost of the algorithm without disturbances by the machine;
//! [`Passes`] selects one. A puzzle counts as solved if every pass solved it: a backend that solves a
//! puzzle only sometimes has not solved it.

use std::collections::{BTreeMap, BTreeSet};

use record::{Status, Verified, is_failure};
use serde::Serialize;

pub use super::metric::Metric;
use crate::load::{Measure, Runs, Trial};

/// How several passes over a puzzle are reduced to one value.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "clap", derive(clap::ValueEnum))]
#[serde(rename_all = "lowercase")]
pub enum Passes {
    /// The median: what a user observes
    #[default]
    Median,
    /// The minimum: closest to the cost of the algorithm
    Min,
    /// The mean
    Mean,
}

impl Passes {
    /// Reduces values to one; `None` without any.
    pub fn reduce(self, values: &mut [f64]) -> Option<f64> {
        values.sort_unstable_by(f64::total_cmp);
        match self {
            Self::Median => super::quantile::quantile(values, 0.5),
            Self::Min => values.first().copied(),
            Self::Mean => super::means::mean(values),
        }
    }
}

/// The result of all passes of a contestant over a puzzle.
#[derive(Clone, Copy, Debug, Default)]
pub struct Score {
    /// The number of passes; 0 if the contestant has no row for the puzzle.
    pub trials: u32,
    /// The worst status of the passes.
    pub status: Status,
    /// Whether some passes answered and others did not.
    pub is_unstable: bool,
    /// Whether a pass failed: a contradicted or wrong answer, or a crash.
    pub is_failure: bool,
    /// Whether the answers of all passes are verified.
    pub is_verified: bool,
    /// The metric; `None` if a pass did not measure it.
    pub value: Option<f64>,
    /// Whether the metric is a share, whose value stands whether the puzzle is solved or not.
    pub is_share: bool,
    /// The wall time.
    pub wall_ns: Option<f64>,
    /// Search states.
    pub nodes: Option<f64>,
    /// Values tried with at least two candidates.
    pub bets: Option<f64>,
    /// The smallest time limit of the passes; `None` without one.
    pub limit_ns: Option<f64>,
    /// Whether all passes timed this puzzle alone.
    pub is_timed_alone: bool,
    /// Whether it lacks times because they were measured together with puzzles that are not included.
    pub is_parted: bool,
}

impl Score {
    /// Returns whether there is an answer that was not refuted.
    pub fn is_solved(&self) -> bool {
        self.trials > 0 && self.status.is_answer()
    }

    /// Returns whether the contestant attempted the puzzle.
    pub fn is_taken(&self) -> bool {
        self.trials > 0 && self.status != Status::Unsupported
    }

    /// Returns whether the puzzle is solved within a limit, if there is one.
    pub fn is_solved_within(&self, limit: Option<f64>) -> bool {
        self.is_solved()
            && match (limit, self.value) {
                (Some(limit), Some(value)) => value <= limit,
                _ => true,
            }
    }

    /// Returns the status under a limit, if there is one: an answer beyond it is a timeout.
    pub fn status_within(&self, limit: Option<f64>) -> Status {
        let is_late = self.is_solved() && !self.is_solved_within(limit);
        if is_late { Status::Timeout } else { self.status }
    }

    /// Returns whether the puzzle was attempted, and the metric measured if it was solved, or is a
    /// share.
    pub fn is_known(&self) -> bool {
        self.is_taken() && !self.lacks_value()
    }

    /// Returns whether the metric should have been measured, and was not.
    pub fn lacks_value(&self) -> bool {
        self.is_taken() && (self.is_share || self.is_solved()) && self.value.is_none()
    }

    /// Returns the value if solved within the limit, or if it is a share.
    pub fn solved_value(&self, limit: Option<f64>) -> Option<f64> {
        self.value.filter(|_| self.is_share || self.is_solved_within(limit))
    }

    /// Returns the value if solved within the limit, else `penalty` times the limit. `None` if the value was not
    /// measured, or a failure has no limit.
    pub fn penalised(&self, limit: Option<f64>, penalty: f64) -> Option<f64> {
        if self.is_solved_within(limit) { self.value } else { limit.map(|limit| limit * penalty) }
    }

    /// Returns the value if solved within the limit, else infinity.
    pub fn or_infinity(&self, limit: Option<f64>) -> Option<f64> {
        if self.is_solved_within(limit) { self.value } else { Some(f64::INFINITY) }
    }
}

/// The distinct limits of work, other than time, under which trials ran; `None` is no limit. Unlike a time limit, the
/// smallest one cannot be applied to all trials afterwards.
#[derive(Clone, Debug, Default)]
pub struct WorkLimits {
    /// Limits of search states.
    pub nodes: BTreeSet<Option<u64>>,
    /// Limits of rounds of deduction.
    pub rounds: BTreeSet<Option<u64>>,
}

/// One score for each contestant and puzzle.
///
/// ```
/// use analysis::load::{Runs, Trial};
/// use analysis::stats::scores::{Metric, Passes, ScoreMatrix};
///
/// # let rows = std::env::temp_dir().join(format!("scores-{}.csv", std::process::id()));
/// // A table made by any program, with at least these three columns; or the folder of a run.
/// std::fs::write(&rows, "backend,puzzle,status,wall_ns,limit_ns\n\
///     quick,one,unique,1000,5000\nquick,two,unique,2000,5000\n\
///     slow,one,unique,4000,5000\nslow,two,timeout,5000,5000\n")?;
/// let runs = Runs::read(&[rows.clone()])?;
/// let contestant = |trial: &Trial| Some(trial.contestant as usize);
/// let matrix = ScoreMatrix::new(&runs, 2, contestant, Metric::Time, Passes::Median);
/// // The slow one did not solve the second puzzle, which counts twice the limit in PAR-2.
/// let score = matrix.row(1)[1];
/// assert!(!score.is_solved());
/// assert_eq!(score.penalised(score.limit_ns, 2.0), Some(10_000.0));
/// # std::fs::remove_file(&rows)?;
/// # Ok::<(), anyhow::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct ScoreMatrix {
    /// The puzzles, as indices in [`Runs::puzzles`], in ascending order.
    pub puzzles: Vec<u32>,
    n_contestants: usize,
    metric: Metric,
    scores: Vec<Score>,
    work_limits: WorkLimits,
    /// The distinct sets of puzzles that a contestant was timed on together, as indices in `puzzles`.
    together: Vec<(usize, Vec<usize>)>,
}

impl ScoreMatrix {
    /// Builds the matrix of `n_contestants`. `contestant` assigns each trial to a row, or excludes it. A
    /// trial that shares its time with an excluded one has no time.
    pub fn new(
        runs: &Runs,
        n_contestants: usize,
        contestant: impl Fn(&Trial) -> Option<usize>,
        metric: Metric,
        passes: Passes,
    ) -> Self {
        let mut mine: Vec<(usize, &Trial)> =
            (runs.trials.iter()).filter_map(|trial| Some((contestant(trial)?, trial))).collect();
        let mut puzzles: Vec<u32> = mine.iter().map(|(_, trial)| trial.puzzle).collect();
        puzzles.sort_unstable();
        puzzles.dedup();
        let mut place = vec![0; runs.puzzles.len()];
        puzzles.iter().enumerate().for_each(|(index, &puzzle)| place[puzzle as usize] = index);
        let limits = |measure| mine.iter().map(move |(_, trial)| trial.get(measure));
        let work_limits = WorkLimits {
            nodes: limits(Measure::LimitNodes).collect(),
            rounds: limits(Measure::LimitRounds).collect(),
        };
        let is_whole = whole_groups(runs, &mine);
        let together = together(&mine, &place, &is_whole);
        mine.sort_by_key(|(contestant, trial)| (*contestant, trial.puzzle));
        let mut scores = vec![Score::default(); n_contestants * puzzles.len()];
        for trials in mine.chunk_by(|a, b| (a.0, a.1.puzzle) == (b.0, b.1.puzzle)) {
            let (contestant, trial) = trials[0];
            let at = contestant * puzzles.len() + place[trial.puzzle as usize];
            scores[at] = score(trials, metric, passes, &is_whole);
        }
        Self { puzzles, n_contestants, metric, scores, work_limits, together }
    }

    /// Returns a matrix with these rows, one for each contestant.
    #[cfg(test)]
    pub(crate) fn of(rows: Vec<Vec<Score>>) -> Self {
        let puzzles = (0..rows.first().map_or(0, Vec::len) as u32).collect();
        let (n_contestants, metric) = (rows.len(), Metric::Time);
        let (scores, work_limits, together) = (rows.concat(), WorkLimits::default(), Vec::new());
        Self { puzzles, n_contestants, metric, scores, work_limits, together }
    }

    /// Returns the same matrix, with a contestant timed on these puzzles together.
    #[cfg(test)]
    pub(crate) fn timed_together(mut self, contestant: usize, puzzles: &[usize]) -> Self {
        self.together.push((contestant, puzzles.to_vec()));
        let n_puzzles = self.puzzles.len();
        for puzzle in puzzles {
            self.scores[contestant * n_puzzles + puzzle].is_timed_alone = false;
        }
        self
    }

    /// Returns the quantity compared.
    pub fn metric(&self) -> Metric {
        self.metric
    }

    /// Returns the limits of work of the trials.
    pub fn work_limits(&self) -> &WorkLimits {
        &self.work_limits
    }

    /// Returns the number of contestants.
    pub fn n_contestants(&self) -> usize {
        self.n_contestants
    }

    /// Returns the scores of a contestant, one for each puzzle.
    pub fn row(&self, contestant: usize) -> &[Score] {
        &self.scores[contestant * self.puzzles.len()..][..self.puzzles.len()]
    }

    /// Returns the scores of a puzzle, one for each contestant. The puzzle is an index in
    /// [`puzzles`](Self::puzzles).
    pub fn column(&self, puzzle: usize) -> impl Iterator<Item = &Score> {
        self.scores.iter().skip(puzzle).step_by(self.puzzles.len().max(1))
    }

    /// Returns the sets of puzzles that were timed together, as indices in [`puzzles`](Self::puzzles), each with its
    /// contestant.
    pub fn together(&self) -> &[(usize, Vec<usize>)] {
        &self.together
    }

    /// Returns the same matrix restricted to these puzzles, as indices in [`puzzles`](Self::puzzles) in ascending
    /// order. A time shared by several puzzles is dropped unless all of them are kept.
    pub fn with(&self, kept: &[usize]) -> Self {
        let rows = (0..self.n_contestants).map(|contestant| self.row(contestant));
        let scores = rows.flat_map(|row| kept.iter().map(|&puzzle| row[puzzle])).collect();
        let puzzles = kept.iter().map(|&puzzle| self.puzzles[puzzle]).collect();
        let (n_contestants, metric) = (self.n_contestants, self.metric);
        let (work_limits, together) = (self.work_limits.clone(), Vec::new());
        let mut matrix = Self { puzzles, n_contestants, metric, scores, work_limits, together };
        for (contestant, set) in &self.together {
            let left: Vec<usize> =
                set.iter().filter_map(|puzzle| kept.binary_search(puzzle).ok()).collect();
            if left.len() == set.len() {
                matrix.together.push((*contestant, left));
            } else {
                left.into_iter().for_each(|puzzle| matrix.part(*contestant, puzzle));
            }
        }
        matrix
    }

    /// Returns the matrix of these contestants alone, in this order, on the puzzles for which one of them has a row.
    pub fn of_contestants(&self, contestants: &[usize]) -> Self {
        let scores: Vec<Score> =
            contestants.iter().flat_map(|&one| self.row(one)).copied().collect();
        let place = |one: usize| contestants.iter().position(|&other| other == one);
        let sets = self.together.iter();
        let sets = sets.filter_map(|(one, set)| place(*one).map(|place| (place, set.clone())));
        let mut together: Vec<_> = sets.collect();
        together.sort_unstable();
        let (puzzles, work_limits) = (self.puzzles.clone(), self.work_limits.clone());
        let (n_contestants, metric) = (contestants.len(), self.metric);
        let matrix = Self { puzzles, n_contestants, metric, scores, work_limits, together };
        let has_rows = |&puzzle: &usize| matrix.column(puzzle).any(|score| score.trials > 0);
        let kept: Vec<usize> = (0..self.puzzles.len()).filter(has_rows).collect();
        matrix.with(&kept)
    }

    /// Returns the same matrix with the scores that `keeps` selects, by contestant and puzzle.
    pub fn only(&self, keeps: impl Fn(usize, usize) -> bool) -> Self {
        let (mut matrix, n_puzzles) = (self.clone(), self.puzzles.len().max(1));
        let of = |at: usize| keeps(at / n_puzzles, at % n_puzzles);
        let excluded = matrix.scores.iter_mut().enumerate().filter(|(at, _)| !of(*at));
        excluded.for_each(|(_, score)| *score = Score::default());
        matrix
    }

    /// Returns the same matrix under a time limit: an answer beyond it is a timeout.
    pub fn within(mut self, limit_ns: Option<f64>) -> Self {
        let limit = limit_ns.filter(|_| self.metric.is_time());
        for score in &mut self.scores {
            score.status = score.status_within(limit);
            score.limit_ns = limit_ns.or(score.limit_ns);
        }
        self
    }

    /// Removes the times of a score.
    fn part(&mut self, contestant: usize, puzzle: usize) {
        let score = &mut self.scores[contestant * self.puzzles.len() + puzzle];
        (score.wall_ns, score.is_parted) = (None, true);
        if self.metric.is_time() {
            score.value = None;
        }
    }
}

/// For each group of [`Runs::groups`], whether all its trials are included.
fn whole_groups(runs: &Runs, trials: &[(usize, &Trial)]) -> Vec<bool> {
    let mut missing = runs.groups.clone();
    for group in trials.iter().filter_map(|(_, trial)| trial.group) {
        let missing = &mut missing[group as usize];
        *missing = missing.saturating_sub(1);
    }
    missing.into_iter().map(|missing| missing == 0).collect()
}

/// Returns the puzzles of each whole group, with its contestant. `place` maps puzzles to indices.
fn together(
    trials: &[(usize, &Trial)],
    place: &[usize],
    is_whole: &[bool],
) -> Vec<(usize, Vec<usize>)> {
    let mut of_group: BTreeMap<u32, (usize, Vec<usize>)> = BTreeMap::new();
    for (contestant, trial) in trials {
        if let Some(group) = trial.group.filter(|&group| is_whole[group as usize]) {
            let (_, set) = of_group.entry(group).or_insert((*contestant, Vec::new()));
            set.push(place[trial.puzzle as usize]);
        }
    }
    let mut sets: Vec<(usize, Vec<usize>)> = of_group.into_values().collect();
    for (_, set) in &mut sets {
        set.sort_unstable();
        set.dedup();
    }
    sets.sort_unstable();
    sets.dedup();
    sets
}

/// Reduces the trials of one contestant on one puzzle to a score.
fn score(trials: &[(usize, &Trial)], metric: Metric, passes: Passes, is_whole: &[bool]) -> Score {
    let trials = || trials.iter().map(|(_, trial)| *trial);
    let n_trials = trials().count();
    let reduce = |measure: Measure| {
        let mut values: Vec<f64> = trials().filter_map(|trial| trial.value(measure)).collect();
        (values.len() == n_trials).then(|| passes.reduce(&mut values)).flatten()
    };
    let n_answers = trials().filter(|trial| trial.status.is_answer()).count();
    let worst = trials().map(|trial| trial.status).max_by_key(|&status| severity(status));
    let limits = trials().filter_map(|trial| trial.get(Measure::LimitNs));
    let is_parted = trials().filter_map(|trial| trial.group).any(|group| !is_whole[group as usize]);
    Score {
        trials: n_trials as u32,
        status: worst.unwrap_or_default(),
        is_unstable: n_answers > 0 && n_answers < n_trials,
        is_failure: trials().any(|trial| is_failure(trial.status, trial.verified)),
        is_verified: trials().all(|trial| trial.verified == Verified::Yes),
        value: reduce(metric.measure()).filter(|_| !(is_parted && metric.is_time())),
        is_share: metric.is_share(),
        wall_ns: reduce(Measure::Wall).filter(|_| !is_parted),
        nodes: reduce(Measure::Nodes),
        bets: reduce(Measure::Bets),
        limit_ns: limits.min().map(|limit| limit as f64),
        is_timed_alone: trials().all(Trial::is_timed_alone),
        is_parted,
    }
}

/// Orders statuses: the worst of several passes represents all.
fn severity(status: Status) -> u8 {
    match status {
        Status::Wrong => 6,
        Status::Crashed => 5,
        Status::Memout => 4,
        Status::Timeout => 3,
        Status::Unsupported => 1,
        status if status.is_answer() => 0,
        _ => 2,
    }
}
