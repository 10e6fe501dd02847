//! What an external solver sees in the sandbox of a run: the files of its command, and neither corpora nor results.

use std::collections::BTreeSet;
use std::env;
use std::path::{Path, PathBuf};

use super::bubblewrap::{MORE_PROGRAMS, Mount, SYSTEM};

/// The folders of programs that were installed together with what they need beside that folder. Shims are those of
/// version managers.
const PROGRAMS: &[&str] = &["bin", "sbin", "shims"];

/// What is shown and what is hidden. All paths are absolute.
#[derive(Debug, Default)]
pub(super) struct View {
    /// Files and folders of the solver.
    shown: BTreeSet<PathBuf>,
}

impl View {
    /// Shows what a command names: its program, files and folders, as seen from `folder`. A file is shown with the
    /// others beside it, which it may load; a program in a folder `bin` with what was installed beside that.
    pub(super) fn of_command(words: &[String], folder: &Path) -> Self {
        let mut view = Self::default();
        for (place, word) in words.iter().enumerate() {
            if place == 0 && !word.contains('/') {
                let folders = env::var_os("PATH").unwrap_or_default();
                let found = env::split_paths(&folders).map(|path| path.join(word));
                found.filter(|path| path.is_file()).take(1).for_each(|path| view.show_named(&path));
                continue;
            }
            // An option may have a path as its value.
            let value = word.split_once('=').map(|(_, value)| value);
            for path in
                [Some(word.as_str()), value].into_iter().flatten().filter(|it| !it.is_empty())
            {
                view.show_named(&folder.join(path));
            }
        }
        view
    }

    /// Shows a path as it is, if it exists.
    pub(super) fn show(&mut self, path: &Path) {
        if let Ok(path) = std::path::absolute(path)
            && path.exists()
        {
            self.shown.insert(lexical(&path));
            self.shown.extend(path.canonicalize());
        }
    }

    fn show_named(&mut self, path: &Path) {
        let Ok(path) = std::path::absolute(path).map(|path| lexical(&path)) else { return };
        for path in [Some(path.clone()), path.canonicalize().ok()].into_iter().flatten() {
            let folder = if path.is_dir() { Some(path.as_path()) } else { path.parent() };
            let Some(folder) = folder.filter(|_| path.exists()) else { continue };
            let is_bin = path.is_file() && PROGRAMS.iter().any(|name| folder.ends_with(name));
            let prefix = folder.parent().filter(|prefix| is_bin && !is_too_much(prefix));
            let shown = prefix.unwrap_or(if is_too_much(folder) { &path } else { folder });
            if !is_too_much(shown) {
                self.shown.insert(shown.to_owned());
            }
        }
    }

    /// Returns the mounts that show and hide, with `folder` as the working directory.
    pub(super) fn mounts(&self, hidden: &[PathBuf], folder: &Path) -> Vec<Mount> {
        let more = MORE_PROGRAMS.iter().map(PathBuf::from).filter(|path| path.exists());
        let shown: Vec<PathBuf> = more.chain(self.outermost()).collect();
        let mut mounts: Vec<Mount> =
            shown.iter().map(|path| Mount::Read(path.clone(), path.clone())).collect();
        if !self.shown.iter().any(|path| folder.starts_with(path)) {
            mounts.push(Mount::Folder(folder.to_owned()));
        }
        let system = SYSTEM.iter().map(PathBuf::from);
        let roots: Vec<PathBuf> = shown.into_iter().chain(system).collect();
        let hidden = hidden.iter().filter_map(|path| path.canonicalize().ok());
        let hidden = hidden.filter(|path| roots.iter().any(|root| path.starts_with(root)));
        let hidden: BTreeSet<PathBuf> = hidden.map(|path| self.with_others(path, &roots)).collect();
        mounts.extend(hidden.into_iter().map(|path| match path.is_dir() {
            true => Mount::EmptyFolder(path),
            false => Mount::EmptyFile(path),
        }));
        mounts
    }

    /// Returns what is shown, without what is in another folder that is shown, or in the system.
    fn outermost(&self) -> impl Iterator<Item = PathBuf> {
        let is_in = |path: &Path| self.shown.iter().any(|it| path != it && path.starts_with(it));
        let is_system = |path: &Path| SYSTEM.iter().any(|folder| path.starts_with(folder));
        self.shown.iter().filter(move |path| !is_in(path) && !is_system(path)).cloned()
    }

    /// Returns the folder of what is to be hidden, which may contain more of the same, unless something of the solver
    /// or of the system is in it.
    fn with_others(&self, path: PathBuf, roots: &[PathBuf]) -> PathBuf {
        let is_needed = |folder: &Path| {
            let mut needed = self.shown.iter().chain(roots);
            needed.any(|shown| shown.starts_with(folder))
                || SYSTEM.iter().any(|system| folder.starts_with(system))
        };
        match path.parent() {
            Some(folder) if !is_needed(folder) => folder.to_owned(),
            _ => path,
        }
    }
}

/// Returns whether a folder has much that a solver does not need: the root, temporary files, or the home of the user.
fn is_too_much(folder: &Path) -> bool {
    let home = env::var_os("HOME").map(PathBuf::from);
    folder.parent().is_none()
        || folder == env::temp_dir()
        || home.is_some_and(|home| home.starts_with(folder))
}

/// Returns the path without `.` and `..`, which does not follow links.
fn lexical(path: &Path) -> PathBuf {
    let mut plain = PathBuf::new();
    for part in path.components() {
        match part {
            std::path::Component::ParentDir => drop(plain.pop()),
            std::path::Component::CurDir => {}
            part => plain.push(part),
        }
    }
    plain
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    fn read(path: &Path) -> Mount {
        Mount::Read(path.to_owned(), path.to_owned())
    }

    #[test]
    fn what_a_command_names_is_shown_and_corpora_and_results_are_not() {
        let top = tempfile::tempdir().expect("a folder");
        let top = top.path().canonicalize().expect("a path");
        for folder in ["project/src", "project/datasets", "project/results/one", "venv/bin"] {
            fs::create_dir_all(top.join(folder)).expect("a folder");
        }
        for file in ["project/solve.py", "project/datasets/a.txt", "venv/bin/python", "b.txt"] {
            fs::write(top.join(file), "").expect("a file");
        }
        let project = top.join("project");
        let python = top.join("venv/bin/python").display().to_string();
        let words = [python, "solve.py".into(), "--lib=src".into(), "--fast".into()];
        let view = View::of_command(&words, &project);
        let hidden =
            [project.join("datasets/a.txt"), project.join("results/one"), top.join("b.txt")];
        let mounts = view.mounts(&hidden, &project);
        let mounts: Vec<_> = mounts
            .into_iter()
            .filter(|it| !matches!(it, Mount::Read(path, _) if path.starts_with("/opt")))
            .collect();
        let empty = |name| Mount::EmptyFolder(project.join(name));
        let expected =
            [read(&project), read(&top.join("venv")), empty("datasets"), empty("results")];
        assert_eq!(mounts, expected);
    }

    #[test]
    fn a_corpus_beside_the_solver_is_hidden_alone() {
        let top = tempfile::tempdir().expect("a folder");
        let top = top.path().canonicalize().expect("a path");
        fs::write(top.join("solve.sh"), "").expect("a file");
        fs::write(top.join("a.txt"), "").expect("a file");
        let view = View::of_command(&["sh".into(), "./solve.sh".into()], &top);
        let mounts = view.mounts(&[top.join("a.txt"), top.join("absent.txt")], &top);
        assert!(mounts.contains(&read(&top)), "{mounts:?}");
        assert_eq!(mounts.last(), Some(&Mount::EmptyFile(top.join("a.txt"))));
    }

    #[test]
    fn a_word_that_is_no_path_or_too_much_shows_nothing() {
        let words = ["no-such-program", "/", "..", "-v"].map(String::from);
        let view = View::of_command(&words, Path::new("/usr"));
        assert_eq!(view.outermost().count(), 0, "{view:?}");
    }
}
