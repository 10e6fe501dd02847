//! What each switch of a row adds to the others, from the rows: the row with everything beside the same row
//! without one technique.

use std::collections::BTreeSet;

use analysis::load::Runs;
use analysis::stats::bootstrap::Interval;
use analysis::stats::pair::Comparison;
use analysis::stats::scores::Metric;
use anyhow::bail;
use render::plot::ablation::{SwitchBar, SwitchChart};
use serde::Serialize;
use solvers::registry;

use super::{caption, without_rows};
use crate::cli::{AblateArgs, BootstrapArgs, HowCompared, SwitchedRow, TrialsArgs};
use crate::cmd::compare::{self, How, sentence};

mod print;

/// What the row without a technique needs over what the row with all of them needs: above 1, the technique helps.
#[derive(Clone, Copy, Debug, Serialize)]
struct Ratio {
    value: Option<f64>,
    interval: Option<Interval>,
    /// The logarithm that it must exceed, either way: the noise of times, which one pass does not tell, and 0 of
    /// counts.
    noise_floor: Option<f64>,
}

impl Ratio {
    /// Returns whether the interval excludes 1, and the ratio is beyond the noise.
    fn is_sure(self) -> bool {
        let Self { value: Some(value), interval: Some(interval), noise_floor: Some(floor) } = self
        else {
            return false;
        };
        !interval.contains(1.0) && value.ln().abs() > floor
    }
}

/// What a switch adds.
#[derive(Clone, Debug, Serialize)]
struct SwitchEffect {
    switch: String,
    /// The row without it.
    without: String,
    puzzles: usize,
    clusters: usize,
    both_solved: usize,
    /// The number of puzzles that are solved with it alone, and without it alone.
    only_with: usize,
    only_without: usize,
    /// PAR-2, over all puzzles.
    par2_ratio: Ratio,
    /// Wall time, the geometric mean where both solved.
    time_ratio: Ratio,
    /// The same of conflicts.
    conflicts_ratio: Ratio,
}

/// The effects of all switches of a row, in the order of their names.
#[derive(Clone, Debug, Serialize)]
pub(super) struct SwitchEffects {
    #[serde(skip)]
    row: &'static str,
    effects: Vec<SwitchEffect>,
    notes: Vec<String>,
    #[serde(skip)]
    caption: String,
}

impl SwitchEffects {
    /// Compares the row with each that lacks one technique.
    ///
    /// # Errors
    /// When the rows have none of these pairs.
    pub(super) fn of(
        runs: &Runs,
        row: SwitchedRow,
        arguments: &AblateArgs,
    ) -> anyhow::Result<Self> {
        let has_rows: BTreeSet<&str> = (runs.trials.iter())
            .map(|trial| &*runs.contestants[trial.contestant as usize].backend)
            .collect();
        let (mut effects, mut missing, mut caveats) = (Vec::new(), Vec::new(), Vec::new());
        for (switch, without) in registry::switched_off(row.id) {
            match [row.id, without.id].into_iter().find(|id| !has_rows.contains(id)) {
                Some(id) => missing.push(id),
                None => {
                    let (effect, of_times) = effect(runs, row.id, switch, without.id, arguments)?;
                    effects.push(effect);
                    caveats.extend(of_times);
                }
            }
        }
        missing.dedup();
        caveats.dedup();
        if effects.is_empty() {
            bail!(
                "the rows have no ablation of {0}: `harness run --switches {0}` makes one",
                row.id
            );
        }
        let mut notes = vec![
            "Each figure is that of the row without the technique over that of the row with all: above 1, \
             the technique helps. PAR-2: over all puzzles, an unsolved one counts twice its limit. Time, \
             conflicts: geometric means over the puzzles that both solved. * : the 95 % interval (clusters by \
             class, not corrected for several switches) excludes 1, and a time is beyond the noise between \
             passes. Gained, lost: puzzles that only the row \
             with it, or only the one without it, solved."
                .to_owned(),
        ];
        notes.extend(without_rows(&missing));
        notes.extend(caveats);
        notes.extend(runs.caveats(Metric::Time.measure()));
        let caption = caption(runs, effects.iter().map(|effect| effect.puzzles));
        Ok(Self { row: row.id, effects, notes, caption })
    }

    /// Returns the data of the picture.
    pub(super) fn chart(&self) -> SwitchChart {
        let bar = |effect: &SwitchEffect| SwitchBar {
            name: effect.switch.clone(),
            ratio: effect.par2_ratio.value,
            interval: effect.par2_ratio.interval,
        };
        SwitchChart {
            row: self.row.into(),
            bars: self.effects.iter().map(bar).collect(),
            caption: self.caption.clone(),
            notes: self.notes.clone(),
        }
    }
}

/// Compares a row with the one that lacks a technique. Returns the caveats of the times, too.
fn effect(
    runs: &Runs,
    with: &str,
    switch: &str,
    without: &str,
    arguments: &AblateArgs,
) -> anyhow::Result<(SwitchEffect, Vec<String>)> {
    let bootstrap = BootstrapArgs { resamples: arguments.resamples, seed: arguments.seed };
    let by = |metric| {
        let compared = HowCompared { metric, by: Vec::new(), top: 0, bootstrap };
        let how = How { trials: TrialsArgs::default(), compared };
        compare::comparison(runs, with, without, &how)
    };
    let (time, conflicts) = (by(Metric::Time)?, by(Metric::Conflicts)?);
    let noise_floor = time.noise.floor;
    let ratio = |it: &Comparison, noise_floor| Ratio {
        value: it.ratio,
        interval: it.interval,
        noise_floor,
    };
    let effect = SwitchEffect {
        switch: switch.into(),
        without: without.into(),
        puzzles: time.puzzles,
        clusters: time.clusters,
        both_solved: time.both_solved,
        only_with: time.only_a,
        only_without: time.only_b,
        par2_ratio: Ratio { value: time.par2_ratio, interval: time.par2_interval, noise_floor },
        time_ratio: ratio(&time, noise_floor),
        conflicts_ratio: ratio(&conflicts, Some(0.0)),
    };
    Ok((effect, sentence::caveats(with, without, &time, Metric::Time)))
}
