//! The examples of the libraries: what each prints.

use std::path::Path;

use generate::instances::dominoes;

#[expect(dead_code, reason = "its `main` is for the command line")]
#[path = "../../../solvers/examples/add_backend.rs"]
mod add_backend;
#[expect(dead_code, reason = "its `main` is for the command line")]
#[path = "../../../generate/examples/by_seed.rs"]
mod by_seed;
#[expect(dead_code, reason = "its `main` is for the command line")]
#[path = "../../../solvers/examples/count.rs"]
mod count;
#[expect(dead_code, reason = "its `main` is for the command line")]
#[path = "../../analysis/examples/rank_csv.rs"]
mod rank_csv;
#[expect(dead_code, reason = "its `main` is for the command line")]
#[path = "../../../solvers/examples/solve_one.rs"]
mod solve_one;

#[test]
fn every_backend_that_decides_solves_the_puzzle() {
    let printed = solve_one::solved("....1.3.431.2...").expect("a puzzle");
    assert!(printed.lines().count() > 30, "{printed}");
    for id in ["backtrack/naive", "cover/dlx", "sat/extended.cdcl"] {
        let line = printed.lines().find(|line| line.starts_with(id)).expect(id);
        assert!(line.ends_with(" bets  3421123443122143"), "{line}");
    }
    assert!(solve_one::solved("5...............").is_err());
}

#[test]
fn a_count_is_that_of_its_certificate() {
    let count = |height, width| count::count(&dominoes(height, width, &[])).expect("a proof");
    assert_eq!(count(8, 8), 12_988_816);
    assert_eq!(count(3, 3), 0);
}

#[test]
fn a_seed_makes_a_corpus() {
    let corpus = by_seed::corpus("classic6", "easy", 2).expect("a board and a level");
    let lines: Vec<&str> = corpus.lines().collect();
    assert_eq!(lines[..2], ["# geometry: classic6", "# expect: unique"]);
    assert!(lines.len() == 4 && lines[2].len() == 36 && lines[2] != lines[3], "{corpus}");
    assert!(by_seed::corpus("classic6", "trivial", 1).is_err());
}

#[test]
fn a_backend_is_added_to_those_of_the_registry() {
    let printed = add_backend::compared();
    let lines: Vec<&str> = printed.lines().collect();
    assert!(lines[0].starts_with("own/last-first   1 solution, "), "{printed}");
    assert!(lines[1].starts_with("candidates/mrv   1 solution, "), "{printed}");
}

#[test]
fn a_table_of_trials_is_ranked() {
    let rows = Path::new(env!("CARGO_MANIFEST_DIR")).join("../results/hardest/rows.csv");
    let printed = rank_csv::ranked(rows).expect("rows");
    let places: Vec<&str> = printed.lines().filter_map(|line| line.split(' ').next()).collect();
    assert_eq!(places, ["1", "2", "3", "4", "5"], "{printed}");
    assert!(printed.contains("cover/dlx") && printed.contains("52 solved"), "{printed}");
}
