//! `harness reproduce`: published figures, measured again.

use std::fs;
use std::sync::atomic::AtomicBool;

use clap::Parser;
use harness::cli::{Cli, Subcommand};
use harness::cmd::{self, End};
use serde_json::Value;

use crate::bench::{Bench, harness, runs_slow_tests, text};

const SOURCES: [(&str, &str); 9] = [
    ("annealing", include_str!("../../reproductions/annealing.toml")),
    ("balanced-holes", include_str!("../../reproductions/balanced-holes.toml")),
    ("dancing-links", include_str!("../../reproductions/dancing-links.toml")),
    ("encoding-times", include_str!("../../reproductions/encoding-times.toml")),
    ("encodings", include_str!("../../reproductions/encodings.toml")),
    ("exact-covers", include_str!("../../reproductions/exact-covers.toml")),
    ("grids", include_str!("../../reproductions/grids.toml")),
    ("inference", include_str!("../../reproductions/inference.toml")),
    ("tdoku", include_str!("../../reproductions/tdoku.toml")),
];

/// Two puzzles, of which singles solve the first.
const CORPUS: &str = "\
57..9...4.2.7.4.9...3568127..714.9....268734...4.597..2.59764...6...52797.9.2...6
..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9
";

/// The SHA-256 of [`CORPUS`].
const HASH: &str = "401ed9a20b02a74ec81c8f3c1575208dbd862bbcdf66ed1e3abf3fd58eeed38b";

#[track_caller]
fn reproduce(arguments: &[&str]) -> (End, String) {
    let cli = Cli::parse_from(["harness", "reproduce"].iter().chain(arguments));
    let Some(Subcommand::Reproduce(arguments)) = &cli.subcommand else {
        panic!("the subcommand is reproduce")
    };
    let mut out = Vec::new();
    let end = cmd::reproduce::run(arguments, &AtomicBool::new(false), &mut out).expect("sources");
    (end, String::from_utf8(out).expect("text"))
}

/// Returns the verdicts of the cells of the only source that JSON has.
fn verdicts(json: &str) -> Vec<String> {
    let all: Value = serde_json::from_str(json).expect("JSON");
    let cells = all["documents"][0]["cells"].as_array().expect("cells");
    cells.iter().map(|cell| cell["verdict"].as_str().unwrap_or_default().to_owned()).collect()
}

#[test]
fn what_is_computed_agrees_and_one_changed_figure_fails() {
    let bench = Bench::new("");
    let path = bench.path("changed.toml");
    let n_quick = if runs_slow_tests() { usize::MAX } else { 2 };
    let changes = [
        ("encodings", "printed = 8829", "printed = 8830"),
        ("grids", "printed = 948109639680", "printed = 948109639681"),
        ("exact-covers", "[12988816]", "[12988817]"),
        ("dancing-links", "14186", "14187"),
    ];
    for (name, from, to) in changes.into_iter().take(n_quick) {
        let (end, json) = reproduce(&[name, "--json"]);
        assert_eq!(end, End::Well, "{json}");
        assert!(verdicts(&json).contains(&"agrees".to_owned()));
        let source = SOURCES.iter().find(|(its, _)| *its == name).expect("a source").1;
        assert!(source.contains(from), "{from}");
        fs::write(&path, source.replacen(from, to, 1)).expect("a file");
        assert_eq!(reproduce(&[text(&path)]).0, End::Failed, "{name}");
    }
}

#[test]
fn a_corpus_is_taken_if_its_hash_is_right_and_else_nothing_is_claimed() {
    let bench = Bench::new("");
    let (path, folder) = (bench.path("corpus.toml"), bench.path("corpora"));
    fs::create_dir_all(folder.join("below")).expect("a folder");
    let solved = "corpus.solved = { corpus = \"two\", backend = \"deduce/singles\" }";
    let head = "title = \"t\"\nauthor = \"a\"\nsource = \"s\"";
    let corpus = format!("[corpora.two]\nfile = \"two.txt\"\nsha256 = \"{HASH}\"\nfrom = \"here\"");
    let cell = |printed: &str, measure: &str| {
        format!(
            "[[cell]]\nplace = \"p\"\nclaim = \"c\"\nprinted = {printed}\nmeasure = {{ {measure} }}\n"
        )
    };
    let share = "corpus.solved-share = { corpus = \"two\", backend = \"deduce/singles\" }";
    let cells = [cell("2", "corpus.puzzles = \"two\""), cell("1", solved), cell("50", share)];
    fs::write(&path, format!("{head}\n{corpus}\n{}", cells.concat())).expect("a file");

    fs::write(folder.join("below/two.txt"), CORPUS).expect("a corpus");
    let (end, json) = reproduce(&[text(&path), "--corpora", text(&folder), "--json"]);
    assert_eq!((end, verdicts(&json)), (End::Well, vec!["agrees".into(); 3]));

    fs::write(folder.join("below/two.txt"), CORPUS.replace("57..9", "57..."))
        .expect("another corpus");
    let (end, json) = reproduce(&[text(&path), "--corpora", text(&folder), "--json"]);
    assert_eq!((end, verdicts(&json)), (End::Well, vec!["not-reproducible".into(); 3]));
    assert!(json.contains("has the SHA-256"), "{json}");

    fs::remove_file(folder.join("below/two.txt")).expect("a file");
    let (end, printed) = reproduce(&[text(&path), "--corpora", text(&folder)]);
    assert_eq!(end, End::Well);
    assert!(printed.contains("not reproducible [1]"), "{printed}");
    assert!(printed.contains("not reproducible 3. Whatever is expected"), "{printed}");
}

#[test]
fn the_sources_are_listed_and_a_page_has_every_cell() {
    let (_, list) = reproduce(&["--list", "--csv"]);
    for (name, _) in SOURCES {
        assert!(list.contains(&format!("\n{name},")), "{name} in {list}");
    }
    assert!(list.contains("\nsudoto,") && list.contains(",17_clue.txt\n"), "{list}");
    assert!(list.starts_with("name,source,cells,CPU seconds,needs\n"), "{list}");
    let bench = Bench::new("");
    let page = bench.path("page.html");
    let (end, _) = reproduce(&["encodings", "-o", text(&page)]);
    assert_eq!(end, End::Well);
    let page = fs::read_to_string(page).expect("a page");
    assert!(page.contains("clauses of the minimal encoding of classic36"), "{page}");
    assert!(page.ends_with("</html>\n") && !page.contains("<script"), "{page}");
}

/// Returns a study of two backends on three small puzzles, and cells on its rows.
fn study(folder: &str) -> String {
    let head = "title = \"t\"\nauthor = \"a\"\nsource = \"s\"";
    let corpus = "{ name = \"made\", generate = { count = 3, seed = 1, geometry = \"classic4\" } }";
    let run = "{ backend = [\"cover/dlx\", \"candidates/mrv\"], jobs = 1, no-probe = true }";
    let ratio = |of, to| {
        let column = "column = \"nodes\", passes = \"min\"";
        format!(
            "{{ study.ratio = {{ study = \"small\", of = \"{of}\", to = \"{to}\", {column} }} }}"
        )
    };
    let cell = |claim, printed, measure| {
        format!(
            "[[cell]]\nplace = \"p\"\nclaim = \"{claim}\"\nprinted = {printed}\nmeasure = {measure}\n"
        )
    };
    let cells = [
        cell("the same twice", 1, ratio("cover/dlx", "cover/dlx")),
        cell("another", 1000, ratio("cover/dlx", "candidates/mrv")),
    ];
    let path = format!("{folder}/study.toml");
    let study = format!("[studies.small]\ncorpus = [{corpus}]\nrun = {run}\n");
    fs::write(&path, format!("{head}\n{study}{}", cells.concat())).expect("a file");
    path
}

#[test]
fn a_study_runs_once_and_its_ratios_are_judged() {
    let bench = Bench::new("");
    let path = study(text(&bench.path("")));
    for seed in [&[][..], &["--seed", "2"]] {
        let ran = harness(&[&["reproduce", &path, "--json"], seed].concat());
        let (printed, said) =
            (String::from_utf8_lossy(&ran.stdout), String::from_utf8_lossy(&ran.stderr));
        assert_eq!(ran.status.code(), Some(1), "{printed}{said}");
        assert_eq!(verdicts(&printed), ["agrees", "differs"], "{printed}");
        assert!(printed.contains("\"interval\": {"), "{printed}");
    }
}

#[test]
fn another_seed_agrees_where_a_figure_is_that_of_a_sample() {
    let (end, json) = reproduce(&["hurtebis", "--seed", "2", "--json"]);
    assert_eq!(end, End::Well, "{json}");
    assert!(json.contains("\"interval\": {"), "{json}");
}
