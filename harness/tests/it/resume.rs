//! A run that is killed at any moment goes on and ends as if nothing had happened.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::time::Duration;

use crate::bench::{Bench, processes, rows, text, wait_until};
use crate::faults::signal;

/// What a trial is known by.
type Key = (Cow<'static, str>, Arc<str>, u32, Option<u64>, u32);

fn keys(folder: &Path) -> BTreeSet<Key> {
    let rows = rows(folder);
    let keys: BTreeSet<Key> = rows
        .iter()
        .map(|row| (row.backend.clone(), row.puzzle.clone(), row.rep, row.iso_seed, row.invocation))
        .collect();
    assert_eq!(keys.len(), rows.len(), "no trial has two rows");
    keys
}

/// Returns a corpus that takes some tenths of a second.
fn corpus() -> String {
    let hard = include_str!("../../../datasets/hardest.txt");
    let wanted = |line: &&str| line.starts_with('#') || line.contains("Inkala");
    hard.lines().filter(wanted).map(|line| format!("{line}\n")).collect()
}

fn start(bench: &Bench, run: &Path, more: &[&str]) -> Child {
    Command::new(env!("CARGO_BIN_EXE_harness"))
        .args([text(&bench.path("corpus.txt")), "-o", text(run), "-b", "candidates/mrv"])
        .args(["-b", "cover/dlx", "-b", "backtrack/naive", "--timeout", "10s", "--no-probe"])
        .args(more)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("the program runs")
}

/// Kills a run again and again, each time a little later, until it gets through. Rows are written
/// after each repetition, so that it comes further on the way.
fn killed_until_it_gets_through(bench: &Bench, run: &Path, more: &[&str]) -> usize {
    let mut kills = 0;
    for attempt in 0..100 {
        let mut child = start(bench, run, &[more, &["--resume"]].concat());
        // A seventh longer each time, so that a slow build gets through as well, and soon.
        std::thread::sleep(Duration::from_millis(2).mul_f64(1.15_f64.powi(attempt)));
        match child.try_wait().expect("a status") {
            Some(status) => {
                assert_eq!(status.code(), Some(0));
                return kills;
            }
            None => {
                child.kill().expect("it can be killed");
                child.wait().expect("it ends");
                kills += 1;
            }
        }
    }
    panic!("it never got through");
}

#[test]
fn after_any_number_of_kills_the_rows_are_those_of_an_undisturbed_run() {
    let bench = Bench::new(&corpus());
    let (calm, torn) = (bench.path("calm"), bench.path("torn"));
    for more in [&["--reps", "6"][..], &["--isomorphs", "2", "--jobs", "1"]] {
        assert!(start(&bench, &calm, more).wait().expect("it ends").success());
        let kills = killed_until_it_gets_through(&bench, &torn, more);
        assert!(kills > 0, "it was too fast to be killed");
        assert_eq!(keys(&torn), keys(&calm));
        let manifest = fs::read_to_string(torn.join("manifest.json")).expect("a manifest");
        assert!(manifest.contains("\"complete\": true"), "{manifest}");
        for folder in [&calm, &torn] {
            fs::remove_dir_all(folder).expect("it can go");
        }
    }
}

#[test]
fn a_run_that_was_killed_before_its_first_word_begins() {
    let bench = Bench::new(&corpus());
    let run = bench.path("run");
    fs::create_dir(&run).expect("a folder");
    let more = ["-f", "Escargot", "--resume"];
    for draft in [None, Some("manifest.json.new")] {
        if let Some(draft) = draft {
            fs::create_dir(&run).expect("a folder");
            fs::write(run.join(draft), "{").expect("a draft");
        }
        assert!(start(&bench, &run, &more).wait().expect("it ends").success());
        assert_eq!(rows(&run).len(), 3);
        fs::remove_dir_all(&run).expect("it can go");
    }
    fs::create_dir(&run).expect("a folder");
    fs::write(run.join("thesis.tex"), "").expect("a file");
    assert_eq!(start(&bench, &run, &more).wait().expect("it ends").code(), Some(2));
}

#[test]
fn a_run_of_something_else_does_not_go_on() {
    let bench = Bench::new(&corpus());
    let run = bench.path("run");
    let some = ["-f", "Escargot"];
    assert!(start(&bench, &run, &some).wait().expect("it ends").success());
    let before = fs::read(run.join("rows.csv")).expect("rows");
    let refused = |more: &[&str]| {
        let status = start(&bench, &run, &[more, &["--resume"]].concat()).wait().expect("it ends");
        assert_eq!(status.code(), Some(2), "{more:?}");
    };
    refused(&["-f", "Everest"]);
    refused(&[&some[..], &["--task", "first"]].concat());
    refused(&[&some[..], &["--node-limit", "7"]].concat());
    fs::write(bench.path("corpus.txt"), corpus() + "# more\n").expect("a file");
    refused(&some);
    assert_eq!(fs::read(run.join("rows.csv")).expect("rows"), before);
}

#[test]
fn a_run_that_is_complete_stays_as_it_is() {
    let bench = Bench::new(&corpus());
    let run = bench.path("run");
    for more in [&["-f", "Escargot"][..], &["-f", "Escargot", "--resume"]] {
        assert!(start(&bench, &run, more).wait().expect("it ends").success());
        assert_eq!(rows(&run).len(), 3);
    }
}

#[test]
fn invocations_are_processes_of_their_own_in_one_run() {
    let bench = Bench::new(&corpus());
    let run = bench.path("run");
    let more = ["-f", "^Inkala", "--invocations", "3"];
    assert!(start(&bench, &run, &more).wait().expect("it ends").success());
    let keys = keys(&run);
    assert_eq!(keys.len(), 3 * 3 * 2);
    assert_eq!(keys.iter().map(|key| key.4).collect::<BTreeSet<_>>(), BTreeSet::from([1, 2, 3]));
    let runs: BTreeSet<Arc<str>> = rows(&run).into_iter().map(|row| row.run_id).collect();
    assert_eq!(runs.len(), 1);
}

#[cfg(target_os = "linux")]
#[test]
fn an_invocation_does_not_outlive_the_run_that_started_it() {
    let bench = Bench::new(&corpus());
    let run = bench.path("run");
    let more = ["--invocations", "2", "--reps", "1000000", "--jobs", "1"];
    let mut child = start(&bench, &run, &more);
    let is_writing = || fs::metadata(run.join("rows.csv")).is_ok_and(|data| data.len() > 5_000);
    wait_until("the first invocation writes rows", is_writing);
    child.kill().expect("it can be killed");
    child.wait().expect("it ends");
    wait_until("the invocation is gone", || processes(text(&run)).is_empty());
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_an_error_and_no_panic() {
    let bench = Bench::new(&corpus());
    let full = fs::OpenOptions::new().write(true).open("/dev/full").expect("/dev/full");
    let output = Command::new(env!("CARGO_BIN_EXE_harness"))
        .args([text(&bench.path("corpus.txt")), "--csv", "-b", "candidates/mrv", "--no-probe"])
        .stdout(full)
        .stderr(Stdio::piped())
        .output()
        .expect("the program runs");
    assert_eq!(output.status.code(), Some(2));
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(errors.contains("No space left") && !errors.contains("panicked"), "{errors}");
}

/// Returns what a run says that ended, and how.
fn ended(child: std::process::Child) -> (Option<i32>, String) {
    let output = child.wait_with_output().expect("it ends");
    (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
}

fn start_heard(bench: &Bench, run: &Path, more: &[&str]) -> Child {
    Command::new(env!("CARGO_BIN_EXE_harness"))
        .args([text(&bench.path("corpus.txt")), "-o", text(run), "-b", "candidates/mrv"])
        .args(["-b", "cover/dlx", "-b", "backtrack/naive", "--timeout", "10s", "--no-probe"])
        .args(more)
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program runs")
}

#[test]
fn a_second_writer_of_a_folder_ends_at_once_and_changes_nothing() {
    let bench = Bench::new(&corpus());
    let being_written = "run is being written by another process";
    for more in
        [&["--reps", "8", "--resume"][..], &["--invocations", "3", "--reps", "2", "--resume"]]
    {
        let run = bench.path("run");
        let first = start_heard(&bench, &run, more);
        let rows_file = run.join("rows.csv");
        while fs::metadata(&rows_file).map_or(0, |data| data.len()) == 0 {
            std::thread::sleep(Duration::from_millis(1));
        }
        // It stands still, or it might have ended before the others begin.
        signal(&first, "STOP");
        let (code, told) = ended(start_heard(&bench, &run, more));
        assert_eq!((code, told.matches("error").count()), (Some(2), 1), "{told}");
        assert!(told.contains(being_written), "{told}");
        let merged = Command::new(env!("CARGO_BIN_EXE_harness"))
            .args(["merge", text(&run), "-o", text(&bench.path("merged"))])
            .output()
            .expect("the program runs");
        assert!(String::from_utf8_lossy(&merged.stderr).contains("rows.csv is being written"));
        signal(&first, "CONT");
        let (code, told) = ended(first);
        assert_eq!(code, Some(0), "{told}");
        keys(&run);
        let (code, told) = ended(start_heard(&bench, &run, more));
        assert_eq!(code, Some(0), "{told}");
        fs::remove_dir_all(&run).expect("it can go");
    }
}

#[test]
fn many_writers_that_start_at_once_leave_the_rows_of_one() {
    let bench = Bench::new(&corpus());
    let calm = bench.path("calm");
    assert_eq!(ended(start_heard(&bench, &calm, &["--reps", "4"])).0, Some(0));
    for round in 0..3 {
        let run = bench.path(&format!("run-{round}"));
        let more = if round == 0 { &["--reps", "4"][..] } else { &["--reps", "4", "--resume"] };
        let all: Vec<Child> = (0..4).map(|_| start_heard(&bench, &run, more)).collect();
        let ends: Vec<(Option<i32>, String)> = all.into_iter().map(ended).collect();
        let (well, refused): (Vec<_>, Vec<_>) = ends.iter().partition(|(code, _)| *code == Some(0));
        assert!(!well.is_empty(), "{ends:?}");
        for (code, told) in refused {
            assert_eq!(*code, Some(2), "{told}");
            assert!(told.contains("being written") || told.contains("already exists"), "{told}");
        }
        assert_eq!(keys(&run), keys(&calm));
    }
}
