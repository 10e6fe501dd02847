//! Reads puzzles with their notes, for subcommands that convert or check them.

use std::io;
use std::path::PathBuf;

use anyhow::Context;
use board::text::record::Record;

use super::file::{FileEntry, FileReader};
use super::headers::GeometryCache;
use super::parsed_item::ParsedItem;
use super::{BadLine, CorpusOptions, Expectation, reader};
use crate::problem::AnyProblem;

/// Reads files in sequence.
pub struct Records {
    waiting: std::vec::IntoIter<reader::Opened>,
    current: Option<(String, FileReader)>,
    options: CorpusOptions,
    cache: GeometryCache,
    /// The number of bytes of the files that were read to their ends.
    bytes_done: u64,
    /// That of all files, if it is known.
    bytes: Option<u64>,
}

/// What reading yields, in the order of the files.
#[derive(Debug)]
pub enum RecordEntry {
    /// A puzzle and its name: the stated one, or else the stem of the file if it is the only puzzle of a picture,
    /// or else `stem:line`.
    Record(Box<Record>, String),
    /// A problem other than a puzzle, its name, and what its file states about its solutions.
    Other(AnyProblem, String, Option<Expectation>),
    /// An error.
    Bad(BadLine),
    /// A note for the user on how a file is read.
    Note(String),
}

impl Records {
    /// Opens all files, so that a missing file is reported before anything is written. `-` is standard input.
    ///
    /// # Errors
    /// When one cannot be opened.
    pub fn open(files: &[PathBuf], options: CorpusOptions) -> anyhow::Result<Self> {
        let opened: Vec<_> =
            files.iter().map(|file| reader::open(file)).collect::<anyhow::Result<_>>()?;
        let bytes = opened.iter().map(|(_, length)| *length).sum();
        let waiting = opened.into_iter().map(|(opened, _)| opened).collect();
        Ok(Self::of(waiting, options, bytes))
    }

    fn of(waiting: Vec<reader::Opened>, options: CorpusOptions, bytes: Option<u64>) -> Self {
        let (waiting, cache) = (waiting.into_iter(), GeometryCache::default());
        Self { waiting, current: None, options, cache, bytes_done: 0, bytes }
    }

    /// Returns the number of bytes read so far and, if it is known, that of all files; of compressed files, the
    /// compressed bytes.
    pub fn progress(&self) -> (u64, Option<u64>) {
        let current = self.current.as_ref().map_or(0, |(_, reader)| reader.bytes());
        (self.bytes_done + current, self.bytes)
    }

    /// Reads a text; `name` stands for a file name.
    pub fn of_text(name: &str, text: &str, options: CorpusOptions) -> Self {
        let input = Box::new(io::Cursor::new(text.to_owned().into_bytes()));
        let opened = reader::Opened { name: name.into(), stem: name.into(), input, kind: None };
        Self::of(vec![opened], options, Some(text.len() as u64))
    }

    fn step(&mut self) -> anyhow::Result<Option<RecordEntry>> {
        loop {
            let Some((stem, reader)) = &mut self.current else {
                let Some(opened) = self.waiting.next() else { return Ok(None) };
                let reader::Opened { name, stem, input, kind } = opened;
                let reader = FileReader::open(&name, input, kind, &self.options)?;
                self.current = Some((stem.to_string(), reader));
                continue;
            };
            let step = reader.next(&mut self.cache).context("cannot read the file further")?;
            return Ok(Some(match step {
                Some(FileEntry::Item(found)) => record_entry(found, stem),
                Some(FileEntry::Bad(bad)) => RecordEntry::Bad(bad),
                Some(FileEntry::Note(note)) => RecordEntry::Note(note),
                None => {
                    self.bytes_done += reader.bytes();
                    self.current = None;
                    continue;
                }
            }));
        }
    }
}

impl Iterator for Records {
    type Item = anyhow::Result<RecordEntry>;

    fn next(&mut self) -> Option<Self::Item> {
        self.step().transpose()
    }
}

fn record_entry(found: ParsedItem, stem: &str) -> RecordEntry {
    let ParsedItem { line, problem, name, solution, expect, notes, is_alone, .. } = found;
    let AnyProblem::Puzzle(puzzle) = problem else {
        return RecordEntry::Other(problem, stem.to_owned(), expect);
    };
    let called = match &name {
        Some(name) => name.clone(),
        None if is_alone => stem.to_owned(),
        None => format!("{stem}:{line}"),
    };
    let expect = expect.as_ref().map(Expectation::header);
    RecordEntry::Record(Box::new(Record { puzzle, name, solution, expect, notes }), called)
}
