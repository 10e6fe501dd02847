//! Processes that this one has started: their trees, states, CPU times and memory, as Linux shows them in `/proc`.
//!
//! A process that leaves its process group or its session remains a descendant: where its parent ends first, it is
//! handed to the nearest ancestor that adopts orphans ([`adopt_orphans`]). On other systems there is nothing to see,
//! and a process has no known descendants.

use std::collections::HashSet;
use std::path::Path;
use std::time::Duration;
#[cfg(unix)]
use std::time::Instant;
use std::{fs, io};

use record::row::nanoseconds;

/// The rounds in which a tree is stopped before it is killed, should it go on growing.
#[cfg(unix)]
const ROUNDS: usize = 50;

/// The time for which killed processes may end. One with much memory takes a while to give it back.
#[cfg(unix)]
const ENDING: Duration = Duration::from_secs(1);

/// A process, as far as `/proc/PID/stat` describes it.
#[derive(Clone, Debug)]
struct Process {
    fields: Vec<String>,
}

impl Process {
    /// Reads the fields from the state on: the name before it, in parentheses, may contain anything.
    fn read(id: u32) -> Option<Self> {
        let stat = fs::read_to_string(format!("/proc/{id}/stat")).ok()?;
        let after_name = stat.rsplit_once(')')?.1;
        Some(Self { fields: after_name.split_whitespace().map(Into::into).collect() })
    }

    fn state(&self) -> &str {
        &self.fields[0]
    }

    fn group(&self) -> u32 {
        self.number(2) as u32
    }

    fn resident(&self) -> u64 {
        self.number(21) * page_size()
    }

    /// Returns its own CPU time, and that of its children that have ended.
    fn cpu(&self) -> (Duration, Duration) {
        let ticks = |field| Duration::from_nanos(self.number(field) * tick_ns());
        (ticks(11) + ticks(12), ticks(13) + ticks(14))
    }

    fn number(&self, field: usize) -> u64 {
        self.fields.get(field).and_then(|text| text.parse().ok()).unwrap_or_default()
    }
}

/// Makes this process the parent of each descendant whose parent ends. The attribute survives an exec, and is not
/// inherited by children. Systems other than Linux do not have it.
///
/// # Errors
/// Fails if the operating system refuses.
#[cfg(target_os = "linux")]
pub fn adopt_orphans() -> io::Result<()> {
    Ok(rustix::process::set_child_subreaper(Some(rustix::process::getpid()))?)
}

/// Does nothing: this system has no such attribute.
///
/// # Errors
/// Never fails.
#[cfg(not(target_os = "linux"))]
pub fn adopt_orphans() -> io::Result<()> {
    Ok(())
}

/// Returns the children of a process, of all its threads.
pub(crate) fn children(id: u32) -> Vec<u32> {
    let tasks = fs::read_dir(format!("/proc/{id}/task")).into_iter().flatten().flatten();
    let lists = tasks.filter_map(|task| fs::read_to_string(task.path().join("children")).ok());
    let ids = |list: String| list.split_whitespace().filter_map(|id| id.parse().ok()).collect();
    lists.flat_map(|list| -> Vec<u32> { ids(list) }).collect()
}

/// Returns a process and its descendants.
pub(crate) fn tree(root: u32) -> Vec<u32> {
    let (mut found, mut next) = (vec![root], 0);
    while next < found.len() {
        let more = children(found[next]);
        found.extend(more.into_iter().filter(|id| !found.contains(id)).collect::<Vec<_>>());
        next += 1;
    }
    found
}

/// Returns the states of a process and its descendants, as letters: `R` runs, `T` is stopped by a signal.
pub(crate) fn states(root: u32) -> Vec<String> {
    let state = |id| Process::read(id).map(|process| process.state().to_owned());
    tree(root).into_iter().filter_map(state).collect()
}

/// Returns whether a signal has stopped a process.
pub(crate) fn is_stopped(id: u32) -> bool {
    Process::read(id).is_some_and(|process| process.state() == "T")
}

/// Returns the resident memory of a process and its descendants, in bytes. What they share counts for each of them.
pub(crate) fn resident(root: u32) -> u64 {
    let resident = |id| Process::read(id).map(|process| process.resident());
    tree(root).into_iter().filter_map(resident).sum()
}

/// Returns the largest resident memory that any process of a tree has had since [`forget_peaks`], in bytes.
pub(crate) fn largest_peak(root: u32) -> Option<u64> {
    tree(root).into_iter().filter_map(|id| peak_of(&id.to_string())).max()
}

/// Returns the largest resident memory that this process has had, in bytes.
pub(crate) fn own_peak() -> Option<u64> {
    peak_of("self")
}

fn peak_of(id: &str) -> Option<u64> {
    let status = fs::read_to_string(format!("/proc/{id}/status")).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kilobytes: u64 = line.trim().trim_end_matches("kB").trim().parse().ok()?;
    Some(kilobytes << 10)
}

/// Forgets the peaks of the resident memory of a tree.
pub(crate) fn forget_peaks(root: u32) {
    for id in tree(root) {
        // A kernel that refuses leaves a peak that is too large, which is one of the same process all the same.
        drop(fs::write(format!("/proc/{id}/clear_refs"), "5"));
    }
}

/// The CPU time that a tree has spent so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct CpuTime {
    /// That of living processes.
    living: Duration,
    /// That of their ended children, in whole ticks.
    ended: Duration,
    /// Whether the time of living processes is that of their threads, in nanoseconds, and not in ticks.
    is_exact: bool,
}

impl CpuTime {
    /// Returns the time spent since an earlier reading, in nanoseconds, if it is at least a hundred times its error.
    pub(crate) fn since(self, earlier: Self) -> Option<u64> {
        let spent = (self.living + self.ended).checked_sub(earlier.living + earlier.ended)?;
        // Ticks that both readings have in common are no error.
        let is_exact = self.is_exact && earlier.is_exact && self.ended == earlier.ended;
        let tick = Duration::from_nanos(tick_ns());
        let error = if is_exact { Duration::from_micros(1) } else { 2 * tick };
        (spent >= 100 * error).then_some(nanoseconds(spent))
    }
}

/// Returns the CPU time of a process and its descendants, those that have ended included; `None` if the system does not
/// show it.
pub(crate) fn cpu_time(root: u32) -> Option<CpuTime> {
    let mut time = CpuTime { is_exact: true, ..CpuTime::default() };
    let mut n_processes = 0;
    for id in tree(root) {
        let Some(process) = Process::read(id) else { continue };
        let (own, ended) = process.cpu();
        let threads = of_threads(id);
        // Ended threads count for their process only.
        time.is_exact &=
            threads.is_some_and(|exact| own <= exact + Duration::from_nanos(tick_ns()));
        time.living += threads.unwrap_or_default().max(own);
        time.ended += ended;
        n_processes += 1;
    }
    (n_processes > 0).then_some(time)
}

/// Returns the CPU time of the living threads of a process; `None` if the kernel does not show it.
fn of_threads(id: u32) -> Option<Duration> {
    let mut sum = Duration::ZERO;
    for task in fs::read_dir(format!("/proc/{id}/task")).ok()?.flatten() {
        let text = fs::read_to_string(task.path().join("schedstat")).ok()?;
        sum += Duration::from_nanos(text.split_whitespace().next()?.parse().ok()?);
    }
    Some(sum)
}

/// Kills the descendants of a process, which is left stopped. They are stopped first, so that none starts another
/// meanwhile, and have ended on return, so that nothing is measured beside their end. The process itself must not have
/// been waited for, so that its number is not reused.
#[cfg(unix)]
pub(crate) fn kill_tree(root: u32) {
    use rustix::process::Signal;

    let mut stopped = HashSet::new();
    for _ in 0..ROUNDS {
        let new: Vec<u32> = tree(root).into_iter().filter(|id| stopped.insert(*id)).collect();
        if new.is_empty() || new == [root] && children(root).is_empty() {
            break;
        }
        new.into_iter().for_each(|id| signal(id, Signal::STOP));
    }
    stopped.remove(&root);
    stopped.iter().for_each(|&id| signal(id, Signal::KILL));
    let is_ending = |id: &u32| Process::read(*id).is_some_and(|it| it.state() != "Z");
    let start = Instant::now();
    while stopped.iter().any(is_ending) && start.elapsed() < ENDING {
        std::thread::sleep(Duration::from_micros(100));
    }
}

/// Does nothing: the descendants of a process are not known on this system.
#[cfg(not(unix))]
pub(crate) fn kill_tree(_root: u32) {}

/// Kills the children of this process that it has adopted: those in a group that is neither its own nor one of
/// `known`. `is_own` says whether a file is the executable of this program, whose reapers end by themselves.
#[cfg(unix)]
pub(crate) fn kill_orphans(known: &HashSet<u32>, is_own: impl Fn(&Path) -> bool) {
    use rustix::process::{Pid, Signal, WaitOptions, waitpid};

    let own_group = rustix::process::getpgrp().as_raw_nonzero().get().unsigned_abs();
    for id in children(std::process::id()) {
        let Some(process) = Process::read(id) else { continue };
        let is_known = process.group() == own_group || known.contains(&process.group());
        let executable = fs::read_link(format!("/proc/{id}/exe"));
        if is_known || executable.is_ok_and(|file| is_own(&file)) {
            continue;
        }
        kill_tree(id);
        signal(id, Signal::KILL);
        // What is still ending is found again.
        let _ = waitpid(Pid::from_raw(id as i32), WaitOptions::NOHANG);
    }
}

/// Does nothing: no process is adopted on this system.
#[cfg(not(unix))]
pub(crate) fn kill_orphans(_known: &HashSet<u32>, _is_own: impl Fn(&Path) -> bool) {}

/// Asks the children in the group of this process to end: other runs of this program, and not solvers.
#[cfg(unix)]
pub fn terminate_children() {
    use rustix::process::{Signal, getpgrp};

    let own_group = getpgrp().as_raw_nonzero().get().unsigned_abs();
    let is_own = |id: &u32| Process::read(*id).is_some_and(|it| it.group() == own_group);
    let own = children(std::process::id()).into_iter().filter(is_own);
    own.for_each(|id| signal(id, Signal::TERM));
}

/// Does nothing: the children of this process are not known on this system.
#[cfg(not(unix))]
pub fn terminate_children() {}

#[cfg(unix)]
fn signal(id: u32, signal: rustix::process::Signal) {
    if let Some(id) = rustix::process::Pid::from_raw(id as i32) {
        // An error means that it has ended.
        let _ = rustix::process::kill_process(id, signal);
    }
}

#[cfg(unix)]
fn page_size() -> u64 {
    rustix::param::page_size() as u64
}

#[cfg(unix)]
fn tick_ns() -> u64 {
    1_000_000_000 / rustix::param::clock_ticks_per_second().max(1)
}

#[cfg(not(unix))]
fn page_size() -> u64 {
    0
}

#[cfg(not(unix))]
fn tick_ns() -> u64 {
    0
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use std::process::{Command, Stdio};

    use super::*;

    #[test]
    fn a_difference_is_as_exact_as_what_has_changed() {
        let ms = Duration::from_millis;
        let before = CpuTime { living: ms(50), ended: ms(20), is_exact: true };
        let exact = CpuTime { living: ms(51), ..before };
        assert_eq!(exact.since(before), Some(1_000_000));
        let with_ended = CpuTime { ended: ms(40), ..exact };
        assert_eq!(with_ended.since(before), None, "21 ms in ticks of 10");
        let long = CpuTime { ended: ms(9_020), ..exact };
        assert_eq!(long.since(before), Some(9_001_000_000));
        assert_eq!(before.since(exact), None);
    }

    #[test]
    fn a_tree_has_the_children_of_its_processes_and_is_killed_with_them() {
        let mut shell = Command::new("sh")
            .args(["-c", "sleep 1000.5772 & setsid sleep 1000.5772; wait"])
            .stdout(Stdio::null())
            .spawn()
            .expect("a shell");
        while tree(shell.id()).len() < 3 {
            std::thread::sleep(Duration::from_millis(5));
        }
        let all = tree(shell.id());
        assert!(all.len() >= 3 && resident(shell.id()) > 0, "{all:?}");
        kill_tree(shell.id());
        let is_alive = |id: &&u32| Process::read(**id).is_some_and(|it| it.state() != "Z");
        assert_eq!(all.iter().filter(is_alive).collect::<Vec<_>>(), [&shell.id()]);
        shell.kill().expect("it can be killed");
        shell.wait().expect("it ends");
    }
}
