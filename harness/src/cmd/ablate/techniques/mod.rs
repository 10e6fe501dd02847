//! What each technique adds, from the rows.

use std::collections::BTreeMap;

use analysis::load::Runs;
use analysis::stats::bootstrap::Interval;
use analysis::stats::means::mean;
use analysis::stats::pair::noise::Noise;
use analysis::stats::scores::{Metric, Passes, Score};
use anyhow::bail;
use render::plot::ablation::{AblationBar, AblationChart};
use serde::Serialize;

use super::{caption, without_rows};
use crate::cli::{AblateArgs, BootstrapArgs};
use crate::cmd::compare;
use crate::cmd::selection::Field;
use crate::cmd::technique_pairs::{Added, TechniquePair};

mod print;

/// A share without and with a technique: means over the puzzles.
#[derive(Clone, Copy, Debug, Serialize)]
struct SharePair {
    without: f64,
    with: f64,
    /// The mean of the differences.
    difference: f64,
    /// Its interval.
    interval: Option<Interval>,
}

/// What a technique adds to a set.
#[derive(Clone, Debug, Serialize)]
struct Effect {
    technique: &'static str,
    added: Added,
    /// The backend without the technique.
    without: String,
    /// The backend with it.
    with: String,
    puzzles: usize,
    clusters: usize,
    fill_rate: SharePair,
    elimination_rate: SharePair,
    solved_without: usize,
    solved_with: usize,
    /// The mean wall time per puzzle, solved or not; `None` if puzzles were not timed.
    wall_without_ns: Option<f64>,
    wall_with_ns: Option<f64>,
}

/// The effects of all techniques, in the order in which deduction tries them.
pub(super) struct Effects {
    all: Vec<Effect>,
    notes: Vec<String>,
    caption: String,
}

impl Effects {
    /// Compares the sets of each pair.
    ///
    /// # Errors
    /// When the rows have no pair.
    pub(super) fn of(
        runs: &Runs,
        pairs: &[TechniquePair],
        arguments: &AblateArgs,
    ) -> anyhow::Result<Self> {
        let field = Field::of(runs);
        let places: BTreeMap<&str, u32> = (field.contestants.iter())
            .map(|&one| (&*runs.contestants[one as usize].backend, one))
            .collect();
        let bootstrap = BootstrapArgs { resamples: arguments.resamples, seed: arguments.seed };
        let (mut all, mut missing) = (Vec::new(), Vec::new());
        for pair in pairs {
            let ids = [pair.without.id(), pair.with.id()];
            let found = ids.each_ref().map(|id| places.get(&**id).copied());
            match found {
                [Some(a), Some(b)] => {
                    all.extend(effect(runs, pair, &field.only(&[a, b]), bootstrap))
                }
                _ => missing.extend(ids.into_iter().zip(found).filter(|it| it.1.is_none())),
            }
        }
        let mut missing: Vec<String> = missing.into_iter().map(|(id, _)| id).collect();
        missing.sort();
        missing.dedup();
        if all.is_empty() {
            bail!(
                "the rows have no ablation of {} from {}: `harness run --ablate` makes one",
                arguments.full.id(),
                arguments.base.id()
            );
        }
        let mut notes = explained(&all, arguments);
        notes.extend(without_rows(&missing));
        notes.extend(runs.caveats());
        let caption = caption(runs, all.iter().map(|effect| effect.puzzles));
        Ok(Self { all, notes, caption })
    }

    /// The data of the picture.
    pub(super) fn chart(&self) -> AblationChart {
        let mut bars: Vec<AblationBar> = Vec::new();
        for effect in &self.all {
            if bars.last().is_none_or(|bar| bar.name != effect.technique) {
                bars.push(AblationBar { name: effect.technique.into(), ..Default::default() });
            }
            let Some(bar) = bars.last_mut() else { continue };
            let value = Some(effect.fill_rate.difference);
            match effect.added {
                Added::Alone => bar.alone = value,
                Added::Last => bar.last = value,
            }
        }
        AblationChart { bars, caption: self.caption.clone(), notes: self.notes.clone() }
    }
}

/// What the table says.
fn explained(all: &[Effect], arguments: &AblateArgs) -> Vec<String> {
    let percent = |share: f64| format!("{:.2} %", share * 100.0);
    let of = |added: Added| all.iter().find(|effect| effect.added == added);
    let mut notes = Vec::new();
    notes.extend(of(Added::Alone).map(|effect| {
        format!(
            "Alone: added to {} ({} filled, {} eliminated).",
            arguments.base.id(),
            percent(effect.fill_rate.without),
            percent(effect.elimination_rate.without)
        )
    }));
    notes.extend(of(Added::Last).map(|effect| {
        format!(
            "Last: {} against the same without it ({} filled, {} eliminated with all).",
            arguments.full.id(),
            percent(effect.fill_rate.with),
            percent(effect.elimination_rate.with)
        )
    }));
    notes.push(
        "Fill, elimination: percentage points that the technique adds to the mean share of the empty cells \
         and of the candidates to be removed; * : the 95 % interval (clusters by class) excludes 0. Solved: \
         further puzzles. Time: the mean with the technique over the mean without it, solved or not; `harness \
         compare` tells it from noise."
            .into(),
    );
    notes
}

/// What the second of the two contestants of a field has more than the first; `None` without a common puzzle.
fn effect(
    runs: &Runs,
    pair: &TechniquePair,
    field: &Field,
    bootstrap: BootstrapArgs,
) -> Option<Effect> {
    let of = |metric| {
        let matrix = field.matrix(runs, metric, Passes::Median);
        let found = compare::compare(runs, &matrix, metric, bootstrap, Noise::default());
        let both = matrix.row(0).iter().zip(matrix.row(1));
        let both = both.filter(|(a, b)| a.value.is_some() && b.value.is_some());
        let (a, b): (Vec<Score>, Vec<Score>) = both.map(|(a, b)| (*a, *b)).unzip();
        (found, a, b)
    };
    let share = |(found, a, b): &(analysis::stats::pair::Comparison, Vec<Score>, Vec<Score>)| {
        let value = |row: &[Score]| mean(&row.iter().filter_map(|it| it.value).collect::<Vec<_>>());
        Some(SharePair {
            without: value(a)?,
            with: value(b)?,
            difference: found.difference?,
            interval: found.difference_interval,
        })
    };
    let (fill, elimination) = (of(Metric::Fill), of(Metric::Elimination));
    let (fill_rate, elimination_rate) = (share(&fill)?, share(&elimination)?);
    let (found, a, b) = fill;
    let wall = |row: &[Score]| {
        let times: Option<Vec<f64>> = row.iter().map(|score| score.wall_ns).collect();
        times.and_then(|times| mean(&times))
    };
    Some(Effect {
        technique: pair.technique.id,
        added: pair.added,
        without: pair.without.id(),
        with: pair.with.id(),
        puzzles: found.puzzles,
        clusters: found.clusters,
        fill_rate,
        elimination_rate,
        solved_without: found.both_solved + found.only_a,
        solved_with: found.both_solved + found.only_b,
        wall_without_ns: wall(&a),
        wall_with_ns: wall(&b),
    })
}
