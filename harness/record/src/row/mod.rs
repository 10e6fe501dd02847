//! A row per trial. The CSV schema is this struct, and `columns.rs` documents each column.
//!
//! Times are integers in nanoseconds; an empty field was not measured or not counted.

use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use board::Count;
use serde::{Deserialize, Serialize};

use crate::csv_line;
use crate::hash::PuzzleHash;
use crate::words::{Certified, Granularity, Status, Task, Verified, is_failure};

mod columns;
mod decimal;

pub use columns::COLUMNS;

/// The version of the schema: a change of meaning or of a name raises it.
pub const SCHEMA: u32 = 2;

/// Converts a time to the unit of rows.
#[inline]
pub fn nanoseconds(time: Duration) -> u64 {
    time.as_nanos() as u64
}

/// One trial: one execution of one backend on one puzzle. Rows share their common strings.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Row {
    /// [`SCHEMA`].
    pub schema: u32,
    /// The run that the row belongs to.
    pub run_id: Arc<str>,
    /// The corpus: the stem of its file.
    pub corpus: Arc<str>,
    /// The name of the puzzle, or `stem:line`.
    pub puzzle: Arc<str>,
    /// The hash of geometry and cells.
    pub puzzle_hash: PuzzleHash,
    /// The hash of the puzzle that this one is an isomorph of, or its own.
    pub iso_class: PuzzleHash,
    /// The seed of the isomorph.
    pub iso_seed: Option<u64>,
    /// The name of the geometry.
    pub geometry: Arc<str>,
    /// The number of given cells.
    pub clues: usize,
    /// The difficulty that the corpus states.
    pub level: Option<Arc<str>>,
    /// The id of the backend.
    pub backend: Cow<'static, str>,
    /// The version of the backend: that of the harness, then `+` and the third-party crate that does the
    /// work, if any.
    pub version: Cow<'static, str>,
    /// The instruction set in use, if the backend selects one at run time.
    pub instruction_set: Option<Cow<'static, str>>,
    /// The question.
    pub task: Task,
    /// The repetition, from 1; 0 is a pilot pass.
    pub rep: u32,
    /// The process, from 1, if a run starts several.
    pub invocation: u32,
    /// The position of the trial in the plan, from 0.
    pub plan_order: u64,
    /// The worker that ran it, from 0.
    pub worker: usize,
    /// The number of workers.
    pub jobs: usize,
    /// Whether it ran in a child process.
    pub isolated: bool,
    /// The outcome.
    pub status: Status,
    /// The verdict of the referee and the other backends.
    pub verified: Verified,
    /// Solutions found: a lower bound unless the status is unique, impossible or counted.
    #[serde(with = "decimal")]
    pub solutions: Count,
    /// Wall time of the solve.
    pub wall_ns: Option<u64>,
    /// Bound of the error of the wall time due to the clock alone.
    pub wall_error_ns: Option<u64>,
    /// Thread CPU time of the solve.
    pub cpu_ns: Option<u64>,
    /// What the times cover.
    pub granularity: Option<Granularity>,
    /// If several puzzles share one time: the `plan_order` of the first of them.
    pub timing_group: Option<u64>,
    /// The number of puzzles that share it.
    pub timing_group_size: Option<u64>,
    /// Time to prepare the backend for the geometry, once per worker.
    pub setup_ns: Option<u64>,
    /// The encoding part of the solve.
    pub encode_ns: Option<u64>,
    /// The search part of the solve.
    pub solve_ns: Option<u64>,
    /// The decoding part of the solve.
    pub decode_ns: Option<u64>,
    /// Round trip to an external solver, measured by the harness.
    pub trip_ns: Option<u64>,
    /// The counters: METHODOLOGY.md defines them.
    pub nodes: Option<u64>,
    /// See [`nodes`](Self::nodes).
    pub bets: Option<u64>,
    /// See [`nodes`](Self::nodes).
    pub conflicts: Option<u64>,
    /// See [`nodes`](Self::nodes).
    pub deductions: Option<u64>,
    /// See [`nodes`](Self::nodes).
    pub removals: Option<u64>,
    /// See [`nodes`](Self::nodes).
    pub eliminations: Option<u64>,
    /// See [`nodes`](Self::nodes).
    pub propagations: Option<u64>,
    /// See [`nodes`](Self::nodes).
    pub max_depth: Option<u64>,
    /// See [`nodes`](Self::nodes).
    pub rounds: Option<u64>,
    /// See [`nodes`](Self::nodes).
    pub passes: Option<u64>,
    /// Cells that the backend filled.
    pub filled: Option<u64>,
    /// `filled` / cells that were empty at the start; 1 when solved.
    pub fill_rate: Option<f64>,
    /// Initial candidates removed at the end, including by placements.
    pub candidates_removed: Option<u64>,
    /// `candidates_removed` / (initial candidates − empty cells); 1 when solved.
    pub elimination_rate: Option<f64>,
    /// The number of times each technique made progress, as JSON.
    pub techniques: Option<String>,
    /// The size of the formula.
    pub variables: Option<u64>,
    /// The size of the formula.
    pub clauses: Option<u64>,
    /// See [`nodes`](Self::nodes); counted if memory is measured.
    pub updates: Option<u64>,
    /// See [`updates`](Self::updates).
    pub accesses: Option<u64>,
    /// See [`updates`](Self::updates).
    pub input_updates: Option<u64>,
    /// See [`updates`](Self::updates).
    pub input_accesses: Option<u64>,
    /// Colours used.
    pub colours: Option<u64>,
    /// Claimed lower bound of the number of colours.
    pub colours_at_least: Option<u64>,
    /// Whether a proof of the claim beyond the grids was accepted.
    pub certified: Option<Certified>,
    /// Peak memory, in a separate untimed pass.
    pub peak_bytes: Option<u64>,
    /// The time limit.
    pub limit_ns: Option<u64>,
    /// The node limit.
    pub limit_nodes: Option<u64>,
    /// The round limit.
    pub limit_rounds: Option<u64>,
    /// An error message or a remark.
    pub error: Option<String>,
    /// The first solution, as characters of the geometry.
    pub solution: Option<String>,
    /// The characters of the symbols of that solution, in order; `None` for other instances.
    pub symbols: Option<String>,
    /// What the answer contradicts: a statement of the corpus, or claims of other backends if it is disputed.
    pub contradicts: Option<String>,
    /// See [`nodes`](Self::nodes).
    pub right_bets: Option<u64>,
    /// See [`nodes`](Self::nodes).
    pub wrong_bets: Option<u64>,
}

impl Row {
    /// Returns a row with only its identity. All fields are written out: cloning the shared strings of a default row
    /// only to replace them would cause contention on their reference counts.
    pub fn of(
        run_id: Arc<str>,
        corpus: Arc<str>,
        puzzle: Arc<str>,
        puzzle_hash: PuzzleHash,
        geometry: Arc<str>,
    ) -> Self {
        Self {
            schema: SCHEMA,
            run_id,
            corpus,
            puzzle,
            puzzle_hash,
            iso_class: puzzle_hash,
            iso_seed: None,
            geometry,
            clues: 0,
            level: None,
            backend: Cow::Borrowed(""),
            version: Cow::Borrowed(""),
            instruction_set: None,
            task: Task::default(),
            rep: 0,
            invocation: 0,
            plan_order: 0,
            worker: 0,
            jobs: 0,
            isolated: false,
            status: Status::default(),
            verified: Verified::default(),
            solutions: Count::ZERO,
            wall_ns: None,
            wall_error_ns: None,
            cpu_ns: None,
            granularity: None,
            timing_group: None,
            timing_group_size: None,
            setup_ns: None,
            encode_ns: None,
            solve_ns: None,
            decode_ns: None,
            trip_ns: None,
            nodes: None,
            bets: None,
            conflicts: None,
            deductions: None,
            removals: None,
            eliminations: None,
            propagations: None,
            max_depth: None,
            rounds: None,
            passes: None,
            filled: None,
            fill_rate: None,
            candidates_removed: None,
            elimination_rate: None,
            techniques: None,
            variables: None,
            clauses: None,
            updates: None,
            accesses: None,
            input_updates: None,
            input_accesses: None,
            colours: None,
            colours_at_least: None,
            certified: None,
            peak_bytes: None,
            limit_ns: None,
            limit_nodes: None,
            limit_rounds: None,
            error: None,
            solution: None,
            symbols: None,
            contradicts: None,
            right_bets: None,
            wrong_bets: None,
        }
    }

    /// Returns whether the row records a failure: see
    /// [`words::is_failure`](crate::words::is_failure).
    pub fn is_failure(&self) -> bool {
        is_failure(self.status, self.verified)
    }
}

impl Default for Row {
    fn default() -> Self {
        let [run_id, corpus, puzzle, geometry] = Default::default();
        Self::of(run_id, corpus, puzzle, PuzzleHash::default(), geometry)
    }
}

/// Appends rows to `csv`, without a header.
///
/// # Errors
/// None in practice: CSV can hold every field of a row.
pub fn to_csv<'a>(rows: impl IntoIterator<Item = &'a Row>, csv: &mut Vec<u8>) -> fmt::Result {
    rows.into_iter().try_for_each(|row| csv_line::write(row, csv))
}

/// Returns the header line.
///
/// # Errors
/// None in practice, as in [`to_csv`].
pub fn csv_header() -> csv::Result<Vec<u8>> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    writer.serialize(Row::default())?;
    let mut line = writer.into_inner().map_err(|error| error.into_error())?;
    let end = line.iter().position(|&byte| byte == b'\n').map_or(line.len(), |at| at + 1);
    line.truncate(end);
    Ok(line)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_survives_a_round_trip() {
        let row = Row {
            schema: SCHEMA,
            puzzle: "a, \"b\"\nc".into(),
            status: Status::Nodeout,
            granularity: Some(Granularity::Solve),
            nodes: Some(u64::MAX),
            solutions: "18446744073709551616".parse().unwrap(),
            fill_rate: Some(0.1),
            certified: Some(Certified::Yes),
            ..Row::default()
        };
        let mut text = csv_header().unwrap();
        to_csv([&row], &mut text).unwrap();
        let rows: Vec<Row> =
            csv::Reader::from_reader(&text[..]).deserialize().collect::<Result<_, _>>().unwrap();
        assert_eq!(rows, [row]);
    }
}
