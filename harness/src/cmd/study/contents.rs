//! The files that make up a study, for an archive.

use std::collections::BTreeSet;
use std::env;
use std::path::{Path, PathBuf};

use anyhow::Context;
use record::manifest::Manifest;

use super::file::OptionValue;
use super::outputs::Output;
use super::{Work, corpora};
use crate::cmd::input_files;

/// The files of a study, relative to its folder.
pub struct StudyFiles {
    /// The folder of the study; its path is absolute.
    pub folder: PathBuf,
    /// The title.
    pub title: Option<String>,
    /// The study file.
    pub file: PathBuf,
    /// The study file, the recipes of its corpora, definitions of external solvers, and the files in their
    /// commands that have relative paths.
    pub definitions: Vec<PathBuf>,
    /// Corpora and geometries. The files of which a corpus is a sample are not among them.
    pub inputs: Vec<PathBuf>,
    /// The folders of the runs with their manifests.
    pub runs: Vec<(PathBuf, Manifest)>,
    /// What was made of the rows.
    pub outputs: Vec<PathBuf>,
}

/// Returns the files of a study.
///
/// # Errors
/// When its corpora cannot be determined.
pub(super) fn files(work: Work) -> anyhow::Result<StudyFiles> {
    let Work { rows, wanted, .. } = work;
    let name = rows.file.path().file_name().filter(|_| !rows.file.path().is_dir());
    let file = PathBuf::from(name.context("expected a study file")?);
    let (_, made) = corpora::files(&rows.file)?;
    let mut definitions = vec![file.clone()];
    definitions.extend(made.iter().map(corpora::Made::recipe));
    let named = rows.file.study.run.iter().find(|(name, _)| name.get_ref() == "external-file");
    match named.map(|(_, value)| value.get_ref()) {
        Some(OptionValue::Text(path)) => definitions.push(path.into()),
        _ if Path::new(EXTERNAL).is_file() => definitions.push(EXTERNAL.into()),
        _ => {}
    }
    definitions.extend(of_commands(rows.parts.iter().map(|part| &part.manifest)));
    let inputs = wanted.corpora.iter().chain(&wanted.geometries);
    let inputs = inputs.filter_map(|input| input_files::behind(&input.file));
    Ok(StudyFiles {
        folder: env::current_dir().context("expected the folder of the study")?,
        title: rows.file.study.title.clone(),
        file,
        definitions,
        inputs: inputs.map(PathBuf::from).collect(),
        outputs: rows
            .outputs
            .iter()
            .flat_map(Output::paths)
            .map(|it| it.get_ref().clone())
            .collect(),
        runs: rows.parts.into_iter().map(|part| (part.folder, part.manifest)).collect(),
    })
}

/// Returns the files that commands of external solvers name, as scripts, by a path relative to the
/// study.
fn of_commands<'m>(manifests: impl Iterator<Item = &'m Manifest>) -> BTreeSet<PathBuf> {
    let words = manifests.flat_map(|it| &it.plan.programs).flat_map(|program| &program.command);
    words.map(PathBuf::from).filter(|path| path.is_relative() && path.is_file()).collect()
}

/// The definitions of external solvers that runs read by default.
pub(super) const EXTERNAL: &str = "backends.toml";
