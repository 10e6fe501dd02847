//! A line of a history: what a run found out about one backend.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::column::{Column, ColumnType};
use crate::words::Task;

/// The version of the fields.
pub const HISTORY_SCHEMA: u32 = 1;

/// What a run found out about one backend. A figure that was not measured is absent.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct HistoryLine {
    /// The version of these fields.
    pub schema: u32,
    /// The id of the run; of merged runs that of the first, and the number of others.
    pub run_id: String,
    /// The name of the entry.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub label: Option<String>,
    /// The revision that was measured.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub commit: Option<String>,
    /// The start of the run, UTC.
    pub start: String,
    /// The version of the harness.
    pub version: String,
    /// The compiler of the harness.
    #[serde(default)]
    pub compiler: String,
    /// The machine, without its kernel.
    pub machine: String,
    /// The kernel.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kernel: Option<String>,
    /// The number of workers.
    pub jobs: usize,
    /// The id of the backend.
    pub backend: String,
    /// Its version, that of its engine, and its instruction set.
    pub backend_version: String,
    /// The task.
    pub task: Task,
    /// The time limit, in nanoseconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limit_ns: Option<u64>,
    /// The corpora, each with the hash of its puzzles.
    pub corpora: BTreeMap<String, String>,
    /// The hash of all puzzles.
    pub puzzle_set: String,
    /// The number of puzzles that the backend supports.
    pub puzzles: usize,
    /// The number of puzzles that every pass solved.
    pub solved: usize,
    /// The number of puzzles with a wrong answer or a crash.
    pub failures: usize,
    /// The number of passes over each puzzle.
    pub passes: u32,
    /// The number of processes.
    pub processes: usize,
    /// The geometric mean of the wall times, an unsolved puzzle counting twice the limit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub geomean_ns: Option<f64>,
    /// The median of the wall times; absent if it is infinite.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub median_ns: Option<f64>,
    /// The sum of the wall times of the puzzles solved.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sum_ns: Option<f64>,
    /// The mean of the wall times, an unsolved puzzle counting twice the limit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub par2_ns: Option<f64>,
    /// The geometric mean of the CPU times, as of the wall times.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cpu_geomean_ns: Option<f64>,
    /// For each process, the geometric mean of the wall times of the puzzles that all passes solved.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub process_geomeans_ns: Vec<f64>,
    /// The noise floor of a mean, as the logarithm of a ratio.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub noise_floor: Option<f64>,
    /// The sum of the nodes over the puzzles solved.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    /// The sum of the bets over the puzzles solved.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bets: Option<u64>,
    /// The sum of the conflicts over the puzzles solved.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub conflicts: Option<u64>,
    /// The caveats on the times, a sentence each.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub caveats: Vec<String>,
}

/// The fields, in their order.
pub const HISTORY_FIELDS: &[Column] = &[
    Column::integer("schema", "The version of these fields"),
    Column::text(
        "run_id",
        "The run, as in rows.csv; of merged runs the first, and the number of others",
    ),
    Column::text("label", "The name of the entry (--label)"),
    Column::text("commit", "The revision that was measured: --commit, or else that of the harness"),
    Column::text("start", "The start of the run, UTC"),
    Column::text("version", "The version of the harness"),
    Column::text("compiler", "The compiler of the harness"),
    Column::text("machine", "Processor, cores, memory and settings of the machine"),
    Column::text("kernel", "The kernel of the machine"),
    Column::integer("jobs", "The number of workers"),
    Column::text("backend", "The id of the backend"),
    Column::text("backend_version", "Its version, that of its engine, and its instruction set"),
    Column::text("task", "The task"),
    nanoseconds("limit_ns", ColumnType::Integer, "The time limit"),
    Column::text("corpora", "The corpora, each with the hash of its puzzles"),
    Column::text("puzzle_set", "The hash of all puzzles"),
    Column::integer("puzzles", "The number of puzzles that the backend supports"),
    Column::integer("solved", "The number of puzzles that every pass solved"),
    Column::integer("failures", "The number of puzzles with a wrong answer or a crash"),
    Column::integer("passes", "The number of passes over each puzzle"),
    Column::integer("processes", "The number of processes"),
    time(
        "geomean_ns",
        "The geometric mean of the wall times, an unsolved puzzle counting twice the limit",
    ),
    time(
        "median_ns",
        "The median of the wall times; absent if at least half of the puzzles are unsolved",
    ),
    time("sum_ns", "The sum of the wall times of the puzzles solved"),
    time("par2_ns", "The mean of the wall times, an unsolved puzzle counting twice the limit"),
    time(
        "cpu_geomean_ns",
        "The geometric mean of the CPU times, an unsolved puzzle counting twice the limit",
    ),
    time(
        "process_geomeans_ns",
        "For each process, the geometric mean over the puzzles that all passes solved",
    ),
    Column {
        kind: ColumnType::Number,
        ..Column::text("noise_floor", "The noise floor, as the logarithm of a ratio")
    },
    Column::integer("nodes", "The sum of the nodes over the puzzles solved"),
    Column::integer("bets", "The sum of the bets over the puzzles solved"),
    Column::integer("conflicts", "The sum of the conflicts over the puzzles solved"),
    Column::text("caveats", "The caveats on the times"),
];

const fn time(name: &'static str, meaning: &'static str) -> Column {
    nanoseconds(name, ColumnType::Number, meaning)
}

const fn nanoseconds(name: &'static str, kind: ColumnType, meaning: &'static str) -> Column {
    Column { name, kind, unit: "ns", meaning }
}

impl HistoryLine {
    /// Returns what a history has once: a backend in a run, on a task.
    pub fn key(&self) -> (&str, &str, Task) {
        (&self.run_id, &self.backend, self.task)
    }

    /// Returns whether another line with the same key has the same figures. Its label may differ.
    pub fn has_figures_of(&self, other: &Self) -> bool {
        let is_near = |a: f64, b: f64| (a - b).abs() <= 1e-9 * a.abs();
        let have_equal_times = match (self.geomean_ns, other.geomean_ns) {
            (Some(a), Some(b)) => is_near(a, b),
            (a, b) => a == b,
        };
        let figures =
            |it: &Self| (it.puzzle_set.clone(), it.solved, it.failures, it.nodes, it.bets);
        have_equal_times && figures(self) == figures(other)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_field_is_described_in_its_order() {
        let text = || Some("x".to_owned());
        let line = HistoryLine {
            label: text(),
            commit: text(),
            kernel: text(),
            limit_ns: Some(1),
            geomean_ns: Some(1.0),
            median_ns: Some(1.0),
            sum_ns: Some(1.0),
            par2_ns: Some(1.0),
            cpu_geomean_ns: Some(1.0),
            process_geomeans_ns: vec![1.0],
            noise_floor: Some(0.1),
            nodes: Some(1),
            bets: Some(1),
            conflicts: Some(1),
            caveats: vec!["x".into()],
            ..HistoryLine::default()
        };
        let written = serde_json::to_string(&line).expect("JSON");
        let mut rest = &*written;
        for field in HISTORY_FIELDS {
            let name = format!("\"{}\":", field.name);
            let at = rest.find(&name).unwrap_or_else(|| panic!("{name} in its place: {written}"));
            rest = &rest[at + name.len()..];
        }
        let fields = serde_json::to_value(&line).expect("JSON");
        assert_eq!(fields.as_object().map(serde_json::Map::len), Some(HISTORY_FIELDS.len()));
        assert_eq!(serde_json::from_str::<HistoryLine>(&written).expect("a line"), line);
    }
}
