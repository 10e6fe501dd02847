//! The one puzzle or instance that a subcommand is about.

use std::slice;
use std::sync::Arc;

use anyhow::bail;
use board::Puzzle;
use race::corpus::{Listed, Records};
use race::instance::Instance;
use record::filter::Filter;

use super::families;
use super::solve::is_a_file;
use crate::cli::ProblemArgs;

/// A puzzle, or what stands for an instance that is none.
pub(super) struct Problem {
    pub(super) puzzle: Puzzle,
    pub(super) instance: Option<Arc<Instance>>,
}

impl Problem {
    /// The one that is meant.
    ///
    /// # Errors
    /// When it cannot be read, or there are none or several.
    pub(super) fn of(arguments: &ProblemArgs) -> anyhow::Result<Self> {
        let found = all(arguments)?;
        let n_found = found.len();
        let mut found = found.into_iter();
        match (found.next(), n_found) {
            (Some(problem), 1) => Ok(problem),
            (Some(_), _) => bail!("{n_found} puzzles, expected one: choose it with -f NAME"),
            (None, _) => bail!("no puzzle: there is none in the file, or the filters leave none"),
        }
    }
}

fn all(arguments: &ProblemArgs) -> anyhow::Result<Vec<Problem>> {
    let (options, _) = arguments.read.options()?;
    let filter = Filter::new(arguments.puzzles.0.clone(), &[])?;
    let path = &arguments.problem;
    if let Some(family) = families::named(&path.to_string_lossy()).filter(|_| !path.exists()) {
        let instance = Instance::Cover(family?);
        let puzzle = instance.stand_in().map_err(anyhow::Error::msg)?;
        return Ok(vec![Problem { puzzle, instance: Some(Arc::new(instance)) }]);
    }
    let records = match is_a_file(path) {
        true => Records::open(slice::from_ref(path), options)?,
        false => Records::of_text("puzzle", &path.to_string_lossy(), options),
    };
    let mut found = Vec::new();
    for listed in records {
        match listed? {
            Listed::Record(record, called) if filter.selects(&called, true) => {
                found.push(Problem { puzzle: record.puzzle, instance: None });
            }
            Listed::Instance(instance, puzzle, called) if filter.selects(&called, true) => {
                found.push(Problem { puzzle: *puzzle, instance: Some(instance) });
            }
            Listed::Bad(bad) => bail!(bad),
            Listed::Noted(note) => super::note(&note),
            Listed::Record(..) | Listed::Instance(..) => {}
        }
    }
    Ok(found)
}
