//! What `rank` and `compare` print of a few rows, held against what is kept.

use clap::Parser;
use kept::{ROWS, check_golden, runs};

use super::{compare, rank};
use crate::cli::{Cli, Verb};

#[path = "../../render/src/golden.rs"]
pub(super) mod kept;

/// The ways to print, and how their files end.
const WAYS: &[(&[&str], &str)] = &[
    (&[], "txt"),
    (&["--csv"], "csv"),
    (&["--json"], "json"),
    (&["--latex"], "tex"),
    (&["--markdown"], "md"),
];

/// What a verb prints with these arguments; it gets the rows instead of a file.
fn printed(arguments: &[&str], way: &[&str]) -> String {
    let words = ["harness"].iter().chain(arguments).chain(&["rows.csv"]).chain(way);
    let mut out = Vec::new();
    let runs = runs(ROWS);
    match Cli::try_parse_from(words).expect("arguments").verb {
        Some(Verb::Rank(arguments)) => rank::of(&runs, &arguments, &mut out),
        Some(Verb::Compare(arguments)) => compare::of(&runs, &arguments, &mut out),
        _ => panic!("no verb of this test"),
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
        let text = printed(&["compare", "-a", "candidates/mrv", "-b", "cover/dlx"], way);
        check_golden("tests/golden/compare", &format!("pair.{ending}"), &text);
    }
}
