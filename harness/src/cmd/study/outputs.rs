//! The outputs of a study: files that subcommands make of its rows.
//!
//! The subcommands run in the folder above the study, and read the runs by the name of the study's folder, so
//! that what they write is the same wherever the study is started.

use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow};
use tempfile::TempDir;
use toml::Spanned;

use super::file::{OptionValue, Options, StudyFile};
use super::parts::Part;
use super::schema::{has_data, key, subcommand};
use super::{options, program};
use crate::cmd::explain::OUT_OF_TIME;

/// The key of the path of an output.
const FILE: &str = "file";

/// The key of the path of the data behind a figure.
const DATA: &str = "data";

/// An output that a study asks for.
pub(super) struct Output {
    /// Its path, relative to the study.
    file: Spanned<PathBuf>,
    /// The path of the data behind it, if they are asked for.
    data: Option<Spanned<PathBuf>>,
    /// The subcommand that makes it, with its options.
    words: Vec<String>,
    /// Whether the subcommand writes the file itself; others print.
    is_written: bool,
    /// The place of its table.
    at: Range<usize>,
}

/// An output that was made again.
pub(super) struct Made {
    /// Where it belongs, relative to the study.
    pub(super) file: PathBuf,
    pub(super) bytes: Vec<u8>,
}

/// Returns the outputs that a study asks for, in the order of the file.
///
/// # Errors
/// When a table lacks its file, or has a key or a value that its subcommand refuses.
pub(super) fn wanted(file: &StudyFile) -> anyhow::Result<Vec<Output>> {
    let study = &file.study;
    let tables = [
        ("ablate", &study.ablate),
        ("rank", &study.rank),
        ("compare", &study.compare),
        ("explain", &study.explain),
        ("growth", &study.growth),
        ("plot", &study.plot),
        ("report", &study.report),
    ];
    let mut outputs = Vec::new();
    for (name, tables) in tables {
        for table in tables {
            outputs.push(output(file, name, table.get_ref(), table.span())?);
        }
    }
    outputs.sort_by_key(|output| output.at.start);
    Ok(outputs)
}

fn output(
    file: &StudyFile,
    name: &str,
    options: &Options,
    at: Range<usize>,
) -> anyhow::Result<Output> {
    let command = subcommand(name);
    let files = if has_data(&command) { &[FILE, DATA][..] } else { &[FILE] };
    let words = options::output_words(file, name, options, files, at.clone())?;
    let path = |wanted: &str| {
        let found = options.iter().find(|(name, _)| name.get_ref() == wanted);
        let path = found.map(|(_, value)| match value.get_ref() {
            OptionValue::Text(path) if Path::new(path).file_name().is_some() => {
                Ok(Spanned::new(value.span(), path.into()))
            }
            _ => Err(file.error(value.span(), &format!("{wanted} is the path of a file"))),
        });
        path.transpose()
    };
    let missing = || file.error(at.clone(), &format!("[[{name}]] has no file"));
    Ok(Output {
        file: path(FILE)?.ok_or_else(missing)?,
        data: path(DATA)?,
        words,
        is_written: command.get_arguments().any(is_output_file),
        at,
    })
}

impl Output {
    /// Returns the paths of the files that it consists of, with their places in the study file.
    pub(super) fn paths(&self) -> impl Iterator<Item = &Spanned<PathBuf>> {
        [&self.file].into_iter().chain(&self.data)
    }
}

/// Returns whether an argument is the file to write; that of `ablate` is the folder of a run.
fn is_output_file(arg: &clap::Arg) -> bool {
    let names = arg.get_value_names().unwrap_or_default();
    key(arg) == "output" && names.iter().any(|name| name == "FILE")
}

/// Makes the outputs from the runs of the study in the folder of this name, if none was changed. A subcommand that
/// fails is a problem at the place of its table, and the other outputs are made all the same.
///
/// # Errors
/// When there is no place for temporary files, or a manifest cannot be read.
pub(super) fn make(
    file: &StudyFile,
    outputs: &[Output],
    folder: &str,
    parts: &[Part],
) -> anyhow::Result<(Vec<Made>, Vec<String>)> {
    let changes = parts.iter().filter_map(|part| part.change().transpose());
    let changes: Vec<String> = changes.collect::<Result<_, _>>()?;
    if !changes.is_empty() {
        return Ok((Vec::new(), changes));
    }
    let scratch = TempDir::new().context("cannot create a temporary folder")?;
    let (mut made, mut problems) = (Vec::new(), Vec::new());
    for output in outputs {
        match one(output, folder, parts, scratch.path()) {
            Ok(files) => made.extend(files),
            Err(problem) => {
                problems.push(file.error(output.at.clone(), &format!("{problem:#}")).to_string());
            }
        }
    }
    Ok((made, problems))
}

/// Runs the words of a subcommand, and returns what it wrote.
fn one(output: &Output, folder: &str, parts: &[Part], scratch: &Path) -> anyhow::Result<Vec<Made>> {
    let runs = parts.iter().map(|part| match part.folder.as_os_str().is_empty() {
        true => PathBuf::from(folder),
        false => Path::new(folder).join(&part.folder),
    });
    let path = output.file.get_ref();
    let target = scratch.join(path.file_name().unwrap_or_default());
    let mut words = output.words.clone();
    words.extend(runs.map(|run| run.display().to_string()));
    if output.is_written {
        words.extend(["-o".into(), target.display().to_string()]);
    }
    let printed = if output.is_written { target.with_extension("printed") } else { target.clone() };
    let data = target.with_extension("data");
    if output.data.is_some() {
        words.push(format!("--data={}", data.display()));
    }
    let captured = program::capture(&words, Path::new(".."), &printed)?;
    let problem = match captured.status.code() {
        // The only check of these subcommands is that of the rows that they read.
        Some(1) => Err(anyhow!("the rows do not pass a check, `harness verify` names it")),
        _ => captured.must_be_well(),
    };
    problem.with_context(|| path.display().to_string())?;
    let made = |file: &Path, from: &Path| {
        let bytes = fs::read(from).with_context(|| format!("cannot read {}", from.display()))?;
        drop(fs::remove_file(from));
        Ok(Made { file: file.to_owned(), bytes })
    };
    output.paths().zip([&target, &data]).map(|(file, from)| made(file.get_ref(), from)).collect()
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

    /// Returns how the file that is there differs; `None` if it does not.
    pub(super) fn difference(&self) -> Option<String> {
        let Ok(there) = fs::read(&self.file) else { return Some("missing".into()) };
        let differs = there.iter().zip(&self.bytes).position(|(a, b)| a != b);
        let at = match differs {
            None if there.len() == self.bytes.len() => return None,
            None => there.len().min(self.bytes.len()),
            Some(at) => at,
        };
        let line = 1 + self.bytes[..at].iter().filter(|&&byte| byte == b'\n').count();
        let lacks_time = String::from_utf8_lossy(&self.bytes).contains(OUT_OF_TIME);
        let hint =
            if lacks_time { "; what is known in time differs: timeout = \"none\"" } else { "" };
        Some(format!("differs from line {line} on{hint}"))
    }
}
