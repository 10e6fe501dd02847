//! The runs of a study: which there are, which are complete, and what is missing.
//!
//! A study may grow: backends and corpora that are added run later, in runs of their own. The folder of the
//! study may itself be a run; later ones are `run-1`, `run-2`, …

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use analysis::load;
use anyhow::{Context, bail};
use record::folder::{MANIFEST, read_manifest, read_manifest_file};
use record::manifest::{InputFile, Manifest, RunSpec};

use crate::cmd::{run_files, run_folder};

/// A run of the study.
pub(super) struct Part {
    /// Its folder, relative to the study; empty for the study itself.
    pub(super) folder: PathBuf,
    pub(super) manifest: Manifest,
}

impl Part {
    /// Returns that a file was changed after the run, in a sentence.
    ///
    /// # Errors
    /// When a manifest cannot be read.
    pub(super) fn change(&self) -> anyhow::Result<Option<String>> {
        let changed = run_files::changed(&Path::new(".").join(&self.folder))?;
        let sentence = |file: &String| {
            format!(
                "{}: {file} was changed after the run, expected the file that it wrote",
                name(&self.folder)
            )
        };
        Ok(changed.first().map(sentence))
    }
}

/// A corpus as it is now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct CorpusFile {
    /// Its path relative to the study.
    pub(super) path: PathBuf,
    /// The hash of its bytes.
    pub(super) blake3: String,
}

/// Backends that have not run on some corpora.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Missing {
    pub(super) backends: Vec<String>,
    pub(super) corpora: Vec<CorpusFile>,
}

/// Reads the runs in the current folder, which is that of the study.
///
/// # Errors
/// When a manifest cannot be read.
pub(super) fn parts() -> anyhow::Result<Vec<Part>> {
    parts_in(Path::new("."))
}

/// Reads the runs in the folder of a study.
///
/// # Errors
/// When a manifest cannot be read.
pub(super) fn parts_in(study: &Path) -> anyhow::Result<Vec<Part>> {
    let mut folders = vec![PathBuf::new()];
    folders.extend(run_folder::numbered(study)?);
    folders.into_iter().filter_map(|folder| part(study, folder).transpose()).collect()
}

/// Returns the run in a folder; `None` if there is none. Of merged shards, which have one plan, the first manifest
/// stands for all: it is that of the whole run but for the machine and the number of puzzles.
fn part(study: &Path, folder: PathBuf) -> anyhow::Result<Option<Part>> {
    let here = study.join(&folder);
    if here.join(MANIFEST).exists() {
        return Ok(Some(Part { manifest: read_manifest(&here)?, folder }));
    }
    let shards = if here.is_dir() { load::manifests(&here)? } else { Vec::new() };
    let Some(first) = shards.first() else { return Ok(None) };
    let mut manifest = read_manifest_file(first)?;
    let is_shard = manifest.plan.shard.take().is_some();
    manifest.plan.balance = None;
    Ok(is_shard.then_some(Part { folder, manifest }))
}

/// Returns the folder of the next run.
pub(super) fn next(parts: &[Part]) -> PathBuf {
    let number = |part: &Part| run_folder::number(part.folder.to_str()?);
    PathBuf::from(format!("run-{}", parts.iter().filter_map(number).max().unwrap_or(0) + 1))
}

/// Returns the corpora as they are now: those of the specification, with their hashes.
///
/// # Errors
/// When one has no hash, because it is not a file.
pub(super) fn corpora(wanted: &RunSpec) -> anyhow::Result<Vec<CorpusFile>> {
    let one = |corpus: &InputFile| {
        let blake3 = corpus.blake3.clone();
        let blake3 = blake3.with_context(|| format!("{}: expected a file", corpus.file))?;
        Ok(CorpusFile { path: corpus.file.clone().into(), blake3 })
    };
    wanted.corpora.iter().map(one).collect()
}

/// Checks that the runs were done as the study asks, apart from backends and corpora.
///
/// # Errors
/// When one was not, with the differences.
pub(super) fn check_options(parts: &[Part], wanted: &RunSpec) -> anyhow::Result<()> {
    for part in parts {
        let RunSpec { backends, versions, programs, corpora, geometries, .. } =
            part.manifest.plan.clone();
        let same = RunSpec { backends, versions, programs, corpora, geometries, ..wanted.clone() };
        let differences = part.manifest.plan.differences(&same);
        if !differences.is_empty() {
            bail!(
                "the rows in {} are of another study: {}; move them away, or change the study back",
                name(&part.folder),
                differences.join("; ")
            );
        }
    }
    Ok(())
}

/// Returns the name of the folder of a run in a sentence.
pub(super) fn name(folder: &Path) -> String {
    match folder.as_os_str().is_empty() {
        true => "the folder of the study".into(),
        false => folder.display().to_string(),
    }
}

/// Returns what the runs lack. Backends that lack the same corpora are run together.
pub(super) fn missing(parts: &[Part], backends: &[String], corpora: &[CorpusFile]) -> Vec<Missing> {
    let has_run = |backend: &str, corpus: &CorpusFile| {
        parts.iter().map(|part| &part.manifest.plan).any(|plan| {
            plan.backends.iter().any(|it| it == backend)
                && plan.corpora.iter().any(|it| it.blake3.as_ref() == Some(&corpus.blake3))
        })
    };
    let mut missing: Vec<Missing> = Vec::new();
    for backend in backends {
        let lacks: Vec<CorpusFile> =
            corpora.iter().filter(|corpus| !has_run(backend, corpus)).cloned().collect();
        match missing.iter_mut().find(|it| it.corpora == lacks) {
            _ if lacks.is_empty() => {}
            Some(same) => same.backends.push(backend.clone()),
            None => missing.push(Missing { backends: vec![backend.clone()], corpora: lacks }),
        }
    }
    missing
}

/// Returns what the rows have and the study no longer asks for, or what changed since: a sentence
/// each.
pub(super) fn changes(parts: &[Part], wanted: &RunSpec, corpora: &[CorpusFile]) -> Vec<String> {
    let mut changes = BTreeSet::new();
    for part in parts {
        let plan = &part.manifest.plan;
        for corpus in &plan.corpora {
            if !corpora.iter().any(|it| Some(&it.blake3) == corpus.blake3.as_ref()) {
                changes.insert(format!(
                    "{} has rows of {}, which the study does not have, or which changed since",
                    name(&part.folder),
                    corpus.file
                ));
            }
        }
        let versions = plan.versions.iter().flatten().map(String::as_str);
        for (backend, version) in plan.backends.iter().zip(versions) {
            let Some(at) = wanted.backends.iter().position(|it| it == backend) else {
                changes.insert(format!(
                    "{} has rows of {backend}, which the study does not have",
                    name(&part.folder)
                ));
                continue;
            };
            let now = wanted.versions.as_ref().and_then(|all| all.get(at));
            if let Some(now) = now.filter(|now| *now != version) {
                changes.insert(format!("{backend} has changed from version {version} to {now}"));
            }
        }
    }
    changes.into_iter().collect()
}
