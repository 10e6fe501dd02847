//! Reads corpora one after the other, and gives every puzzle its name and its hash.

use std::collections::VecDeque;
use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context, bail};
use record::hash::PuzzleHash;

use super::bare::Bare;
use super::file::{FileReader, Step};
use super::found::Found;
use super::headers::{Place, Places};
use super::names::{Named, Names};
use super::source::Input;
use super::{CorpusOptions, Entry, Item, stem};

use crate::problem::{AnyAnswer, AnyProblem};

/// Reads corpora one after the other. It is an iterator of entries; an error is the end.
pub struct Reader {
    options: CorpusOptions,
    waiting: VecDeque<Opened>,
    current: Option<Current>,
    n_files: usize,
    names: Names,
    places: Places,
    /// Goes out before the next entry.
    renamed: Option<Renamed>,
    bytes_done: u64,
    bytes: Option<u64>,
}

/// A file that waits for its turn.
pub(super) struct Opened {
    pub(super) name: String,
    pub(super) stem: Arc<str>,
    pub(super) input: Input,
}

/// The file that is read.
struct Current {
    /// Which of the files it is, from zero.
    index: usize,
    name: String,
    stem: Arc<str>,
    reader: FileReader,
}

/// The place, the name that another puzzle has, and the one that is given instead.
type Renamed = (String, String, String);

/// A puzzle whose hash is still to be computed, because that takes longer than reading it: what
/// reads may leave it to whoever runs the puzzle, on another core.
#[derive(Debug)]
pub struct Unhashed {
    item: Item,
    place: Option<Arc<Place>>,
}

impl Unhashed {
    /// The name of the puzzle.
    pub fn name(&self) -> &str {
        &self.item.name
    }

    /// Whether it is a problem of another kind than puzzles.
    pub fn is_no_puzzle(&self) -> bool {
        self.item.problem.puzzle().is_none()
    }

    /// The puzzle with its hash.
    pub fn hashed(self) -> Item {
        let (hash, clues) = match (&self.item.problem, &self.place) {
            (AnyProblem::Puzzle(puzzle), Some(place)) => place.hasher.hash(puzzle),
            (problem, _) => (problem.hash(), 0),
        };
        Item { class: hash, hash, clues, ..self.item }
    }
}

impl Reader {
    /// Opens all files, so that a missing one is found before anything runs. `-` is standard input.
    ///
    /// # Errors
    /// When one cannot be opened.
    pub fn open(files: &[PathBuf]) -> anyhow::Result<Self> {
        Self::open_with(files, CorpusOptions::default())
    }

    /// As [`Reader::open`], read as `options` say.
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
            places: Places::default(),
            renamed: None,
            bytes_done: 0,
            bytes,
        })
    }

    /// How many bytes were read so far and, if all corpora are files, how many there are. A
    /// compressed file counts as it lies on the disk.
    pub fn progress(&self) -> (u64, Option<u64>) {
        let current = self.current.as_ref().map_or(0, |current| current.reader.bytes());
        (self.bytes_done + current, self.bytes)
    }

    /// The next lines as long as they are bare, and no more than `most`. None if the next one is not, or
    /// if its name is not the one that is made of its number.
    pub fn take_bare(&mut self, most: usize) -> Option<Bare> {
        let current = self.current.as_mut().filter(|_| self.renamed.is_none())?;
        if !self.names.are_plain(current.index) {
            return None;
        }
        let bare = current.reader.take_bare(most, &current.stem)?;
        self.names.make_lines(current.index, bare.first, bare.len());
        Some(bare)
    }

    /// The next entry, its hash left to be computed.
    ///
    /// # Errors
    /// When a file cannot be read further.
    pub fn next_unhashed(&mut self) -> io::Result<Option<Entry<Unhashed>>> {
        if let Some((place, old, new)) = self.renamed.take() {
            return Ok(Some(Entry::Renamed(place, old, new)));
        }
        loop {
            let Some(current) = &mut self.current else {
                let Some(opened) = self.waiting.pop_front() else { return Ok(None) };
                self.current = Some(Current::new(opened, self.n_files, &self.options)?);
                self.n_files += 1;
                continue;
            };
            match current.reader.next(&mut self.places)? {
                Some(Step::Found(found)) => {
                    let (item, renamed) = current.item(found, &mut self.names);
                    self.renamed = renamed;
                    return Ok(Some(Entry::Puzzle(item)));
                }
                Some(Step::Bad(bad)) => return Ok(Some(Entry::Bad(bad))),
                Some(Step::Noted(note)) => return Ok(Some(Entry::Noted(note))),
                None => {
                    self.bytes_done += current.reader.bytes();
                    self.current = None;
                }
            }
        }
    }
}

impl Iterator for Reader {
    type Item = io::Result<Entry>;

    fn next(&mut self) -> Option<Self::Item> {
        let hashed = |entry: Option<Entry<Unhashed>>| Some(entry?.map(Unhashed::hashed));
        self.next_unhashed().map(hashed).transpose()
    }
}

impl Current {
    fn new(opened: Opened, index: usize, options: &CorpusOptions) -> io::Result<Self> {
        let Opened { name, stem, input } = opened;
        let reader = FileReader::open(&name, input, options)?;
        Ok(Self { index, name, stem, reader })
    }

    fn item(&self, found: Found, names: &mut Names) -> (Unhashed, Option<Renamed>) {
        let Found { line, problem, place, name, solution, expect, level, is_alone, .. } = found;
        let name = name.or_else(|| is_alone.then(|| self.stem.to_string()));
        let Named { name, renamed } = match name {
            Some(name) => names.say(name),
            None => names.make(self.index, line),
        };
        let renamed = renamed.map(|(old, new)| (format!("{}:{line}", self.name), old, new));
        let corpus = self.stem.clone();
        // What is left open is seen when it is hashed.
        let (hash, clues) = (PuzzleHash::default(), 0);
        let (class, iso_seed) = (hash, None);
        let solution = solution.map(AnyAnswer::Grid);
        let item =
            Item { corpus, name, problem, clues, hash, class, iso_seed, expect, level, solution };
        (Unhashed { item, place }, renamed)
    }
}

/// Opens a file, and tells its length if it has one.
pub(super) fn open(path: &Path) -> anyhow::Result<(Opened, Option<u64>)> {
    let name = path.display().to_string();
    if name == "-" {
        let input = Box::new(io::stdin());
        return Ok((Opened { name: "stdin".into(), stem: "stdin".into(), input }, None));
    }
    let file = File::open(path).with_context(|| format!("cannot open {name}"))?;
    let data = file.metadata().ok();
    if data.as_ref().is_some_and(|data| data.is_dir()) {
        bail!("{name} is a folder, expected a corpus file");
    }
    let length = data.filter(|data| data.is_file()).map(|data| data.len());
    Ok((Opened { stem: stem(&name).into(), name, input: Box::new(file) }, length))
}
