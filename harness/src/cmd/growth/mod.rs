//! `harness growth`: how the cost of each backend grows with the order of the board, by level.

use std::collections::{BTreeMap, BTreeSet};
use std::io::Write;

use analysis::load::Runs;
use analysis::stats::clusters::Clusters;
use analysis::stats::growth::{self, Costs, Power, power};
use analysis::stats::ranking;
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
    /// The number of puzzles that it attempted.
    puzzles: usize,
    /// The orders at which a puzzle was solved without a measurement, which are not fitted.
    not_measured: Vec<usize>,
    /// The orders of which at most half was solved, which are not fitted.
    unsolved: Vec<usize>,
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
            let known = if known.is_empty() { "none".into() } else { known.join(", ") };
            bail!("growth needs puzzles of at least two orders; these have {known}");
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
        let limit = ranking::common_limit(&matrix).0.filter(|_| metric.is_time());
        let mut lines = Vec::new();
        for (row, label) in field.labels(runs).into_iter().enumerate() {
            for ((_, level), places) in &levels {
                let (costs, not_measured) = costs(&matrix, &clusters, row, places, limit);
                let is_taken = |place: &&(usize, usize)| matrix.row(row)[place.1].is_taken();
                let puzzles = places.iter().filter(is_taken).count();
                if puzzles > 0 {
                    let unsolved = growth::unsolved(&costs);
                    let power = power(&costs, arguments.bootstrap.into());
                    let (backend, level) = (label.clone(), (*level).to_owned());
                    lines.push(Line { backend, level, puzzles, not_measured, unsolved, power });
                }
            }
        }
        let mut notes = Vec::new();
        notes.extend(excluded_note(excluded));
        notes.extend(not_measured_note(&lines, metric));
        notes.extend(selection::different_limits(&matrix));
        notes.extend(runs.caveats(metric.measure()));
        Ok(Self { lines, metric, notes })
    }
}

/// Returns which orders were not fitted because they were not measured.
fn not_measured_note(lines: &[Line], metric: Metric) -> Option<String> {
    let named = lines.iter().filter(|line| !line.not_measured.is_empty()).map(|line| {
        let level =
            if line.level.is_empty() { String::new() } else { format!(" ({})", line.level) };
        format!("{}{level} {}", line.backend, print::orders(&line.not_measured))
    });
    let named: Vec<String> = named.collect();
    (!named.is_empty()).then(|| {
        format!(
            "Orders at which puzzles were solved without a measurement of {}, and which are not fitted: {}.",
            metric.name(),
            named.join("; ")
        )
    })
}

/// Returns the positive costs of a contestant by order, infinite if unsolved, without puzzles that it did not attempt;
/// an answer beyond the limit, if there is one, is none;
/// and the orders that are left out because a solved puzzle was not measured: the median of the others is none of all.
fn costs(
    matrix: &ScoreMatrix,
    clusters: &Clusters,
    row: usize,
    places: &[(usize, usize)],
    limit: Option<f64>,
) -> (BTreeMap<usize, Costs>, Vec<usize>) {
    let mut by_order: BTreeMap<usize, Costs> = BTreeMap::new();
    let mut not_measured = BTreeSet::new();
    for &(order, place) in places {
        let score = &matrix.row(row)[place];
        match score.or_infinity(limit).filter(|_| score.is_taken()) {
            Some(cost) => {
                let cost = (clusters.clusters[place], matrix.metric().positive(cost));
                by_order.entry(order).or_default().push(cost);
            }
            None if score.is_taken() => {
                not_measured.insert(order);
            }
            None => {}
        }
    }
    by_order.retain(|order, _| !not_measured.contains(order));
    (by_order, not_measured.into_iter().collect())
}

#[cfg(test)]
mod tests {
    use analysis::stats::scores::Passes;

    use super::*;
    use crate::cmd::golden::kept::runs;

    #[test]
    fn an_order_where_some_solves_were_not_measured_has_no_median() {
        // Of the first order one solve has a CPU time, of the second one all have it.
        let csv = "backend,puzzle,status,wall_ns,cpu_ns\na/a,p,unique,10,10\na/a,q,unique,10,\n\
                   a/a,r,timeout,90,90\na/a,s,unique,20,20\na/a,t,timeout,90,\n";
        let runs = runs(csv);
        let field = Field::of(&runs);
        let matrix = field.matrix(&runs, Metric::Cpu, Passes::Median);
        let order = |place: usize| {
            let name = &*runs.puzzles[matrix.puzzles[place] as usize].name;
            if ["p", "q", "r"].contains(&name) { 4 } else { 9 }
        };
        let places: Vec<_> = (0..matrix.puzzles.len()).map(|place| (order(place), place)).collect();
        let (costs, not_measured) = costs(&matrix, &Clusters::of(&matrix, &runs), 0, &places, None);
        assert_eq!(not_measured, [4]);
        let mut values: Vec<f64> = costs[&9].iter().map(|cost| cost.1).collect();
        values.sort_by(f64::total_cmp);
        assert_eq!((costs.len(), values), (1, vec![20.0, f64::INFINITY]));
        let (level, backend) = (String::new(), "a/a".into());
        let unsolved = Vec::new();
        let line = Line { backend, level, puzzles: 5, not_measured, unsolved, power: None };
        let note = not_measured_note(&[line], Metric::Cpu).expect("an order");
        assert!(note.ends_with("of CPU time, and which are not fitted: a/a 4."), "{note}");
    }
}
