//! The run that a study lacks, for several machines.

use std::env;
use std::path::PathBuf;

use anyhow::{Context, bail};

use super::{Work, parts};
use crate::cli::ShardJobsArgs;
use crate::cmd;

/// The next run of a study, whose folder is the current one.
pub struct MissingRun {
    /// The absolute path of the folder of the study.
    pub folder: PathBuf,
    /// The study file, relative to it.
    pub file: PathBuf,
    /// The words of `run` without an output.
    pub words: Vec<String>,
    /// The folder of the run, relative to the study.
    pub output: PathBuf,
    /// The options of its jobs that the study has.
    pub jobs: ShardJobsArgs,
}

/// Returns the next run of a study; `None` if every backend has run on every corpus.
///
/// # Errors
/// When a run was interrupted, which is continued without shards, or the number of workers depends on the machine.
pub(super) fn missing(work: Work) -> anyhow::Result<Option<MissingRun>> {
    work.say_changes();
    let Work { rows, .. } = &work;
    if let Some(part) = rows.parts.iter().find(|part| !part.manifest.complete) {
        let name = parts::name(&part.folder);
        bail!("{name} was interrupted: `harness study run` continues it, or remove it first");
    }
    if !rows.file.study.run.keys().any(|key| key.get_ref() == "jobs") {
        let path = rows.file.path().display();
        bail!("{path}: the number of workers depends on the machine, expected `jobs` in [run]");
    }
    let missing = work.missing();
    let Some(first) = missing.first() else { return Ok(None) };
    if missing.len() > 1 {
        cmd::note("the study lacks several runs; submit it again when this one is merged");
    }
    let words = work.words(first);
    let file = rows.file.path().file_name().context("expected a study file")?.into();
    Ok(Some(MissingRun {
        folder: env::current_dir().context("expected the folder of the study")?,
        file,
        words,
        output: parts::next(&rows.parts),
        jobs: rows.jobs.clone(),
    }))
}
