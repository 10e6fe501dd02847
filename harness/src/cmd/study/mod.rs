//! `harness study`: a benchmark study in one file, from corpora to outputs.
//!
//! ```toml
//! [[corpus]]
//! files = ["hardest.txt"]
//!
//! [run]
//! backend = ["candidates/mrv", "cover/dlx"]
//! reps = 5
//!
//! [[plot]]
//! kind = "cactus"
//! file = "cactus.svg"
//! ```
//!
//! The study lives in the folder of its file: corpora that it makes (`corpora/`), runs (`run-1`, …) and
//! outputs. It may grow: only backends and corpora that have not run yet are run.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use record::manifest::RunSpec;
use render::table::counted;
use schemars::schema_for;
use solvers::Backend;

pub use self::contents::StudyFiles;
pub(super) use self::file::Study;
use self::file::StudyFile;
use self::outputs::{Made, Output};
use self::parts::{CorpusFile, Missing, Part};
pub use self::sharding::MissingRun;
use self::verdicts::Together;
use super::{End, run_folder};
use crate::cli::{ShardJobsArgs, StudySubcommand};

mod contents;
mod corpora;
mod file;
mod options;
mod output_paths;
mod outputs;
mod parts;
mod program;
mod schema;
mod sharding;
mod verdicts;

/// Returns the files of a study, whose rows and outputs are complete and belong together.
///
/// # Errors
/// When the study cannot be read, or a check of it finds a problem.
pub(super) fn files(path: &Path, all: &[Backend]) -> anyhow::Result<StudyFiles> {
    let work = Work::begin(Rows::of(path)?, all, Purpose::Check)?;
    let Verdict { problems, .. } = work.verdict()?;
    if !problems.is_empty() {
        bail!(
            "the study {} is incomplete or has changed, expected `harness study run` first:\n  {}",
            path.display(),
            problems.join("\n  ")
        );
    }
    contents::files(work)
}

/// Returns the next run of a study, into whose folder this enters; `None` if every backend has run on every corpus.
///
/// # Errors
/// When the study cannot be read, or a run was interrupted.
pub(super) fn missing_run(path: &Path, all: &[Backend]) -> anyhow::Result<Option<MissingRun>> {
    sharding::missing(Work::begin(Rows::of(path)?, all, Purpose::Check)?)
}

/// Returns the folder of the newest run of a study.
///
/// # Errors
/// When there is none, or a manifest cannot be read.
pub(super) fn newest_run(path: &Path) -> anyhow::Result<PathBuf> {
    let folder = run_folder::study_folder(path);
    let parts = parts::parts_in(folder)?;
    let newest = parts.into_iter().max_by(|a, b| a.manifest.start.cmp(&b.manifest.start));
    Ok(folder.join(newest.ok_or_else(|| run_folder::no_rows(path))?.folder))
}

/// Checks the text of a study file.
///
/// # Errors
/// When it is not a study: `study.toml:line:column: what is wrong`.
pub(super) fn check(text: &str) -> anyhow::Result<()> {
    StudyFile::of_text(run_folder::STUDY.into(), text.into()).map(drop)
}

/// Checks the text of a study file, and returns the words of the options of its runs.
///
/// # Errors
/// When it is not a study, or `run` has no such option: `study.toml:line:column: what is wrong`.
pub fn run_words(text: &str) -> anyhow::Result<Vec<String>> {
    options::run_words(&StudyFile::of_text(run_folder::STUDY.into(), text.into())?)
}

/// Runs a study in an empty folder, in a process of its own; returns the folder of its run.
///
/// # Errors
/// When it fails, with what it says.
pub(super) fn run_in(folder: &Path, text: &str) -> anyhow::Result<PathBuf> {
    let write = || format!("cannot write to {}", folder.display());
    fs::write(folder.join(run_folder::STUDY), text).with_context(write)?;
    let words = ["study", "run", "."].map(str::to_owned);
    program::capture(&words, folder, &folder.join("printed.txt"))?.must_be_well()?;
    Ok(folder.join(parts::next(&[])))
}

/// Runs a subcommand of `study` with all backends.
///
/// # Errors
/// When the study cannot be read, or a part of it fails.
pub fn run(
    subcommand: &StudySubcommand,
    all: &[Backend],
    out: &mut dyn Write,
) -> anyhow::Result<End> {
    match subcommand {
        StudySubcommand::Schema => {
            writeln!(out, "{:#}", schema_for!(Study).as_value())?;
            Ok(End::Well)
        }
        StudySubcommand::Report(arguments) => Rows::of(&arguments.file)?.report(out),
        StudySubcommand::Check(arguments) => {
            Work::begin(Rows::of(&arguments.file)?, all, Purpose::Check)?.check(out)
        }
        StudySubcommand::Run(arguments) => {
            let mut work = Work::begin(Rows::of(&arguments.file)?, all, Purpose::Run)?;
            match work.run()? {
                End::Well => work.rows.report(out),
                end => {
                    if end == End::Interrupted {
                        super::note("interrupted; the same command continues this run");
                    }
                    Ok(end)
                }
            }
        }
    }
}

/// A study and its runs.
struct Rows {
    file: StudyFile,
    /// The name of its folder, which is the current one.
    folder: String,
    parts: Vec<Part>,
    outputs: Vec<Output>,
    /// The options of its jobs, if it is submitted to several machines.
    jobs: ShardJobsArgs,
}

impl Rows {
    /// Reads the study, and enters its folder.
    fn of(path: &Path) -> anyhow::Result<Self> {
        let file = StudyFile::read(path)?;
        let outputs = outputs::wanted(&file)?;
        let jobs = options::of_jobs(&file)?;
        let folder = file.enter()?;
        output_paths::check(&file, &outputs)?;
        Ok(Self { file, folder, parts: parts::parts()?, outputs, jobs })
    }

    /// Makes the outputs again, as far as possible, and says why some cannot be made.
    fn make(&self) -> anyhow::Result<(Vec<Made>, Vec<String>)> {
        outputs::make(&self.file, &self.outputs, &self.folder, &self.parts)
    }

    /// Writes the outputs.
    fn report(&self, out: &mut dyn Write) -> anyhow::Result<End> {
        if self.parts.is_empty() {
            bail!("{}: no rows yet; `harness study run` makes them", self.file.path().display());
        }
        let (made, problems) = self.make()?;
        for made in made {
            made.write()?;
            writeln!(out, "{}", made.file.display())?;
        }
        if !problems.is_empty() {
            bail!("{}", problems.join("\n"));
        }
        Ok(End::Well)
    }
}

/// Whether a study is only checked, perhaps on another machine, or may get further rows.
#[derive(Clone, Copy)]
enum Purpose {
    Check,
    Run,
}

/// A study at work: its runs, and what it asks for.
struct Work {
    rows: Rows,
    /// The options of `run`.
    options: Vec<String>,
    wanted: RunSpec,
    corpora: Vec<CorpusFile>,
}

impl Work {
    /// Makes the corpora of a study, and determines what it asks for.
    fn begin(rows: Rows, all: &[Backend], purpose: Purpose) -> anyhow::Result<Self> {
        let (files, made) = corpora::files(&rows.file)?;
        let arguments = options::arguments(&rows.file, &files)?;
        made.iter().try_for_each(corpora::Made::make)?;
        let options = options::run_words(&rows.file)?;
        let mut wanted = super::run::specification(&arguments, all)?;
        // Without a number of workers it is that of this machine, which rows of another do not have.
        if let (Purpose::Check, None, Some(part)) =
            (purpose, arguments.jobs.number, rows.parts.first())
        {
            wanted.jobs = part.manifest.plan.jobs;
        }
        let corpora = parts::corpora(&wanted)?;
        parts::check_options(&rows.parts, &wanted)?;
        Ok(Self { rows, options, wanted, corpora })
    }

    fn missing(&self) -> Vec<Missing> {
        parts::missing(&self.rows.parts, &self.wanted.backends, &self.corpora)
    }

    /// Says what the rows have and the study no longer asks for.
    fn say_changes(&self) {
        for change in parts::changes(&self.rows.parts, &self.wanted, &self.corpora) {
            super::note(&change);
        }
    }

    /// Resumes interrupted runs, and runs what is missing.
    fn run(&mut self) -> anyhow::Result<End> {
        self.say_changes();
        for part in &self.rows.parts {
            if !part.manifest.complete {
                let plan = &part.manifest.plan;
                let corpora = self.corpora.iter().filter(|corpus| {
                    plan.corpora.iter().any(|it| it.blake3.as_ref() == Some(&corpus.blake3))
                });
                let corpora = corpora.cloned().collect();
                let rest = Missing { backends: plan.backends.clone(), corpora };
                if let Some(end) = self.start(&rest, &part.folder)? {
                    return Ok(end);
                }
            }
        }
        let missing = self.missing();
        if missing.is_empty() {
            super::note("every backend has run on every corpus");
            return Ok(End::Well);
        }
        for missing in missing {
            if let Some(end) = self.start(&missing, &parts::next(&self.rows.parts))? {
                return Ok(end);
            }
            self.rows.parts = parts::parts()?;
        }
        self.judge()
    }

    /// Says what several runs establish together.
    fn judge(&self) -> anyhow::Result<End> {
        if self.rows.parts.len() < 2 {
            return Ok(End::Well);
        }
        let together = Together::of(&self.rows.parts)?;
        together.sentences().iter().for_each(|sentence| super::note(sentence));
        Ok(if together.has_failed() { End::Failed } else { End::Well })
    }

    /// Returns the words of a run of these backends on these corpora, without its output.
    fn words(&self, missing: &Missing) -> Vec<String> {
        let mut words = vec!["run".to_owned()];
        words.extend(missing.corpora.iter().map(|corpus| corpus.path.display().to_string()));
        words.extend(self.options.iter().filter(|it| !options::selects_backends(it)).cloned());
        words.extend(missing.backends.iter().map(|id| format!("--backend={id}")));
        words
    }

    /// Runs backends on corpora in a process of its own; how it ended, if it did not end well.
    fn start(&self, missing: &Missing, folder: &Path) -> anyhow::Result<Option<End>> {
        super::note(&format!(
            "{}: {} on {}",
            parts::name(folder),
            counted(missing.backends.len() as u64, "backend"),
            counted(missing.corpora.len() as u64, "corpus file"),
        ));
        let output = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
        let mut words = self.words(missing);
        words.extend([format!("--output={}", output.display()), "--resume".into()]);
        let status = program::run(&words, Path::new("."))?;
        Ok(match status.code() {
            Some(0) => None,
            Some(1) => Some(End::Failed),
            Some(130) | None => Some(End::Interrupted),
            Some(_) => Some(End::BadInput),
        })
    }

    /// Checks that nothing is missing, and that outputs are those of the rows.
    fn verdict(&self) -> anyhow::Result<Verdict> {
        let mut verdict = Verdict::default();
        let problems = &mut verdict.problems;
        for part in self.rows.parts.iter().filter(|part| !part.manifest.complete) {
            problems.push(format!("{}: interrupted", parts::name(&part.folder)));
        }
        for Missing { backends, corpora } in self.missing() {
            let corpora: Vec<String> =
                corpora.iter().map(|corpus| corpus.path.display().to_string()).collect();
            problems.push(format!("{}: no rows on {}", backends.join(", "), corpora.join(", ")));
        }
        if !self.rows.parts.is_empty() {
            let (made, failed) = self.rows.make()?;
            problems.extend(failed);
            for made in made {
                match made.difference() {
                    None => verdict.same.push(made.file),
                    Some(problem) => problems.push(format!("{}: {problem}", made.file.display())),
                }
            }
        }
        Ok(verdict)
    }

    /// Prints the verdict.
    fn check(&self, out: &mut dyn Write) -> anyhow::Result<End> {
        self.say_changes();
        let Verdict { same, problems } = self.verdict()?;
        same.iter().try_for_each(|file| writeln!(out, "{}: ok", file.display()))?;
        problems.iter().try_for_each(|problem| writeln!(out, "{problem}"))?;
        Ok(if problems.is_empty() { End::Well } else { End::Failed })
    }
}

/// What a check found.
#[derive(Default)]
struct Verdict {
    /// The outputs that are those of the rows.
    same: Vec<PathBuf>,
    /// What is missing or differs, a line each.
    problems: Vec<String>,
}
