//! A sheet: one cell for each contestant and puzzle, made from all passes.
//!
//! Several passes over a puzzle are several measurements of one thing. Their median is what a user
//! sees; their smallest is nearest to what the algorithm costs without the machine's disturbances;
//! [`Passes`] chooses. A puzzle counts as solved when every pass solved it: a backend that solves a
//! puzzle now and then has not solved it.

use std::collections::BTreeMap;

use record::{Status, Verified, must_not_happen};
use serde::Serialize;

use crate::load::{Measure, Runs, Trial};

/// What is compared.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "clap", derive(clap::ValueEnum))]
#[serde(rename_all = "lowercase")]
pub enum Metric {
    /// Wall time
    #[default]
    Time,
    /// Thread CPU time
    Cpu,
    /// Search states; comparable within a family only
    Nodes,
    /// Values tried where there was a choice; comparable between tree searches
    Bets,
    /// Search states abandoned; comparable between tree searches
    Conflicts,
    /// Words read or written by a data structure; comparable within a family only
    Accesses,
    /// Peak memory
    Memory,
}

impl Metric {
    /// The measure of a trial.
    pub fn measure(self) -> Measure {
        match self {
            Self::Time => Measure::Wall,
            Self::Cpu => Measure::Cpu,
            Self::Nodes => Measure::Nodes,
            Self::Bets => Measure::Bets,
            Self::Conflicts => Measure::Conflicts,
            Self::Accesses => Measure::Accesses,
            Self::Memory => Measure::Memory,
        }
    }

    /// Whether it is a time, in nanoseconds: then a failure costs a multiple of the limit.
    pub fn is_time(self) -> bool {
        matches!(self, Self::Time | Self::Cpu)
    }

    /// What it is called in a sentence.
    pub fn name(self) -> &'static str {
        match self {
            Self::Time => "wall time",
            Self::Cpu => "CPU time",
            Self::Nodes => "nodes",
            Self::Bets => "bets",
            Self::Conflicts => "conflicts",
            Self::Accesses => "memory accesses",
            Self::Memory => "memory",
        }
    }
}

/// What stands for several passes over a puzzle.
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
    /// One value for several; none of none.
    pub fn reduce(self, values: &mut [f64]) -> Option<f64> {
        values.sort_unstable_by(f64::total_cmp);
        match self {
            Self::Median => super::quantile::quantile(values, 0.5),
            Self::Min => values.first().copied(),
            Self::Mean => super::means::mean(values),
        }
    }
}

/// What came of all passes of a contestant over a puzzle.
#[derive(Clone, Copy, Debug, Default)]
pub struct Cell {
    /// How many passes there were; in an empty cell none.
    pub trials: u32,
    /// The worst that came of them.
    pub status: Status,
    /// Whether some passes gave an answer and others did not.
    pub is_unstable: bool,
    /// Whether something contradicts an answer, or there was a wrong one, or a crash.
    pub must_not_happen: bool,
    /// Whether what every pass answered is verified.
    pub is_verified: bool,
    /// The metric; none where a pass did not measure it.
    pub value: Option<f64>,
    /// The wall time.
    pub wall_ns: Option<f64>,
    /// Search states.
    pub nodes: Option<f64>,
    /// Values tried where there was a choice.
    pub bets: Option<f64>,
    /// The smallest time limit of the passes; none without one.
    pub limit_ns: Option<f64>,
    /// Whether the times are those of this puzzle alone in all passes.
    pub is_timed_alone: bool,
    /// Whether it has no times because they were measured together with puzzles that are not here.
    pub is_parted: bool,
}

impl Cell {
    /// Whether there is an answer that nothing refutes.
    pub fn is_solved(&self) -> bool {
        self.trials > 0 && self.status.is_answer()
    }

    /// Whether the contestant took the puzzle at all.
    pub fn is_taken(&self) -> bool {
        self.trials > 0 && self.status != Status::Unsupported
    }

    /// Whether it is solved within a time. With no time, whether it is solved.
    pub fn is_solved_within(&self, limit: Option<f64>) -> bool {
        self.is_solved()
            && match (limit, self.value) {
                (Some(limit), Some(value)) => value <= limit,
                _ => true,
            }
    }

    /// The value where it is solved within a limit, else `penalty` times the limit. None where the
    /// value was not measured, or there is no limit to be charged.
    pub fn penalised(&self, limit: Option<f64>, penalty: f64) -> Option<f64> {
        if self.is_solved_within(limit) { self.value } else { limit.map(|limit| limit * penalty) }
    }

    /// The value where it is solved within a limit, else infinity.
    pub fn or_infinity(&self, limit: Option<f64>) -> Option<f64> {
        if self.is_solved_within(limit) { self.value } else { Some(f64::INFINITY) }
    }
}

/// One cell for each contestant and puzzle.
#[derive(Clone, Debug)]
pub struct Sheet {
    /// The puzzles, as places in [`Runs::puzzles`], in ascending order.
    pub puzzles: Vec<u32>,
    n_contestants: usize,
    metric: Metric,
    cells: Vec<Cell>,
    /// Which puzzles a contestant was timed on as one: sets of places in `puzzles`, each once.
    together: Vec<(usize, Vec<usize>)>,
}

impl Sheet {
    /// The sheet of `n_contestants`. `contestant` says whose a trial is; those of nobody are left
    /// out. A trial whose time is shared with one that is left out has no time.
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
        let is_whole = whole_groups(runs, &mine);
        let together = together(&mine, &place, &is_whole);
        mine.sort_by_key(|(contestant, trial)| (*contestant, trial.puzzle));
        let mut cells = vec![Cell::default(); n_contestants * puzzles.len()];
        for trials in mine.chunk_by(|a, b| (a.0, a.1.puzzle) == (b.0, b.1.puzzle)) {
            let (contestant, trial) = trials[0];
            let at = contestant * puzzles.len() + place[trial.puzzle as usize];
            cells[at] = cell(trials, metric, passes, &is_whole);
        }
        Self { puzzles, n_contestants, metric, cells, together }
    }

    /// A sheet of these rows, one for each contestant.
    #[cfg(test)]
    pub(crate) fn of(rows: Vec<Vec<Cell>>) -> Self {
        let puzzles = (0..rows.first().map_or(0, Vec::len) as u32).collect();
        let (n_contestants, metric) = (rows.len(), Metric::Time);
        Self { puzzles, n_contestants, metric, cells: rows.concat(), together: Vec::new() }
    }

    /// The same sheet, a contestant timed on these puzzles as one.
    #[cfg(test)]
    pub(crate) fn timed_together(mut self, contestant: usize, puzzles: &[usize]) -> Self {
        self.together.push((contestant, puzzles.to_vec()));
        let n_puzzles = self.puzzles.len();
        for puzzle in puzzles {
            self.cells[contestant * n_puzzles + puzzle].is_timed_alone = false;
        }
        self
    }

    /// What is compared.
    pub fn metric(&self) -> Metric {
        self.metric
    }

    /// How many contestants there are.
    pub fn n_contestants(&self) -> usize {
        self.n_contestants
    }

    /// The cells of a contestant, one for each puzzle.
    pub fn row(&self, contestant: usize) -> &[Cell] {
        &self.cells[contestant * self.puzzles.len()..][..self.puzzles.len()]
    }

    /// The cells of a puzzle, one for each contestant. The puzzle is a place in
    /// [`puzzles`](Self::puzzles).
    pub fn column(&self, puzzle: usize) -> impl Iterator<Item = &Cell> {
        self.cells.iter().skip(puzzle).step_by(self.puzzles.len().max(1))
    }

    /// The puzzles that a contestant was timed on as one: sets of places in
    /// [`puzzles`](Self::puzzles), with the contestant.
    pub fn together(&self) -> &[(usize, Vec<usize>)] {
        &self.together
    }

    /// The same sheet with these puzzles only, as places in [`puzzles`](Self::puzzles) in ascending
    /// order. Where a time is that of several puzzles of which some are left out, it is left out too.
    pub fn with(&self, kept: &[usize]) -> Self {
        let rows = (0..self.n_contestants).map(|contestant| self.row(contestant));
        let cells = rows.flat_map(|row| kept.iter().map(|&puzzle| row[puzzle])).collect();
        let puzzles = kept.iter().map(|&puzzle| self.puzzles[puzzle]).collect();
        let (n_contestants, metric) = (self.n_contestants, self.metric);
        let mut sheet = Self { puzzles, n_contestants, metric, cells, together: Vec::new() };
        for (contestant, set) in &self.together {
            let left: Vec<usize> =
                set.iter().filter_map(|puzzle| kept.binary_search(puzzle).ok()).collect();
            if left.len() == set.len() {
                sheet.together.push((*contestant, left));
            } else {
                left.into_iter().for_each(|puzzle| sheet.part(*contestant, puzzle));
            }
        }
        sheet
    }

    /// Takes the times away from a cell.
    fn part(&mut self, contestant: usize, puzzle: usize) {
        let cell = &mut self.cells[contestant * self.puzzles.len() + puzzle];
        (cell.wall_ns, cell.is_parted) = (None, true);
        if self.metric.is_time() {
            cell.value = None;
        }
    }
}

/// Which groups of [`Runs::groups`] have all their trials among these.
fn whole_groups(runs: &Runs, trials: &[(usize, &Trial)]) -> Vec<bool> {
    let mut missing = runs.groups.clone();
    for group in trials.iter().filter_map(|(_, trial)| trial.group) {
        let missing = &mut missing[group as usize];
        *missing = missing.saturating_sub(1);
    }
    missing.into_iter().map(|missing| missing == 0).collect()
}

/// The puzzles of each whole group, for its contestant; `place` has where a puzzle is.
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

/// Makes the cell of some trials of one contestant on one puzzle.
fn cell(trials: &[(usize, &Trial)], metric: Metric, passes: Passes, is_whole: &[bool]) -> Cell {
    let trials = || trials.iter().map(|(_, trial)| *trial);
    let n_trials = trials().count();
    let reduce = |measure: Measure| {
        let mut values: Vec<f64> =
            trials().filter_map(|trial| trial.get(measure)).map(|value| value as f64).collect();
        (values.len() == n_trials).then(|| passes.reduce(&mut values)).flatten()
    };
    let n_answers = trials().filter(|trial| trial.status.is_answer()).count();
    let worst = trials().map(|trial| trial.status).max_by_key(|&status| badness(status));
    let limits = trials().filter_map(|trial| trial.get(Measure::LimitNs));
    let is_parted = trials().filter_map(|trial| trial.group).any(|group| !is_whole[group as usize]);
    Cell {
        trials: n_trials as u32,
        status: worst.unwrap_or_default(),
        is_unstable: n_answers > 0 && n_answers < n_trials,
        must_not_happen: trials().any(|trial| must_not_happen(trial.status, trial.verified)),
        is_verified: trials().all(|trial| trial.verified == Verified::Yes),
        value: reduce(metric.measure()).filter(|_| !(is_parted && metric.is_time())),
        wall_ns: reduce(Measure::Wall).filter(|_| !is_parted),
        nodes: reduce(Measure::Nodes),
        bets: reduce(Measure::Bets),
        limit_ns: limits.min().map(|limit| limit as f64),
        is_timed_alone: trials().all(Trial::is_timed_alone),
        is_parted,
    }
}

/// Orders what may come of a trial: the worst of several passes stands for all.
fn badness(status: Status) -> u8 {
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
