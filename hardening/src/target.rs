//! The properties by name, with the inputs that searches begin with.

use std::fs;
use std::path::{Path, PathBuf};

use crate::{differential, readers};

/// A property that holds for every input.
#[derive(Clone, Copy, Debug)]
pub struct Target {
    /// Its name: that of the folder of its seeds.
    pub name: &'static str,
    /// Panics if the property does not hold for an input.
    pub check: fn(&[u8]),
}

/// Lists targets that have the name of their function, and notations.
macro_rules! targets {
    ($($function:ident),+; $($variable:ident = $notation:literal),+ $(,)?) => {
        &[
            $(Target { name: stringify!($function), check: readers::$function },)+
            $(Target {
                name: stringify!($variable),
                check: |bytes| readers::notation($notation, bytes),
            },)+
            Target { name: "differential", check: differential::check_bytes },
        ]
    };
}

/// All targets.
pub const TARGETS: &[Target] = targets! {
    answer, count, counted, cover, cover_priced, cover_rows, cover_sets, drawing, formula, graph, history, manifest, model, programs,
    proof, reading, replies, reply, request, rows, serve, structure, study;
    csv = "csv", f_puzzles = "f-puzzles", grid = "grid", hurtebis = "hurtebis", json = "json", jsonl = "jsonl", killer = "killer",
    line = "line",
    opensudoku = "opensudoku", pencil = "pencil", pencil_line = "pencil-line", scl = "scl", sdk = "sdk", sdm = "sdm", ss = "ss",
    sumocue = "sumocue",
    tsv = "tsv",
};

/// Returns the target with this name.
pub fn named(name: &str) -> Option<&'static Target> {
    TARGETS.iter().find(|target| target.name == name)
}

impl Target {
    /// Returns the folder of the seeds, in the sources of this crate.
    pub fn folder(&self) -> PathBuf {
        Path::new(env!("CARGO_MANIFEST_DIR")).join("seeds").join(self.name)
    }

    /// Returns the seeds in the order of their names: inputs that are right, or nearly so, and inputs that once made
    /// the property fail.
    pub fn seeds(&self) -> Vec<Vec<u8>> {
        let files = fs::read_dir(self.folder()).into_iter().flatten().flatten();
        let mut paths: Vec<PathBuf> = files.map(|file| file.path()).collect();
        paths.sort();
        paths.iter().filter_map(|path| fs::read(path).ok()).collect()
    }
}
