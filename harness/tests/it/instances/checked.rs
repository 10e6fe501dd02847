//! What `harness check` says of instances: how they were understood, and how many solutions they have.

use super::{EITHER, TOY, bench, harness, printed, words_of};

#[test]
fn check_says_how_an_instance_was_understood() {
    let files = [
        ("toy.xcc", TOY),
        ("either.cnf", EITHER),
        ("priced.xcc", "a b | x\na x:red |5\nb x:red\n"),
        ("uncovered.xcc", "a b\na\n"),
        ("empty.cnf", "p cnf 1 2\n1 0\n0\n"),
        ("path.col", "p edge 3 2\ne 1 2\ne 2 3\n"),
        ("idle.xcc", "a | b\na\nb\n"),
    ];
    let bench = bench(&files);
    for (file, understood, code) in [
        ("toy.xcc", "toy is an exact cover problem of 7 primary items, 6 options", 0),
        ("either.cnf", "either is a formula of 2 variables and 2 clauses", 0),
        (
            "priced.xcc",
            "priced is an exact cover problem of 2 primary items, 1 secondary item, 1 colour, 2 options, with costs",
            0,
        ),
        ("uncovered.xcc", "2 primary items, 1 option; no solution: no option has the item b", 1),
        ("empty.cnf", "1 variable and 2 clauses; no solution: clause 2 is empty", 1),
        ("path.col", "path is a graph of 3 vertices and 2 edges", 0),
        ("idle.xcc", "2 options; 1 option has no primary item and is never chosen", 0),
    ] {
        let output = harness(&bench, &["check", &format!("@{file}")]);
        let said = words_of(&output);
        assert!(said.starts_with("note: ") && said.contains(understood), "{said}");
        assert_eq!((printed(&output), output.status.code()), (String::new(), Some(code)));
    }
}

#[test]
fn what_takes_puzzles_only_names_what_takes_other_problems() {
    let path = "p edge 3 2\ne 1 2\ne 2 3\n";
    let bench = bench(&[("toy.xcc", TOY), ("either.cnf", EITHER), ("path.col", path)]);
    let others = "expected a puzzle; `run`, `solve`, `check`, `lesson` and `symmetries` take it";
    for (file, is) in [
        ("toy.xcc", "toy is an exact cover problem"),
        ("either.cnf", "either is a formula"),
        ("path.col", "path is a graph"),
    ] {
        let (file, message) = (format!("@{file}"), format!("{is}, {others}"));
        for words in [&["rate"][..], &["draw", "-o", "-"], &["convert", "--to", "line"]] {
            let output = harness(&bench, &[words, &[&file]].concat());
            assert!(words_of(&output).contains(&message), "{}", words_of(&output));
            assert_eq!(output.status.code(), Some(2), "{words:?}");
        }
        for words in [&["check"][..], &["solve"], &["symmetries"], &["lesson", "-o", "-"]] {
            let output = harness(&bench, &[words, &[&file]].concat());
            assert_eq!(output.status.code(), Some(0), "{words:?} {}", words_of(&output));
        }
    }
}

#[test]
fn check_counts_the_solutions_of_an_instance() {
    let stated = format!("c expect: satisfiable\n{EITHER}");
    let bench = bench(&[
        ("toy.xcc", TOY),
        ("none.xcc", "a b c\na b\nb c\n"),
        ("either.cnf", EITHER),
        ("stated.cnf", &stated),
        ("impossible.cnf", "c expect: impossible\np cnf 1 1\n1 0\n"),
        ("path.col", "p edge 3 2\ne 1 2\ne 2 3\n"),
    ]);
    for (file, found, code) in [
        ("toy.xcc", "6 options; solutions: one", 0),
        ("none.xcc", "2 options; solutions: none", 1),
        ("either.cnf", "2 clauses; solutions: at least 2", 1),
        ("stated.cnf", "2 clauses; solutions: at least 2", 0),
        ("impossible.cnf", "1 clause; solutions: one; stated: impossible", 1),
        ("path.col", "a graph, whose colourings are not counted", 2),
    ] {
        let output = harness(&bench, &["check", &format!("@{file}"), "--unique"]);
        assert!(words_of(&output).contains(found), "{}", words_of(&output));
        assert_eq!(output.status.code(), Some(code), "{file}");
    }
}
