//! The single problem of `encode`, `decode`, `count` and `check-count`, and the problems of `symmetries`.

use anyhow::bail;
use race::corpus::RecordEntry;
use race::problem::AnyProblem;
use record::filter::Filter;

use super::solve;
use crate::cli::ProblemArgs;

/// Returns the only problem that the arguments name.
///
/// # Errors
/// When it cannot be read, or there are none or several.
pub(super) fn one(arguments: &ProblemArgs) -> anyhow::Result<AnyProblem> {
    let found = all(arguments)?;
    let n_found = found.len();
    let mut found = found.into_iter().map(|(_, problem)| problem);
    match (found.next(), n_found) {
        (Some(problem), 1) => Ok(problem),
        (Some(_), _) => bail!("{n_found} puzzles, expected one: choose it with -f NAME"),
        (None, _) => bail!("no puzzle: the file has none, or the filters exclude all"),
    }
}

/// Returns all problems that the arguments name, with what they are called.
///
/// # Errors
/// When one cannot be read.
pub(super) fn all(arguments: &ProblemArgs) -> anyhow::Result<Vec<(String, AnyProblem)>> {
    let (options, _) = arguments.read.options()?;
    let filter = Filter::new(arguments.puzzles.0.clone(), &[])?;
    let path = &arguments.problem;
    let mut found = Vec::new();
    for listed in solve::named(path, options)? {
        match listed? {
            RecordEntry::Record(record, called) if filter.selects(&called, true) => {
                found.push((called, AnyProblem::Puzzle(record.puzzle)));
            }
            RecordEntry::Other(problem, called, _) if filter.selects(&called, true) => {
                found.push((called, problem));
            }
            RecordEntry::Bad(bad) => bail!(bad),
            RecordEntry::Note(note) => super::note(&note),
            RecordEntry::Record(..) | RecordEntry::Other(..) => {}
        }
    }
    Ok(found)
}
