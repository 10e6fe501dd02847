//! The specification of a run.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::decision::Until;
use super::identity::Identity;
use super::plan::{Clock, Fresh, Isolate, Order, Repetitions};
use super::portable::{portable, portable_word};
use super::shard::Shard;
use crate::words::Task;

/// An input file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct InputFile {
    /// The name as given, an absolute path reduced to its last component.
    pub file: String,
    /// The blake3 hash of its bytes.
    pub blake3: Option<String>,
}

/// The specification of a run. A run is resumed only with the same specification.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RunSpec {
    /// The version of the harness and its built-in backends.
    pub version: String,
    /// The ids of the backends.
    pub backends: Vec<String>,
    /// Their versions, in the same order, empty for external solvers; missing in older manifests.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub versions: Option<Vec<String>>,
    /// The external solvers among them.
    pub programs: Vec<Identity>,
    /// The task.
    pub task: Task,
    /// The time limit, in nanoseconds.
    pub limit_ns: Option<u64>,
    /// The clock that times external solvers.
    #[serde(default)]
    pub clock: Clock,
    /// The node limit.
    pub limit_nodes: Option<u64>,
    /// The round limit.
    pub limit_rounds: Option<u64>,
    /// Which backends run in child processes.
    pub isolate: Isolate,
    /// The memory limit of a child process, in bytes.
    pub memory_limit: Option<u64>,
    /// Whether external solvers run in a sandbox.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub sandbox: bool,
    /// What each trial or repetition has anew.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub fresh: Vec<Fresh>,
    /// The maximum number of solutions to count.
    pub max_solutions: u64,
    /// The number of workers.
    pub jobs: usize,
    /// The number of passes.
    pub repetitions: Repetitions,
    /// The number of processes that the run starts in turn.
    pub invocations: u32,
    /// The order of the trials.
    pub order: Order,
    /// When the run ends before all its trials are done; `None` if never.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub until: Option<Until>,
    /// The seed of isomorphs and of random orders.
    pub seed: u64,
    /// The number of isomorphs that replace each puzzle.
    pub isomorphs: Option<u64>,
    /// Whether memory is measured.
    pub memory: bool,
    /// Whether proofs are required.
    #[serde(default)]
    pub certify: bool,
    /// Whether only a sample of the rows is kept: one in a thousand, and failures.
    pub summary_only: bool,
    /// The patterns that include (true) or exclude puzzles.
    pub puzzles: Vec<(bool, String)>,
    /// The shard of the puzzles; `None` if they are all run here.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shard: Option<Shard>,
    /// The blake3 hash of the rows of the run by which the shards are balanced; `None` if hashes of puzzles decide.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub balance: Option<String>,
    /// The options for reading corpora: notation, symbols, column of puzzles.
    #[serde(default)]
    pub reading: Vec<String>,
    /// The corpora, with the hashes of their bytes. Standard input has none.
    pub corpora: Vec<InputFile>,
    /// The geometry files named by the command line and the corpora, with their hashes.
    pub geometries: Vec<InputFile>,
}

impl RunSpec {
    /// Returns the same without absolute paths, as manifests store it: the location of a file is meaningless on another
    /// machine, and its hash identifies it.
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

    /// Returns the fields in which two runs differ, apart from the shard.
    pub fn differences_but_for_shard(&self, other: &Self) -> Vec<String> {
        let whole = |spec: &Self| Self { shard: None, ..spec.clone() };
        whole(self).differences(&whole(other))
    }

    /// Returns the fields in which two runs differ, with both values; or the changes of external solvers. Older
    /// manifests have absolute paths.
    pub fn differences(&self, other: &Self) -> Vec<String> {
        let (here, mut there) = (self.clone().portable(), other.clone().portable());
        // Older manifests do not have them.
        if here.versions.is_none() {
            there.versions = None;
        }
        let pairs = here.programs.iter().zip(&there.programs);
        let changed: Vec<String> = pairs.filter_map(|(then, now)| then.change(now)).collect();
        if !changed.is_empty() {
            return changed;
        }
        differing_fields(&here, &there)
    }
}

/// Returns the fields in which two structures differ, with both values.
pub(super) fn differing_fields<T: Serialize>(here: &T, there: &T) -> Vec<String> {
    let fields = |structure: &T| match serde_json::to_value(structure) {
        Ok(Value::Object(fields)) => fields,
        _ => serde_json::Map::new(),
    };
    let (here, there) = (fields(here), fields(there));
    // A field that is absent has its default.
    let shown = |value: Option<&Value>| value.map_or("none".into(), Value::to_string);
    let names: BTreeSet<&String> = here.keys().chain(there.keys()).collect();
    let values = names.into_iter().map(|name| (name, here.get(name), there.get(name)));
    let differ = values.filter(|(_, here, there)| here != there);
    differ
        .map(|(name, here, there)| format!("{name}: {}, then {}", shown(here), shown(there)))
        .collect()
}
