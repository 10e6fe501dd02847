//! Shards that are balanced by an earlier run: the same everywhere, merged like others, and refused if they differ.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use record::Row;
use record::disk::Disk;
use record::folder::{read_manifest, write_manifest};

use super::{
    arguments, check_merged, check_not_merged, check_same, copy, corpus, puzzle, run, run_shards,
};
use crate::bench::{Bench, check_refused, harness, rows, text};

/// Runs the corpus of the bench without shards.
fn pilot(bench: &Bench, more: &[&str]) -> PathBuf {
    let folder = bench.path("pilot");
    assert_eq!(run(bench, &folder, more).status.code(), Some(0));
    folder
}

/// Writes the rows of a run with other times to a file: those that `time` returns.
fn with_times(run: &Path, file: &Path, time: impl Fn(&Row) -> Option<u64>) {
    let mut csv = record::csv_header().expect("a header");
    let timed =
        rows(run).into_iter().filter_map(|row| Some(Row { wall_ns: Some(time(&row)?), ..row }));
    record::to_csv(&timed.collect::<Vec<_>>(), &mut csv).expect("rows");
    fs::write(file, csv).expect("room");
}

/// Returns the names of the puzzles of each shard.
fn puzzles_of_shards(shared: &Path, count: u32) -> Vec<BTreeSet<String>> {
    let of_shard = |number| {
        let rows = rows(&shared.join(format!("shards/{number}-of-{count}")));
        rows.into_iter().map(|row| row.puzzle.to_string()).collect()
    };
    (1..=count).map(of_shard).collect()
}

#[test]
fn balanced_shards_merge_to_the_rows_of_one_run() {
    let bench = Bench::new(&corpus(12));
    let pilot = pilot(&bench, &[]);
    let (shared, merged, whole) = (bench.path("all"), bench.path("merged"), bench.path("whole"));
    for more in [&["--reps", "2", "--isomorphs", "2"][..], &["--invocations", "2"]] {
        run_shards(&bench, &shared, 3, &[&["--balance-by", text(&pilot)], more].concat());
        check_merged(&[&shared], &merged);
        assert_eq!(run(&bench, &whole, more).status.code(), Some(0));
        check_same(&merged, &whole);
        for folder in [&shared, &merged, &whole] {
            fs::remove_dir_all(folder).expect("it can go");
        }
    }
}

#[test]
fn the_costs_of_the_earlier_run_decide() {
    let bench = Bench::new(&corpus(6));
    let (pilot, times) = (pilot(&bench, &["--reps", "3"]), bench.path("times.csv"));
    // One puzzle costs as much as all others in most repetitions, which is what the median sees.
    with_times(&pilot, &times, |row| match &*row.puzzle {
        "p3" if row.rep > 1 => Some(1_000_000),
        _ if row.rep > 1 => Some(1_000),
        _ => Some(1_000_000_000),
    });
    let shared = bench.path("all");
    run_shards(&bench, &shared, 2, &["--balance-by", text(&times)]);
    let puzzles = puzzles_of_shards(&shared, 2);
    assert_eq!(puzzles[0], BTreeSet::from(["p3".to_owned()]));
    assert_eq!(puzzles[1].len(), 6);
}

#[test]
fn a_puzzle_that_was_not_measured_costs_the_median() {
    let bench = Bench::new(&corpus(9));
    let (pilot, times) = (pilot(&bench, &[]), bench.path("times.csv"));
    // Two of nine puzzles and one of two backends are known: 10 and 30, so that others cost 20.
    with_times(&pilot, &times, |row| match (&*row.puzzle, &*row.backend) {
        ("p2", "cover/dlx") => Some(10),
        ("p3", "cover/dlx") => Some(30),
        _ => None,
    });
    let shared = bench.path("all");
    let more = ["--shard", "1/2", "--balance-by", text(&times)];
    let told = run(&bench, &shared, &more).stderr;
    let told = String::from_utf8(told).expect("text");
    // p1, which is there twice, costs 40, p3 30, six others 20 and p2 10: 100 for each shard.
    let expected = "which has 2 of 9 puzzles; the largest is expected to take 1.00 times the mean";
    assert!(told.contains(expected), "{told}");
}

#[test]
fn the_cut_does_not_depend_on_the_order_of_files() {
    let bench = Bench::new(&corpus(8));
    let second = bench.path("second.txt");
    let more: String =
        (20..30).map(|number| format!("{} q{number}\n", puzzle(number * 977))).collect();
    fs::write(&second, more).expect("a corpus");
    let pilot = pilot(&bench, &[]);
    let first = bench.path("corpus.txt");
    let mut cuts = Vec::new();
    for (name, files) in [("here", [&first, &second]), ("there", [&second, &first])] {
        let shared = bench.path(name);
        for number in 1..=3 {
            let shard = format!("{number}/3");
            let options = [text(files[1]), "--shard", &shard, "--balance-by", text(&pilot)];
            let output = harness(&arguments(files[0], &shared, &options));
            assert_eq!(output.status.code(), Some(0));
        }
        cuts.push(puzzles_of_shards(&shared, 3));
    }
    assert_eq!(cuts[0], cuts[1]);
    assert_eq!(cuts[0].iter().map(BTreeSet::len).sum::<usize>(), 9 + 10);
}

#[test]
fn shards_of_another_balance_are_refused() {
    let bench = Bench::new(&corpus(6));
    let pilot = pilot(&bench, &[]);
    let (one, other, plain) = (bench.path("one"), bench.path("other"), bench.path("plain"));
    run_shards(&bench, &one, 2, &["--balance-by", text(&pilot)]);
    let times = bench.path("times.csv");
    with_times(&pilot, &times, |_| Some(7));
    run_shards(&bench, &other, 2, &["--balance-by", text(&times)]);
    run_shards(&bench, &plain, 2, &[]);
    for second in [&other, &plain] {
        let shards = [one.join("shards/1-of-2"), second.join("shards/2-of-2")];
        check_not_merged(&[&shards[0], &shards[1]], &bench.path("merged"), 2, "balance: \"");
    }
    let again = ["--shard", "1/2", "--balance-by", text(&times)];
    check_refused(
        &arguments(&bench.path("corpus.txt"), &one, &again),
        "is of another run: balance",
    );
}

#[test]
fn a_puzzle_in_two_balanced_shards_is_refused() {
    let bench = Bench::new(&corpus(6));
    let pilot = pilot(&bench, &[]);
    let shared = bench.path("all");
    run_shards(&bench, &shared, 2, &["--balance-by", text(&pilot)]);
    let (first, second) = (shared.join("shards/1-of-2"), shared.join("shards/2-of-2"));
    fs::remove_dir_all(&second).expect("it can go");
    copy(&first, &second);
    let mut manifest = read_manifest(&second).expect("a manifest");
    manifest.plan.shard = "2/2".parse().ok();
    let run_id = std::mem::replace(&mut manifest.run_id, "other".into());
    manifest.seals = Default::default();
    write_manifest(&Disk::default(), &second, &manifest).expect("room");
    let text = fs::read_to_string(second.join("rows.csv")).expect("rows");
    fs::write(second.join("rows.csv"), text.replace(&run_id, "other")).expect("room");
    check_not_merged(&[&shared], &bench.path("merged"), 2, "2-of-2 has the puzzle ");
}

#[test]
fn an_earlier_run_that_cannot_balance_is_refused() {
    let bench = Bench::new(&corpus(6));
    let pilot = pilot(&bench, &[]);
    let (corpus_file, shared) = (bench.path("corpus.txt"), bench.path("all"));
    let refused = |earlier: &Path, more: &[&str], message: &str| {
        let more = [&["--shard", "1/2", "--balance-by", text(earlier)], more].concat();
        check_refused(&arguments(&corpus_file, &shared, &more), message);
    };
    refused(&bench.path("nothing"), &[], "nothing");
    refused(&corpus_file, &[], "column not found");
    let damaged = bench.path("damaged");
    copy(&pilot, &damaged);
    let rows = fs::read_to_string(pilot.join("rows.csv")).expect("rows");
    for length in [rows.len() - 1, rows.len() - 40] {
        fs::write(damaged.join("rows.csv"), &rows[..length]).expect("room");
        refused(&damaged, &[], "ends within a line, expected a whole run");
    }
    let half = rows.split_inclusive('\n').take(5).collect::<String>();
    fs::write(damaged.join("rows.csv"), half).expect("room");
    refused(&damaged, &[], "has 4 rows, expected the 14 that its manifest states");
    copy(&pilot, &damaged);
    let mut manifest = read_manifest(&damaged).expect("a manifest");
    manifest.complete = false;
    write_manifest(&Disk::default(), &damaged, &manifest).expect("room");
    refused(&damaged, &[], "is incomplete, expected a whole run");
    // The backends of the bench, and others.
    refused(
        &pilot,
        &["-B", "mrv", "-B", "dlx", "-b", "backtrack/naive"],
        "has no time of these backends",
    );
    fs::write(&corpus_file, format!("{} foreign\n", puzzle(0xfff))).expect("a corpus");
    refused(&pilot, &[], "has no puzzle of these corpora");
    assert!(!shared.exists());
    let corpus = text(&corpus_file);
    check_refused(&["run", corpus, "-o", text(&shared), "--balance-by", text(&pilot)], "--shard");
    let stdin = ["run", "-", "-o", text(&shared), "--shard", "1/2", "--balance-by", text(&pilot)];
    check_refused(&stdin, "standard input");
}
