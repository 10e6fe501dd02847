//! Counts of any size, from solvers in this process and in others to rows, and the subcommand `count`.

use std::fs;

use record::{Status, Verified};
use serde_json::Value;

#[cfg(target_os = "linux")]
use crate::bench::runs_slow_tests;
use crate::instances::{bench, errors, harness, printed, run};

/// The number of tilings of a 14×14 board by dominoes, which exceeds 64 bits.
const TILINGS: &str = "112202208776036178000000";

#[test]
fn a_count_beyond_a_word_keeps_its_digits_in_every_process() {
    let bench = bench(&[]);
    let output = harness(&bench, &["encode", "dominoes:14x14", "--to", "xcc"]);
    let problem = printed(&output);
    fs::write(bench.path("d.xcc"), format!("| expect: {TILINGS}\n{problem}")).expect("a file");
    for isolate in ["none", "all"] {
        let limits = ["--task", "count", "--max-solutions", "none", "--timeout", "none"];
        let backend = ["@d.xcc", "-b", "count/sweep.bandwidth", "--isolate", isolate];
        let rows = run(&bench, &[&backend[..], &limits].concat());
        let found = (rows[0].status, rows[0].verified, rows[0].solutions.to_string());
        assert_eq!(found, (Status::Counted, Verified::Yes, TILINGS.into()), "{isolate}");
        let ranked = harness(&bench, &["rank", "@run"]);
        assert_eq!(ranked.status.code(), Some(0), "{}", errors(&ranked));
        fs::remove_dir_all(bench.path("run")).expect("it is there");
    }
}

#[test]
fn any_number_of_workers_counts_the_same() {
    let bench = bench(&[]);
    for (problem, expected) in [
        ("dominoes:14x14", TILINGS),
        ("queens:8", "92"),
        ("regular-graphs:12x3", "11555272575"),
        (&".".repeat(16), "288"),
    ] {
        for jobs in ["1", "2", "5"] {
            let output = harness(&bench, &["count", problem, "--jobs", jobs]);
            assert_eq!(printed(&output), format!("{expected} solutions\n"), "{}", errors(&output));
        }
    }
    let late = harness(&bench, &["count", "queens:14", "--timeout", "1ms", "--jobs", "2"]);
    assert_eq!(late.status.code(), Some(1), "{}", errors(&late));
}

/// The graphs with four vertices of degree two are the three squares.
#[test]
fn solutions_with_multiplicities_are_numbered() {
    let bench = bench(&[]);
    let numbers = ["--nth", "1", "--nth", "2", "--nth", "3"];
    let output = harness(&bench, &[&["count", "regular-graphs:4x2"], &numbers[..]].concat());
    let printed = printed(&output);
    let squares = ["1 2\n1 3\n2 4\n3 4\n", "1 2\n1 4\n2 3\n3 4\n", "1 3\n1 4\n2 3\n2 4\n"];
    assert!(printed.starts_with("3 solutions\n"), "{printed}{}", errors(&output));
    assert!(squares.iter().all(|square| printed.contains(square)), "{printed}");
}

#[test]
fn the_models_of_a_formula_are_counted() {
    // Of 70 variables, one does not occur.
    let wide: String = (1..70).map(|variable| format!("{variable} ")).collect();
    let bench = bench(&[
        ("f.cnf", "p cnf 3 2\n1 2 0\n-1 3 0\n"),
        ("no.cnf", "p cnf 1 2\n1 0\n-1 0\n"),
        ("wide.cnf", &format!("p cnf 70 1\n{wide}0\n")),
    ]);
    let wide = ((1_u128 << 70) - 2).to_string();
    for (file, expected) in [("@f.cnf", "4"), ("@no.cnf", "0"), ("@wide.cnf", &wide)] {
        let output = harness(&bench, &["count", file]);
        assert_eq!(printed(&output), format!("{expected} solutions\n"), "{}", errors(&output));
    }
}

/// The model counter alone takes more than a minute for these.
#[test]
fn puzzles_with_relations_are_counted_by_search_first() {
    let bench = bench(&[]);
    for name in ["killer", "sandwich", "thermometer"] {
        let file = format!("{}/../datasets/{name}.txt", env!("CARGO_MANIFEST_DIR"));
        let lines = fs::read_to_string(file).expect("puzzles of the project");
        let first = lines.lines().find(|line| !line.starts_with('#')).expect("a puzzle");
        fs::write(bench.path("one.txt"), first).expect("a file");
        let output = harness(&bench, &["count", "@one.txt", "--timeout", "1m"]);
        assert_eq!(printed(&output), "1 solution\n", "{name}: {}", errors(&output));
    }
}

/// Counts the partitions of N + 1 elements into pairs in a child that may use this much memory: one that uses more
/// is ended. The table gives up states, so there are more nodes than without a limit.
#[cfg(target_os = "linux")]
fn check_memory_limit(n: u64, limit: &str) {
    let bench = bench(&[]);
    let problem = format!("double-factorial:{n}");
    let all =
        ["-b", "count/sweep$", "--task", "count", "--max-solutions", "none", "--isolate", "all"];
    let nodes = [limit, "none"].map(|limit| {
        let more = [&problem, "--timeout", "none", "--memory-limit", limit];
        let rows = run(&bench, &[&more[..], &all].concat());
        assert_eq!(rows[0].status, Status::Counted, "{:?}", rows[0].error);
        assert_eq!(rows[0].solutions, (1..=n).step_by(2).product::<u64>());
        fs::remove_dir_all(bench.path("run")).expect("it is there");
        rows[0].nodes.expect("a number")
    });
    assert!(nodes[0] > nodes[1], "{nodes:?}");
}

#[cfg(target_os = "linux")]
#[test]
fn a_count_that_needs_more_memory_than_its_limit_stays_below_it() {
    if !runs_slow_tests() {
        return;
    }
    check_memory_limit(27, "64MB");
}

#[test]
fn the_number_of_a_solution_leads_back_to_it() {
    let bench = bench(&[]);
    let json = |arguments: &[&str]| -> Value {
        let output = harness(&bench, &[&["count", "--json"], arguments].concat());
        assert_eq!(output.status.code(), Some(0), "{}", errors(&output));
        serde_json::from_str(&printed(&output)).expect("JSON")
    };
    for problem in ["dominoes:4x4", "1..............."] {
        let all = json(&[problem, "--sample", "5", "--nth", "1"]);
        let listed = all["listed"].as_array().expect("solutions");
        assert_eq!(listed.len(), 6);
        for solution in listed {
            let text = solution["solution"].as_str().expect("a text");
            assert_eq!(json(&[problem, "--rank", text])["rank"], solution["number"]);
        }
        assert_eq!(all, json(&[problem, "--sample", "5", "--nth", "1", "--seed", "1"]));
        assert_ne!(all, json(&[problem, "--sample", "5", "--nth", "1", "--seed", "2"]));
    }
    assert_eq!(json(&["dominoes:14x14"])["solutions"], TILINGS);
}

#[test]
fn options_are_counted_and_costs_are_added_up() {
    let costs: String = (1..=64).map(|cost| format!("{cost} ")).collect();
    let bench = bench(&[
        ("costs", &costs),
        ("few", "1 2\n3"),
        ("bad", "1\n2 x"),
        ("large", "9223372036854775808"),
    ]);
    let puzzle = "12343412........";
    let output = harness(&bench, &["count", puzzle, "--options", "--costs", "@costs", "--json"]);
    let found: Value = serde_json::from_str(&printed(&output)).expect("JSON");
    let options = found["options"].as_array().expect("a row for each symbol in each cell");
    let cell: u64 = options[4 * 10..][..4].iter().filter_map(|it| it["solutions"].as_u64()).sum();
    assert_eq!((options.len(), Some(cell)), (64, found["solutions"].as_u64()));
    // Option 4·c + s has the cost 4·c + s + 1, and each row has each symbol once.
    assert_eq!(found["least_cost"]["cost"], 16 * 15 / 2 * 4 + 4 * 6 + 16);
    for (costs, message) in [
        ("@few", "3 costs, expected one for each of 64 options"),
        ("@bad", ":2: \"x\" is not a cost, expected an integer"),
        ("@large", "8\" is not a cost, expected an integer from -2^63 to 2^63 - 1"),
    ] {
        let output = harness(&bench, &["count", puzzle, "--costs", costs]);
        assert_eq!(output.status.code(), Some(2));
        assert!(errors(&output).contains(message), "{}", errors(&output));
    }
}

#[test]
fn the_cheapest_solutions_are_found_without_counting() {
    let bench = bench(&[
        ("a.xcc", "a b c\na b |3\nb c |4\na |5\nc |2\na b c |9\n"),
        ("rows.txt", "3 3\n30 2 1 2\n-4 1 3\n50 3 1 2 3\n"),
        ("costs", "1 2 3 4 5"),
        ("none.xcc", "a b\na |1\n"),
    ]);
    let json = |arguments: &[&str]| {
        let output = harness(&bench, &[&["count", "--json"], arguments].concat());
        serde_json::from_str::<Value>(&printed(&output)).expect("JSON")
    };
    let costs = |arguments: &[&str]| {
        let found = json(arguments);
        let cheapest = found["cheapest"].as_array().expect("solutions").clone();
        cheapest.iter().map(|it| it["cost"].as_i64().expect("a cost")).collect::<Vec<_>>()
    };
    assert_eq!(costs(&["@a.xcc", "--cheapest", "9"]), [5, 9, 9]);
    assert_eq!(costs(&["@a.xcc", "--cheapest", "1"]), [5]);
    assert_eq!(costs(&["@a.xcc", "--cheapest", "9", "--costs", "@costs"]), [5, 5, 5]);
    assert_eq!(costs(&["@rows.txt", "--cheapest", "9"]), [26, 50]);
    assert_eq!(json(&["@a.xcc", "--cheapest", "1"])["cheapest"][0]["solution"], "10010");
    let none = harness(&bench, &["count", "@none.xcc", "--cheapest", "1"]);
    assert_eq!(printed(&none), "no solution\n");
    for (arguments, message) in [
        (&["queens:6"][..], "every option costs 0, expected costs in the file"),
        (&["................"], "a puzzle, expected an exact cover problem"),
        (
            &["regular-graphs:4x2", "--costs", "@costs"],
            "--cheapest: items have multiplicities, expected",
        ),
        (&["pigeons:2x3", "--costs", "@costs"], "5 costs, expected one for each of 6 options"),
    ] {
        let output = harness(&bench, &[&["count", "--cheapest", "1"], arguments].concat());
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(errors(&output).contains(message), "{}", errors(&output));
    }
}

#[test]
fn what_cannot_be_counted_is_refused() {
    let bench = bench(&[("f.cnf", "p cnf 2 1\n1 2 0\n"), ("g.col", "p edge 2 1\ne 1 2\n")]);
    for (arguments, message) in [
        (
            &["@f.cnf", "--nth", "1"][..],
            "a formula: --sample, --nth, --rank, --options and --costs",
        ),
        (&["@g.col", "--nth", "1"], "a graph: expected a puzzle, an exact cover problem or a"),
        (&["dominoes:3x3", "--nth", "1"], "--nth 1: the problem has no solution"),
        (&["@g.col"], "a graph: expected a puzzle, an exact cover problem or a formula"),
        (&["no-such.cnf"], "cannot open no-such.cnf"),
        (&["quens:8"], "cannot open quens:8, did you mean queens:8?"),
        (&["dominoes:4x4", "--nth", "37"], "expected a number from 1 to 36"),
        (&["regular-graphs:4x2", "--nth", "4"], "expected a number from 1 to 3"),
        (&["dominoes:4x4", "--nth", "0"], "expected a number from 1 to 36"),
        (&["................", "--rank", "1234123412341234"], "twice"),
        (&["dominoes:2x2", "--rank", "010"], "3 characters, expected one for each of 4 options"),
        (&["dominoes:2x2", "--rank", "0120"], "'2': expected 0 or 1"),
        (&["dominoes:12x12", "--options", "--max-memory", "100kB"], "takes more than 100000 bytes"),
    ] {
        let output = harness(&bench, &[&["count"], arguments].concat());
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(errors(&output).contains(message), "{}", errors(&output));
    }
}
