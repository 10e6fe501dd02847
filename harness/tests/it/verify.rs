//! A run that was changed after it ended is found out, by `verify` and by whatever reads it, and takes no vote from
//! honest rows.

use std::fs;
use std::path::Path;
use std::process::Output;

use record::{Status, Verified};

use crate::bench::{Bench, check_refused, harness, prints, rows, text};

const BACKENDS: [&str; 5] = ["-b", "candidates/mrv", "-b", "cover/dlx", "--no-probe"];

/// Returns some puzzles of classic9.
pub(crate) fn corpus() -> String {
    let medium = include_str!("../../../datasets/medium.txt");
    let (headers, puzzles): (Vec<&str>, Vec<&str>) =
        medium.lines().partition(|line| line.starts_with('#'));
    [&headers[..], &puzzles[..20]].concat().join("\n") + "\n"
}

/// Runs a corpus of the bench into a folder of this name.
pub(crate) fn run(bench: &Bench, corpus: &str, name: &str, more: &[&str]) -> String {
    let (corpus, run) = (bench.path(corpus), bench.path(name));
    let words = [&["run", text(&corpus), "-o", text(&run)], &BACKENDS[..], more].concat();
    prints(&words);
    text(&run).to_owned()
}

/// Changes a file of a run.
pub(crate) fn edit(run: &str, file: &str, change: impl Fn(&str) -> String) {
    let path = Path::new(run).join(file);
    let before = fs::read_to_string(&path).expect("a file");
    let after = change(&before);
    assert_ne!(before, after);
    fs::write(&path, after).expect("room");
}

/// Replaces a field in all rows, given its column.
pub(crate) fn replace(text: &str, column: &str, value: impl Fn(&str) -> String) -> String {
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    let header = reader.headers().expect("a header").clone();
    let place = header.iter().position(|name| name == column).expect("a column");
    let mut writer = csv::Writer::from_writer(Vec::new());
    writer.write_record(&header).expect("room");
    for record in reader.records() {
        let record = record.expect("a row");
        let field =
            |(at, field): (usize, &str)| if at == place { value(field) } else { field.to_owned() };
        writer.write_record(record.iter().enumerate().map(field)).expect("room");
    }
    String::from_utf8(writer.into_inner().expect("room")).expect("text")
}

fn printed(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr)
}

/// The line of a check, which has this result.
#[track_caller]
pub(crate) fn check(run: &str, name: &str, word: &str, part: &str) {
    let output = harness(&["verify", run]);
    let printed = printed(&output);
    let line =
        printed.lines().find(|line| line[8.min(line.len())..].trim_start().starts_with(name));
    let line = line.unwrap_or_else(|| panic!("{name}: {printed}"));
    assert!(line.starts_with(word) && line.contains(part), "{line}\n{printed}");
    let expected = if printed.contains("FAILED") { 1 } else { 0 };
    assert_eq!(output.status.code(), Some(expected), "{printed}");
}

#[test]
fn an_honest_run_holds_whatever_became_of_it() {
    let bench = Bench::new(&corpus());
    let one = run(&bench, "corpus.txt", "one", &["--reps", "2"]);
    let printed = prints(&["verify", &one]);
    assert!(!printed.contains("FAILED") && !printed.contains("unknown "), "{printed}");
    assert!(printed.contains("Checked again: the grids of all 120 answers."), "{printed}");
    assert!(
        printed.contains("Each of 120 trials of 2 backends on 20 puzzles has one row."),
        "{printed}"
    );
    let json: serde_json::Value =
        serde_json::from_str(&prints(&["verify", &one, "--format", "json"])).expect("JSON");
    assert_eq!((&json["failed"], &json["unknown"]), (&0.into(), &0.into()), "{json}");

    let invoked = run(&bench, "corpus.txt", "invoked", &["--invocations", "2"]);
    check(&invoked, "plan", "ok", "Each of 80 trials");
    check(&invoked, "seals", "ok", "rows.csv");

    let merged = bench.path("merged");
    let merge = prints(&["merge", &one, &invoked, "-o", text(&merged)]);
    assert!(merge.contains("Checked again: the grids of all 200 answers."), "{merge}");
    check(text(&merged), "seals", "ok", "The rows of each run");
    check(text(&merged), "grids", "ok", "all 200 answers");
    edit(text(&merged), "rows.csv", |rows| rows.replacen(",unique,yes,1,", ",unique,yes,1,7", 1));
    check(text(&merged), "seals", "FAILED", "rows.csv");

    let package = bench.path("package");
    prints(&["export", &one, "-b", "cover/dlx", "--data-package", text(&package)]);
    check(text(&package), "seals", "ok", "rows.csv");
    check(text(&package), "row count", "ok", "but for 80 other rows");
    check(text(&package), "plan", "unknown", "a selection of those of the run");
    let whole = bench.path("whole");
    prints(&["export", &one, "--data-package", text(&whole)]);
    // The pilot passes are not copied.
    check(text(&whole), "row count", "ok", "but for 40 other rows");
    let again = bench.path("package-of-package");
    let puzzles = ["-f", "1$", "--data-package", text(&again)];
    prints(&[&["export", text(&package)][..], &puzzles].concat());
    check(text(&again), "row count", "ok", "other rows");
    edit(text(&again), "rows.csv", |rows| {
        rows.lines().take(3).collect::<Vec<_>>().join("\n") + "\n"
    });
    check(text(&again), "row count", "FAILED", "in other selections");
    let archive = bench.path("archive");
    prints(&["archive", &one, "-o", text(&archive), "--no-inputs"]);
    check(text(&archive.join("runs/one")), "seals", "ok", "rows.csv");
}

#[test]
fn shards_and_resumed_runs_hold() {
    let bench = Bench::new(&corpus());
    let shared = bench.path("shared");
    for shard in ["1/2", "2/2"] {
        run(&bench, "corpus.txt", "shared", &["--shard", shard]);
    }
    check(text(&shared.join("shards/1-of-2")), "plan", "ok", "has one row");
    let merged = bench.path("merged");
    prints(&["merge", "--complete", text(&shared), "-o", text(&merged)]);
    check(text(&merged), "seals", "ok", "The rows of each run");
    check(text(&merged), "plan", "ok", "Each of 40 trials of 2 backends on 20 puzzles");
    let shard = text(&shared.join("shards/2-of-2")).to_owned();
    edit(&shard, "puzzles.csv", |text| text.replacen(",classic9,", ",Classic9,", 1));
    let again = bench.path("again");
    check_refused(
        &["merge", "--complete", text(&shared), "-o", text(&again)],
        "was changed after the shard",
    );

    let whole = run(&bench, "corpus.txt", "whole", &[]);
    let partly = Path::new(&whole);
    let all = fs::read_to_string(partly.join("rows.csv")).expect("rows");
    // As after a kill: no seal, and a partial row.
    edit(&whole, "rows.csv", |text| text[..text.len() - 700].to_owned());
    edit(&whole, "manifest.json", |text| {
        let mut manifest: serde_json::Value = serde_json::from_str(text).expect("JSON");
        manifest["complete"] = false.into();
        manifest["end"] = serde_json::Value::Null;
        manifest.as_object_mut().expect("fields").remove("seals");
        manifest.as_object_mut().expect("fields").remove("rows");
        manifest.to_string()
    });
    check(&whole, "seals", "unknown", "without a seal");
    check(&whole, "plan", "unknown", "incomplete");
    run(&bench, "corpus.txt", "whole", &["--resume"]);
    check(&whole, "seals", "ok", "rows.csv");
    check(&whole, "plan", "ok", "Each of 40 trials");
    assert_eq!(rows(partly).len(), all.lines().count() - 1);
}

#[test]
fn grids_that_were_replaced_are_wrong_and_take_nothing_from_honest_rows() {
    let bench = Bench::new(&corpus());
    let honest = run(&bench, "corpus.txt", "honest", &[]);
    let edited = run(&bench, "corpus.txt", "edited", &[]);
    edit(&edited, "rows.csv", |rows| replace(rows, "solution", |_| "1".repeat(81)));
    check(&edited, "seals", "FAILED", "rows.csv");
    check(&edited, "grids", "FAILED", "40 grids do not solve their puzzles");
    for verb in [
        &["rank", &edited][..],
        &["compare", &edited],
        &["show", &edited],
        &["report", &edited, "-o", text(&bench.path("a.html"))],
        &["merge", &edited, "-o", text(&bench.path("m"))],
        &["diff", &honest, &edited],
        &["rank", &honest, &edited],
    ] {
        let output = harness(verb);
        let printed =
            printed(&output) + &fs::read_to_string(bench.path("a.html")).unwrap_or_default();
        assert_eq!(output.status.code(), Some(1), "{verb:?}: {printed}");
        assert!(printed.contains("was changed after the run"), "{verb:?}: {printed}");
        drop(fs::remove_file(bench.path("a.html")));
    }
    assert!(!bench.path("m").exists());
    // The seal says so even if the grids are right.
    let faster = run(&bench, "corpus.txt", "faster", &[]);
    edit(&faster, "rows.csv", |rows| {
        replace(rows, "wall_ns", |ns| (ns.parse::<u64>().expect("a time") / 1000).to_string())
    });
    assert_eq!(harness(&["rank", &faster]).status.code(), Some(1));
    let plotted = harness(&["plot", "cactus", &faster, "-o", text(&bench.path("a.svg"))]);
    assert_eq!(plotted.status.code(), Some(1));
    assert!(printed(&plotted).contains("was changed after the run"), "{}", printed(&plotted));
    check(&faster, "seals", "FAILED", "rows.csv");
    check(&faster, "grids", "ok", "all 40 answers");
}

#[test]
fn claims_of_a_changed_run_do_not_outvote() {
    let bench = Bench::new(&corpus());
    let honest = run(&bench, "corpus.txt", "honest", &[]);
    for (status, solutions) in [("impossible", "0"), ("multiple", "2")] {
        let edited = run(&bench, "corpus.txt", status, &[]);
        edit(&edited, "rows.csv", |rows| {
            let rows = replace(rows, "status", |_| status.into());
            let rows = replace(&rows, "solutions", |_| solutions.into());
            replace(&rows, "solution", |grid| {
                if status == "multiple" { grid.into() } else { String::new() }
            })
        });
        let runs =
            analysis::load::Runs::read(&[honest.clone().into(), edited.into()]).expect("runs");
        assert!(runs.is_changed());
        for trial in runs.trials.iter().filter(|trial| trial.source == 0) {
            assert_eq!((trial.status, trial.verified), (Status::Unique, Verified::Yes), "{status}");
        }
        for trial in runs.trials.iter().filter(|trial| trial.source == 1) {
            assert_ne!(trial.verified, Verified::Yes, "{status}");
        }
    }
}

#[test]
fn what_contradicts_itself_is_named_with_its_line() {
    let bench = Bench::new(&corpus());
    let run = run(&bench, "corpus.txt", "run", &[]);
    let path = Path::new(&run).join("rows.csv");
    let whole = fs::read_to_string(&path).expect("rows");
    let with = |change: &dyn Fn(&str) -> String| fs::write(&path, change(&whole)).expect("room");
    let third = |from: &str, to: &str| -> String {
        let mut lines: Vec<String> = whole.lines().map(|line| line.to_owned() + "\n").collect();
        assert!(lines[2].contains(from), "{}", lines[2]);
        lines[2] = lines[2].replacen(from, to, 1);
        lines.concat()
    };
    with(&|_| third(",unique,yes,1,", ",solvd,yes,1,"));
    check(&run, "rows", "FAILED", "1 row cannot be read; the first in line 3: status: ");
    with(&|_| third(",unique,yes,1,", ",impossible,yes,1,"));
    check(&run, "claims", "FAILED", "line 3: impossible with 1 solution");
    with(&|_| third(",unique,yes,1,", ",timeout,yes,1,"));
    check(&run, "claims", "FAILED", "line 3: timeout with verified=yes");
    with(&|_| third(",unique,yes,1,", ",unique,yes,1,9999999"));
    check(&run, "times", "FAILED", "line 3: an answer after 99");
    with(&|whole| whole.to_owned() + whole.lines().last().expect("a row") + "\n");
    check(&run, "trials", "FAILED", "1 row repeats a trial; the first in line 42");
    with(&|whole| whole.lines().take(40).map(|line| line.to_owned() + "\n").collect());
    check(&run, "plan", "FAILED", "39 of 40 trials have a row");
    check(&run, "row count", "FAILED", "has 39 rows of ");
    with(&|whole| whole.trim_end().to_owned());
    check(&run, "rows", "FAILED", "the last line is partial");
    with(&|whole| replace(whole, "run_id", |_| "another".into()));
    check(&run, "trials", "FAILED", "are of a run without a manifest");
    with(&|whole| whole.to_owned());
    edit(&run, "puzzles.csv", |text| {
        replace(text, "givens", |givens| givens.replacen('.', "1", 1))
    });
    check(&run, "puzzles", "FAILED", "has another hash");
    check(&run, "grids", "FAILED", "do not fit together");
    check_refused(&["verify", text(&bench.path("corpus.txt"))], "is not the folder of a run");
    check_refused(&["verify", text(&bench.path(""))], "expected the folder of a run");
}

#[test]
fn a_changed_run_is_neither_resumed_nor_archived() {
    let bench = Bench::new(&corpus());
    let run = run(&bench, "corpus.txt", "run", &[]);
    edit(&run, "rows.csv", |rows| replace(rows, "nodes", |_| "1".into()));
    let corpus = bench.path("corpus.txt");
    let again = [&["run", text(&corpus), "-o", &run, "--resume"], &BACKENDS[..]].concat();
    check_refused(&again, "was changed after the run stopped");
    let archive = bench.path("archive");
    check_refused(
        &["archive", &run, "-o", text(&archive), "--no-inputs"],
        "was changed after the run",
    );
}

#[test]
fn a_repeated_row_of_a_killed_run_is_not_resumed() {
    let bench = Bench::new(&corpus());
    let run = run(&bench, "corpus.txt", "run", &[]);
    edit(&run, "rows.csv", |text| text.to_owned() + text.lines().last().expect("a row") + "\n");
    edit(&run, "manifest.json", |text| {
        let mut manifest: serde_json::Value = serde_json::from_str(text).expect("JSON");
        manifest.as_object_mut().expect("fields").remove("seals");
        manifest.to_string()
    });
    let corpus = bench.path("corpus.txt");
    let again = [&["run", text(&corpus), "-o", &run, "--resume"], &BACKENDS[..]].concat();
    check_refused(&again, "rows.csv:42: the trial of ");
}

#[test]
fn boards_of_files_and_instances_are_checked_again() {
    let bench = Bench::new("# geometry: own.txt\n1...............\n");
    let own = "name: own\nboard:\nAABB\nACCB\nADCB\nDDDC\n\nrows\ncolumns\n";
    fs::write(bench.path("own.txt"), own).expect("room");
    let own = run(&bench, "corpus.txt", "own", &["--task", "first"]);
    check(&own, "grids", "ok", "all 2 answers");
    check(&own, "seals", "ok", "geometries.csv");
    fs::remove_file(bench.path("own.txt")).expect("a file");
    check(&own, "grids", "ok", "all 2 answers");

    fs::write(bench.path("f.cnf"), "p cnf 2 2\n1 2 0\n-1 0\n").expect("room");
    fs::write(bench.path("g.col"), "p edge 3 2\ne 1 2\ne 2 3\n").expect("room");
    let corpora = ["f.cnf", "g.col"].map(|name| text(&bench.path(name)).to_owned());
    let run = text(&bench.path("instances")).to_owned();
    let backends = ["-b", "dpll", "-b", "colour/dsatur-exact", "--no-probe"];
    prints(
        &[
            &["run", &corpora[0], &corpora[1], "queens:6", "-b", "cover/dlx", "-o", &run],
            &backends[..],
        ]
        .concat(),
    );
    let output = printed(&harness(&["verify", &run, &corpora[0], &corpora[1], "queens:6"]));
    assert!(output.contains("answer their problems.") && !output.contains("FAILED"), "{output}");
    edit(&run, "rows.csv", |rows| {
        let flip = |it: char| {
            if it == '0' {
                '1'
            } else if it == '1' {
                '0'
            } else {
                it
            }
        };
        replace(rows, "solution", |grid| grid.chars().map(flip).collect())
    });
    let output = printed(&harness(&["verify", &run, &corpora[0], &corpora[1], "queens:6"]));
    assert!(output.contains("grids do not answer their problems; the first: "), "{output}");
    fs::write(&corpora[0], "p cnf 2 1\n1 2 0\n").expect("room");
    let output = printed(&harness(&["verify", &run, &corpora[0]]));
    assert!(output.contains("is no corpus of the run"), "{output}");
}

#[test]
fn kept_proofs_are_checked_again() {
    let bench = Bench::new("1...............\n");
    let (corpus, proofs) = (bench.path("corpus.txt"), bench.path("proofs"));
    let run = text(&bench.path("run")).to_owned();
    let keep = ["--certify", "--keep-proofs", text(&proofs), "--no-probe"];
    prints(
        &[&["run", text(&corpus), "-o", &run, "-b", "count/fewest", "--task", "count"], &keep[..]]
            .concat(),
    );
    let verify = || printed(&harness(&["verify", &run, "--proofs", text(&proofs)]));
    assert!(verify().contains("1 proof accepted, one for each certified claim."), "{}", verify());
    let certificate = fs::read_dir(&proofs).expect("a folder").flatten();
    let certificate =
        certificate.map(|it| it.path()).find(|it| it.to_string_lossy().ends_with(".count.gz"));
    fs::write(certificate.expect("a certificate"), "ecc 1\n").expect("room");
    assert!(verify().contains("1 proof refused"), "{}", verify());
}

#[cfg(unix)]
#[test]
fn a_deleted_folder_ends_the_run_at_the_next_write() {
    use std::process::{Command, Stdio};

    use crate::bench::wait_until;

    let bench = Bench::new(&corpus());
    let run = bench.path("run");
    let child = Command::new(env!("CARGO_BIN_EXE_harness"))
        .args([
            text(&bench.path("corpus.txt")),
            "-o",
            text(&run),
            "-b",
            "backtrack/naive",
            "--no-probe",
        ])
        .args(["--reps", "1000000", "--jobs", "1"])
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program runs");
    wait_until("rows are written", || {
        fs::metadata(run.join("rows.csv")).is_ok_and(|data| data.len() > 5_000)
    });
    fs::remove_dir_all(&run).expect("a folder");
    let output = child.wait_with_output().expect("it ends");
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2), "{errors}");
    assert!(errors.contains("rows.csv was deleted, moved or replaced"), "{errors}");
}
