//! Model counters of others, as little scripts: an honest one, one that is off by one, and malformed output.
//!
//! A test that lacks the interpreter says so and is done.

use record::{Row, Status, Verified};

use crate::instances::{bench, errors, harness};

/// Returns the rows of a run in which a script is asked for the number of solutions of four problems; nothing where
/// there is no Python. The script has the formula in `lines`.
fn rows(script: &str, arguments: &[&str]) -> Option<(Option<i32>, Vec<Row>)> {
    if std::process::Command::new("python3").arg("--version").output().is_err() {
        eprintln!("SKIPPED: there is no python3");
        return None;
    }
    let script = format!("import sys\nlines = open(sys.argv[1]).read().splitlines()\n{script}\n");
    let definition = "[[backend]]\nid = \"external/toy\"\nmode = \"dimacs\"\ncounter = true\n\
                      command = \"python3 toy.py\"\n";
    let puzzle = "# expect: multiple\n................ empty\n";
    let formula = "p cnf 3 1\n1 2 0\n";
    let files = [
        ("toy.py", script.as_str()),
        ("own.toml", definition),
        ("four.txt", puzzle),
        ("f.cnf", formula),
    ];
    let bench = bench(&files);
    let fixed = ["queens:4", "dominoes:3x3", "@four.txt", "@f.cnf"];
    let more = ["--external-file", "@own.toml", "-b", "external/toy", "--no-probe", "-o", "@run"];
    let more = [&more[..], &["--timeout", "60s"]].concat();
    let task: &[&str] = if arguments.contains(&"--task") { &[] } else { &["--task", "count"] };
    let output = harness(&bench, &[&fixed[..], &more, task, arguments].concat());
    assert!(output.status.code() != Some(2), "{}", errors(&output));
    let rows = crate::bench::rows(&bench.path("run"));
    Some((output.status.code(), rows))
}

/// Knows the four formulas by their numbers of variables.
const HONEST: &str = "\
assert lines[0] == 'c t mc'
count = {16: 2, 12: 0, 64: 288, 3: 6}[int(lines[1].split()[2])]
";

/// Returns the rows of the script.
fn of_toy(rows: &[Row]) -> impl Iterator<Item = &Row> {
    rows.iter().filter(|row| row.backend.starts_with("external/"))
}

#[test]
fn a_model_counter_is_verified_by_other_families_and_alone_is_unchecked() {
    let script = format!("{HONEST}print('s SATISFIABLE')\nprint('c s exact arb int', count)");
    let Some((_, found)) = rows(&script, &["-b", "count/sweep$", "-b", "sat/extended.count"])
    else {
        return;
    };
    let toys: Vec<&Row> = of_toy(&found).collect();
    let mut solutions: Vec<u64> = toys.iter().filter_map(|row| row.solutions.to_u64()).collect();
    solutions.sort_unstable();
    assert_eq!(solutions, [0, 2, 6, 288], "{:?}", toys[0].error);
    for row in &toys {
        let impossible = row.solutions == 0;
        assert_eq!(row.status, if impossible { Status::Impossible } else { Status::Counted });
        // On the puzzle both counters of models read the same encoding.
        let is_puzzle = row.solutions == 288;
        assert_eq!(row.verified == Verified::Yes, !is_puzzle, "{}", row.puzzle);
        assert_eq!(row.solution, None);
    }
    let Some((code, alone)) = rows(&format!("{HONEST}print('s mc', count)"), &[]) else { return };
    assert_eq!(code, Some(0));
    assert!(of_toy(&alone).all(|row| row.verified == Verified::Unchecked));
    let Some((_, limited)) =
        rows(&format!("{HONEST}print('s mc', count)"), &["--max-solutions", "5"])
    else {
        return;
    };
    let of_puzzle = of_toy(&limited).find(|row| &*row.puzzle == "empty").expect("a row");
    assert_eq!((of_puzzle.status, &of_puzzle.solutions), (Status::Limited, &5.into()));
}

#[test]
fn a_count_that_is_off_by_one_is_wrong_where_two_families_agree() {
    let script = format!("{HONEST}print('c s exact arb int', count + 1)");
    let others = ["-b", "count/sweep$", "-b", "cover/dlx$", "-b", "sat/extended.count"];
    let Some((code, found)) = rows(&script, &others) else { return };
    assert_eq!(code, Some(1));
    for row in of_toy(&found) {
        // Nothing but the other counter of models counts the formula, so neither is supported.
        let expected = match &*row.puzzle {
            "f" => (Status::Counted, Verified::Disputed),
            _ => (Status::Wrong, Verified::No),
        };
        assert_eq!((row.status, row.verified), expected, "{}", row.puzzle);
        assert_eq!(row.error.is_some(), row.status == Status::Wrong);
        assert!(row.is_failure());
    }
    let others = found.iter().filter(|row| row.backend.starts_with("count/"));
    assert!(
        others.filter(|row| row.status == Status::Counted).all(|row| row.verified == Verified::Yes)
    );
}

#[test]
fn a_count_that_is_off_by_one_is_wrong_beside_one_certificate_and_disputed_beside_one_family() {
    let script = format!("{HONEST}print('c s exact arb int', count + 1)");
    let certified = ["-b", "count/sweep$", "--certify"];
    let Some((code, found)) = rows(&script, &certified) else { return };
    assert_eq!(code, Some(1));
    let of_covers = |row: &&Row| !matches!(&*row.puzzle, "f" | "empty");
    let (toys, others): (Vec<&Row>, Vec<&Row>) =
        found.iter().filter(of_covers).partition(|row| row.backend.starts_with("external/"));
    assert_eq!((toys.len(), others.len()), (2, 2));
    assert!(toys.iter().all(|row| (row.status, row.verified) == (Status::Wrong, Verified::No)));
    assert!(others.iter().all(|row| row.verified == Verified::Yes && row.contradicts.is_none()));
    let told = toys.iter().find(|row| row.solutions == 3).and_then(|row| row.error.as_deref());
    assert_eq!(told, Some("claimed 3 solutions, but a checked proof shows 2 solutions"));

    let Some((code, found)) = rows(&script, &["-b", "cover/dlx$"]) else { return };
    assert_eq!(code, Some(1));
    let of_puzzle: Vec<&Row> = found.iter().filter(|row| &*row.puzzle == "empty").collect();
    assert_eq!(of_puzzle.len(), 2);
    for row in of_puzzle {
        assert_eq!((row.status, row.verified), (Status::Counted, Verified::Disputed));
        let other = if row.backend.starts_with("external/") { 288 } else { 289 };
        let named = format!("other backends claim {other} solutions");
        assert_eq!(row.contradicts.as_deref(), Some(&*named));
    }
}

#[test]
fn output_without_an_exact_count_is_one_clear_error() {
    for (line, error) in [
        ("c s exact double prec-sci 2.0e1", "no exact count: c s exact double prec-sci 2.0e1"),
        ("c s exact arb int many", "malformed: c s exact arb int many"),
        ("s SATISFIABLE", "no exact count: s SATISFIABLE"),
        ("s mc 1\\ns mc 2", "1 before, and now: s mc 2"),
    ] {
        let Some((_, found)) = rows(&format!("print('{line}')"), &[]) else { return };
        assert_eq!(found.len(), 4);
        for row in &found {
            let told = row.error.as_deref().unwrap_or_default();
            assert!(told.starts_with(error), "{told}");
            assert!(told.ends_with("expected `c s exact arb int N`, `s mc N` or `s N`"), "{told}");
            assert_eq!((row.status, row.verified), (Status::Unknown, Verified::Unchecked));
        }
    }
    let Some((_, found)) = rows("sys.exit('out of memory')", &[]) else { return };
    let crashed = |row: &Row| row.error.as_deref().is_some_and(|it| it.contains("out of memory"));
    assert!(found.iter().all(|row| row.status == Status::Crashed && crashed(row)), "{found:?}");
}

#[test]
fn a_counter_is_asked_for_counts_only_and_in_its_mode_only() {
    let Some((_, found)) = rows(&format!("{HONEST}print('s mc', count)"), &["--task", "unique"])
    else {
        return;
    };
    assert!(found.iter().all(|row| row.status == Status::Unsupported));
    let bad = "[[backend]]\nid = \"external/toy\"\ncounter = true\ncommand = \"true\"\n";
    let bench = bench(&[("own.toml", bad)]);
    let output = harness(&bench, &["queens:4", "--external-file", "@own.toml", "-o", "@run"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(errors(&output).contains("is a counter, expected mode = \"dimacs\""));
}
