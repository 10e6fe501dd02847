//! The jobs that `submit` writes, run by the shell in place of Slurm, and what it refuses.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use tempfile::TempDir;

use crate::bench::{Bench, check_refused, prints, text};
use crate::shards::{BACKENDS, check_same, corpus, names};

mod balance;
mod study;

/// A name that a shell takes apart unless it is quoted.
const ODD: &str = "it's \"odd\" $HOME é";

/// Commands of Slurm: `sbatch` notes its words and prints the next id, and the jobs in the file `queue` wait.
const SBATCH: &str = r#"echo "$*" >> "$SLURM/submitted"; wc -l < "$SLURM/submitted""#;
const SQUEUE: &str = r#"
for id; do :; done
[ "$id" -gt 2 ] || { echo 'slurm_load_jobs error: Invalid job id specified' >&2; exit 1; }
grep -x "$id" "$SLURM/queue" || true"#;
const SCANCEL: &str = r#"echo "$*" > "$SLURM/cancelled""#;
const SCONTROL: &str = "echo 'MaxArraySize            = 4'";

/// A folder with a corpus and commands of Slurm.
struct Cluster {
    folder: TempDir,
}

impl Cluster {
    fn new() -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let cluster = Self { folder };
        for (name, script) in
            [("sbatch", SBATCH), ("squeue", SQUEUE), ("scancel", SCANCEL), ("scontrol", SCONTROL)]
        {
            let path = cluster.path(name);
            fs::write(&path, format!("#!/bin/sh\n{script}\n")).expect("a command");
            fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).expect("it may run");
        }
        fs::create_dir(cluster.path(ODD)).expect("a folder");
        fs::write(cluster.path(ODD).join("c'orpus .txt"), corpus(12)).expect("a corpus");
        fs::write(cluster.path("queue"), "").expect("a queue");
        cluster
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Returns the shared folder.
    fn shared(&self) -> PathBuf {
        self.path(ODD).join("shared é '")
    }

    fn harness(&self, arguments: &[&str]) -> Output {
        let path = std::env::var("PATH").expect("a path");
        Command::new(env!("CARGO_BIN_EXE_harness"))
            .args(arguments)
            .current_dir(self.path(ODD))
            .env("PATH", format!("{}:{path}", text(self.folder.path())))
            .env("SLURM", self.folder.path())
            .output()
            .expect("it runs")
    }

    /// Submits five shards of the corpus.
    fn submit(&self, more: &[&str]) -> Output {
        let fixed = ["submit", "c'orpus .txt", "--slurm", "--shards", "5", "-o", "shared é '"];
        self.harness(&[&fixed, BACKENDS, more].concat())
    }

    /// Returns what was submitted, a line each.
    fn submitted(&self) -> Vec<String> {
        let lines = fs::read_to_string(self.path("submitted")).unwrap_or_default();
        lines.lines().map(ToOwned::to_owned).collect()
    }

    /// Runs a task of an array as Slurm would, and returns its exit code.
    fn task(&self, index: u32, offset: u32, restart: Option<&str>) -> Option<i32> {
        let mut command = Command::new("sh");
        command.arg(self.shared().join("shard.sh"));
        if offset > 0 {
            command.arg(offset.to_string());
        }
        command.envs([("SLURM_ARRAY_JOB_ID", "7"), ("SLURM_ARRAY_TASK_ID", &index.to_string())]);
        command.envs(restart.map(|count| ("SLURM_RESTART_COUNT", count)));
        command.output().expect("it runs").status.code()
    }

    fn merge(&self) -> Output {
        Command::new("sh").arg(self.shared().join("merge.sh")).output().expect("it runs")
    }
}

fn said(output: &Output) -> String {
    String::from_utf8_lossy(&[&output.stdout[..], &output.stderr[..]].concat()).into_owned()
}

#[track_caller]
fn check(output: &Output, code: i32, parts: &[&str]) {
    let said = said(output);
    assert_eq!(output.status.code(), Some(code), "{said}");
    for part in parts {
        assert!(said.contains(part), "{part}: {said}");
    }
}

#[test]
fn jobs_run_every_shard_and_what_is_missing_is_submitted_again() {
    let cluster = Cluster::new();
    check(
        &cluster.submit(&[]),
        0,
        &["Job 1: shards 1–3 of 5.", "Job 2: shards 4–5 of 5.", "Job 3: "],
    );
    let first = [
        "--parsable --array=1-3 shard.sh",
        "--parsable --array=1-2 shard.sh 3",
        "--parsable --dependency=afterany:1:2 --kill-on-invalid-dep=yes merge.sh",
    ];
    assert_eq!(cluster.submitted(), first);
    check(&cluster.merge(), 1, &["5 shards of 5 missing: 1–5."]);
    let status = cluster.harness(&["status", "shared é '"]);
    check(&status, 0, &["0 of 5 shards published, 0 rows.", "5   1–5"]);
    for (index, offset) in [(1, 0), (3, 0), (2, 3)] {
        assert_eq!(cluster.task(index, offset, None), Some(0));
    }
    check(&cluster.merge(), 1, &["2 shards of 5 missing: 2, 4."]);

    fs::write(cluster.path("queue"), "3\n").expect("a queue");
    check(&cluster.submit(&[]), 2, &["job 3 still waits or runs"]);
    check(&cluster.harness(&["cancel", "shared é '"]), 0, &["Cancelled: job 3.", "2, 4."]);
    assert_eq!(fs::read_to_string(cluster.path("cancelled")).expect("a call"), "3\n");
    fs::write(cluster.path("queue"), "").expect("a queue");
    check(
        &cluster.harness(&["cancel", "shared é '"]),
        0,
        &["none of the jobs 1, 2, 3 waits or runs"],
    );

    check(&cluster.submit(&[]), 0, &["shard 2 of 5.", "shard 4 of 5."]);
    let again = &cluster.submitted()[3..];
    assert_eq!(again[..2], ["--parsable --array=2 shard.sh", "--parsable --array=1 shard.sh 3"]);
    // Attempts that died leave folders, even with the ids of this task: those of another Slurm.
    for name in ["2-of-5.7-2-1", "2-of-5.7-2-1-2"] {
        fs::create_dir(cluster.shared().join("attempts").join(name)).expect("an attempt");
    }
    assert_eq!(cluster.task(2, 0, Some("1")), Some(0));
    let left = names(&cluster.shared().join("attempts"));
    assert_eq!(left.len(), 2, "{left:?}");
    assert_eq!(cluster.task(1, 3, None), Some(0));
    // Only the merge is left.
    check(&cluster.submit(&[]), 0, &["Job 7: the merge"]);
    assert_eq!(cluster.submitted()[6], "--parsable merge.sh");
    check(&cluster.merge(), 0, &["of 5 shards."]);
    check(&cluster.submit(&[]), 0, &["All shards of 5 are published and merged."]);
    assert_eq!(cluster.submitted().len(), 7);
    // A scheduler may start the job of the merge again.
    assert_eq!(cluster.merge().status.code(), Some(0));
    let whole = [&["run", "c'orpus .txt", "-o", "whole"], BACKENDS].concat();
    check(&cluster.harness(&whole), 0, &[]);
    check_same(&cluster.shared().join("merged"), &cluster.path(ODD).join("whole"));
}

#[test]
fn options_of_jobs_are_in_both_scripts_and_a_dry_run_writes_nothing() {
    let cluster = Cluster::new();
    let more =
        "--dry-run --partition long --account a.b --time 90s --mem 2GB --cpus 2 --max-running 3";
    let printed = cluster.submit(&more.split(' ').collect::<Vec<_>>());
    let parts = ["--cpus-per-task=2", "--jobs=1 ", "sbatch --parsable --array=1-5%3 shard.sh"];
    check(&printed, 0, &parts);
    let said = said(&printed);
    for line in
        ["partition=long", "account=a.b", "time=2", "mem=1908M", "requeue", "open-mode=append"]
    {
        assert_eq!(said.matches(&format!("#SBATCH --{line}\n")).count(), 2, "{line}: {said}");
    }
    assert!(!cluster.shared().exists());
    assert!(cluster.submitted().is_empty());
}

#[test]
fn a_folder_of_another_run_is_refused() {
    let cluster = Cluster::new();
    check(&cluster.submit(&[]), 0, &[]);
    check(&cluster.submit(&["--reps", "2"]), 2, &["is of another run", "repetitions: "]);
    let other = ["submit", "c'orpus .txt", "--slurm", "--shards", "4", "-o", "shared é '"];
    check(&cluster.harness(&[&other, BACKENDS].concat()), 2, &["shards: 5, then 4"]);
    assert_eq!(cluster.submitted().len(), 3);

    // So is one with shards that were started by hand.
    fs::remove_file(cluster.shared().join("submission.json")).expect("it can go");
    assert_eq!(cluster.task(1, 0, None), Some(0));
    check(
        &cluster.submit(&["--reps", "2"]),
        2,
        &["shards/1-of-5 is of another run: repetitions: "],
    );
    check(&cluster.harness(&[&other, BACKENDS].concat()), 2, &["1-of-5 is not one of 4 shards"]);
    check(&cluster.submit(&[]), 0, &["shards 2–3 of 5."]);
}

#[test]
fn what_has_no_meaning_is_refused() {
    let bench = Bench::new(&corpus(4));
    let (file, shared) = (bench.path("corpus.txt"), bench.path("all"));
    let (file, shared) = (text(&file), text(&shared));
    let refused = |words: &[&str], message: &str| {
        check_refused(&[&["submit", file], words].concat(), message);
    };
    refused(&["--slurm", "-o", shared], "expected --shards N");
    refused(&["--slurm", "--shards", "3"], "expected --output DIR");
    refused(&["-o", shared, "--shards", "3"], "--slurm");
    refused(&["--slurm", "--pbs", "-o", shared, "--shards", "3"], "cannot be used with");
    refused(&["--slurm", "-o", shared, "--shards", "3", "--until", "decided"], "--until");
    refused(&["--slurm", "-o", shared, "--shards", "3", "-b", "nobody"], "nobody");
    refused(&["--slurm", "-o", shared, "--shards", "3", "-f", "nothing"], "no puzzle to run");
    refused(&["--slurm", "-o", shared, "--shards", "3", "--external", "./no"], "no program");
    check_refused(&["submit", "no.txt", "--slurm", "-o", shared, "--shards", "3"], "no.txt");
    refused(&["--slurm", "-o", shared, "--shards", "3", "--account", "a b"], "is not a name");
    refused(
        &["--parallel", "h", "-o", shared, "--shards", "3", "--time", "1m"],
        "cannot be used with",
    );
    refused(
        &["--parallel", "h", "-o", shared, "--shards", "3"],
        "expected a file with a host per line",
    );
    check_refused(&["submit", "-", "--slurm", "-o", shared, "--shards", "3"], "standard input");
    check_refused(&["cancel", shared], "nothing was submitted from there");
    assert!(!Path::new(shared).exists());
}

#[test]
fn gnu_parallel_runs_the_shards_and_merges_them() {
    let is_there = Command::new("parallel").arg("--version").output();
    if !is_there.is_ok_and(|output| output.status.success()) {
        eprintln!("SKIPPED: shards were not run by GNU parallel, which is missing");
        return;
    }
    let cluster = Cluster::new();
    fs::write(cluster.path(ODD).join("hosts.txt"), "2/:\n").expect("hosts");
    let submit =
        ["submit", "c'orpus .txt", "--parallel", "hosts.txt", "--shards", "4", "-o", "shared é '"];
    let submit = [&submit, BACKENDS].concat();
    check(&cluster.harness(&submit), 0, &["of 4 shards."]);
    check(&cluster.harness(&submit), 0, &["All shards of 4 are published and merged."]);
    check(&cluster.harness(&["cancel", "shared é '"]), 2, &["nothing was submitted to Slurm"]);
    let whole = [&["run", "c'orpus .txt", "-o", "whole"], BACKENDS].concat();
    check(&cluster.harness(&whole), 0, &[]);
    check_same(&cluster.shared().join("merged"), &cluster.path(ODD).join("whole"));
}

#[test]
fn descriptions_for_other_schedulers_are_printed_only() {
    let bench = Bench::new(&corpus(4));
    let (file, shared) = (bench.path("corpus.txt"), bench.path("all"));
    let words = ["submit", text(&file), "-o", text(&shared), "--shards", "3", "--mem", "1GiB"];
    let condor = prints(&[&words[..], &["--htcondor"]].concat());
    for part in
        ["--shard=$INT(shard)/3\"\n", "request_memory = 1024\n", "\nqueue 3\n", "merge --complete"]
    {
        assert!(condor.contains(part), "{part}: {condor}");
    }
    let pbs = prints(&[&words[..], &["--pbs", "--time", "90m"]].concat());
    for part in ["#PBS -J 1-3\n", "mem=1024mb\n", "walltime=01:30:00\n", "--shard=\"$shard/3\""] {
        assert!(pbs.contains(part), "{part}: {pbs}");
    }
    assert!(!shared.exists());
}
