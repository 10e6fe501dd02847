//! The run of one shard: where its attempt is written, and its publication.

use std::io::Write;
use std::path::PathBuf;

use anyhow::bail;
use race::attempt;
use record::disk::Disk;
use record::folder::{MANIFEST, read_manifest};
use record::manifest::{RunSpec, Shard};
use serde_json::json;

use crate::cli::RunArgs;
use crate::cmd::{note, printing};

/// A shard, and an attempt at it in the folder that all machines share.
pub(super) struct ShardPlace {
    shard: Shard,
    shared: PathBuf,
    attempt: String,
}

impl ShardPlace {
    /// Returns the place of the shard that is to be run; `None` if the whole plan is.
    pub(super) fn of(arguments: &RunArgs) -> Option<Self> {
        let (shard, shared) = arguments.shard.zip(arguments.output.clone())?;
        Some(Self { shard, shared, attempt: String::new() })
    }

    /// Returns whether the shard was published before this run, which is reported.
    ///
    /// # Errors
    /// When the published shard is one of another run.
    pub(super) fn is_published(
        &self,
        arguments: &RunArgs,
        asked: &RunSpec,
        out: &mut dyn Write,
    ) -> anyhow::Result<bool> {
        let published = attempt::published_folder(&self.shared, self.shard);
        if arguments.invocation.is_some() || !published.join(MANIFEST).exists() {
            return Ok(false);
        }
        let differences = read_manifest(&published)?.plan.differences(asked);
        if !differences.is_empty() {
            bail!("{} is of another run: {}", published.display(), differences.join("; "));
        }
        let (shard, published) = (self.shard, published.display());
        let message = format!("Shard {shard} was already published, and is not run again.");
        if arguments.format.is_json() {
            printing::json(out, &json!({ "folder": published.to_string(), "notes": [message] }))?;
        } else {
            writeln!(out, "{message}\n{published}")?;
        }
        Ok(true)
    }

    /// Begins an attempt, with a new name unless one is given.
    ///
    /// # Errors
    /// When the folder of a new attempt cannot be created.
    pub(super) fn begin(&mut self, arguments: &RunArgs) -> anyhow::Result<()> {
        self.attempt = match &arguments.attempt {
            Some(name) => name.clone(),
            None => attempt::begin(&arguments.disk, &self.shared, self.shard)?,
        };
        Ok(())
    }

    /// Returns the name of the attempt.
    pub(super) fn attempt(&self) -> &str {
        &self.attempt
    }

    /// Returns the folder of the attempt.
    pub(super) fn folder(&self) -> PathBuf {
        attempt::attempt_folder(&self.shared, self.shard, &self.attempt)
    }

    /// Publishes the complete attempt and returns its new folder; `None` if another attempt was published first.
    ///
    /// # Errors
    /// When it cannot be published.
    pub(super) fn publish(&self, disk: &Disk) -> anyhow::Result<Option<PathBuf>> {
        let folder = self.folder();
        if attempt::publish(disk, &folder, &self.shared, self.shard)? {
            return Ok(Some(attempt::published_folder(&self.shared, self.shard)));
        }
        let (shard, folder) = (self.shard, folder.display());
        note(&format!(
            "another attempt published shard {shard} first; this one stays in {folder}, and is not merged"
        ));
        Ok(None)
    }
}
