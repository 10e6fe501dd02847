//! `harness report`: a report about runs, as a page or as Markdown.

use std::fs;
use std::io::Write;
use std::path::Path;

use analysis::load::Runs;
use analysis::stats::ranking::{self, Ranking, RankingSpec, Statistic};
use analysis::stats::scores::{Metric, Score, ScoreMatrix};
use anyhow::{Context, bail};
use record::folder::read_manifest;
use record::manifest::Manifest;
use record::{Status, Verified, is_failure};
use render::plot::PlotData;
use render::report::{self, Report, setup, splice::splice};
use render::table::{Format, Table, counted, duration, grouped};

use super::compare::How;
use super::picture_file::write;
use super::selection::{self, Field};
use super::{End, compare, rank};
use crate::cli::{
    BackendRules, BootstrapArgs, FormatArgs, HowCompared, RankArgs, ReportArgs, RunsArgs, SeedArgs,
};

mod givens;
mod matrix;

/// The number of resamples for intervals in a report: a tenth of those of `compare`.
const RESAMPLES: u32 = 1_000;

/// The maximum number of puzzles listed as largest differences, in each direction.
const TOP: usize = 10;

/// The maximum number of failures listed.
const FAILURES: usize = 20;

/// Reads the runs and writes the report.
///
/// # Errors
/// When a run cannot be read, a marker is missing, or a file cannot be written.
pub fn run(arguments: &ReportArgs, out: &mut dyn Write) -> anyhow::Result<End> {
    let is_markdown = arguments.format.format() == Format::Markdown || arguments.splice.is_some();
    if !is_markdown && arguments.output.is_none() {
        bail!(
            "expected a file for the page, such as -o report.html; or --format markdown, or --splice FILE"
        );
    }
    let runs = selection::read(&arguments.read, &arguments.backends)?;
    let field = Field::of(&runs);
    let passes = arguments.read.trials.passes;
    let matrix = field.matrix(&runs, Metric::Time, passes);
    let data = PlotData::new(&runs, &field.contestants, matrix, Metric::Time, passes);
    let format = if is_markdown { Format::Markdown } else { Format::Html };
    let mut report = report(&runs, &field, &data, arguments, format)?;
    if !is_markdown {
        let (all, sample) = (data.puzzles(), report::sampled(&data));
        let hashes = (0..sample.puzzles()).map(|place| &*sample.puzzle(place).hash);
        report.givens = givens::givens(&runs.sources, &hashes.collect());
        let page = report.html(&sample, all);
        let path = arguments.output.as_deref().unwrap_or(Path::new("-"));
        write(path, page.as_bytes(), out)?;
        return Ok(End::Well);
    }
    let text = report.markdown(&data.caption);
    match &arguments.splice {
        Some(path) => {
            let name = path.display().to_string();
            let whole = fs::read_to_string(path).with_context(|| format!("cannot read {name}"))?;
            write(path, splice(&name, &whole, &text)?.as_bytes(), out)?;
        }
        None => write(arguments.output.as_deref().unwrap_or(Path::new("-")), text.as_bytes(), out)?,
    }
    Ok(End::Well)
}

fn report(
    runs: &Runs,
    field: &Field,
    data: &PlotData<'_>,
    arguments: &ReportArgs,
    format: Format,
) -> anyhow::Result<Report> {
    let ranking = ranked(data);
    let order: Vec<usize> = ranking.lines.iter().map(|line| line.contestant).collect();
    let first = ranking.lines.iter().find(|line| line.place == Some(1)).map(|line| line.contestant);
    let baseline = match &arguments.baseline {
        Some(id) => Some(place(runs, field, id)?),
        None => first,
    };
    let mut report = Report {
        verdict: verdict(data, &ranking),
        failures: failures(runs),
        caveats: runs.caveats(),
        setup: runs.sources.iter().map(|source| facts(&source.name)).collect(),
        statuses: printed(|out| statuses(data).print(out, format))?,
        ranking: printed(|out| rank::of(runs, &rank_arguments(arguments, format), out))?,
        ..Report::default()
    };
    let labels = field.labels(runs);
    if format == Format::Html {
        let in_order: Vec<String> = order.iter().map(|&one| labels[one].clone()).collect();
        let baseline = baseline.map(|one| &*labels[one]);
        add_pairs(&mut report, runs, &in_order, baseline, arguments)?;
    }
    Ok(report)
}

/// Adds the comparison of the baseline with each other backend, and the matrix of all pairs. The labels
/// are those of all backends, in order.
fn add_pairs(
    report: &mut Report,
    runs: &Runs,
    labels: &[String],
    baseline: Option<&str>,
    arguments: &ReportArgs,
) -> anyhow::Result<()> {
    let (format, how) = (Format::Html, how(arguments));
    let others: Vec<String> =
        labels.iter().filter(|&label| Some(&**label) != baseline).cloned().collect();
    if let Some(baseline) = baseline.filter(|_| !others.is_empty()) {
        report.comparison =
            printed(|out| compare::with_baseline(runs, baseline, &others, how, out, format))?;
        report.baseline = baseline.to_owned();
    }
    if let Some(matrix) = matrix::matrix(runs, labels, how) {
        report.matrix = printed(|out| matrix.print(out, format))?;
        report.matrix_legend = matrix::legend(labels.len());
    }
    Ok(())
}

/// The index of a backend among those compared.
fn place(runs: &Runs, field: &Field, id: &str) -> anyhow::Result<usize> {
    let contestant = compare::find(runs, id)?;
    let place = field.contestants.iter().position(|&one| one == contestant);
    place.with_context(|| format!("{id} has no selected rows"))
}

fn rank_arguments(arguments: &ReportArgs, format: Format) -> RankArgs {
    RankArgs {
        read: same_rows(arguments),
        backends: BackendRules::default(),
        statistic: None,
        metric: Metric::Time,
        par_at: Vec::new(),
        shift: std::time::Duration::from_micros(1),
        by: None,
        format: FormatArgs::of(format),
    }
}

/// How pairs are compared.
fn how(arguments: &ReportArgs) -> How {
    let bootstrap = BootstrapArgs { resamples: RESAMPLES, seed: SeedArgs { number: 1 } };
    let compared = HowCompared { metric: Metric::Time, by: None, top: TOP, bootstrap };
    How { trials: arguments.read.trials, compared }
}

/// The rows have already been read: only the options on trials matter.
fn same_rows(arguments: &ReportArgs) -> RunsArgs {
    let (runs, puzzles, corpora, level) = Default::default();
    RunsArgs { runs, puzzles, corpora, level, trials: arguments.read.trials }
}

fn printed(print: impl FnOnce(&mut dyn Write) -> anyhow::Result<()>) -> anyhow::Result<String> {
    let mut bytes = Vec::new();
    print(&mut bytes)?;
    Ok(String::from_utf8(bytes)?)
}

fn ranked(data: &PlotData<'_>) -> Ranking {
    let question = RankingSpec {
        metric: Metric::Time,
        statistic: Statistic::Par2,
        limit_ns: data.limit_ns,
        further_limits_ns: Vec::new(),
        shift: 1e3,
    };
    let takes_any = |one: &usize| data.matrix.row(*one).iter().any(Score::is_taken);
    let all: Vec<usize> = (0..data.entries.len()).filter(takes_any).collect();
    let common: Vec<usize> = (0..data.puzzles())
        .filter(|&place| all.iter().all(|&one| data.matrix.row(one)[place].is_taken()))
        .collect();
    let matrix: ScoreMatrix = data.matrix.with(&common);
    ranking::rank(&matrix, &question, &|one| data.entries[one].backend.clone())
}

/// The best backend and its lead over the next one.
fn verdict(data: &PlotData<'_>, ranking: &Ranking) -> Vec<String> {
    let placed: Vec<_> = ranking.lines.iter().filter(|line| line.place.is_some()).collect();
    let mut verdict = Vec::new();
    let label = |one: usize| &data.entries[one].label;
    if let Some(first) = placed.first() {
        let par2 = first.at_limit.par2.map_or("unknown".into(), duration);
        verdict.push(format!(
            "{} is the best of {} backends by PAR-2 (mean time, a failure counting 2T): {par2} over {}, {} \
             of them solved.",
            label(first.contestant),
            placed.len(),
            counted(ranking.puzzles as u64, "puzzle"),
            grouped(first.solved as u64),
        ));
    }
    let ratio = |line: &&ranking::RankingLine| line.at_limit.par2;
    if let [first, second, ..] = placed[..]
        && let (Some(best), Some(next)) = (ratio(&first), ratio(&second))
        && best > 0.0
    {
        verdict.push(format!(
            "Next is {} with {:.2} times the PAR-2; the comparison below shows whether the difference \
             exceeds the noise.",
            label(second.contestant),
            next / best
        ));
    }
    verdict
}

/// The failures, with names.
fn failures(runs: &Runs) -> Vec<String> {
    let bad: Vec<_> =
        (runs.trials.iter()).filter(|trial| is_failure(trial.status, trial.verified)).collect();
    let answers = runs.trials.iter().filter(|trial| trial.status.is_answer());
    let verified = answers.clone().filter(|trial| trial.verified == Verified::Yes).count();
    let mut sentences: Vec<String> = (bad.iter().take(FAILURES))
        .map(|trial| {
            let what = match trial.status {
                Status::Wrong => "gave a wrong answer on",
                Status::Crashed => "crashed on",
                _ => "is contradicted on",
            };
            let backend = &runs.contestants[trial.contestant as usize].label;
            format!("{backend} {what} {}.", runs.puzzles[trial.puzzle as usize].name)
        })
        .collect();
    if bad.len() > FAILURES {
        sentences.push(format!("{} more failures.", grouped((bad.len() - FAILURES) as u64)));
    }
    let n_answers = answers.count();
    if verified < n_answers {
        sentences.push(format!(
            "Only {} of {} answers are verified.",
            grouped(verified as u64),
            grouped(n_answers as u64)
        ));
    }
    sentences
}

/// The table of the number of puzzles with each status.
fn statuses(data: &PlotData<'_>) -> Table {
    let cells = || (0..data.entries.len()).flat_map(|one| data.matrix.row(one));
    let came = |status: &Status| cells().any(|cell| cell.trials > 0 && cell.status == *status);
    let known: Vec<Status> = Status::ALL.into_iter().filter(came).collect();
    let mut table = Table::default().words("backend");
    for status in &known {
        table = table.numbers(status.name());
    }
    for (one, entry) in data.entries.iter().enumerate() {
        let count = |status: &Status| {
            let row = data.matrix.row(one).iter();
            row.filter(|cell| cell.trials > 0 && cell.status == *status).count()
        };
        let mut row = vec![entry.label.clone()];
        row.extend(known.iter().map(|status| grouped(count(status) as u64)));
        table.row(row);
    }
    table
}

/// The facts of the manifest beside the rows.
fn facts(source: &str) -> (String, Vec<(&'static str, String)>) {
    let facts = manifest(source).map_or_else(Vec::new, |manifest| setup::facts(&manifest));
    (source.to_owned(), facts)
}

/// The manifest beside the rows, if there is one of this version.
fn manifest(source: &str) -> Option<Manifest> {
    read_manifest(folder(source)?).ok()
}

/// The folder of a run, or the one in which a file of rows stands.
fn folder(source: &str) -> Option<&Path> {
    let path = Path::new(source);
    if path.is_dir() { Some(path) } else { path.parent() }
}
