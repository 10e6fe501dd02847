//! Samples of generated puzzles, and their ratings, each made once.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Arc, Mutex, PoisonError};

use anyhow::bail;
use board::{Geometry, Puzzle, catalog};
use generate::{Generator, Spec, Strategy};
use rayon::prelude::*;
use schemars::JsonSchema;
use serde::Deserialize;
use solvers::Limits;
use solvers::logic::rating::{Rater, Rating};

/// The number of times that as many puzzles as are needed are tried.
const TRIES: u64 = 200;

/// Generated puzzles with one solution, on the board of rows, columns and blocks of nine.
#[derive(Clone, Copy, Debug, Deserialize, Eq, Hash, JsonSchema, PartialEq)]
#[serde(deny_unknown_fields)]
pub(in super::super) struct Sample {
    /// Their number.
    pub(super) puzzles: u64,
    /// The seed.
    pub(super) seed: u64,
    /// The number of clues; by default as few as removal reaches.
    pub(super) clues: Option<usize>,
    /// How they are made.
    #[serde(default)]
    pub(super) method: SampleMethod,
}

/// How the puzzles of a sample are made.
#[derive(Clone, Copy, Debug, Default, Deserialize, Eq, Hash, JsonSchema, PartialEq)]
#[serde(rename_all = "kebab-case")]
pub(in super::super) enum SampleMethod {
    /// Clues are removed from a random grid.
    #[default]
    Remove,
    /// Hurtebis' creation.
    Hurtebis,
}

/// The samples that were made.
#[derive(Default)]
pub(super) struct SampleStore {
    puzzles: Made<Vec<Puzzle>>,
    ratings: Made<Vec<Rating>>,
}

/// What was made of a sample.
type Made<T> = Mutex<HashMap<Sample, Arc<T>>>;

impl SampleStore {
    /// Returns the puzzles of a sample.
    ///
    /// # Errors
    /// When the generator does not find as many.
    pub(super) fn puzzles(&self, sample: &Sample) -> anyhow::Result<Arc<Vec<Puzzle>>> {
        once(&self.puzzles, sample, || generated(sample))
    }

    /// Returns their ratings.
    ///
    /// # Errors
    /// When the generator does not find as many, or a puzzle has no rating.
    pub(super) fn ratings(&self, sample: &Sample) -> anyhow::Result<Arc<Vec<Rating>>> {
        once(&self.ratings, sample, || rated(&self.puzzles(sample)?))
    }
}

/// Returns what was made of a sample, or is made now.
fn once<T>(
    made: &Made<T>,
    sample: &Sample,
    make: impl FnOnce() -> anyhow::Result<T>,
) -> anyhow::Result<Arc<T>> {
    let known = || made.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(it) = known().get(sample) {
        return Ok(it.clone());
    }
    let new = Arc::new(make()?);
    known().insert(*sample, new.clone());
    Ok(new)
}

fn generated(sample: &Sample) -> anyhow::Result<Vec<Puzzle>> {
    let geometry = classic()?;
    let strategy = match sample.method {
        SampleMethod::Remove => Strategy::Remove,
        SampleMethod::Hurtebis => Strategy::Hurtebis,
    };
    let spec = Spec { clues: sample.clues, strategy, ..Spec::default() };
    wanted(
        sample.puzzles,
        || Generator::new(geometry.clone()),
        |generator, number| generator.puzzle(sample.seed, number, spec),
    )
}

/// Returns the board of rows, columns and blocks of nine.
pub(super) fn classic() -> anyhow::Result<Arc<Geometry>> {
    Ok(Arc::new(catalog::classic(9)?))
}

/// Returns the first things that are found as the numbers go up; each number finds one or none.
pub(super) fn wanted<T: Send, G: Send>(
    n: u64,
    new: impl Fn() -> G + Sync + Send,
    find: impl Fn(&mut G, u64) -> Option<T> + Sync + Send,
) -> anyhow::Result<Vec<T>> {
    let mut all: Vec<T> = Vec::new();
    for turn in 0..TRIES {
        if all.len() as u64 >= n {
            break;
        }
        let numbers = (turn * n..(turn + 1) * n).into_par_iter();
        all.par_extend(numbers.map_init(&new, &find).flatten_iter());
    }
    if (all.len() as u64) < n {
        bail!("the generator found {} of {n}", all.len());
    }
    all.truncate(n as usize);
    Ok(all)
}

/// Returns the ratings of puzzles that have one solution.
pub(super) fn rated(puzzles: &[Puzzle]) -> anyhow::Result<Vec<Rating>> {
    let geometry = classic()?;
    let rate = |rater: &mut Rater, puzzle| match rater.rate(puzzle, &Limits::solutions(1)) {
        Ok(rating) => Ok(rating),
        Err(problem) => bail!("a generated puzzle has no rating: {problem:?}"),
    };
    puzzles.par_iter().map_init(|| Rater::new(&geometry), rate).collect()
}
