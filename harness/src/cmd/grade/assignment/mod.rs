//! The file of an assignment: languages, limits, and what is marked. `docs/assignment-files.md` describes its keys, and
//! `docs/assignment-parts.md` those of parts.

use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, ensure};
use race::text_file;
use serde::Deserialize;
use serde::de::DeserializeOwned;

pub(super) use self::part::{Kind, Measure, Part, Reference, SeedFor, Source};
use self::values::{check_id, size, some_size, time, words};
use crate::cli::Language;
use crate::cmd::toml_file;

mod part;
mod values;

/// The name of the file in its folder.
const NAME: &str = "assignment.toml";

/// The only version of the format.
const FORMAT: u32 = 1;

/// An assignment.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Assignment {
    format: u32,
    /// Its name in files and in tests.
    pub(super) id: String,
    /// Its title.
    pub(super) title: Text,
    /// A sentence at the top of each page.
    pub(super) text: Option<Text>,
    /// The folder with the code that students start from, which the search for similar submissions ignores.
    pub(super) starter: Option<PathBuf>,
    languages: Option<PathBuf>,
    /// The languages, the first that fits first.
    #[serde(default)]
    pub(super) language: Vec<ProgrammingLanguage>,
    /// The limits of all parts.
    #[serde(default)]
    pub(super) limits: SandboxLimits,
    /// What is marked, in order.
    pub(super) part: Vec<Part>,
    /// The folder of the file.
    #[serde(skip)]
    pub(super) folder: PathBuf,
}

/// A text in two languages.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Text {
    en: String,
    fr: String,
}

/// A programming language: how a submission is recognised, built and run.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ProgrammingLanguage {
    /// Its name.
    pub(super) id: String,
    /// Files of which a submission has at least one.
    pub(super) recognise: Vec<String>,
    /// The command that builds a submission.
    #[serde(default, deserialize_with = "words")]
    pub(super) build: Vec<String>,
    /// The command that runs it.
    #[serde(deserialize_with = "words")]
    pub(super) run: Vec<String>,
    /// The limit of memory, in place of that of the assignment.
    #[serde(default, deserialize_with = "size")]
    pub(super) memory: Option<u64>,
}

/// The file that `languages` names.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct LanguagesFile {
    language: Vec<ProgrammingLanguage>,
}

/// What a submission may use.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(super) struct SandboxLimits {
    /// The time for one puzzle.
    #[serde(deserialize_with = "time")]
    pub(super) time: Duration,
    /// The time for the puzzles of a part, after which the rest is not run.
    #[serde(deserialize_with = "time")]
    pub(super) part_time: Duration,
    /// The time for the build.
    #[serde(deserialize_with = "time")]
    pub(super) build_time: Duration,
    /// The address space of each process, in bytes.
    #[serde(deserialize_with = "some_size")]
    pub(super) memory: u64,
    /// Processes and threads at the same time.
    pub(super) processes: u32,
    /// What a build may write, in bytes.
    #[serde(deserialize_with = "some_size")]
    pub(super) files: u64,
    /// Consecutive puzzles without an answer after which the rest of a part is not run.
    pub(super) timeouts: usize,
}

impl Text {
    /// Returns the text in a language.
    pub(super) fn of(&self, language: Language) -> &str {
        match language {
            Language::En => &self.en,
            Language::Fr => &self.fr,
        }
    }
}

impl Default for SandboxLimits {
    fn default() -> Self {
        Self {
            time: Duration::from_secs(5),
            part_time: Duration::from_secs(120),
            build_time: Duration::from_secs(60),
            memory: 2 << 30,
            processes: 64,
            files: 256 << 20,
            timeouts: 3,
        }
    }
}

impl Assignment {
    /// Reads the assignment of a file or of its folder.
    ///
    /// # Errors
    /// When a file cannot be read, or is not an assignment.
    pub(super) fn read(path: &Path) -> anyhow::Result<Self> {
        let path = if path.is_dir() { path.join(NAME) } else { path.to_owned() };
        let mut read: Self = parsed(&path)?;
        path.parent().unwrap_or(Path::new("")).clone_into(&mut read.folder);
        if let Some(file) = &read.languages {
            let file: LanguagesFile = parsed(&read.folder.join(file))?;
            read.language.extend(file.language);
        }
        read.check().with_context(|| path.display().to_string())?;
        Ok(read)
    }

    fn check(&self) -> anyhow::Result<()> {
        ensure!(self.format == FORMAT, "format: expected {FORMAT}");
        check_id(&self.id)?;
        ensure!(!self.language.is_empty(), "no language: expected `languages` or [[language]]");
        for language in &self.language {
            let (id, has_run) = (&language.id, !language.run.is_empty());
            ensure!(has_run && !language.recognise.is_empty(), "language {id}: an empty key");
        }
        for (at, part) in self.part.iter().enumerate() {
            let (earlier, id) = (&self.part[..at], &part.id);
            part.check(earlier).with_context(|| format!("part {id}"))?;
            ensure!(earlier.iter().all(|other| other.id != *id), "two parts have the id {id}");
        }
        Ok(())
    }
}

fn parsed<T: DeserializeOwned>(path: &Path) -> anyhow::Result<T> {
    let name = path.display().to_string();
    let text = text_file::read(path)?;
    toml_file::parse(&name, &text)
}
