//! A submission: its name, its folder in the sandbox, its language, and its build.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use render::table::counted;

use super::assignment::{Assignment, ProgrammingLanguage};
use super::capture::{self, CommandEnd};
use super::reason::Reason;
use super::sandbox::{Access, Cell, ProcessLimits, Sandbox, has_program};
use super::unpack::unpack;

/// The file in which a submission may name its language.
const LANGUAGE: &str = "language.txt";

/// The maximum number of lines that are shown of a failed build.
const LINES: usize = 30;

/// How deep the only folder of an archive may be nested.
const DEPTH: usize = 4;

/// A submission as it was handed in.
#[derive(Clone, Debug)]
pub(super) struct Submission {
    /// Its name: that of the folder, or of the archive without its ending.
    pub(super) id: String,
    path: PathBuf,
}

/// A submission that is ready to run.
#[derive(Debug)]
pub(super) struct Built<'a> {
    /// Its folder and its user.
    pub(super) cell: Cell,
    /// Its language.
    pub(super) language: &'a ProgrammingLanguage,
    sandbox: &'a Sandbox,
    assignment: &'a Assignment,
}

/// Returns the submissions at these paths.
///
/// # Errors
/// When one does not exist, or two have the same name.
pub(super) fn all(paths: &[PathBuf]) -> anyhow::Result<Vec<Submission>> {
    let (mut ids, mut all) = (BTreeSet::new(), Vec::new());
    for path in paths {
        let real =
            path.canonicalize().with_context(|| format!("cannot read {}", path.display()))?;
        let name = if real.is_dir() { real.file_name() } else { real.file_stem() };
        let id = name.with_context(|| format!("{} has no name", path.display()))?;
        let id = id.to_string_lossy().into_owned();
        if !ids.insert(id.clone()) {
            bail!("two submissions have the name {id:?}");
        }
        all.push(Submission { id, path: real });
    }
    Ok(all)
}

/// Refuses the folder of a class in place of its submissions: a folder without a program, in which there are archives,
/// or folders with programs.
///
/// # Errors
/// When no submission is an archive or has a program, and one is such a folder.
pub(super) fn must_have_programs(
    submissions: &[Submission],
    assignment: &Assignment,
) -> anyhow::Result<()> {
    let is_program = |path: &Path| language_of(&root_of(path), assignment).is_ok();
    if submissions.iter().any(|one| !one.path.is_dir() || is_program(&one.path)) {
        return Ok(());
    }
    let is_submission = |path: &PathBuf| match path.is_dir() {
        true => is_program(path),
        false => path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("zip")),
    };
    for folder in submissions.iter().map(|one| root_of(&one.path)) {
        let entries = fs::read_dir(&folder).into_iter().flatten().flatten();
        let count = entries.map(|entry| entry.path()).filter(is_submission).count();
        if count > 0 {
            let (name, submissions) = (folder.display(), counted(count as u64, "submission"));
            bail!("{name} holds {submissions}: give {name}/*");
        }
    }
    Ok(())
}

impl Submission {
    /// Unpacks a submission into a new folder, and builds it. The cells of a sandbox are numbered.
    pub(super) fn build<'a>(
        &self,
        number: usize,
        assignment: &'a Assignment,
        sandbox: &'a Sandbox,
    ) -> Result<Built<'a>, Reason> {
        let target = sandbox.scratch.join(format!("{number}"));
        fs::create_dir(&target).map_err(by_grader)?;
        unpack(&self.path, &target)?;
        let folder = root_of(&target);
        let language = language_of(&folder, assignment)?;
        let cell = sandbox.cell(folder, number).map_err(by_grader)?;
        let built = Built { cell, language, sandbox, assignment };
        built.check_tools()?;
        built.compile()?;
        Ok(built)
    }
}

impl Built<'_> {
    /// Returns the words that run the program with more words.
    pub(super) fn command(&self, arguments: &[String]) -> Vec<String> {
        let words = [&self.language.run[..], arguments].concat();
        self.sandbox.command(&self.cell, Access::Read, self.limits(), &words)
    }

    fn limits(&self) -> ProcessLimits {
        let limits = &self.assignment.limits;
        ProcessLimits {
            memory: self.language.memory.unwrap_or(limits.memory),
            processes: limits.processes,
            file_size: limits.files,
        }
    }

    /// Checks that compiler and interpreter are installed, which is no fault of a student.
    fn check_tools(&self) -> Result<(), Reason> {
        let tools = self.language.build.first().into_iter().chain(self.language.run.first());
        let is_missing = |tool: &&String| !tool.contains('/') && !has_program(tool);
        match tools.into_iter().find(is_missing) {
            Some(tool) => Err(Reason::NoTool(tool.clone())),
            None => Ok(()),
        }
    }

    fn compile(&self) -> Result<(), Reason> {
        if self.language.build.is_empty() {
            return Ok(());
        }
        // Compilers differ in where they print their messages.
        let shell = ["sh", "-c", "exec \"$@\" 2>&1", "sh"].map(String::from);
        let words = [&shell[..], &self.language.build].concat();
        let words = self.sandbox.command(&self.cell, Access::Write, self.limits(), &words);
        let limits = &self.assignment.limits;
        let is_small = || size(&self.cell.folder) <= limits.files;
        let folder = &self.cell.folder;
        let ran =
            capture::run(&self.sandbox.program, &words, folder, "", limits.build_time, is_small);
        let ran = ran.map_err(|error| Reason::Grader(error.to_string()))?;
        match ran.end {
            CommandEnd::Success if is_small() => Ok(()),
            CommandEnd::Success | CommandEnd::TooMuch => Err(Reason::BuildTooMuch),
            CommandEnd::Timeout => Err(Reason::BuildTimeout),
            CommandEnd::Failure => {
                let lines = ran.lines.into_iter().chain(ran.errors).take(LINES);
                Err(Reason::Build(lines.collect::<Vec<_>>().join("\n")))
            }
        }
    }
}

/// Returns the folder with the files: archives often have a single folder that has them all.
fn root_of(folder: &Path) -> PathBuf {
    let mut root = folder.to_owned();
    for _ in 0..DEPTH {
        let entries: Vec<_> = fs::read_dir(&root).into_iter().flatten().flatten().collect();
        match &entries[..] {
            [only] if only.path().is_dir() => root = only.path(),
            _ => break,
        }
    }
    root
}

fn language_of<'a>(
    folder: &Path,
    assignment: &'a Assignment,
) -> Result<&'a ProgrammingLanguage, Reason> {
    if let Ok(text) = fs::read_to_string(folder.join(LANGUAGE)) {
        let id = text.trim();
        let named = assignment.language.iter().find(|language| language.id == id);
        return named.ok_or_else(|| Reason::UnknownLanguage(id.chars().take(40).collect()));
    }
    let fits = |language: &&ProgrammingLanguage| {
        language.recognise.iter().any(|file| folder.join(file).is_file())
    };
    assignment.language.iter().find(fits).ok_or_else(|| {
        Reason::NoLanguage(assignment.language.iter().flat_map(|it| it.recognise.clone()).collect())
    })
}

/// Returns the size of all files in a folder. Links are not followed.
fn size(folder: &Path) -> u64 {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let sizes = entries.map(|entry| match entry.metadata() {
        Ok(it) if it.is_dir() => size(&entry.path()),
        Ok(it) => it.len(),
        Err(_) => 0,
    });
    sizes.sum()
}

fn by_grader(error: std::io::Error) -> Reason {
    Reason::Grader(error.to_string())
}
