//! The runs to be archived. A folder that `harness merge` made has the rows of several, and the manifest of each.

use std::path::{Path, PathBuf};

use analysis::load;
use anyhow::{Context, bail};
use record::folder;
use record::manifest::Manifest;

use crate::cmd::plain_name;

/// A run, or merged runs, to be archived.
pub(super) struct ArchivedRun {
    pub(super) folder: PathBuf,
    /// Its name in the archive.
    pub(super) name: String,
    /// The manifests with the names of their files: one for each run whose rows it has.
    pub(super) manifests: Vec<(String, Manifest)>,
}

/// Reads the manifests. Names are those of the folders; a second one of a name has its run id behind it.
///
/// # Errors
/// When a folder is not a run, or a run is given twice.
pub(super) fn read(folders: &[PathBuf]) -> anyhow::Result<Vec<ArchivedRun>> {
    let mut runs: Vec<ArchivedRun> = Vec::new();
    for folder in folders {
        let manifests = manifests(folder)?;
        for (_, manifest) in &manifests {
            let is_here = |run: &&ArchivedRun| {
                run.manifests.iter().any(|(_, other)| other.run_id == manifest.run_id)
            };
            if let Some(twice) = runs.iter().find(is_here) {
                let (first, second) = (twice.folder.display(), folder.display());
                bail!("{first} and {second} are the same run, expected each run once");
            }
        }
        let absolute = folder.canonicalize();
        let absolute = absolute.with_context(|| format!("cannot open {}", folder.display()))?;
        let name = absolute.file_name().unwrap_or_default().to_string_lossy();
        let mut name = plain_name(&name);
        if runs.iter().any(|run| run.name == name) {
            name += &format!("-{}", manifests[0].1.run_id);
        }
        runs.push(ArchivedRun { folder: folder.clone(), name, manifests });
    }
    Ok(runs)
}

/// Reads the manifests of a folder, at least one.
fn manifests(folder: &Path) -> anyhow::Result<Vec<(String, Manifest)>> {
    let paths = if folder.is_dir() { load::manifests(folder)? } else { Vec::new() };
    if paths.is_empty() {
        bail!("{} is not a run: expected a folder with a manifest", folder.display());
    }
    let read = |path: PathBuf| {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        Ok((name, folder::read_manifest_file(&path)?))
    };
    paths.into_iter().map(read).collect()
}
