//! A folder as a compressed tar file. The same files make the same bytes: sorted, without owners and times.

use std::fs::{self, File};
use std::path::{Path, PathBuf};

use anyhow::Context;
use flate2::Compression;
use flate2::write::GzEncoder;
use tar::{Builder, HeaderMode};

/// Writes the files of a folder under `name` to a new file.
pub(super) fn write(folder: &Path, name: &str, output: &Path) -> anyhow::Result<()> {
    let problem = || format!("cannot write {}", output.display());
    let mut files = Vec::new();
    gather(folder, &mut files).with_context(problem)?;
    files.sort_unstable();
    let encoder =
        GzEncoder::new(File::create_new(output).with_context(problem)?, Compression::best());
    let mut builder = Builder::new(encoder);
    builder.mode(HeaderMode::Deterministic);
    for file in files {
        let inside = Path::new(name).join(file.strip_prefix(folder).unwrap_or(&file));
        builder.append_path_with_name(&file, inside).with_context(problem)?;
    }
    let encoder = builder.into_inner().with_context(problem)?;
    encoder.finish().with_context(problem)?.sync_all().with_context(problem)
}

/// Adds the files in a folder and its folders.
fn gather(folder: &Path, files: &mut Vec<PathBuf>) -> std::io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            gather(&path, files)?;
        } else {
            files.push(path);
        }
    }
    Ok(())
}
