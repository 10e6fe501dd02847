//! `harness archive`: runs with everything that is needed to repeat them, as a folder or a tar file.
//!
//! ```text
//! reproduce.sh               builds the revision of each run and repeats it
//! runs/NAME/                 the folder of a run: rows, puzzles, backends, manifest, data package
//! inputs/                    the files that the runs read, under their relative paths
//! Cargo.lock                 the version of every crate, if this program has those of a run
//! ro-crate-metadata.json     the same for machines
//! CITATION.cff
//! ```

use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use record::folder::{self, MANIFEST, ROWS};
use record::manifest::Manifest;
use record::{backends, datapackage, lock, puzzles};

use super::metadata::{Dataset, RunFiles};
use super::{End, run_facts};
use crate::cli::ArchiveArgs;

mod inputs;
mod script;
mod tarball;

use self::inputs::Inputs;

/// The versions of the crates of this program.
const CARGO_LOCK: &str = include_str!("../../../../Cargo.lock");

/// The files of a run folder that are kept.
const FILES: [&str; 5] = [ROWS, puzzles::FILE, backends::FILE, MANIFEST, datapackage::DESCRIPTION];

/// A run to be archived.
struct ArchivedRun {
    folder: PathBuf,
    /// Its name in the archive.
    name: String,
    manifest: Manifest,
}

/// Writes the archive and prints its path to `out`.
///
/// # Errors
/// When the output exists or cannot be written, when a folder is not a run, and when a file that a run read
/// is missing or has changed.
pub fn run(arguments: &ArchiveArgs, out: &mut dyn Write) -> anyhow::Result<End> {
    let output = &arguments.output;
    super::must_be_new(output)?;
    let runs = read(&arguments.runs)?;
    let inputs = match arguments.no_inputs {
        true => Inputs::default(),
        false => Inputs::find(runs.iter().map(|run| &run.manifest), &arguments.inputs)?,
    };
    let stem = output.file_name().unwrap_or_default().to_string_lossy().into_owned();
    if let Some(name) = stem.strip_suffix(".tar.gz").or_else(|| stem.strip_suffix(".tgz")) {
        let draft = tempfile::tempdir().context("cannot create a folder")?;
        let folder = draft.path().join(name);
        write(arguments, &runs, &inputs, &folder)?;
        tarball::write(&folder, name, output)?;
    } else {
        write(arguments, &runs, &inputs, output)?;
    }
    writeln!(out, "{}", output.display())?;
    Ok(End::Well)
}

/// Reads the manifests. Names are those of the folders; a second one of a name has its run id behind it.
fn read(folders: &[PathBuf]) -> anyhow::Result<Vec<ArchivedRun>> {
    let mut runs: Vec<ArchivedRun> = Vec::new();
    for folder in folders {
        let manifest = folder::read_manifest(folder)?;
        if let Some(twice) = runs.iter().find(|run| run.manifest.run_id == manifest.run_id) {
            let (first, second) = (twice.folder.display(), folder.display());
            bail!("{first} and {second} are the same run, expected each run once");
        }
        let absolute = folder.canonicalize();
        let absolute = absolute.with_context(|| format!("cannot open {}", folder.display()))?;
        let name = absolute.file_name().unwrap_or_default().to_string_lossy();
        let mut name = super::plain_name(&name);
        if runs.iter().any(|run| run.name == name) {
            name += &format!("-{}", manifest.run_id);
        }
        runs.push(ArchivedRun { folder: folder.clone(), name, manifest });
    }
    Ok(runs)
}

/// Writes all files into a new folder.
fn write(
    arguments: &ArchiveArgs,
    runs: &[ArchivedRun],
    inputs: &Inputs,
    folder: &Path,
) -> anyhow::Result<()> {
    create(folder)?;
    let mut described = Vec::new();
    for run in runs {
        let outputs = copy_run(run, folder)?;
        let facts = run_facts::read(&[run.folder.join(ROWS)])?.into_iter().next();
        let facts = facts.unwrap_or_default();
        described.push(RunFiles { facts, inputs: inputs.of(&run.manifest), outputs });
    }
    inputs.copy(folder)?;
    let mut others = vec![script::FILE.to_owned()];
    script::write(runs, inputs, folder)?;
    let hash = blake3::hash(CARGO_LOCK.as_bytes()).to_hex().to_string();
    if runs.iter().any(|run| run.manifest.program.lock_blake3.as_ref() == Some(&hash)) {
        put(&folder.join("Cargo.lock"), CARGO_LOCK)?;
        others.push("Cargo.lock".into());
    }
    let names: Vec<&str> = runs.iter().map(|run| run.name.as_str()).collect();
    let title = format!("Benchmark runs for exact cover and SAT: {}", names.join(", "));
    Dataset { title, publish: &arguments.publish, runs: described, others }.write(folder)
}

/// Copies the files of a run, and returns their paths in the archive.
fn copy_run(run: &ArchivedRun, folder: &Path) -> anyhow::Result<Vec<String>> {
    let rows = run.folder.join(ROWS);
    let file = File::open(&rows).with_context(|| format!("cannot open {}", rows.display()))?;
    // The rows must not grow while they are copied.
    lock::shared(&file, &rows)?;
    create(&folder.join("runs").join(&run.name))?;
    let mut copied = Vec::new();
    for file in FILES.into_iter().filter(|file| run.folder.join(file).is_file()) {
        let path = format!("runs/{}/{file}", run.name);
        copy(&run.folder.join(file), &folder.join(&path))?;
        copied.push(path);
    }
    Ok(copied)
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
