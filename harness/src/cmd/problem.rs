//! The one puzzle or instance that a verb is about.

use std::path::Path;
use std::slice;
use std::sync::Arc;

use anyhow::bail;
use board::{Grid, Puzzle, referee};

use super::solve::is_called_like_a_file;
use crate::cli::ProblemArgs;
use crate::corpus::{Entry, Listed, Reader, Records};
use crate::filter::Filter;
use crate::instance::Instance;

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

    /// Whether a grid solves it.
    ///
    /// # Errors
    /// Why not, in words.
    pub(super) fn check(&self, grid: &Grid) -> Result<(), String> {
        match &self.instance {
            Some(instance) => instance.check(grid),
            None => referee::check(&self.puzzle, grid).map_err(|refuted| refuted.to_string()),
        }
    }
}

fn all(arguments: &ProblemArgs) -> anyhow::Result<Vec<Problem>> {
    let (options, _) = arguments.read.options()?;
    let filter = Filter::new(arguments.puzzles.0.clone(), &[])?;
    let path = &arguments.problem;
    let mut found = Vec::new();
    if path == Path::new("-") || path.exists() || is_called_like_a_file(path) {
        for entry in Reader::open_with(slice::from_ref(path), options)? {
            match entry? {
                Entry::Puzzle(item) if filter.selects(&item.name, true) => {
                    found.push(Problem { puzzle: item.puzzle, instance: item.instance });
                }
                Entry::Bad(bad) => bail!(bad),
                _ => {}
            }
        }
        return Ok(found);
    }
    for listed in Records::of_text("puzzle", &path.to_string_lossy(), options) {
        match listed? {
            Listed::Record(record, _) => {
                found.push(Problem { puzzle: record.puzzle, instance: None });
            }
            Listed::Bad(bad) => bail!(bad),
            Listed::Noted(_) => {}
        }
    }
    Ok(found)
}
