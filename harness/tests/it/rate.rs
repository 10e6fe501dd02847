//! `harness rate`, from files to what is printed, and the levels on their way through a run.

use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::bench::{Bench, harness, prints, rows, text};

/// An easy puzzle, Al Escargot, one with several solutions and one with none.
const MIXED: &str = "\
53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79 SAE
100007090030020008009600500005300900010080002600004000300000010040000007007000300 Escargot
........584...56..1..4..3....9...1...62.71..3....5.....5..8..9.......4...2..17... several
11............................................................................... clash
";

/// Returns the fields of a line, of which the last is in quotes.
fn fields(line: &str) -> Vec<&str> {
    line.splitn(13, ',').collect()
}

fn dataset(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../datasets").join(name);
    text(&path).to_owned()
}

#[test]
fn each_puzzle_has_a_level_or_a_status_that_says_why_not() {
    let bench = Bench::new(MIXED);
    let corpus = bench.path("corpus.txt");
    let csv = prints(&["rate", text(&corpus), "--csv"]);
    let lines: Vec<Vec<&str>> = csv.lines().map(fields).collect();
    assert_eq!(lines[0][..5], ["puzzle", "geometry", "clues", "status", "level"]);
    assert_eq!(lines[1][..6], ["SAE", "classic9", "30", "unique", "easy", "1.2"]);
    assert_eq!(
        lines[2][..7],
        ["Escargot", "classic9", "23", "unique", "beyond", "9.5", "unsolved"]
    );
    assert_eq!(lines[2][9], "fiendish");
    let nothing = [""; 9];
    assert_eq!(lines[3], [&["several", "classic9", "23", "multiple"][..], &nothing].concat());
    assert_eq!(lines[4], [&["clash", "classic9", "2", "impossible"][..], &nothing].concat());
    let objects: Value = serde_json::from_str(&prints(&["rate", text(&corpus), "--json"])).unwrap();
    assert_eq!(objects[0]["score"], 1.2);
    assert_eq!(objects[0]["techniques"]["full-house"], 16);
    assert_eq!((&objects[3]["status"], &objects[3]["level"]), (&"impossible".into(), &Value::Null));
}

#[test]
fn people_see_what_is_needed_and_how_many_are_of_which_level() {
    let bench = Bench::new(MIXED);
    let printed = prints(&["rate", text(&bench.path("corpus.txt"))]);
    for expected in ["Escargot", "hidden single", "fiendish", "4 puzzles"] {
        assert!(printed.contains(expected), "{expected}: {printed}");
    }
    // In its row, and in the summary.
    assert_eq!(printed.matches("impossible").count(), 2, "{printed}");
    let many = prints(&["rate", &dataset("6x6.txt")]);
    assert!(!many.contains("6x6:4") && many.contains("easy"), "{many}");
}

#[test]
fn the_sum_adds_up_the_weights_of_the_steps() {
    let bench = Bench::new(MIXED);
    let objects = prints(&["rate", text(&bench.path("corpus.txt")), "--json", "-f", "SAE"]);
    let objects: Value = serde_json::from_str(&objects).unwrap();
    let techniques = objects[0]["techniques"].as_object().unwrap();
    let weight = |id: &str| match id {
        "full-house" | "naked-single" => 4,
        "hidden-single" => 14,
        other => panic!("{other}"),
    };
    let sum: u64 = techniques.iter().map(|(id, n)| n.as_u64().unwrap() * weight(id)).sum();
    assert_eq!(objects[0]["sum"], sum);
    assert_eq!(objects[0]["steps"], 51);
}

#[test]
fn stars_are_moves_by_fifty() {
    let bench = Bench::new(MIXED);
    let objects = prints(&["rate", text(&bench.path("corpus.txt")), "--json", "--stars"]);
    let objects: Value = serde_json::from_str(&objects).unwrap();
    // Without a bet each candidate that goes is struck once: 153 in 51 cells.
    assert_eq!((&objects[0]["moves"], &objects[0]["stars"]), (&408.into(), &8.16.into()));
    let (moves, stars) = (&objects[1]["moves"], &objects[1]["stars"]);
    assert_eq!(moves.as_u64().unwrap() as f64 / 50.0, stars.as_f64().unwrap());
    assert_eq!(objects[2]["moves"], Value::Null);
}

#[test]
fn rows_stand_in_the_order_of_the_corpus_whoever_rates_them() {
    let corpus = dataset("4x4.txt");
    let one = prints(&["rate", &corpus, "--csv", "--jobs", "1"]);
    assert_eq!(one, prints(&["rate", &corpus, "--csv", "--jobs", "3"]));
    assert_eq!(one.lines().count(), 101);
}

#[test]
fn boards_of_every_shape_are_rated() {
    for name in ["x.txt", "windoku.txt", "jigsaw7.txt", "latin9.txt", "triple.txt"] {
        let csv = prints(&["rate", &dataset(name), "--csv", "--timeout", "none", "-f", ":[4-9]$"]);
        let mut lines = csv.lines().skip(1).map(fields);
        assert!(lines.all(|line| line[3] == "unique" && !line[4].is_empty()), "{name}: {csv}");
    }
}

#[test]
fn a_line_that_cannot_be_read_is_named_and_the_others_are_rated() {
    let bench = Bench::new(&format!("{MIXED}12x\n"));
    let corpus = bench.path("corpus.txt");
    let output = harness(&["rate", text(&corpus), "--csv"]);
    assert_eq!(output.status.code(), Some(2));
    let errors = String::from_utf8(output.stderr).unwrap();
    assert!(errors.contains("corpus.txt:5:1: "), "{errors}");
    assert_eq!(String::from_utf8(output.stdout).unwrap().lines().count(), 5);
    for wrong in [&["rate", "nowhere.txt"][..], &["rate", text(&corpus), "-f", "nobody"]] {
        let output = harness(wrong);
        assert_eq!((output.status.code(), output.stdout.len()), (Some(2), 0), "{wrong:?}");
    }
}

#[test]
fn a_rated_corpus_states_levels_which_rows_have_and_rankings_are_parted_by() {
    let bench = Bench::new(MIXED);
    let (corpus, rated, run) =
        (bench.path("corpus.txt"), bench.path("rated.txt"), bench.path("run"));
    let write = ["rate", text(&corpus), "--to", "line", "-o", text(&rated), "-F", "clash"];
    assert_eq!(prints(&write), "");
    let levels: Vec<String> = fs::read_to_string(&rated)
        .unwrap()
        .lines()
        .filter_map(|line| line.strip_prefix("# level:").map(|level| level.trim().to_owned()))
        .collect();
    assert_eq!(levels, ["easy", "beyond", ""]);
    assert_eq!(harness(&write).status.code(), Some(2), "nothing is overwritten");
    let backends = ["-b", "candidates/mrv", "-b", "cover/dlx", "--no-probe", "-o", text(&run)];
    prints(&[&[text(&rated)][..], &backends].concat());
    for row in rows(&run) {
        let expected = match &*row.puzzle {
            "SAE" => Some("easy"),
            "Escargot" => Some("beyond"),
            _ => None,
        };
        assert_eq!(row.level.as_deref(), expected, "{}", row.puzzle);
    }
    let ranking = prints(&["rank", text(&run), "--by", "level"]);
    let places = ["easy", "beyond", "unknown"].map(|level| ranking.find(level).expect("a part"));
    assert!(places.is_sorted(), "{ranking}");
    let page = bench.path("page.html");
    prints(&["report", text(&run), "-o", text(&page)]);
    let page = fs::read_to_string(page).unwrap();
    assert!(page.contains("<option value=\"1\">beyond</option>"));
}
