//! Resolves parsed puzzles: finds the geometry and the symbols of each.
//!
//! Headers take precedence over the command line, and both over what the size and the characters imply. An
//! ambiguous choice of symbols is noted.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use board::text::symbols::Symbols;
use board::text::{Cells, Metadata, ParsedPuzzle, Topic};
use board::{Geometry, TextError};
use record::filter;

use super::headers::{CachedGeometry, GeometryCache};
use super::parsed_item::ParsedItem;
use super::{CorpusOptions, Expectation, LineError};
use crate::problem::AnyProblem;

/// Resolves the parsed puzzles of a file.
pub(super) struct Resolver {
    /// The folder of geometry files.
    folder: PathBuf,
    geometry: Option<Arc<Geometry>>,
    symbols: Option<Symbols>,
    keep_notes: bool,
    /// The symbols that were inferred.
    inferred: Vec<Symbols>,
    /// Notes still to be returned.
    notes: Vec<String>,
}

impl Resolver {
    /// Creates a resolver for a file in this folder.
    pub(super) fn new(options: &CorpusOptions, folder: &Path) -> Self {
        Self {
            folder: folder.to_owned(),
            geometry: options.geometry.clone(),
            symbols: options.symbols.clone(),
            keep_notes: options.keep_notes,
            inferred: Vec::new(),
            notes: Vec::new(),
        }
    }

    /// Takes a note.
    pub(super) fn note(&mut self) -> Option<String> {
        self.notes.pop()
    }

    /// Adds a note.
    pub(super) fn add_note(&mut self, note: Option<String>) {
        self.notes.extend(note);
    }

    /// Returns the geometry with this name, or that of the command line. `None` if neither is stated, or if there is no
    /// such geometry, which is an error later.
    pub(super) fn lookup(
        &self,
        name: Option<&str>,
        cache: &mut GeometryCache,
    ) -> Option<Arc<Geometry>> {
        match name {
            Some(name) => {
                let cached = cache.get(name, &self.folder, None).ok()?;
                Some(cached.geometry.clone())
            }
            None => self.geometry.clone(),
        }
    }

    /// Finds the geometry and symbols of a puzzle.
    ///
    /// # Errors
    /// When its geometry cannot be found, or its cells cannot be read.
    pub(super) fn resolve(
        &mut self,
        puzzle: ParsedPuzzle,
        cache: &mut GeometryCache,
    ) -> Result<ParsedItem, LineError> {
        let ParsedPuzzle { line, cells, solution, metadata } = puzzle;
        let plain = self.geometry_of(&cells, &metadata, None, cache)?;
        let stated = match &metadata.symbols {
            Some((line, text)) => {
                let symbols = Symbols::parse(text);
                Some(symbols.map_err(|error| (*line, 1, error.to_string()))?)
            }
            None => self.symbols.clone(),
        };
        let symbols = match stated {
            Some(symbols) => symbols,
            None => {
                let symbols = cells.symbols(&plain.geometry).map_err(problem)?;
                self.note_symbols(&cells, &symbols, plain.geometry.symbols());
                symbols
            }
        };
        let cached = match symbols {
            Symbols::Hex1 | Symbols::Numbers => plain,
            _ => self.geometry_of(&cells, &metadata, Some(&symbols), cache)?,
        };
        let puzzle = cells.puzzle(&cached.geometry, &symbols).map_err(problem)?;
        let grid = |cells: &Cells| cells.grid(&cached.geometry, &symbols);
        let solution = solution.as_ref().map(grid).transpose().map_err(problem)?;
        let expect = match &metadata.expect {
            Some((line, text)) => {
                Expectation::of_header(text).map_err(|problem| (*line, 1, problem))?
            }
            None => None,
        };
        let comments = metadata.notes.iter().filter(|note| note.topic == Topic::Comment);
        self.notes.extend(comments.filter_map(|note| doubtful_header(line, &note.text)));
        let level = metadata.notes.iter().find(|note| note.topic == Topic::Level);
        let level = level.map(|note| note.text.as_str().into());
        let notes = if self.keep_notes { metadata.notes } else { Vec::new() };
        let (name, is_alone) = (metadata.name, false);
        let (problem, cached) = (AnyProblem::Puzzle(puzzle), Some(cached));
        Ok(ParsedItem { line, problem, cached, name, solution, expect, level, notes, is_alone })
    }

    /// Returns where a puzzle is played.
    fn geometry_of(
        &self,
        cells: &Cells,
        metadata: &Metadata,
        symbols: Option<&Symbols>,
        cache: &mut GeometryCache,
    ) -> Result<Arc<CachedGeometry>, LineError> {
        let start = cells.start();
        match (&metadata.geometry, &self.geometry) {
            (Some(stated), _) => {
                let cached = cache.get(&stated.text, &self.folder, symbols);
                cached.map_err(|problem| (stated.line, 1, problem))
            }
            (None, Some(geometry)) => {
                cache.given(geometry, symbols).map_err(|problem| (start.0, start.1, problem))
            }
            (None, None) => {
                let name = cells.geometry().map_err(problem)?;
                metadata.check_rules(&name).map_err(problem)?;
                let cached = cache.get(&name, Path::new(""), symbols);
                cached.map_err(|problem| (start.0, start.1, problem))
            }
        }
    }

    /// Notes inferred symbols, once per file. The digits up to 9 and the symbols of lines are not noted.
    fn note_symbols(&mut self, cells: &Cells, symbols: &Symbols, size: usize) {
        let is_expected = matches!(symbols, Symbols::Hex1 | Symbols::Numbers)
            && (size <= 9 || matches!(cells, Cells::Line(..)));
        if !is_expected && !self.inferred.contains(symbols) {
            self.inferred.push(symbols.clone());
            self.notes.push(format!("the symbols are read as {}", symbols.description()));
        }
    }
}

/// Returns a note on a comment that looks like a header which decides what the puzzles are, but is
/// none.
pub(super) fn doubtful_header(line: usize, comment: &str) -> Option<String> {
    let (key, _) = comment.split_once(':')?;
    let key = key.trim();
    let (meant, similarity) = filter::nearest(key, &["expect", "geometry", "symbols"])?;
    (0.7..1.0)
        .contains(&similarity)
        .then(|| format!("line {line}: `# {key}:` is no header, did you mean {meant}?"))
}

/// Converts an error of a text.
pub(super) fn problem(error: TextError) -> LineError {
    (error.line, error.column, error.message())
}
