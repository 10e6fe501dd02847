//! Formulas answered as in the SAT Competitions, so that other harnesses can run the engines.

use std::fs;

use board::seed::seeded;
use rand::RngExt;

use crate::bench::{Bench, harness, text};

/// A formula with as many variables as a test can try out.
struct Small {
    n_variables: u32,
    clauses: Vec<Vec<i32>>,
}

impl Small {
    fn random(seed: u64) -> Self {
        let mut rng = seeded(seed, 0xc0de);
        let n_variables = rng.random_range(3..=10);
        let mut literal = || {
            let variable = rng.random_range(1..=n_variables) as i32;
            if rng.random_bool(0.5) { variable } else { -variable }
        };
        let clauses = (0..n_variables * 9 / 2).map(|_| (0..3).map(|_| literal()).collect());
        Self { n_variables, clauses: clauses.collect() }
    }

    fn written(&self) -> String {
        let clause = |clause: &Vec<i32>| {
            clause.iter().map(|literal| format!("{literal} ")).collect::<String>() + "0\n"
        };
        let clauses: String = self.clauses.iter().map(clause).collect();
        format!("p cnf {} {}\n{clauses}", self.n_variables, self.clauses.len())
    }

    fn holds(&self, is_true: impl Fn(i32) -> bool) -> bool {
        self.clauses.iter().all(|clause| clause.iter().any(|&literal| is_true(literal)))
    }

    fn is_satisfiable(&self) -> bool {
        (0..1_u32 << self.n_variables).any(|bits| {
            self.holds(|literal| (bits >> (literal.abs() - 1) & 1 == 1) == (literal > 0))
        })
    }
}

/// So many pigeons in one hole less, which learning alone does not refute in short time.
fn pigeons(n: i32) -> Small {
    let sits = |pigeon: i32, hole: i32| pigeon * (n - 1) + hole + 1;
    let mut clauses: Vec<Vec<i32>> =
        (0..n).map(|pigeon| (0..n - 1).map(|hole| sits(pigeon, hole)).collect()).collect();
    for hole in 0..n - 1 {
        for pigeon in 0..n {
            clauses.extend((0..pigeon).map(|other| vec![-sits(pigeon, hole), -sits(other, hole)]));
        }
    }
    Small { n_variables: (n * (n - 1)) as u32, clauses }
}

#[test]
fn what_is_printed_and_the_exit_code_are_those_of_the_competitions() {
    let bench = Bench::new("");
    let file = bench.path("small.cnf");
    let backends = ["sat/extended.batsat", "sat/extended.cdcl", "sat/extended.varisat"];
    let mut n_satisfiable = 0;
    for seed in 0..60 {
        let formula = Small::random(seed);
        fs::write(&file, formula.written()).expect("room");
        let backend = backends[seed as usize % backends.len()];
        let output = harness(&["solve", text(&file), "--competition", "-b", backend]);
        let printed = String::from_utf8(output.stdout).expect("text");
        let values = printed.lines().filter_map(|line| line.strip_prefix("v "));
        let values: Vec<i32> = values
            .flat_map(|line| line.split(' '))
            .map(|value| value.parse().expect("a literal"))
            .collect();
        if formula.is_satisfiable() {
            n_satisfiable += 1;
            assert_eq!(output.status.code(), Some(10), "{seed}: {printed}");
            assert!(printed.contains("\ns SATISFIABLE\n"), "{seed}: {printed}");
            assert_eq!(values.last(), Some(&0));
            assert_eq!(values.len(), formula.n_variables as usize + 1, "{printed}");
            assert!(formula.holds(|literal| values.contains(&literal)), "{seed}: {printed}");
        } else {
            assert_eq!(output.status.code(), Some(20), "{seed}: {printed}");
            assert!(printed.ends_with("\ns UNSATISFIABLE\n"), "{seed}: {printed}");
        }
    }
    assert!((10..50).contains(&n_satisfiable), "{n_satisfiable}");
}

#[test]
fn long_models_are_folded_and_a_limit_leaves_the_answer_open() {
    let bench = Bench::new("");
    let file = bench.path("long.cnf");
    let clauses: String = (1..=500).map(|variable| format!("-{variable} 0\n")).collect();
    fs::write(&file, format!("p cnf 500 500\n{clauses}")).expect("room");
    let output = harness(&["solve", text(&file), "--competition"]);
    let printed = String::from_utf8(output.stdout).expect("text");
    assert_eq!(output.status.code(), Some(10), "{printed}");
    assert!(printed.lines().count() > 20 && printed.lines().all(|line| line.len() <= 78));
    fs::write(&file, pigeons(12).written()).expect("room");
    for engine in ["batsat", "cdcl", "varisat"] {
        let backend = format!("sat/extended.{engine}");
        let limited = ["solve", text(&file), "--timeout", "20ms", "-b", &backend];
        let output = harness(&[&limited[..], &["--competition"]].concat());
        let printed = String::from_utf8(output.stdout).expect("text");
        assert_eq!(output.status.code(), Some(0), "{printed}");
        assert!(printed.ends_with("\ns UNKNOWN\n"), "{printed}");
        let printed = String::from_utf8(harness(&limited).stdout).expect("text");
        assert!(printed.contains(&format!("{backend}: out of time\n")), "{printed}");
    }
}

#[test]
fn a_note_says_which_backend_obeys_no_time_limit() {
    let puzzle = ["solve", "....1.3.431.2...", "-b", "cover/dlx-rs"];
    let errors = |more: &[&str]| {
        String::from_utf8(harness(&[&puzzle[..], more].concat()).stderr).expect("text")
    };
    let note = "note: cover/dlx-rs obeys no time limit; Ctrl-C ends the program\n";
    assert_eq!(errors(&["--timeout", "5s"]), note);
    assert_eq!(errors(&["--timeout", "none"]), "");
    assert_eq!(errors(&[]), "");
}

#[test]
fn formulas_without_variables_or_clauses_are_answered() {
    let bench = Bench::new("");
    let file = bench.path("trivial.cnf");
    for (formula, code, last) in [
        ("p cnf 0 0\n", 10, "v 0"),
        ("p cnf 0 1\n0\n", 20, "s UNSATISFIABLE"),
        ("p cnf 2 1\n0\n", 20, "s UNSATISFIABLE"),
    ] {
        fs::write(&file, formula).expect("room");
        for engine in [
            "extended.batsat",
            "extended.cdcl",
            "extended.dpll",
            "extended.varisat",
            "reduced.alldiff",
        ] {
            let backend = format!("sat/{engine}");
            let output = harness(&["solve", text(&file), "--competition", "-b", &backend]);
            let printed = String::from_utf8(output.stdout).expect("text");
            assert_eq!(output.status.code(), Some(code), "{backend}, {formula}: {printed}");
            assert_eq!(printed.lines().last(), Some(last), "{backend}, {formula}");
        }
    }
}

#[test]
fn the_engines_enter_a_harness_that_reads_the_output_of_solvers() {
    let bench = Bench::new("....1.3.431.2... one\n11.............. clash\n");
    let command = [env!("CARGO_BIN_EXE_harness"), "solve", "--competition"];
    let file = format!(
        "[[backend]]\nid = \"external/ours\"\nmode = \"dimacs\"\n\
         command = {command:?}\n"
    );
    fs::write(bench.path("own.toml"), file).expect("a file");
    let own = bench.path("own.toml");
    let program = env!("CARGO_BIN_EXE_harness");
    let words = ["--external-file", text(&own), "-b", "external/ours", "--program", program];
    let ran = bench.run(&[], &words);
    let statuses: Vec<_> = ran.rows.iter().map(|row| row.status.name()).collect();
    assert_eq!(statuses, ["unique", "impossible"], "{}", ran.printed);
}

#[test]
fn what_is_no_formula_is_refused_in_one_line() {
    for words in [
        &["solve", "....1.3.431.2...", "--competition"][..],
        &["solve", "queens:5", "--competition"],
        &["solve", "queens:5", "--competition", "--hint"],
    ] {
        let output = harness(words);
        let error = String::from_utf8(output.stderr).expect("text");
        assert_eq!(output.status.code(), Some(2), "{words:?}: {error}");
        assert!(error.contains("--competition: expected") && error.lines().count() <= 2, "{error}");
    }
}
