//! The files of runs: which were changed, and in whose place no output may be written.

use std::path::{Component, Path, PathBuf, absolute};

use analysis::load::{self, ManifestExcerpt};
use anyhow::bail;
use record::folder::ROWS;
use record::row_seals::changed_files;
use record::{backends, datapackage, geometries, puzzles};

use super::run_folder;

/// The names of the files that a run writes into its folder, besides its manifest.
pub(super) const NAMES: [&str; 5] =
    [ROWS, puzzles::FILE, geometries::FILE, backends::FILE, datapackage::DESCRIPTION];

/// Returns whether a run writes a file of this name into its folder.
pub(super) fn is_name(name: &str) -> bool {
    NAMES.contains(&name) || load::is_manifest(name)
}

/// Returns the files of a run that are not as its manifests seal them.
///
/// # Errors
/// When a manifest cannot be read.
pub(super) fn changed(run: &Path) -> anyhow::Result<Vec<String>> {
    let Some(folder) = load::folder(run) else { return Ok(Vec::new()) };
    let manifests = load::manifests(folder)?;
    let excerpts = manifests.iter().map(|file| ManifestExcerpt::read(file));
    let excerpts: Vec<ManifestExcerpt> = excerpts.collect::<Result<_, _>>()?;
    let sealed: Vec<_> = excerpts.iter().map(|it| (&*it.run_id, it.seals())).collect();
    Ok(changed_files(folder, &sealed))
}

/// Checks that an output is no file of the runs that are read; a study stands for its runs.
///
/// # Errors
/// When it is one, or when a study has no runs.
pub(super) fn must_not_be(output: &Path, runs: &[PathBuf]) -> anyhow::Result<()> {
    let target = resolved(output);
    for run in run_folder::runs(runs)? {
        let folder = load::folder(&run);
        let named = folder.iter().flat_map(|folder| NAMES.map(|name| folder.join(name)));
        // A folder that cannot be read has no manifests here, and is an error where it is read.
        let manifests = load::manifests(&run).unwrap_or_default();
        let mut files = [run.clone()].into_iter().chain(named).chain(manifests);
        if files.any(|file| file.is_file() && resolved(&file) == target) {
            bail!("{} is a file of a run that is read, expected another output", output.display());
        }
    }
    Ok(())
}

/// Returns the absolute path without links and `..`, also of a file that does not exist.
pub(super) fn resolved(path: &Path) -> PathBuf {
    let mut whole = PathBuf::new();
    for component in absolute(path).as_deref().unwrap_or(path).components() {
        match component {
            Component::ParentDir => drop(whole.pop()),
            component => whole.push(component),
        }
        if let Ok(real) = whole.canonicalize() {
            whole = real;
        }
    }
    whole
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn an_output_is_no_file_of_a_run_that_is_read() {
        let folder = tempfile::tempdir().unwrap();
        let runs = [folder.path().to_owned()];
        for name in [ROWS, "manifest-a.json", "page.html"] {
            fs::write(folder.path().join(name), "").unwrap();
        }
        for (name, is_allowed) in
            [(ROWS, false), ("./manifest-a.json", false), ("page.html", true), ("new.svg", true)]
        {
            let output = folder.path().join(name);
            assert_eq!(must_not_be(&output, &runs).is_ok(), is_allowed, "{name}");
        }
        let file = [folder.path().join("page.html")];
        assert!(must_not_be(&file[0], &file).is_err(), "rows in a file of any name");
    }

    #[test]
    fn one_file_has_one_path() {
        let folder = tempfile::tempdir().unwrap();
        let at = folder.path().canonicalize().unwrap();
        fs::create_dir(at.join("a")).unwrap();
        for path in ["a/x", "./a/./x", "b/../a/x", "a/../a/x"] {
            assert_eq!(resolved(&at.join(path)), at.join("a/x"), "{path}");
        }
        #[cfg(unix)]
        {
            std::os::unix::fs::symlink(at.join("a"), at.join("link")).unwrap();
            assert_eq!(resolved(&at.join("link/x")), at.join("a/x"));
            assert_eq!(resolved(&at.join("link/../x")), at.join("x"));
        }
    }
}
