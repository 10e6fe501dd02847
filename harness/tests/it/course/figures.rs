//! The figures of the hand-outs and of the visible cases are those of the programs, the references and ours.

use std::collections::BTreeMap;
use std::fmt::Debug;
use std::fs;
use std::io::Write;
use std::process::{Command, Stdio};

use record::Row;

use super::{ASSIGNMENTS, course, has, read, run};

/// Both hand-outs of an assignment have a line of a table that begins or ends with this.
#[track_caller]
fn check_line(assignment: &str, line: &str) {
    for language in ["en", "fr"] {
        let path = format!("{assignment}/handout.{language}.md");
        assert!(read(&path).contains(line), "{path} has no line {line}");
    }
}

/// Sums of the rows of each corpus and backend.
fn sums<const N: usize>(
    rows: &[Row],
    values: impl Fn(&Row) -> [Option<u64>; N],
) -> BTreeMap<(&str, &str), [u64; N]> {
    let mut sums = BTreeMap::new();
    for row in rows {
        let sum = sums.entry((&*row.corpus, &*row.backend)).or_insert([0; N]);
        for (sum, value) in sum.iter_mut().zip(values(row)) {
            *sum += value.unwrap_or_else(|| panic!("{}: {:?}", row.backend, row.error));
        }
    }
    sums
}

/// All backends have the same figures for each puzzle.
#[track_caller]
fn check_agreement<F: PartialEq + Debug>(rows: &[Row], figures: impl Fn(&Row) -> F) {
    let mut first = BTreeMap::new();
    for row in rows {
        let known = first.entry((&row.corpus, &row.puzzle)).or_insert(figures(row));
        assert_eq!(*known, figures(row), "{} of {}, {}", row.puzzle, row.corpus, row.backend);
    }
    assert!(first.len() < rows.len(), "one backend");
}

/// What the reference of an assignment prints in a mode.
fn prints(assignment: &str, mode: &str, input: &str) -> String {
    let mut child = Command::new("python3")
        .arg(course(&format!("{assignment}/reference/solver.py")))
        .arg(mode)
        .env("PYTHONDONTWRITEBYTECODE", "1")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("there is python3");
    child.stdin.take().expect("a pipe").write_all(input.as_bytes()).expect("input");
    let output = child.wait_with_output().expect("output");
    assert!(output.status.success(), "{assignment} {mode}");
    String::from_utf8(output.stdout).expect("text")
}

const CANDIDATES: &[&str] =
    &["16x16.txt", "4x4.txt", "beyond.txt", "naked.txt", "pairs.txt", "singles.txt"];

#[test]
fn the_sums_of_candidates_are_those_of_our_techniques() {
    let backends = ["deduce/all$", "deduce/naked-single", "deduce/singles$", "deduce/pairs$"];
    let rows = run("candidates", CANDIDATES, &backends, "first");
    let sums = sums(&rows, |row| [row.filled, row.candidates_removed]);
    for file in CANDIDATES {
        let corpus = file.trim_end_matches(".txt");
        let shown = |backend| {
            let [filled, removed] = sums[&(corpus, backend)];
            format!("{filled} / {removed}")
        };
        let ids = ["deduce/all", "deduce/naked-single", "deduce/singles", "deduce/pairs"];
        let line = format!("| `{file}` | {} |", ids.map(shown).join(" | "));
        check_line("candidates", &line);
    }
}

#[test]
fn the_reference_of_candidates_deduces_what_we_deduce() {
    if !has("python3") {
        return;
    }
    let rows = run("candidates", CANDIDATES, &["deduce/pairs$", "external"], "first");
    check_agreement(&rows, |row| (row.status, row.filled, row.candidates_removed));
    let mut expected: BTreeMap<&str, String> = BTreeMap::new();
    for row in rows.iter().filter(|row| row.backend == "deduce/pairs") {
        let (Some(filled), Some(removed)) = (row.filled, row.candidates_removed) else { panic!() };
        let rate = |rate: Option<f64>| 100.0 * rate.expect("a rate");
        let (fill, elimination) = (rate(row.fill_rate), rate(row.elimination_rate));
        let line = format!("{filled} {fill:.1} {removed} {elimination:.1}\n");
        *expected.entry(&row.corpus).or_default() += &line;
    }
    for (corpus, lines) in expected {
        let input = read(&format!("candidates/visible/statistics/{corpus}.in"));
        let puzzles = read(&format!("candidates/visible/{corpus}.txt"));
        let puzzles: Vec<&str> = puzzles.lines().filter(|line| !line.starts_with('#')).collect();
        assert_eq!(input.lines().collect::<Vec<_>>(), puzzles, "{corpus}");
        assert_eq!(read(&format!("candidates/visible/statistics/{corpus}.out")), lines, "{corpus}");
        assert_eq!(prints("candidates", "stats", &input), lines, "{corpus}");
    }
    let beyond = read("candidates/visible/statistics/beyond.out");
    let first: Vec<&str> = beyond.lines().take(2).collect();
    check_line("candidates", &format!("```text\n{}\n```", first.join("\n")));
}

#[test]
fn the_numbers_of_colours_are_those_of_the_reference_and_ours() {
    if !has("python3") {
        return;
    }
    let visible = fs::read_dir(course("colouring/visible")).expect("a folder").flatten();
    let names = visible.map(|entry| entry.file_name().to_string_lossy().into_owned());
    let graphs: Vec<String> = names.filter(|name| name.ends_with(".col")).collect();
    let graphs: Vec<&str> = graphs.iter().map(String::as_str).collect();
    let rows = run("colouring", &graphs, &["external", "colour"], "first");
    let sums = sums(&rows, |row| [row.colours]);
    for graph in graphs {
        let corpus = graph.trim_end_matches(".col");
        let colours = |backend| sums[&(corpus, backend)][0];
        let ours = ["colour/welsh-powell", "colour/dsatur", "colour/dsatur-exact"].map(colours);
        let theirs =
            ["external/welsh-powell", "external/dsatur", "external/recursive"].map(colours);
        assert_eq!(ours, theirs, "{graph}");
        let [welsh_powell, dsatur, fewest] = ours;
        check_line("colouring", &format!("| `{graph}` | {welsh_powell} | {dsatur} | {fewest} |"));
    }
}

#[test]
fn the_nodes_of_recursive_colouring_are_ours() {
    if !has("python3") {
        return;
    }
    let files = ["16x16.txt", "4x4.txt", "9x9.txt"];
    let backends = ["external/recursive", "colour/dsatur-exact$"];
    let rows = run("colouring", &files, &backends, "first");
    let sums = sums(&rows, |row| [row.nodes]);
    for file in files {
        let of = |backend| sums[&(file.trim_end_matches(".txt"), backend)];
        assert_eq!(of("external/recursive"), of("colour/dsatur-exact"));
        check_line("colouring", &format!("| `{file}` | {} |", of("external/recursive")[0]));
    }
}

#[test]
fn the_referee_of_the_reference_says_what_is_handed_out() {
    if !has("python3") {
        return;
    }
    for (name, verdict) in [("broken", -1), ("clash", -1), ("complete", 1), ("incomplete", 0)] {
        let [input, output] =
            ["in", "out"].map(|end| read(&format!("colouring/visible/referee/{name}.{end}")));
        assert_eq!(output, format!("{verdict}\n").repeat(3));
        assert_eq!(prints("colouring", "referee", &input), output, "{name}");
    }
}

#[test]
fn the_counters_of_comparison_are_those_of_the_reference_and_ours() {
    if !has("python3") {
        return;
    }
    let files = ["easy.txt", "medium.txt", "hard.txt"];
    let ours = ["backtrack/naive$", "cover/dlx$"];
    let theirs = ["external/cover", "external/mrv", "external/sat"];
    let rows = run("comparison", &files, &[&ours[..], &theirs].concat(), "unique");
    let sums = sums(&rows, |row| [row.nodes, row.bets]);
    let line = |backend| {
        let shown = files.map(|file| {
            let [nodes, bets] = sums[&(file.trim_end_matches(".txt"), backend)];
            format!("{nodes} / {bets}")
        });
        format!(" | {} |", shown.join(" | "))
    };
    assert_eq!(line("external/cover"), line("cover/dlx"));
    for backend in ["backtrack/naive", "external/mrv", "external/cover", "external/sat"] {
        check_line("comparison", &line(backend));
    }
    // The slowest reference, on the files on which it takes no time.
    let easy = run("comparison", &files[..1], &["external/backtracking", ours[0]], "unique");
    check_agreement(&easy, |row| (row.nodes, row.bets, row.solution.clone()));
}

#[test]
fn the_points_of_the_hand_outs_are_those_of_the_marking_schemes() {
    for (assignment, _) in ASSIGNMENTS {
        let scheme: toml::Table =
            read(&format!("{assignment}/assignment.toml")).parse().expect("TOML");
        let parts = scheme["part"].as_array().expect("parts");
        let points: i64 = parts.iter().filter_map(|part| part["points"].as_integer()).sum();
        for (language, heading) in [("en", "## How it is marked"), ("fr", "## Le barème")] {
            let path = format!("{assignment}/handout.{language}.md");
            let text = read(&path);
            let (_, marked) = text.split_once(heading).expect("a heading");
            let cell =
                |line: &str| line.strip_suffix(" |")?.rsplit(' ').next()?.parse::<i64>().ok();
            assert_eq!(marked.lines().filter_map(cell).sum::<i64>(), points, "{path}");
        }
    }
}
