//! Certificates of counts: written and checked in runs, kept, and checked from files of anybody.

use std::fs;
use std::io::{Read, Write};
use std::path::PathBuf;
use std::process::Output;
use std::sync::atomic::AtomicBool;

use board::Count;
use board::instance::{CountWriter, ExactCover};
use clap::Parser;
use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;
use harness::cli::Cli;
use harness::cmd::{self, End};
use record::{Certified, Row, Status, Verified};
use solvers::contract::takes::PrepareCountProver;
use solvers::count::fewest::FEWEST;
use solvers::count::rows::{SWEEP, SWEEP_BANDWIDTH};
use solvers::cover::dlx::DLX;
use solvers::{
    Backend, CountProver, Limits, Outcome, Preparation, Solver, Stop, Takes, Unsupported,
};

use crate::bench::{self, Bench, text};

/// Three tilings by dominoes, a problem with colours, one solution, and none.
const PROBLEMS: [(&str, &str, u64); 4] = [
    ("dominoes.dlx", "a b c d e f\na b\nb c\nd e\ne f\na d\nb e\nc f\n", 3),
    ("colours.xcc", "a b | x\na x:red\nb x:red\na x:blue\nb x\na b\n", 2),
    ("one.dlx", "a b c\na b\nb c\nc\n", 1),
    ("none.dlx", "a b c\na b\nb c\n", 0),
];

fn problems() -> Bench {
    let bench = Bench::new("");
    for (name, problem, _) in PROBLEMS {
        fs::write(bench.path(name), problem).expect("a problem");
    }
    bench
}

/// Counts the problems with some backends.
fn count(bench: &Bench, backends: &[Backend], options: &[&str]) -> (End, Vec<Row>) {
    let run = bench.path("run");
    let fixed = ["harness", "-o", text(&run), "-b", ".", "--no-probe", "--isolate", "none"];
    let files = PROBLEMS.map(|(name, ..)| bench.path(name));
    let asked = ["--task", "count", "--certify"];
    let arguments = fixed.iter().chain(&asked).chain(options).copied();
    let cli = Cli::parse_from(arguments.chain(files.iter().map(|it| text(it))));
    let (cancel, mut out) = (AtomicBool::new(false), Vec::new());
    let end = cmd::run::run(&cli.run, backends, &cancel, &mut out).expect("a run");
    (end, bench::rows(&run))
}

#[test]
fn counts_are_verified_by_their_certificates() {
    let (end, rows) = count(&problems(), &[SWEEP, SWEEP_BANDWIDTH, FEWEST], &[]);
    assert_eq!((end, rows.len()), (End::Well, 12));
    for row in rows {
        let of_row = PROBLEMS.iter().find(|(name, ..)| name.starts_with(&*row.puzzle));
        let expected = of_row.expect("a problem").2;
        let found = (row.solutions.clone(), row.verified, row.certified);
        assert_eq!(found, (expected.into(), Verified::Yes, Some(Certified::Yes)), "{row:?}");
    }
}

/// Returns a file that `--keep-proofs` wrote, by the beginning and the end of its name.
fn kept(bench: &Bench, start: &str, end: &str) -> PathBuf {
    let files = fs::read_dir(bench.path("proofs")).expect("the folder").flatten();
    let is_it = |name: &str| name.starts_with(start) && name.ends_with(end);
    let mut files = files.map(|entry| entry.path());
    files.find(|path| is_it(&path.file_name().unwrap_or_default().to_string_lossy())).expect(end)
}

fn check(problem: &str, certificate: &str, options: &[&str]) -> (Option<i32>, String) {
    let arguments = [&["check-count", problem, certificate], options].concat();
    let Output { status, stdout, stderr } = bench::harness(&arguments);
    let printed = if status.code() == Some(2) { stderr } else { stdout };
    (status.code(), String::from_utf8(printed).expect("text"))
}

#[test]
fn kept_certificates_hold_until_a_character_is_changed() {
    let bench = problems();
    let folder = bench.path("proofs");
    count(&bench, &[SWEEP], &["--keep-proofs", text(&folder)]);
    assert_eq!(fs::read_dir(&folder).expect("the folder").count(), 2 * 4);
    let problem = kept(&bench, "count-sweep--dominoes", ".xcc");
    let packed = kept(&bench, "count-sweep--dominoes", ".count.gz");
    let holds = (Some(0), "3 solutions, certified by 9 lines\n".to_string());
    assert_eq!(check(text(&problem), text(&packed), &[]), holds);
    let mut plain = String::new();
    let bytes = fs::read(&packed).expect("the certificate");
    GzDecoder::new(&*bytes).read_to_string(&mut plain).expect("gzip");
    let changed = bench.path("changed.count");
    fs::write(&changed, &plain).expect("a file");
    assert_eq!(check(text(&problem), text(&changed), &[]), holds);
    let json = check(text(&problem), text(&packed), &["--format", "json"]).1;
    let json: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    assert_eq!(json, serde_json::json!({ "solutions": 3, "lines": 9, "fault": null }));
    fs::write(&changed, plain.replace("ns 3", "ns 4")).expect("a file");
    let why = "expected the count of the whole problem";
    let fault = format!("WRONG: {}:9: {why}\n", text(&changed));
    assert_eq!(check(text(&problem), text(&changed), &[]), (Some(1), fault));
    let other = bench.path("one.dlx");
    let (code, printed) = check(text(&other), text(&packed), &[]);
    assert_eq!(code, Some(1));
    assert!(printed.contains(".gz:1: expected `exact-cover-count 5` and "), "{printed}");
}

#[test]
fn files_that_are_no_certificates_are_refused() {
    let bench = problems();
    let (problem, path) = (bench.path("one.dlx"), bench.path("certificate"));
    let refused = |bytes: &[u8]| {
        fs::write(&path, bytes).expect("a file");
        let (code, printed) = check(text(&problem), text(&path), &[]);
        assert_eq!(code, Some(1), "{printed}");
        printed
    };
    assert!(refused(b"").ends_with(":1: it is truncated\n"));
    assert!(
        refused(b"\xff\n").contains(":1: not a certificate, expected `exact-cover-count 5` and ")
    );
    let several = bench::harness(&["check-count", "regular-graphs:4x2", text(&path)]);
    let error = String::from_utf8_lossy(&several.stderr).into_owned();
    assert!(several.status.code() == Some(2) && error.contains("multiplicities"), "{error}");
    assert!(refused(b"exact").ends_with(":1: it is truncated, expected a line feed\n"));
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(&[b'x'; 999]).expect("gzip");
    let cut = encoder.finish().expect("gzip");
    let printed = refused(&cut[..cut.len() - 9]);
    assert!(printed.contains(":1: the gzip stream is damaged or truncated"), "{printed}");
    let missing = bench.path("missing");
    let (code, errors) = check(text(&problem), text(&missing), &[]);
    assert_eq!(code, Some(2));
    assert!(errors.contains("cannot read "), "{errors}");
    fs::write(bench.path("own.cnf"), "p cnf 1 1\n1 0\n").expect("a file");
    let (code, errors) = check(text(&bench.path("own.cnf")), text(&path), &[]);
    assert_eq!(code, Some(2));
    assert!(errors.contains("expected an exact cover problem or a puzzle"), "{errors}");
}

/// The certificate of a puzzle is that of its exact cover problem, which is kept beside it.
#[test]
fn counts_of_puzzles_are_certified_through_their_covers() {
    let bench = Bench::new("................ empty\n....1.3.431.2... one\n");
    let folder = bench.path("proofs");
    let options = ["--task", "count", "--certify", "--keep-proofs", text(&folder)];
    let ran = bench.run(&[FEWEST, DLX], &[&options[..], &["--timeout", "60s"]].concat());
    assert_eq!(ran.end, End::Well, "{}", ran.printed);
    for row in ran.rows {
        let is_certified = row.backend.starts_with("count/");
        let expected = if &*row.puzzle == "empty" { 288 } else { 1 };
        assert_eq!((row.solutions.to_u64(), row.verified), (Some(expected), Verified::Yes));
        assert_eq!(row.certified, is_certified.then_some(Certified::Yes));
    }
    let packed = kept(&bench, "count-fewest--empty", ".count.gz");
    let cover = kept(&bench, "count-fewest--empty", ".xcc");
    for problem in ["................", text(&cover)] {
        let (code, printed) = check(problem, text(&packed), &[]);
        assert_eq!(code, Some(0), "{printed}");
        assert!(printed.starts_with("288 solutions, certified by "), "{printed}");
    }
    let (code, printed) = check("1...............", text(&packed), &[]);
    assert_eq!(code, Some(1));
    assert!(printed.contains(":1: expected `exact-cover-count 5` and "), "{printed}");
}

/// Claims one solution more than there are.
struct Boaster(Box<dyn Solver<ExactCover>>);

impl Solver<ExactCover> for Boaster {
    fn solve(&mut self, problem: &ExactCover, limits: &Limits<'_>) -> Outcome<Vec<usize>> {
        let mut outcome = self.0.solve(problem, limits);
        outcome.solutions += u64::from(outcome.solutions > 1);
        outcome
    }
}

fn boaster(problem: &ExactCover) -> Result<Box<dyn Solver<ExactCover>>, Unsupported> {
    Ok(Box::new(Boaster(SWEEP.prepare::<ExactCover>(problem)?)))
}

fn row(id: &'static str, covers: Preparation<ExactCover>) -> Backend {
    Backend { id, takes: Takes { covers: Some(covers), ..Takes::NOTHING }, ..SWEEP }
}

/// Returns the rows about the problem with three solutions.
fn of_dominoes(rows: Vec<Row>) -> Vec<Row> {
    rows.into_iter().filter(|row| row.puzzle.contains("dominoes")).collect()
}

#[test]
fn a_count_that_its_own_certificate_contradicts_is_wrong() {
    let count_prover = SWEEP.count_prover::<ExactCover>();
    let proud = row("count/proud", Preparation { count_prover, ..Preparation::new(boaster) });
    let (end, rows) = count(&problems(), &[proud], &[]);
    assert_eq!(end, End::Failed);
    let row = of_dominoes(rows).remove(0);
    let found = (row.status, row.verified, row.certified);
    assert_eq!(found, (Status::Wrong, Verified::No, Some(Certified::No)));
    assert_eq!(row.error.as_deref(), Some("its checked certificate has 3 solutions"));
}

#[test]
fn a_count_that_the_certificate_of_another_backend_contradicts_is_wrong() {
    let silent = row("count/silent", Preparation::new(boaster));
    let (end, rows) = count(&problems(), &[silent, SWEEP, DLX], &[]);
    assert_eq!(end, End::Failed);
    for row in of_dominoes(rows) {
        let is_wrong = &*row.backend == "count/silent";
        let status = if is_wrong { Status::Wrong } else { Status::Counted };
        let verified = if is_wrong { Verified::No } else { Verified::Yes };
        assert_eq!((row.status, row.verified), (status, verified), "{row:?}");
        let why = "claimed 4 solutions, but a checked proof shows 3 solutions";
        assert_eq!(row.error.as_deref(), is_wrong.then_some(why));
    }
}

/// Proves a count like no honest row.
struct Liar(fn(&mut CountWriter<'_>) -> Result<(), Stop>);

impl CountProver<ExactCover> for Liar {
    fn prove_count(
        &mut self,
        problem: &ExactCover,
        _: &Limits<'_>,
        writer: &mut CountWriter<'_>,
    ) -> Result<(), Stop> {
        let order: Vec<u32> = (0..problem.primary() as u32).collect();
        assert!(writer.begin(&order).is_continue(), "the checker takes all lines");
        (self.0)(writer)
    }
}

fn lying(id: &'static str, prover: PrepareCountProver<ExactCover>) -> Backend {
    let honest = SWEEP.takes.covers.expect("it takes exact cover problems");
    row(id, Preparation { count_prover: Some(prover), ..honest })
}

#[test]
fn a_certificate_that_does_not_hold_is_a_failure_and_a_missing_one_is_not() {
    let hasty = lying("count/hasty", |_| {
        Ok(Box::new(Liar(|writer| {
            let _ = writer.finish(&Count::from(3));
            Ok(())
        })))
    });
    let slow = lying("count/slow", |_| Ok(Box::new(Liar(|_| Err(Stop::Deadline)))));
    let bench = problems();
    let folder = bench.path("proofs");
    let (end, rows) = count(&bench, &[hasty, slow], &["--keep-proofs", text(&folder)]);
    assert_eq!(end, End::Failed);
    let kept = fs::read_dir(&folder).expect("the folder").flatten();
    let of_slow = kept.filter(|it| it.file_name().to_string_lossy().starts_with("count-slow"));
    assert!(of_slow.into_iter().all(|it| it.path().extension().is_some_and(|it| it == "xcc")));
    for row in of_dominoes(rows) {
        let (status, certified, error) = match &*row.backend {
            "count/slow" => {
                (Status::Counted, None, "not certified: no proof within the time limit")
            }
            _ => (
                Status::Wrong,
                Some(Certified::No),
                "its certificate does not hold: line 3: expected the count of the whole problem",
            ),
        };
        assert_eq!((row.status, row.certified), (status, certified));
        assert_eq!(row.error.as_deref(), Some(error));
    }
}
