//! `harness tour`: replays the figures and claims of the five documents that this project comes from.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::{Context, bail};
use schemars::schema_for;

use super::reproduction::{Cell, Laboratory, Replayed, Reproduction, ReproductionFile};
use super::{End, workers};
use crate::cli::TourArgs;

mod print;

/// The files of the documents, by name.
const DOCUMENTS: [(&str, &str); 5] = [
    ("falissard", include_str!("../../../reproductions/falissard.toml")),
    ("malherbe", include_str!("../../../reproductions/malherbe.toml")),
    ("sae", include_str!("../../../reproductions/sae.toml")),
    ("hurtebis", include_str!("../../../reproductions/hurtebis.toml")),
    ("sudoto", include_str!("../../../reproductions/sudoto.toml")),
];

/// A document whose cells were measured.
struct Toured {
    name: String,
    file: ReproductionFile,
    /// For each cell.
    replayed: Vec<Replayed>,
}

/// Replays the documents, and prints what came of it.
///
/// # Errors
/// When there is no such document, or a file is invalid.
pub fn run(arguments: &TourArgs, cancel: &AtomicBool, out: &mut dyn Write) -> anyhow::Result<End> {
    if arguments.schema {
        writeln!(out, "{:#}", schema_for!(Reproduction).as_value())?;
        return Ok(End::Well);
    }
    let files = files(&arguments.documents)?;
    let pool = workers::pool(arguments.jobs.number)?;
    let laboratory = Laboratory::new(cancel);
    let n_cells = files.iter().map(|(_, file)| file.cells.len() as u64).sum();
    let bar = workers::bar("cells", n_cells);
    let mut toured = Vec::new();
    for (name, file) in files {
        let mut replayed = Vec::new();
        for cell in &file.cells {
            let measured = pool.install(|| file.replay(cell, &laboratory));
            // What a cancelled search returns is no measurement.
            if cancel.load(Ordering::Relaxed) {
                return Ok(End::Interrupted);
            }
            replayed.push(measured?);
            bar.inc(1);
        }
        toured.push(Toured { name, file, replayed });
    }
    bar.finish_and_clear();
    print::print(&toured, arguments.format.format(), out)?;
    let is_well = toured.iter().all(|document| document.failures() == 0);
    Ok(if is_well { End::Well } else { End::Failed })
}

/// The files that are named, or those of all documents.
fn files(named: &[String]) -> anyhow::Result<Vec<(String, ReproductionFile)>> {
    let of = |name: &str, path: &str, text: &str| {
        Ok((name.to_owned(), ReproductionFile::read(path, text)?))
    };
    let shipped =
        |(name, text): &(&str, &str)| of(name, &format!("reproductions/{name}.toml"), text);
    if named.is_empty() {
        return DOCUMENTS.iter().map(shipped).collect();
    }
    let read = |name: &String| {
        if let Some(document) = DOCUMENTS.iter().find(|(its, _)| its == name) {
            return shipped(document);
        }
        let path = Path::new(name);
        if !path.is_file() {
            let names = DOCUMENTS.map(|(name, _)| name).join(", ");
            bail!("there is no document {name:?}, expected {names}, or a file");
        }
        let text = fs::read_to_string(path).with_context(|| format!("cannot read {name}"))?;
        let stem = path.file_stem().unwrap_or_default().to_string_lossy();
        of(&stem, name, &text)
    };
    named.iter().map(read).collect()
}

impl Toured {
    /// The number of cells that no longer agree.
    fn failures(&self) -> usize {
        self.pairs().filter(|(cell, replayed)| cell.fails(replayed)).count()
    }

    /// The cells and what was measured.
    fn pairs(&self) -> impl Iterator<Item = (&Cell, &Replayed)> {
        self.file.cells.iter().zip(&self.replayed)
    }
}
