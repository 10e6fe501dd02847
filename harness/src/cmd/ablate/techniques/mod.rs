//! What each technique adds, from the rows.

use std::collections::BTreeMap;

use analysis::load::Runs;
use analysis::stats::bootstrap::Interval;
use analysis::stats::means::mean;
use analysis::stats::pair::noise::Noise;
use analysis::stats::scores::{Metric, Passes, Score};
use anyhow::bail;
use render::plot::ablation::{AblationBar, AblationChart};
use render::table::counted;
use serde::Serialize;

use super::{caption, without_rows};
use crate::cli::{AblateArgs, BootstrapArgs};
use crate::cmd::compare;
use crate::cmd::selection::Field;
use crate::cmd::technique_pairs::{Added, TechniquePair};

mod print;

/// A share without and with a technique: means over the puzzles of which both sets have it, because they left a grid or
/// candidates.
#[derive(Clone, Copy, Debug, Serialize)]
struct SharePair {
    /// The number of these puzzles.
    puzzles: usize,
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
    /// The number of puzzles that both sets attempted, solved or not.
    puzzles: usize,
    /// The number of independent clusters of those with a fill rate.
    clusters: usize,
    /// `None` if no puzzle has a share of both.
    fill_rate: Option<SharePair>,
    elimination_rate: Option<SharePair>,
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

impl Effect {
    /// Returns the number of puzzles behind the shares.
    fn n_shares(&self) -> usize {
        self.fill_rate.map_or(0, |share| share.puzzles)
    }
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
        notes.extend(runs.caveats(Metric::Time.measure()));
        let caption = caption(runs, all.iter().map(|effect| effect.puzzles));
        Ok(Self { all, notes, caption })
    }

    /// Returns the data of the picture.
    pub(super) fn chart(&self) -> AblationChart {
        let mut bars: Vec<AblationBar> = Vec::new();
        for effect in &self.all {
            if bars.last().is_none_or(|bar| bar.name != effect.technique) {
                bars.push(AblationBar { name: effect.technique.into(), ..Default::default() });
            }
            let Some(bar) = bars.last_mut() else { continue };
            let value = effect.fill_rate.map(|share| share.difference);
            match effect.added {
                Added::Alone => bar.alone = value,
                Added::Last => bar.last = value,
            }
        }
        AblationChart { bars, caption: self.caption.clone(), notes: self.notes.clone() }
    }
}

/// Returns what the table says.
fn explained(all: &[Effect], arguments: &AblateArgs) -> Vec<String> {
    let of = |added: Added| all.iter().find(|effect| effect.added == added);
    let mut notes = Vec::new();
    notes.extend(of(Added::Alone).map(|effect| {
        let shares = shares(effect, |share| share.without);
        format!("Alone: added to {}{shares}.", arguments.base.id())
    }));
    notes.extend(of(Added::Last).map(|effect| {
        let shares = shares(effect, |share| share.with);
        format!("Last: {} against the same without it{shares}.", arguments.full.id())
    }));
    notes.push(
        "Fill, elimination: percentage points that the technique adds to the mean share of the empty cells \
         and of the candidates to be removed; * : the 95 % interval (clusters by class) excludes 0. Solved: \
         further puzzles. Time: the mean with the technique over the mean without it, solved or not; `harness \
         compare` tells it from noise."
            .into(),
    );
    notes.extend(fewer_shares(all));
    notes
}

/// ` (61.23 % filled, 40.00 % eliminated on 49 puzzles)`: the shares of one of the sets, with the puzzles that they are
/// over; nothing if there are none.
fn shares(effect: &Effect, of: impl Fn(&SharePair) -> f64) -> String {
    let Some((fill, elimination)) = effect.fill_rate.zip(effect.elimination_rate) else {
        return String::new();
    };
    let percent = |share: SharePair| format!("{:.2} %", of(&share) * 100.0);
    let puzzles = counted(fill.puzzles as u64, "puzzle");
    format!(" ({} filled, {} eliminated on {puzzles})", percent(fill), percent(elimination))
}

/// Over how many puzzles the shares are, if they are over fewer than the other figures.
fn fewer_shares(all: &[Effect]) -> Option<String> {
    let numbers = all.iter().map(|effect| (effect.n_shares(), effect.puzzles));
    let (fewest, of) = numbers.filter(|(n, puzzles)| n < puzzles).min()?;
    Some(format!(
        "Fill and elimination are over the puzzles on which both sets left a grid or candidates, solved and time over \
         all: the fewest are {fewest} of {of} (--csv and --json have the number of each)."
    ))
}

/// Returns what the second of the two contestants of a field has more than the first; `None` without a common puzzle.
fn effect(
    runs: &Runs,
    pair: &TechniquePair,
    field: &Field,
    bootstrap: BootstrapArgs,
) -> Option<Effect> {
    let (fill_rate, clusters) = share(runs, field, Metric::Fill, bootstrap);
    let (elimination_rate, _) = share(runs, field, Metric::Elimination, bootstrap);
    let matrix = field.matrix(runs, Metric::Time, Passes::Median);
    let both = matrix.row(0).iter().zip(matrix.row(1));
    let both = both.filter(|(a, b)| a.is_taken() && b.is_taken());
    let (without, with): (Vec<Score>, Vec<Score>) = both.map(|(a, b)| (*a, *b)).unzip();
    let solved = |row: &[Score]| row.iter().filter(|score| score.is_solved()).count();
    let wall = |row: &[Score]| {
        let times: Option<Vec<f64>> = row.iter().map(|score| score.wall_ns).collect();
        times.and_then(|times| mean(&times))
    };
    (!without.is_empty()).then(|| Effect {
        technique: pair.technique.id,
        added: pair.added,
        without: pair.without.id(),
        with: pair.with.id(),
        puzzles: without.len(),
        clusters,
        fill_rate,
        elimination_rate,
        solved_without: solved(&without),
        solved_with: solved(&with),
        wall_without_ns: wall(&without),
        wall_with_ns: wall(&with),
    })
}

/// Returns a share of the two contestants of a field, on the puzzles of which both have it, and the number of their
/// clusters.
fn share(
    runs: &Runs,
    field: &Field,
    metric: Metric,
    bootstrap: BootstrapArgs,
) -> (Option<SharePair>, usize) {
    let matrix = field.matrix(runs, metric, Passes::Median);
    let found = compare::compare(runs, &matrix, metric, bootstrap, Noise::default());
    let both = matrix.row(0).iter().zip(matrix.row(1));
    let both = both.filter(|(a, b)| a.is_known() && b.is_known());
    let (without, with): (Vec<f64>, Vec<f64>) =
        both.filter_map(|(a, b)| a.value.zip(b.value)).unzip();
    let means = mean(&without).zip(mean(&with)).zip(found.difference);
    let share = means.map(|((without, with), difference)| SharePair {
        puzzles: found.puzzles,
        without,
        with,
        difference,
        interval: found.difference_interval,
    });
    (share, found.clusters)
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;
    use crate::cli::{Cli, Subcommand};
    use crate::cmd::golden::kept;
    use crate::cmd::technique_pairs;

    #[test]
    fn what_was_solved_and_its_time_are_over_all_puzzles_and_shares_over_those_that_have_them() {
        let words = ["harness", "ablate", "x.csv", "--base", "naked-single", "--full"];
        let words = words.into_iter().chain(["naked-single,hidden-single"]);
        let Some(Subcommand::Ablate(arguments)) =
            Cli::try_parse_from(words).expect("arguments").subcommand
        else {
            panic!("another subcommand")
        };
        let mut pairs = technique_pairs::of(&arguments.full, &arguments.base);
        pairs.retain(|pair| pair.added == Added::Alone);
        let (without, with) = (pairs[0].without.id(), pairs[0].with.id());
        // Each set leaves nothing on one puzzle, and only the second one solves any.
        let rows = [
            format!("{without},one,stuck,1,0.5,0.25\n{with},one,unique,2,1,1\n"),
            format!("{without},two,timeout,10,,\n{with},two,unique,3,1,1\n"),
            format!("{without},three,stuck,1,0.5,0.5\n{with},three,timeout,10,,\n"),
        ];
        let header = "backend,puzzle,status,wall_ns,fill_rate,elimination_rate\n";
        let runs = kept::runs(&(header.to_owned() + &rows.concat()));
        let effects = Effects::of(&runs, &pairs, &arguments).expect("a pair");
        let [effect] = &effects.all[..] else { panic!("one pair") };
        assert_eq!((effect.puzzles, effect.solved_without, effect.solved_with), (3, 0, 2));
        assert_eq!((effect.wall_without_ns, effect.wall_with_ns), (Some(4.0), Some(5.0)));
        let fill = effect.fill_rate.expect("a share");
        assert_eq!((fill.puzzles, fill.without, fill.with), (1, 0.5, 1.0));
        let notes = effects.notes.join("\n");
        assert!(notes.contains("(50.00 % filled, 25.00 % eliminated on 1 puzzle)"), "{notes}");
        assert!(notes.contains("the fewest are 1 of 3 "), "{notes}");
    }
}
