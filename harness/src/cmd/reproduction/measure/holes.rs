//! Measurements on puzzles with holes, random or balanced.

use std::sync::Arc;

use analysis::stats::bootstrap::Interval;
use analysis::stats::median_interval::median_interval;
use anyhow::Context;
use board::{Puzzle, catalog};
use generate::{Balance, Generator, Grids, Share};
use rayon::prelude::*;
use schemars::JsonSchema;
use serde::Deserialize;
use solvers::{Limits, Outcome, Solver};

use super::super::figure::Figure;
use super::sample_store::wanted;
use super::searches::{checked, row};
use super::{ALPHA, Laboratory, Measured, counter};

/// Puzzles with a share of holes, and what they cost a backend.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(in super::super) struct HolesSample {
    /// The name of the board.
    board: String,
    /// The number of holes.
    holes: usize,
    /// Which regions have equally many; by default holes are random.
    #[serde(default)]
    balance: HolesBalance,
    /// The number of puzzles.
    puzzles: u64,
    /// The seed.
    seed: u64,
    /// The backend that finds a solution of each.
    backend: String,
    /// The counter, of which the median is taken.
    counter: Option<String>,
}

/// Which regions have equally many holes.
#[derive(Clone, Copy, Debug, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
enum HolesBalance {
    #[default]
    Random,
    Singly,
    Doubly,
}

/// A measurement on puzzles with holes.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(in super::super) enum OfHoles {
    /// The median of a counter.
    Median(HolesSample),
    /// The median of a counter, divided by that of other puzzles.
    MedianRatio { of: HolesSample, over: HolesSample },
    /// The percentage of the puzzles of which the backend finds a solution; nothing is counted.
    SolvedShare(HolesSample),
}

impl OfHoles {
    pub(super) fn take(&self, laboratory: &Laboratory<'_>) -> anyhow::Result<Measured> {
        match self {
            Self::Median(sample) => sample.median(ALPHA, laboratory),
            Self::MedianRatio { of, over } => {
                // Both intervals have their medians with the confidence of the one for the ratio.
                let [of, over] = [of, over].map(|sample| sample.median(ALPHA / 2.0, laboratory));
                let (of, over) = (of?, over?);
                let number = |it: &Measured| it.figure.as_ref().and_then(Figure::number);
                let ratio = number(&of).zip(number(&over)).map(|(of, over)| of / over);
                let ends = of.interval.zip(over.interval);
                let interval = ends.map(|(of, over)| Interval {
                    low: of.low / over.high,
                    high: of.high / over.low,
                });
                Ok(Measured { interval, ..ratio.context("no puzzles")?.into() })
            }
            Self::SolvedShare(sample) => {
                let outcomes = sample.outcomes(laboratory)?;
                let n_solved = outcomes.iter().filter(|it| it.first.is_some()).count();
                Ok(Measured::share(n_solved, outcomes.len()))
            }
        }
    }
}

impl HolesSample {
    /// Returns the median of the counter; its interval misses it with a probability of at most
    /// `alpha`.
    fn median(&self, alpha: f64, laboratory: &Laboratory<'_>) -> anyhow::Result<Measured> {
        let counter = counter(self.counter.as_deref().context("expected counter")?)?;
        let outcomes = self.outcomes(laboratory)?;
        let mut costs: Vec<u64> = outcomes.iter().map(|it| it.counters.get(counter)).collect();
        costs.sort_unstable();
        let median = costs.get(costs.len().saturating_sub(1) / 2).copied().unwrap_or(0);
        let costs: Vec<f64> = costs.into_iter().map(|cost| cost as f64).collect();
        Ok(Measured { interval: median_interval(&costs, alpha), ..median.into() })
    }

    /// Returns what the backend returns for each puzzle.
    fn outcomes(&self, laboratory: &Laboratory<'_>) -> anyhow::Result<Vec<Outcome>> {
        let geometry = Arc::new(catalog::named(&self.board)?);
        anyhow::ensure!(self.holes <= geometry.cells(), "{} has fewer cells", self.board);
        let given = geometry.cells() - self.holes;
        let share = match self.balance {
            HolesBalance::Random => Share::Left(given),
            HolesBalance::Singly => Share::Balanced(given, Balance::Lines),
            HolesBalance::Doubly => Share::Balanced(given, Balance::Regions),
        };
        let new = || Generator::new(geometry.clone());
        let puzzles = wanted(self.puzzles, new, |generator, number| {
            generator.with_share(self.seed, number, share, Grids::FewestFirst)
        })?;
        let row = row(&self.backend)?;
        row.prepare::<Puzzle>(&geometry)?;
        let prepare = || row.prepare::<Puzzle>(&geometry).expect("it was prepared before");
        let solve = |solver: &mut Box<dyn Solver>, puzzle: &Puzzle| {
            let limits = Limits { cancel: Some(laboratory.cancel), ..Limits::solutions(1) };
            checked(puzzle, &row, solver.solve(puzzle, &limits))
        };
        puzzles.par_iter().map_init(prepare, solve).collect()
    }
}
