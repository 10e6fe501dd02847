//! The files that runs read, found again by their names in manifests and checked by their hashes.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use race::families;
use record::manifest::{InputFile, Manifest};

/// Returns the file behind an input of a run: itself, or the one that a problem of a family reads, if it reads one.
pub(super) fn behind(input: &str) -> Option<&str> {
    if families::is_named(Path::new(input)) { families::file_of(input) } else { Some(input) }
}

/// Finds a file that the run of this manifest read: under its name in the current folder, or under its name
/// or its last part in one of `folders`. Manifests do not state where a file was that had an absolute path.
/// A problem of a family stays its name.
///
/// # Errors
/// When the file is missing or has changed, and when it is standard input.
pub(super) fn find(
    input: &InputFile,
    manifest: &Manifest,
    folders: &[PathBuf],
) -> anyhow::Result<PathBuf> {
    let name = &input.file;
    let Some(hash) = &input.blake3 else {
        bail!("the run {} read standard input, which is not kept", manifest.run_id);
    };
    let file = Path::new(name);
    if let Some(text) = families::written(file) {
        return match blake3::hash(text?.as_bytes()).to_hex().as_str() == hash {
            true => Ok(file.to_owned()),
            false => bail!("{name} is another problem now, expected the blake3 hash {hash}"),
        };
    }
    let last = Path::new(file.file_name().unwrap_or_default());
    let here = [file.to_owned()].into_iter();
    let places = here.chain(folders.iter().flat_map(|it| [it.join(file), it.join(last)]));
    let mut changed = None;
    for place in places.filter(|place| place.is_file()) {
        let bytes = fs::read(&place).with_context(|| format!("cannot read {}", place.display()))?;
        if blake3::hash(&bytes).to_hex().as_str() == hash {
            return Ok(place);
        }
        changed.get_or_insert(place);
    }
    match changed {
        Some(place) => bail!(
            "{} has changed since the run read it, expected the blake3 hash {hash}",
            place.display()
        ),
        None => {
            bail!(
                "{name} is not here, expected the file that the run read; --inputs names its folder"
            )
        }
    }
}
