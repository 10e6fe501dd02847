//! The folder in which the commands of a document run, as if it were the root of the repository, or for a
//! hand-out the folder of a language in the student's archive.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use tempfile::TempDir;

use super::blocks::Block;
use super::quoted::{self, Update};
use super::root;

/// How the documents call the program.
const CALLS: &[&str] = &["cargo run -p harness -- ", "cargo run -q -p harness -- "];
/// Tools that need not be there.
const TOOLS: &[&str] = &["dot", "g++", "parallel", "python3", "rustc"];

/// How often a measurement is attempted: other programs on a machine may spoil one.
const ATTEMPTS: usize = 3;

/// What came of a command.
struct Ran {
    /// Standard output and standard error, as a terminal mixes them.
    output: String,
    code: Option<i32>,
}

/// A temporary folder with the corpora, the scripts and the kept runs, and the program on the path.
pub(super) struct Stage {
    folder: TempDir,
    /// Where commands run.
    here: PathBuf,
}

impl Stage {
    /// Creates the stage of a document.
    pub(super) fn of(path: &str) -> Self {
        let Some((assignment, _)) = path.split_once("/handout.") else { return Self::new() };
        let stage = Self::new();
        let copied = Command::new("cp")
            .arg("-r")
            .args([
                root().join(assignment).join("starter"),
                root().join(assignment).join("visible"),
            ])
            .arg(stage.folder.path())
            .status();
        assert!(copied.expect("there is cp").success(), "{assignment}");
        Self { here: stage.folder.path().join("starter/python"), ..stage }
    }

    pub(super) fn new() -> Self {
        let folder = TempDir::new().expect("a folder for the test");
        let here = folder.path();
        for name in ["course", "datasets", "scripts"] {
            symlink(root().join(name), here.join(name)).expect("a link");
        }
        // New runs go to `results` beside the kept ones, so that this is a folder and no link.
        fs::create_dir_all(here.join("results")).expect("a folder");
        for run in fs::read_dir(root().join("results")).expect("runs").flatten() {
            symlink(run.path(), here.join("results").join(run.file_name())).expect("a link");
        }
        fs::create_dir(here.join(".bin")).expect("a folder");
        symlink(env!("CARGO_BIN_EXE_harness"), here.join(".bin/harness")).expect("a link");
        Self { here: here.to_owned(), folder }
    }

    /// Returns the folder of the commands.
    pub(super) fn here(&self) -> &Path {
        &self.here
    }

    /// Runs a block as one script.
    pub(super) fn script(&self, block: &Block<'_>) {
        self.expect_code(&block.place, &block.lines.join("\n"), 1);
    }

    /// Runs the commands of a block, and holds what they print against what is quoted.
    pub(super) fn console(&self, block: &Block<'_>, measured: bool, updates: &mut Vec<Update>) {
        for quoted in block.commands() {
            let place = format!("{}: `{}`", block.place, quoted.command);
            let attempts = if measured { ATTEMPTS } else { 1 };
            let Some(ran) = self.expect_code(&place, &quoted.command, attempts) else { continue };
            let actual: Vec<&str> = ran.output.lines().map(str::trim_end).collect();
            if measured {
                quoted::check_shape(&place, &quoted.output, &actual);
            } else if let Err(message) = quoted::check(&quoted.output, &actual) {
                let is_asked = std::env::var_os("UPDATE_DOCUMENTS").is_some();
                let update = quoted::update(&quoted, &actual).filter(|_| is_asked);
                updates.push(update.unwrap_or_else(|| panic!("{place}: {message}")));
            }
        }
    }

    /// Runs a script, which ends with the code that it announces, in one of several attempts; `None` where
    /// a tool is missing.
    fn expect_code(&self, place: &str, script: &str, attempts: usize) -> Option<Ran> {
        if let Some(tool) = TOOLS.iter().find(|&&tool| uses(script, tool) && !self.has(tool)) {
            eprintln!("SKIPPED: {place} was not run, because there is no {tool}");
            return None;
        }
        let script =
            CALLS.iter().fold(script.to_owned(), |text, call| text.replace(call, "harness "));
        assert!(!script.contains("cargo "), "{place}: builds something; say `not-run: REASON`");
        let announced = Some(announced(&script));
        let mut ran = self.run(&script);
        for _ in 1..attempts {
            if ran.code != announced {
                ran = self.run(&script);
            }
        }
        assert_eq!(ran.code, announced, "{place}: exit code\n{}", ran.output);
        Some(ran)
    }

    /// Returns what a command that succeeds prints.
    pub(super) fn print(&self, command: &str) -> String {
        self.expect_code(command, command, 1).expect("a command without tools").output
    }

    fn has(&self, tool: &str) -> bool {
        self.run(&format!("command -v {tool}")).code == Some(0)
    }

    fn run(&self, script: &str) -> Ran {
        let bin = self.folder.path().join(".bin");
        let path = std::env::var("PATH").unwrap_or_default();
        let output = Command::new("sh")
            .args(["-ec", &format!("exec 2>&1\n{script}")])
            .current_dir(&self.here)
            .env("PATH", format!("{}:{path}", bin.display()))
            .env("PYTHONDONTWRITEBYTECODE", "1")
            .stdin(Stdio::null())
            .output()
            .expect("there is a shell");
        Ran {
            output: String::from_utf8_lossy(&output.stdout).into_owned(),
            code: output.status.code(),
        }
    }
}

/// Returns whether a script calls a tool, itself or by the program.
fn uses(script: &str, tool: &str) -> bool {
    let is_called = match tool {
        "parallel" => script.contains("--parallel "),
        "python3" => script.contains(".py"),
        _ => false,
    };
    is_called || script.split([' ', '\n', '\'']).any(|word| word == tool)
}

/// Returns the exit code that a comment announces.
fn announced(script: &str) -> i32 {
    let code = script.split_once("# exit code ").map(|(_, code)| code.trim());
    code.map_or(0, |code| code.parse().expect("a number behind `exit code`"))
}
