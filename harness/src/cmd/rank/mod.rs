//! `harness rank`: which backend is better, over all puzzles or over parts of them.

use std::io::Write;
use std::time::Duration;

use analysis::load::Runs;
use analysis::stats::bootstrap::Bootstrap;
use analysis::stats::ranking::{self, Evidence, OverParts, Ranking, RankingSpec, Statistic};
use analysis::stats::scores::{Metric, ScoreMatrix};
use anyhow::bail;
use race::progress_line::ProgressLine;
use render::table::{Format, duration};

use super::End;
use super::selection::{self, Field};
use crate::cli::{RankArgs, RunsArgs, TrialsArgs};

mod figures;
mod notes;
mod print;
mod scores;
mod sentence;

/// A ranking of all puzzles, or of a part of them.
pub(super) struct Part {
    /// The name of the part; `None` for all puzzles.
    name: Option<String>,
    pub(super) ranking: Ranking,
}

/// The rankings of the rows of runs.
pub(super) struct Ranked {
    pub(super) parts: Vec<Part>,
    /// The ranking over the parts with equal weights; empty with a single part.
    over_parts: Vec<OverParts>,
    question: RankingSpec,
    /// The labels of the contestants, by their rows in the matrix.
    pub(super) labels: Vec<String>,
    notes: Vec<String>,
}

/// Reads the runs and prints the ranking to `out`.
///
/// # Errors
/// When a run cannot be read, when a limit is asked for that the rows cannot tell of, or when `out`
/// takes no more.
pub fn run(arguments: &RankArgs, out: &mut dyn Write) -> anyhow::Result<End> {
    let runs = selection::read(&arguments.read, &arguments.backends)?;
    Ranked::of(&runs, arguments)?.print(out, arguments.format.format())?;
    Ok(End::after(&runs))
}

impl Ranked {
    /// Ranks rows that are read and selected.
    ///
    /// # Errors
    /// When a limit is asked for that the rows cannot tell of, or no puzzle remains.
    pub(super) fn of(runs: &Runs, arguments: &RankArgs) -> anyhow::Result<Self> {
        let _line = ProgressLine::waiting("ranking");
        let field = Field::of(runs);
        let labels = field.labels(runs);
        let matrix_of = |runs: &Runs| {
            let matrix = field.matrix(runs, arguments.metric, arguments.read.trials.passes);
            selection::of_equals(
                matrix,
                runs,
                &labels,
                arguments.read.trials.intersection,
                selection::NOT_RANKED,
            )
        };
        let (matrix, left_out) = matrix_of(runs)?;
        let question = question(arguments, ranking::common_limit(&matrix).0)?;
        let id = |one: usize| runs.contestants[field.contestants[one] as usize].backend.clone();
        let rank = |matrix: &ScoreMatrix, runs: &Runs| {
            let evidence = Evidence::of(matrix, runs, &|trial| field.place(trial));
            ranking::rank(matrix, &evidence, &question, &id)
        };
        let parts: Vec<Part> = match &arguments.by[..] {
            [] => vec![Part { name: None, ranking: rank(&matrix, runs) }],
            by => selection::parts(by, runs)
                .into_iter()
                .map(|(name, runs)| {
                    let ranking = rank(&matrix_of(&runs)?.0, &runs);
                    Ok(Part { name: Some(name), ranking })
                })
                .collect::<anyhow::Result<_>>()?,
        };
        let rankings: Vec<&Ranking> = parts.iter().map(|part| &part.ranking).collect();
        let over_parts = ranking::over_parts(&rankings, &question);
        let notes = match selection::nothing_supported(runs) {
            Some(note) => vec![note],
            None => notes::notes(&parts, &over_parts, &question, &labels)
                .into_iter()
                .chain(left_out)
                .chain(selection::different_limits(&matrix))
                .chain(runs.caveats(arguments.metric.measure()))
                .collect(),
        };
        Ok(Self { parts, over_parts, question, labels, notes })
    }

    /// Ranks rows that are read and selected by a metric, as `rank` does, by default with its usual statistic.
    ///
    /// # Errors
    /// When no puzzle remains.
    pub(super) fn by(
        runs: &Runs,
        metric: Metric,
        statistic: Option<Statistic>,
        trials: TrialsArgs,
    ) -> anyhow::Result<Self> {
        let of_times = RankArgs::of_times(read_already(trials));
        Self::of(runs, &RankArgs { metric, statistic, ..of_times })
    }

    /// Returns the number of backends with a place, in all parts together.
    pub(super) fn n_ranked(&self) -> usize {
        let lines = self.parts.iter().flat_map(|part| &part.ranking.lines);
        lines.filter(|line| line.place.is_some()).count()
    }

    /// Prints the rankings.
    ///
    /// # Errors
    /// When `out` takes no more.
    pub(super) fn print(&self, out: &mut dyn Write, format: Format) -> anyhow::Result<()> {
        print::Page { ranked: self }.print(out, format)
    }

    /// Returns who is first, by how much, and how sure that is; `None` with fewer than two comparable backends.
    pub(super) fn sentence(&self) -> Option<String> {
        let [part] = &self.parts[..] else { return None };
        sentence::sentence(&part.ranking, &self.question, &self.labels)
    }
}

/// Returns the options of rows that are read and selected.
fn read_already(trials: TrialsArgs) -> RunsArgs {
    let (runs, puzzles, corpora, level) = Default::default();
    RunsArgs { runs, puzzles, corpora, level, trials }
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
    let statistic = arguments.statistic.unwrap_or(Statistic::usual(metric));
    if metric.is_share() && !matches!(statistic, Statistic::Mean | Statistic::Median) {
        bail!("a {} is a share: expected the statistic mean or median", metric.name());
    }
    if !metric.is_time() && matches!(statistic, Statistic::Par2 | Statistic::Par10) {
        bail!("PAR applies to times: a failure has no cost in {}", metric.name());
    }
    Ok(RankingSpec {
        metric,
        statistic,
        limit_ns,
        further_limits_ns: further,
        shift: if metric.is_time() { nanoseconds(arguments.shift) } else { 1.0 },
        bootstrap: Bootstrap {
            resamples: arguments.resamples,
            seed: arguments.seed.number,
            ..Bootstrap::default()
        },
    })
}
