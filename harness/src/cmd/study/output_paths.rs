//! Where the outputs of a study may be: in its folder or the one above it, each at a place of its own, and never in
//! the place of a file that the study reads or of its runs.

use std::ops::Range;
use std::path::{Component, Path, PathBuf};

use super::contents::EXTERNAL;
use super::corpora;
use super::file::{OptionValue, Options, StudyFile};
use super::outputs::Output;
use crate::cmd::run_files::{self, resolved};
use crate::cmd::run_folder;

/// Checks the paths of the outputs in the current folder, which is that of the study.
///
/// # Errors
/// When one is outside, in the place of what the study reads, or that of another output: at its place in the file.
pub(super) fn check(file: &StudyFile, outputs: &[Output]) -> anyhow::Result<()> {
    let places = Places::of(file);
    let mut taken: Vec<PathBuf> = Vec::new();
    for path in outputs.iter().flat_map(Output::paths) {
        let target = resolved(path.get_ref());
        let problem = match places.problem(path.get_ref(), &target) {
            None if taken.contains(&target) => Some("another output has this file"),
            problem => problem,
        };
        if let Some(problem) = problem {
            return Err(refused(file, path.span(), path.get_ref(), problem));
        }
        taken.push(target);
    }
    Ok(())
}

fn refused(file: &StudyFile, at: Range<usize>, path: &Path, problem: &str) -> anyhow::Error {
    file.error(at, &format!("{}: {problem}, expected another path", path.display()))
}

/// The places that no output may take; every path is resolved.
struct Places {
    /// The folder of the study.
    folder: PathBuf,
    /// The files that the study reads.
    inputs: Vec<PathBuf>,
}

impl Places {
    fn of(file: &StudyFile) -> Self {
        let study = &file.study;
        let mut inputs: Vec<&Path> = vec![Path::new(EXTERNAL)];
        inputs.extend(file.path().file_name().map(Path::new));
        inputs.extend(study.corpus.iter().flat_map(|it| &it.get_ref().files).map(PathBuf::as_path));
        let generated = study.corpus.iter().flat_map(|it| &it.get_ref().generate);
        let options = generated.chain([&study.run]);
        inputs.extend(options.flat_map(texts).map(Path::new).filter(|path| path.is_file()));
        let inputs = inputs.into_iter().map(resolved).collect();
        Self { folder: resolved(Path::new(".")), inputs }
    }

    /// Returns why there cannot be an output at this path, which leads to `target`.
    fn problem(&self, path: &Path, target: &Path) -> Option<&'static str> {
        if !is_near(path) {
            return Some("an output is in the folder of the study or the one above it");
        }
        if self.inputs.iter().any(|input| input == target) {
            return Some("the study reads this file");
        }
        // The folder of a run may be a link that leads elsewhere.
        let inside = target.strip_prefix(&self.folder).ok();
        [Some(path), inside].into_iter().flatten().find_map(reserved)
    }
}

/// Returns what takes this path relative to the study: a run or a corpus that the study makes.
fn reserved(path: &Path) -> Option<&'static str> {
    let names = path.components().filter(|component| *component != Component::CurDir);
    let names: Vec<&str> = names.filter_map(|name| name.as_os_str().to_str()).collect();
    match names[..] {
        [name] if run_files::is_name(name) => {
            Some("a run in the folder of the study has a file of this name")
        }
        [folder, ..] if run_folder::number(folder).is_some() => {
            Some("this folder is that of a run")
        }
        [folder, ..] if folder == corpora::FOLDER => {
            Some("this folder is that of the corpora that the study makes")
        }
        _ => None,
    }
}

/// Returns whether a path is relative, and leads at most into the folder above.
fn is_near(path: &Path) -> bool {
    let mut depth = 0;
    path.components().all(|component| {
        match component {
            Component::CurDir => {}
            Component::ParentDir => depth -= 1,
            Component::Normal(_) => depth += 1,
            Component::RootDir | Component::Prefix(_) => return false,
        }
        depth >= -1
    })
}

/// Returns the values that are texts, of which some are paths.
fn texts(options: &Options) -> Vec<&str> {
    fn of_value(value: &OptionValue) -> Vec<&str> {
        match value {
            OptionValue::Text(text) => vec![text],
            OptionValue::List(values) => values.iter().flat_map(of_value).collect(),
            _ => Vec::new(),
        }
    }
    options.values().flat_map(|value| of_value(value.get_ref())).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_output_is_near_the_study() {
        for path in ["a.txt", "./a", "a/b/c", "../a", "a/../../b", "../a/../b"] {
            assert!(is_near(Path::new(path)), "{path}");
        }
        for path in ["/a", "../../a", "a/../../../b", "../../study/a"] {
            assert!(!is_near(Path::new(path)), "{path}");
        }
    }
}
