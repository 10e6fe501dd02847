//! The subcommand `symmetries`, and problems whose symmetries are broken.

use std::fs;

use record::{Status, Verified};
use serde_json::Value;

use crate::instances::{bench, errors, harness, printed, run};

#[test]
fn symmetries_of_every_kind_of_problem_are_counted() {
    let bench = bench(&[
        ("f.cnf", "p cnf 4 3\n1 2 0\n3 4 0\n-1 -2 0\n"),
        ("g.col", "p edge 5 5\ne 1 2\ne 2 3\ne 3 4\ne 4 5\ne 5 1\n"),
        ("c.xcc", "a b | x y\na x:1\na x:2\nb y:1\nb y:2\n"),
    ]);
    let empty = ".".repeat(16);
    for (problem, order, points) in [
        // Each clause of two has a swap; that of 1 and 2 may also negate both.
        ("@f.cnf", 8, 8),
        ("@g.col", 10, 5),
        ("@c.xcc", 8, 8),
        ("queens:6", 8, 34),
        (empty.as_str(), 3_072, 20),
    ] {
        let output = harness(&bench, &["symmetries", problem, "--json"]);
        let found: Value = serde_json::from_str(&printed(&output)).expect("JSON");
        let found = &found[0];
        assert_eq!((&found["symmetries"], &found["points"]), (&order.into(), &points.into()));
        assert_eq!(found["complete"], "yes", "{problem}");
    }
    let output = harness(&bench, &["symmetries", "@f.cnf", "--generators", "--format", "csv"]);
    let text = printed(&output);
    assert!(text.contains(",(1 2)\n") && text.contains(",(3 4)\n"), "{text}");
}

#[test]
fn a_note_says_that_points_in_no_edge_stay_in_place() {
    let bench = bench(&[
        ("f.cnf", "p cnf 4 2\n1 2 0\n3 -3 0\n"),
        ("g.col", "p edge 4 1\ne 1 2\n"),
        ("whole.col", "p edge 2 1\ne 1 2\n"),
    ]);
    let note = |problem| {
        let text = printed(&harness(&bench, &["symmetries", problem]));
        text.lines().last().map(str::to_owned).expect("a table")
    };
    let rest = " in no clause, option, region or edge: left in place, so permutations of such points are not counted.";
    assert_eq!(note("@f.cnf"), format!("4 points{rest}"));
    assert_eq!(note("@g.col"), format!("2 points{rest}"));
    assert!(!note("@whole.col").contains("in place"));
    let output = harness(&bench, &["symmetries", "@g.col", "--json"]);
    serde_json::from_str::<Value>(&printed(&output)).expect("JSON, and nothing after it");
    assert_eq!(errors(&output).trim_end(), format!("2 points{rest}"));
}

#[test]
fn a_search_without_effort_says_that_symmetries_may_be_missing() {
    let bench = bench(&[]);
    let text = printed(&harness(&bench, &["symmetries", "queens:8", "--effort", "10"]));
    assert!(text.contains("≥ 1") && text.contains("--effort"), "{text}");
}

#[test]
fn broken_symmetries_leave_a_solution_if_there_is_one() {
    let bench = bench(&[]);
    for (problem, form, expected) in [
        ("pigeons:8x7", "cnf", Status::Impossible),
        ("pigeons:8x7", "xcc", Status::Impossible),
        ("pigeons:7x7", "cnf", Status::Solved),
        ("queens:9", "xcc", Status::Solved),
        ("latin:6", "cnf", Status::Solved),
    ] {
        let name = bench.path(&format!("broken.{form}"));
        let text =
            printed(&harness(&bench, &["encode", problem, "--to", form, "--break-symmetries"]));
        fs::write(name, text).expect("a file");
        let file = format!("@broken.{form}");
        let rows = run(&bench, &[&file, "-b", "sat/extended.cdcl$", "--task", "first"]);
        assert_eq!(rows[0].status, expected, "{problem} {form}");
        fs::remove_dir_all(bench.path("run")).expect("it is there");
    }
    let whole = ["encode", "bell:1", "--to", "xcc", "--break-symmetries"];
    let noted = errors(&harness(&bench, &whole));
    assert_eq!(noted, "note: no symmetry was broken, so all options are left\n");
    let noted =
        errors(&harness(&bench, &["encode", "queens:5", "--to", "cnf", "--break-symmetries"]));
    let caution = "note: models do not all stand for the same number, so counts say nothing\n";
    assert!(noted.ends_with(caution), "{noted}");
    let refused = harness(&bench, &["encode", "queens:5", "--to", "opb", "--break-symmetries"]);
    assert_eq!(refused.status.code(), Some(2));
    assert!(errors(&refused).contains("expected --to cnf or --to xcc"));
}

/// What takes other rows exponentially many conflicts takes this one few. Further solutions are not lost.
#[test]
fn the_row_that_breaks_symmetries_proves_that_pigeons_do_not_fit() {
    let bench = bench(&[]);
    let row = ["-b", "sat/reduced.lexleader"];
    let rows = run(&bench, &[&["pigeons:16x15", "--task", "first"], &row[..]].concat());
    assert_eq!((rows[0].status, rows[0].verified), (Status::Impossible, Verified::Unchecked));
    assert!(rows[0].conflicts.expect("a number") < 2_000, "{:?}", rows[0].conflicts);
    fs::remove_dir_all(bench.path("run")).expect("it is there");
    let rows = run(&bench, &[&["pigeons:4x5", "--task", "count"], &row[..]].concat());
    assert_eq!((rows[0].status, rows[0].solutions.to_string()), (Status::Counted, "120".into()));
}
