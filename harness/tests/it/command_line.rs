//! The program as people call it: exit codes, messages, files.

use std::fs;
use std::process::{Command, Output, Stdio};

use record::Status;

use crate::bench::{Bench, check_refused, harness, rows, text};

const PUZZLE: &str = "....1.3.431.2... Malherbe\n";

fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).expect("text")
}

#[test]
fn the_main_job_leaves_rows_and_a_manifest_and_prints_the_folder_last() {
    let bench = Bench::new(PUZZLE);
    let (corpus, run) = (bench.path("corpus.txt"), bench.path("deep/run"));
    let output = harness(&[text(&corpus), "-o", text(&run)]);
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(stdout(&output).lines().last(), Some(text(&run)));
    let rows = rows(&run);
    let ids: Vec<&str> = rows.iter().map(|row| &*row.backend).collect();
    assert_eq!(ids.len(), harness::cmd::DEFAULT_ROWS.len());
    for row in &rows {
        assert_eq!(row.solution.as_deref(), Some("3421123443122143"), "{}", row.backend);
    }
    let manifest = fs::read_to_string(run.join("manifest.json")).expect("a manifest");
    let manifest: serde_json::Value = serde_json::from_str(&manifest).expect("JSON");
    assert_eq!(manifest["complete"], true);
    assert_eq!(manifest["run_id"], *rows[0].run_id);
    assert_eq!(manifest["puzzles"], 1);
    assert!(manifest["plan"]["corpora"][0]["blake3"].is_string());
}

#[test]
fn a_folder_that_is_there_is_never_overwritten() {
    let bench = Bench::new(PUZZLE);
    let (corpus, run) = (bench.path("corpus.txt"), bench.path("run"));
    let arguments = [text(&corpus), "-o", text(&run), "-b", "cover/dlx", "--no-probe"];
    assert_eq!(harness(&arguments).status.code(), Some(0));
    let before = fs::read(run.join("rows.csv")).expect("rows");
    check_refused(&arguments, "never overwritten");
    assert_eq!(fs::read(run.join("rows.csv")).expect("rows"), before);
}

#[test]
fn a_bad_line_is_named_the_others_run_and_the_exit_is_2() {
    let bench = Bench::new(&format!("\u{feff}# a comment\r\n\r\n....1.3.431.2..y\r\n{PUZZLE}"));
    let (corpus, run) = (bench.path("corpus.txt"), bench.path("run"));
    let message = format!("{}:3:16: 'y' is no symbol, expected one of 1234", text(&corpus));
    check_refused(&[text(&corpus), "-o", text(&run), "-b", "cover/dlx", "--no-probe"], &message);
    assert_eq!(rows(&run).len(), 1);
}

#[test]
fn bytes_that_are_no_text_are_bad_lines() {
    let bench = Bench::new(PUZZLE);
    let corpus = bench.path("corpus.txt");
    let mut bytes = PUZZLE.as_bytes().to_vec();
    bytes.extend([b'.', 0xff, 0xfe, b'\n']);
    bytes.extend(vec![b'1'; 3_000_000]);
    bytes.extend(b"\n3421............ after\n");
    fs::write(&corpus, bytes).expect("a file");
    let run = bench.path("run");
    check_refused(
        &[text(&corpus), "-o", text(&run), "-b", "cover/dlx", "--no-probe"],
        "corpus.txt:2:2: not UTF-8",
    );
    assert_eq!(rows(&run).len(), 2);
    check_refused(&[text(&corpus), "--csv", "--no-probe"], "corpus.txt:3:1: a line longer than");
}

#[test]
fn a_stream_that_is_cut_off_loses_nothing_that_was_read_and_the_exit_is_2() {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    std::io::Write::write_all(&mut encoder, PUZZLE.repeat(3).as_bytes()).expect("memory");
    let bytes = encoder.finish().expect("memory");
    let bench = Bench::new(PUZZLE);
    let (cut, after, run) = (bench.path("cut.gz"), bench.path("corpus.txt"), bench.path("run"));
    fs::write(&cut, &bytes[..bytes.len() - 4]).expect("a file");
    let message = "cut.gz:4:1: the gzip stream is damaged or truncated";
    let arguments = [text(&cut), text(&after), "-o", text(&run), "-b", "cover/dlx", "--no-probe"];
    check_refused(&arguments, message);
    assert_eq!(rows(&run).len(), 4);
}

#[test]
fn bad_usage_is_one_clear_line() {
    let bench = Bench::new(PUZZLE);
    let corpus = bench.path("corpus.txt");
    let corpus = text(&corpus);
    check_refused(&["no/such/file.txt"], "cannot open no/such/file.txt");
    check_refused(&[text(&bench.path(""))], "is a folder");
    check_refused(&[corpus, "-b", "cover/dxl"], "did you mean cover/dlx?");
    check_refused(&[corpus, "-f", "nothing"], "no puzzle to run");
    check_refused(&[corpus, "--timeout", "2"], "expected one like 100ms");
    check_refused(&[corpus, "-o", &format!("{corpus}/run")], "cannot create");
    let message = "external/prog: there is no program \"no/such/prog\"";
    check_refused(&[corpus, "--external", "no/such/prog"], message);
    check_refused(&["list", "-b", "["], "neither a name nor a valid regular expression");
    check_refused(&["--no-such-flag"], "unexpected argument");
}

#[test]
fn a_closed_pipe_is_no_panic() {
    let bench = Bench::new(&PUZZLE.repeat(2000));
    let mut child = Command::new(env!("CARGO_BIN_EXE_harness"))
        .args([text(&bench.path("corpus.txt")), "--csv", "-b", "candidates/mrv", "--no-probe"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program runs");
    drop(child.stdout.take());
    let output = child.wait_with_output().expect("it ends");
    let errors = String::from_utf8(output.stderr).expect("text");
    assert!(!errors.contains("panicked"), "{errors}");
    assert_eq!(output.status.code(), Some(0), "{errors}");
}

#[test]
fn rows_go_to_standard_output_on_request_and_a_corpus_comes_from_standard_input() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_harness"))
        .args(["-", "--csv", "-b", "cover/dlx", "--task", "count", "--no-probe"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program runs");
    let mut stdin = child.stdin.take().expect("a pipe");
    std::io::Write::write_all(&mut stdin, b"................ empty\n").expect("it reads");
    drop(stdin);
    let output = child.wait_with_output().expect("it ends");
    let mut reader = csv::Reader::from_reader(&output.stdout[..]);
    let row: record::Row = reader.deserialize().next().expect("a row").expect("a row");
    assert_eq!((row.solutions.saturated(), &*row.corpus), (288, "stdin"));
}

#[test]
fn list_has_a_row_for_every_backend_in_every_format() {
    let csv = stdout(&harness(&["list", "--csv"]));
    assert_eq!(csv.lines().count(), 1 + solvers::BACKENDS.len());
    let json: Vec<serde_json::Value> =
        serde_json::from_str(&stdout(&harness(&["list", "--json"]))).expect("JSON");
    assert_eq!(json.len(), solvers::BACKENDS.len());
    assert_eq!(stdout(&harness(&["list", "-b", "cover/dlx"])).lines().count(), 3);
    for id in harness::cmd::DEFAULT_ROWS {
        assert!(csv.contains(id), "{id}");
    }
}

#[test]
fn list_prints_the_readable_edition_of_a_backend() {
    let program = stdout(&harness(&["list", "--code", "cover/dlx"]));
    assert!(program.starts_with("//! Dancing Links") && program.contains("fn main()"));
    let json = stdout(&harness(&["list", "--code", "candidates/mrv.list", "--json"]));
    let edition: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    assert_eq!(edition["backends"][0], "candidates/mrv");
    let bets = |line: &&serde_json::Value| line["events"] == serde_json::json!(["bet"]);
    let lines = edition["pseudocode"].as_array().expect("lines");
    assert_eq!(lines.iter().filter(bets).count(), 1, "{lines:?}");
    check_refused(&["list", "--code", "cover/dlx-rs"], "cover/dlx-rs has no readable edition");
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_a_run_with_rows_that_can_be_read() {
    let bench = Bench::new(&format!("{PUZZLE}# geometry: latin25\n{} latin\n", ".".repeat(625)));
    let run = bench.path("run");
    let mut child = Command::new(env!("CARGO_BIN_EXE_harness"))
        .args([text(&bench.path("corpus.txt")), "-o", text(&run), "--jobs", "1"])
        .args(["-b", "candidates/mrv", "--task", "count", "--timeout", "none"])
        .args(["--max-solutions", "1000000000000"])
        .stdout(Stdio::null())
        .spawn()
        .expect("the program runs");
    while !run.join("manifest.json").exists() {
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    std::thread::sleep(std::time::Duration::from_millis(300));
    let pid = child.id().to_string();
    assert!(Command::new("kill").args(["-INT", &pid]).status().expect("kill").success());
    assert_eq!(child.wait().expect("it ends").code(), Some(130));
    let rows = rows(&run);
    assert_eq!(rows.len(), 1, "the trial that was interrupted leaves no row");
    let manifest = fs::read_to_string(run.join("manifest.json")).expect("a manifest");
    assert!(manifest.contains("\"complete\": false"));
}

#[test]
fn generated_corpora_are_the_same_bytes_with_any_number_of_threads_and_read_back() {
    let wish = ["generate", "--geometry", "x", "--count", "70", "--seed", "9", "--jobs"];
    let make = |jobs: &'static str| harness(&[&wish[..], &[jobs]].concat());
    let corpus = make("1");
    assert_eq!(corpus.status.code(), Some(0));
    assert_eq!(corpus.stdout, make("3").stdout);
    let bench = Bench::new(&stdout(&corpus));
    let run = bench.path("run");
    let backends = ["-b", "candidates/mrv", "-b", "cover/dlx", "--no-probe"];
    let path = bench.path("corpus.txt");
    let output = harness(&[&[text(&path), "-o", text(&run)], &backends[..]].concat());
    assert_eq!(output.status.code(), Some(0));
    let rows = rows(&run);
    assert_eq!(rows.len(), 140);
    assert!(rows.iter().all(|row| row.status == Status::Unique && &*row.geometry == "x"));
}

#[test]
fn there_are_36_classes_of_minimal_puzzles_of_order_4() {
    let ask = |count: &str| harness(&["generate", "--geometry", "classic4", "--count", count]);
    assert_eq!(ask("36").status.code(), Some(0));
    let too_many = ask("37");
    assert_eq!(too_many.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&too_many.stderr).contains("36 of 37 puzzles"));
}

#[test]
fn a_generated_file_never_overwrites_another() {
    let bench = Bench::new(PUZZLE);
    let corpus = bench.path("corpus.txt");
    check_refused(&["generate", "-o", text(&corpus)], "cannot create");
    assert_eq!(fs::read_to_string(corpus).expect("the corpus"), PUZZLE);
}

#[test]
fn the_doctor_finds_something_to_say_of_every_fact_and_never_fails() {
    let output = harness(&["doctor", "--jobs", "2", "--json"]);
    assert_eq!(output.status.code(), Some(0));
    let report: serde_json::Value = serde_json::from_str(&stdout(&output)).expect("JSON");
    let facts = &report["facts"];
    assert_eq!(facts["interference"]["jobs"], 2);
    for number in ["jobs", "pinnable_workers", "overhead_ns_per_trial"] {
        assert!(facts[number].is_number(), "{number}");
    }
    for (group, key) in [
        ("clocks", "instant_ns"),
        ("clocks", "thread_cpu_ns"),
        ("machine", "cpu"),
        ("machine", "governor"),
        ("machine", "physical_cores"),
        ("machine", "smt"),
        ("machine", "swap_used_bytes"),
        ("machine", "turbo"),
        ("machine", "virtualisation"),
    ] {
        assert!(facts[group].get(key).is_some(), "{group}.{key}");
    }
    let findings = report["findings"].as_array().expect("findings");
    let output = harness(&["doctor", "--jobs", "1"]);
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(stdout(&output).lines().count(), 1 + findings.len());
}

#[test]
fn a_summary_keeps_a_sample_and_the_failures_and_a_digest_that_no_order_changes() {
    let corpus = include_str!("../../../datasets/easy.txt");
    let reversed: Vec<&str> = corpus.lines().rev().filter(|line| !line.starts_with('#')).collect();
    let summary = |corpus: &str, jobs: &str| {
        let bench = Bench::new(corpus);
        let (path, run) = (bench.path("corpus.txt"), bench.path("run"));
        let more = ["--summary-only", "--no-probe", "--jobs", jobs, "-b", "candidates/mrv"];
        let output = harness(&[&[text(&path), "-o", text(&run)], &more[..]].concat());
        assert_eq!(output.status.code(), Some(0));
        assert_eq!(rows(&run).len(), 1);
        let manifest = fs::read_to_string(run.join("manifest.json")).expect("a manifest");
        let manifest: serde_json::Value = serde_json::from_str(&manifest).expect("JSON");
        manifest["summary"]["candidates/mrv"].clone()
    };
    let there = summary(corpus, "1");
    assert_eq!(there["statuses"]["unique"], 1000);
    assert_eq!(there, summary(&reversed.join("\n"), "2"));
    assert_ne!(there, summary(include_str!("../../../datasets/medium.txt"), "1"));
}

#[test]
fn a_summary_of_bare_lines_is_that_of_the_puzzles_that_they_are() {
    let lines = |text: &'static str| text.lines().filter(|line| !line.starts_with('#'));
    let puzzles: Vec<&str> = [
        include_str!("../../../datasets/medium.txt"),
        include_str!("../../../datasets/easy.txt"),
        include_str!("../../../datasets/hardest.txt"),
    ]
    .map(|text| lines(text).map(|line| &line[..81]).collect::<Vec<_>>())
    .concat();
    let clash = format!("11{}", ".".repeat(79));
    let several = ".".repeat(81);
    let [first, second] = [&puzzles[..700], &puzzles[700..]].map(|half| half.join("\n"));
    let corpus = format!(
        "# expect: unique\n{first}\n# expect:\n{clash}\nbad\n{clash}\r\n{several}\n{second}\n{} named\n",
        puzzles[0]
    );
    let bench = Bench::new(&corpus);
    let path = bench.path("corpus.txt");
    let mut n_runs = 0;
    let mut run = |more: &[&str]| {
        n_runs += 1;
        let run = bench.path(&format!("run{n_runs}"));
        let fixed = [text(&path), "-o", text(&run), "--summary-only", "--no-probe"];
        let output = harness(&[&fixed, more].concat());
        assert_eq!(output.status.code(), Some(2), "a line is bad");
        let manifest = fs::read_to_string(run.join("manifest.json")).expect("a manifest");
        let manifest: serde_json::Value = serde_json::from_str(&manifest).expect("JSON");
        let (_, summary) =
            manifest["summary"].as_object().expect("one").iter().next().expect("one");
        let mut kept: Vec<String> = rows(&run)
            .iter()
            .map(|row| {
                format!(
                    "{} {} {:?} {:?} {:?} {:?}",
                    row.plan_order, row.puzzle, row.status, row.verified, row.bets, row.solution
                )
            })
            .collect();
        kept.sort_unstable();
        (summary.clone(), kept, stdout(&output))
    };
    for id in ["simd/bitslice", "simd/single", "candidates/mrv"] {
        for task in ["unique", "first"] {
            let (summary, kept, table) = run(&["-b", id, "--task", task, "--jobs", "1"]);
            // A filter makes a puzzle of each line.
            let by_name = ["-b", id, "--task", task, "--jobs", "1", "-f", "."];
            let (expected, expected_kept, expected_table) = run(&by_name);
            assert_eq!((&summary, &kept), (&expected, &expected_kept), "{id}");
            let counts = |table: &str| {
                let words = table.lines().nth(2).expect("a row").split_whitespace();
                let words: Vec<String> = words.map(str::to_owned).collect();
                [&words[..5], &words[words.len() - 2..]].concat()
            };
            assert_eq!(counts(&table), counts(&expected_table));
            let verified = |table: &str| table.lines().nth(3).map(str::to_owned);
            assert_eq!(verified(&table), verified(&expected_table));
            assert!(kept.len() > 2, "{kept:?}");
            let two = ["-b", id, "--task", task, "--jobs", "2"];
            assert_eq!((summary, kept), {
                let (summary, kept, _) = run(&two);
                (summary, kept)
            });
        }
    }
}

#[test]
fn tables_and_compressed_corpora_are_read_like_any_other() {
    let bench = Bench::new("name;puzzle;solution\nMalherbe;....1.3.431.2...;3421123443122143\n");
    let (path, run) = (bench.path("corpus.txt"), bench.path("run"));
    let output = harness(&[text(&path), "-o", text(&run), "-b", "cover/dlx", "--no-probe"]);
    assert_eq!(output.status.code(), Some(0));
    let row = &rows(&run)[0];
    assert_eq!((&*row.puzzle, row.solutions.saturated()), ("Malherbe", 1));
}

#[test]
fn a_mistyped_subcommand_is_not_taken_for_a_file() {
    check_refused(
        &["racnk", "results/x", "--by", "corpus"],
        "neither a subcommand nor a file; did you mean rank?",
    );
    check_refused(&["none.txt"], "cannot open none.txt");
}

#[test]
fn the_help_of_subcommands_that_run_nothing_names_no_default_backends() {
    let help = |name: &str| stdout(&harness(&[name, "--help"]));
    assert!(help("run").contains("the default backends run"));
    for name in ["rank", "plot", "report", "diff", "export", "list"] {
        assert!(!help(name).contains("default backends run"), "{name}");
    }
}

#[test]
fn lists_fit_a_terminal_unless_they_are_to_be_wide() {
    for what in [&["list"][..], &["list", "--sat"], &["list", "--geometries"]] {
        let widest = |more: &[&str]| {
            let printed = stdout(&harness(&[what, more].concat()));
            printed.lines().map(|line| line.chars().count()).max().expect("lines")
        };
        assert!(widest(&[]) <= 100, "{what:?}");
        assert!(widest(&["--wide"]) > 100, "{what:?}");
    }
}
