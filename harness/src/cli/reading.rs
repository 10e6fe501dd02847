//! The options of every subcommand that reads puzzles.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use board::instance::MaxAnnounced;
use board::text::symbols::Symbols;
use board::text::{self, Notation};
use clap::Args;
use race::corpus::geometry::{self, LocatedGeometry};
use race::corpus::{self, CorpusOptions, Records, TextLimit};
use record::filter::{self, Filter};

use super::headings::INPUT;
use super::limits::{Bytes, Limit, whole};
use super::{CorpusRules, PuzzleRules};

/// Files of puzzles, and the puzzles that are selected from them.
#[derive(Args, Clone, Debug)]
pub struct PuzzleFilesArgs {
    /// Files of puzzles or grids in any notation; `-` is standard input
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// How the files are read.
    #[command(flatten)]
    pub read: ReadArgs,
    /// Which puzzles.
    #[command(flatten)]
    pub puzzles: PuzzleRules,
    /// Which corpora.
    #[command(flatten)]
    pub corpora: CorpusRules,
}

impl PuzzleFilesArgs {
    /// Opens the selected corpora, and returns their records with the filter of their puzzles. `change` sets
    /// further options of reading.
    ///
    /// # Errors
    /// When a file cannot be opened, or a filter or the geometry is invalid.
    pub fn open(
        &self,
        change: impl FnOnce(&mut CorpusOptions),
    ) -> anyhow::Result<(Records, Filter)> {
        let (mut options, _) = self.read.options()?;
        change(&mut options);
        let filter = Filter::new(self.puzzles.0.clone(), &[])?;
        let files = corpus::files_of(&self.files, &self.corpora.patterns)?;
        Ok((Records::open(&files, options)?, filter))
    }
}

/// How files are read.
#[derive(Args, Clone, Debug)]
pub struct ReadArgs {
    /// Notation of the files; by default detected from their first lines
    ///
    /// auto, csv, f-puzzles, grid, hurtebis, json, jsonl, killer, line, opensudoku, pencil, pencil-line, scl,
    /// sdk, sdm, ss, sumocue or tsv.
    #[arg(long, value_name = "NOTATION", value_parser = notation, help_heading = INPUT)]
    pub notation: Option<Chosen>,
    /// Geometry: a name (`harness list --geometries`) or a file
    ///
    /// It applies to puzzles whose file does not state one; without it, these are classic, and the
    /// number of cells decides the order.
    #[arg(long, value_name = "NAME|FILE", help_heading = INPUT)]
    pub geometry: Option<String>,
    /// Symbols of the puzzles: the characters in order, or a name
    ///
    /// It applies to puzzles whose file does not state them. The names are hex0 (0–9 A–Z), hex1 (1–9
    /// A–Z), letters, numbers (from 1) and numbers0.
    #[arg(long, value_name = "CHARACTERS|NAME", value_parser = symbols, help_heading = INPUT)]
    pub symbols: Option<Symbols>,
    /// Column of a table that holds the puzzles; by default recognised by its name
    #[arg(long, value_name = "NAME", help_heading = INPUT)]
    pub puzzle_column: Option<String>,
    /// Maximum size of a text that is read at once, such as a formula; `none` for no limit
    ///
    /// Files of lines are not read at once, and have none. A line has at most 2 MiB.
    #[arg(long, value_name = "SIZE", default_value = "64MiB", help_heading = INPUT)]
    pub max_text: Limit<Bytes>,
    /// Maximum number of variables, vertices or items that the header of a file may announce
    ///
    /// Memory is allocated for all of them. Without this option, a file has to be as long as this number in bytes, but
    /// may announce 1,048,576 in any case, and never more than 16,777,216.
    #[arg(long, value_name = "N", value_parser = whole(0..=usize::MAX), help_heading = INPUT)]
    pub max_announced: Option<usize>,
}

/// A requested notation; `None` for `auto`.
#[derive(Clone, Copy, Debug)]
pub struct Chosen(pub Option<&'static Notation>);

impl ReadArgs {
    /// Returns the options, and the named geometry.
    ///
    /// # Errors
    /// When the geometry does not exist.
    pub fn options(&self) -> anyhow::Result<(CorpusOptions, Option<LocatedGeometry>)> {
        let geometry = self.geometry.as_ref();
        let found = geometry.map(|text| geometry::find(text, Path::new(""))).transpose()?;
        let options = CorpusOptions {
            puzzle_column: self.puzzle_column.clone(),
            geometry: found.as_ref().map(|found| Arc::new(found.geometry.clone())),
            notation: self.notation.and_then(|chosen| chosen.0),
            symbols: self.symbols.clone(),
            max_announced: MaxAnnounced(self.max_announced),
            max_text: TextLimit(self.max_text.0.map(|Bytes(bytes)| bytes)),
            ..CorpusOptions::default()
        };
        Ok((options, found))
    }

    /// Returns the options as words, for the manifest.
    pub fn words(&self) -> Vec<String> {
        let notation = self.notation.and_then(|chosen| chosen.0);
        let pairs = [
            ("notation", notation.map(|notation| notation.name.to_owned())),
            ("geometry", self.geometry.clone()),
            ("symbols", self.symbols.as_ref().map(Symbols::to_string)),
            ("puzzle-column", self.puzzle_column.clone()),
        ];
        let said = pairs.into_iter().filter_map(|(key, value)| Some((key, value?)));
        said.map(|(key, value)| format!("{key}={value}")).collect()
    }
}

/// Returns the notation with this name.
///
/// # Errors
/// A message with the nearest name when there is none.
pub(super) fn named(text: &str) -> Result<&'static Notation, String> {
    let names: Vec<&str> = text::NOTATIONS.iter().map(|notation| notation.name).collect();
    text::named(text).ok_or_else(|| {
        let nearest = filter::suggestion(text, &names);
        format!("no notation is called {text:?}{nearest}, expected one of {}", names.join(", "))
    })
}

/// Parses symbols: a name, or the characters.
///
/// # Errors
/// When the characters are not an alphabet.
pub(super) fn symbols(text: &str) -> Result<Symbols, String> {
    Symbols::parse(text).map_err(|error| {
        format!("{error}; expected the characters, or one of {}", Symbols::NAMES.join(", "))
    })
}

fn notation(text: &str) -> Result<Chosen, String> {
    if text == "auto" { Ok(Chosen(None)) } else { named(text).map(Some).map(Chosen) }
}
