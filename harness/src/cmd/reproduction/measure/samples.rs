//! Measurements on many generated puzzles, each a function of a seed.

use std::collections::{BTreeSet, HashSet};

use analysis::stats::median_interval::median_interval;
use analysis::stats::quantile;
use analysis::stats::rank_correlation::{spearman, spearman_interval};
use anyhow::{Context, bail};
use board::Puzzle;
use generate::{Generator, Grids};
use race::progress::Progress;
use rayon::prelude::*;
use schemars::JsonSchema;
use serde::Deserialize;
use solvers::candidates::rounds::{self, Rules};
use solvers::logic::rating::Level;
use solvers::{Backend, Limits, Outcome, Solver};

use super::super::figure::Figure;
use super::sample_store::{Sample, classic, wanted};
use super::searches::{checked, row};
use super::{ALPHA, Laboratory, Measured, arrangement, counter};

/// A measurement on a sample.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(in super::super) enum OfSample {
    /// The share of one of these levels, in percent.
    LevelShare { sample: Sample, levels: Vec<String> },
    /// The rank correlation of the number of clues and the score, over all samples together.
    CluesAndScore { samples: Vec<Sample> },
    /// The share of the variance of the score that the arrangement of the clues explains, in percent: puzzles on
    /// some arrangements of a number of clues.
    Arrangement { arrangements: u64, puzzles: u64, clues: usize, seed: u64 },
    /// The share that a backend solves, in percent.
    SolvedShare { sample: Sample, backend: String },
    /// A statistic of a counter, up to the first solution.
    Counter { sample: Sample, backend: String, counter: String, figure: SampleFigure },
    /// The sum of a counter, divided by that of another backend.
    CounterRatio { sample: Sample, backend: String, over: String, counter: String },
    /// A statistic of the number of clues.
    Clues { sample: Sample, figure: SampleFigure },
    /// The share with at least and at most a number of clues, in percent.
    CluesShare { sample: Sample, least: usize, most: usize },
    /// The share in which no clue can be removed without a need for a hypothesis, in percent.
    WithoutSpareClue(Sample),
    /// The number of different grids that brute force finds with symbols in random order.
    DifferentGrids { grids: u64, seed: u64 },
    /// The smallest and largest number of removals where elimination alone gets stuck after it filled a number
    /// of cells.
    RemovalsWhenStuck { sample: Sample, filled: u64 },
    /// The remainders of the removals when divided by 8, where a backend makes no wrong bet.
    RemovalRemainders { sample: Sample, backend: String },
}

/// A statistic over a sample.
#[derive(Clone, Copy, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub(in super::super) enum SampleFigure {
    /// The smallest value.
    Least,
    /// The median.
    Median,
    /// The largest value.
    Most,
}

impl OfSample {
    pub(super) fn take(&self, laboratory: &Laboratory<'_>) -> anyhow::Result<Measured> {
        let puzzles = |sample| laboratory.samples.puzzles(sample);
        Ok(match self {
            Self::LevelShare { sample, levels } => level_share(laboratory, sample, levels)?,
            Self::CluesAndScore { samples } => clues_and_score(laboratory, samples)?,
            Self::Arrangement { arrangements, puzzles, clues, seed } => {
                arrangement::explained(*arrangements, *puzzles, *clues, *seed)?
            }
            Self::SolvedShare { sample, backend } => {
                let outcomes = outcomes(&puzzles(sample)?, &row(backend)?, laboratory)?;
                share(&outcomes, |outcome| outcome.first.is_some())
            }
            Self::Counter { sample, backend, counter: name, figure } => {
                let outcomes = outcomes(&puzzles(sample)?, &row(backend)?, laboratory)?;
                let counter = counter(name)?;
                figure.of(outcomes.iter().map(|it| it.counters.get(counter)))?
            }
            Self::CounterRatio { sample, backend, over, counter } => {
                let of = |id| counts(&puzzles(sample)?, id, counter, laboratory);
                Measured::ratio(of(backend)?.into_iter().zip(of(over)?))
            }
            Self::Clues { sample, figure } => {
                figure.of(puzzles(sample)?.iter().map(|it| it.clues() as u64))?
            }
            Self::CluesShare { sample, least, most } => {
                share(&puzzles(sample)?, |it| (*least..=*most).contains(&it.clues()))
            }
            Self::WithoutSpareClue(sample) => without_spare_clue(&puzzles(sample)?)?,
            Self::DifferentGrids { grids, seed } => different_grids(*grids, *seed)?.into(),
            Self::RemovalsWhenStuck { sample, filled } => {
                removals_when_stuck(&puzzles(sample)?, *filled, laboratory)?.into()
            }
            Self::RemovalRemainders { sample, backend } => {
                let outcomes = outcomes(&puzzles(sample)?, &row(backend)?, laboratory)?;
                removal_remainders(&outcomes).into()
            }
        })
    }
}

impl SampleFigure {
    fn of(self, values: impl Iterator<Item = u64>) -> anyhow::Result<Measured> {
        let values = quantile::sorted(values.map(|it| it as f64));
        let share = match self {
            Self::Least => 0.0,
            Self::Median => 0.5,
            Self::Most => 1.0,
        };
        let value = quantile::quantile(&values, share).context("the sample is empty")?;
        let is_whole = value.fract() == 0.0;
        let figure = if is_whole { Figure::Integer(value as i64) } else { value.into() };
        let interval = match self {
            Self::Median => median_interval(&values, ALPHA),
            Self::Least | Self::Most => None,
        };
        Ok(Measured { interval, ..figure.into() })
    }
}

/// Returns the share for which something holds, in percent.
fn share<T>(all: &[T], holds: impl Fn(&T) -> bool) -> Measured {
    Measured::share(all.iter().filter(|it| holds(it)).count(), all.len())
}

/// Solves each puzzle, up to the first solution, and has the referee check the grids.
pub(super) fn outcomes(
    puzzles: &[Puzzle],
    row: &Backend,
    laboratory: &Laboratory<'_>,
) -> anyhow::Result<Vec<Outcome>> {
    let geometry = classic()?;
    row.prepare::<Puzzle>(&geometry)?;
    let limits = || Limits { cancel: Some(laboratory.cancel), ..Limits::solutions(1) };
    let solve = |solver: &mut Box<dyn Solver>, puzzle: &Puzzle| {
        checked(puzzle, row, solver.solve(puzzle, &limits()))
    };
    let prepare = || row.prepare::<Puzzle>(&geometry).expect("it was prepared before");
    puzzles.par_iter().map_init(prepare, solve).collect()
}

/// Returns a counter of the search for the first solution of each puzzle.
fn counts(
    puzzles: &[Puzzle],
    backend: &str,
    name: &str,
    laboratory: &Laboratory<'_>,
) -> anyhow::Result<Vec<f64>> {
    let counter = counter(name)?;
    let row = row(backend)?;
    if !row.counts.contains(&counter) {
        bail!("{backend} does not count {name}");
    }
    let outcomes = outcomes(puzzles, &row, laboratory)?;
    Ok(outcomes.iter().map(|it| it.counters.get(counter) as f64).collect())
}

fn level_share(
    laboratory: &Laboratory<'_>,
    sample: &Sample,
    levels: &[String],
) -> anyhow::Result<Measured> {
    let names = Level::ALL.map(Level::name);
    if let Some(unknown) = levels.iter().find(|name| !names.contains(&name.as_str())) {
        bail!("there is no level {unknown:?}, expected one of {}", names.join(", "));
    }
    let ratings = laboratory.samples.ratings(sample)?;
    Ok(share(&ratings, |rating| levels.iter().any(|name| name == rating.level().name())))
}

fn clues_and_score(laboratory: &Laboratory<'_>, samples: &[Sample]) -> anyhow::Result<Measured> {
    let mut pairs: Vec<(f64, f64)> = Vec::new();
    for sample in samples {
        let (puzzles, ratings) =
            (laboratory.samples.puzzles(sample)?, laboratory.samples.ratings(sample)?);
        let both = puzzles.iter().zip(ratings.iter());
        pairs.extend(both.map(|(it, rating)| (it.clues() as f64, rating.score().into())));
    }
    let constant = "all puzzles have the same number of clues or the same score";
    let coefficient = spearman(&pairs).context(constant)?;
    let interval = spearman_interval(coefficient, pairs.len());
    Ok(Measured { interval, ..coefficient.into() })
}

/// Tries each clue of each puzzle: without it, rounds without a hypothesis get stuck.
fn without_spare_clue(puzzles: &[Puzzle]) -> anyhow::Result<Measured> {
    let geometry = classic()?;
    let rules = Rules { max_hypotheses: Some(0), ..Rules::default() };
    let is_needed = |rounds: &mut Box<dyn Solver + Send>, puzzle: &Puzzle| {
        (0..geometry.cells()).filter(|&cell| puzzle.given(cell).is_some()).all(|cell| {
            let mut givens = puzzle.givens();
            givens[cell] = None;
            let opened = Puzzle::from_givens(geometry.clone(), &givens);
            rounds.solve(&opened, &Limits::solutions(1)).first.is_none()
        })
    };
    let found: Vec<bool> =
        puzzles.par_iter().map_init(|| rounds::solver(&geometry, rules), is_needed).collect();
    Ok(share(&found, |&it| it))
}

fn different_grids(grids: u64, seed: u64) -> anyhow::Result<usize> {
    let geometry = classic()?;
    let new = || Generator::new(geometry.clone());
    let grid =
        |generator: &mut Generator<'_>, number| generator.grid(seed, number, Grids::ReadingOrder);
    let all = wanted(grids, new, grid)?;
    Ok(all.iter().map(|grid| grid.symbols()).collect::<HashSet<_>>().len())
}

fn removals_when_stuck(
    puzzles: &[Puzzle],
    filled: u64,
    laboratory: &Laboratory<'_>,
) -> anyhow::Result<String> {
    let outcomes = outcomes(puzzles, &row("deduce/naked-single")?, laboratory)?;
    let is_meant = |(puzzle, outcome): &(&Puzzle, &Outcome)| {
        outcome.first.is_none()
            && Progress::of(puzzle, outcome).is_some_and(|it| it.filled == filled)
    };
    let both = puzzles.iter().zip(&outcomes).filter(is_meant);
    let removals: BTreeSet<u64> = both.map(|(_, outcome)| outcome.counters.removals).collect();
    match (removals.first(), removals.last()) {
        (Some(least), Some(most)) => Ok(format!("{least} to {most}")),
        _ => bail!("no puzzle of the sample gets stuck after {filled} cells"),
    }
}

fn removal_remainders(outcomes: &[Outcome]) -> String {
    let right = outcomes.iter().map(|it| it.counters).filter(|it| it.wrong_bets == 0);
    let remainders: BTreeSet<u64> = right.map(|it| it.removals % 8).collect();
    remainders.iter().map(u64::to_string).collect::<Vec<_>>().join(" ")
}
