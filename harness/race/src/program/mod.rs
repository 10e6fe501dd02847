//! Definitions of external programs, read from `backends.toml` or given as `--external 'python3
//! my_solver.py'`.
//!
//! ```toml
//! [[backend]]
//! id = "external/toy"
//! command = "python3 toy.py"
//! mode = "protocol"
//! ```
//!
//! A command is a list of words, or a string that is split as a shell would. It runs in the folder of
//! the file, or in `cwd`, which is relative to that folder.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use anyhow::{Context, bail};
use record::manifest::Mode;
use record::plain_text::label;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer};
use solvers::{
    Backend, Counter, LimitSupport, Method, Origin, ProblemKind, StepSupport, Takes, Task,
    Unsupported,
};

use crate::text_file;

pub mod identity;

/// The file that is read from the current folder if no other is given.
pub const FILE: &str = "backends.toml";

/// An external program that takes part in runs as a backend.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ExternalProgram {
    /// Its id: `external/name`.
    pub id: String,
    /// The program and its arguments.
    #[serde(deserialize_with = "words")]
    pub command: Vec<String>,
    /// How it communicates.
    #[serde(default)]
    pub mode: Mode,
    /// Whether it counts models instead of finding one, in mode `dimacs`.
    #[serde(default)]
    pub counter: bool,
    /// Its working directory, relative to the folder of the file, which is the default.
    pub cwd: Option<PathBuf>,
    /// A command that prints its version, for programs that do not report it themselves.
    #[serde(default, deserialize_with = "words")]
    pub version_command: Vec<String>,
    /// Further files and folders that it sees in the sandbox, relative to the folder of the file.
    #[serde(default)]
    pub sandbox_show: Vec<PathBuf>,
    /// How it was built, for readers.
    pub build: Option<String>,
    /// A one-line description, for readers.
    pub about: Option<String>,
    /// Whether it was given on the command line. It then takes part without being selected.
    #[serde(skip)]
    pub is_named: bool,
    /// The version that it last reported in its `hello`.
    #[serde(skip)]
    reported_version: Mutex<Option<String>>,
    /// The first line that its version command printed.
    #[serde(skip)]
    printed_version: OnceLock<Option<String>>,
}

/// The version of a program that reports none.
const UNKNOWN: &str = "unknown";

/// Returns the kind of problem that a program in this mode reads. In DIMACS mode, a puzzle is encoded
/// by the harness.
fn reads(mode: Mode) -> ProblemKind {
    match mode {
        Mode::Dimacs => ProblemKind::Formula,
        Mode::Lines | Mode::Protocol => ProblemKind::Puzzle,
    }
}

/// The contents of `backends.toml`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    #[serde(default)]
    backend: Vec<ExternalProgram>,
}

/// Reads the programs of a file and of the command line. Without a file, `backends.toml` of the current
/// folder is read if it exists.
///
/// # Errors
/// Fails if the file or a command is invalid, or if two programs have the same id.
pub fn programs(
    file: Option<&Path>,
    commands: &[String],
) -> anyhow::Result<Vec<Arc<ExternalProgram>>> {
    let file = file.or(Some(Path::new(FILE)).filter(|path| path.exists()));
    let mut programs = file.map_or(Ok(Vec::new()), read)?;
    for command in commands {
        programs.push(on_command_line(command)?);
    }
    programs.sort_by(|a, b| a.id.cmp(&b.id));
    if let Some(pair) = programs.windows(2).find(|pair| pair[0].id == pair[1].id) {
        bail!(
            "two programs have the id {:?}, expected an id for each in a file (--external-file)",
            pair[0].id
        );
    }
    Ok(programs.into_iter().map(Arc::new).collect())
}

/// Deserialises a list of words, or a string that is split into words.
fn words<'d, D: Deserializer<'d>>(from: D) -> Result<Vec<String>, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum Words {
        Text(String),
        List(Vec<String>),
    }
    match Words::deserialize(from)? {
        Words::Text(text) => shell_words::split(&text).map_err(D::Error::custom),
        Words::List(words) => Ok(words),
    }
}

fn read(path: &Path) -> anyhow::Result<Vec<ExternalProgram>> {
    let text = text_file::read(path)?;
    let folder = path.parent().unwrap_or(Path::new(""));
    parse(&text, folder).with_context(|| format!("{} is invalid", path.display()))
}

/// Reads the programs of a text, which is a file in `folder`.
///
/// # Errors
/// Fails if it is not TOML, or a program is invalid.
pub fn parse(text: &str, folder: &Path) -> anyhow::Result<Vec<ExternalProgram>> {
    let file: File = toml::from_str(text)?;
    file.backend.iter().try_for_each(check)?;
    let from_here = |program: ExternalProgram| {
        let shown = program.sandbox_show.iter().chain(&program.cwd);
        let sandbox_show = shown.map(|path| folder.join(path)).collect();
        let cwd = folder.join(program.cwd.unwrap_or_else(|| ".".into()));
        ExternalProgram { cwd: Some(cwd), sandbox_show, ..program }
    };
    Ok(file.backend.into_iter().map(from_here).collect())
}

/// Creates a program in protocol mode, named after its script or, without one, after its executable.
fn on_command_line(text: &str) -> anyhow::Result<ExternalProgram> {
    let command = shell_words::split(text).with_context(|| format!("cannot split {text:?}"))?;
    let name = command.iter().skip(1).find(|word| !word.starts_with('-'));
    let name = name.or(command.first()).with_context(|| format!("{text:?} is not a command"))?;
    let stem = Path::new(name).file_stem().unwrap_or_default().to_string_lossy().to_lowercase();
    let allowed = |c: char| if c.is_ascii_alphanumeric() || c == '.' { c } else { '-' };
    let id = format!("external/{}", stem.chars().map(allowed).collect::<String>());
    let program = ExternalProgram::new(id, command);
    check(&program)?;
    Ok(program)
}

fn check(program: &ExternalProgram) -> anyhow::Result<()> {
    let ExternalProgram { id, command, mode, counter, .. } = program;
    let is_allowed = |c: char| matches!(c, 'a'..='z' | '0'..='9' | '.' | '-');
    let name = id.strip_prefix("external/").unwrap_or_default();
    if name.is_empty() || !name.chars().all(is_allowed) {
        bail!("invalid id {id:?}, expected external/ followed by a-z, 0-9, - or .");
    }
    if command.is_empty() {
        bail!("{id} has no command");
    }
    if *counter && *mode != Mode::Dimacs {
        bail!("{id} is a counter, expected mode = \"dimacs\"");
    }
    Ok(())
}

impl ExternalProgram {
    /// Creates a program in protocol mode, which runs in the current folder.
    pub fn new(id: String, command: Vec<String>) -> Self {
        Self {
            id,
            command,
            mode: Mode::Protocol,
            counter: false,
            cwd: None,
            version_command: Vec::new(),
            sandbox_show: Vec::new(),
            build: None,
            about: None,
            is_named: true,
            reported_version: Mutex::default(),
            printed_version: OnceLock::new(),
        }
    }

    /// Checks that its executable exists, so that a mistake in a command is found before a run.
    ///
    /// # Errors
    /// Names the executable.
    pub fn check_executable(&self) -> anyhow::Result<()> {
        let cwd = self.cwd.as_deref().unwrap_or(Path::new(""));
        match identity::executable(&self.command[0], cwd) {
            Some(_) => Ok(()),
            None => bail!(
                "{}: there is no program {:?}, expected a file or a name in PATH",
                self.id,
                self.command[0]
            ),
        }
    }

    /// Returns its row of the registry, which is leaked: it is created once per run and lives as long
    /// as the process.
    pub fn backend(&self) -> Backend {
        let leak = |text: String| -> &'static str { String::leak(text) };
        let about = self.about.clone().unwrap_or_else(|| shell_words::join(&self.command));
        Backend {
            id: leak(self.id.clone()),
            about: leak(about),
            method: Method { state: UNKNOWN, inference: UNKNOWN, choice: UNKNOWN },
            tasks: match self.mode {
                Mode::Protocol => &Task::ALL,
                Mode::Dimacs if self.counter => &[Task::Count],
                Mode::Dimacs => &[Task::First, Task::Unique],
                Mode::Lines => &[Task::First],
            },
            counts: match self.mode {
                Mode::Protocol => &Counter::ALL,
                _ => &[],
            },
            counts_traced: &[],
            steps: StepSupport::SolutionsOnly("an external program only reports answers"),
            node_limit: LimitSupport::None,
            time_limit: LimitSupport::None,
            assumes_unique: false,
            complete: false,
            stateful: false,
            batch: None,
            lines: None,
            package: None,
            instructions: None,
            origin: Origin { code: "external", reads: reads(self.mode) },
            takes: Takes::puzzles(|_| {
                Err(Unsupported("external programs run in a process of their own".into()))
            }),
        }
    }

    /// Returns the version that was last reported, so that a process killed before its `hello` does not
    /// count as another version.
    pub(crate) fn version(&self) -> String {
        let reported = self.reported_version.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let printed = || self.printed_version.get().cloned().flatten();
        let version = reported.or_else(printed).unwrap_or_else(|| UNKNOWN.into());
        label(&version).into_owned()
    }

    /// Stores the output of its version command, if that has not been run before.
    pub(crate) fn version_printed_by(&self, run: impl FnOnce() -> Option<String>) {
        self.printed_version.get_or_init(run);
    }

    /// Stores the version that it reported.
    pub(crate) fn set_reported_version(&self, version: String) {
        let mut reported = self.reported_version.lock().unwrap_or_else(PoisonError::into_inner);
        *reported = Some(version);
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn a_command_is_split_into_words_and_named_after_its_script() {
        let program =
            on_command_line("python3 -u 'my solvers/Toy_1.py' --fast").expect("a program");
        assert_eq!(program.id, "external/toy-1");
        assert_eq!(program.command, ["python3", "-u", "my solvers/Toy_1.py", "--fast"]);
        assert_eq!(on_command_line("./kissat").expect("a program").id, "external/kissat");
        assert!(on_command_line("").is_err());
        assert!(on_command_line("'open").is_err());
    }

    #[test]
    fn programs_are_read_from_a_file_and_invalid_ones_refused() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join(FILE);
        let read = |text: &str| {
            fs::write(&path, text).expect("a file");
            programs(Some(&path), &[]).map_err(|error| format!("{error:#}"))
        };
        let toy = "[[backend]]\nid = \"external/toy\"\ncommand = [\"toy\"]\n";
        let one = read(&format!("{toy}mode = \"lines\"\ncwd = \"sub\"\n")).expect("programs");
        assert_eq!((one.len(), one[0].mode), (1, Mode::Lines));
        assert_eq!(one[0].cwd, Some(folder.path().join("sub")));
        let text = toy.replace("[\"toy\"]", "\"python3 'a toy.py'\"");
        let split = read(&text).expect("programs");
        assert_eq!(split[0].command, ["python3", "a toy.py"]);
        assert_eq!(split[0].cwd, Some(folder.path().join(".")));
        assert!(read(&format!("{toy}{toy}")).unwrap_err().contains("expected an id for each"));
        assert!(read(&format!("{toy}colour = 1\n")).unwrap_err().contains("colour"));
        assert!(
            read("[[backend]]\nid = \"toy\"\ncommand = [\"x\"]\n")
                .unwrap_err()
                .contains("invalid id")
        );
    }
}
