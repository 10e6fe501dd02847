//! Identifies an external program, so that a run is resumed only with the same one.
//!
//! A name is not enough, since scripts are edited and solvers rebuilt. The files that the command names
//! are therefore identified by the hashes of their contents: the executable, looked up in `PATH`, and
//! each argument that is a file, such as the script of an interpreter. Files that these read in turn
//! (Java classes, Python modules) are not covered.

use std::env;
use std::fs::File;
use std::path::{Path, PathBuf};

use record::manifest::Identity;

use super::ExternalProgram;

/// Returns the current identity of a program. Reads its files.
pub fn of(program: &ExternalProgram) -> Identity {
    let cwd = program.cwd.as_deref().unwrap_or(Path::new(""));
    let hashed = |(place, word): (usize, &String)| {
        let path = if place == 0 { executable(word, cwd) } else { file(cwd.join(word)) };
        Some((name(word), hash(&path?)?))
    };
    Identity {
        id: program.id.clone(),
        command: program.command.iter().map(|word| name(word)).collect(),
        mode: program.mode,
        version_command: program.version_command.iter().map(|word| name(word)).collect(),
        files: program.command.iter().enumerate().filter_map(hashed).collect(),
    }
}

/// Returns a word of a command, reduced to its file name if it is an absolute path, so that it is the
/// same on any machine.
fn name(word: &str) -> String {
    let path = Path::new(word);
    let last = path.file_name().filter(|_| path.is_absolute());
    last.map_or(word.into(), |last| last.to_string_lossy().into_owned())
}

/// Returns the file that a command name refers to, as seen from a folder, or `None` if there is none.
pub(super) fn executable(word: &str, cwd: &Path) -> Option<PathBuf> {
    if word.contains('/') {
        return file(cwd.join(word));
    }
    let folders = env::var_os("PATH")?;
    env::split_paths(&folders).find_map(|folder| file(cwd.join(folder).join(word)))
}

fn file(path: PathBuf) -> Option<PathBuf> {
    path.is_file().then_some(path)
}

fn hash(path: &Path) -> Option<String> {
    let mut hasher = blake3::Hasher::new();
    hasher.update_reader(File::open(path).ok()?).ok()?;
    Some(hasher.finalize().to_hex().to_string())
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::program::programs;

    fn identity(command: &str) -> Identity {
        let programs = programs(Some(Path::new("/dev/null")), &[command.into()]);
        of(&programs.expect("a program")[0])
    }

    #[test]
    fn executable_and_script_are_identified_by_content_and_no_path_is_absolute() {
        let folder = tempfile::tempdir().expect("a folder");
        let script = folder.path().join("toy.sh");
        fs::write(&script, "echo 1").expect("a file");
        let command = format!("sh -u {} no-file", script.display());
        let before = identity(&command);
        assert_eq!(before.command, ["sh", "-u", "toy.sh", "no-file"]);
        assert_eq!(before.files.keys().collect::<Vec<_>>(), ["sh", "toy.sh"]);
        assert_eq!(before.files["toy.sh"], blake3::hash(b"echo 1").to_hex().to_string());
        assert_eq!(before.change(&identity(&command)), None);
        fs::write(&script, "echo 2").expect("a file");
        let change = before.change(&identity(&command)).expect("a change");
        assert!(change.starts_with("external/toy: toy.sh has changed: blake3 "), "{change}");
        let change = before.change(&Identity { command: vec!["sh".into()], ..before.clone() });
        assert!(change.expect("a change").contains("the command has changed: "));
    }
}
