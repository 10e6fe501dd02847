//! Reads corpora in sequence, and gives every puzzle its name and its hash.

use std::borrow::Cow;
use std::collections::VecDeque;
use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context, bail};
use record::hash::PuzzleHash;
use record::plain_text::label;

use super::file::{FileEntry, FileReader};
use super::headers::{CachedGeometry, GeometryCache};
use super::names::{GivenName, Names};
use super::parsed_item::ParsedItem;
use super::raw_lines::RawLines;
use super::source::Input;
use super::{BadLine, CorpusItem, CorpusOptions, ReadEvent, stem};

use crate::families;
use crate::problem::{AnyAnswer, AnyProblem, FileKind};

/// The fewest characters of a text that was probably meant as the cells of a puzzle.
pub const FEWEST_CELLS: usize = 16;

/// Reads corpora in sequence. An iterator of events, which ends at the first error.
pub struct Reader {
    options: CorpusOptions,
    waiting: VecDeque<Opened>,
    current: Option<Current>,
    n_files: usize,
    names: Names,
    cache: GeometryCache,
    /// Returned before the next puzzle.
    renamed: Option<Renamed>,
    bytes_done: u64,
    bytes: Option<u64>,
}

/// An open file that is still to be read.
pub(super) struct Opened {
    pub(super) name: String,
    pub(super) stem: Arc<str>,
    pub(super) input: Input,
    /// Its kind, if it does not have to be recognised.
    pub(super) kind: Option<FileKind>,
}

/// The file being read.
struct Current {
    /// Its index among the files.
    index: usize,
    name: String,
    stem: Arc<str>,
    reader: FileReader,
}

/// The location, the name that another puzzle has, and the new name.
type Renamed = (String, String, String);

/// An item whose hash is still to be computed. Hashing takes longer than reading, and is left to the worker that
/// runs the item.
#[derive(Debug)]
pub struct UnhashedItem {
    item: CorpusItem,
    cached: Option<Arc<CachedGeometry>>,
}

impl UnhashedItem {
    /// Returns the name of the puzzle.
    pub fn name(&self) -> &str {
        &self.item.name
    }

    /// Returns whether isomorphs of it are made: it is a puzzle without relations, which few symmetries of a board
    /// preserve.
    pub fn has_isomorphs(&self) -> bool {
        self.item.problem.puzzle().is_some() && !self.item.problem.has_relations()
    }

    /// Computes the hash.
    pub fn hashed(self) -> CorpusItem {
        let (hash, clues) = match (&self.item.problem, &self.cached) {
            (AnyProblem::Puzzle(puzzle), Some(cached)) => cached.hasher.hash(puzzle),
            (problem, _) => (problem.hash(), 0),
        };
        CorpusItem { class: hash, hash, clues, ..self.item }
    }
}

impl Reader {
    /// Opens all files, so that a missing file is reported before anything runs. `-` is standard input.
    ///
    /// # Errors
    /// When one cannot be opened.
    pub fn open(files: &[PathBuf]) -> anyhow::Result<Self> {
        Self::open_with(files, CorpusOptions::default())
    }

    /// Returns the same with options.
    ///
    /// # Errors
    /// When one cannot be opened.
    pub fn open_with(files: &[PathBuf], options: CorpusOptions) -> anyhow::Result<Self> {
        let mut waiting = VecDeque::new();
        let mut bytes = Some(0);
        for path in files {
            let (opened, length) = open(path)?;
            bytes = bytes.zip(length).map(|(bytes, length)| bytes + length);
            waiting.push_back(opened);
        }
        Ok(Self {
            options,
            names: Names::new(waiting.iter().map(|opened| opened.stem.to_string())),
            waiting,
            current: None,
            n_files: 0,
            cache: GeometryCache::default(),
            renamed: None,
            bytes_done: 0,
            bytes,
        })
    }

    /// Returns the number of bytes read so far and, if all corpora are files, the total; of compressed files, the
    /// compressed bytes.
    pub fn progress(&self) -> (u64, Option<u64>) {
        let current = self.current.as_ref().map_or(0, |current| current.reader.bytes());
        (self.bytes_done + current, self.bytes)
    }

    /// Returns up to `most` consecutive raw lines. `None` if the next line is not raw, or if its name would not be
    /// `stem:line`.
    pub fn take_raw_lines(&mut self, most: usize) -> Option<RawLines> {
        let current = self.current.as_mut().filter(|_| self.renamed.is_none())?;
        if !self.names.are_plain(current.index) {
            return None;
        }
        let bare = current.reader.take_raw_lines(most, &current.stem)?;
        self.names.generate_lines(current.index, bare.first, bare.len());
        Some(bare)
    }

    /// Returns the next event, without computing the hash of a puzzle.
    ///
    /// # Errors
    /// When a file cannot be read further.
    pub fn next_unhashed(&mut self) -> io::Result<Option<ReadEvent<UnhashedItem>>> {
        if let Some((place, old, new)) = self.renamed.take() {
            return Ok(Some(ReadEvent::Renamed(place, old, new)));
        }
        loop {
            let Some(current) = &mut self.current else {
                let Some(opened) = self.waiting.pop_front() else { return Ok(None) };
                self.current = Some(Current::new(opened, self.n_files, &self.options)?);
                self.n_files += 1;
                continue;
            };
            match current.reader.next(&mut self.cache)? {
                Some(FileEntry::Item(found)) => {
                    if let Err(nothing) = found.problem.is_not_empty() {
                        return Ok(Some(ReadEvent::Bad(current.empty(&found, nothing))));
                    }
                    let (item, renamed) = current.item(found, &mut self.names);
                    self.renamed = renamed;
                    return Ok(Some(ReadEvent::Puzzle(item)));
                }
                Some(FileEntry::Bad(bad)) => return Ok(Some(ReadEvent::Bad(bad))),
                Some(FileEntry::Note(note)) => return Ok(Some(ReadEvent::Note(note))),
                None => {
                    self.bytes_done += current.reader.bytes();
                    self.current = None;
                }
            }
        }
    }
}

impl Iterator for Reader {
    type Item = io::Result<ReadEvent>;

    fn next(&mut self) -> Option<Self::Item> {
        let hashed =
            |entry: Option<ReadEvent<UnhashedItem>>| Some(entry?.map(UnhashedItem::hashed));
        self.next_unhashed().map(hashed).transpose()
    }
}

impl Current {
    fn new(opened: Opened, index: usize, options: &CorpusOptions) -> io::Result<Self> {
        let reader = FileReader::open(&opened.name, opened.input, opened.kind, options)?;
        let Opened { name, stem, .. } = opened;
        Ok(Self { index, name, stem, reader })
    }

    /// Returns the error for a problem with nothing to choose, whose answer would be an empty text in a row.
    fn empty(&self, found: &ParsedItem, nothing: &str) -> BadLine {
        BadLine { file: self.name.clone(), line: found.line, column: 1, problem: nothing.into() }
    }

    fn item(&self, found: ParsedItem, names: &mut Names) -> (UnhashedItem, Option<Renamed>) {
        let ParsedItem { line, problem, cached, name, solution, expect, level, is_alone, .. } =
            found;
        let name = name.or_else(|| is_alone.then(|| self.stem.to_string()));
        let name = name.map(|name| label(&name).into_owned());
        let level = level.map(labelled);
        let GivenName { name, renamed } = match name {
            Some(name) => names.state(name),
            None => names.generate(self.index, line),
        };
        let renamed = renamed.map(|(old, new)| (format!("{}:{line}", self.name), old, new));
        let corpus = self.stem.clone();
        // Filled in by `hashed`.
        let (hash, clues) = (PuzzleHash::default(), 0);
        let (class, iso_seed) = (hash, None);
        let solution = solution.map(AnyAnswer::Grid);
        let item = CorpusItem {
            corpus,
            name,
            problem,
            clues,
            hash,
            class,
            iso_seed,
            expect,
            level,
            solution,
        };
        (UnhashedItem { item, cached }, renamed)
    }
}

/// Returns a text as rows have it.
fn labelled(text: Arc<str>) -> Arc<str> {
    match label(&text) {
        Cow::Borrowed(_) => text,
        Cow::Owned(text) => text.into(),
    }
}

/// Returns what was probably meant by a path where no file is: a family, or the cells of a puzzle.
fn suggestion(path: &Path) -> String {
    let text = path.to_string_lossy();
    let is_cell = |c: char| c.is_ascii_digit() || matches!(c, '.' | '_' | '*' | '-' | '?' | 'x');
    if text.len() >= FEWEST_CELLS && text.chars().all(is_cell) {
        return ", expected a file; `-` reads a puzzle from standard input".into();
    }
    families::suggestion(path)
}

/// Opens a file, or the text of a problem that the path names; returns its length as well, if it has one.
pub(super) fn open(path: &Path) -> anyhow::Result<(Opened, Option<u64>)> {
    let name = path.display().to_string();
    if name == "-" {
        let input = Box::new(io::stdin());
        let opened = Opened { name: "stdin".into(), stem: "stdin".into(), input, kind: None };
        return Ok((opened, None));
    }
    let stem = labelled(stem(&name).into());
    if let Some(text) = families::written(path) {
        let text = text?.into_bytes();
        let (length, input) = (text.len() as u64, Box::new(io::Cursor::new(text)));
        return Ok((Opened { name, stem, input, kind: Some(FileKind::Cover) }, Some(length)));
    }
    let file =
        File::open(path).with_context(|| format!("cannot open {name}{}", suggestion(path)))?;
    let data = file.metadata().ok();
    if data.as_ref().is_some_and(|data| data.is_dir()) {
        bail!("{name} is a folder, expected a corpus file");
    }
    let length = data.filter(|data| data.is_file()).map(|data| data.len());
    Ok((Opened { name, stem, input: Box::new(file), kind: None }, length))
}
