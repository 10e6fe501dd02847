//! The corpora of a study: files, samples of files, generated puzzles.
//!
//! A sample and generated puzzles become a file in the folder `corpora` of the study. Beside it stands its
//! recipe, the command that made it, so that a changed study does not silently use an old file.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use race::families;

use super::file::{Corpus, StudyFile};
use super::{options, program};
use crate::cmd::note;

/// The folder of corpora that are made.
pub(super) const FOLDER: &str = "corpora";

/// A corpus that is made by a command.
pub(super) struct Made {
    /// Its file, relative to the study.
    file: PathBuf,
    /// The words of the subcommand that makes it.
    words: Vec<String>,
}

/// Returns the files of all corpora, relative to the study, and those among them that a command
/// makes.
///
/// # Errors
/// When a file does not exist or the options of `generate` are refused, at their place.
pub(super) fn files(file: &StudyFile) -> anyhow::Result<(Vec<PathBuf>, Vec<Made>)> {
    let (mut files, mut made) = (Vec::new(), Vec::new());
    for corpus in &file.study.corpus {
        let recipe = recipe(file, corpus.get_ref())?;
        // What a sample was drawn from is no longer needed, as in an archive.
        let is_made = recipe.as_ref().is_some_and(|made| made.file.exists());
        let is_missing = |path: &&PathBuf| !path.exists() && !families::is_named(path);
        if let Some(missing) = corpus.get_ref().files.iter().find(is_missing).filter(|_| !is_made) {
            let problem = format!("{} does not exist, expected a corpus", missing.display());
            return Err(file.error(corpus.span(), &problem));
        }
        match recipe {
            None => files.extend(corpus.get_ref().files.iter().cloned()),
            Some(recipe) => {
                files.push(recipe.file.clone());
                made.push(recipe);
            }
        }
    }
    Ok((files, made))
}

fn recipe(study: &StudyFile, corpus: &Corpus) -> anyhow::Result<Option<Made>> {
    let Corpus { name: Some(name), files, take, seed, generate } = corpus else { return Ok(None) };
    let file = Path::new(FOLDER).join(format!("{name}.txt"));
    let words = match (generate, take) {
        (Some(given), _) => options::generate_words(study, given)?,
        (None, Some(take)) => {
            let files = files.iter().map(|file| file.display().to_string());
            let seed = seed.unwrap_or(1);
            let options =
                [format!("--take={take}"), format!("--seed={seed}"), "--to=line".to_owned()];
            ["convert".to_owned()].into_iter().chain(files).chain(options).collect()
        }
        (None, None) => return Ok(None),
    };
    Ok(Some(Made { file, words }))
}

impl Made {
    /// Returns the file that says how it was made, relative to the study.
    pub(super) fn recipe(&self) -> PathBuf {
        self.file.with_extension("recipe")
    }

    /// Makes the file, unless it is there.
    ///
    /// # Errors
    /// When the command fails, or another one made the file.
    pub(super) fn make(&self) -> anyhow::Result<()> {
        let (path, recipe) = (&self.file, self.recipe());
        let wanted = format!("harness {}\n", shell_words::join(&self.words));
        if path.exists() {
            let made = fs::read_to_string(&recipe).unwrap_or_default();
            if made != wanted {
                bail!(
                    "{} was made by `{}`, and the study asks for `{}`: remove the file, or give the \
                     corpus another name",
                    path.display(),
                    made.trim(),
                    wanted.trim()
                );
            }
            return Ok(());
        }
        fs::create_dir_all(FOLDER).with_context(|| format!("cannot create {FOLDER}"))?;
        let draft = path.with_extension("draft");
        note(&format!("{}: {}", path.display(), wanted.trim()));
        let captured = program::capture(&self.words, Path::new("."), &draft);
        if let Err(problem) = captured.and_then(|captured| captured.must_be_well()) {
            drop(fs::remove_file(&draft));
            return Err(problem);
        }
        let write = || {
            fs::write(&recipe, &wanted)?;
            fs::rename(&draft, path)
        };
        write().with_context(|| format!("cannot write {}", path.display()))
    }
}
