//! The metadata beside rows that are published: who made them, when, with which program.
//!
//! [`ro_crate`] describes every file of a folder for machines (RO-Crate 1.1), [`citation`] says how to cite
//! it (Citation File Format 1.2). Both are written from the same description.

use std::fs;
use std::path::Path;

use anyhow::Context;

use super::run_facts::RunFacts;
use crate::cli::PublishArgs;

mod citation;
mod ro_crate;

/// A folder that is published.
pub(super) struct Dataset<'a> {
    /// Its title.
    pub(super) title: String,
    /// Authors and licence.
    pub(super) publish: &'a PublishArgs,
    /// The runs whose rows it has.
    pub(super) runs: Vec<RunFiles>,
    /// The paths of the files that belong to no run.
    pub(super) others: Vec<String>,
}

/// The files of a run in a published folder.
pub(super) struct RunFiles {
    /// What its manifest states.
    pub(super) facts: RunFacts,
    /// The paths of the files that it read.
    pub(super) inputs: Vec<String>,
    /// The paths of the files that it wrote.
    pub(super) outputs: Vec<String>,
}

impl Dataset<'_> {
    /// Writes both files into the folder, where all other files are already.
    ///
    /// # Errors
    /// When they cannot be written.
    pub(super) fn write(&self, folder: &Path) -> anyhow::Result<()> {
        let files = [
            ("CITATION.cff", citation::text(self)),
            (ro_crate::FILE, ro_crate::text(self, folder)?),
        ];
        for (file, text) in files {
            let path = folder.join(file);
            fs::write(&path, text).with_context(|| format!("cannot write {}", path.display()))?;
        }
        Ok(())
    }

    /// Returns the day on which the last run ended, or the day 0 of Unix time without runs.
    fn date(&self) -> &str {
        let ends = self.runs.iter().map(|run| run.facts.end.as_deref().unwrap_or(&run.facts.start));
        ends.filter_map(|time| time.get(..10)).max().unwrap_or("1970-01-01")
    }

    /// Returns the authors; `anonymous` if none is named.
    fn authors(&self) -> Vec<&str> {
        match &self.publish.author[..] {
            [] => vec!["anonymous"],
            authors => authors.iter().map(String::as_str).collect(),
        }
    }
}
