//! Chosen techniques: their ids, their rows in children, shares, and ablation.

use std::collections::BTreeMap;
use std::fs;

use record::Row;
use serde_json::Value;

use crate::bench::{Bench, check_refused, harness, prints, rows, text};
use crate::solve::{refused, solve};

/// Puzzles that singles solve, and some that they do not.
const CORPUS: &str = "\
53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79 SAE
100007090030020008009600500005300900010080002600004000300000010040000007007000300 Escargot
..1....34.7..1965.5..487.......74..9..759.2..3..126.7...26..9.7.....842.6.8...5.3 created
2....4.691....6.4..4....7......3.85.81..2....9..........71....2.....23.45.2...... toto
........584...56..1..4..3....9...1...62.71..3....5.....5..8..9.......4...2..17... several
4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4...... hard
";

fn mean(rows: &[Row], backend: &str, value: impl Fn(&Row) -> Option<f64>) -> f64 {
    let of: Vec<f64> = rows.iter().filter(|row| row.backend == backend).filter_map(value).collect();
    assert!(!of.is_empty(), "{backend}");
    of.iter().sum::<f64>() / of.len() as f64
}

#[test]
fn the_id_says_what_was_chosen_also_in_processes_of_their_own() {
    let bench = Bench::new(CORPUS);
    let (corpus, folder) = (bench.path("corpus.txt"), bench.path("run"));
    let asked = [
        text(&corpus),
        "--techniques",
        "hidden-single,naked-single",
        "--techniques=-fish",
        "-b",
        "deduce",
        "-b",
        "deduce/tuples.hidden-single",
        "--isolate",
        "all",
        "--no-probe",
        "-o",
        text(&folder),
        "--resume",
    ];
    for _ in 0..2 {
        prints(&asked);
    }
    let rows = rows(&folder);
    let mut n_rows: BTreeMap<&str, usize> = BTreeMap::new();
    rows.iter().for_each(|row| *n_rows.entry(&row.backend).or_default() += 1);
    let ids =
        ["deduce/all.no-fish", "deduce/naked-single.hidden-single", "deduce/tuples.hidden-single"];
    assert_eq!(n_rows, ids.map(|id| (id, 6)).into());
    let used = |row: &&Row| row.techniques.as_ref().is_some_and(|it| it.contains("pointing"));
    assert!(rows.iter().filter(used).all(|row| row.backend == ids[0]));
    let backends = fs::read_to_string(folder.join("backends.csv")).expect("the backends");
    assert!(backends.contains(",naked-single hidden-single,"), "{backends}");
    // The other spelling of an id finds its rows.
    let ranked = ["rank", text(&folder), "--metric", "fill", "--csv", "-b"];
    let ranked = prints(&[&ranked[..], &["deduce/hidden-single.naked-single"]].concat());
    assert!(ranked.contains("deduce/naked-single.hidden-single"), "{ranked}");
}

#[test]
fn a_wrong_name_is_answered_with_the_nearest() {
    let says = |arguments: &[&str]| {
        let output = harness(arguments);
        assert_eq!(output.status.code(), Some(2));
        String::from_utf8(output.stderr).expect("text")
    };
    let message = says(&["x.txt", "--techniques", "naked-singel"]);
    assert!(message.contains("did you mean naked-single?"), "{message}");
    let message = refused(&["53..", "-b", "deduce/all.no-xwing"]);
    assert!(message.contains("did you mean x-wing?"), "{message}");
    let message = refused(&["53..", "-b", "cover/dlx", "--techniques", "singles"]);
    assert!(message.contains("one backend solves"), "{message}");
}

#[test]
fn solve_uses_the_chosen_techniques() {
    let sae = CORPUS.split(' ').next().expect("a puzzle");
    let shown = solve(&[sae, "-b", "deduce", "--techniques", "naked-single", "--steps"]);
    assert!(shown.contains("naked single") && !shown.contains("hidden single"), "{shown}");
    assert!(shown.contains("deduce/naked-single: one solution"), "{shown}");
    let hint = solve(&[sae, "--techniques", "hidden-single", "--hint"]);
    assert!(hint.contains("hidden single"), "{hint}");
}

#[test]
fn stuck_backends_are_told_apart_by_shares() {
    let bench = Bench::new(CORPUS);
    let (corpus, folder) = (bench.path("corpus.txt"), bench.path("run"));
    let ids = ["deduce/naked-single", "deduce/singles", "deduce/all"];
    let asked = [text(&corpus), "-b", ids[0], "-b", ids[1], "-b", ids[2], "-f", "Escargot"];
    let more = ["-f", "several", "-f", "hard", "-f", "toto", "--no-probe", "-o", text(&folder)];
    let printed = prints(&[&asked[..], &more].concat());
    assert!(printed.contains("fill") && printed.contains("elimination"), "{printed}");
    let rows = rows(&folder);
    for metric in ["fill", "elimination_rate"] {
        let ranked = prints(&["rank", text(&folder), "--metric", metric, "--json"]);
        let ranked: Value = serde_json::from_str(&ranked).expect("JSON");
        let lines = ranked["rankings"][0]["lines"].as_array().expect("lines");
        let first = lines[0]["backend"].as_str().expect("an id");
        assert_eq!(first, "deduce/all");
        for line in lines {
            let value =
                |row: &Row| if metric == "fill" { row.fill_rate } else { row.elimination_rate };
            let expected = mean(&rows, line["backend"].as_str().expect("an id"), value);
            let found = line["mean"].as_f64().expect("a mean");
            assert!((found - expected).abs() < 1e-12, "{found}, not {expected}");
        }
    }
    let pair = ["compare", text(&folder), "-b", ids[0], "-b", ids[2], "--metric", "fill"];
    let compared = prints(&pair);
    assert!(compared.contains("better : same : worse"), "{compared}");
    assert!(compared.contains("fill rate") && !compared.contains("PAR-2"), "{compared}");
    let svg = bench.path("ecdf.svg");
    prints(&["plot", "ecdf", text(&folder), "--metric", "fill", "-o", text(&svg)]);
    let refused = harness(&["plot", "cactus", text(&folder), "--metric", "fill", "-o", "-"]);
    assert_eq!(refused.status.code(), Some(2));
    let refused = harness(&["diff", text(&folder), text(&folder), "--metric", "fill"]);
    assert!(String::from_utf8_lossy(&refused.stderr).contains("is a share"));
}

#[test]
fn ratings_are_of_a_player_who_knows_the_chosen_techniques() {
    let bench = Bench::new(CORPUS);
    let corpus = bench.path("corpus.txt");
    let rated = |list: &str| {
        let json = prints(&["rate", text(&corpus), "--json", &format!("--techniques={list}")]);
        let found: Vec<Value> = serde_json::from_str(&json).expect("JSON");
        found.into_iter().filter(|it| it["status"] == "unique").collect::<Vec<_>>()
    };
    let by_singles = rated("singles");
    let all = prints(&["rate", text(&corpus), "--json"]);
    assert_eq!(by_singles[0]["hardest"], "hidden-single");
    for rating in &by_singles {
        let used = rating["techniques"].as_object().expect("counts");
        let singles = ["full-house", "hidden-single", "naked-single"];
        assert!(used.keys().all(|id| singles.contains(&&**id)), "{used:?}");
    }
    assert!(by_singles.iter().any(|rating| rating["hardest"] == "unsolved"));
    // What has a score, without what has none.
    let found: Vec<Value> = serde_json::from_str(&all).expect("JSON");
    let found: Vec<Value> = found.into_iter().filter(|it| it["status"] == "unique").collect();
    assert_eq!(rated("+rare,-als-chains"), found);
    refused_rating(text(&corpus), &["--techniques", "als-chain"], "has a score");
    refused_rating(text(&corpus), &["--techniques", "singles", "--to", "line"], "cannot be used");
}

#[track_caller]
fn refused_rating(corpus: &str, more: &[&str], why: &str) {
    let output = harness(&[&["rate", corpus], more].concat());
    let message = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2), "{message}");
    assert!(message.contains(why), "{message}");
}

#[test]
fn generated_puzzles_are_solved_by_the_chosen_techniques() {
    let bench = Bench::new("");
    let (corpus, folder) = (bench.path("made.txt"), bench.path("run"));
    let asked = ["--techniques", "naked-single,hidden-single", "--count", "8", "--seed", "3"];
    prints(&[&["generate", "-o", text(&corpus)], &asked[..]].concat());
    let made = fs::read_to_string(&corpus).expect("puzzles");
    assert!(made.contains(" --techniques naked-single,hidden-single "), "{made}");
    prints(&[text(&corpus), "--techniques", asked[1], "--no-probe", "-o", text(&folder)]);
    let rows = rows(&folder);
    assert_eq!(rows.len(), 8);
    assert!(rows.iter().all(|row| row.solutions == 1), "{rows:?}");
    let refused = harness(&["generate", "--techniques", "singles", "--expect", "multiple"]);
    assert!(String::from_utf8_lossy(&refused.stderr).contains("one solution"));
}

#[test]
fn nobody_is_first_where_nothing_is_solved() {
    let bench = Bench::new(CORPUS);
    let (corpus, folder) = (bench.path("corpus.txt"), bench.path("run"));
    let asked = [text(&corpus), "--techniques", "naked-single", "--techniques", "tuples"];
    let printed =
        prints(&[&asked[..], &["-f", "several", "--no-probe", "-o", text(&folder)]].concat());
    assert!(printed.contains("None of 2 backends solved a puzzle."), "{printed}");
    assert!(!printed.contains("is first"), "{printed}");
    let ranked = prints(&["rank", text(&folder), "--metric", "fill"]);
    assert!(!ranked.contains("None of 2"), "{ranked}");
}

#[test]
fn an_ablation_is_a_run_and_what_its_rows_say() {
    let bench = Bench::new(CORPUS);
    let (corpus, folder, svg) = (bench.path("corpus.txt"), bench.path("run"), bench.path("a.svg"));
    let sets = ["--full", "singles,intersections,subsets,x-wing", "--json"];
    let made = [text(&corpus), "-o", text(&folder), "--plot", text(&svg)];
    let printed = prints(&[&["ablate"], &made[..], &sets].concat());
    let again = prints(&[&["ablate", text(&folder)], &sets[..]].concat());
    assert_eq!(printed, again);
    assert!(fs::read_to_string(&svg).expect("a picture").contains("hidden-single"));
    let found: Value = serde_json::from_str(&printed).expect("JSON");
    let rows = rows(&folder);
    let effects = found["effects"].as_array().expect("effects");
    assert!(effects.len() > 20);
    for effect in effects {
        let id = |name: &str| effect[name].as_str().expect("an id");
        let by = |value: fn(&Row) -> Option<f64>| {
            mean(&rows, id("with"), value) - mean(&rows, id("without"), value)
        };
        for (name, expected) in [
            ("fill_rate", by(|row| row.fill_rate)),
            ("elimination_rate", by(|row| row.elimination_rate)),
        ] {
            let found = effect[name]["difference"].as_f64().expect("a difference");
            assert!((found - expected).abs() < 1e-12, "{name}: {found}, not {expected}");
            assert!(found >= 0.0, "{}: a technique takes nothing away", id("with"));
        }
    }
}

#[test]
fn an_ablation_of_switches_is_a_run_and_what_its_rows_say() {
    let bench = Bench::new(CORPUS);
    let (corpus, folder, svg) = (bench.path("corpus.txt"), bench.path("run"), bench.path("a.svg"));
    let switches = ["--switches", "sat/reduced.alldiff"];
    let made = [text(&corpus), "-o", text(&folder), "--plot", text(&svg), "--json"];
    let printed = prints(&[&["ablate"], &made[..], &switches].concat());
    let again = prints(&[&["ablate", text(&folder), "--json"], &switches[..]].concat());
    assert_eq!(printed, again);
    assert!(fs::read_to_string(&svg).expect("a picture").contains("vivification"));
    let found: Value = serde_json::from_str(&printed).expect("JSON");
    let rows = rows(&folder);
    assert_eq!(rows.len(), 11 * 6, "the row with all techniques, and without each of ten");
    let effects = found["effects"].as_array().expect("effects");
    let names: Vec<&str> = effects.iter().filter_map(|effect| effect["switch"].as_str()).collect();
    let expected = ["averages", "matchings", "minimisation", "positives"];
    assert_eq!(names[..4], expected);
    assert_eq!(names.len(), 10);
    for effect in effects {
        assert_eq!(effect["both_solved"], 6);
        let without = effect["without"].as_str().expect("an id");
        let wall = |row: &Row| Some(row.wall_ns? as f64);
        let logarithm = |backend: &str, value: fn(&Row) -> Option<f64>| {
            mean(&rows, backend, |row| value(row).map(f64::ln))
        };
        let time = |backend| mean(&rows, backend, wall);
        let conflicts = |row: &Row| row.conflicts.map(|count| count as f64 + 1.0);
        let ratio =
            |value| (logarithm(without, value) - logarithm("sat/reduced.alldiff", value)).exp();
        for (name, expected) in [
            ("par2_ratio", time(without) / time("sat/reduced.alldiff")),
            ("time_ratio", ratio(|row| Some(row.wall_ns? as f64))),
            ("conflicts_ratio", ratio(conflicts)),
        ] {
            let found = effect[name]["value"].as_f64().expect("a ratio");
            assert!((found / expected - 1.0).abs() < 1e-9, "{without} {name}: {found}, {expected}");
        }
    }
}

#[test]
fn a_row_without_switches_is_refused() {
    check_refused(
        &["ablate", "a.txt", "--switches", "candidates/mrv"],
        "candidates/mrv has no switches; expected sat/reduced.alldiff",
    );
    check_refused(
        &["run", "a.txt", "--switches", "sat/reduced"],
        "sat/reduced is no backend; expected sat/reduced.alldiff",
    );
}
