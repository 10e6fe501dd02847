//! A Slurm of three nodes on this machine, one of which dies: every trial is in the merged run, once.
//!
//! One task is killed, one has a full disk, and the node of a third dies, whose task goes on without it. Slurm starts
//! that one again elsewhere, and the first attempt publishes the shard while the second one runs. The processes are
//! stopped where the order matters, so that it does not depend on their speed.

use std::fs;
use std::path::PathBuf;
use std::process::{Child, Command, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use tempfile::TempDir;

use crate::bench::{runs_slow_tests, text};
use crate::shards::{check_same, names};

/// The number of shards.
const SHARDS: u32 = 24;

/// A corpus and backends for which a shard takes about a second.
const RUN: &[&str] = &[
    "hardest.txt",
    "--backend=backtrack/naive",
    "--backend=candidates/mrv",
    "--timeout=none",
    "--reps=2",
    "--jobs=1",
    "--no-probe",
];

/// A Slurm on this machine, and a folder that its nodes share.
struct Lab {
    slurm: PathBuf,
    folder: TempDir,
    /// Where a full disk is mounted, if one is.
    full: Option<PathBuf>,
    /// The id of the array that was submitted first. Versions of Slurm count from 1 or 2.
    array: String,
}

/// A running task.
struct Task {
    shard: u32,
    node: String,
    /// The process of the harness.
    process: String,
}

impl Lab {
    /// Starts it; `None` where the tests that take long are skipped, or Slurm is not installed.
    fn up() -> Option<Self> {
        if !runs_slow_tests() {
            return None;
        }
        for program in ["munged", "slurmctld", "slurmd", "sbatch", "prlimit"] {
            let found = Command::new("sh").args(["-c", &format!("command -v {program}")]).output();
            if !found.expect("there is sh").status.success() {
                eprintln!("SKIPPED: no shard was run by Slurm, because there is no {program}");
                return None;
            }
        }
        let folder = tempfile::tempdir().expect("a folder");
        let slurm = folder.path().join("slurm");
        check(&script(&["up", text(&slurm)]), 0);
        let corpus = concat!(env!("CARGO_MANIFEST_DIR"), "/../datasets/hardest.txt");
        fs::copy(corpus, folder.path().join("hardest.txt")).expect("a corpus");
        Some(Self { slurm, folder, full: None, array: String::new() })
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Returns a program that uses this Slurm.
    fn command(&self, program: &str, arguments: &[&str]) -> Command {
        let mut command = Command::new(program);
        command.args(arguments).current_dir(self.folder.path());
        command.env("SLURM_CONF", self.slurm.join("slurm.conf"));
        command
    }

    fn prints(&self, program: &str, arguments: &[&str]) -> String {
        check(&self.command(program, arguments).output().expect("it runs"), 0)
    }

    fn submit(&self) -> String {
        let shards = SHARDS.to_string();
        let submit = ["submit", "--slurm", "--shards", &shards, "--output", "shared"];
        self.prints(env!("CARGO_BIN_EXE_harness"), &[&submit, RUN].concat())
    }

    /// Returns a task of the first submission whose shard is none of these. It is stopped after it has begun its
    /// attempt and before it publishes it.
    fn stopped_task(&self, others: &[u32]) -> Task {
        wait_for("a running task", || {
            let tasks = self.tasks().into_iter();
            let mut tasks = tasks.filter(|task| !others.contains(&task.shard));
            tasks.find(|task| self.is_stopped(task.shard, 0, &task.process))
        })
    }

    /// Stops the process of an attempt; false, and it goes on, if that has not begun or has been published.
    fn is_stopped(&self, shard: u32, restart: u32, process: &str) -> bool {
        let is_running = || self.attempt(shard, restart).join("manifest.json").exists();
        let is_stopped = is_running() && send("-STOP", process) && is_running();
        if !is_stopped {
            send("-CONT", process);
        }
        is_stopped
    }

    fn tasks(&self) -> Vec<Task> {
        let running = ["--noheader", "--states=running", "--format=%K %N"];
        let task = |line: &str| {
            let (index, node) = line.trim().split_once(' ')?;
            let shard = index.parse().ok()?;
            Some(Task { shard, node: node.to_owned(), process: self.process_of(shard, 0)? })
        };
        self.prints("squeue", &running).lines().filter_map(task).collect()
    }

    /// Returns the process of an attempt of the first submission.
    fn process_of(&self, shard: u32, restart: u32) -> Option<String> {
        let entries = fs::read_dir("/proc").expect("processes").flatten();
        let is_it = |path: &PathBuf| {
            let environment = fs::read(path.join("environ")).unwrap_or_default();
            let value = |name: &str| {
                let mut all = environment.split(|&byte| byte == 0);
                all.find_map(|variable| variable.strip_prefix(format!("{name}=").as_bytes()))
            };
            let is = |name: &str, wanted: &str| value(name) == Some(wanted.as_bytes());
            let restarts = value("SLURM_RESTART_COUNT").unwrap_or(b"0");
            fs::read(path.join("comm")).is_ok_and(|name| name == b"harness\n")
                && is("SLURM_ARRAY_JOB_ID", &self.array)
                && is("SLURM_ARRAY_TASK_ID", &shard.to_string())
                && restarts == restart.to_string().as_bytes()
        };
        let found = entries.map(|entry| entry.path()).find(is_it)?;
        found.file_name()?.to_str().map(ToOwned::to_owned)
    }

    /// Returns the folder of an attempt of the first submission.
    fn attempt(&self, shard: u32, restart: u32) -> PathBuf {
        self.path(&format!("shared/attempts/{shard}-of-{SHARDS}.{}-{shard}-{restart}", self.array))
    }

    /// Returns the node of a running task.
    fn node(&self, shard: u32) -> String {
        let running = ["--noheader", "--states=running", "--format=%K %N"];
        let printed = self.prints("squeue", &running);
        let begin = format!("{shard} ");
        let node = printed.lines().find_map(|line| line.trim().strip_prefix(&begin));
        node.expect("it runs").to_owned()
    }

    /// Kills the daemon of a node, as if the machine had lost its network.
    fn kill_node(&self, node: &str) {
        let daemon = fs::read_to_string(self.slurm.join(format!("{node}.pid")));
        assert!(send("-KILL", daemon.expect("its process").trim()));
    }

    /// Fills the disk of a stopped task: by a small one over its folder, or where nothing can be mounted by a limit.
    fn fill_disk(&mut self, task: &Task) {
        let folder = self.attempt(task.shard, 0);
        let mount = ["-t", "tmpfs", "-o", "nr_inodes=1", "tmpfs", text(&folder)];
        let mounted = Command::new("mount").args(mount).stderr(Stdio::null()).status();
        if mounted.is_ok_and(|status| status.success()) {
            self.full = Some(folder);
        } else {
            self.prints("prlimit", &["--pid", &task.process, "--fsize=1"]);
        }
        assert!(send("-CONT", &task.process));
    }

    /// Lets a task, whose node is dead, publish its shard while the attempt runs that Slurm started in its place.
    fn publish_first(&self, orphan: &Task) {
        let second = wait_for("the second attempt", || {
            let process = self.process_of(orphan.shard, 1)?;
            self.is_stopped(orphan.shard, 1, &process).then_some(process)
        });
        assert_ne!(self.node(orphan.shard), orphan.node);
        assert!(send("-CONT", &orphan.process));
        let published = self.path(&format!("shared/shards/{}-of-{SHARDS}", orphan.shard));
        wait_for("the orphan's shard", || published.exists().then_some(()));
        assert!(send("-CONT", &second));
    }

    /// Returns the log of the task of a shard.
    fn log(&self, shard: u32) -> String {
        fs::read_to_string(self.path(&format!("shared/logs/{}_{shard}.log", self.array)))
            .expect("a log")
    }

    /// Returns the log of the merge of this job, when no job waits or runs any more. Slurm notices the end of one some
    /// time after its last line.
    fn merged(&self, job: &str) -> String {
        let log = self.path(&format!("shared/logs/merge-{job}.log"));
        let says = wait_for("the merge", || {
            let says = fs::read_to_string(&log).unwrap_or_default();
            says.contains(" shards").then_some(says)
        });
        let queue = || self.prints("squeue", &["--noheader", "--format=%A"]);
        wait_for("the end of all jobs", || queue().is_empty().then_some(()));
        says
    }
}

impl Drop for Lab {
    fn drop(&mut self) {
        if let Some(full) = &self.full {
            drop(Command::new("umount").arg(full).status());
        }
        check(&script(&["down", text(&self.slurm)]), 0);
    }
}

fn script(arguments: &[&str]) -> Output {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/../scripts/slurm_lab.sh");
    Command::new(script).args(arguments).output().expect("there is bash")
}

#[track_caller]
fn check(output: &Output, code: i32) -> String {
    let problem = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(code), "{problem}");
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// Waits until there is something. Slurm notices a dead node after some time, and the machine may be busy.
#[track_caller]
fn wait_for<T>(what: &str, mut found: impl FnMut() -> Option<T>) -> T {
    let start = Instant::now();
    loop {
        if let Some(found) = found() {
            return found;
        }
        assert!(start.elapsed() < Duration::from_secs(240), "{what}");
        thread::sleep(Duration::from_millis(20));
    }
}

/// Sends a signal to a process, and returns whether there is one.
fn send(signal: &str, process: &str) -> bool {
    let sent = Command::new("kill").args([signal, process]).stderr(Stdio::null()).status();
    sent.expect("there is kill").success()
}

/// Returns the same run on one machine.
fn start_whole(lab: &Lab) -> Child {
    let mut command = lab.command(env!("CARGO_BIN_EXE_harness"), &["run", "--output", "whole"]);
    command.args(RUN).stdout(Stdio::null()).spawn().expect("it runs")
}

#[test]
fn machines_that_die_lose_no_trial_and_repeat_none() {
    let Some(mut lab) = Lab::up() else { return };
    let said = lab.submit();
    lab.array = job(&said, &format!(": shards 1–{SHARDS} of {SHARDS}."));

    // The node of this task dies, and the task is all that is left of it.
    let orphan = lab.stopped_task(&[]);
    lab.kill_node(&orphan.node);
    let killed = lab.stopped_task(&[orphan.shard]);
    assert!(send("-KILL", &killed.process));
    let full = lab.stopped_task(&[orphan.shard, killed.shard]);
    lab.fill_disk(&full);
    let mut lost = [killed.shard, full.shard];
    lost.sort_unstable();
    let mut whole = start_whole(&lab);
    lab.publish_first(&orphan);
    let missing = lab.merged(&job(&said, ": the merge"));
    let expected = format!("2 shards of {SHARDS} missing: {}.", in_words(&lost));
    assert!(missing.contains(&expected), "{missing}");
    assert!(lab.log(orphan.shard).contains("another attempt published shard"));
    // Rows that were open when the full disk came over them are out of reach; a file cannot be made there.
    let log = lab.log(full.shard);
    let is_noticed =
        log.contains("No space left") || log.contains("was deleted, moved or replaced");
    assert!(lab.full.is_none() || is_noticed, "{log}");

    let said = lab.submit();
    assert!(said.contains(&format!("shards {} of {SHARDS}.", in_words(&lost))), "{said}");
    let done = lab.merged(&job(&said, ": the merge"));
    assert!(done.contains(&format!(" of {SHARDS} shards.")), "{done}");
    assert_eq!(names(&lab.path("shared/shards")).len(), SHARDS as usize);
    assert!(whole.wait().expect("it ends").success());
    check_same(&lab.path("shared/merged"), &lab.path("whole"));
    let cancelled = lab.prints(env!("CARGO_BIN_EXE_harness"), &["cancel", "shared"]);
    assert!(cancelled.contains("Nothing to cancel"), "{cancelled}");
}

/// Returns two numbers in ascending order, as messages have them.
fn in_words(numbers: &[u32; 2]) -> String {
    let between = if numbers[0] + 1 == numbers[1] { "–" } else { ", " };
    format!("{}{between}{}", numbers[0], numbers[1])
}

/// Returns the id of the job among those that were submitted of which this is said.
#[track_caller]
fn job(said: &str, what: &str) -> String {
    let id = |line: &str| Some(line.strip_prefix("Job ")?.split_once(what)?.0.to_owned());
    said.lines().find_map(id).unwrap_or_else(|| panic!("{said}"))
}
