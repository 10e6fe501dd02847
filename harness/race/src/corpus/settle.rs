//! Makes puzzles of parsed ones: finds the geometry and the symbols of each.
//!
//! What a header says comes first, then what the command line says, then what the size and the
//! characters alone allow. What was taken without being told, and might have been otherwise, is
//! noted.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use board::text::symbols::Symbols;
use board::text::{Cells, Metadata, ParsedPuzzle, Topic};
use board::{Geometry, TextError};

use super::found::Found;
use super::headers::{Place, Places, expectation};
use super::{CorpusOptions, Problem};

use crate::problem::AnyProblem;

/// Makes puzzles of the parsed ones of a file.
pub(super) struct Settler {
    /// The folder in which geometry files are looked for.
    folder: PathBuf,
    geometry: Option<Arc<Geometry>>,
    symbols: Option<Symbols>,
    keep_notes: bool,
    /// What was taken without being told.
    taken: Vec<Symbols>,
    /// What is to be noted.
    notes: Vec<String>,
}

impl Settler {
    /// For a file in this folder.
    pub(super) fn new(options: &CorpusOptions, folder: &Path) -> Self {
        Self {
            folder: folder.to_owned(),
            geometry: options.geometry.clone(),
            symbols: options.symbols.clone(),
            keep_notes: options.keep_notes,
            taken: Vec::new(),
            notes: Vec::new(),
        }
    }

    /// What is to be noted and was not yet.
    pub(super) fn note(&mut self) -> Option<String> {
        self.notes.pop()
    }

    /// Something that is to be noted.
    pub(super) fn say(&mut self, note: Option<String>) {
        self.notes.extend(note);
    }

    /// The geometry that is named, or that of the command line; none where the size has to tell, or
    /// where there is no such geometry: then the puzzle is an error.
    pub(super) fn lookup(&self, name: Option<&str>, places: &mut Places) -> Option<Arc<Geometry>> {
        match name {
            Some(name) => {
                let place = places.get(name, &self.folder, None).ok()?;
                Some(place.geometry.clone())
            }
            None => self.geometry.clone(),
        }
    }

    /// The puzzle with its geometry and symbols.
    ///
    /// # Errors
    /// When its geometry cannot be found, or its cells cannot be read.
    pub(super) fn settle(
        &mut self,
        puzzle: ParsedPuzzle,
        places: &mut Places,
    ) -> Result<Found, Problem> {
        let ParsedPuzzle { line, cells, solution, metadata } = puzzle;
        let plain = self.place(&cells, &metadata, None, places)?;
        let told = match &metadata.symbols {
            Some((line, text)) => {
                let symbols = Symbols::parse(text);
                Some(symbols.map_err(|error| (*line, 1, error.to_string()))?)
            }
            None => self.symbols.clone(),
        };
        let symbols = match told {
            Some(symbols) => symbols,
            None => {
                let symbols = cells.symbols(&plain.geometry).map_err(problem)?;
                self.take(&cells, &symbols, plain.geometry.symbols());
                symbols
            }
        };
        let place = match symbols {
            Symbols::Hex1 | Symbols::Numbers => plain,
            _ => self.place(&cells, &metadata, Some(&symbols), places)?,
        };
        let puzzle = cells.puzzle(&place.geometry, &symbols).map_err(problem)?;
        let grid = |cells: &Cells| cells.grid(&place.geometry, &symbols);
        let solution = solution.as_ref().map(grid).transpose().map_err(problem)?;
        let expect = match &metadata.expect {
            Some((line, text)) => expectation(text).map_err(|problem| (*line, 1, problem))?,
            None => None,
        };
        let level = metadata.notes.iter().find(|note| note.topic == Topic::Level);
        let level = level.map(|note| note.text.as_str().into());
        let notes = if self.keep_notes { metadata.notes } else { Vec::new() };
        let (name, is_alone) = (metadata.name, false);
        let (problem, place) = (AnyProblem::Puzzle(puzzle), Some(place));
        Ok(Found { line, problem, place, name, solution, expect, level, notes, is_alone })
    }

    /// Where a puzzle is played.
    fn place(
        &self,
        cells: &Cells,
        metadata: &Metadata,
        symbols: Option<&Symbols>,
        places: &mut Places,
    ) -> Result<Arc<Place>, Problem> {
        let start = cells.start();
        match (&metadata.geometry, &self.geometry) {
            (Some(stated), _) => {
                let place = places.get(&stated.text, &self.folder, symbols);
                place.map_err(|problem| (stated.line, 1, problem))
            }
            (None, Some(geometry)) => {
                places.given(geometry, symbols).map_err(|problem| (start.0, start.1, problem))
            }
            (None, None) => {
                let name = cells.geometry().map_err(problem)?;
                let place = places.get(&name, Path::new(""), symbols);
                place.map_err(|problem| (start.0, start.1, problem))
            }
        }
    }

    /// Notes what symbols were taken, once for a file. Digits up to 9, and the lines of a corpus,
    /// are what everybody expects.
    fn take(&mut self, cells: &Cells, symbols: &Symbols, size: usize) {
        let is_expected = matches!(symbols, Symbols::Hex1 | Symbols::Numbers)
            && (size <= 9 || matches!(cells, Cells::Line(..)));
        if !is_expected && !self.taken.contains(symbols) {
            self.taken.push(symbols.clone());
            self.notes.push(format!("the symbols are read as {}", symbols.description()));
        }
    }
}

/// Where a text is wrong, and how.
pub(super) fn problem(error: TextError) -> Problem {
    (error.line, error.column, error.message())
}
