//! Copies a submission, a folder or a ZIP archive, into a folder of its own.
//!
//! What systems add, such as `.git` and `__MACOSX`, is left out.
//! Nothing is believed: a path that leaves the folder refuses the whole archive, links are left out, and the number of
//! files and their unpacked size are limited.

use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Component, Path, PathBuf};

use super::reason::Reason;

/// The maximum size of a submission, in bytes.
const SIZE: u64 = 64 << 20;

/// The maximum number of its files and folders.
const FILES: usize = 2_000;

/// The maximum number of folders around a file: each path makes its own.
const DEPTH: usize = 16;

/// What may still be unpacked.
struct Allowance {
    bytes: u64,
    files: usize,
}

/// Copies the submission at `path` into the existing folder `target`.
pub(super) fn unpack(path: &Path, target: &Path) -> Result<(), Reason> {
    let mut allowance = Allowance { bytes: SIZE, files: FILES };
    if path.is_dir() {
        return copy(path, target, &mut allowance);
    }
    let file = File::open(path).map_err(not_read)?;
    let mut archive =
        zip::ZipArchive::new(file).map_err(|error| Reason::NotRead(error.to_string()))?;
    for index in 0..archive.len() {
        let mut entry =
            archive.by_index(index).map_err(|error| Reason::NotRead(error.to_string()))?;
        let name = entry.name().map_err(|error| Reason::NotRead(error.to_string()))?.into_owned();
        let Some(inside) = enclosed(&name) else { return Err(Reason::Escapes(name)) };
        if entry.is_symlink() || inside.iter().any(is_added) {
            continue;
        }
        allowance.take_file()?;
        if inside.components().count() > DEPTH + 1 {
            return Err(Reason::TooLarge);
        }
        let place = target.join(inside);
        if entry.is_dir() {
            fs::create_dir_all(&place).map_err(not_read)?;
        } else {
            fs::create_dir_all(place.parent().unwrap_or(target)).map_err(not_read)?;
            let file = File::create_new(&place).map_err(|_| Reason::Escapes(name))?;
            allowance.write(&mut entry, file)?;
        }
    }
    Ok(())
}

/// Returns the path of an entry, if it stays in the folder. Windows may separate names by a
/// backslash.
fn enclosed(name: &str) -> Option<PathBuf> {
    let name = name.replace('\\', "/");
    let is_drive = name.get(1..2) == Some(":");
    if name.contains('\0') || is_drive {
        return None;
    }
    let mut inside = PathBuf::new();
    for part in Path::new(&name).components() {
        match part {
            Component::Normal(part) => inside.push(part),
            Component::CurDir => {}
            _ => return None,
        }
    }
    Some(inside)
}

/// Returns whether a system added a file or folder of this name.
fn is_added(name: &OsStr) -> bool {
    let name = name.to_string_lossy();
    name.starts_with('.') || name == "__MACOSX"
}

fn copy(from: &Path, to: &Path, allowance: &mut Allowance) -> Result<(), Reason> {
    for entry in fs::read_dir(from).map_err(not_read)? {
        let entry = entry.map_err(not_read)?;
        let kind = entry.file_type().map_err(not_read)?;
        if is_added(&entry.file_name()) {
            continue;
        }
        let place = to.join(entry.file_name());
        allowance.take_file()?;
        if kind.is_dir() {
            fs::create_dir(&place).map_err(not_read)?;
            copy(&entry.path(), &place, allowance)?;
        } else if kind.is_file() {
            let mut source = File::open(entry.path()).map_err(not_read)?;
            allowance.write(&mut source, File::create(&place).map_err(not_read)?)?;
        }
    }
    Ok(())
}

impl Allowance {
    fn take_file(&mut self) -> Result<(), Reason> {
        self.files = self.files.checked_sub(1).ok_or(Reason::TooLarge)?;
        Ok(())
    }

    /// Copies a file. What its header says of its size does not matter.
    fn write(&mut self, from: &mut dyn Read, mut to: File) -> Result<(), Reason> {
        let copied = io::copy(&mut from.take(self.bytes + 1), &mut to).map_err(not_read)?;
        self.bytes = self.bytes.checked_sub(copied).ok_or(Reason::TooLarge)?;
        Ok(())
    }
}

fn not_read(error: io::Error) -> Reason {
    Reason::NotRead(error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_stays_in_its_folder_whatever_separates_its_names() {
        for name in ["sub\\solver.py", "sub/solver.py", "./sub\\.\\solver.py"] {
            assert_eq!(enclosed(name), Some(PathBuf::from("sub/solver.py")), "{name}");
        }
        for name in ["..\\a", "a\\..\\..\\b", "\\a", "/a", "../a", "C:\\a", "C:a", "a\0b"] {
            assert_eq!(enclosed(name), None, "{name:?}");
        }
    }
}
