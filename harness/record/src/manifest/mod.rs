//! The description of a run: the command, the program, the machine, the corpora.
//!
//! This is the model of `manifest.json`, which is written when a run begins and when it ends. Resuming a
//! run requires it in full; analysis reads an excerpt of it, also from manifests of other versions.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;

mod clocks;
mod confinement;
mod decision;
mod identity;
mod interference;
mod machine;
mod plan;
pub mod portable;
mod shard;
mod spec;

pub use self::clocks::{ClockCosts, READS_PER_SAMPLE};
pub use self::confinement::Confinement;
pub use self::decision::{DecidedBackend, DecidedPair, Decision, Ended, Relation, Until};
pub use self::identity::Identity;
pub use self::interference::{Interference, ProbeSample, TOLERANCE};
pub use self::machine::{Machine, NO_HYPERVISOR, Settings};
pub use self::plan::{BLOCK, Clock, Fresh, Isolate, Mode, Order, Repetitions};
pub use self::shard::Shard;
pub use self::spec::{InputFile, RunSpec};
use crate::seal::Seals;

/// The manifest of a run, as JSON in `manifest.json`.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Manifest {
    /// The version of the columns of `rows.csv`.
    pub schema: u32,
    /// The id of the run, as in the column `run_id`.
    pub run_id: String,
    /// The words of the command line, absolute paths reduced to their last component.
    pub command: Vec<String>,
    /// The program.
    pub program: ProgramBuild,
    /// The machine.
    pub machine: Machine,
    /// The costs of reading the clocks.
    pub clocks: ClockCosts,
    /// The interference between parallel workers; `None` with one worker, or without the probe.
    pub interference: Option<Interference>,
    /// What confines external solvers; `None` if none takes part.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub confinement: Option<Confinement>,
    /// The core that each worker is pinned to; `None` for one that is not pinned.
    pub cores: Vec<Option<usize>>,
    /// The specification.
    pub plan: RunSpec,
    /// The counts of each backend, if only a sample of the rows is kept (`--summary-only`).
    pub summary: Option<BTreeMap<String, BackendCounts>>,
    /// The order of the backends, if the run stops when it is decided (`--until decided`).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub decision: Option<Decision>,
    /// The number of puzzles.
    pub puzzles: usize,
    /// The number of rows in `rows.csv`; `None` if only a sample is kept, while it runs, and in older manifests.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rows: Option<u64>,
    /// The number of rows of the run that a copy of a selection of them lacks; `None` in the run itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub excluded_rows: Option<u64>,
    /// The hashes of the files of the run; `None` while it runs, after it was killed, and in older manifests.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seals: Option<Seals>,
    /// The number of lines that could not be read.
    pub bad_lines: usize,
    /// The start, UTC.
    pub start: String,
    /// The end, UTC; `None` while it runs or after it was killed.
    pub end: Option<String>,
    /// Nanoseconds from the start to the end by a clock that nobody sets, if the run was not resumed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub elapsed_ns: Option<u64>,
    /// The times at which it was resumed, UTC.
    pub resumed: Vec<String>,
    /// Whether all trials were run.
    pub complete: bool,
    /// The load of the machine over the last minute, before and after.
    pub load: (Option<f64>, Option<f64>),
}

impl Manifest {
    /// Reads a manifest, also one of schema 1, which has the time limit in milliseconds.
    ///
    /// # Errors
    /// When the text is not JSON, or lacks a field.
    pub fn from_json(text: &str) -> serde_json::Result<Self> {
        let mut manifest: Value = serde_json::from_str(text)?;
        if let Some(limit_ms) = manifest.pointer("/plan/limit_ms").and_then(Value::as_f64) {
            manifest["plan"]["limit_ns"] = Value::from((limit_ms * 1e6) as u64);
        }
        serde_json::from_value(manifest)
    }
}

/// The program and its build.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct ProgramBuild {
    /// The version of the harness and its built-in backends.
    pub version: String,
    /// The git revision, followed by `+` if the tree had uncommitted changes.
    pub revision: Option<String>,
    /// The compiler.
    pub compiler: String,
    /// The optimisation level of the solvers.
    pub opt_level: String,
    /// Whether debug assertions were on.
    pub debug_assertions: bool,
    /// The target triple.
    pub target: String,
    /// The target features enabled for the whole build, separated by commas.
    #[serde(default)]
    pub target_features: String,
    /// The blake3 hash of `Cargo.lock`, which pins the version of every crate.
    #[serde(default)]
    pub lock_blake3: Option<String>,
}

impl ProgramBuild {
    /// Returns the fields in which two programs differ, with both values, apart from what depends on the machine that
    /// built them.
    pub fn differences(&self, other: &Self) -> Vec<String> {
        let here = Self {
            compiler: other.compiler.clone(),
            target: other.target.clone(),
            target_features: other.target_features.clone(),
            ..self.clone()
        };
        spec::differing_fields(&here, other)
    }
}

/// The counts of a backend.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct BackendCounts {
    /// The number of trials with each status.
    pub statuses: BTreeMap<String, u64>,
    /// The sum, modulo 2⁶⁴, of the 64-bit XXH3 hashes of the first solutions, in hexadecimal.
    pub solutions_digest: String,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_program_of_an_older_manifest_is_read() {
        let old = r#"{"version":"0.1.0","revision":null,"compiler":"rustc 1","opt_level":"3",
            "debug_assertions":false,"target":"x"}"#;
        let program: ProgramBuild = serde_json::from_str(old).unwrap();
        assert_eq!((program.target_features.as_str(), program.lock_blake3), ("", None));
    }

    #[test]
    fn a_limit_in_milliseconds_is_read() {
        let kept = include_str!("../../../../results/hardest/manifest.json");
        let old = kept.replace(r#""limit_ns": 2000000000"#, r#""limit_ms": 2000"#);
        assert_ne!(kept, old);
        let manifest = Manifest::from_json(&old).expect("a manifest");
        assert_eq!(manifest.plan.limit_ns, Some(2_000_000_000));
    }
}
