//! Shards that are submitted with a balance: by the same earlier run, until none is missing.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use record::folder::read_manifest;

use super::study::{STUDY, run_study_shards, study};
use super::{Cluster, ODD, check};
use crate::bench::text;
use crate::shards::{BACKENDS, check_same, names};

/// Returns the hashes of the runs that balanced the published shards.
fn balances(shared: &Path) -> BTreeSet<Option<String>> {
    let manifest = |name| read_manifest(&shared.join("shards").join(name)).expect("a manifest");
    names(&shared.join("shards")).into_iter().map(|name| manifest(name).plan.balance).collect()
}

#[test]
fn balanced_shards_are_submitted_by_the_same_run_until_none_is_missing() {
    let cluster = Cluster::new();
    for (run, more) in [("pilot '", &[][..]), ("other", &["--reps", "2"])] {
        let run = [&["run", "c'orpus .txt", "-o", run], BACKENDS, more].concat();
        check(&cluster.harness(&run), 0, &[]);
    }
    let balanced = ["--balance-by", "pilot '"];
    let dry = cluster.submit(&[&balanced[..], &["--dry-run"]].concat());
    check(&dry, 0, &["the shards are balanced by ", "which has 12 of 12 puzzles", "--balance-by="]);
    assert!(!cluster.shared().exists());
    check(&cluster.submit(&balanced), 0, &["shards 1–3 of 5.", "shards 4–5 of 5."]);
    for (index, offset) in [(1, 0), (2, 3)] {
        assert_eq!(cluster.task(index, offset, None), Some(0));
    }
    let (shared, pilot) = (cluster.shared(), cluster.path(ODD).join("pilot '"));
    let expected = |run: &str| format!("balanced by {}{run}", text(&pilot));
    check(
        &cluster.submit(&["--balance-by", "other"]),
        2,
        &["expected another folder: its shards are ", &expected(", then by ")],
    );
    check(&cluster.submit(&[]), 2, &["its shards are balanced, expected --balance-by "]);
    let swap = || {
        let [aside, other] = ["aside", "other"].map(|name| cluster.path(ODD).join(name));
        for (from, to) in [(&pilot, &aside), (&other, &pilot), (&aside, &other)] {
            fs::rename(from, to).expect("a name");
        }
    };
    swap();
    check(&cluster.submit(&balanced), 2, &["which balance its shards, have changed"]);
    swap();

    check(&cluster.submit(&balanced), 0, &["shards 2–3 of 5.", "shard 4 of 5."]);
    for (index, offset) in [(2, 0), (3, 0), (1, 3)] {
        assert_eq!(cluster.task(index, offset, Some("1")), Some(0));
    }
    check(&cluster.merge(), 0, &["of 5 shards."]);
    check(&cluster.submit(&balanced), 0, &["All shards of 5 are published and merged."]);
    assert_eq!(balances(&shared).len(), 1);
    assert!(!balances(&shared).contains(&None));
    let whole = [&["run", "c'orpus .txt", "-o", "whole"], BACKENDS].concat();
    check(&cluster.harness(&whole), 0, &[]);
    check_same(&shared.join("merged"), &cluster.path(ODD).join("whole"));
}

#[test]
fn shards_that_are_not_balanced_stay_so() {
    let cluster = Cluster::new();
    check(&cluster.submit(&[]), 0, &[]);
    let run = [&["run", "c'orpus .txt", "-o", "pilot"], BACKENDS].concat();
    check(&cluster.harness(&run), 0, &[]);
    let balanced = ["--balance-by", "pilot"];
    check(&cluster.submit(&balanced), 2, &["its shards are not balanced (--balance-by)"]);
    check(&cluster.submit(&["--balance-by", "nothing"]), 2, &["nothing"]);
    // So do shards that were started by hand.
    fs::remove_file(cluster.shared().join("submission.json")).expect("it can go");
    assert_eq!(cluster.task(1, 0, None), Some(0));
    check(&cluster.submit(&balanced), 2, &["shards/1-of-5 is of another run: balance: "]);
}

#[test]
fn the_balance_of_a_study_is_not_part_of_what_it_asks_for() {
    let cluster = Cluster::new();
    let pilot = study(&cluster);
    check(&cluster.harness(&["study", "run", "a study"]), 0, &[]);
    fs::rename(&pilot, cluster.path(ODD).join("a pilot")).expect("a name");
    let folder = study(&cluster);
    let balanced = STUDY.replace("time =", "balance-by = \"../a pilot/run-1\"\ntime =");
    fs::write(folder.join("study.toml"), balanced).expect("a study");
    let submitted = cluster.harness(&["submit", "a study", "--slurm"]);
    check(&submitted, 0, &["the shards are balanced by ", "run-1.shards"]);
    let shared = folder.join("run-1.shards");
    run_study_shards(&shared);
    assert!(!balances(&shared).contains(&None));
    check(&cluster.harness(&["study", "check", "a study"]), 0, &["rank.txt: ok"]);
    check(&cluster.harness(&["submit", "a study", "--slurm"]), 0, &["has run on every corpus"]);
    check_same(&folder.join("run-1"), &cluster.path(ODD).join("a pilot/run-1"));

    // The command line goes before the study, and is relative to the current folder.
    let grown = STUDY.replace("time =", "balance-by = \"../nothing\"\ntime =");
    let grown = grown.replace("\"cover/dlx\"", "\"cover/dlx\", \"deduce/singles\"");
    fs::write(folder.join("study.toml"), grown).expect("a study");
    let submit = ["submit", "a study", "--slurm", "--dry-run"];
    check(&cluster.harness(&submit), 2, &["nothing"]);
    let by_command = [&submit[..], &["--balance-by", "a pilot/run-1"]].concat();
    check(&cluster.harness(&by_command), 2, &["has no time of these backends"]);
}
