//! The part of a manifest that qualifies the times of a run.
//!
//! The model of the whole manifest is [`record::manifest::Manifest`], which resuming a run requires.
//! Comparing runs requires less: this excerpt also reads the manifests of other versions, and a field
//! that is missing takes its default.

use std::fs;
use std::path::Path;

use anyhow::{Context, bail};
use record::manifest::{Decision, RunSpec, Shard};
use record::seal::Seals;
use serde::Deserialize;

use crate::caveats::{self, ReadShard};

/// The fields of a manifest that qualify times.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct ManifestExcerpt {
    /// The id of the run.
    pub run_id: String,
    /// The start of the run, UTC.
    pub start: String,
    complete: bool,
    program: ProgramExcerpt,
    machine: MachineExcerpt,
    interference: Option<InterferenceExcerpt>,
    plan: PlanExcerpt,
    /// The whole plan of a shard, by which the shards of one run know each other.
    #[serde(skip)]
    of_shard: Option<Box<RunSpec>>,
    decision: Option<Decision>,
    seals: Option<Seals>,
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
struct ProgramExcerpt {
    version: String,
    compiler: String,
    revision: Option<String>,
    opt_level: String,
    debug_assertions: bool,
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
struct MachineExcerpt {
    cpu: Option<String>,
    logical_cores: Option<u64>,
    memory_bytes: Option<u64>,
    kernel: Option<String>,
    governor: Option<String>,
    turbo: Option<bool>,
    smt: Option<bool>,
    virtualisation: Option<String>,
}

impl MachineExcerpt {
    /// Returns the properties that are known, as `X 3000, 8 logical cores, 16 GiB, kernel 6.1, governor powersave`.
    fn description(&self) -> String {
        self.described(self.kernel.as_ref())
    }

    /// Returns the same with another kernel, or without any.
    fn described(&self, kernel: Option<&String>) -> String {
        let switch =
            |what: &str, is_on: bool| format!("{what} {}", if is_on { "on" } else { "off" });
        // What firmware reserves varies between machines of one kind.
        let gibibytes = |bytes: u64| format!("{:.0} GiB", bytes as f64 / f64::from(1 << 30));
        let known = [
            self.cpu.clone(),
            self.logical_cores.map(|cores| format!("{cores} logical cores")),
            self.memory_bytes.map(gibibytes),
            kernel.map(|kernel| format!("kernel {kernel}")),
            self.governor.as_ref().map(|governor| format!("governor {governor}")),
            self.turbo.map(|turbo| switch("turbo", turbo)),
            self.smt.map(|smt| switch("SMT", smt)),
            self.virtualisation.as_ref().map(|name| format!("hypervisor {name}")),
        ];
        known.into_iter().flatten().collect::<Vec<_>>().join(", ")
    }
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
struct InterferenceExcerpt {
    inflation: f64,
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
struct PlanExcerpt {
    jobs: usize,
    order: String,
    summary_only: bool,
    shard: Option<Shard>,
}

/// The plan of a manifest in the form of this version.
#[derive(Deserialize)]
struct WholePlan {
    plan: Box<RunSpec>,
}

impl ManifestExcerpt {
    /// Reads the excerpt from a manifest.
    ///
    /// # Errors
    /// When the file cannot be read, or is not a manifest.
    pub fn read(file: &Path) -> anyhow::Result<Self> {
        let text =
            fs::read_to_string(file).with_context(|| format!("cannot read {}", file.display()))?;
        let mut excerpt: Self = serde_json::from_str(&text).map_err(|problem| {
            let (line, column) = (problem.line(), problem.column());
            anyhow::anyhow!("{}:{line}:{column}: not a manifest: {problem}", file.display())
        })?;
        if excerpt.plan.shard.is_some() {
            let whole: Option<WholePlan> = serde_json::from_str(&text).ok();
            excerpt.of_shard = whole.map(|whole| whole.plan);
        }
        Ok(excerpt)
    }

    /// Returns whether all trials were run.
    pub fn is_complete(&self) -> bool {
        self.complete
    }

    /// Returns the seals of the files of the run.
    pub fn seals(&self) -> Option<&Seals> {
        self.seals.as_ref()
    }

    /// Returns the name of the processor.
    pub(super) fn cpu(&self) -> Option<&str> {
        self.machine.cpu.as_deref()
    }

    /// Returns the description of the machine without its kernel, which is updated from time to
    /// time.
    pub fn machine(&self) -> String {
        self.machine.described(None)
    }

    /// Returns the kernel of the machine.
    pub fn kernel(&self) -> Option<&str> {
        self.machine.kernel.as_deref()
    }

    /// Returns the version of the harness.
    pub fn version(&self) -> &str {
        &self.program.version
    }

    /// Returns the compiler of the harness.
    pub fn compiler(&self) -> &str {
        &self.program.compiler
    }

    /// Returns the git revision of the harness, followed by `+` if the tree had uncommitted
    /// changes.
    pub fn revision(&self) -> Option<&str> {
        self.program.revision.as_deref()
    }

    /// Returns the number of workers.
    pub fn jobs(&self) -> usize {
        self.plan.jobs
    }

    /// Returns which shard of which run this is, if it is one.
    pub(super) fn shard(&self) -> Option<ReadShard<'_>> {
        let plan = self.of_shard.as_deref();
        self.plan.shard.map(|shard| ReadShard { run_id: &self.run_id, shard, plan })
    }

    /// Returns the description of the machine, if this is a shard of a run.
    pub fn machine_of_shard(&self) -> Option<String> {
        self.plan.shard.map(|_| self.machine.description())
    }

    /// Rejects a run that kept only a sample of its rows.
    pub(super) fn must_have_all_rows(&self, name: &str) -> anyhow::Result<()> {
        if self.plan.summary_only {
            bail!(
                "{name} was run with --summary-only, which keeps one row in a thousand and the \
                 failures: not a fair sample; expected a run with all its rows"
            );
        }
        Ok(())
    }

    /// Returns the caveats of this run.
    pub(super) fn caveats(&self) -> Vec<String> {
        let inflation = self.interference.as_ref().map_or(1.0, |probe| probe.inflation);
        let of_program = [
            caveats::interference(inflation),
            caveats::unoptimised(&self.program.opt_level, self.program.debug_assertions),
            caveats::uncommitted(self.program.revision.as_deref()),
            caveats::stopped_early(self.decision.as_ref()),
        ];
        let mut caveats: Vec<String> = of_program.into_iter().flatten().collect();
        if self.plan.order == "batch" {
            caveats.push(
                "All repetitions of a puzzle ran in a row (--order batch): the branch predictor \
                 memorises the puzzle, which can reverse the order of two backends."
                    .into(),
            );
        }
        if !self.complete {
            caveats.push("The run is incomplete.".into());
        }
        caveats
    }
}
