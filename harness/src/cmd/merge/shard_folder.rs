//! The folder of a shard, as its manifest describes it.

use std::fs::File;
use std::path::PathBuf;

use anyhow::{Context, bail};
use blake3::Hasher;
use record::folder::{ROWS, read_manifest};
use record::manifest::{Manifest, Shard};
use record::puzzles;

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

    /// Returns the hashes of the rows and the puzzles, by which a copy is known.
    ///
    /// # Errors
    /// When a file cannot be read.
    pub(super) fn contents(&self) -> anyhow::Result<[blake3::Hash; 2]> {
        let [rows, puzzles] = [ROWS, puzzles::FILE].map(|name| {
            let path = self.path.join(name);
            let file = File::open(&path);
            let hash = file.and_then(|file| Ok(Hasher::new().update_reader(file)?.finalize()));
            hash.with_context(|| format!("cannot read {}", path.display()))
        });
        Ok([rows?, puzzles?])
    }
}
