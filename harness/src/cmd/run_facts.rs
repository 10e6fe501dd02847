//! What exports state about a run: an excerpt of its manifest.

use std::fs;
use std::path::PathBuf;

use analysis::load;
use anyhow::Context;
use serde::Deserialize;

/// An excerpt of a manifest. A field that another version does not have takes its default.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct RunFacts {
    /// The id of the run.
    pub(super) run_id: String,
    /// The words of the command line.
    pub(super) command: Vec<String>,
    /// The start, UTC.
    pub(super) start: String,
    /// The end, UTC.
    pub(super) end: Option<String>,
    /// The program.
    pub(super) program: ProgramFacts,
    /// The machine.
    pub(super) machine: MachineFacts,
    /// The plan.
    pub(super) plan: PlanFacts,
}

/// The program of a run.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct ProgramFacts {
    /// The version of the harness.
    pub(super) version: String,
    /// The git revision.
    pub(super) revision: Option<String>,
}

/// The machine of a run.
#[derive(Clone, Debug, Default, Deserialize, PartialEq, Eq)]
#[serde(default)]
pub(super) struct MachineFacts {
    /// The processor.
    pub(super) cpu: Option<String>,
    /// Its logical cores.
    pub(super) logical_cores: Option<usize>,
    /// Memory in bytes.
    #[serde(alias = "memory")]
    pub(super) memory_bytes: Option<u64>,
    /// The system.
    pub(super) system: Option<String>,
    /// Its kernel.
    pub(super) kernel: Option<String>,
    /// Whether cores may exceed their base frequency.
    pub(super) turbo: Option<bool>,
}

/// The plan of a run.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct PlanFacts {
    /// The memory limit of a child process, in bytes.
    pub(super) memory_limit: Option<u64>,
}

/// Reads the manifests beside the rows.
///
/// # Errors
/// When one cannot be read, or is not a manifest.
pub(super) fn read(paths: &[PathBuf]) -> anyhow::Result<Vec<RunFacts>> {
    let mut facts = Vec::new();
    for path in paths {
        for file in load::manifests(path)? {
            let problem = || format!("cannot read {}", file.display());
            let text = fs::read_to_string(&file).with_context(problem)?;
            facts.push(serde_json::from_str(&text).with_context(problem)?);
        }
    }
    Ok(facts)
}
