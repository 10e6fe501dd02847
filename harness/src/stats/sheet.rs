//! A sheet: one cell for each contestant and puzzle, made from all passes.
//!
//! Several passes over a puzzle are several measurements of one thing. Their median is what a user
//! sees; their smallest is nearest to what the algorithm costs without the machine's disturbances;
//! [`Passes`] chooses. A puzzle counts as solved when every pass solved it: a backend that solves a
//! puzzle now and then has not solved it.

use std::collections::HashMap;

use clap::ValueEnum;
use serde::Serialize;

use super::must_not_happen;
use crate::record::Status;
use crate::runs::{Measure, Runs, Trial};

/// What is compared.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, ValueEnum)]
#[serde(rename_all = "lowercase")]
pub enum Metric {
    /// Wall time
    #[default]
    Time,
    /// Thread CPU time
    Cpu,
    /// Search states: they compare within a family only
    Nodes,
    /// Values tried where there was a choice: they compare between tree searches
    Bets,
    /// Search states abandoned: they compare between tree searches, too
    Conflicts,
    /// Words of memory read or written by a structure: they compare within a family only
    Accesses,
    /// The largest amount of memory held
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
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, ValueEnum)]
#[serde(rename_all = "lowercase")]
pub enum Passes {
    /// The one in the middle: what a user sees
    #[default]
    Median,
    /// The smallest: nearest to the cost of the algorithm
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
    cells: Vec<Cell>,
}

impl Sheet {
    /// The sheet of `n_contestants`. `contestant` says whose a trial is; those of nobody are left
    /// out.
    pub fn new(
        runs: &Runs,
        n_contestants: usize,
        contestant: impl Fn(&Trial) -> Option<usize>,
        metric: Metric,
        passes: Passes,
    ) -> Self {
        let mut puzzles: Vec<u32> = (runs.trials.iter())
            .filter(|trial| contestant(trial).is_some())
            .map(|trial| trial.puzzle)
            .collect();
        puzzles.sort_unstable();
        puzzles.dedup();
        let mut place = vec![0; runs.puzzles.len()];
        puzzles.iter().enumerate().for_each(|(index, &puzzle)| place[puzzle as usize] = index);
        let mut of_cell: Vec<(usize, &Trial)> = (runs.trials.iter())
            .filter_map(|trial| {
                let cell = contestant(trial)? * puzzles.len() + place[trial.puzzle as usize];
                Some((cell, trial))
            })
            .collect();
        of_cell.sort_by_key(|(cell, _)| *cell);
        let mut cells = vec![Cell::default(); n_contestants * puzzles.len()];
        for trials in of_cell.chunk_by(|a, b| a.0 == b.0) {
            cells[trials[0].0] = cell(trials, metric, passes);
        }
        Self { puzzles, n_contestants, cells }
    }

    /// A sheet of these rows, one for each contestant.
    #[cfg(test)]
    pub(crate) fn of(rows: Vec<Vec<Cell>>) -> Self {
        let puzzles = (0..rows.first().map_or(0, Vec::len) as u32).collect();
        Self { puzzles, n_contestants: rows.len(), cells: rows.concat() }
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

    /// The same sheet with these puzzles only, as places in [`puzzles`](Self::puzzles).
    pub fn with(&self, kept: &[usize]) -> Self {
        let rows = (0..self.n_contestants).map(|contestant| self.row(contestant));
        let cells = rows.flat_map(|row| kept.iter().map(|&puzzle| row[puzzle])).collect();
        let puzzles = kept.iter().map(|&puzzle| self.puzzles[puzzle]).collect();
        Self { puzzles, n_contestants: self.n_contestants, cells }
    }
}

/// Makes the cell of some trials of one contestant on one puzzle.
fn cell(trials: &[(usize, &Trial)], metric: Metric, passes: Passes) -> Cell {
    let trials = || trials.iter().map(|(_, trial)| *trial);
    let n_trials = trials().count();
    let reduce = |measure: Measure| {
        let mut values: Vec<f64> =
            trials().filter_map(|trial| trial.get(measure)).map(|value| value as f64).collect();
        (values.len() == n_trials).then(|| passes.reduce(&mut values)).flatten()
    };
    let n_answers = trials().filter(|trial| trial.status.is_answer()).count();
    let worst = trials().map(|trial| trial.status).max_by_key(|&status| badness(status));
    let limits = trials().filter_map(|trial| trial.get(Measure::LimitMs));
    Cell {
        trials: n_trials as u32,
        status: worst.unwrap_or_default(),
        is_unstable: n_answers > 0 && n_answers < n_trials,
        must_not_happen: trials().any(|trial| must_not_happen(trial.status, trial.verified)),
        value: reduce(metric.measure()),
        wall_ns: reduce(Measure::Wall),
        nodes: reduce(Measure::Nodes),
        bets: reduce(Measure::Bets),
        limit_ns: limits.min().map(|limit| limit as f64 * 1e6),
        is_timed_alone: trials().all(Trial::is_timed_alone),
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

/// Puzzles that one contestant was timed on as one: sets of places in [`Runs::puzzles`]. Trials of a
/// pass that follow each other in the plan and have the same time belong together.
pub fn timed_together(runs: &Runs, is_mine: impl Fn(&Trial) -> bool) -> Vec<Vec<u32>> {
    let mut passes: HashMap<_, Vec<(u64, u64, u32)>> = HashMap::new();
    for trial in runs.trials.iter().filter(|trial| !trial.is_timed_alone() && is_mine(trial)) {
        let Some(wall) = trial.get(Measure::Wall) else { continue };
        let pass = (trial.source, trial.run, trial.invocation, trial.rep, trial.worker);
        passes.entry(pass).or_default().push((trial.order, wall, trial.puzzle));
    }
    let mut sets = Vec::new();
    for mut trials in passes.into_values() {
        trials.sort_unstable();
        let together = trials.chunk_by(|a, b| a.0 + 1 == b.0 && a.1 == b.1);
        sets.extend(together.map(|set| set.iter().map(|trial| trial.2).collect::<Vec<_>>()));
    }
    sets
}
