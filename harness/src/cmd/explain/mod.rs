//! `harness explain`: on which puzzles one backend needs more than another.
//!
//! ```text
//!   rows ──> scores ──> log ratios ─┐
//!                                   ├──> sample ──> tree, held-out R² ──> sentence, tables
//!   puzzles.csv ──> features ───────┘
//! ```
//!
//! Rows do not contain puzzles: these are found again beside them (`problems.rs`), and their features are
//! computed (`features/`). What is explained of them is the business of `analysis`, and the picture that of
//! `render`.

use race::progress_line::ProgressLine;
use std::io::Write;
use std::sync::atomic::{AtomicBool, Ordering};

use analysis::load::Runs;
use analysis::stats::clusters::Clusters;
use analysis::stats::explain::{self, LogRatios, Sample};
use analysis::stats::ranking;
use analysis::stats::scores::ScoreMatrix;
use anyhow::bail;
use rayon::prelude::*;
use render::plot::{PlotData, style};

use self::features::{Asking, Desk, Feature, Features};
pub(crate) use self::notes::OUT_OF_TIME;
use self::print::Page;
use super::compare::{self, How};
use super::picture_file;
use super::selection::{self, Field};
use super::{End, printing, workers};
use crate::cli::{BackendRules, BootstrapArgs, ExplainArgs, HowCompared};

mod features;
mod features_file;
mod notes;
mod picture;
mod print;
mod problems;
mod sentence;

/// Reads the runs, computes features, and prints what they explain to `out`. `cancel` ends it.
///
/// # Errors
/// When a run cannot be read, a backend is not in it, no puzzle has a ratio, or when `out` takes no more.
pub fn run(
    arguments: &ExplainArgs,
    cancel: &AtomicBool,
    out: &mut dyn Write,
) -> anyhow::Result<End> {
    let plot = arguments.picture.plot.as_deref().map(picture_file::file).transpose()?;
    let table = arguments.features.as_deref().map(features_file::create).transpose()?;
    let runs = selection::read(&arguments.read, &BackendRules::default())?;
    let pair = Pair::of(&runs, arguments)?;
    let puzzles = pair.puzzles(&runs, arguments)?;
    let Some(features) = features_of(&runs, &puzzles, arguments, cancel)? else {
        return Ok(End::Interrupted);
    };
    if let Some(file) = table {
        features_file::write(file, &runs, &puzzles, &features)?;
    }
    let explanation = explain::explain(&sample(&puzzles, &features), arguments.bootstrap.into());
    let mut notes = pair.notes;
    notes.extend(notes::outliers(&explanation));
    notes.extend(notes::notes(&pair.ratios, &puzzles, &features, [&pair.a, &pair.b], arguments));
    notes.extend(pair.caveats);
    notes.extend(runs.caveats(arguments.metric.measure()));
    printing::remove_repeats(&mut notes);
    let page = Page {
        a: &pair.a,
        b: &pair.b,
        metric: arguments.metric,
        failures: [0, 1].map(|one| puzzles.iter().filter(|it| it.failed[one]).count()),
        explanation: &explanation,
        notes: &notes,
    };
    if let Some((path, format)) = plot {
        let picture = picture::draw(&page, &pair.caption, &arguments.size);
        let bytes = picture_file::bytes(format, &picture, style::SHEET)?;
        picture_file::write(path, &bytes, out)?;
        if path.as_os_str() == "-" {
            return Ok(End::after(&runs));
        }
    }
    page.print(out, arguments.format.format())?;
    Ok(End::after(&runs))
}

/// Two contestants.
struct Pair {
    a: String,
    b: String,
    matrix: ScoreMatrix,
    ratios: LogRatios,
    /// The puzzles of the runs, in a line.
    caption: String,
    /// Notes on excluded puzzles.
    notes: Vec<String>,
    /// The caveats of their comparison.
    caveats: Vec<String>,
}

impl Pair {
    fn of(runs: &Runs, arguments: &ExplainArgs) -> anyhow::Result<Self> {
        let ids = [&arguments.a, &arguments.b];
        let [a, b] = [compare::find(runs, ids[0])?, compare::find(runs, ids[1])?];
        let field = Field::of(runs).only(&[a, b]);
        let labels = field.labels(runs);
        if a == b {
            bail!("{} is compared with itself; expected another backend", labels[0]);
        }
        let trials = arguments.read.trials;
        selection::must_have_ratios(arguments.metric)?;
        let matrix = field.matrix(runs, arguments.metric, trials.passes);
        let (matrix, mut notes) =
            selection::of_equals(matrix, runs, &labels, trials.intersection, compare::EXCLUDED)?;
        notes.extend(selection::different_limits(&matrix));
        let limit = ranking::common_limit(&matrix).0;
        let ratios = LogRatios::of(&matrix, arguments.metric, limit);
        let (of_plot, metric) = (matrix.clone(), arguments.metric);
        let plot = PlotData::new(runs, &field.contestants, of_plot, metric, trials.passes);
        let caption = plot.caption;
        let [a, b] = [0, 1].map(|one| labels[one].clone());
        // Only the caveats are printed, which need no intervals.
        let bootstrap = BootstrapArgs { resamples: 0, ..arguments.bootstrap };
        let compared = HowCompared { metric: arguments.metric, by: Vec::new(), top: 0, bootstrap };
        let comparison = compare::comparison(runs, ids[0], ids[1], &How { trials, compared })?;
        let caveats = compare::sentence::caveats(&a, &b, &comparison, arguments.metric);
        Ok(Self { a, b, matrix, ratios, caption, notes, caveats })
    }

    /// Returns the puzzles with a ratio, or a sample of them.
    fn puzzles(&self, runs: &Runs, arguments: &ExplainArgs) -> anyhow::Result<Vec<PairedPuzzle>> {
        let clusters = Clusters::of(&self.matrix, runs).clusters;
        let LogRatios { puzzles: places, logarithms, failed, .. } = &self.ratios;
        let puzzle = |((&place, &logarithm), &failed): ((&usize, &f64), &[bool; 2])| PairedPuzzle {
            index: self.matrix.puzzles[place],
            cluster: clusters[place],
            logarithm,
            failed,
        };
        let mut puzzles: Vec<PairedPuzzle> =
            places.iter().zip(logarithms).zip(failed).map(puzzle).collect();
        if puzzles.is_empty() && self.ratios.timed_together > 0 {
            bail!(
                "{} and {} were timed in batches, and have no separate times of puzzles; expected \
                 another --metric",
                self.a,
                self.b
            );
        }
        if puzzles.is_empty() {
            bail!("no puzzle has a ratio of {} to {}", self.b, self.a);
        }
        let most = arguments.max_puzzles.0.map_or(puzzles.len(), |most| most.get() as usize);
        if most < puzzles.len() {
            // A class is in the sample with all its isomorphs, but for the last one.
            let hash = |it: &PairedPuzzle| {
                let puzzle = &runs.puzzles[it.index as usize];
                (puzzle.class.clone(), puzzle.hash.clone())
            };
            puzzles.sort_by_cached_key(hash);
            puzzles.truncate(most);
            puzzles.sort_unstable_by_key(|it| it.index);
        }
        Ok(puzzles)
    }
}

/// A puzzle with a ratio.
#[derive(Clone, Copy)]
struct PairedPuzzle {
    /// The index in [`Runs::puzzles`].
    index: u32,
    cluster: usize,
    /// The logarithm of B/A.
    logarithm: f64,
    /// Whether A did not solve it, and whether B did not.
    failed: [bool; 2],
}

/// What is known of the puzzles.
struct Known {
    /// The features of each, in the order of the puzzles.
    features: Vec<Features>,
    /// The number of puzzles that are not beside the rows.
    not_found: usize,
}

/// Computes the features of the puzzles; `None` if cancelled.
fn features_of(
    runs: &Runs,
    puzzles: &[PairedPuzzle],
    arguments: &ExplainArgs,
    cancel: &AtomicBool,
) -> anyhow::Result<Option<Known>> {
    let info = |it: &PairedPuzzle| &runs.puzzles[it.index as usize];
    let wanted = puzzles.iter().map(|it| info(it).hash.as_str()).collect();
    let problems = problems::of_runs(runs, &wanted);
    let asking =
        Asking { time: arguments.timeout.0, seed: arguments.bootstrap.seed.number, cancel };
    let pool = workers::pool(arguments.jobs.number)?;
    let bar = ProgressLine::of(puzzles.len() as u64, "puzzles");
    let features = |desk: &mut Desk, it: &PairedPuzzle| {
        bar.advance(1);
        match problems.get(&info(it).hash) {
            Some(problem) => desk.features(problem, &asking),
            None => {
                let mut features = Features::default();
                features.set(Feature::Clues, info(it).clues.map(|clues| clues as f64));
                Ok(features)
            }
        }
    };
    let features: anyhow::Result<Vec<Features>> =
        pool.install(|| puzzles.par_iter().map_init(Desk::default, features).collect());
    drop(bar);
    if cancel.load(Ordering::Relaxed) {
        return Ok(None);
    }
    let not_found = puzzles.iter().filter(|it| !problems.contains_key(&info(it).hash)).count();
    Ok(Some(Known { features: features?, not_found }))
}

/// Returns the sample to explain: a column for each feature.
fn sample(puzzles: &[PairedPuzzle], known: &Known) -> Sample {
    let column = |feature: Feature| -> Vec<f64> {
        known.features.iter().map(|it| it.get(feature).unwrap_or(f64::NAN)).collect()
    };
    let logarithms = puzzles.iter().map(|it| it.logarithm).collect();
    let clusters: Vec<usize> = puzzles.iter().map(|it| it.cluster).collect();
    Sample::new(Feature::all().map(column).collect(), logarithms, &clusters)
}
