//! What was submitted from a shared folder, kept there as `submission.json`, and which shards are published.

use std::fs;
use std::num::NonZeroU32;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail, ensure};
use race::attempt::SHARDS;
use record::folder::{MANIFEST, read_manifest};
use record::manifest::{ProgramBuild, RunSpec};
use serde::{Deserialize, Serialize};

use super::sharded_run::ShardedRun;
use crate::build;

/// The name of the file.
const FILE: &str = "submission.json";

/// What was submitted.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Submission {
    /// The number of shards.
    pub(super) shards: NonZeroU32,
    /// The plan of the run, without a shard.
    plan: RunSpec,
    /// The program that runs it.
    program: ProgramBuild,
    /// The run by which the shards are balanced; `None` if they are not, or are since an older version.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    balance_by: Option<PathBuf>,
    /// The ids of all jobs that were submitted to Slurm, the earliest first.
    pub(super) jobs: Vec<String>,
}

impl Submission {
    /// Creates the first submission of a run.
    fn new(run: &ShardedRun) -> Self {
        Self {
            shards: run.count,
            plan: run.plan.clone().portable(),
            program: build::program(),
            balance_by: run.jobs.balance_by.clone(),
            jobs: Vec::new(),
        }
    }

    /// Checks that another submission is of the same run.
    ///
    /// # Errors
    /// When it is not, with what differs.
    fn must_match(&self, asked: &Self) -> anyhow::Result<()> {
        let mut differences = self.plan.differences(&asked.plan);
        if self.plan.balance != asked.plan.balance {
            differences.retain(|difference| !difference.starts_with("balance: "));
            differences.push(self.other_balance(asked));
        }
        differences.extend(self.program.differences(&asked.program));
        if self.shards != asked.shards {
            differences.push(format!("shards: {}, then {}", self.shards, asked.shards));
        }
        ensure!(differences.is_empty(), "{}", differences.join("; "));
        Ok(())
    }

    /// Returns how the shards are balanced, and that those of another submission are not.
    fn other_balance(&self, asked: &Self) -> String {
        let here = self.balance_by.as_deref().map(Path::display);
        match (here, asked.balance_by.as_deref().map(Path::display)) {
            (Some(here), _) if self.balance_by == asked.balance_by => {
                format!("the rows in {here}, which balance its shards, have changed")
            }
            (Some(here), Some(there)) => {
                format!("its shards are balanced by {here}, then by {there}")
            }
            (Some(here), None) => format!("its shards are balanced, expected --balance-by {here}"),
            (None, _) => "its shards are not balanced (--balance-by)".into(),
        }
    }

    /// Reads that of a folder; `None` if there is none.
    ///
    /// # Errors
    /// When it cannot be read.
    pub(super) fn read(shared: &Path) -> anyhow::Result<Option<Self>> {
        let path = shared.join(FILE);
        if !path.exists() {
            return Ok(None);
        }
        let problem = || format!("cannot read {}", path.display());
        let text = fs::read_to_string(&path).with_context(problem)?;
        serde_json::from_str(&text).with_context(problem).map(Some)
    }

    /// Returns that of the folder of a run, or the first one.
    ///
    /// # Errors
    /// When it cannot be read.
    pub(super) fn of(run: &ShardedRun) -> anyhow::Result<Self> {
        Ok(Self::read(&run.shared)?.unwrap_or_else(|| Self::new(run)))
    }

    /// Writes it, replacing an earlier one.
    ///
    /// # Errors
    /// When that is impossible.
    pub(super) fn write(&self, shared: &Path) -> anyhow::Result<()> {
        let (path, draft) = (shared.join(FILE), shared.join(format!("{FILE}.new")));
        let text = serde_json::to_string_pretty(self)? + "\n";
        let write = || fs::write(&draft, text).and_then(|()| fs::rename(&draft, &path));
        write().with_context(|| format!("cannot write {}", path.display()))
    }

    /// Returns the numbers of the shards that are not published.
    ///
    /// # Errors
    /// When a published shard is one of another run.
    pub(super) fn missing(&self, shared: &Path) -> anyhow::Result<Vec<u32>> {
        let folder = shared.join(SHARDS);
        let mut missing: Vec<u32> = (1..=self.shards.get()).collect();
        for entry in fs::read_dir(&folder).into_iter().flatten().flatten() {
            let path = entry.path();
            if !path.join(MANIFEST).exists() {
                continue;
            }
            let manifest = read_manifest(&path)?;
            let mut differences = self.plan.differences_but_for_shard(&manifest.plan);
            differences.extend(self.program.differences(&manifest.program));
            let shard = manifest.plan.shard.filter(|shard| shard.count == self.shards);
            match shard {
                Some(shard) if differences.is_empty() => {
                    missing.retain(|number| *number != shard.number.get());
                }
                Some(_) => {
                    bail!("{} is of another run: {}", path.display(), differences.join("; "))
                }
                None => bail!("{} is not one of {} shards", path.display(), self.shards),
            }
        }
        Ok(missing)
    }
}

/// Returns the numbers of the shards of a run that are not published.
///
/// # Errors
/// When the shared folder is that of another run.
pub(super) fn missing(run: &ShardedRun) -> anyhow::Result<Vec<u32>> {
    let asked = Submission::new(run);
    if let Some(kept) = Submission::read(&run.shared)? {
        let problem =
            || format!("{} is of another run, expected another folder", run.shared.display());
        kept.must_match(&asked).with_context(problem)?;
    }
    asked.missing(&run.shared)
}
