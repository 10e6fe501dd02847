//! The sources that are compiled in, and those that the reader names.

use std::fs;
use std::path::Path;

use anyhow::{Context, bail};

use crate::cmd::reproduction::ReproductionFile;

/// The files of the five documents, by name.
const DOCUMENTS: [Shipped; 5] = [
    ("falissard", include_str!("../../../reproductions/falissard.toml")),
    ("malherbe", include_str!("../../../reproductions/malherbe.toml")),
    ("sae", include_str!("../../../reproductions/sae.toml")),
    ("hurtebis", include_str!("../../../reproductions/hurtebis.toml")),
    ("sudoto", include_str!("../../../reproductions/sudoto.toml")),
];

/// The files of papers and programs, by name.
const PUBLISHED: [Shipped; 9] = [
    ("tdoku", include_str!("../../../reproductions/tdoku.toml")),
    ("exact-covers", include_str!("../../../reproductions/exact-covers.toml")),
    ("dancing-links", include_str!("../../../reproductions/dancing-links.toml")),
    ("encodings", include_str!("../../../reproductions/encodings.toml")),
    ("encoding-times", include_str!("../../../reproductions/encoding-times.toml")),
    ("inference", include_str!("../../../reproductions/inference.toml")),
    ("grids", include_str!("../../../reproductions/grids.toml")),
    ("annealing", include_str!("../../../reproductions/annealing.toml")),
    ("balanced-holes", include_str!("../../../reproductions/balanced-holes.toml")),
];

/// A name and the text of a file.
type Shipped = (&'static str, &'static str);

/// The name of the five documents together.
const TOUR: &str = "tour";

/// The seconds of processor time that the sources of a call without names may take together: ten minutes, even if no
/// two of their measurements run at the same time.
const ALLOWED: u64 = 600;

/// Named files of expected cells.
pub(in crate::cmd) struct Sources {
    pub(super) files: Vec<(String, ReproductionFile)>,
    /// The names of those that take too long to be part of a call without names.
    pub(super) left_out: Vec<String>,
}

impl Sources {
    /// Returns the documents of these names, or all five.
    ///
    /// # Errors
    /// When there is no such document, or a file is invalid.
    pub(in crate::cmd) fn documents(names: &[String]) -> anyhow::Result<Self> {
        let files = match names {
            [] => of_tour(None)?,
            _ => names
                .iter()
                .map(|name| named(name, &DOCUMENTS, None))
                .collect::<anyhow::Result<_>>()?,
        };
        Ok(Self { files, left_out: Vec::new() })
    }

    /// Returns all sources, whose samples have this seed or their own.
    ///
    /// # Errors
    /// When a file is invalid.
    pub(super) fn all(seed: Option<u64>) -> anyhow::Result<Self> {
        let files = DOCUMENTS.iter().chain(&PUBLISHED).map(|it| shipped(it, seed));
        Ok(Self { files: files.collect::<anyhow::Result<_>>()?, left_out: Vec::new() })
    }

    /// Returns the sources of these names, whose samples have this seed or their own; without names the cheapest that
    /// together are allowed.
    ///
    /// # Errors
    /// When there is no such source, or a file is invalid.
    pub(super) fn of(names: &[String], seed: Option<u64>) -> anyhow::Result<Self> {
        if names.is_empty() {
            return Ok(Self::all(seed)?.cheapest(ALLOWED));
        }
        let mut files = Vec::new();
        for name in names {
            match name.as_str() {
                TOUR => files.extend(of_tour(seed)?),
                _ => files.push(named(name, &[&DOCUMENTS[..], &PUBLISHED].concat(), seed)?),
            }
        }
        Ok(Self { files, left_out: Vec::new() })
    }

    /// Returns the cheapest files that together take at most `cpu_seconds`, in their order.
    fn cheapest(self, cpu_seconds: u64) -> Self {
        let cost = |file: &(String, ReproductionFile)| file.1.head.cpu_seconds;
        let mut costs: Vec<u64> = self.files.iter().map(cost).collect();
        costs.sort_unstable();
        let mut sum = 0;
        let fits = |cost: &&u64| {
            sum += **cost;
            sum <= cpu_seconds
        };
        let dearest = costs.iter().take_while(fits).last().copied().unwrap_or(0);
        let (files, others): (Vec<_>, Vec<_>) =
            self.files.into_iter().partition(|file| cost(file) <= dearest);
        Self { files, left_out: others.into_iter().map(|(name, _)| name).collect() }
    }
}

/// Returns the five documents.
fn of_tour(seed: Option<u64>) -> anyhow::Result<Vec<(String, ReproductionFile)>> {
    DOCUMENTS.iter().map(|it| shipped(it, seed)).collect()
}

fn shipped(
    (name, text): &Shipped,
    seed: Option<u64>,
) -> anyhow::Result<(String, ReproductionFile)> {
    let path = format!("reproductions/{name}.toml");
    Ok(((*name).to_owned(), ReproductionFile::read(&path, text, seed)?))
}

/// Returns the file of this name among these, or at this path.
fn named(
    name: &str,
    among: &[Shipped],
    seed: Option<u64>,
) -> anyhow::Result<(String, ReproductionFile)> {
    if let Some(found) = among.iter().find(|(its, _)| *its == name) {
        return shipped(found, seed);
    }
    let path = Path::new(name);
    if !path.is_file() {
        let names: Vec<&str> = among.iter().map(|(name, _)| *name).collect();
        bail!("there is no source {name:?}, expected {}, or a file", names.join(", "));
    }
    let text = fs::read_to_string(path).with_context(|| format!("cannot read {name}"))?;
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    Ok((stem.into_owned(), ReproductionFile::read(name, &text, seed)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn without_names_the_cheapest_sources_run_that_fit() {
        let file = |seconds: u64| {
            let head = "title = \"t\"\nauthor = \"a\"\nsource = \"s\"";
            let cell =
                "place = \"p\"\nclaim = \"c\"\nprinted = 1\nmeasure = { puzzle.clues = \"x\" }";
            let text = format!("{head}\ncpu_seconds = {seconds}\n[[cell]]\n{cell}\n");
            (seconds.to_string(), ReproductionFile::read("x.toml", &text, None).unwrap())
        };
        let names = |seconds| -> [Vec<String>; 2] {
            let all = Sources { files: [300, 20, 500, 100].map(file).into(), left_out: Vec::new() };
            let Sources { files, left_out } = all.cheapest(seconds);
            [files.into_iter().map(|(name, _)| name).collect(), left_out]
        };
        assert_eq!(names(600), [&["300", "20", "100"][..], &["500"]]);
        assert_eq!(names(20), [&["20"][..], &["300", "500", "100"]]);
        assert_eq!(names(10), [&[][..], &["300", "20", "500", "100"]]);
    }
}
