//! The output of `rank` and `compare` for a few rows, compared with golden files.

use clap::Parser;
use kept::{ROWS, check_golden, runs};

use super::{compare, rank};
use crate::cli::{Cli, Subcommand};

#[path = "../../render/src/golden.rs"]
pub(super) mod kept;

/// The output formats, with the extensions of their files.
const WAYS: &[(&[&str], &str)] = &[
    (&[], "txt"),
    (&["--format", "csv"], "csv"),
    (&["--format", "json"], "json"),
    (&["--format", "latex"], "tex"),
    (&["--format", "markdown"], "md"),
];

/// Returns the output of a subcommand with these arguments, on the rows of this test.
fn printed(arguments: &[&str], way: &[&str]) -> String {
    let words = ["harness"].iter().chain(arguments).chain(&["rows.csv"]).chain(way);
    let mut out = Vec::new();
    let runs = runs(ROWS);
    match Cli::try_parse_from(words).expect("arguments").subcommand {
        Some(Subcommand::Rank(arguments)) => {
            let format = arguments.format.format();
            rank::Ranked::of(&runs, &arguments).and_then(|ranked| ranked.print(&mut out, format))
        }
        Some(Subcommand::Compare(arguments)) => compare::of(&runs, &arguments, &mut out),
        _ => panic!("no subcommand of this test"),
    }
    .expect("it is printed");
    String::from_utf8(out).expect("text")
}

#[test]
fn rank_prints_what_it_printed() {
    for (way, ending) in WAYS {
        let text = printed(&["rank", "--by", "geometry"], way);
        check_golden("tests/golden/rank", &format!("by_geometry.{ending}"), &text);
    }
}

#[test]
fn compare_prints_what_it_printed() {
    for (way, ending) in WAYS {
        let text = printed(&["compare", "--baseline", "candidates/mrv", "-b", "cover/dlx"], way);
        check_golden("tests/golden/compare", &format!("pair.{ending}"), &text);
    }
}
