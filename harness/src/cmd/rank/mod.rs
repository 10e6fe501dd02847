//! `harness rank`: which backend is better, over all puzzles or over parts of them.

use std::io::Write;
use std::time::Duration;

use analysis::load::Runs;
use analysis::stats::ranking::{self, Ranking, RankingSpec, Statistic};
use analysis::stats::scores::ScoreMatrix;
use anyhow::bail;
use render::table::duration;

use super::End;
use super::selection::{self, Field};
use crate::cli::RankArgs;

mod notes;
mod print;

/// A ranking of all puzzles, or of a part of them.
struct Part {
    /// The name of the part; `None` for all puzzles.
    name: Option<String>,
    ranking: Ranking,
}

/// Reads the runs and prints the ranking to `out`.
///
/// # Errors
/// When a run cannot be read, when a limit is asked for that the rows cannot tell of, or when `out`
/// takes no more.
pub fn run(arguments: &RankArgs, out: &mut dyn Write) -> anyhow::Result<End> {
    let runs = selection::read(&arguments.read, &arguments.backends)?;
    of(&runs, arguments, out)?;
    Ok(End::Well)
}

/// Prints the ranking of rows that are read and selected.
pub(super) fn of(runs: &Runs, arguments: &RankArgs, out: &mut dyn Write) -> anyhow::Result<()> {
    let field = Field::of(runs);
    let labels = field.labels(runs);
    let matrix_of = |runs: &Runs| {
        let matrix = field.matrix(runs, arguments.metric, arguments.read.trials.passes);
        selection::of_equals(matrix, runs, &labels, arguments.read.trials.intersection)
    };
    let (matrix, left_out) = matrix_of(runs)?;
    let question = question(arguments, ranking::common_limit(&matrix).0)?;
    let id = |one: usize| runs.contestants[field.contestants[one] as usize].backend.clone();
    let rank = |matrix: &ScoreMatrix| ranking::rank(matrix, &question, &id);
    let parts: Vec<Part> = match arguments.by {
        None => vec![Part { name: None, ranking: rank(&matrix) }],
        Some(by) => selection::parts(by, runs)
            .into_iter()
            .map(|(name, runs)| Ok(Part { name: Some(name), ranking: rank(&matrix_of(&runs)?.0) }))
            .collect::<anyhow::Result<_>>()?,
    };
    let mut notes = notes::notes(&parts, &question, &labels);
    notes.extend(left_out);
    notes.extend(selection::different_limits(&matrix));
    notes.extend(runs.caveats());
    let page = print::Page { parts: &parts, question: &question, labels: &labels, notes: &notes };
    page.print(out, arguments.format.format())
}

fn question(arguments: &RankArgs, limit_ns: Option<f64>) -> anyhow::Result<RankingSpec> {
    let metric = arguments.metric;
    let nanoseconds = |time: Duration| time.as_nanos() as f64;
    let further: Vec<f64> = arguments.par_at.iter().copied().map(nanoseconds).collect();
    if !metric.is_time() && !further.is_empty() {
        bail!("--par-at applies to times, not to {}", metric.name());
    }
    let largest = further.iter().copied().max_by(f64::total_cmp);
    if let (Some(largest), Some(limit)) = (largest, limit_ns)
        && largest > limit
    {
        bail!(
            "--par-at {}: expected at most {}, the time limit of the rows",
            duration(largest),
            duration(limit)
        );
    }
    let default = if metric.is_time() { Statistic::Par2 } else { Statistic::Geomean };
    let statistic = arguments.statistic.unwrap_or(default);
    if !metric.is_time() && matches!(statistic, Statistic::Par2 | Statistic::Par10) {
        bail!("PAR applies to times: a failure has no cost in {}", metric.name());
    }
    Ok(RankingSpec {
        metric,
        statistic,
        limit_ns,
        further_limits_ns: further,
        shift: if metric.is_time() { nanoseconds(arguments.shift) } else { 1.0 },
    })
}
