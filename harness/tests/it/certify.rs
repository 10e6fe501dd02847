//! Claims that no grid can show, proved: on the way through whole runs.

use std::fs;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use board::instance::{Proof, ProofStep, check_proof, read_formula, read_proof};
use board::{Geometry, Grid, Puzzle};
use clap::Parser;
use harness::cli::Cli;
use harness::cmd::{self, End};
use record::{Certified, Row, Status, Verified};
use solvers::sat::combinations::EXTENDED_CDCL;
use solvers::{
    BACKENDS, Backend, Certificate, Limits, Preparation, Prover, Refutation, Stop, Takes,
    Unsupported,
};

use crate::bench::{Bench, prints, text};

/// One solution, several, and none.
const CORPUS: &str = "\
100007090030020008009600500005300900010080002600004000300000010040000007007000300 escargot
....1.3.431.2... one
................ several
11.............. clash
";

fn named(ids: &[&str]) -> Vec<Backend> {
    BACKENDS.iter().filter(|row| ids.contains(&row.id)).copied().collect()
}

fn certified(rows: &[Row], puzzle: &str) -> Vec<Option<Certified>> {
    rows.iter().filter(|row| &*row.puzzle == puzzle).map(|row| row.certified).collect()
}

#[test]
fn what_no_grid_shows_is_proved_by_those_who_write_proofs() {
    let writers = ["sat/extended.cdcl", "sat/extended.dpll", "sat/minimal.varisat"];
    let bench = Bench::new(CORPUS);
    let ran = bench.run(&named(&writers), &["--certify"]);
    assert_eq!((ran.end, ran.rows.len()), (End::Well, 3 * 4), "{}", ran.printed);
    for puzzle in ["escargot", "one", "clash"] {
        assert_eq!(certified(&ran.rows, puzzle), [Some(Certified::Yes); 3], "{puzzle}");
    }
    assert_eq!(certified(&ran.rows, "several"), [None; 3]);
    assert!(ran.printed.contains("9 answers certified by checked proofs"), "{}", ran.printed);
}

#[test]
fn a_proof_certifies_no_other_puzzle_that_has_come_to_its_place_in_memory() {
    let puzzles: String = (0..6)
        .map(|n| format!("{}{} open{n}\n", "1234"[..n % 5].to_owned(), ".".repeat(16 - n % 5)))
        .collect();
    let task = ["--task", "count", "--certify", "--order", "batch", "--reps", "3"];
    let fresh = [&task[..], &["--fresh", "isomorph", "--jobs", "1"]].concat();
    let ran = Bench::new(&puzzles).run(&named(&["count/fewest"]), &fresh);
    let counts = [288, 72, 24, 12, 12, 288_u64];
    assert_eq!((ran.end, ran.rows.len()), (End::Well, 6 * 4), "{}", ran.printed);
    for row in ran.rows {
        let number: usize = row.puzzle["open".len()..].parse().expect("its number");
        assert_eq!(row.solutions, counts[number], "{row:?}");
        assert_eq!(row.certified, Some(Certified::Yes), "{row:?}");
    }
}

#[test]
fn who_writes_no_proofs_and_who_is_not_asked_is_not_certified() {
    let bench = Bench::new(CORPUS);
    let ran = bench.run(&named(&["cover/dlx", "sat/extended.batsat"]), &["--certify"]);
    assert!(ran.rows.iter().all(|row| row.certified.is_none() && row.status != Status::Wrong));
    let bench = Bench::new(CORPUS);
    let ran = bench.run(&named(&["sat/extended.cdcl"]), &[]);
    assert!(ran.rows.iter().all(|row| row.certified.is_none()));
}

#[test]
fn a_run_without_certificates_names_a_backend_that_writes_them() {
    let bench = Bench::new(CORPUS);
    let (corpus, run) = (bench.path("corpus.txt"), bench.path("run"));
    for (task, family) in [("unique", "sat"), ("count", "count")] {
        let fixed = ["run", text(&corpus), "-b", "cover/dlx", "--certify", "--no-probe"];
        let printed = prints(&[&fixed[..], &["--task", task, "-o", text(&run)]].concat());
        let note = format!("0 answers certified: add -b {family}/");
        assert!(printed.contains(&note), "{printed}");
        fs::remove_dir_all(&run).expect("it is there");
    }
}

#[test]
fn a_count_of_one_and_of_none_is_proved_and_a_larger_one_is_not() {
    let bench = Bench::new(CORPUS);
    let ran = bench.run(&named(&["sat/extended.cdcl"]), &["--certify", "--task", "count"]);
    assert_eq!(certified(&ran.rows, "one"), [Some(Certified::Yes)]);
    assert_eq!(certified(&ran.rows, "clash"), [Some(Certified::Yes)]);
    assert_eq!(certified(&ran.rows, "several"), [None]);
}

#[test]
fn instances_are_certified_like_puzzles() {
    let bench = Bench::new("");
    let square = "p cnf 3 4\n1 2 0\n1 -2 0\n-1 2 0\n-1 -2 0\n";
    fs::write(bench.path("square.cnf"), square).expect("a file");
    fs::write(bench.path("chain.cnf"), "p cnf 2 2\n1 0\n-1 2 0\n").expect("a file");
    fs::write(bench.path("toy.dlx"), "a b c\na b\nb c\nc\n").expect("a file");
    let files = ["square.cnf", "chain.cnf", "toy.dlx"].map(|name| bench.path(name));
    let run = bench.path("run");
    let fixed = ["harness", "-o", text(&run), "-b", "sat/", "--no-probe", "--isolate", "none"];
    let arguments = fixed.into_iter().chain(["--certify"]).chain(files.iter().map(|it| text(it)));
    let writers = named(&["sat/extended.cdcl", "sat/extended.dpll", "sat/extended.varisat"]);
    let (cancel, mut out) = (AtomicBool::new(false), Vec::new());
    let cli = Cli::parse_from(arguments);
    let end = cmd::run::run(&cli.run, &writers, &cancel, &mut out).expect("a run");
    assert_eq!(end, End::Well);
    let rows = crate::bench::rows(&run);
    assert_eq!(rows.len(), 9);
    assert!(rows.iter().all(|row| row.certified == Some(Certified::Yes)), "{rows:?}");
}

#[test]
fn proofs_are_kept_for_checkers_of_others_and_hold_until_a_line_is_altered() {
    let bench = Bench::new(CORPUS);
    let folder = bench.path("proofs");
    let arguments = ["--certify", "--keep-proofs", text(&folder)];
    bench.run(&named(&["sat/extended.cdcl"]), &arguments);
    let mut names: Vec<_> = fs::read_dir(&folder).expect("the folder").flatten().collect();
    names.sort_by_key(|entry| entry.file_name());
    assert_eq!(names.len(), 2 * 3);
    let stem = "sat-extended.cdcl--escargot--";
    let kept = |ending: &str| {
        let is_it = |name: &str| name.starts_with(stem) && name.ends_with(ending);
        let entry = names.iter().find(|entry| is_it(&entry.file_name().to_string_lossy()));
        fs::read_to_string(entry.expect("a file of that name").path()).expect("a text")
    };
    let formula = read_formula(&kept(".cnf")).expect("DIMACS");
    let proof = read_proof(&kept(".drat")).expect("DRAT");
    assert_eq!(check_proof(&formula, &proof), Ok(()));
    let learnt = |step: &ProofStep<'_>| matches!(step, ProofStep::Add(clause) if clause.len() > 2);
    let first = proof.steps().position(|step| learnt(&step)).expect("it learns something");
    let mut altered = Proof::default();
    for (place, step) in proof.steps().enumerate() {
        match step {
            // Al Escargot's first conflict says nothing of one literal alone.
            ProofStep::Add(clause) if place == first => altered.push(ProofStep::Add(&clause[1..2])),
            step => altered.push(step),
        }
    }
    let refused = check_proof(&formula, &altered).expect_err("it was altered");
    assert!(refused.to_string().starts_with(&format!("step {}: ", first + 1)), "{refused}");
}

#[test]
fn a_folder_with_files_in_it_keeps_no_proofs() {
    let bench = Bench::new(CORPUS);
    let (corpus, here) = (bench.path("corpus.txt"), bench.path(""));
    let cli =
        Cli::parse_from(["harness", text(&corpus), "--certify", "--keep-proofs", text(&here)]);
    let (cancel, mut out) = (AtomicBool::new(false), Vec::new());
    let refused =
        cmd::run::run(&cli.run, BACKENDS, &cancel, &mut out).expect_err("it has a corpus");
    assert!(refused.to_string().contains("is not empty, expected a new folder"), "{refused}");
    assert!(Cli::try_parse_from(["harness", "x", "--keep-proofs", "y"]).is_err());
}

/// Proves like no honest row.
struct Liar(Box<dyn Prover>, fn(Certificate) -> Certificate);

impl Prover for Liar {
    fn certify(
        &mut self,
        puzzle: &Puzzle,
        known: Option<&Grid>,
        limits: &Limits<'_>,
    ) -> Certificate {
        (self.1)(self.0.certify(puzzle, known, limits))
    }
}

fn honest(geometry: &Geometry) -> Result<Box<dyn Prover>, Unsupported> {
    EXTENDED_CDCL.prover::<Puzzle>().expect("it writes proofs")(geometry)
}

/// Returns a row that answers like an honest one.
fn liar(
    id: &'static str,
    prover: fn(&Geometry) -> Result<Box<dyn Prover>, Unsupported>,
) -> Backend {
    let puzzles = EXTENDED_CDCL.takes.puzzles.expect("it takes puzzles");
    let puzzles = Preparation { prover: Some(prover), ..puzzles };
    Backend { id, takes: Takes { puzzles: Some(puzzles), ..Takes::NOTHING }, ..EXTENDED_CDCL }
}

fn with(refutation: Refutation, honest: Certificate) -> Certificate {
    Certificate { refutation, ..honest }
}

/// It finds a model of what is to have none.
fn fickle() -> Backend {
    liar("sat/fickle", |geometry| {
        let lie = |honest| with(Refutation::Satisfiable, honest);
        Ok(Box::new(Liar(honest(geometry)?, lie)))
    })
}

/// Its proof is the last line alone.
fn hasty() -> Backend {
    liar("sat/hasty", |geometry| {
        let lie = |honest| {
            let mut proof = Proof::default();
            proof.push(ProofStep::Add(&[]));
            with(Refutation::Proved(proof), honest)
        };
        Ok(Box::new(Liar(honest(geometry)?, lie)))
    })
}

#[test]
fn a_proof_that_does_not_hold_is_a_failure() {
    let bench = Bench::new(CORPUS.lines().next().expect("a puzzle"));
    let ran = bench.run(&[fickle(), hasty()], &["--certify"]);
    assert_eq!(ran.end, End::Failed);
    for row in &ran.rows {
        let told = match &*row.backend {
            "sat/fickle" => "it found a model instead of a proof",
            _ => "its proof does not hold: step 1: 0 does not follow",
        };
        let found = (row.status, row.verified, row.certified);
        assert_eq!(found, (Status::Wrong, Verified::No, Some(Certified::No)));
        assert!(row.error.as_ref().is_some_and(|error| error.starts_with(told)), "{row:?}");
        assert!(ran.printed.contains(told), "{}", ran.printed);
    }
}

#[test]
fn what_is_claimed_again_is_certified_and_not_proved_again() {
    static PROOFS: AtomicUsize = AtomicUsize::new(0);
    let counted = liar("sat/counted", |geometry| {
        let count = |honest| {
            PROOFS.fetch_add(1, Ordering::Relaxed);
            honest
        };
        Ok(Box::new(Liar(honest(geometry)?, count)))
    });
    for (order, reps) in [("interleaved", "2"), ("batch", "3")] {
        let bench = Bench::new(CORPUS);
        let ran = bench.run(&[counted], &["--certify", "--order", order, "--reps", reps]);
        let passes = ran.rows.len() / 4;
        assert!(passes >= 2, "{order}");
        for puzzle in ["escargot", "one", "clash"] {
            let every = vec![Some(Certified::Yes); passes];
            assert_eq!(certified(&ran.rows, puzzle), every, "{order} {puzzle}");
        }
        assert_eq!(PROOFS.swap(0, Ordering::Relaxed), 3, "{order}");
    }
}

#[test]
fn without_the_time_for_a_proof_the_answer_stands_and_is_not_certified() {
    let slow = liar("sat/slow", |geometry| {
        let lie = |honest| with(Refutation::Stopped(Stop::Deadline), honest);
        Ok(Box::new(Liar(honest(geometry)?, lie)))
    });
    let bench = Bench::new(CORPUS.lines().next().expect("a puzzle"));
    let row = bench.run(&[slow], &["--certify"]).rows.remove(0);
    assert_eq!((row.status, row.certified), (Status::Unique, None));
    assert_eq!(row.error.as_deref(), Some("not certified: no proof within the time limit"));
}
