//! `harness rank`: which backend is better, over all puzzles or over parts of them.

use std::io::Write;
use std::time::Duration;

use analysis::load::Runs;
use analysis::stats::ranking::{self, Question, Ranking, Statistic};
use analysis::stats::scores::Sheet;
use anyhow::bail;
use render::table::duration;

use super::End;
use super::selection::{self, Field};
use crate::cli::RankArgs;

mod notes;
mod print;

pub(super) use self::print::Unit;

/// A ranking of a part of the puzzles, or of all.
struct Part {
    /// What the part is; none for all puzzles.
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
    let sheet_of = |runs: &Runs| {
        let sheet = field.sheet(runs, arguments.metric, arguments.read.trials.passes);
        selection::of_equals(sheet, runs, &labels, arguments.read.trials.intersection)
    };
    let (sheet, left_out) = sheet_of(runs)?;
    let question = question(arguments, ranking::common_limit(&sheet).0)?;
    let id = |one: usize| runs.contestants[field.contestants[one] as usize].backend.clone();
    let rank = |sheet: &Sheet| ranking::rank(sheet, &question, &id);
    let parts: Vec<Part> = match arguments.by {
        None => vec![Part { name: None, ranking: rank(&sheet) }],
        Some(by) => selection::parts(by, runs)
            .into_iter()
            .map(|(name, runs)| Ok(Part { name: Some(name), ranking: rank(&sheet_of(&runs)?.0) }))
            .collect::<anyhow::Result<_>>()?,
    };
    let mut notes = notes::notes(&parts, &question, &labels);
    notes.extend(left_out);
    notes.extend(selection::different_limits(&sheet));
    notes.extend(runs.warnings());
    let page = print::Page { parts: &parts, question: &question, labels: &labels, notes: &notes };
    page.print(out, arguments.format.format())
}

fn question(arguments: &RankArgs, limit_ns: Option<f64>) -> anyhow::Result<Question> {
    let metric = arguments.metric;
    let nanoseconds = |time: Duration| time.as_nanos() as f64;
    let further: Vec<f64> = arguments.par_at.iter().copied().map(nanoseconds).collect();
    if !metric.is_time() && !further.is_empty() {
        bail!("--par-at is about times, not about {}", metric.name());
    }
    let largest = further.iter().copied().max_by(f64::total_cmp);
    if let (Some(largest), Some(limit)) = (largest, limit_ns)
        && largest > limit
    {
        bail!(
            "--par-at {}: the rows end at {}, expected a time of at most that",
            duration(largest),
            duration(limit)
        );
    }
    let default = if metric.is_time() { Statistic::Par2 } else { Statistic::Geomean };
    let statistic = arguments.statistic.unwrap_or(default);
    if !metric.is_time() && matches!(statistic, Statistic::Par2 | Statistic::Par10) {
        bail!(
            "PAR is about times: {} has no limit that a failure could be charged with",
            metric.name()
        );
    }
    Ok(Question {
        metric,
        statistic,
        limit_ns,
        further_limits_ns: further,
        shift: if metric.is_time() { nanoseconds(arguments.shift) } else { 1.0 },
    })
}
