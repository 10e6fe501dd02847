//! Names of puzzles, levels and versions that a terminal or a spreadsheet would obey.

use std::fs;

use crate::bench::{Bench, harness, rows, text};
use crate::outside::{run_on, speaker};

/// A name with an order to clear the screen, a bell, a line break, a mark that turns the direction, and a C1 control.
const ORDER: &str = "a\u{1b}[2J\u{7}\n\u{202e}b\u{9b}31m";

/// A name that a spreadsheet takes for a formula.
const FORMULA: &str = "=cmd|'/C calc'!A0";

fn corpus() -> String {
    let line = |name: &str| {
        serde_json::json!({ "puzzle": "1...............", "name": name, "level": name }).to_string()
            + "\n"
    };
    line(ORDER) + &line(FORMULA)
}

/// Whether a text has none of the characters that a terminal obeys.
#[track_caller]
fn check_plain(what: &[&str], printed: &[u8]) {
    let printed = String::from_utf8_lossy(printed);
    let is_bad = |it: char| (it.is_control() && it != '\n' && it != '\t') || it == '\u{202e}';
    assert!(!printed.contains(is_bad), "{what:?}: {printed:?}");
    let is_cell = |line: &str| line.split(',').any(|cell| cell.trim_matches('"').starts_with('='));
    assert!(!printed.lines().any(is_cell), "{what:?}: {printed:?}");
}

#[test]
fn no_name_reaches_a_terminal_or_a_spreadsheet_as_an_order() {
    let bench = Bench::new("");
    let (corpus_file, run) = (bench.path("=names.jsonl"), bench.path("run"));
    fs::write(&corpus_file, corpus()).expect("room");
    let words = [
        "run",
        text(&corpus_file),
        "-o",
        text(&run),
        "-b",
        "candidates/mrv",
        "-b",
        "cover/dlx",
        "--no-probe",
    ];
    let output = harness(&words);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    check_plain(&words, &output.stdout);
    check_plain(&words, &output.stderr);
    for file in ["rows.csv", "puzzles.csv", "backends.csv"] {
        check_plain(&[file], &fs::read(run.join(file)).expect("a table"));
    }
    let names: Vec<String> = rows(&run).iter().map(|row| row.puzzle.to_string()).collect();
    assert!(names.iter().any(|name| name == "a�[2J� �b�31m"), "{names:?}");
    assert!(names.iter().any(|name| name == &format!("'{FORMULA}")), "{names:?}");
    // Rows of others may still have such names.
    let edited = fs::read_to_string(run.join("rows.csv")).expect("rows");
    let edited = edited
        .replace("'=cmd", "=cmd")
        .replace("a�[2J� �b�31m", "\"a\u{1b}[2J\u{7}\n\u{202e}b\u{9b}31m\"");
    let table = bench.path("others.csv");
    fs::write(&table, edited).expect("room");
    for source in [text(&run), text(&table)] {
        for verb in [
            &["rank", source][..],
            &["rank", source, "--by", "level", "--format", "csv"],
            &["rank", source, "--by", "level"],
            &["rank", source, "--by", "level", "--format", "markdown"],
            &["compare", source, "--format", "csv"],
            &["compare", source],
            &["show", text(&run)],
            &["verify", text(&run)],
            &["plot", "cactus", source, "-o", text(&bench.path("a.svg"))],
        ] {
            let output = harness(verb);
            check_plain(verb, &output.stdout);
            check_plain(verb, &output.stderr);
        }
    }
}

#[test]
fn no_name_reaches_a_terminal_by_a_subcommand_that_writes_files_as_well() {
    let bench = Bench::new("");
    let (corpus_file, page) = (bench.path("names.jsonl"), bench.path("page.html"));
    let corpus = corpus();
    fs::write(&corpus_file, corpus.lines().next().expect("a line")).expect("room");
    for verb in [
        &["graph", text(&corpus_file)][..],
        &["lesson", text(&corpus_file), "-o", text(&page)],
        &["rate", text(&corpus_file)],
        &["solve", text(&corpus_file)],
    ] {
        let output = harness(verb);
        assert!(!output.stdout.is_empty(), "{verb:?}: {output:?}");
        check_plain(verb, &output.stdout);
        check_plain(verb, &output.stderr);
    }
}

/// The version, a message and a stray line of a program are as much text of others as names are.
#[test]
fn no_word_of_a_program_reaches_a_terminal_as_an_order() {
    let order = r"a\x1b[2J\x07\u202eb\x9b31m";
    let answer = format!(r"say(f'{order}\nresult {{w[1]}} unknown - - error={order}\n')");
    let script = speaker(&answer).replace("version=1.5", &format!("version={order}"));
    let Some(ran) = run_on("....1.3.431.2... one\n", "protocol", &script, &[]) else { return };
    assert!(ran.rows[0].version.contains("[2J"), "{:?}", ran.rows);
    assert!(ran.rows[0].error.as_ref().is_some_and(|it| it.contains("[2J")), "{:?}", ran.rows);
    check_plain(&["run"], ran.printed.as_bytes());
    for file in ["rows.csv", "backends.csv"] {
        check_plain(&[file], &fs::read(ran.folder().join(file)).expect("a table"));
    }
    for verb in [&["show", text(&ran.folder())][..], &["rank", text(&ran.folder())]] {
        let output = harness(verb);
        check_plain(verb, &output.stdout);
        check_plain(verb, &output.stderr);
    }
}
