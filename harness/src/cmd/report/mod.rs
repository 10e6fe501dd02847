//! `harness report`: a report about runs, as a page or as Markdown.

use std::collections::BTreeSet;
use std::io::Write;
use std::path::Path;

use analysis::load::{ManifestExcerpt, Measure, RowSource, Runs};
use analysis::stats::pair::noise::Noise;
use analysis::stats::ranking::RankingLine;
use analysis::stats::scores::{Metric, Passes};
use anyhow::{Context, bail};
use race::progress_line::ProgressLine;
use race::text_file;
use record::{Status, Verified, is_failure};
use render::plot::PlotData;
use render::report::workbench::Workbench;
use render::report::{self, Report, setup, splice::splice};
use render::table::{Format, Table, grouped};

use super::compare::{How, Pairs};
use super::picture_file::write;
use super::rank::Ranked;
use super::run_folder::manifests;
use super::selection::{self, Field};
use super::{End, compare, run_files};
use crate::cli::{BootstrapArgs, HowCompared, ReportArgs, SeedArgs};

mod commands;
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
    if let Some(output) = &arguments.output {
        run_files::must_not_be(output, &arguments.read.runs)?;
    }
    let mut runs = selection::read(&arguments.read, &arguments.backends)?;
    let excluded = match arguments.read.trials.intersection {
        true => selection::keep_common_rows(&mut runs)?,
        false => None,
    };
    let line = ProgressLine::waiting("writing the report");
    let field = Field::of(&runs);
    let passes = arguments.read.trials.passes;
    let matrix = field.matrix(&runs, Metric::Time, passes);
    let data = PlotData::new(&runs, &field.contestants, matrix, Metric::Time, passes);
    let format = if is_markdown { Format::Markdown } else { Format::Html };
    let mut report = report(&runs, &field, &data, arguments, format)?;
    report.caveats.extend(excluded);
    if !is_markdown {
        report.workbench = workbench(&runs, &field, &data, passes);
        let page = report.html(&report::sampled(&data), &data);
        drop(line);
        let path = arguments.output.as_deref().unwrap_or(Path::new("-"));
        write(path, page.as_bytes(), out)?;
        return Ok(End::after(&runs));
    }
    let text = report.markdown(&data.caption);
    drop(line);
    match &arguments.splice {
        Some(path) => {
            let name = path.display().to_string();
            let whole = text_file::read(path)?;
            write(path, splice(&name, &whole, &text)?.as_bytes(), out)?;
        }
        None => write(arguments.output.as_deref().unwrap_or(Path::new("-")), text.as_bytes(), out)?,
    }
    Ok(End::after(&runs))
}

fn report(
    runs: &Runs,
    field: &Field,
    data: &PlotData<'_>,
    arguments: &ReportArgs,
    format: Format,
) -> anyhow::Result<Report> {
    let ranked = Ranked::by(runs, Metric::Time, None, arguments.read.trials)?;
    let lines: Vec<&RankingLine> =
        ranked.parts.iter().flat_map(|part| &part.ranking.lines).collect();
    let order: Vec<usize> = lines.iter().map(|line| line.contestant).collect();
    let first = lines.iter().find(|line| line.place == Some(1)).map(|line| line.contestant);
    let baseline = match &arguments.baseline {
        Some(id) => Some(place(runs, field, id)?),
        None => first,
    };
    let mut report = Report {
        verdict: ranked.sentence().into_iter().collect(),
        failures: failures(runs),
        caveats: runs.caveats_of_pictures(Measure::Wall),
        setup: runs.sources.iter().map(facts).collect(),
        statuses: printed(|out| statuses(data).print(out, format))?,
        ranking: printed(|out| ranked.print(out, format))?,
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

/// Returns what only the table of all puzzles shows.
fn workbench(runs: &Runs, field: &Field, data: &PlotData<'_>, passes: Passes) -> Workbench {
    let hashes = (0..data.puzzles()).map(|place| &*data.puzzle(place).hash);
    let band = |&one: &u32| Noise::of(runs, Measure::Wall, &|trial| trial.contestant == one).band;
    let further = [Metric::Cpu, Metric::Conflicts, Metric::Accesses, Metric::Memory];
    Workbench {
        bands: field.contestants.iter().map(band).collect(),
        further: further.map(|metric| field.matrix(runs, metric, passes)).into(),
        givens: givens::givens(&runs.sources, &hashes.collect()),
        commands: commands::commands(&runs.sources),
    }
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
    let (format, how) = (Format::Html, &how(arguments));
    let others: Vec<String> =
        labels.iter().filter(|&label| Some(&**label) != baseline).cloned().collect();
    if let Some(baseline) = baseline.filter(|_| !others.is_empty()) {
        let pairs = Pairs::with_baseline(runs, baseline, &others, how)?;
        report.comparison = printed(|out| pairs.print(out, format))?;
        report.baseline = baseline.to_owned();
    }
    if labels.len() > 1 {
        let pairs = Pairs::all(runs, labels, how)?;
        report.matrix = printed(|out| matrix::matrix(&pairs, labels).print(out, format))?;
        report.matrix_legend = matrix::legend(labels.len());
        report.pairs = printed(|out| pairs.print_short(out, format))?;
    }
    Ok(())
}

/// Returns the index of a backend among those compared.
fn place(runs: &Runs, field: &Field, id: &str) -> anyhow::Result<usize> {
    let contestant = compare::find(runs, id)?;
    let place = field.contestants.iter().position(|&one| one == contestant);
    place.with_context(|| format!("{id} has no selected rows"))
}

/// Returns how pairs are compared.
fn how(arguments: &ReportArgs) -> How {
    let bootstrap = BootstrapArgs { resamples: RESAMPLES, seed: SeedArgs { number: 1 } };
    let compared = HowCompared { metric: Metric::Time, by: Vec::new(), top: TOP, bootstrap };
    How { trials: arguments.read.trials, compared }
}

fn printed(print: impl FnOnce(&mut dyn Write) -> anyhow::Result<()>) -> anyhow::Result<String> {
    let mut bytes = Vec::new();
    print(&mut bytes)?;
    Ok(String::from_utf8(bytes)?)
}

/// Returns the failures, with names.
pub(super) fn failures(runs: &Runs) -> Vec<String> {
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

/// Returns the table of the number of puzzles with each status, under the smallest time limit.
fn statuses(data: &PlotData<'_>) -> Table {
    let matrix = data.matrix.clone().within(data.limit_ns);
    let cells = || (0..data.entries.len()).flat_map(|one| matrix.row(one));
    let came = |status: &Status| cells().any(|cell| cell.trials > 0 && cell.status == *status);
    let known: Vec<Status> = Status::ALL.into_iter().filter(came).collect();
    let mut table = Table::default().words("backend");
    for status in &known {
        table = table.numbers(status.name());
    }
    for (one, entry) in data.entries.iter().enumerate() {
        let count = |status: &Status| {
            let row = matrix.row(one).iter();
            row.filter(|cell| cell.trials > 0 && cell.status == *status).count()
        };
        let mut row = vec![entry.label.clone()];
        row.extend(known.iter().map(|status| grouped(count(status) as u64)));
        table.row(row);
    }
    table
}

/// Returns the name of a source and the facts of the manifest beside its rows. Of a merged run they are those of the
/// first manifest, after the number of all and whether their machines differ.
fn facts(source: &RowSource) -> (String, Vec<(&'static str, String)>) {
    let mut facts = manifests(&source.name).first().map_or_else(Vec::new, setup::facts);
    if source.manifests.len() > 1 {
        let machines: BTreeSet<String> =
            source.manifests.iter().map(ManifestExcerpt::machine).collect();
        let on = match machines.len() {
            1 => "on one kind of machine".into(),
            n => format!("on {n} kinds of machine"),
        };
        let n_runs = grouped(source.manifests.len() as u64);
        facts.insert(0, ("merged", format!("{n_runs} runs {on}; the first is described here")));
    }
    (source.name.clone(), facts)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn a_merged_run_says_how_many_runs_and_machines_it_is_of() {
        let folder = tempfile::tempdir().expect("a folder");
        let manifest = |id: &str, cpu: &str| {
            let text = format!(r#"{{"run_id":"{id}","machine":{{"cpu":"{cpu}"}}}}"#);
            fs::write(folder.path().join(format!("manifest-{id}.json")), text).expect("a file");
        };
        manifest("1", "x");
        manifest("2", "y");
        let rows = "run_id,backend,puzzle,status,wall_ns\n1,a/a,one,unique,5\n2,a/a,two,unique,6\n";
        fs::write(folder.path().join("rows.csv"), rows).expect("a file");
        let runs = Runs::read(&[folder.path().to_owned()]).expect("rows");
        let (_, facts) = facts(&runs.sources[0]);
        let merged = "2 runs on 2 kinds of machine; the first is described here";
        assert_eq!(facts[0], ("merged", merged.to_owned()));
    }
}
