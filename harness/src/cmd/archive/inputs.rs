//! The files that runs read, corpora and geometries, in an archive.

use std::collections::BTreeMap;
use std::path::{Component, Path, PathBuf};

use anyhow::{anyhow, bail};
use record::manifest::{InputFile, Manifest};

use crate::cmd::input_files;

/// The folder of the archive that has them.
pub(super) const FOLDER: &str = "inputs";

/// The files by their paths in the folder, each with the place where it was found and its hash.
#[derive(Default)]
pub(super) struct Inputs {
    files: BTreeMap<String, (PathBuf, Option<String>)>,
}

impl Inputs {
    /// Finds the files of these runs in the current folder and in `folders`.
    ///
    /// # Errors
    /// When a file is missing or has changed, when a run read standard input, and when two runs read
    /// different files of one name.
    pub(super) fn find<'m>(
        manifests: impl Iterator<Item = &'m Manifest>,
        folders: &[PathBuf],
    ) -> anyhow::Result<Self> {
        let mut inputs = Self::default();
        for manifest in manifests {
            for input in files(manifest) {
                let found = input_files::find(input, manifest, folders);
                let found = found.map_err(|why| {
                    anyhow!("{why:#}; --no-inputs archives runs without their files")
                })?;
                let Some(file) = input_files::behind(&input.file) else { continue };
                let is_itself = file == input.file;
                let found = if is_itself { found } else { file.into() };
                let hash = input.blake3.clone().filter(|_| is_itself);
                let path = archived(file);
                let known = inputs.files.insert(path.clone(), (found, hash.clone()));
                if known.is_some_and(|(_, other)| other != hash) {
                    bail!(
                        "two runs read different files called {path}, expected an archive for each"
                    );
                }
            }
        }
        Ok(inputs)
    }

    /// Returns whether there are none.
    pub(super) fn is_empty(&self) -> bool {
        self.files.is_empty()
    }

    /// Returns the paths in the archive of the files of a run.
    pub(super) fn of(&self, manifest: &Manifest) -> Vec<String> {
        let paths = files(manifest).filter_map(|input| input_files::behind(&input.file));
        let paths = paths.map(archived);
        let kept = paths.filter(|path| self.files.contains_key(path));
        kept.map(|path| format!("{FOLDER}/{path}")).collect()
    }

    /// Copies them into the archive.
    ///
    /// # Errors
    /// When one cannot be copied.
    pub(super) fn copy(&self, folder: &Path) -> anyhow::Result<()> {
        for (path, (found, _)) in &self.files {
            let target = folder.join(FOLDER).join(path);
            super::create(target.parent().unwrap_or(folder))?;
            super::copy(found, &target)?;
        }
        Ok(())
    }
}

/// Returns whether a run read a file.
pub(super) fn any(manifest: &Manifest) -> bool {
    files(manifest).any(|input| input_files::behind(&input.file).is_some())
}

/// Returns the corpora and geometries of a run.
fn files(manifest: &Manifest) -> impl Iterator<Item = &InputFile> {
    manifest.plan.corpora.iter().chain(&manifest.plan.geometries)
}

/// Returns the path of a file in the folder of inputs: relative, and inside of it.
pub(super) fn archived(file: &str) -> String {
    let mut parts: Vec<String> = Vec::new();
    for component in Path::new(file).components() {
        match component {
            Component::Normal(part) => parts.push(part.to_string_lossy().into_owned()),
            Component::ParentDir => drop(parts.pop()),
            _ => {}
        }
    }
    parts.join("/")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_file_leaves_the_folder() {
        for (file, path) in [
            ("datasets/a.txt", "datasets/a.txt"),
            ("./a.txt", "a.txt"),
            ("../../a.txt", "a.txt"),
            ("/etc/a.txt", "etc/a.txt"),
            ("datasets/../boards/b.txt", "boards/b.txt"),
        ] {
            assert_eq!(archived(file), path);
        }
    }
}
