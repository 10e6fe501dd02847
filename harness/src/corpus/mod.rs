//! Stage 1: files become named puzzles, one at a time, so that a corpus of any size fits.
//!
//! A corpus is a text file with one puzzle a line ([`board::text::line`]). Header lines
//! `# key: value` hold for the lines after them: `geometry`, `symbols`, `expect`; the keys `level`
//! and `source` are for people. Any other comment is a comment. A line that cannot be read is a
//! [`BadLine`]; the others go on.

use std::collections::HashMap;
use std::fmt;
use std::fs::File;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::{self, BufRead, BufReader, Read, Stdin};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context, bail};
use board::Puzzle;
use board::text::line;

use self::headers::{Geometries, Headers};
use crate::hash;

mod headers;

/// A line may be this long: an order-36 puzzle in numbers has 4 kB.
const MAX_LINE: usize = 64 * 1024;

/// A puzzle of a corpus.
#[derive(Clone, Debug)]
pub struct Item {
    /// The stem of the file.
    pub corpus: Arc<str>,
    /// Its name, else `stem:line`; `#2` behind it if another puzzle has that name.
    pub name: String,
    /// The puzzle.
    pub puzzle: Puzzle,
    /// See [`hash::puzzle`].
    pub hash: String,
    /// The hash of the puzzle that this one is an isomorph of; its own, if it is none.
    pub class: String,
    /// The seed of the isomorph.
    pub iso_seed: Option<u64>,
    /// What the corpus says of its solutions.
    pub expect: Option<Expectation>,
}

/// What a corpus says of the solutions of a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Expectation {
    /// Exactly so many.
    Exactly(u64),
    /// More than one.
    Multiple,
}

impl fmt::Display for Expectation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Exactly(0) => write!(f, "no solution"),
            Self::Exactly(1) => write!(f, "exactly one solution"),
            Self::Exactly(solutions) => write!(f, "exactly {solutions} solutions"),
            Self::Multiple => write!(f, "more than one solution"),
        }
    }
}

/// A line that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{file}:{line}:{column}: {problem}")]
pub struct BadLine {
    /// The file, as it was named.
    pub file: String,
    /// From one.
    pub line: usize,
    /// In characters, from one.
    pub column: usize,
    /// What is wrong and what was expected.
    pub problem: String,
}

/// What reading gives, in the order of the files.
#[derive(Debug)]
pub enum Entry {
    /// A puzzle.
    Puzzle(Item),
    /// A line that cannot be read.
    Bad(BadLine),
    /// A puzzle has the name of another: `(place, name, new name)`.
    Renamed(String, String, String),
}

/// What a file was, when it is read to its end.
#[derive(Clone, Debug)]
pub struct Source {
    /// As it was named.
    pub file: String,
    /// How many puzzles it held.
    pub puzzles: u64,
    /// The blake3 hash of its bytes.
    pub blake3: String,
}

/// Reads corpora one after the other. It is an iterator of entries; an error is the end.
pub struct Reader {
    waiting: Vec<(String, Input)>,
    current: Option<FileReader>,
    names: HashMap<u64, u32>,
    geometries: Geometries,
    renamed: Option<Entry>,
    sources: Vec<Source>,
}

enum Input {
    File(File),
    Stdin(Stdin),
}

struct FileReader {
    file: String,
    stem: Arc<str>,
    lines: Box<dyn BufRead + Send>,
    line: usize,
    puzzles: u64,
    hasher: blake3::Hasher,
    headers: Headers,
}

impl Reader {
    /// Opens all files, so that a missing one is found before anything runs. `-` is standard input.
    ///
    /// # Errors
    /// When one cannot be opened.
    pub fn open(files: &[PathBuf]) -> anyhow::Result<Self> {
        let mut waiting = Vec::new();
        for path in files {
            let mut name = path.display().to_string();
            let input = if name == "-" {
                name = "stdin".into();
                Input::Stdin(io::stdin())
            } else {
                let file = File::open(path).with_context(|| format!("cannot open {name}"))?;
                if file.metadata().is_ok_and(|data| data.is_dir()) {
                    bail!("{name} is a folder, expected a corpus file");
                }
                Input::File(file)
            };
            waiting.push((name, input));
        }
        waiting.reverse();
        Ok(Self {
            waiting,
            current: None,
            names: HashMap::new(),
            geometries: Geometries::default(),
            renamed: None,
            sources: Vec::new(),
        })
    }

    /// The files that were read to their end.
    pub fn sources(&self) -> &[Source] {
        &self.sources
    }

    fn next_entry(&mut self) -> io::Result<Option<Entry>> {
        loop {
            if let Some(renamed) = self.renamed.take() {
                return Ok(Some(renamed));
            }
            let Some(reader) = &mut self.current else {
                let Some((name, input)) = self.waiting.pop() else { return Ok(None) };
                self.current = Some(FileReader::new(name, input));
                continue;
            };
            match reader.next_entry(&mut self.geometries)? {
                Some(Entry::Puzzle(item)) => return Ok(Some(self.with_name_of_its_own(item))),
                Some(entry) => return Ok(Some(entry)),
                None => self.sources.extend(self.current.take().map(FileReader::finish)),
            }
        }
    }

    /// Gives the second puzzle of a name a name of its own.
    fn with_name_of_its_own(&mut self, mut item: Item) -> Entry {
        let mut hasher = DefaultHasher::new();
        item.name.hash(&mut hasher);
        let uses = self.names.entry(hasher.finish()).or_insert(0);
        *uses += 1;
        if *uses > 1 {
            let renamed = format!("{}#{uses}", item.name);
            let old = std::mem::replace(&mut item.name, renamed.clone());
            let place = self.current.as_ref().map(FileReader::place).unwrap_or_default();
            self.renamed = Some(Entry::Renamed(place, old, renamed));
        }
        Entry::Puzzle(item)
    }
}

impl Iterator for Reader {
    type Item = io::Result<Entry>;

    fn next(&mut self) -> Option<Self::Item> {
        self.next_entry().transpose()
    }
}

impl FileReader {
    fn new(file: String, input: Input) -> Self {
        let (stem, lines): (Arc<str>, Box<dyn BufRead + Send>) = match input {
            Input::Stdin(stdin) => ("stdin".into(), Box::new(BufReader::new(stdin))),
            Input::File(opened) => {
                (stem(&file).into(), Box::new(BufReader::with_capacity(1 << 16, opened)))
            }
        };
        let (hasher, headers) = (blake3::Hasher::new(), Headers::default());
        Self { file, stem, lines, line: 0, puzzles: 0, hasher, headers }
    }

    fn finish(self) -> Source {
        let blake3 = self.hasher.finalize().to_hex().to_string();
        Source { file: self.file, puzzles: self.puzzles, blake3 }
    }

    fn place(&self) -> String {
        format!("{}:{}", self.file, self.line)
    }

    fn next_entry(&mut self, geometries: &mut Geometries) -> io::Result<Option<Entry>> {
        let mut buffer = Vec::new();
        loop {
            buffer.clear();
            (&mut self.lines).take(MAX_LINE as u64).read_until(b'\n', &mut buffer)?;
            if buffer.is_empty() {
                return Ok(None);
            }
            self.line += 1;
            self.hasher.update(&buffer);
            if buffer.len() == MAX_LINE && !buffer.ends_with(b"\n") {
                self.skip_line()?;
                let problem = format!("a line longer than {MAX_LINE} bytes, expected a puzzle");
                return Ok(Some(self.bad(1, problem)));
            }
            let entry = match std::str::from_utf8(&buffer) {
                Ok(text) => self.read_line(text, geometries),
                Err(error) => {
                    let valid = String::from_utf8_lossy(&buffer[..error.valid_up_to()]);
                    let column = valid.chars().count() + 1;
                    Some(self.bad(column, "not UTF-8, expected text".into()))
                }
            };
            if entry.is_some() {
                return Ok(entry);
            }
        }
    }

    fn skip_line(&mut self) -> io::Result<()> {
        let mut rest = Vec::new();
        loop {
            rest.clear();
            (&mut self.lines).take(MAX_LINE as u64).read_until(b'\n', &mut rest)?;
            self.hasher.update(&rest);
            if rest.is_empty() || rest.ends_with(b"\n") {
                return Ok(());
            }
        }
    }

    fn read_line(&mut self, text: &str, geometries: &mut Geometries) -> Option<Entry> {
        let text = if self.line == 1 { text.trim_start_matches('\u{feff}') } else { text };
        if let Some(comment) = text.trim_start().strip_prefix('#') {
            let column = text.chars().count() - comment.chars().count() + 1;
            return self.read_header(comment, column, geometries);
        }
        if text.trim().is_empty() {
            return None;
        }
        match self.read_puzzle(text, geometries) {
            Ok(item) => item.map(Entry::Puzzle),
            Err((column, problem)) => Some(self.bad(column, problem)),
        }
    }

    fn read_puzzle(
        &mut self,
        text: &str,
        geometries: &mut Geometries,
    ) -> Result<Option<Item>, (usize, String)> {
        let place = |error: line::LineError| (error.column, error.to_string());
        let Some(geometry) = self.headers.geometry_of(text, geometries)? else { return Ok(None) };
        let (puzzle, name) = line::read(text, &geometry).map_err(place)?;
        self.puzzles += 1;
        let hash = hash::puzzle(&puzzle);
        Ok(Some(Item {
            corpus: self.stem.clone(),
            name: name.map_or_else(|| format!("{}:{}", self.stem, self.line), Into::into),
            class: hash.clone(),
            hash,
            iso_seed: None,
            puzzle,
            expect: self.headers.expect,
        }))
    }

    fn read_header(
        &mut self,
        comment: &str,
        column: usize,
        geometries: &mut Geometries,
    ) -> Option<Entry> {
        let (key, value) = comment.split_once(':')?;
        let value = line::without_comment(value).trim();
        let problem = self.headers.set(key.trim(), value, geometries).err();
        problem.map(|problem| self.bad(column, problem))
    }

    fn bad(&self, column: usize, problem: String) -> Entry {
        Entry::Bad(BadLine { file: self.file.clone(), line: self.line, column, problem })
    }
}

/// The name of a file without its folder and without what follows the first dot.
pub fn stem(file: &str) -> String {
    let name = Path::new(file).file_name().map_or(file.into(), |name| name.to_string_lossy());
    match name.split_once('.') {
        Some((stem, _)) if !stem.is_empty() => stem.into(),
        _ => name.into(),
    }
}
