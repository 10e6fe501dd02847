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
const PUBLISHED: [Shipped; 8] = [
    ("tdoku", include_str!("../../../reproductions/tdoku.toml")),
    ("exact-covers", include_str!("../../../reproductions/exact-covers.toml")),
    ("dancing-links", include_str!("../../../reproductions/dancing-links.toml")),
    ("encodings", include_str!("../../../reproductions/encodings.toml")),
    ("inference", include_str!("../../../reproductions/inference.toml")),
    ("grids", include_str!("../../../reproductions/grids.toml")),
    ("annealing", include_str!("../../../reproductions/annealing.toml")),
    ("balanced-holes", include_str!("../../../reproductions/balanced-holes.toml")),
];

/// A name and the text of a file.
type Shipped = (&'static str, &'static str);

/// The name of the five documents together.
const TOUR: &str = "tour";

/// The seconds that the sources of a call without names may take together.
const ALLOWED: u64 = 600;

/// Named files of expected cells.
pub(in crate::cmd) struct Sources(pub(super) Vec<(String, ReproductionFile)>);

impl Sources {
    /// The documents of these names, or all five.
    ///
    /// # Errors
    /// When there is no such document, or a file is invalid.
    pub(in crate::cmd) fn documents(names: &[String]) -> anyhow::Result<Self> {
        let files = match names {
            [] => DOCUMENTS.iter().map(shipped).collect::<anyhow::Result<_>>()?,
            _ => names.iter().map(|name| named(name, &DOCUMENTS)).collect::<anyhow::Result<_>>()?,
        };
        Ok(Self(files))
    }

    /// All sources.
    ///
    /// # Errors
    /// When a file is invalid.
    pub(super) fn all() -> anyhow::Result<Self> {
        let files = DOCUMENTS.iter().chain(&PUBLISHED).map(shipped);
        Ok(Self(files.collect::<anyhow::Result<_>>()?))
    }

    /// The sources of these names; without names the cheapest that together are allowed.
    ///
    /// # Errors
    /// When there is no such source, or a file is invalid.
    pub(super) fn of(names: &[String]) -> anyhow::Result<Self> {
        if names.is_empty() {
            return Ok(Self(cheapest(Self::all()?.0, ALLOWED)));
        }
        let mut files = Vec::new();
        for name in names {
            match name.as_str() {
                TOUR => files.extend(Self::documents(&[])?.0),
                _ => files.push(named(name, &[&DOCUMENTS[..], &PUBLISHED].concat())?),
            }
        }
        Ok(Self(files))
    }
}

/// The cheapest files that together take at most `seconds`, in their order.
fn cheapest(
    files: Vec<(String, ReproductionFile)>,
    seconds: u64,
) -> Vec<(String, ReproductionFile)> {
    let mut costs: Vec<u64> = files.iter().map(|(_, file)| file.head.seconds).collect();
    costs.sort_unstable();
    let mut sum = 0;
    let fits = |cost: &&u64| {
        sum += **cost;
        sum <= seconds
    };
    let dearest = costs.iter().take_while(fits).last().copied().unwrap_or(0);
    files.into_iter().filter(|(_, file)| file.head.seconds <= dearest).collect()
}

fn shipped((name, text): &Shipped) -> anyhow::Result<(String, ReproductionFile)> {
    let path = format!("reproductions/{name}.toml");
    Ok(((*name).to_owned(), ReproductionFile::read(&path, text)?))
}

/// The file of this name among these, or at this path.
fn named(name: &str, among: &[Shipped]) -> anyhow::Result<(String, ReproductionFile)> {
    if let Some(found) = among.iter().find(|(its, _)| *its == name) {
        return shipped(found);
    }
    let path = Path::new(name);
    if !path.is_file() {
        let names: Vec<&str> = among.iter().map(|(name, _)| *name).collect();
        bail!("there is no source {name:?}, expected {}, or a file", names.join(", "));
    }
    let text = fs::read_to_string(path).with_context(|| format!("cannot read {name}"))?;
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    Ok((stem.into_owned(), ReproductionFile::read(name, &text)?))
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
            let text = format!("{head}\nseconds = {seconds}\n[[cell]]\n{cell}\n");
            (seconds.to_string(), ReproductionFile::read("x.toml", &text).unwrap())
        };
        let names = |seconds| -> Vec<String> {
            let files = [300, 20, 500, 100].map(file).into();
            cheapest(files, seconds).into_iter().map(|(name, _)| name).collect()
        };
        assert_eq!(names(600), ["300", "20", "100"]);
        assert_eq!(names(20), ["20"]);
        assert!(names(10).is_empty());
    }
}
