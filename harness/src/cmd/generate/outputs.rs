//! The files that generated puzzles are written to: texts, one of which may be standard output, and pages.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::Context;
use board::text::record::Record;
use render::draw::Fill;
use render::draw::paper;

use crate::cmd::new_file::NewFile;
use crate::cmd::{picture_file, printed};

/// All outputs. What is written to it goes to every text.
pub(super) struct Outputs<'a> {
    texts: Vec<Box<dyn Write + 'a>>,
    pages: Vec<NewFile>,
    /// The puzzles so far, if there is a page.
    kept: Vec<Record>,
}

impl<'a> Outputs<'a> {
    /// Creates the files; without any, `out` is the only output.
    ///
    /// # Errors
    /// When a file exists, or cannot be created.
    pub(super) fn open(paths: &'a [PathBuf], out: &'a mut dyn Write) -> anyhow::Result<Self> {
        let (mut texts, mut pages): (Vec<Box<dyn Write + 'a>>, _) = (Vec::new(), Vec::new());
        for path in paths.iter().filter(|path| !is_standard(path)) {
            let file = NewFile::create(path)?;
            match picture_file::is_page(path) {
                true => pages.push(file),
                false => texts.push(Box::new(file)),
            }
        }
        if paths.is_empty() || paths.iter().any(|path| is_standard(path)) {
            texts.push(Box::new(out));
        }
        Ok(Self { texts, pages, kept: Vec::new() })
    }

    /// Keeps a puzzle for the pages.
    pub(super) fn keep(&mut self, record: &Record) {
        if !self.pages.is_empty() {
            self.kept.push(record.clone());
        }
    }

    /// Writes the pages.
    ///
    /// # Errors
    /// When a puzzle has no solution to print, or a file cannot be written.
    pub(super) fn end(&mut self) -> anyhow::Result<()> {
        self.flush()?;
        if self.pages.is_empty() {
            return Ok(());
        }
        let name = |record: &Record| record.name.clone().unwrap_or_default();
        let is_solvable = |record: &Record| record.expect.as_deref() == Some("unique");
        let print =
            |record: &Record| printed::puzzle(record, &name(record), None, is_solvable(record));
        let puzzles = self.kept.iter().map(print).collect::<anyhow::Result<Vec<_>>>()?;
        let page = paper::page(&puzzles, false, Fill::Regions);
        for file in &mut self.pages {
            file.write_all(page.as_bytes())
                .and_then(|()| file.flush())
                .with_context(|| format!("cannot write {}", file.path().display()))?;
        }
        Ok(())
    }
}

impl Write for Outputs<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.texts.iter_mut().try_for_each(|text| text.write_all(bytes))?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.texts.iter_mut().try_for_each(|text| text.flush())
    }
}

fn is_standard(path: &Path) -> bool {
    path == Path::new("-")
}
