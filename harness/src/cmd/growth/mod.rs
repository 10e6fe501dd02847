//! `harness growth`: how the cost of each backend grows with the order of the board, by level.

use std::collections::BTreeMap;
use std::io::Write;

use analysis::load::Runs;
use analysis::stats::clusters::Clusters;
use analysis::stats::growth::{self, Costs, Power, power};
use analysis::stats::scores::{Metric, ScoreMatrix};
use anyhow::bail;
use render::plot::excluded_note;
use serde::Serialize;

use super::End;
use super::selection::{self, Field};
use crate::cli::GrowthArgs;

mod print;

/// The growth of a backend's cost on the puzzles of a level.
#[derive(Clone, Debug, Serialize)]
struct Line {
    backend: String,
    /// Empty if no level is stated.
    level: String,
    /// The number of puzzles.
    puzzles: usize,
    /// `None` if fewer than two orders have a finite median.
    #[serde(flatten)]
    power: Option<Power>,
}

/// The growth of all, backend by backend.
struct Growth {
    lines: Vec<Line>,
    metric: Metric,
    notes: Vec<String>,
}

/// Fits the medians of the orders, and prints the exponents to `out`.
///
/// # Errors
/// When a run cannot be read, has puzzles of fewer than two orders, or when `out` takes no more.
pub fn run(arguments: &GrowthArgs, out: &mut dyn Write) -> anyhow::Result<End> {
    selection::must_have_ratios(arguments.metric)?;
    let runs = selection::read(&arguments.read, &arguments.backends)?;
    Growth::of(&runs, arguments)?.print(out, arguments.format.format())?;
    Ok(End::after(&runs))
}

impl Growth {
    fn of(runs: &Runs, arguments: &GrowthArgs) -> anyhow::Result<Self> {
        let (field, metric) = (Field::of(runs), arguments.metric);
        let matrix = field.matrix(runs, metric, arguments.read.trials.passes);
        let puzzle = |place: usize| &runs.puzzles[matrix.puzzles[place] as usize];
        let (orders, excluded) = growth::orders((0..matrix.puzzles.len()).map(puzzle))?;
        if orders.len() < 2 {
            let known: Vec<_> = orders.keys().map(usize::to_string).collect();
            bail!("growth needs puzzles of at least two orders; these have {}", known.join(", "));
        }
        // By level: the places of the puzzles, with their orders.
        let mut levels: BTreeMap<(u64, &str), Vec<(usize, usize)>> = BTreeMap::new();
        for (&order, places) in &orders {
            for &place in places {
                let level = (puzzle(place).level_rank(), &*puzzle(place).level);
                levels.entry(level).or_default().push((order, place));
            }
        }
        let clusters = Clusters::of(&matrix, runs);
        let mut lines = Vec::new();
        for (row, label) in field.labels(runs).into_iter().enumerate() {
            for ((_, level), places) in &levels {
                let costs = costs(&matrix, &clusters, row, places);
                let puzzles = costs.values().map(Vec::len).sum();
                if puzzles > 0 {
                    let power = power(&costs, arguments.bootstrap.into());
                    let (backend, level) = (label.clone(), (*level).to_owned());
                    lines.push(Line { backend, level, puzzles, power });
                }
            }
        }
        let mut notes = Vec::new();
        notes.extend(excluded_note(excluded));
        notes.extend(selection::different_limits(&matrix));
        notes.extend(runs.caveats());
        Ok(Self { lines, metric, notes })
    }
}

/// The positive costs of a contestant by order, infinite if unsolved. Puzzles that it did not attempt, and values that
/// were not measured, are left out.
fn costs(
    matrix: &ScoreMatrix,
    clusters: &Clusters,
    row: usize,
    places: &[(usize, usize)],
) -> BTreeMap<usize, Costs> {
    let mut by_order: BTreeMap<usize, Costs> = BTreeMap::new();
    for &(order, place) in places {
        let score = &matrix.row(row)[place];
        if let Some(cost) = score.or_infinity(None).filter(|_| score.is_known()) {
            let cost = (clusters.clusters[place], matrix.metric().positive(cost));
            by_order.entry(order).or_default().push(cost);
        }
    }
    by_order
}
