//! Families of exact cover problems, by name and as the files that `harness encode` writes.

use std::fs;

use record::{Status, Verified};

use super::{bench, errors, harness, printed, run};
use crate::bench::text;

#[test]
fn families_are_written_by_their_names() {
    let bench = bench(&[]);
    for (name, count) in [("queens:5", "10"), ("langford:4", "2"), ("pentominoes:3x20", "8")] {
        let output = harness(&bench, &["encode", name, "--to", "xcc", "-o", "@family.xcc"]);
        assert_eq!(output.status.code(), Some(0), "{name} {}", errors(&output));
        let files = ["@family.xcc", "-b", "cover/dlx$", "--task", "count", "--timeout", "60s"];
        let rows = run(&bench, &files);
        assert_eq!(
            (rows[0].status, rows[0].solutions.to_string()),
            (Status::Counted, count.into())
        );
        fs::remove_file(bench.path("family.xcc")).expect("it is there");
        fs::remove_dir_all(bench.path("run")).expect("it is there");
    }
    let hole = harness(&bench, &["encode", "pentominoes:8x8-2x2", "--to", "xcc", "-o", "@h.xcc"]);
    assert_eq!(hole.status.code(), Some(0), "{}", errors(&hole));
    let options = fs::read_to_string(bench.path("h.xcc")).expect("a problem").lines().count() - 1;
    assert_eq!(options, 1568);
    for (name, problem) in [
        ("pentominoes:8x8", "has 64 squares, expected 60"),
        ("pentominoes:400x400", "has 160000 squares, expected 60"),
        ("pentominoes:8x8-2x9", "expected a hole that is smaller than the board"),
    ] {
        let output = harness(&bench, &["encode", name, "--to", "xcc"]);
        assert_eq!(output.status.code(), Some(2), "{name}");
        assert!(errors(&output).contains(problem), "{}", errors(&output));
    }
    for name in ["queens:", "queens:x", "pentominoes:6", "langford:401"] {
        let output = harness(&bench, &["encode", name, "--to", "cnf"]);
        assert_eq!(output.status.code(), Some(2), "{name}");
        assert!(errors(&output).contains("is not a size"), "{}", errors(&output));
    }
}

#[test]
fn a_family_runs_like_the_file_that_encode_writes() {
    let bench = bench(&[]);
    let encoded = harness(&bench, &["encode", "queens:6", "--to", "xcc", "-o", "@queens6.xcc"]);
    assert_eq!(encoded.status.code(), Some(0), "{}", errors(&encoded));
    let selection = ["-b", "cover/dlx$", "-b", "count/sweep$", "--task", "count"];
    let files = ["queens:6", "@queens6.xcc", "dominoes:4x4-r1c1-r4c4"];
    let rows = run(&bench, &[&files[..], &selection].concat());
    assert_eq!(rows.len(), 6);
    for row in &rows {
        let expected = if row.puzzle.starts_with("dominoes") { 0 } else { 4 };
        assert_eq!(
            (row.solutions.clone(), row.verified),
            (expected.into(), Verified::Yes),
            "{}",
            row.puzzle
        );
    }
    let hashes = |name: &str| {
        let row = rows.iter().find(|row| &*row.puzzle == name);
        row.map(|row| row.puzzle_hash).expect("a row")
    };
    assert_eq!(hashes("queens:6"), hashes("queens6"));
    let manifest = fs::read_to_string(bench.path("run/manifest.json")).expect("a manifest");
    let hash = blake3::hash(&fs::read(bench.path("queens6.xcc")).expect("a file")).to_hex();
    assert_eq!(manifest.matches(hash.as_str()).count(), 2, "{manifest}");

    let solved = harness(&bench, &["solve", "langford:3"]);
    assert!(printed(&solved).contains("several"), "{}", printed(&solved) + &errors(&solved));
    let explained = harness(&bench, &["explain", "cover/dlx", "count/sweep", "@run"]);
    assert_eq!(explained.status.code(), Some(0), "{}", errors(&explained));
    let listed = harness(&bench, &["list", "--families"]);
    assert!(printed(&listed).contains("OEIS A000170"), "{}", errors(&listed));
    for (name, expected) in [
        ("queens:x", "queens:N: \"x\" is not a size, expected a number from 1 to 400"),
        ("queen:8", "cannot open queen:8"),
        ("kirkman:4x4", "expected a number from 1 to 60"),
    ] {
        let output = harness(&bench, &[name, "--no-probe", "-o", "@bad"]);
        assert_eq!(output.status.code(), Some(2), "{name}");
        assert!(errors(&output).contains(expected), "{}", errors(&output));
    }
}

#[test]
fn a_study_and_an_archive_take_families_by_name() {
    let study = "[[corpus]]\nfiles = [\"queens:5\"]\n\n[run]\nbackend = [\"cover/dlx$\"]\n\
                 task = \"count\"\nno-probe = true\n";
    let bench = bench(&[("study.toml", study), ("words.txt", "ab\nba\n")]);
    for arguments in [&["study", "run", "@study.toml"][..], &["study", "check", "@study.toml"]] {
        let output = harness(&bench, arguments);
        assert_eq!(output.status.code(), Some(0), "{arguments:?} {}", errors(&output));
    }
    let words = format!("words:2x2:{}", text(&bench.path("words.txt")));
    run(&bench, &["queens:5", &words, "-b", "cover/dlx$", "--task", "count"]);
    let output = harness(&bench, &["archive", "@run", "-o", "@archive"]);
    assert_eq!(output.status.code(), Some(0), "{}", errors(&output));
    let script = fs::read_to_string(bench.path("archive/reproduce.sh")).unwrap_or_default();
    assert!(script.contains("queens:5"), "{script}");
    assert!(!bench.path("archive/inputs/queens:5").exists());
}

#[test]
fn rectangles_are_made_of_the_words_of_a_file() {
    let bench = bench(&[("words.txt", "ab\nba\n\naa\n"), ("bad.txt", "a b\n")]);
    let words = |file: &str| format!("words:2x2:{}", bench.path(file).display());
    let output = harness(&bench, &["encode", &words("words.txt"), "--to", "xcc", "-o", "@w.xcc"]);
    assert_eq!(output.status.code(), Some(0), "{}", errors(&output));
    let rows = run(&bench, &["@w.xcc", "-b", "cover/dlx$", "--task", "count"]);
    // No line may be `bb`: there is one square without a b, four have one, and two have two.
    assert_eq!((rows[0].status, rows[0].solutions.to_u64()), (Status::Counted, Some(7)));
    let wrong = [
        (words("bad.txt"), "expected one word per line"),
        (words("no.txt"), "cannot read the words"),
        ("words:2x2".into(), "lacks a file of words"),
    ];
    for (name, message) in wrong {
        let output = harness(&bench, &["encode", &name, "--to", "xcc"]);
        assert_eq!(output.status.code(), Some(2), "{name}");
        assert!(errors(&output).contains(message), "{}", errors(&output));
    }
}
