//! `harness compare`: two backends, puzzle by puzzle: effect size, where they differ, and significance.

use std::borrow::Cow;
use std::collections::HashMap;
use std::io::Write;

use analysis::load::{Contestant, Runs};
use analysis::stats::bootstrap::Bootstrap;
use analysis::stats::clusters::Clusters;
use analysis::stats::extremes::PairedCosts;
use analysis::stats::holm::holm;
use analysis::stats::pair::noise::Noise;
use analysis::stats::pair::{self, Comparison, PairSpec, PuzzleTraits};
use analysis::stats::ranking;
use analysis::stats::scores::{Metric, ScoreMatrix};
use anyhow::{Context, bail};
use race::progress_line::ProgressLine;
use rayon::prelude::*;
use record::filter;
use render::table::Format;

use self::field_scores::{FieldScores, Limits};
use self::puzzles::Puzzles;
use super::selection::{self, Field};
use super::{End, printing};
use crate::cli::{BackendRules, BootstrapArgs, CompareArgs, HowCompared, TrialsArgs};

mod field_scores;
mod figures;
mod print;
mod puzzles;
pub(super) mod sentence;
#[cfg(test)]
mod tests;
pub(super) mod wording;

/// What follows for the puzzles that one of two lacks.
pub(super) const EXCLUDED: &str = "and the comparison is over the others";

/// Two contestants and their comparison.
struct Pair {
    /// The part of the puzzles; none for all.
    part: Option<String>,
    a: String,
    b: String,
    comparison: Comparison,
    /// The scores of both.
    matrix: ScoreMatrix,
    /// What both needed for each puzzle.
    puzzles: Vec<PairedCosts>,
    /// The p-values, corrected for the number of pairs.
    signed_rank_p: Option<f64>,
    sign_p: Option<f64>,
}

/// How two contestants are compared.
#[derive(Clone)]
pub(super) struct How {
    pub(super) trials: TrialsArgs,
    pub(super) compared: HowCompared,
}

/// Reads the runs and prints the comparison of each pair to `out`.
///
/// # Errors
/// When a run cannot be read, a backend is not in them, or when `out` takes no more.
pub fn run(arguments: &CompareArgs, out: &mut dyn Write) -> anyhow::Result<End> {
    let runs = selection::read(&arguments.read, &BackendRules::default())?;
    of(&runs, arguments, out)?;
    Ok(End::after(&runs))
}

/// Prints the comparison of rows that are read and selected.
pub(super) fn of(runs: &Runs, arguments: &CompareArgs, out: &mut dyn Write) -> anyhow::Result<()> {
    let named = named(runs, arguments)?;
    let how = How { trials: arguments.read.trials, compared: arguments.how.clone() };
    let pairs = Pairs::of(runs, &named, FieldScores::of_pairs(runs, &named, &how), &how)?;
    let format = arguments.format.format();
    if arguments.pairs { pairs.print_short(out, format) } else { pairs.print(out, format) }
}

/// Pairs of contestants and their comparisons.
pub(super) struct Pairs<'r> {
    runs: &'r Runs,
    pairs: Vec<Pair>,
    metric: Metric,
    top: usize,
    notes: Vec<String>,
}

impl<'r> Pairs<'r> {
    /// Compares a baseline with others.
    ///
    /// # Errors
    /// When one of them is not in the rows, or two have no puzzles in common.
    pub(super) fn with_baseline(
        runs: &'r Runs,
        baseline: &str,
        others: &[String],
        how: &How,
    ) -> anyhow::Result<Self> {
        let baseline = find(runs, baseline)?;
        let pair = |other: &String| Ok((baseline, find(runs, other)?));
        let named = others.iter().map(pair).collect::<anyhow::Result<Vec<_>>>()?;
        Self::of(runs, &named, FieldScores::of_pairs(runs, &named, how), how)
    }

    /// Compares all pairs of some contestants that have puzzles in common.
    ///
    /// # Errors
    /// When one of them is not in the rows.
    pub(super) fn all(runs: &'r Runs, labels: &[String], how: &How) -> anyhow::Result<Self> {
        let contestants: Vec<u32> =
            labels.iter().map(|label| find(runs, label)).collect::<anyhow::Result<_>>()?;
        let scores = FieldScores::of(runs, &contestants, how);
        let matrix = &scores.matrix;
        let has_common = |(a, b): (usize, usize)| {
            let both = matrix.row(a).iter().zip(matrix.row(b));
            both.into_iter().any(|(a, b)| a.is_taken() && b.is_taken())
        };
        let places: Vec<usize> = (0..contestants.len()).collect();
        let common = pairs_of(&places).into_iter().filter(|&pair| has_common(pair));
        let named: Vec<(u32, u32)> =
            common.map(|(a, b)| (contestants[a], contestants[b])).collect();
        Self::of(runs, &named, scores, how)
    }

    fn of(
        runs: &'r Runs,
        named: &[(u32, u32)],
        scores: FieldScores,
        how: &How,
    ) -> anyhow::Result<Self> {
        let Limits { time_ns: limit_ns, mut notes } = scores.limits(named, how);
        let mut pairs = Vec::new();
        // A contestant is in many pairs, and its noise takes a pass over all trials, as its scores do.
        let (ones, metric) = (scores.field.contestants.clone(), how.compared.metric);
        let parts: Vec<(Option<String>, Cow<'_, Runs>, FieldScores)> = match &how.compared.by[..] {
            [] => vec![(None, Cow::Borrowed(runs), scores)],
            by => selection::parts(by, runs)
                .into_iter()
                .map(|(name, runs)| {
                    let scores = scores.on(&runs, how);
                    (Some(name), Cow::Owned(runs), scores)
                })
                .collect(),
        };
        let noise_of = |runs: &Runs| -> HashMap<u32, Noise> {
            ones.par_iter().map(|&one| (one, noise(runs, one, metric))).collect()
        };
        let noises: Vec<_> = parts.iter().map(|(_, runs, _)| noise_of(runs)).collect();
        let jobs: Vec<_> = named
            .iter()
            .flat_map(|pair| parts.iter().zip(&noises).map(move |it| (pair, it)))
            .collect();
        let line = ProgressLine::of(jobs.len() as u64, "comparisons");
        let found: Vec<(Pair, Vec<String>)> = jobs
            .into_par_iter()
            .map(|(&(a, b), ((part, runs, scores), noises))| {
                let noise = noises[&a].or_larger(noises[&b]);
                let pair = pair_of(runs, part.as_ref(), scores.pair((a, b)), limit_ns, how, noise);
                line.advance(1);
                pair
            })
            .collect::<anyhow::Result<_>>()?;
        drop(line);
        for (pair, of_pair) in found {
            pairs.push(pair);
            notes.extend(of_pair);
        }
        correct(&mut pairs);
        match selection::nothing_supported(runs) {
            Some(note) => notes = vec![note],
            None => notes.extend(runs.caveats(metric.measure())),
        }
        printing::remove_repeats(&mut notes);
        let HowCompared { metric, top, .. } = how.compared;
        Ok(Self { runs, pairs, metric, top, notes })
    }

    /// Returns the comparison of two contestants with these labels, over all puzzles; B beside A.
    pub(super) fn comparison(&self, a: &str, b: &str) -> Option<&Comparison> {
        let pair = self.pairs.iter().find(|pair| pair.a == a && pair.b == b)?;
        Some(&pair.comparison)
    }

    /// Prints the tables of each pair.
    ///
    /// # Errors
    /// When `out` takes no more.
    pub(super) fn print(&self, out: &mut dyn Write, format: Format) -> anyhow::Result<()> {
        self.page().print(out, format)
    }

    /// Prints a row for each pair.
    ///
    /// # Errors
    /// When `out` takes no more.
    pub(super) fn print_short(&self, out: &mut dyn Write, format: Format) -> anyhow::Result<()> {
        self.page().print_pairs(out, format)
    }

    fn page(&self) -> print::Page<'_> {
        let Self { runs, pairs, metric, top, notes } = self;
        let puzzles = Puzzles { runs, metric: *metric, top: *top };
        print::Page { pairs, puzzles, metric: *metric, notes }
    }
}

/// Compares two with these scores under a time limit on a part of the puzzles, or on all, with notes.
fn pair_of(
    runs: &Runs,
    part: Option<&String>,
    FieldScores { field, matrix }: FieldScores,
    limit_ns: Option<f64>,
    how: &How,
    noise: Noise,
) -> anyhow::Result<(Pair, Vec<String>)> {
    let labels = field.labels(runs);
    let How { trials, compared: HowCompared { metric, bootstrap, .. } } = *how;
    let matrix = matrix.within(limit_ns);
    let n_puzzles = matrix.puzzles.len();
    let (matrix, left_out) =
        selection::of_equals(matrix, runs, &labels, trials.intersection, EXCLUDED)?;
    let has_rows = |puzzle: &usize| matrix.column(*puzzle).all(|cell| cell.trials > 0);
    let of_both: Vec<usize> = (0..matrix.puzzles.len()).filter(has_rows).collect();
    let without_rows = n_puzzles - of_both.len();
    let matrix = matrix.with(&of_both);
    let comparison =
        Comparison { without_rows, ..compare(runs, &matrix, metric, bootstrap, noise) };
    let [a, b] = [labels[0].clone(), labels[1].clone()];
    let prefix = part.map_or_else(String::new, |part| format!("{part}: "));
    let caveats = sentence::caveats(&a, &b, &comparison, metric).into_iter();
    let notes = caveats.chain(left_out).map(|note| format!("{prefix}{note}")).collect();
    let (signed_rank_p, sign_p) = (comparison.signed_rank.map(|test| test.p), comparison.sign_p);
    let puzzles = PairedCosts::of(&matrix, metric, ranking::common_limit(&matrix).0);
    let part = part.cloned();
    Ok((Pair { part, a, b, comparison, matrix, puzzles, signed_rank_p, sign_p }, notes))
}

/// Returns what is known of B beside A, by itself.
///
/// # Errors
/// When one of them is not in the rows, or they have no puzzles in common.
pub(super) fn comparison(runs: &Runs, a: &str, b: &str, how: &How) -> anyhow::Result<Comparison> {
    let [a, b] = [find(runs, a)?, find(runs, b)?];
    let noise = |one| noise(runs, one, how.compared.metric);
    let noise = noise(a).or_larger(noise(b));
    let scores = FieldScores::of(runs, &[a, b], how);
    let limit_ns = scores.limits(&[(a, b)], how).time_ns;
    Ok(pair_of(runs, None, scores, limit_ns, how, noise)?.0.comparison)
}

impl From<BootstrapArgs> for Bootstrap {
    fn from(arguments: BootstrapArgs) -> Self {
        Self { resamples: arguments.resamples, seed: arguments.seed.number, ..Self::default() }
    }
}

/// Returns the pairs to compare: the baseline, which the filters need not select, with each other backend that they
/// select. Of two backends the first is the baseline; --pairs without a baseline names all pairs.
fn named(runs: &Runs, arguments: &CompareArgs) -> anyhow::Result<Vec<(u32, u32)>> {
    let names = runs.contestants.iter().map(|one| [&*one.backend, &*one.label]);
    let names: Vec<[&str; 2]> = names.collect();
    let is_selected = filter::select_names(&arguments.backends.0, filter::BACKEND, &names)?;
    let mut selected = Field::of(runs).contestants;
    selected.retain(|&one| is_selected[one as usize]);
    let label = |&one: &u32| runs.contestants[one as usize].label.as_str();
    if arguments.pairs && arguments.baseline.is_none() && selected.len() > 1 {
        return Ok(pairs_of(&selected));
    }
    let baseline = match (&arguments.baseline, &selected[..]) {
        (Some(id), _) => find(runs, id)?,
        (None, &[first, _]) => first,
        (None, selected) => bail!(
            "expected two backends, or --baseline ID to compare the others with, or --pairs; there are {}: {}",
            selected.len(),
            selected.iter().map(label).collect::<Vec<_>>().join(", ")
        ),
    };
    selected.retain(|&one| one != baseline);
    if selected.is_empty() {
        bail!("{} is compared with itself; expected another backend", label(&baseline));
    }
    Ok(selected.into_iter().map(|other| (baseline, other)).collect())
}

/// Returns all pairs of some things.
fn pairs_of<T: Copy>(things: &[T]) -> Vec<(T, T)> {
    let with = |(at, &a): (usize, &T)| things[at + 1..].iter().map(move |&b| (a, b));
    things.iter().enumerate().flat_map(with).collect()
}

/// Returns the contestant with this label or id, or else the only one with this last part.
pub(super) fn find(runs: &Runs, id: &str) -> anyhow::Result<u32> {
    let is_there =
        |index: usize| runs.trials.iter().any(|trial| trial.contestant as usize == index);
    let called = |is: &dyn Fn(&Contestant) -> bool| -> Vec<usize> {
        let all = 0..runs.contestants.len();
        all.filter(|&index| is(&runs.contestants[index]) && is_there(index)).collect()
    };
    let canonical = filter::canonical(id.to_owned(), &[]);
    let mut found = called(&|one| one.label == id || one.backend == canonical);
    if found.is_empty() {
        found =
            called(&|one| [&one.label, &one.backend].iter().any(|it| filter::last_part(it) == id));
    }
    let mut found = found.into_iter();
    let first = found.next().with_context(|| {
        let labels: Vec<&str> = runs.contestants.iter().map(|one| one.label.as_str()).collect();
        let nearest = filter::suggestion(id, &labels);
        format!(
            "no backend of these runs is called {id:?}{nearest}; there are {}",
            labels.join(", ")
        )
    })?;
    if let Some(second) = found.next() {
        let (one, other) = (&runs.contestants[first].label, &runs.contestants[second].label);
        bail!("{id:?} may be several of these runs: choose one, like {one} or {other}");
    }
    Ok(first as u32)
}

/// Compares the two contestants of a matrix.
pub(super) fn compare(
    runs: &Runs,
    matrix: &ScoreMatrix,
    metric: Metric,
    bootstrap: BootstrapArgs,
    noise: Noise,
) -> Comparison {
    let question = PairSpec {
        a: 0,
        b: 1,
        metric,
        limit_ns: ranking::common_limit(matrix).0,
        bootstrap: bootstrap.into(),
        noise,
    };
    let units = Clusters::of(matrix, runs);
    let puzzle = |place: usize| &runs.puzzles[matrix.puzzles[place] as usize];
    let level = |place: usize| {
        let stated = Some(puzzle(place)).filter(|it| !it.level.is_empty())?;
        Some((stated.level_rank(), stated.level.clone()))
    };
    let known = PuzzleTraits { clues: &|place| puzzle(place).clues, level: &level };
    pair::compare(matrix, &units, &known, &question)
}

/// Returns the noise estimated from the passes of a contestant; counts have none.
fn noise(runs: &Runs, contestant: u32, metric: Metric) -> Noise {
    match metric.is_time() {
        true => Noise::of(runs, metric.measure(), &|trial| trial.contestant == contestant),
        false => Noise::default(),
    }
}

/// Corrects the p-values of all pairs together.
fn correct(pairs: &mut [Pair]) {
    let fields: [fn(&mut Pair) -> &mut Option<f64>; 2] =
        [|pair| &mut pair.signed_rank_p, |pair| &mut pair.sign_p];
    for field in fields {
        let known: Vec<f64> = pairs.iter_mut().filter_map(|pair| *field(pair)).collect();
        let corrected = holm(&known);
        let there = pairs.iter_mut().map(field).filter_map(Option::as_mut);
        there.zip(corrected).for_each(|(p, corrected)| *p = corrected);
    }
}
