//! What a run was, beside its rows: the command, the program, the machine, the corpora.

use std::collections::BTreeMap;
use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::contestant::Isolate;
use crate::external::identity::Identity;
use crate::machine::clock::ClockCosts;
use crate::machine::description::load;
use crate::machine::probe::Interference;
use crate::plan::{Clock, Order, Repetitions};
use crate::record::Task;

pub use crate::machine::description::{Machine, physical_cores};

/// The manifest of a run, as JSON in `manifest.json`.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Manifest {
    /// The version of the columns of `rows.csv`.
    pub schema: u32,
    /// The run, as in the column of that name.
    pub run_id: String,
    /// The command line, a word each; of absolute paths in it the last part.
    pub command: Vec<String>,
    /// The program.
    pub program: Program,
    /// The machine.
    pub machine: Machine,
    /// What one read of the clocks costs.
    pub clocks: ClockCosts,
    /// What parallel workers do to each other's times; nothing with one worker, or where the probe
    /// was left out.
    pub interference: Option<Interference>,
    /// The core that each worker was pinned to; nothing for one that was not.
    pub cores: Vec<Option<usize>>,
    /// What was asked.
    pub plan: Asked,
    /// What came of each backend, where only a sample of the rows was kept (`--summary-only`).
    pub summary: Option<BTreeMap<String, Counted>>,
    /// How many puzzles were run.
    pub puzzles: usize,
    /// How many lines could not be read.
    pub bad_lines: usize,
    /// When it began, UTC.
    pub start: String,
    /// When it ended, UTC; nothing while it runs or after it was killed.
    pub end: Option<String>,
    /// When it went on after an interruption, UTC.
    pub resumed: Vec<String>,
    /// Whether all trials were run.
    pub complete: bool,
    /// The load of the machine over the last minute, before and after.
    pub load: (Option<f64>, Option<f64>),
}

/// What was built, and how.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Program {
    /// Of the harness and its own backends.
    pub version: String,
    /// The git revision, `+` behind it when the tree had changes.
    pub revision: Option<String>,
    /// The compiler.
    pub compiler: String,
    /// The optimisation level of the build.
    pub opt_level: String,
    /// Whether debug assertions were on.
    pub debug_assertions: bool,
    /// What it was built for.
    pub target: String,
    /// The features of the processor that all of its code may use, with commas.
    #[serde(default)]
    pub target_features: String,
    /// The blake3 hash of `Cargo.lock`, which has the version of every crate.
    #[serde(default)]
    pub lock_blake3: Option<String>,
}

/// What came of a backend.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Counted {
    /// How often each status came.
    pub statuses: BTreeMap<String, u64>,
    /// The sum, modulo 2⁶⁴, over all answers of the XXH3 hash of 64 bits of `solution`, in hex.
    pub solutions_digest: String,
}

/// What was asked: a run goes on only with the same.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Asked {
    /// The version of the harness and its own backends.
    pub version: String,
    /// The ids.
    pub backends: Vec<String>,
    /// Their versions, in the same order, empty for programs of others; older manifests have none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub versions: Option<Vec<String>>,
    /// The programs of others among them.
    pub programs: Vec<Identity>,
    /// The task.
    pub task: Task,
    /// The time limit, in nanoseconds.
    pub limit_ns: Option<u64>,
    /// Whose clock times the programs of others.
    #[serde(default)]
    pub clock: Clock,
    /// The node limit.
    pub limit_nodes: Option<u64>,
    /// The round limit.
    pub limit_rounds: Option<u64>,
    /// Which backends run in child processes.
    pub isolate: Isolate,
    /// The bytes that a child process may have.
    pub memory_limit: Option<u64>,
    /// Where a count ends.
    pub max_solutions: u64,
    /// How many workers.
    pub jobs: usize,
    /// Repetitions.
    pub repetitions: Repetitions,
    /// How often the run restarts its process.
    pub invocations: u32,
    /// The order of the trials.
    pub order: Order,
    /// The seed of isomorphs and of the random order.
    pub seed: u64,
    /// How many isomorphs took the place of each puzzle.
    pub isomorphs: Option<u64>,
    /// Whether memory was measured.
    pub memory: bool,
    /// Whether proofs were asked for.
    #[serde(default)]
    pub certify: bool,
    /// Whether only a sample of the rows is kept: one in a thousand, and failures.
    pub summary_only: bool,
    /// The patterns that took puzzles in (true) or left them out.
    pub puzzles: Vec<(bool, String)>,
    /// What was said of how the corpora are to be read: notation, symbols, column of puzzles.
    #[serde(default)]
    pub reading: Vec<String>,
    /// The corpora, with the hashes of their bytes. Standard input has none.
    pub corpora: Vec<InputFile>,
    /// The geometry files that the command line and the corpora name, with their hashes.
    pub geometries: Vec<InputFile>,
}

/// A file that was read.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct InputFile {
    /// As it was named; of an absolute path the last part.
    pub file: String,
    /// The blake3 hash of its bytes.
    pub blake3: Option<String>,
}

impl Manifest {
    /// The manifest of a run that begins.
    pub fn new(start: jiff::Timestamp, asked: Asked) -> Self {
        Self {
            schema: crate::record::SCHEMA,
            run_id: run_id(start),
            command: std::env::args().map(|word| portable_word(&word)).collect(),
            program: program(),
            machine: Machine::describe(),
            clocks: ClockCosts::measure(),
            interference: None,
            cores: Vec::new(),
            plan: asked.portable(),
            summary: None,
            puzzles: 0,
            bad_lines: 0,
            start: start.to_string(),
            end: None,
            resumed: Vec::new(),
            complete: false,
            load: (load(), None),
        }
    }

    /// The run goes on.
    pub fn reopen(&mut self) {
        self.end = None;
        self.complete = false;
        self.resumed.push(jiff::Timestamp::now().to_string());
    }

    /// The run has ended.
    pub fn close(&mut self, puzzles: usize, bad_lines: usize, complete: bool) {
        self.puzzles = puzzles;
        self.bad_lines = bad_lines;
        self.end = Some(jiff::Timestamp::now().to_string());
        self.complete = complete;
        self.load.1 = load();
    }
}

impl Asked {
    /// The same without absolute paths, as manifests keep it: where something lay on a machine says
    /// nothing to others, and what it was is told by its hash.
    fn portable(mut self) -> Self {
        for InputFile { file, .. } in self.corpora.iter_mut().chain(&mut self.geometries) {
            *file = portable(file);
        }
        for program in &mut self.programs {
            for word in program.command.iter_mut().chain(&mut program.version_command) {
                *word = portable_word(word);
            }
        }
        self
    }

    /// The names of the fields in which two runs differ, with both values; of programs of others what has
    /// changed. Older manifests have absolute paths.
    pub fn differences(&self, other: &Self) -> Vec<String> {
        let (here, there) = (self.clone().portable(), other.clone().portable());
        let pairs = here.programs.iter().zip(&there.programs);
        let changed: Vec<String> = pairs.filter_map(|(then, now)| then.change(now)).collect();
        if !changed.is_empty() {
            return changed;
        }
        let fields = |asked: &Self| match serde_json::to_value(asked) {
            Ok(serde_json::Value::Object(fields)) => fields,
            _ => serde_json::Map::new(),
        };
        let (here, there) = (fields(&here), fields(&there));
        let differ = here.iter().filter(|(name, value)| there.get(*name) != Some(*value));
        differ.map(|(name, value)| format!("{name}: {value}, then {}", there[name])).collect()
    }
}

/// A path that is not absolute: of one that is, the last part.
fn portable(path: &str) -> String {
    let name = Path::new(path).file_name().filter(|_| Path::new(path).is_absolute());
    name.map_or_else(|| path.to_owned(), |name| name.to_string_lossy().into_owned())
}

/// A word of a command line without absolute paths: it may be one, or have some behind a `=` or among
/// the words of a command.
fn portable_word(word: &str) -> String {
    if let Some((option, value)) = word.split_once('=').filter(|_| word.starts_with('-')) {
        return format!("{option}={}", portable_word(value));
    }
    // A path may have blanks in it; a command begins with a program.
    let is_command = |words: &Vec<String>| {
        words.len() > 1 && (!word.starts_with('/') || Path::new(&words[0]).is_file())
    };
    let is_absolute = |word: &String| Path::new(word).is_absolute();
    match shell_words::split(word).ok().filter(is_command) {
        Some(words) if words.iter().any(is_absolute) => {
            shell_words::join(words.iter().map(|word| portable(word)))
        }
        Some(_) => word.to_owned(),
        None => portable(word),
    }
}

/// The time, and what tells apart two runs of the same second.
fn run_id(start: jiff::Timestamp) -> String {
    let salt = format!("{} {}", std::process::id(), start.as_nanosecond());
    let hash = blake3::hash(salt.as_bytes()).to_hex();
    format!("{}-{}", start.strftime("%Y%m%dT%H%M%SZ"), &hash[..8])
}

/// Whether times of this build mean anything.
pub fn is_optimised() -> bool {
    !cfg!(debug_assertions) && env!("HARNESS_OPT_LEVEL") != "0"
}

fn program() -> Program {
    Program {
        version: env!("CARGO_PKG_VERSION").into(),
        revision: Some(env!("HARNESS_REVISION").to_owned()).filter(|text| !text.is_empty()),
        compiler: env!("HARNESS_COMPILER").into(),
        opt_level: env!("HARNESS_OPT_LEVEL").into(),
        debug_assertions: cfg!(debug_assertions),
        target: env!("HARNESS_TARGET").into(),
        target_features: env!("HARNESS_TARGET_FEATURES").into(),
        lock_blake3: Some(blake3::hash(include_bytes!("../../Cargo.lock")).to_hex().to_string()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_word_of_a_command_tells_where_things_lie() {
        for (word, kept) in [
            ("/home/me/target/debug/harness", "harness"),
            ("target/debug/harness", "target/debug/harness"),
            ("/nowhere/my corpora/a.txt", "a.txt"),
            ("my corpora/a.txt", "my corpora/a.txt"),
            ("--output=/tmp/run", "--output=run"),
            ("python3 -u /home/me/toy.py", "python3 -u toy.py"),
            ("/bin/sh /home/me/toy.sh '/tmp/a b'", "sh toy.sh 'a b'"),
            ("--external=python3 '/home/me/my toy.py'", "--external=python3 'my toy.py'"),
            ("Al 'Escargot'", "Al 'Escargot'"),
            ("simd/.*", "simd/.*"),
            ("/", "/"),
        ] {
            assert_eq!(portable_word(word), kept);
        }
    }

    #[test]
    fn the_program_says_what_it_was_built_of() {
        let program = program();
        assert!(program.compiler.starts_with("rustc "));
        assert_eq!(program.lock_blake3.map(|hash| hash.len()), Some(64));
        if cfg!(target_arch = "x86_64") {
            assert!(program.target_features.split(',').any(|it| it == "sse2"));
        }
    }

    #[test]
    fn a_program_of_an_older_manifest_is_read() {
        let old = r#"{"version":"0.1.0","revision":null,"compiler":"rustc 1","opt_level":"3",
            "debug_assertions":false,"target":"x"}"#;
        let program: Program = serde_json::from_str(old).unwrap();
        assert_eq!((program.target_features.as_str(), program.lock_blake3), ("", None));
    }
}
