//! The words of a command in bubblewrap.
//!
//! Whatever runs in it sees the system's programs and what [`Mount`]s show, all read-only but for temporary folders. It
//! has no network, and a process namespace of its own: it sees and signals no process but its own, and all of them end
//! with the first.
//!
//! There is no new session: the harness kills process groups, and finds out what a silent process does by its group. In
//! place of the terminal stands `/dev/null`.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

/// Folders of the system. Today some of them are links into `/usr`.
pub(super) const SYSTEM: &[&str] = &["/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64"];

/// Folders in which some systems keep programs.
pub(super) const MORE_PROGRAMS: &[&str] = &["/opt", "/nix/store", "/gnu/store"];

/// Files of the system beside them that programs need.
const SETTINGS: &[&str] = &["/etc/alternatives", "/etc/ld.so.cache", "/etc/ssl/openssl.cnf"];

/// The size of each temporary folder, in bytes.
const TEMPORARY: u64 = 64 << 20;

/// Bubblewrap, as it is installed here.
#[derive(Clone, Debug)]
pub struct Bubblewrap {
    /// What `bwrap --version` prints.
    version: String,
    /// Whether the size of a temporary folder can be limited.
    limits_size: bool,
}

/// What stands at a path inside.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Mount {
    /// What is outside at the first path, read-only at the second.
    Read(PathBuf, PathBuf),
    /// The same, and it can be changed.
    Write(PathBuf, PathBuf),
    /// An empty folder, in place of one that exists.
    EmptyFolder(PathBuf),
    /// An empty file, in place of one that exists.
    EmptyFile(PathBuf),
    /// A new empty folder, unless there is one.
    Folder(PathBuf),
}

impl Bubblewrap {
    /// Finds the installed program. It may fail all the same where the system does not permit user namespaces.
    ///
    /// # Errors
    /// A message, if it is not installed.
    pub fn find() -> Result<Self, String> {
        if !is_installed("bwrap") {
            return Err("bubblewrap (bwrap) is not installed".into());
        }
        let printed = |option| {
            let output = Command::new("bwrap").arg(option).output();
            output.map(|it| String::from_utf8_lossy(&it.stdout).into_owned()).unwrap_or_default()
        };
        let limits_size = printed("--help").contains("--size");
        Ok(Self { version: printed("--version").trim().to_owned(), limits_size })
    }

    /// Returns its name and version.
    pub fn version(&self) -> &str {
        &self.version
    }

    /// Returns the words before a command that runs it inside, in `folder`, with these environment variables and no
    /// others. Later mounts hide earlier ones.
    pub fn words(
        &self,
        variables: &[(&str, &str)],
        mounts: &[Mount],
        folder: &Path,
    ) -> Vec<String> {
        let mut words = Words::default();
        words.put(&["bwrap", "--unshare-all", "--die-with-parent", "--cap-drop", "ALL"]);
        words.put(&["--clearenv"]);
        variables.iter().for_each(|(name, value)| words.put(&["--setenv", name, value]));
        words.put(&["--ro-bind", "/usr", "/usr"]);
        let settings = java_settings();
        let system = SYSTEM[1..].iter().chain(SETTINGS).copied();
        for path in system.chain(settings.iter().map(String::as_str)) {
            words.put(&["--ro-bind-try", path, path]);
        }
        words.put(&["--proc", "/proc", "--dev", "/dev", "--dev-bind", "/dev/null", "/dev/tty"]);
        ["/dev/shm", "/tmp"].iter().for_each(|path| self.temporary(path, &mut words));
        mounts.iter().for_each(|mount| self.mount(mount, &mut words));
        words.put(&["--remount-ro", "/dev", "--remount-ro", "/"]);
        words.put(&["--chdir", &folder.display().to_string(), "--"]);
        words.0
    }

    fn mount(&self, mount: &Mount, words: &mut Words) {
        let text = |path: &Path| path.display().to_string();
        match mount {
            Mount::Read(from, to) => words.put(&["--ro-bind-try", &text(from), &text(to)]),
            Mount::Write(from, to) => words.put(&["--bind", &text(from), &text(to)]),
            Mount::EmptyFile(path) => words.put(&["--dev-bind", "/dev/null", &text(path)]),
            Mount::Folder(path) => words.put(&["--dir", &text(path)]),
            Mount::EmptyFolder(path) => {
                self.temporary(&text(path), words);
                words.put(&["--remount-ro", &text(path)]);
            }
        }
    }

    fn temporary(&self, path: &str, words: &mut Words) {
        if self.limits_size {
            words.put(&["--size", &TEMPORARY.to_string()]);
        }
        words.put(&["--tmpfs", path]);
    }
}

#[derive(Default)]
struct Words(Vec<String>);

impl Words {
    fn put(&mut self, words: &[&str]) {
        self.0.extend(words.iter().map(|&word| word.to_owned()));
    }
}

/// Returns whether a program of this name is on the search path.
pub fn is_installed(name: &str) -> bool {
    let folders = env::var_os("PATH").unwrap_or_default();
    env::split_paths(&folders).any(|folder| folder.join(name).is_file())
}

/// Returns the folders in which Debian keeps the settings of Java machines.
fn java_settings() -> Vec<String> {
    let entries = fs::read_dir("/etc").into_iter().flatten().flatten();
    let is_java = |name: &String| name.starts_with("java");
    let names = entries.map(|entry| entry.file_name().to_string_lossy().into_owned());
    let mut found: Vec<String> = names.filter(is_java).map(|name| format!("/etc/{name}")).collect();
    found.sort();
    found
}
