//! The folder of a shard, as its manifest describes it.

use std::fs;
use std::path::PathBuf;

use anyhow::{Context, bail};
use record::folder::{ROWS, read_manifest};
use record::manifest::{Manifest, Shard};

/// The folder of a shard.
pub(super) struct ShardFolder {
    /// Where it is.
    pub(super) path: PathBuf,
    /// Which one it is.
    pub(super) shard: Shard,
    /// Its manifest, which is complete.
    pub(super) manifest: Manifest,
}

impl ShardFolder {
    /// Reads the manifest of a shard.
    ///
    /// # Errors
    /// When it is not a shard, or is incomplete.
    pub(super) fn read(path: PathBuf) -> anyhow::Result<Self> {
        let manifest = read_manifest(&path)?;
        let Some(shard) = manifest.plan.shard else {
            bail!("{} is not a shard, expected a run with --shard", path.display());
        };
        if !manifest.complete {
            bail!("{} is incomplete, expected a whole shard", path.display());
        }
        Ok(Self { path, shard, manifest })
    }

    /// Checks that another shard is one of the same run.
    ///
    /// # Errors
    /// When it is not, with what differs.
    pub(super) fn must_match(&self, other: &Self) -> anyhow::Result<()> {
        let [here, there] = [self, other].map(|it| &it.manifest);
        let mut differences = here.plan.differences_but_for_shard(&there.plan);
        differences.extend(here.program.differences(&there.program));
        if self.shard.count != other.shard.count {
            differences.push(format!("shards: {}, then {}", self.shard.count, other.shard.count));
        }
        if !differences.is_empty() {
            let [here, there] = [self, other].map(|it| it.path.display());
            bail!("{there} is a shard of another run than {here}: {}", differences.join("; "));
        }
        Ok(())
    }

    /// The length of the rows, in bytes.
    ///
    /// # Errors
    /// When there are none.
    pub(super) fn rows_length(&self) -> anyhow::Result<u64> {
        let rows = self.path.join(ROWS);
        let data =
            fs::metadata(&rows).with_context(|| format!("cannot read {}", rows.display()))?;
        Ok(data.len())
    }
}
