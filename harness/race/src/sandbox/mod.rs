//! The sandbox: words before a command, which run it in bubblewrap.
//!
//! [`bubblewrap`] has the words, which `grade` uses as well, for submissions. A run puts external solvers into a
//! [`Sandbox`]: each sees the system and the files that its command names (`view`), and neither the corpora nor the
//! results. So the executors do not know of the sandbox, and their limits, kills and advice are the same inside and
//! outside.

pub mod bubblewrap;
mod view;

use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::bail;

use self::bubblewrap::{Bubblewrap, Mount};
use self::view::View;

/// The environment variables that a solver keeps.
const KEPT: &[&str] = &["PATH", "LD_LIBRARY_PATH", "PYTHONPATH", "JAVA_HOME"];

/// How the external solvers of a run are confined.
#[derive(Clone, Debug)]
pub struct Sandbox {
    bubblewrap: Bubblewrap,
    /// The corpora and the folder of the results.
    hidden: Vec<PathBuf>,
    /// Further files and folders that all solvers see.
    shown: Vec<PathBuf>,
}

impl Sandbox {
    /// Returns a sandbox in which the files and folders `hidden` cannot be seen, and `shown` can.
    ///
    /// # Errors
    /// If it cannot be had on this machine, or a path of `shown` does not exist.
    pub fn new(hidden: Vec<PathBuf>, shown: Vec<PathBuf>) -> anyhow::Result<Self> {
        if let Some(path) = shown.iter().find(|path| !path.exists()) {
            bail!("--sandbox-show {}: there is no such file or folder", path.display());
        }
        match available() {
            Ok(bubblewrap) => Ok(Self { bubblewrap, hidden, shown }),
            Err(reason) => bail!("--sandbox cannot be had on this machine: {reason}"),
        }
    }

    /// Returns what confines the solvers, for the manifest.
    pub fn name(&self) -> &str {
        self.bubblewrap.version()
    }

    /// Returns the words of a command in the sandbox, which is called in `folder` and also sees `shown` and the `file`.
    pub(crate) fn command(
        &self,
        words: &[String],
        folder: &Path,
        shown: &[PathBuf],
        file: Option<&Path>,
    ) -> Vec<String> {
        let folder = std::path::absolute(folder).unwrap_or_else(|_| folder.to_owned());
        let folder = folder.canonicalize().unwrap_or(folder);
        let mut view = View::of_command(words, &folder);
        self.shown.iter().chain(shown).for_each(|path| view.show(path));
        let mut mounts = view.mounts(&self.hidden, &folder);
        mounts.extend(file.map(|path| Mount::Read(path.to_owned(), path.to_owned())));
        let kept: Vec<(&str, String)> =
            KEPT.iter().filter_map(|&name| Some((name, env::var(name).ok()?))).collect();
        let mut variables = vec![("LANG", "C.UTF-8"), ("HOME", "/tmp")];
        variables.extend(kept.iter().map(|(name, value)| (*name, value.as_str())));
        let mut all = self.bubblewrap.words(&variables, &mounts, &folder);
        all.extend(words.iter().cloned());
        all
    }
}

/// Finds bubblewrap and tries it.
///
/// # Errors
/// Why there is no sandbox on this machine.
pub fn available() -> Result<Bubblewrap, String> {
    let bubblewrap = Bubblewrap::find()?;
    let words = bubblewrap.words(&[("PATH", "/usr/bin:/bin")], &[], Path::new("/"));
    let ran = Command::new(&words[0]).args(&words[1..]).arg("true").output();
    let ran = ran.map_err(|error| error.to_string())?;
    match ran.status.success() {
        true => Ok(bubblewrap),
        false => {
            let message = String::from_utf8_lossy(&ran.stderr).trim().to_owned();
            Err(format!("bubblewrap does not work here: {message}"))
        }
    }
}
