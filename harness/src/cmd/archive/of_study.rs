//! An archive of a study.
//!
//! The files stand in `study/` at the places that they had relative to each other, below the smallest folder
//! that has them all. So every path of the study, of its corpora and of its recipes holds there as well, and
//! `harness study check` makes the same outputs of it, byte for byte.

use std::path::{Component, Path, PathBuf};

use analysis::load;
use anyhow::bail;
use record::folder::ROWS;

use super::{STUDY, copy, copy_run, create, put_lock, script};
use crate::cli::ArchiveArgs;
use crate::cmd::metadata::{Dataset, RunFiles};
use crate::cmd::run_facts;
use crate::cmd::study::StudyFiles;

/// Writes all files into a new folder.
///
/// # Errors
/// When a file of the study has an absolute path, or one cannot be read or written.
pub(super) fn write(
    arguments: &ArchiveArgs,
    study: &StudyFiles,
    folder: &Path,
) -> anyhow::Result<()> {
    let layout = Layout::of(study)?;
    create(folder)?;
    let put = |path: &PathBuf| -> anyhow::Result<String> {
        let place = layout.place(path);
        let target = folder.join(STUDY).join(&place);
        create(target.parent().unwrap_or(folder))?;
        copy(&study.folder.join(path), &target)?;
        Ok(format!("{STUDY}/{place}"))
    };
    let all = |paths: &[PathBuf]| paths.iter().map(put).collect::<anyhow::Result<Vec<String>>>();
    let inputs = if arguments.no_inputs { Vec::new() } else { all(&study.inputs)? };
    let mut described = Vec::new();
    for (part, _) in &study.runs {
        let run = study.folder.join(part);
        let to = format!("{STUDY}/{}", layout.place(part));
        let manifests = load::manifests(&run)?;
        let names = manifests.iter().filter_map(|path| path.file_name()?.to_str());
        let names: Vec<String> = names.map(ToOwned::to_owned).collect();
        let outputs = copy_run(&run, &names, folder, &to)?;
        let facts = run_facts::read(&[run.join(ROWS)])?.into_iter().next().unwrap_or_default();
        described.push(RunFiles { facts, inputs: inputs.clone(), outputs });
    }
    let mut others = [all(&study.definitions)?, all(&study.outputs)?].concat();
    let manifests = || study.runs.iter().map(|(_, manifest)| manifest);
    let places = study.definitions.iter().chain(&study.inputs).map(|path| layout.place(path));
    let file = layout.place(&study.file);
    script::of_study(&file, places, &manifests().collect::<Vec<_>>(), folder)?;
    others.push(script::FILE.to_owned());
    others.extend(put_lock(manifests(), folder)?);
    let title = study.title.clone().unwrap_or_else(|| format!("Benchmark study: {file}"));
    Dataset { title, publish: &arguments.publish, runs: described, others }.write(folder)
}

/// Where the files of a study stand in its archive.
struct Layout {
    /// The absolute path of the study.
    folder: PathBuf,
    /// The smallest folder that has all files, and at least the one above the study, because outputs may
    /// name the folder of the study.
    root: PathBuf,
}

impl Layout {
    fn of(study: &StudyFiles) -> anyhow::Result<Self> {
        let mut root = study.folder.parent().unwrap_or(&study.folder).to_owned();
        for path in study.inputs.iter().chain(&study.definitions).chain(&study.outputs) {
            if path.is_absolute() {
                bail!(
                    "{} is an absolute path, which is meaningless elsewhere; expected {}, the path \
                     relative to the study",
                    path.display(),
                    relative(&study.folder, path).display()
                );
            }
            let whole = within(&study.folder, path);
            while !whole.starts_with(&root) {
                root.pop();
            }
        }
        Ok(Self { folder: study.folder.clone(), root })
    }

    /// Returns the place of a file that has this path relative to the study.
    fn place(&self, path: &Path) -> String {
        let whole = within(&self.folder, path);
        whole.strip_prefix(&self.root).unwrap_or(&whole).display().to_string()
    }
}

/// Returns the path from a folder to a file, both absolute.
fn relative(folder: &Path, file: &Path) -> PathBuf {
    let common = folder.components().zip(file.components()).take_while(|(a, b)| a == b).count();
    let up = folder.components().skip(common).map(|_| Component::ParentDir);
    up.chain(file.components().skip(common)).collect()
}

/// Returns a path relative to a folder without `.` and `..`.
fn within(folder: &Path, path: &Path) -> PathBuf {
    let mut whole = folder.to_owned();
    for component in path.components() {
        match component {
            Component::ParentDir => drop(whole.pop()),
            Component::Normal(part) => whole.push(part),
            _ => {}
        }
    }
    whole
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_relative_path_goes_up_to_what_both_have_in_common() {
        for (file, expected) in [
            ("/a/data/c.txt", "../data/c.txt"),
            ("/a/study/c.txt", "c.txt"),
            ("/c.txt", "../../c.txt"),
        ] {
            assert_eq!(relative(Path::new("/a/study"), Path::new(file)), Path::new(expected));
        }
    }
}
