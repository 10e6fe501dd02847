//! Reads puzzles with everything that is said of them, for verbs that write or judge them and run
//! nothing.

use std::io;
use std::path::PathBuf;

use anyhow::Context;
use board::text::record::Record;

use super::file::{FileReader, Step};
use super::found::Found;
use super::headers::Places;
use super::{BadLine, CorpusOptions, reader};
use crate::problem::AnyProblem;

/// Reads files one after the other.
pub struct Records {
    waiting: std::vec::IntoIter<reader::Opened>,
    current: Option<(String, FileReader)>,
    options: CorpusOptions,
    places: Places,
}

/// What reading gives, in the order of the files.
#[derive(Debug)]
pub enum Listed {
    /// A puzzle; and what it is called, also where it says no name: the stem of its file where it
    /// is alone in it, else `stem:line`.
    Record(Box<Record>, String),
    /// A problem of another kind than puzzles, and what it is called.
    Other(AnyProblem, String),
    /// What cannot be read.
    Bad(BadLine),
    /// Something that a person should know of how a file is read.
    Noted(String),
}

impl Records {
    /// Opens all files, so that a missing one is found before anything is written. `-` is standard
    /// input.
    ///
    /// # Errors
    /// When one cannot be opened.
    pub fn open(files: &[PathBuf], options: CorpusOptions) -> anyhow::Result<Self> {
        let opened: Vec<_> = files
            .iter()
            .map(|file| reader::open(file).map(|(opened, _)| opened))
            .collect::<anyhow::Result<_>>()?;
        let waiting = opened.into_iter();
        Ok(Self { waiting, current: None, options, places: Places::default() })
    }

    /// Reads a text that is no file, and is called so.
    pub fn of_text(name: &str, text: &str, options: CorpusOptions) -> Self {
        let input = Box::new(io::Cursor::new(text.to_owned().into_bytes()));
        let opened = reader::Opened { name: name.into(), stem: name.into(), input };
        let waiting = vec![opened].into_iter();
        Self { waiting, current: None, options, places: Places::default() }
    }

    fn step(&mut self) -> anyhow::Result<Option<Listed>> {
        loop {
            let Some((stem, reader)) = &mut self.current else {
                let Some(opened) = self.waiting.next() else { return Ok(None) };
                let reader = FileReader::open(&opened.name, opened.input, &self.options)?;
                self.current = Some((opened.stem.to_string(), reader));
                continue;
            };
            let step = reader.next(&mut self.places).context("cannot read the file further")?;
            return Ok(Some(match step {
                Some(Step::Found(found)) => listed(found, stem),
                Some(Step::Bad(bad)) => Listed::Bad(bad),
                Some(Step::Noted(note)) => Listed::Noted(note),
                None => {
                    self.current = None;
                    continue;
                }
            }));
        }
    }
}

impl Iterator for Records {
    type Item = anyhow::Result<Listed>;

    fn next(&mut self) -> Option<Self::Item> {
        self.step().transpose()
    }
}

fn listed(found: Found, stem: &str) -> Listed {
    let Found { line, problem, name, solution, expect, notes, is_alone, .. } = found;
    let AnyProblem::Puzzle(puzzle) = problem else {
        return Listed::Other(problem, stem.to_owned());
    };
    let called = match &name {
        Some(name) => name.clone(),
        None if is_alone => stem.to_owned(),
        None => format!("{stem}:{line}"),
    };
    let expect = expect.map(super::Expectation::header);
    Listed::Record(Box::new(Record { puzzle, name, solution, expect, notes }), called)
}
