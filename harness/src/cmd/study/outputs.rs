//! The outputs of a study: files that subcommands make of its rows.
//!
//! The subcommands run in the folder above the study, and read the runs by the name of the study's folder, so
//! that what they write is the same wherever the study is started.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Context;
use tempfile::TempDir;

use super::file::{Output, StudyFile};
use super::parts::Part;
use super::program;

/// Subcommands that write a file themselves; others print.
const WRITERS: [&str; 2] = ["plot", "report"];

/// Subcommands that make something of rows.
const READERS: [&str; 7] = ["rank", "compare", "diff", "explain", "plot", "report", "show"];

/// An output that was made again.
pub(super) struct Made {
    /// Where it belongs, relative to the study.
    pub(super) file: PathBuf,
    pub(super) bytes: Vec<u8>,
}

/// Makes the outputs from the runs of the study in the folder of this name.
///
/// # Errors
/// When a command is none of those that read rows, or fails.
pub(super) fn make(file: &StudyFile, folder: &str, parts: &[Part]) -> anyhow::Result<Vec<Made>> {
    let scratch = TempDir::new().context("cannot create a temporary folder")?;
    let mut made = Vec::new();
    for output in &file.study.output {
        let at = |problem: &str| file.error(output.span(), problem);
        let Output { file: path, command } = output.get_ref();
        let words = shell_words::split(command).map_err(|problem| at(&problem.to_string()))?;
        let verb = words.first().map(String::as_str).unwrap_or_default();
        if !READERS.contains(&verb) {
            let expected = READERS.join(", ");
            return Err(at(&format!("{verb:?} makes nothing of rows, expected one of {expected}")));
        }
        let name = path.file_name().ok_or_else(|| at("file has no name"))?;
        let target = scratch.path().join(name);
        let bytes =
            one(words, folder, parts, &target).map_err(|problem| at(&format!("{problem:#}")))?;
        made.push(Made { file: path.clone(), bytes });
    }
    Ok(made)
}

/// Runs the words of a subcommand, and returns what it wrote.
fn one(
    mut words: Vec<String>,
    folder: &str,
    parts: &[Part],
    target: &Path,
) -> anyhow::Result<Vec<u8>> {
    let runs = parts.iter().map(|part| match part.folder.as_os_str().is_empty() {
        true => PathBuf::from(folder),
        false => Path::new(folder).join(&part.folder),
    });
    let is_writer = WRITERS.contains(&words[0].as_str());
    words.extend(runs.map(|run| run.display().to_string()));
    if is_writer {
        words.extend(["-o".into(), target.display().to_string()]);
    }
    let printed = if is_writer { target.with_extension("printed") } else { target.to_owned() };
    program::capture(&words, Path::new(".."), &printed)?;
    let bytes = fs::read(target).with_context(|| format!("cannot read {}", target.display()))?;
    drop(fs::remove_file(target));
    Ok(bytes)
}

impl Made {
    /// Writes the file.
    ///
    /// # Errors
    /// When that is impossible.
    pub(super) fn write(&self) -> anyhow::Result<()> {
        if let Some(folder) = self.file.parent() {
            fs::create_dir_all(folder)
                .with_context(|| format!("cannot create {}", folder.display()))?;
        }
        fs::write(&self.file, &self.bytes)
            .with_context(|| format!("cannot write {}", self.file.display()))
    }

    /// How the file that is there differs; `None` if it does not.
    pub(super) fn difference(&self) -> Option<String> {
        let Ok(there) = fs::read(&self.file) else { return Some("missing".into()) };
        let differs = there.iter().zip(&self.bytes).position(|(a, b)| a != b);
        let at = match differs {
            None if there.len() == self.bytes.len() => return None,
            None => there.len().min(self.bytes.len()),
            Some(at) => at,
        };
        let line = 1 + self.bytes[..at].iter().filter(|&&byte| byte == b'\n').count();
        Some(format!("differs from line {line} on"))
    }
}
