//! Studies whose next run is submitted in shards.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::{Cluster, ODD, check, said};
use crate::bench::text;
use crate::shards::{check_same, corpus, names};

/// A study of two corpora, with the options of its jobs.
pub(super) const STUDY: &str = r#"
[[corpus]]
files = ["two.txt"]

[[corpus]]
name = "drawn"
files = ["many.txt"]
take = 6

[run]
backend = ["candidates/mrv", "cover/dlx"]
jobs = 1
no-probe = true

[submit]
shards = 3
time = "2h"

[[rank]]
file = "rank.txt"
metric = "bets"
"#;

pub(super) fn study(cluster: &Cluster) -> PathBuf {
    let folder = cluster.path(ODD).join("a study");
    fs::create_dir(&folder).expect("a folder");
    fs::write(folder.join("two.txt"), corpus(2)).expect("a corpus");
    fs::write(folder.join("many.txt"), corpus(30)).expect("a corpus");
    fs::write(folder.join("study.toml"), STUDY).expect("a study");
    folder
}

/// Runs the three shards of the study and merges them.
#[track_caller]
pub(super) fn run_study_shards(shared: &Path) {
    for shard in ["1", "2", "3"] {
        let mut command = Command::new("sh");
        command.arg(shared.join("shard.sh")).env("SLURM_ARRAY_JOB_ID", "7");
        check(&command.env("SLURM_ARRAY_TASK_ID", shard).output().expect("it runs"), 0, &[]);
    }
    let merged = Command::new("sh").arg(shared.join("merge.sh")).output().expect("it runs");
    check(&merged, 0, &["of 3 shards.", "rank.txt"]);
}

#[test]
fn a_study_is_submitted_and_ends_in_the_files_of_its_run() {
    let cluster = Cluster::new();
    let folder = study(&cluster);
    let shared = folder.join("run-1.shards");
    check(&cluster.harness(&["submit", "a study", "--slurm"]), 0, &["run-1.shards"]);
    assert_eq!(cluster.submitted()[0], "--parsable --array=1-3 shard.sh");
    run_study_shards(&shared);
    check(&cluster.harness(&["study", "check", "a study"]), 0, &["rank.txt: ok"]);
    check(&cluster.harness(&["submit", "a study", "--slurm"]), 0, &["has run on every corpus"]);
    let archive = cluster.harness(&["archive", "a study", "-o", "archive"]);
    check(&archive, 0, &[]);
    check(&cluster.harness(&["study", "check", "archive/study/a study"]), 0, &["rank.txt: ok"]);

    let whole = cluster.path("whole");
    fs::create_dir(&whole).expect("a folder");
    for name in names(&folder).into_iter().filter(|name| name.contains('.')) {
        let is_file = folder.join(&name).is_file() && name != "rank.txt";
        is_file.then(|| fs::copy(folder.join(&name), whole.join(&name)).expect("a copy"));
    }
    check(&cluster.harness(&["study", "run", text(&whole)]), 0, &[]);
    check_same(&folder.join("run-1"), &whole.join("run-1"));

    // Only what is added is submitted then.
    let grown = STUDY.replace("\"cover/dlx\"", "\"cover/dlx\", \"deduce/singles\"");
    fs::write(folder.join("study.toml"), grown).expect("a study");
    let again = cluster.harness(&["submit", "a study", "--slurm", "--dry-run", "--shards", "2"]);
    check(&again, 0, &["run-2.shards", "--backend=deduce/singles", "--array=1-2 "]);
    assert!(!said(&again).contains("--backend=cover/dlx"), "{}", said(&again));
}

#[test]
fn mistakes_in_the_options_of_jobs_are_found_at_their_place() {
    let cluster = Cluster::new();
    let folder = study(&cluster);
    let refused = |from: &str, to: &str, part: &str| {
        fs::write(folder.join("study.toml"), STUDY.replace(from, to)).expect("a study");
        check(&cluster.harness(&["submit", "a study", "--slurm"]), 2, &[part]);
    };
    refused(
        "time =",
        "tima =",
        "study.toml:17:1: `harness submit` has no option --tima, did you mean",
    );
    refused("\"2h\"", "\"soon\"", "study.toml:17:8: invalid value 'soon'");
    refused("time = \"2h\"", "dry-run = true", "has no option --dry-run");
    refused("jobs = 1\n", "", "expected `jobs` in [run]");
    refused("jobs = 1\n", "jobs = 1\nuntil = \"decided\"\n", "--until");
    fs::write(folder.join("study.toml"), STUDY).expect("a study");
    let with_option = cluster.harness(&["submit", "a study", "--slurm", "--reps", "2"]);
    check(&with_option, 2, &["expected no --reps=2"]);
    assert!(cluster.submitted().is_empty());
}
