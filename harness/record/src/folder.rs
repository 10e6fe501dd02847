//! The folder of a run: the names of its rows and manifest.

use std::fs;
use std::path::Path;

use anyhow::Context;

use crate::disk::Disk;
use crate::manifest::Manifest;

/// The name of the rows in a run folder.
pub const ROWS: &str = "rows.csv";

/// The name of the manifest in a run folder.
pub const MANIFEST: &str = "manifest.json";

/// Writes the manifest of a run, which replaces an earlier one; a power failure loses neither.
///
/// # Errors
/// When it cannot be written.
pub fn write_manifest(disk: &Disk, folder: &Path, manifest: &Manifest) -> anyhow::Result<()> {
    let path = folder.join(MANIFEST);
    let text = serde_json::to_string_pretty(manifest)? + "\n";
    let problem = || format!("cannot write {}", path.display());
    disk.replace_durably(&path, text.as_bytes()).with_context(problem)
}

/// Reads the manifest of a run.
///
/// # Errors
/// When there is none, or it was written by another version.
pub fn read_manifest(folder: &Path) -> anyhow::Result<Manifest> {
    read_manifest_file(&folder.join(MANIFEST))
}

/// Reads a manifest from its file; that of a run that was merged has a name of its own.
///
/// # Errors
/// When there is none, or it was written by another version.
pub fn read_manifest_file(path: &Path) -> anyhow::Result<Manifest> {
    let folder = path.parent().unwrap_or(path);
    let text = fs::read_to_string(path)
        .with_context(|| format!("{} is not a run: cannot read {MANIFEST}", folder.display()))?;
    Manifest::from_json(&text)
        .with_context(|| format!("{} is not a manifest of this version", path.display()))
}
