//! What `harness encode` writes of instances and puzzles, and answers that `harness decode` reads.

use std::fs;

use super::{EITHER, TOY, bench, errors, harness, printed, words_of};
use crate::bench::Bench;

#[test]
fn what_is_reduced_has_as_many_solutions() {
    let bench = bench(&[("none.xcc", "a b\na\n")]);
    let whole = printed(&harness(&bench, &["encode", "pentominoes:3x20", "--to", "xcc"]));
    let output =
        harness(&bench, &["encode", "pentominoes:3x20", "--to", "xcc", "--reduce", "-o", "@r.xcc"]);
    assert!(errors(&output).contains("options and"), "{}", errors(&output));
    let reduced = fs::read_to_string(bench.path("r.xcc")).expect("it was written");
    assert!(reduced.len() < whole.len());
    assert_eq!(printed(&harness(&bench, &["count", "@r.xcc"])), "8 solutions\n");
    for (arguments, message) in [
        (&["queens:6", "--to", "opb"][..], "--reduce: expected --to xcc"),
        (&["regular-graphs:4x2", "--to", "xcc"], "--reduce: items have multiplicities"),
    ] {
        let output = harness(&bench, &[&["encode", "--reduce"], arguments].concat());
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(errors(&output).contains(message), "{}", errors(&output));
    }
    let none = harness(&bench, &["encode", "--reduce", "@none.xcc", "--to", "xcc"]);
    assert_eq!((printed(&none).as_str(), none.status.code()), ("a b\n", Some(0)));
    assert!(errors(&none).contains("no option is left, so the problem has no solution"));
}

#[test]
fn costs_are_minimised_in_linear_constraints_and_left_out_of_formulas() {
    let bench = bench(&[("priced.xcc", "a b\na |5\nb\na b |-2\n")]);
    let opb = harness(&bench, &["encode", "@priced.xcc", "--to", "opb"]);
    let header = "* #variable= 3 #constraint= 2\nmin: +5 x1 -2 x3 ;\n+1 x1 +1 x3 = 1 ;\n";
    assert!(printed(&opb).starts_with(header), "{}", printed(&opb));
    assert!(errors(&opb).is_empty(), "{}", errors(&opb));
    let cnf = harness(&bench, &["encode", "@priced.xcc", "--to", "cnf"]);
    assert!(words_of(&cnf).contains("those of the options are left out"), "{}", words_of(&cnf));
}

#[test]
fn a_claimed_optimum_is_a_solution_with_its_cost_and_not_called_correct() {
    let bench = bench(&[("priced.xcc", "a b\na |5\nb\na b |-2\n"), ("toy.dlx", TOY)]);
    let decoded = |problem: &str, answer: &str, options: &[&str]| {
        fs::write(bench.path("answer"), answer).expect("a file");
        let output = harness(&bench, &[&["decode", problem, "@answer"], options].concat());
        (output.status.code(), printed(&output))
    };
    // The first two options cost 5, the third -2.
    let dear = "o 5\ns OPTIMUM FOUND\nv x1 x2 -x3\n";
    let unchecked =
        "a solution of cost 5; that none is cheaper, as the solver claims, is not checked\n";
    assert_eq!(decoded("@priced.xcc", dear, &[]), (Some(0), format!("a\nb\n{unchecked}")));
    let (code, json) = decoded("@priced.xcc", dear, &["--json"]);
    let json: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    assert_eq!((code, &json["cost"], &json["unchecked"]), (Some(0), &5.into(), &"optimum".into()));
    assert!(json["correct"].is_null(), "{json}");
    let some = decoded("@priced.xcc", "s SATISFIABLE\nv -x1 -x2 x3\n", &[]);
    assert_eq!(some, (Some(0), "a b\ncorrect, of cost -2\n".into()));
    let wrong = decoded("@priced.xcc", "s OPTIMUM FOUND\nv x1 -x2 -x3\n", &[]);
    assert!(wrong.0 == Some(1) && wrong.1.contains("WRONG: "), "{wrong:?}");
    let stated = decoded("@priced.xcc", "o 9\no 4\ns OPTIMUM FOUND\nv x1 x2 -x3\n", &[]);
    let why = "WRONG: the solution costs 5, but the solver states 4\n";
    assert_eq!(stated, (Some(1), format!("a\nb\n{why}")));
    let last = decoded("@priced.xcc", "o 9\no 5\ns SATISFIABLE\nv x1 x2 -x3\n", &[]);
    assert_eq!(last.0, Some(0), "{last:?}");
    let free = decoded("@toy.dlx", "s OPTIMUM FOUND\nv 1 -2 -3 4 5 -6 0\n", &[]);
    assert!(
        free.1.ends_with("a solution; that it is optimal, as the solver claims, is not checked\n")
    );
}

#[test]
fn what_is_encoded_comes_back_refereed() {
    const PUZZLE: &str = "....1.3.431.2...";
    const GRID: &str = "3421123443122143";
    let bench = bench(&[("toy.dlx", TOY), ("either.cnf", EITHER), ("puzzle.txt", PUZZLE)]);
    for (problem, form) in [
        ("@toy.dlx", "cnf"),
        ("@toy.dlx", "xcc"),
        ("@toy.dlx", "opb"),
        ("@either.cnf", "opb"),
        ("@puzzle.txt", "opb"),
        (PUZZLE, "cnf"),
        (PUZZLE, "xcc"),
    ] {
        let output = harness(&bench, &["encode", problem, "--to", form]);
        assert_eq!(output.status.code(), Some(0), "{problem} {form} {}", errors(&output));
        fs::write(bench.path(&format!("encoded.{form}")), &output.stdout).expect("a file");
        if form != "opb" {
            // What was written is an instance that has as many solutions.
            let solved = harness(&bench, &["solve", &format!("@encoded.{form}")]);
            let is_either = problem == "@either.cnf";
            let word = if is_either { "several" } else { "one solution" };
            assert!(printed(&solved).contains(word), "{problem} {form}: {}", printed(&solved));
        }
    }
    let refused = harness(&bench, &["encode", "@either.cnf", "--to", "xcc"]);
    assert_eq!(refused.status.code(), Some(2));
    // The models of the puzzle: variable (c - 1) * 4 + s.
    let truths = GRID.bytes().enumerate().map(|(cell, b)| cell * 4 + usize::from(b - b'0'));
    let right: Vec<String> = truths.map(|variable| variable.to_string()).collect();
    let answers = [
        (format!("s SATISFIABLE\nv {} 0\n", right.join(" ")), 0, "correct"),
        (format!("SAT\n{} 0\n", right.join(" ")), 0, GRID),
        (format!("v x{}\n", right.join(" x")), 0, "correct"),
        (format!("v {}\n", right.join(" ")), 0, "the values do not end with 0"),
        (format!("v 1 {} 0\n", right[1..].join(" ")), 1, "WRONG"),
        (format!("v {} 0\n", right[1..].join(" ")), 1, "WRONG"),
        ("s UNSATISFIABLE\n".into(), 0, "no solution"),
        (format!("v {} 65 -99 0\n", right.join(" ")), 0, "correct"),
        (format!("s SATISFIABLE\ns UNSATISFIABLE\nv {} 0\n", right.join(" ")), 2, "no answer"),
        ("s UNSATISFIABLE\nSAT\n".into(), 2, "both together are no answer"),
        ("s UNSATISFIABLE\nv 1 0\n".into(), 2, "both together are no answer"),
        (format!("s UNKNOWN\nv {} 0\n", right.join(" ")), 2, "does not know"),
        (format!("v {} -3 0\n", right.join(" ")), 2, "variable 3 is both true and false"),
        ("v one\n".into(), 2, "is not a value"),
        ("hello\n".into(), 2, "no answer"),
    ];
    for (answer, code, word) in answers {
        fs::write(bench.path("answer"), &answer).expect("a file");
        let output = harness(&bench, &["decode", PUZZLE, "@answer"]);
        assert_eq!(output.status.code(), Some(code), "{answer}{}", errors(&output));
        let said = printed(&output) + &errors(&output);
        assert!(said.contains(word) && !said.contains("panicked"), "{answer}{said}");
    }
    fs::write(bench.path("answer"), "v 1 -2 -3 4\nv 5 -6 0\n").expect("a file");
    let output = harness(&bench, &["decode", "@toy.dlx", "@answer"]);
    assert_eq!(printed(&output).lines().next(), Some("c e"), "{}", errors(&output));
}

#[test]
fn a_model_of_a_formula_with_broken_symmetries_is_decoded() {
    let bench = Bench::new("");
    let written = ["encode", "queens:6", "--to", "cnf", "--break-symmetries", "-o", "@b.cnf"];
    assert_eq!(harness(&bench, &written).status.code(), Some(0));
    let solved = harness(&bench, &["solve", "@b.cnf"]);
    let model = printed(&solved).lines().next().expect("a model").to_owned();
    let n_variables = model.split(' ').count();
    assert!(n_variables > 36, "{n_variables} variables");
    fs::write(bench.path("answer"), format!("s SATISFIABLE\nv {model} 0\n")).expect("a file");
    let output = harness(&bench, &["decode", "queens:6", "@answer"]);
    assert!(printed(&output).ends_with("correct\n"), "{}", errors(&output));
}
