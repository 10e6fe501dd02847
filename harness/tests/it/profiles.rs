//! `harness solve --profile`: what a search costs on each level.

use serde_json::Value;
use solvers::BACKENDS;

use crate::solve::{solve, try_solve};

const ESCARGOT: &str =
    "100007090030020008009600500005300900010080002600004000300000010040000007007000300";

/// Returns the only object that a call prints.
fn object(arguments: &[&str]) -> Value {
    let printed = solve(&[arguments, &["--profile", "--format", "json"]].concat());
    let all: Value = serde_json::from_str(&printed).expect("JSON");
    all[0].clone()
}

/// Returns a counter on each level.
fn levels(object: &Value, counter: &str) -> Vec<u64> {
    let profile = object["profile"].as_array().expect("a profile");
    profile.iter().map(|level| level[counter].as_u64().unwrap_or_default()).collect()
}

#[test]
fn levels_add_up_to_the_counters() {
    let problems = [
        (ESCARGOT, "cover/dlx"),
        (ESCARGOT, "cover/dancing-cells"),
        (ESCARGOT, "candidates/mrv"),
        (ESCARGOT, "backtrack/naive"),
        ("queens:8", "cover/dlx"),
        ("langford:7", "cover/bitmatrix"),
    ];
    for (problem, backend) in problems {
        let object = object(&[problem, "-b", backend, "--max-solutions", "none"]);
        let counters = object["counters"].as_object().expect("counters");
        for (name, total) in counters.iter().filter(|(name, _)| *name != "max_depth") {
            let sum: u64 = levels(&object, name).iter().sum();
            assert_eq!(Some(sum), total.as_u64(), "{problem}, {backend}: {name}");
        }
        let nodes = levels(&object, "nodes");
        assert_eq!(nodes.first(), Some(&1), "{problem}, {backend}: {nodes:?}");
    }
}

#[test]
fn data_structures_for_exact_covers_have_the_same_nodes_on_each_level() {
    for problem in ["queens:7", "langford:8", ESCARGOT] {
        let nodes = |backend| {
            let all = object(&[problem, "-b", backend, "--max-solutions", "none"]);
            levels(&all, "nodes")
        };
        let expected = nodes("cover/dlx");
        for backend in ["cover/bitmatrix", "cover/dancing-cells"] {
            assert_eq!(nodes(backend), expected, "{problem}, {backend}");
        }
    }
}

#[test]
fn a_search_without_choices_has_no_profile() {
    let error = try_solve(BACKENDS, &[ESCARGOT, "-b", "local/annealing", "--profile"]).unwrap_err();
    assert!(error.to_string().contains("local/annealing reports no choices"), "{error}");
}

#[test]
fn a_profile_is_a_table_below_the_answer() {
    let printed = solve(&["queens:6", "--profile", "--max-solutions", "none"]);
    let (answer, table) = printed.split_once("\n\n").expect("two parts");
    assert!(answer.contains("cover/dlx: all 4 solutions; one is shown"), "{answer}");
    assert_eq!(table.lines().count(), 9, "{table}");
}
