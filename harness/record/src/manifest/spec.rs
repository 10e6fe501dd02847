//! What was asked of a run.

use serde::{Deserialize, Serialize};

use super::InputFile;
use super::identity::Identity;
use super::plan::{Clock, Isolate, Order, Repetitions};
use super::portable::{portable, portable_word};
use crate::words::Task;

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

impl Asked {
    /// The same without absolute paths, as manifests keep it: where something lay on a machine says
    /// nothing to others, and what it was is told by its hash.
    #[must_use]
    pub fn portable(mut self) -> Self {
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
