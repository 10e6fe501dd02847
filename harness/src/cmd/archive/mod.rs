//! `harness archive`: a study, or runs, with everything that is needed to repeat them, as a folder or a tar
//! file.
//!
//! ```text
//! reproduce.sh               builds the program of the runs and repeats them
//! study/                     the study: its file, runs, outputs, corpora and scripts of external solvers, at their
//!                            relative places; or
//! runs/NAME/                 the folder of a run: rows, puzzles, backends, manifests, data package
//! inputs/                    the files that the runs read, under their relative paths
//! Cargo.lock                 the version of every crate, if this program has those of a run
//! ro-crate-metadata.json     the same for machines
//! CITATION.cff
//! ```

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use record::folder::ROWS;
use record::lock;
use record::manifest::Manifest;
use solvers::Backend;

use self::inputs::Inputs;
use super::{End, run_files, run_folder, study};
use crate::cli::ArchiveArgs;

mod inputs;
mod of_runs;
mod of_study;
mod runs;
mod script;
mod tarball;

/// The versions of the crates of this program.
const CARGO_LOCK: &str = include_str!("../../../../Cargo.lock");

/// The folder of the archive that has the study.
const STUDY: &str = "study";

/// Writes the archive and prints its path to `out`. `all` are the backends that a study may name.
///
/// # Errors
/// When the output exists or cannot be written, when a folder is not a run, when a file that a run read
/// is missing or has changed, and when a study lacks rows or outputs.
pub fn run(arguments: &ArchiveArgs, all: &[Backend], out: &mut dyn Write) -> anyhow::Result<End> {
    let output = &std::path::absolute(&arguments.output).context("expected an output")?;
    super::must_be_new(output)?;
    match arguments.runs.iter().find(|path| run_folder::is_study(path)) {
        Some(path) if arguments.runs.len() > 1 => {
            bail!("{} is a study, expected an archive of its own for it", path.display());
        }
        Some(path) if !arguments.inputs.is_empty() => {
            bail!("{} is a study, which says where its files are without --inputs", path.display());
        }
        Some(path) => {
            let files = study::files(path, all)?;
            pack(output, |folder| of_study::write(arguments, &files, folder))?;
            say_left_out(files.runs.iter().map(|(_, manifest)| manifest), &files.definitions);
        }
        None => {
            let runs = runs::read(&arguments.runs)?;
            let manifests = || runs.iter().flat_map(|run| run.manifests.iter().map(|(_, it)| it));
            let inputs = match arguments.no_inputs {
                true => Inputs::default(),
                false => Inputs::find(manifests(), &arguments.inputs)?,
            };
            pack(output, |folder| of_runs::write(arguments, &runs, &inputs, folder))?;
            say_left_out(manifests(), &[]);
        }
    }
    writeln!(out, "{}", arguments.output.display())?;
    Ok(End::Well)
}

/// Says which words of the commands of external solvers name what the archive lacks: a program, or an absolute path.
fn say_left_out<'m>(manifests: impl Iterator<Item = &'m Manifest>, included: &[PathBuf]) {
    let lacking = |(at, word): &(usize, &String)| {
        let path = Path::new(word);
        (*at == 0 || path.is_absolute() || path.is_file()) && !included.iter().any(|it| it == path)
    };
    let notes: BTreeSet<String> = manifests
        .flat_map(|manifest| &manifest.plan.programs)
        .filter_map(|program| {
            let words = program.command.iter().enumerate().filter(lacking);
            let words: Vec<&str> = words.map(|(_, word)| &**word).collect();
            let words = (!words.is_empty()).then(|| words.join(", "))?;
            Some(format!("the archive lacks what {} is run by: {words}", program.id))
        })
        .collect();
    notes.iter().for_each(|note| super::note(note));
}

/// Has the content of the archive written into a new folder, which becomes a tar file if the name of the
/// output says so.
fn pack(output: &Path, write: impl Fn(&Path) -> anyhow::Result<()>) -> anyhow::Result<()> {
    let stem = output.file_name().unwrap_or_default().to_string_lossy().into_owned();
    match stem.strip_suffix(".tar.gz").or_else(|| stem.strip_suffix(".tgz")) {
        Some(name) => {
            let draft = tempfile::tempdir().context("cannot create a folder")?;
            let folder = draft.path().join(name);
            write(&folder)?;
            tarball::write(&folder, name, output)
        }
        None => write(output),
    }
}

/// Copies the tables of a run and these manifests into the folder `to` of the archive `folder`, and returns
/// their paths there.
fn copy_run(
    run: &Path,
    manifests: &[String],
    folder: &Path,
    to: &str,
) -> anyhow::Result<Vec<String>> {
    let rows = run.join(ROWS);
    let file = File::open(&rows).with_context(|| format!("cannot open {}", rows.display()))?;
    // The rows must not grow while they are copied.
    lock::shared(&file, &rows)?;
    if let [changed, ..] = &run_files::changed(run)?[..] {
        let changed = run.join(changed);
        bail!("{} was changed after the run, expected the file that it wrote", changed.display());
    }
    create(&folder.join(to))?;
    let mut copied = Vec::new();
    let names = run_files::NAMES.into_iter().chain(manifests.iter().map(String::as_str));
    for name in names.filter(|name| run.join(name).is_file()) {
        let path = format!("{to}/{name}");
        copy(&run.join(name), &folder.join(&path))?;
        copied.push(path);
    }
    Ok(copied)
}

/// Writes the versions of the crates if a run had them, and returns the name of the file then.
fn put_lock<'m>(
    mut manifests: impl Iterator<Item = &'m Manifest>,
    folder: &Path,
) -> anyhow::Result<Option<String>> {
    let hash = blake3::hash(CARGO_LOCK.as_bytes()).to_hex().to_string();
    if !manifests.any(|manifest| manifest.program.lock_blake3.as_ref() == Some(&hash)) {
        return Ok(None);
    }
    put(&folder.join("Cargo.lock"), CARGO_LOCK)?;
    Ok(Some("Cargo.lock".into()))
}

fn create(folder: &Path) -> anyhow::Result<()> {
    fs::create_dir_all(folder).with_context(|| format!("cannot create {}", folder.display()))
}

fn copy(from: &Path, to: &Path) -> anyhow::Result<()> {
    fs::copy(from, to)
        .with_context(|| format!("cannot copy {} to {}", from.display(), to.display()))?;
    Ok(())
}

fn put(path: &Path, text: &str) -> anyhow::Result<()> {
    fs::write(path, text).with_context(|| format!("cannot write {}", path.display()))
}
