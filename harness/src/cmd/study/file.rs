//! The study file: corpora, options of the run, and outputs.

use std::collections::BTreeMap;
use std::env;
use std::fs;
use std::num::NonZeroUsize;
use std::ops::Range;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use race::text_file;
use schemars::JsonSchema;
use serde::Deserialize;
use toml::Spanned;

use super::schema;
use crate::cmd::run_folder::STUDY;
use crate::cmd::toml_file;

/// A benchmark study: which corpora are run, how, and what is made of the rows.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::cmd) struct Study {
    /// The title, for readers.
    pub(super) title: Option<String>,
    /// The corpora, in the order in which they run.
    #[schemars(with = "Vec<Corpus>")]
    pub(super) corpus: Vec<Spanned<Corpus>>,
    /// Options of `harness run`, by their long names.
    #[serde(default)]
    #[schemars(schema_with = "schema::run")]
    pub(super) run: Options,
    /// Options of the jobs of `harness submit`, by their long names.
    #[serde(default)]
    #[schemars(schema_with = "schema::submit")]
    pub(super) submit: Options,
    /// Tables of what techniques add: a file each, and options of `harness ablate`.
    #[serde(default)]
    #[schemars(schema_with = "schema::ablate")]
    pub(super) ablate: Vec<Spanned<Options>>,
    /// Rankings: a file each, and options of `harness rank`.
    #[serde(default)]
    #[schemars(schema_with = "schema::rank")]
    pub(super) rank: Vec<Spanned<Options>>,
    /// Comparisons of backends: a file each, and options of `harness compare`.
    #[serde(default)]
    #[schemars(schema_with = "schema::compare")]
    pub(super) compare: Vec<Spanned<Options>>,
    /// Explanations: a file each, and options of `harness explain`.
    #[serde(default)]
    #[schemars(schema_with = "schema::explain")]
    pub(super) explain: Vec<Spanned<Options>>,
    /// Fits of growth: a file each, and options of `harness growth`.
    #[serde(default)]
    #[schemars(schema_with = "schema::growth")]
    pub(super) growth: Vec<Spanned<Options>>,
    /// Figures: a file and a kind each, and options of `harness plot`.
    #[serde(default)]
    #[schemars(schema_with = "schema::plot")]
    pub(super) plot: Vec<Spanned<Options>>,
    /// Pages: a file each, and options of `harness report`.
    #[serde(default)]
    #[schemars(schema_with = "schema::report")]
    pub(super) report: Vec<Spanned<Options>>,
}

/// Options of a subcommand by their long names.
pub(super) type Options = BTreeMap<Spanned<String>, Spanned<OptionValue>>;

/// A corpus: files as they are, a random sample of them, or generated puzzles.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Corpus {
    /// The name of a sample or of generated puzzles: the file is `corpora/NAME.txt`.
    pub(super) name: Option<String>,
    /// Files of puzzles, relative to the study file.
    #[serde(default)]
    pub(super) files: Vec<PathBuf>,
    /// The number of puzzles to draw from the files; all of them by default.
    pub(super) take: Option<NonZeroUsize>,
    /// The seed of the sample.
    pub(super) seed: Option<u64>,
    /// Options of `harness generate`, by their long names.
    #[schemars(schema_with = "schema::generate")]
    pub(super) generate: Option<Options>,
}

/// The value of an option.
#[derive(Debug, Deserialize)]
#[serde(untagged)]
pub(super) enum OptionValue {
    /// Whether a flag is given.
    Flag(bool),
    Integer(i64),
    Float(f64),
    Text(String),
    /// The option is given once for each.
    List(Vec<OptionValue>),
    /// The option is given once for each id.
    Table(BTreeMap<String, String>),
}

/// A study file that was read.
pub(super) struct StudyFile {
    /// Its path.
    path: PathBuf,
    text: String,
    pub(super) study: Study,
}

impl StudyFile {
    /// Reads a study file, or that of a folder.
    ///
    /// # Errors
    /// When it cannot be read, or is not a study: `file:line:column: what is wrong`.
    pub(super) fn read(path: &Path) -> anyhow::Result<Self> {
        let path = if path.is_dir() { path.join(STUDY) } else { path.to_owned() };
        let text = text_file::read(&path)?;
        Self::of_text(path, text)
    }

    /// Reads the text of a study file.
    ///
    /// # Errors
    /// As [`read`](Self::read).
    pub(super) fn of_text(path: PathBuf, text: String) -> anyhow::Result<Self> {
        let study = toml_file::parse(&path.display().to_string(), &text)?;
        let file = Self { path, text, study };
        file.check()?;
        Ok(file)
    }

    /// Makes the folder of the study the current one, to which every path of the file is relative. Returns
    /// its name.
    ///
    /// # Errors
    /// When that is impossible.
    pub(super) fn enter(&self) -> anyhow::Result<String> {
        let folder = self.path.parent().filter(|it| !it.as_os_str().is_empty());
        let folder = folder.unwrap_or(Path::new("."));
        let whole = fs::canonicalize(folder).and_then(|whole| {
            env::set_current_dir(&whole)?;
            Ok(whole)
        });
        let whole = whole.with_context(|| format!("cannot enter {}", folder.display()))?;
        let name = whole.file_name().map(|name| name.to_string_lossy().into_owned());
        name.with_context(|| format!("{}: a study needs a folder with a name", whole.display()))
    }

    /// Returns the path of the file, as given.
    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// Returns an error about a part of the file.
    pub(super) fn error(&self, span: Range<usize>, problem: &str) -> anyhow::Error {
        toml_file::error(&self.path.display().to_string(), &self.text, span, problem)
    }

    fn check(&self) -> anyhow::Result<()> {
        if self.study.corpus.is_empty() {
            bail!("{}:1:1: no corpus, expected at least one [[corpus]]", self.path.display());
        }
        let mut names: Vec<&str> = Vec::new();
        for corpus in &self.study.corpus {
            let wrong = |problem: &str| Err(self.error(corpus.span(), problem));
            let Corpus { name, files, take, seed, generate } = corpus.get_ref();
            match (files.is_empty(), generate) {
                (true, None) => return wrong("a corpus has either files or generate"),
                (false, Some(_)) => return wrong("a corpus has files or generate, not both"),
                (true, Some(_)) if take.is_some() => {
                    return wrong("take draws from files; generate has a count");
                }
                _ => {}
            }
            if seed.is_some() && take.is_none() {
                return wrong("seed is that of a sample, expected take beside it");
            }
            match name {
                None if take.is_some() || generate.is_some() => {
                    return wrong("a sample and generated puzzles have a name");
                }
                Some(name) if !is_file_name(name) => {
                    return wrong("a name has letters, digits, - and _ only");
                }
                Some(name) if names.contains(&name.as_str()) => {
                    return wrong("two corpora have this name");
                }
                name => names.extend(name.as_deref()),
            }
        }
        Ok(())
    }
}

fn is_file_name(name: &str) -> bool {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_');
    !name.is_empty() && name.chars().all(is_plain)
}
