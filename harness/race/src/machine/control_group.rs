//! Memory limits that the kernel enforces for a program and all that it starts: control groups of Linux, where this
//! process may make some.
//!
//! That is so as root, in many containers, and where systemd delegates (`systemd-run --user --scope -p Delegate=yes`). A
//! group is made beside or below that of this process: version 2 allows a group below only if the one above has no
//! processes, so there it is a sibling. A process joins before it executes the program, so nothing that is started
//! escapes. Memory counts once, whichever processes share it, and with it files in memory, such as those in a sandbox's
//! temporary folder. At the limit the kernel ends processes of the group, and counts that.
//!
//! Sources: the documents `cgroup-v1/memory.rst` and `cgroup-v2.rst` of the kernel.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;
use std::{fs, io, thread};

/// Where both versions are mounted by convention.
const ROOT: &str = "/sys/fs/cgroup";

/// How often a group is removed again that still has a process which is ending, and the time between.
const REMOVALS: (u32, Duration) = (200, Duration::from_millis(1));

/// A folder in which this process may make groups.
#[derive(Clone, Debug)]
pub struct ControlGroups {
    folder: PathBuf,
    files: &'static Files,
}

/// The files of a group that are about its memory.
#[derive(Debug)]
struct Files {
    limit: &'static str,
    /// The limit of what may be swapped, and whether that includes what is in memory. It need not exist.
    swap: (&'static str, bool),
    /// Where the processes that were ended are counted, as a line `oom_kill N`.
    events: &'static str,
    /// If it exists, `1` there ends all processes at once.
    together: &'static str,
}

const FIRST: Files = Files {
    limit: "memory.limit_in_bytes",
    swap: ("memory.memsw.limit_in_bytes", true),
    events: "memory.oom_control",
    together: "",
};

const SECOND: Files = Files {
    limit: "memory.max",
    swap: ("memory.swap.max", false),
    events: "memory.events",
    together: "memory.oom.group",
};

impl ControlGroups {
    /// Returns where groups with a limit can be made, if that works on this machine. One is made and removed to find out.
    pub fn find() -> Option<Self> {
        let own = fs::read_to_string("/proc/self/cgroup").ok()?;
        let folders = candidates(Path::new(ROOT), &own);
        let found = folders.into_iter().find(|groups| groups.create(1 << 30).is_ok())?;
        found.remove_abandoned();
        Some(found)
    }

    /// Removes the groups of runs that were killed.
    fn remove_abandoned(&self) {
        for entry in fs::read_dir(&self.folder).into_iter().flatten().flatten() {
            let name = entry.file_name();
            let owner = name.to_str().and_then(|it| it.strip_prefix("harness-")?.split('-').next());
            if owner.is_some_and(|owner| !Path::new("/proc").join(owner).exists()) {
                // One that still has processes stays.
                drop(fs::remove_dir(entry.path()));
            }
        }
    }

    /// Makes a group of at most this many bytes.
    ///
    /// # Errors
    /// Fails if the system refuses.
    pub fn create(&self, bytes: u64) -> io::Result<MemoryGroup> {
        static MADE: AtomicU32 = AtomicU32::new(0);
        let number = MADE.fetch_add(1, Ordering::Relaxed);
        let folder = self.folder.join(format!("harness-{}-{number}", std::process::id()));
        fs::create_dir(&folder)?;
        let group = MemoryGroup { folder, files: self.files, bytes };
        fs::write(group.folder.join(self.files.limit), bytes.to_string())?;
        let (swap, includes_memory) = self.files.swap;
        let swapped = if includes_memory { bytes } else { 0 };
        for (file, value) in [(swap, swapped), (self.files.together, 1)] {
            let path = group.folder.join(file);
            if path.is_file() {
                fs::write(path, value.to_string())?;
            }
        }
        Ok(group)
    }
}

/// Returns the folders to try, given the lines `ID:CONTROLLERS:GROUP` that name the groups of this process.
fn candidates(root: &Path, own: &str) -> Vec<ControlGroups> {
    let mut found = Vec::new();
    for line in own.lines() {
        let mut parts = line.splitn(3, ':').skip(1);
        let (Some(controllers), Some(path)) = (parts.next(), parts.next()) else { continue };
        let path = path.trim_start_matches('/');
        if controllers.split(',').any(|it| it == "memory") {
            let folder = root.join("memory");
            // In a container, the path may be that outside of it.
            let folders = [folder.join(path), folder];
            found.extend(folders.map(|folder| ControlGroups { folder, files: &FIRST }));
        } else if controllers.is_empty() {
            let own = root.join(path);
            let above = own.parent().filter(|above| above.starts_with(root));
            let folders = [Some(&*own), above, Some(root)].into_iter().flatten();
            let folders = folders.filter(|folder| gives_memory(folder)).map(Path::to_owned);
            found.extend(folders.map(|folder| ControlGroups { folder, files: &SECOND }));
        }
    }
    found
}

/// Returns whether groups in a folder of version 2 can have limits of their memory.
fn gives_memory(folder: &Path) -> bool {
    let given = fs::read_to_string(folder.join("cgroup.subtree_control"));
    given.is_ok_and(|given| given.split_whitespace().any(|controller| controller == "memory"))
}

/// A group with a limit of its memory. It is removed when it is dropped, once its processes have ended.
#[derive(Debug)]
pub struct MemoryGroup {
    folder: PathBuf,
    files: &'static Files,
    bytes: u64,
}

impl MemoryGroup {
    /// Returns the folder, which a process [joins](join).
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Returns the limit, in bytes.
    pub fn limit(&self) -> u64 {
        self.bytes
    }

    /// Returns whether the kernel has ended a process because of the limit.
    pub fn has_killed(&self) -> bool {
        let events = fs::read_to_string(self.folder.join(self.files.events)).unwrap_or_default();
        let killed = events.lines().find_map(|line| line.strip_prefix("oom_kill "));
        killed.is_some_and(|number| number != "0")
    }
}

impl Drop for MemoryGroup {
    fn drop(&mut self) {
        for _ in 0..REMOVALS.0 {
            match fs::remove_dir(&self.folder) {
                Err(error) if error.kind() == io::ErrorKind::ResourceBusy => {
                    thread::sleep(REMOVALS.1);
                }
                // Nothing is left to be done.
                _ => return,
            }
        }
    }
}

/// Moves this process to a group.
///
/// # Errors
/// Fails if the system refuses.
pub fn join(folder: &Path) -> io::Result<()> {
    // Zero is the process that writes.
    fs::write(folder.join("cgroup.procs"), "0")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Folders that look like the groups of a machine.
    fn folders(given: &[(&str, &str)]) -> tempfile::TempDir {
        let root = tempfile::tempdir().expect("a folder");
        for (folder, controllers) in given {
            let folder = root.path().join(folder);
            fs::create_dir_all(&folder).expect("a folder");
            fs::write(folder.join("cgroup.subtree_control"), controllers).expect("a file");
        }
        root
    }

    fn found(root: &Path, own: &str) -> Vec<(String, &'static str)> {
        let relative =
            |it: &ControlGroups| it.folder.strip_prefix(root).unwrap().display().to_string();
        candidates(root, own).iter().map(|it| (relative(it), it.files.limit)).collect()
    }

    #[test]
    fn groups_are_made_where_the_kernel_gives_them_memory() {
        let given = [("", ""), ("app.slice", "memory pids\n"), ("app.slice/run.scope", "")];
        let root = folders(&given);
        let own = "0::/app.slice/run.scope\n";
        assert_eq!(found(root.path(), own), [("app.slice".into(), "memory.max")]);
        // A container that sees its own group as the root.
        let root = folders(&[("", "cpu memory")]);
        assert_eq!(found(root.path(), "0::/\n")[0], (String::new(), "memory.max"));
        assert_eq!(found(root.path(), "0::/\n1:name=systemd:/x\n").len(), 2);
    }

    #[test]
    fn the_first_version_has_a_folder_for_memory() {
        let first = "memory.limit_in_bytes";
        let expected = [("memory/jobs/7".into(), first), ("memory".into(), first)];
        let own = "5:cpu,cpuacct:/\n4:memory:/jobs/7\n0::/\n";
        assert_eq!(found(folders(&[]).path(), own), expected);
    }

    #[test]
    fn groups_of_runs_that_were_killed_are_removed() {
        let root = folders(&[]);
        let folder = root.path().join("memory");
        let own = format!("harness-{}-7", std::process::id());
        for name in ["harness-4194999-0", "other-4194999-0", &own] {
            fs::create_dir_all(folder.join(name)).expect("a folder");
        }
        candidates(root.path(), "4:memory:/\n")[0].remove_abandoned();
        let left = fs::read_dir(&folder).expect("a folder").flatten().map(|it| it.file_name());
        let mut left: Vec<_> = left.collect();
        left.sort_unstable();
        assert_eq!(left, [&*own, "other-4194999-0"]);
    }

    #[test]
    fn limits_are_written_and_kills_are_read() {
        let root = folders(&[("memory", "")]);
        let groups = &candidates(root.path(), "4:memory:/\n")[0];
        let group = groups.create(12_345).expect("a folder");
        let written = |file: &str| fs::read_to_string(group.folder().join(file)).expect("a file");
        assert_eq!(written(FIRST.limit), "12345");
        let events =
            |text: &str| fs::write(group.folder().join(FIRST.events), text).expect("a file");
        assert!(!group.has_killed());
        events("oom_kill_disable 0\nunder_oom 0\noom_kill 0\n");
        assert!(!group.has_killed());
        events("oom_kill_disable 0\nunder_oom 0\noom_kill 2\n");
        assert!(group.has_killed());
        join(group.folder()).expect("a file");
        assert_eq!(written("cgroup.procs"), "0");
    }
}
