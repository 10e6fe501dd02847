//! What a run was, beside its rows: the command, the program, the machine, the corpora.
//!
//! The model of `manifest.json`, which is written when a run begins and when it ends, and is read again by
//! whoever has to say something against its times.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

mod spec;
mod clocks;
mod identity;
mod interference;
mod machine;
mod plan;
pub mod portable;

pub use self::spec::Asked;
pub use self::clocks::{ClockCosts, READS_PER_SAMPLE};
pub use self::identity::Identity;
pub use self::interference::{Interference, Sample, TOLERANCE};
pub use self::machine::{Machine, NO_HYPERVISOR, Settings};
pub use self::plan::{BLOCK, Clock, Isolate, Mode, Order, Repetitions};

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

/// A file that was read.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct InputFile {
    /// As it was named; of an absolute path the last part.
    pub file: String,
    /// The blake3 hash of its bytes.
    pub blake3: Option<String>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_program_of_an_older_manifest_is_read() {
        let old = r#"{"version":"0.1.0","revision":null,"compiler":"rustc 1","opt_level":"3",
            "debug_assertions":false,"target":"x"}"#;
        let program: Program = serde_json::from_str(old).unwrap();
        assert_eq!((program.target_features.as_str(), program.lock_blake3), ("", None));
    }
}
