//! What the end-to-end tests share: a run inside the test, over backends of the test's own.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use clap::Parser;
use harness::cli::Cli;
use harness::cmd::{self, End};
use record::Row;
use solvers::Backend;
use tempfile::TempDir;

/// Removes the seals from the manifest of a run, as those of earlier versions have none.
pub(crate) fn unseal(run: &Path) {
    let path = run.join("manifest.json");
    let text = fs::read_to_string(&path).expect("a manifest");
    let mut manifest: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    manifest.as_object_mut().expect("fields").remove("seals");
    fs::write(path, serde_json::to_string_pretty(&manifest).expect("JSON")).expect("room");
}

/// A folder for one test, with a corpus in it.
pub(crate) struct Bench {
    folder: TempDir,
}

/// What came of a run.
pub(crate) struct Ran {
    /// How it ended.
    pub(crate) end: End,
    /// The rows, in the order of the plan.
    pub(crate) rows: Vec<Row>,
    /// What was printed.
    pub(crate) printed: String,
}

impl Bench {
    /// Creates a bench with this corpus.
    pub(crate) fn new(corpus: &str) -> Self {
        let folder = TempDir::new().expect("a folder for the test");
        fs::write(folder.path().join("corpus.txt"), corpus).expect("a corpus for the test");
        Self { folder }
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Runs `backends`, all of them, with further arguments.
    pub(crate) fn run(&self, backends: &[Backend], arguments: &[&str]) -> Ran {
        let (corpus, run) = (self.path("corpus.txt"), self.path("run"));
        let fixed = ["harness", text(&corpus), "-o", text(&run), "-b", ".", "--no-probe"];
        // The test is no program that could be its own child.
        let isolate = ["--isolate", "none"];
        let isolate = if arguments.contains(&"--isolate") { &[][..] } else { &isolate };
        let cli = Cli::parse_from(fixed.iter().chain(isolate).chain(arguments));
        let (cancel, mut out) = (AtomicBool::new(false), Vec::new());
        let end = cmd::run::run(&cli.run, backends, &cancel, &mut out).expect("a run");
        let mut rows = rows(&run);
        rows.sort_by_key(|row| row.plan_order);
        Ran { end, rows, printed: String::from_utf8(out).expect("text") }
    }
}

/// Returns the rows of a run folder.
pub(crate) fn rows(folder: &Path) -> Vec<Row> {
    let mut reader = csv::Reader::from_path(folder.join("rows.csv")).expect("rows.csv");
    reader.deserialize().collect::<Result<_, _>>().expect("rows that can be read")
}

pub(crate) fn text(path: &Path) -> &str {
    path.to_str().expect("a path that is text")
}

/// Returns an example, which cargo builds for tests.
pub(crate) fn example(name: &str) -> PathBuf {
    let test = std::env::current_exe().expect("the test");
    let folder = test.ancestors().nth(2).expect("a folder of builds");
    let program = folder.join("examples").join(name);
    assert!(program.exists(), "cargo build --examples makes {}", program.display());
    program
}

/// Returns whether tests that take ten seconds or more are run. Else the test says that it is skipped.
pub(crate) fn runs_slow_tests() -> bool {
    let is_asked = std::env::var_os("SLOW_TESTS").is_some();
    if !is_asked {
        eprintln!("SKIPPED: slow; SLOW_TESTS=1 runs it");
    }
    is_asked
}

/// Returns the program, run to its end.
pub(crate) fn harness(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_harness"));
    command.args(arguments).output().expect("the program runs")
}

/// Returns what the program prints when all goes well.
#[track_caller]
pub(crate) fn prints(arguments: &[&str]) -> String {
    let output = harness(arguments);
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(0), "{errors}");
    String::from_utf8(output.stdout).expect("text")
}

/// The program refuses bad usage or bad input with a message that has these words.
#[track_caller]
pub(crate) fn check_refused(arguments: &[&str], message: &str) {
    let output = harness(arguments);
    let errors = String::from_utf8(output.stderr).expect("text");
    assert_eq!(output.status.code(), Some(2), "{errors}");
    assert!(errors.contains(message), "{errors}");
    assert!(!errors.contains("panicked"), "{errors}");
}

/// Returns the command lines of all processes that contain a text.
pub(crate) fn processes(part: &str) -> Vec<String> {
    let read = |entry: fs::DirEntry| fs::read(entry.path().join("cmdline")).ok();
    let lines = fs::read_dir("/proc").into_iter().flatten().flatten().filter_map(read);
    let lines = lines.map(|line| String::from_utf8_lossy(&line).replace('\0', " "));
    lines.filter(|line| line.contains(part)).collect()
}

/// Waits until a condition holds, for as long as that is no matter of speed.
#[track_caller]
pub(crate) fn wait_until(what: &str, holds: impl Fn() -> bool) {
    let start = Instant::now();
    while !holds() {
        assert!(start.elapsed() < Duration::from_secs(60), "{what}");
        std::thread::sleep(Duration::from_millis(10));
    }
}
