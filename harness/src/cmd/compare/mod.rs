//! `harness compare`: two backends, puzzle by puzzle: how much, where, and how sure.

use std::io::Write;

use analysis::load::{Contestant, Runs};
use analysis::stats::bootstrap::Bootstrap;
use analysis::stats::extremes::Both;
use analysis::stats::holm::holm;
use analysis::stats::pair::noise::Noise;
use analysis::stats::pair::{self, Comparison, Known, Question};
use analysis::stats::ranking;
use analysis::stats::sheet::{Metric, Sheet};
use analysis::stats::units::Units;
use anyhow::{Context, bail};
use record::filter;
use render::table::Format;

use self::puzzles::Puzzles;
use super::End;
use super::selection::{self, Field};
use crate::cli::{BackendRules, BootstrapArgs, CompareArgs};

mod print;
mod puzzles;
pub(super) mod sentence;

/// Two contestants, and what is known of them.
struct Pair {
    /// The part of the puzzles; none for all.
    part: Option<String>,
    a: String,
    b: String,
    comparison: Comparison,
    /// What it was made from.
    sheet: Sheet,
    /// What both needed for each puzzle.
    puzzles: Vec<Both>,
    /// The p-values, corrected for the number of pairs.
    signed_rank_p: Option<f64>,
    sign_p: Option<f64>,
}

/// Reads the runs and prints the comparison of each pair to `out`.
///
/// # Errors
/// When a run cannot be read, a backend is not in them, or when `out` takes no more.
pub fn run(arguments: &CompareArgs, out: &mut dyn Write) -> anyhow::Result<End> {
    let runs = selection::read(&arguments.read, &BackendRules::default())?;
    of(&runs, arguments, out)?;
    Ok(End::Well)
}

/// Prints the comparison of rows that are read and selected.
pub(super) fn of(runs: &Runs, arguments: &CompareArgs, out: &mut dyn Write) -> anyhow::Result<()> {
    let mut pairs = Vec::new();
    let mut notes = Vec::new();
    let parts = arguments.by.map(|by| selection::parts(by, runs));
    for (a, b) in named(&arguments.a, &arguments.b)? {
        let field = Field::of(runs).only(&[find(runs, a)?, find(runs, b)?]);
        match &parts {
            None => pairs.push(pair_of(runs, None, &field, arguments, &mut notes)?),
            Some(parts) => {
                for (name, runs) in parts {
                    pairs.push(pair_of(runs, Some(name), &field, arguments, &mut notes)?);
                }
            }
        }
    }
    correct(&mut pairs);
    notes.extend(runs.warnings());
    notes.dedup();
    let (metric, top) = (arguments.metric, arguments.top);
    let puzzles = Puzzles { runs, metric, top };
    let page = print::Page { pairs: &pairs, puzzles, metric, notes: &notes };
    match arguments.format.format() {
        Format::Csv if arguments.pairs => page.print_pairs(out),
        format => page.print(out, format),
    }
}

/// Compares the two of a field on a part of the puzzles, or on all.
fn pair_of(
    runs: &Runs,
    part: Option<&String>,
    field: &Field,
    arguments: &CompareArgs,
    notes: &mut Vec<String>,
) -> anyhow::Result<Pair> {
    let labels = field.labels(runs);
    let sheet = field.sheet(runs, arguments.metric, arguments.read.passes);
    let (sheet, left_out) =
        selection::of_equals(sheet, runs, &labels, arguments.read.intersection)?;
    let has_rows = |puzzle: &usize| sheet.column(*puzzle).all(|cell| cell.trials > 0);
    let sheet = sheet.with(&(0..sheet.puzzles.len()).filter(has_rows).collect::<Vec<_>>());
    let comparison = compare(runs, field, &sheet, arguments);
    notes.extend(selection::different_limits(&sheet));
    let [a, b] = [labels[0].clone(), labels[1].clone()];
    let prefix = part.map_or_else(String::new, |part| format!("{part}: "));
    let caveats = sentence::caveats(&a, &b, &comparison, arguments.metric).into_iter();
    notes.extend(caveats.chain(left_out).map(|note| format!("{prefix}{note}")));
    let (signed_rank_p, sign_p) = (comparison.signed_rank.map(|test| test.p), comparison.sign_p);
    let puzzles = Both::of(&sheet, arguments.metric, ranking::common_limit(&sheet).0);
    Ok(Pair { part: part.cloned(), a, b, comparison, sheet, puzzles, signed_rank_p, sign_p })
}

/// What is known of B beside A, by itself.
///
/// # Errors
/// When one of them is not in the rows, or they have no puzzles in common.
pub(super) fn comparison(
    runs: &Runs,
    a: &str,
    b: &str,
    arguments: &CompareArgs,
) -> anyhow::Result<Comparison> {
    let field = Field::of(runs).only(&[find(runs, a)?, find(runs, b)?]);
    Ok(pair_of(runs, None, &field, arguments, &mut Vec::new())?.comparison)
}

impl From<BootstrapArgs> for Bootstrap {
    fn from(arguments: BootstrapArgs) -> Self {
        Self { resamples: arguments.resamples, seed: arguments.seed, ..Self::default() }
    }
}

/// The pairs that were asked for: one against one, or one against each.
fn named<'a>(a: &'a [String], b: &'a [String]) -> anyhow::Result<Vec<(&'a str, &'a str)>> {
    let of = |index: usize, ids: &'a [String]| ids[if ids.len() == 1 { 0 } else { index }].as_str();
    let n_pairs = a.len().max(b.len());
    if [a.len(), b.len()].iter().any(|&n| n != 1 && n != n_pairs) {
        bail!(
            "{} times -a and {} times -b: expected as many of both, or one of one",
            a.len(),
            b.len()
        );
    }
    let pairs: Vec<_> = (0..n_pairs).map(|index| (of(index, a), of(index, b))).collect();
    match pairs.iter().find(|(a, b)| a == b) {
        Some((a, _)) => bail!("{a} is compared with itself; expected two backends"),
        None => Ok(pairs),
    }
}

/// The contestant with this label or id, or else the only one with this last part.
pub(super) fn find(runs: &Runs, id: &str) -> anyhow::Result<u32> {
    let is_there =
        |index: usize| runs.trials.iter().any(|trial| trial.contestant as usize == index);
    let called = |is: &dyn Fn(&Contestant) -> bool| -> Vec<usize> {
        let all = 0..runs.contestants.len();
        all.filter(|&index| is(&runs.contestants[index]) && is_there(index)).collect()
    };
    let mut found = called(&|one| one.label == id || one.backend == id);
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

fn compare(runs: &Runs, field: &Field, sheet: &Sheet, arguments: &CompareArgs) -> Comparison {
    let question = Question {
        a: 0,
        b: 1,
        metric: arguments.metric,
        limit_ns: ranking::common_limit(sheet).0,
        bootstrap: arguments.bootstrap.into(),
        noise: noise(runs, field, arguments.metric),
    };
    let units = Units::of(sheet, runs);
    let puzzle = |place: usize| &runs.puzzles[sheet.puzzles[place] as usize];
    let level = |place: usize| {
        let stated = Some(puzzle(place)).filter(|it| !it.level.is_empty())?;
        Some((stated.place_of_level(), stated.level.clone()))
    };
    let known = Known { clues: &|place| puzzle(place).clues, level: &level };
    pair::compare(sheet, &units, &known, &question)
}

/// What the passes of the two tell of the noise; counts have none.
fn noise(runs: &Runs, field: &Field, metric: Metric) -> Noise {
    if !metric.is_time() {
        return Noise::default();
    }
    let is = |place: usize| move |trial: &analysis::load::Trial| field.place(trial) == Some(place);
    Noise::of(runs, metric.measure(), &is(0), &is(1))
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
