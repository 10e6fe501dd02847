//! Shards of a run, which die, start twice and are copied, merge to the rows of one run, or to nothing.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use record::disk::Disk;
use record::folder::{read_manifest, write_manifest};

use super::{
    arguments, check_merged, check_not_merged, check_same, copy, corpus, names, puzzle, run,
    run_shards,
};
use crate::bench::{self, Bench, check_refused, prints, text, wait_until};

#[test]
fn five_shards_merge_to_the_rows_of_one_run() {
    let bench = Bench::new(&corpus(12));
    let (whole, shared, merged) = (bench.path("whole"), bench.path("all"), bench.path("merged"));
    for more in [&["--reps", "2", "--isomorphs", "2"][..], &["--invocations", "2"]] {
        assert_eq!(run(&bench, &whole, more).status.code(), Some(0));
        run_shards(&bench, &shared, 5, more);
        assert_eq!(names(&shared.join("attempts")), BTreeSet::new());
        let told = check_merged(&[&shared], &merged);
        assert!(told.contains("of 5 shards."), "{told}");
        check_same(&merged, &whole);
        let manifests = names(&merged).into_iter().filter(|name| name.starts_with("manifest-"));
        assert_eq!(manifests.count(), 5);
        let ranked = prints(&["rank", text(&merged)]);
        assert!(!ranked.contains("kinds of machine"), "{ranked}");
        assert!(prints(&["show", text(&merged)]).contains(" 5/5 "));
        let manifests = prints(&["show", text(&merged), "--format", "json"]);
        assert!(serde_json::from_str::<Vec<serde_json::Value>>(&manifests).is_ok());
        for folder in [&whole, &shared, &merged] {
            fs::remove_dir_all(folder).expect("it can go");
        }
    }
}

#[test]
fn tables_say_when_machines_differ() {
    let bench = Bench::new(&corpus(6));
    let (shared, merged) = (bench.path("all"), bench.path("merged"));
    run_shards(&bench, &shared, 2, &[]);
    let folder = shared.join("shards/1-of-2");
    let mut manifest = read_manifest(&folder).expect("a manifest");
    manifest.machine.settings.governor = Some("of another machine".into());
    write_manifest(&Disk::default(), &folder, &manifest).expect("room");
    check_merged(&[&shared], &merged);
    for command in ["show", "rank", "compare"] {
        let printed = prints(&[command, text(&merged)]);
        assert!(printed.contains("Shards ran on 2 kinds of machine: "), "{command}: {printed}");
        assert!(printed.contains("governor of another machine"), "{command}: {printed}");
    }
}

#[test]
fn a_shard_without_puzzles_is_a_shard() {
    let bench = Bench::new(&format!("{} one\n", puzzle(7)));
    let (shared, merged, whole) = (bench.path("all"), bench.path("merged"), bench.path("whole"));
    run_shards(&bench, &shared, 3, &[]);
    check_merged(&[&shared], &merged);
    assert_eq!(run(&bench, &whole, &[]).status.code(), Some(0));
    check_same(&merged, &whole);
    let none = run(&bench, &bench.path("none"), &["--shard", "1/3", "-f", "nobody"]);
    assert!(String::from_utf8_lossy(&none.stderr).contains("no puzzle to run"));
}

#[test]
fn missing_shards_are_named_and_nothing_is_written() {
    let bench = Bench::new(&corpus(6));
    let (shared, merged) = (bench.path("all"), bench.path("merged"));
    run_shards(&bench, &shared, 5, &[]);
    for number in [2, 4, 5] {
        fs::remove_dir_all(shared.join(format!("shards/{number}-of-5"))).expect("it can go");
    }
    check_not_merged(&[&shared], &merged, 1, "3 shards of 5 missing: 2, 4–5.");
}

#[test]
fn a_published_shard_is_not_run_again() {
    let bench = Bench::new(&corpus(4));
    let shared = bench.path("all");
    run_shards(&bench, &shared, 1, &[]);
    let rows = shared.join("shards/1-of-1/rows.csv");
    let before = fs::read(&rows).expect("rows");
    let corpus = bench.path("corpus.txt");
    let again = prints(&arguments(&corpus, &shared, &["--shard", "1/1"]));
    assert!(again.starts_with("Shard 1/1 was already published"), "{again}");
    let more = ["--shard", "1/1", "--format", "json"];
    let document = prints(&arguments(&corpus, &shared, &more));
    assert!(serde_json::from_str::<serde_json::Value>(&document).is_ok(), "{document}");
    let other = ["--shard", "1/1", "--reps", "2"];
    check_refused(&arguments(&corpus, &shared, &other), "is of another run: repetitions: ");
    assert_eq!(fs::read(&rows).expect("rows"), before);
}

#[test]
fn an_option_without_a_meaning_for_shards_is_refused() {
    let bench = Bench::new(&corpus(4));
    let (corpus, shared) = (bench.path("corpus.txt"), bench.path("all"));
    let refused = |more: &[&str], message: &str| {
        check_refused(&arguments(&corpus, &shared, more), message);
    };
    refused(&["--shard", "4/3"], "expected K/N with K from 1 to N");
    refused(&["--shard", "1/3", "--until", "decided"], "cannot be used with");
    refused(&["--shard", "1/3", "--summary-only"], "cannot be used with");
    refused(&["--shard", "1/3", "--resume"], "expected its name (--attempt)");
    refused(&["--shard", "1/3", "--attempt", "../x"], "is not a name");
    check_refused(&["run", text(&corpus), "--shard", "1/3"], "--output");
    assert!(!shared.exists());
}

/// The options of a shard of hard puzzles, which takes some tenths of a second.
const SLOW: &[&str] = &["--reps", "4", "-b", "backtrack/naive", "--timeout", "none"];

/// Starts the only shard of the bench.
fn start_slow(bench: &Bench, shared: &Path, attempt: &[&str]) -> Child {
    let more = [&["--shard", "1/1"], SLOW, attempt].concat();
    Command::new(env!("CARGO_BIN_EXE_harness"))
        .args(arguments(&bench.path("corpus.txt"), shared, &more))
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program runs")
}

fn hard_corpus() -> String {
    let hard = include_str!("../../../../datasets/hardest.txt");
    let wanted = |line: &&str| line.starts_with('#') || line.contains("Inkala");
    hard.lines().filter(wanted).map(|line| format!("{line}\n")).collect()
}

/// Starts an attempt and kills it when it has rows.
fn kill_with_rows(bench: &Bench, shared: &Path, name: &str) -> PathBuf {
    let folder = shared.join(format!("attempts/1-of-1.{name}"));
    let mut child = start_slow(bench, shared, &["--attempt", name]);
    let rows = folder.join("rows.csv");
    wait_until("rows", || fs::metadata(&rows).is_ok_and(|data| data.len() > 0));
    child.kill().expect("it can be killed");
    child.wait().expect("it ends");
    folder
}

#[test]
fn a_killed_attempt_is_resumed_or_replaced_and_never_merged() {
    let bench = Bench::new(&hard_corpus());
    let (shared, merged, whole) = (bench.path("all"), bench.path("merged"), bench.path("whole"));
    let dead = kill_with_rows(&bench, &shared, "dead");
    assert!(dead.exists() && !shared.join("shards").exists());
    check_not_merged(&[&dead], &merged, 2, "is incomplete");
    assert!(start_slow(&bench, &shared, &[]).wait().expect("it ends").success());
    assert_eq!(names(&shared.join("attempts")), BTreeSet::from(["1-of-1.dead".to_owned()]));
    check_merged(&[&shared], &merged);
    assert_eq!(run(&bench, &whole, SLOW).status.code(), Some(0));
    check_same(&merged, &whole);

    let other = bench.path("other");
    kill_with_rows(&bench, &other, "dead");
    let resumed = start_slow(&bench, &other, &["--attempt", "dead", "--resume"]);
    assert!(resumed.wait_with_output().expect("it ends").status.success());
    assert_eq!(names(&other.join("attempts")), BTreeSet::new());
    check_merged(&[&other], &bench.path("resumed"));
    check_same(&bench.path("resumed"), &whole);
}

#[cfg(unix)]
#[test]
fn of_two_attempts_at_once_one_is_published_and_the_other_ends_well() {
    let signal = |child: &Child, name: &str| {
        let sent = Command::new("kill").args([name, &child.id().to_string()]).status();
        assert!(sent.expect("there is kill").success());
    };
    let bench = Bench::new(&hard_corpus());
    let shared = bench.path("all");
    let first = start_slow(&bench, &shared, &["--attempt", "first"]);
    let begun = shared.join("attempts/1-of-1.first/manifest.json");
    wait_until("a manifest", || begun.exists());
    signal(&first, "-STOP");
    let second = start_slow(&bench, &shared, &["--attempt", "second"]);
    let second = second.wait_with_output().expect("it ends");
    signal(&first, "-CONT");
    let first = first.wait_with_output().expect("it ends");
    assert_eq!([second.status.code(), first.status.code()], [Some(0), Some(0)]);
    let told = String::from_utf8(first.stderr).expect("text");
    assert!(told.contains("another attempt published shard 1/1 first"), "{told}");
    let (merged, swapped) = (bench.path("merged"), bench.path("swapped"));
    check_merged(&[&shared], &merged);

    // Both are whole: which one is taken does not depend on the order.
    let (published, lost) = (shared.join("shards/1-of-1"), shared.join("attempts/1-of-1.first"));
    fs::remove_dir_all(&merged).expect("it can go");
    let told = check_merged(&[&published, &lost], &merged);
    assert!(told.contains("is another attempt at shard 1/1"), "{told}");
    check_merged(&[&lost, &published], &swapped);
    let bytes = |run: &Path| fs::read(run.join("rows.csv")).expect("rows");
    assert!(bytes(&merged) == bytes(&swapped));
}

#[test]
fn of_two_merges_at_once_one_writes_the_run() {
    let bench = Bench::new(&corpus(6));
    let (shared, folder) = (bench.path("all"), bench.path("place"));
    run_shards(&bench, &shared, 2, &[]);
    fs::create_dir(&folder).expect("a folder");
    let merged = folder.join("merged");
    let start = |_| {
        let words = ["merge", "--complete", text(&shared), "-o", text(&merged)];
        let mut command = Command::new(env!("CARGO_BIN_EXE_harness"));
        command.args(words).stdout(Stdio::null()).stderr(Stdio::piped()).spawn().expect("it runs")
    };
    let merges = [(); 4].map(start).map(|child| child.wait_with_output().expect("it ends"));
    assert_eq!(merges.iter().filter(|output| output.status.success()).count(), 1);
    for output in merges.iter().filter(|output| !output.status.success()) {
        let told = String::from_utf8_lossy(&output.stderr);
        assert!(told.contains("merged already exists, and is not overwritten"), "{told}");
    }
    assert_eq!(names(&folder), BTreeSet::from(["merged".to_owned()]));
    let whole = bench.path("whole");
    assert_eq!(run(&bench, &whole, &[]).status.code(), Some(0));
    check_same(&merged, &whole);
}

#[test]
fn a_copied_shard_counts_once() {
    let bench = Bench::new(&corpus(6));
    let (shared, merged) = (bench.path("all"), bench.path("merged"));
    run_shards(&bench, &shared, 2, &[]);
    copy(&shared.join("shards/1-of-2"), &shared.join("shards/a copy"));
    let told = check_merged(&[&shared, &shared.join("shards/2-of-2")], &merged);
    assert_eq!(told.matches("is a copy of").count(), 2, "{told}");
    let whole = bench.path("whole");
    assert_eq!(run(&bench, &whole, &[]).status.code(), Some(0));
    check_same(&merged, &whole);

    // A copy in which a field was edited, at the same length.
    let edited = shared.join("shards/a copy/rows.csv");
    let rows = fs::read_to_string(&edited).expect("rows");
    fs::write(&edited, rows.replacen("candidates/mrv", "candidates/mrw", 1)).expect("room");
    let message = "a copy is the same attempt as ";
    check_not_merged(&[&shared], &bench.path("again"), 2, message);
}

#[test]
fn shards_of_another_run_are_refused() {
    let bench = Bench::new(&corpus(6));
    let (one, merged) = (bench.path("one"), bench.path("merged"));
    run_shards(&bench, &one, 2, &[]);
    let refused = |name: &str, message: &str| {
        let second = bench.path(name).join("shards/2-of-2");
        check_not_merged(&[&one.join("shards/1-of-2"), &second], &merged, 2, message);
    };
    run_shards(&bench, &bench.path("limit"), 2, &["--node-limit", "1000"]);
    refused("limit", "limit_nodes: null, then 1000");
    fs::write(bench.path("corpus.txt"), corpus(7)).expect("a corpus");
    run_shards(&bench, &bench.path("corpus"), 2, &[]);
    refused("corpus", "corpora: ");
    copy(&one.join("shards/2-of-2"), &bench.path("version/shards/2-of-2"));
    let manifest = bench.path("version/shards/2-of-2/manifest.json");
    let other = fs::read_to_string(&manifest).expect("a manifest");
    let other = other.replacen("\"revision\": ", "\"revision\": \"0000\", \"was\": ", 1);
    fs::write(&manifest, other).expect("room");
    refused("version", "revision: ");
    run_shards(&bench, &bench.path("three"), 3, &[]);
    let of_three = bench.path("three/shards/1-of-3");
    check_not_merged(&[&one, &of_three], &merged, 2, "another run");
    assert_eq!(run(&bench, &bench.path("whole"), &[]).status.code(), Some(0));
    check_not_merged(&[&bench.path("whole")], &merged, 2, "is not a shard");
}

#[test]
fn half_a_shard_is_refused() {
    let bench = Bench::new(&corpus(6));
    let (shared, merged) = (bench.path("all"), bench.path("merged"));
    run_shards(&bench, &shared, 1, &["--reps", "2"]);
    let shard = shared.join("shards/1-of-1");
    let damage = |file: &str, change: &dyn Fn(&str) -> String, message: &str| {
        let damaged = bench.path("damaged");
        copy(&shard, &damaged);
        let text = fs::read_to_string(shard.join(file)).expect("a file");
        fs::write(damaged.join(file), change(&text)).expect("room");
        if file != "manifest.json" {
            check_not_merged(&[&damaged], &merged, 2, "was changed after the shard ended");
            bench::unseal(&damaged);
        }
        check_not_merged(&[&damaged], &merged, 2, message);
    };
    let lines = |text: &str, from: usize, to: usize| -> String {
        text.split_inclusive('\n').skip(from).take(to).collect()
    };
    let n_rows = 7 * 2 * 3;
    let short = format!("{} rows, expected the {n_rows}", n_rows - 2);
    damage("rows.csv", &|text| lines(text, 0, n_rows - 1), &short);
    damage("rows.csv", &|text| text[..text.len() - 1].into(), "ends within a line");
    damage("rows.csv", &|_| String::new(), "expected the columns of this version");
    let doubled = |text: &str| lines(text, 0, n_rows) + &lines(text, n_rows - 1, 1);
    damage("rows.csv", &doubled, "a trial that is repeated");
    damage("puzzles.csv", &|text| lines(text, 0, 4), "lacks the puzzle");
    let stopped = |text: &str| text.replace("\"complete\": true", "\"complete\": false");
    damage("manifest.json", &stopped, "is incomplete");
    fs::remove_file(shard.join("manifest.json")).expect("it can go");
    check_not_merged(&[&shared], &merged, 2, "is not a run");
}

#[test]
fn rows_of_another_shard_are_refused() {
    let bench = Bench::new(&corpus(6));
    let (shared, merged) = (bench.path("all"), bench.path("merged"));
    run_shards(&bench, &shared, 2, &[]);
    for (folder, number) in [("shards/1-of-2", 2), ("shards/2-of-2", 1)] {
        let folder = shared.join(folder);
        let mut manifest = read_manifest(&folder).expect("a manifest");
        manifest.plan.shard = format!("{number}/2").parse().ok();
        write_manifest(&Disk::default(), &folder, &manifest).expect("room");
    }
    check_not_merged(&[&shared], &merged, 2, "the puzzle belongs to another shard than");
}
