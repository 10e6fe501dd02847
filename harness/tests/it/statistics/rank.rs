//! `harness rank`.

use board::Puzzle;
use record::Status;
use serde_json::json;
use solvers::{Backend, Limits, Outcome, Solver, Stop, Takes};

use super::{Desk, ROWS};
use crate::bench::{Bench, rows, text};

const RANKED: &str = "\
\x20  place   group   backend          solved   wrong   unsupported     PAR-2       sum    PAR-10    median       p90       p99   geomean\x20
───────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────
\x201 (1–2)   a       tree/a                3       0             0   51.8 ms    207 ms    252 ms   3.00 ms         ∞         ∞   5.32 ms\x20
\x202 (1–2)   a       tree/b                3       1             0   63.5 ms    254 ms    264 ms   26.5 ms         ∞         ∞   11.1 ms\x20
\x20      –           sat/c                 3       0             1   9.00 ms   27.0 ms   9.00 ms   9.00 ms   9.00 ms   9.00 ms   9.00 ms\x20
\x20      –           (virtual best)        4       0             0   14.0 ms   56.0 ms   14.0 ms   2.50 ms   36.2 ms   48.6 ms   3.76 ms\x20

\x20  place   group   backend   nodes   bets   ns/node   only   marginal   solved, 2.00 ms   PAR-2, 2.00 ms\x20
─────────────────────────────────────────────────────────────────────────────────────────────────────────
\x201 (1–2)   a       tree/a      970    312   110,309      0                            2          2.75 ms\x20
\x202 (1–2)   a       tree/b      564    101   104,610      1    37.8 ms                 1          3.25 ms\x20
\x20      –           sat/c                4                                             0          4.00 ms\x20

4 puzzles, wall time; ranked by PAR-2.
T = 100 ms: a failure counts 2T in PAR-2, 10T in PAR-10, T in the geometric mean (shift 1.00 µs), infinity in quantiles.
tree/a was first of 2 backends by PAR-2 in one pass, but 4 independent puzzles are too few to be sure: it was 1.227 times as fast as tree/b, the next.
In brackets: the places that a backend may have with 95 % confidence; backends of one group cannot be told apart (4 clusters by class, 1,000 resamples).
Fewer than 6 independent clusters of puzzles tell no backends apart.
One pass: the noise is unknown, and neither places nor groups contain it. --reps and --invocations measure it.
Wrong answers: 1; they count as failures.
Contradicted or wrong answers and crashes: 1; see the column `verified` of the rows.
sat/c does not support 1 puzzle: its figures are over the others, and it is not ranked.
Fewer than 512 distinct puzzles: the branch predictor memorises them, so short times are optimistic.
No answer was checked again: 10 have no puzzles.csv beside them.
";

#[test]
fn a_ranking_is_printed_like_this() {
    let desk = Desk::new(&[("a.csv", ROWS)]);
    assert_eq!(desk.prints(&["rank", "@a.csv", "--par-at", "2ms"]), RANKED);
}

#[test]
fn backends_with_the_same_figures_are_equal_and_none_is_first() {
    let rows: String = (0..8)
        .flat_map(|puzzle| ["tree/a", "tree/b"].map(|backend| (backend, puzzle)))
        .map(|(backend, puzzle)| format!("{backend},p{puzzle},unique,{}000\n", puzzle + 1))
        .collect();
    let rows = format!("backend,puzzle,status,wall_ns\n{rows}");
    let printed = Desk::new(&[("a.csv", &rows)]).prints(&["rank", "@a.csv", "--statistic", "mean"]);
    let expected = "tree/a and tree/b were equal, and first of 2 backends by";
    assert!(printed.contains(expected) && !printed.contains("times as fast"), "{printed}");
}

#[test]
fn nobody_is_so_many_times_as_fast_as_who_solved_none() {
    let (mut rows, mut n_failed) = (String::new(), 0);
    for line in ROWS.lines() {
        let fields: Vec<&str> = line.split(',').collect();
        rows += &match fields[0] {
            "tree/b" => {
                n_failed += 1;
                fields[..5].join(",") + ",timeout,unchecked,0,,100000000,9,9,100,solve"
            }
            _ => line.to_owned(),
        };
        rows.push('\n');
    }
    assert_eq!(n_failed, 4);
    let printed = Desk::new(&[("a.csv", &rows)]).prints(&["rank", "@a.csv"]);
    assert!(printed.contains("too few to be sure; tree/b, the next, solved none."), "{printed}");
    assert!(!printed.contains("times as fast"), "{printed}");
}

#[test]
fn the_order_of_rows_changes_nothing() {
    let (header, rest) = ROWS.split_once('\n').expect("lines");
    let mut lines: Vec<&str> = rest.lines().collect();
    lines.reverse();
    let turned = format!("{header}\n{}\n", lines.join("\n"));
    let desk = Desk::new(&[("a.csv", ROWS), ("b.csv", &turned)]);
    let compare = ["compare", "--baseline", "tree/a", "-b", "tree/b", "--csv"];
    for subcommand in [&["rank", "--csv"][..], &compare] {
        assert_eq!(
            desk.prints(&[subcommand, &["@a.csv"]].concat()),
            desk.prints(&[subcommand, &["@b.csv"]].concat())
        );
    }
}

#[test]
fn every_format_has_the_same_figures() {
    let desk = Desk::new(&[("a.csv", ROWS)]);
    let json = desk.json(&["rank", "@a.csv", "--json"]);
    let lines = &json["rankings"][0]["lines"];
    assert_eq!(lines[0]["backend"], "tree/a");
    assert_eq!(lines[0]["at_limit"]["par2_sum_ns"], 207e6);
    assert_eq!(
        (&lines[0]["p90_ns"], &lines[2]["place"]),
        (&"inf".into(), &serde_json::Value::Null)
    );
    let csv = desk.prints(&["rank", "@a.csv", "--csv"]);
    let mut reader = csv::Reader::from_reader(csv.as_bytes());
    let names = reader.headers().expect("names").clone();
    let first = reader.records().next().expect("a line").expect("fields");
    let field =
        |name: &str| &first[names.iter().position(|column| column == name).expect("a column")];
    assert_eq!(
        (field("par2_sum_ns"), field("p90_ns"), field("limit_ns")),
        ("207000000", "inf", "100000000")
    );
    assert!(desk.prints(&["rank", "@a.csv", "--markdown"]).contains("| tree/a "));
    assert!(desk.prints(&["rank", "@a.csv", "--latex"]).contains("\\begin{tabular}{rllrrr"));
}

#[test]
fn parts_are_in_the_order_in_which_people_count() {
    let line = |order: &str| format!("tree/a,p{order},classic{order},unique,yes,1000,100\n");
    let lines: String = ["16", "25", "4"].map(line).concat();
    let rows = format!("backend,puzzle,geometry,status,verified,wall_ns,limit_ms\n{lines}");
    let desk = Desk::new(&[("a.csv", &rows)]);
    let json = desk.json(&["rank", "@a.csv", "--json", "--by", "geometry"]);
    let parts =
        json["rankings"].as_array().expect("parts").iter().map(|part| part["part"].as_str());
    assert_eq!(parts.flatten().collect::<Vec<_>>(), ["classic4", "classic16", "classic25"]);
}

#[test]
fn parts_of_the_puzzles_are_ranked_by_themselves() {
    let desk = Desk::new(&[("a.csv", ROWS)]);
    let parts = |by: &str| -> Vec<(String, u64)> {
        let json = desk.json(&["rank", "@a.csv", "--json", "--by", by]);
        let parts = json["rankings"].as_array().expect("parts").iter();
        let part = |part: &serde_json::Value| {
            let name = part["part"].as_str().expect("a name").to_owned();
            (name, part["puzzles"].as_u64().expect("a number"))
        };
        parts.map(part).collect()
    };
    let part = |name: &str, n| (name.to_owned(), n);
    assert_eq!(parts("clues"), [part("24 clues", 1), part("25 clues", 2), part("30 clues", 1)]);
    assert_eq!(parts("status"), [part("multiple", 1), part("unique", 3)]);
}

#[test]
fn a_run_that_no_backend_supports_says_so() {
    let rows: String = ROWS.lines().take(1).map(|line| format!("{line}\n")).collect();
    let unsupported = ROWS.lines().filter(|line| line.contains(",unsupported,"));
    let rows = unsupported.fold(rows, |rows, line| rows + line + "\n");
    let desk = Desk::new(&[("a.csv", &rows)]);
    let note = "No backend supports any puzzle: every row is `unsupported`, and its column `error` says why.";
    assert_eq!(desk.json(&["rank", "@a.csv", "--json"])["notes"], json!([note]));
}

#[test]
fn who_lacks_puzzles_is_named_and_has_no_place() {
    let fewer: String = ROWS
        .lines()
        .filter(|line| !line.starts_with("tree/b,two"))
        .map(|line| format!("{line}\n"))
        .collect();
    let desk = Desk::new(&[("a.csv", &fewer)]);
    let message = "tree/b lacks 1 of 4 puzzles (two), and is not ranked";
    let ranked = desk.json(&["rank", "@a.csv", "--json"]);
    assert!(ranked["notes"].to_string().contains(message), "{ranked}");
    let lines = ranked["rankings"][0]["lines"].as_array().expect("lines");
    let place = |id: &str| {
        lines.iter().find(|line| line["backend"] == id).expect("a line")["place"].clone()
    };
    assert_eq!(place("tree/a"), 1);
    assert!(place("tree/b").is_null());
    let compared =
        desk.json(&["compare", "--baseline", "tree/a", "-b", "tree/b", "@a.csv", "--json"]);
    assert_eq!(compared["pairs"][0]["puzzles"], 3);
    let notes = compared["notes"].to_string();
    assert!(
        notes.contains("tree/b lacks 1 of 4 puzzles (two), and the comparison is over the others."),
        "{compared}"
    );
    let sentence = compared["pairs"][0]["sentence"].to_string();
    assert!(sentence.contains(" 3 puzzles that can be compared"), "{sentence}");
    let printed = desk.prints(&["rank", "@a.csv", "--intersection"]);
    assert!(printed.contains("Excluded: 2 of 4 puzzles"), "{printed}");
    assert!(printed.contains("2 puzzles, wall time"), "{printed}");
}

#[test]
fn the_smallest_of_different_limits_is_put_on_all() {
    let desk = Desk::new(&[(
        "a.csv",
        "backend,puzzle,status,wall_ns,limit_ms\ntree/a,one,unique,150000000,1000\n\
         tree/b,one,timeout,100000000,100\n",
    )]);
    let printed = desk.prints(&["rank", "@a.csv"]);
    assert!(printed.contains("the smallest, 100 ms, applies to all"), "{printed}");
    let printed = desk.prints(&["compare", "--baseline", "tree/a", "-b", "tree/b", "@a.csv"]);
    assert!(printed.contains("Of 1 puzzle, neither solves 1."), "{printed}");
    assert!(printed.contains("the smallest, 100 ms, applies to all"), "{printed}");
}

#[test]
fn the_smallest_limit_does_not_apply_to_counts_and_the_note_says_so() {
    let desk = Desk::new(&[(
        "a.csv",
        "backend,puzzle,status,wall_ns,nodes,limit_ms\ntree/a,one,unique,150000000,7,1000\n\
         tree/b,one,unique,50000000,9,100\n",
    )]);
    for command in ["rank", "compare"] {
        let printed = desk.prints(&[command, "@a.csv", "--metric", "nodes"]);
        let note = "the smallest, 100 ms, applies to times, and not to nodes.";
        assert!(printed.contains(note) && !printed.contains("neither"), "{printed}");
    }
}

#[test]
fn limits_of_puzzles_that_are_not_in_common_do_not_apply() {
    let desk = Desk::new(&[(
        "a.csv",
        "backend,puzzle,status,verified,wall_ns,limit_ms\ntree/a,one,unique,yes,150000000,1000\n\
         tree/b,one,unique,yes,50000000,1000\ntree/a,two,unique,yes,50000000,100\n",
    )]);
    let ranked = desk.json(&["rank", "@a.csv", "--intersection", "--json"]);
    assert_eq!(ranked["limit_ns"], 1e9);
    assert_eq!(ranked["rankings"][0]["lines"][1]["statuses"], serde_json::json!({ "unique": 1 }));
    let compare = ["compare", "--baseline", "tree/a", "-b", "tree/b", "@a.csv", "--json"];
    let both = |options: &[&str]| {
        desk.json(&[&compare[..], options].concat())["pairs"][0]["both_solved"].clone()
    };
    assert_eq!((both(&[]), both(&["--intersection"])), (0.into(), 1.into()));
    let report = ["report", "@a.csv", "--format", "markdown"];
    let report = |options: &[&str]| desk.prints(&[&report[..], options].concat());
    assert!(report(&[]).contains("timeout"), "{}", report(&[]));
    let common = report(&["--intersection"]);
    assert!(!common.contains("timeout") && common.contains("1.00 s"), "{common}");
    assert!(common.contains("Excluded: 1 of 2 puzzles"), "{common}");
}

#[test]
fn what_the_rows_cannot_tell_is_refused() {
    let desk = Desk::new(&[("a.csv", ROWS), ("empty.csv", "backend,puzzle,status\n")]);
    desk.refuses(&["rank", "@a.csv", "--par-at", "1s"], "--par-at 1.00 s: expected at most 100 ms");
    desk.refuses(&["rank", "@a.csv", "--metric", "nodes", "--par-at", "1ms"], "applies to times");
    desk.refuses(
        &["rank", "@a.csv", "--metric", "bets", "--statistic", "par2"],
        "PAR applies to times",
    );
    desk.refuses(&["rank", "@a.csv", "@a.csv"], "are the same run, expected each run once");
    desk.refuses(&["rank", "@a.csv", "-b", "tree/x"], "did you mean tree/");
    desk.refuses(&["rank", "@a.csv", "--task", "count"], "no row has this task");
    desk.refuses(&["rank", "@empty.csv"], "no rows: ");
    desk.refuses(&["rank", "@no.csv"], "cannot open");
    desk.refuses(&["rank"], "required");
    let memory = desk.prints(&["rank", "@a.csv", "--metric", "memory"]);
    assert!(memory.contains("No backend has figures of memory: `run --memory`"), "{memory}");
    let by = |properties| desk.prints(&["rank", "@a.csv", "--by", properties]);
    assert_eq!(by("geometry,geometry"), by("geometry"));
    desk.refuses(&["compare", "--baseline", "tree/a", "-b", "tree/x", "@a.csv"], "did you mean");
    desk.refuses(
        &["compare", "--baseline", "tree/a", "-b", "tree/a", "@a.csv"],
        "compared with itself",
    );
    desk.refuses(&["compare", "@a.csv"], "expected two backends, or --baseline ID");
    desk.refuses(&["compare", "@a.csv", "-b", "tree/a"], "there are 1: tree/a");
}

/// Says of everything that it has no solution, whatever it found.
struct Denier(Box<dyn Solver>);

impl Solver for Denier {
    fn solve(&mut self, puzzle: &Puzzle, limits: &Limits<'_>) -> Outcome {
        let found = self.0.solve(puzzle, limits);
        Outcome { stop: Stop::Exhausted, solutions: 0, first: None, second: None, ..found }
    }
}

#[test]
fn a_lie_that_only_another_run_refutes_is_wrong_and_ranks_last() {
    let corpus = "....1.3.431.2... one\n3421............ two\n";
    let honest: Backend =
        *solvers::BACKENDS.iter().find(|backend| backend.id == "cover/dlx").expect("a row");
    let takes = Takes::puzzles(|geometry| {
        Ok(Box::new(Denier(solvers::candidates::mrv::MRV.prepare::<Puzzle>(geometry)?)))
    });
    let liar = Backend { id: "zz/liar", takes, ..honest };
    let (alone, other) = (Bench::new(corpus), Bench::new(corpus));
    alone.run(&[liar], &[]);
    other.run(&[honest], &[]);
    let (alone, other) = (alone.path("run"), other.path("run"));
    assert!(rows(&alone).iter().all(|row| row.status == Status::Impossible), "nobody knew better");
    let desk = Desk::new(&[]);
    let json = desk.json(&["rank", text(&alone), text(&other), "--json"]);
    let lines = &json["rankings"][0]["lines"];
    assert_eq!(
        (&lines[0]["backend"], &lines[1]["backend"]),
        (&"cover/dlx".into(), &"zz/liar".into())
    );
    assert_eq!((&lines[1]["wrong"], &lines[1]["solved"]), (&2.into(), &0.into()));
    assert!(json["notes"].to_string().contains("Wrong answers: 2; they count as failures."));
}

#[test]
fn with_one_pass_the_ranking_and_the_table_of_the_run_agree() {
    let backends: Vec<Backend> = (solvers::BACKENDS.iter())
        .filter(|backend| ["candidates/mrv", "cover/dlx"].contains(&backend.id))
        .copied()
        .collect();
    // Nobody counts the grids of an empty board in time.
    let empty = format!("# geometry: classic9\n{} empty\n", ".".repeat(81));
    let corpus = "....1.3.431.2... one\n3421............ two\n11.............. clash\n";
    let bench = Bench::new(&format!("{corpus}{empty}"));
    let counting =
        ["--json", "--task", "count", "--max-solutions", "1000000000", "--timeout", "50ms"];
    let ran = bench.run(&backends, &counting);
    let desk = Desk { bench };
    let ranked = desk.json(&["rank", "@run", "--json"]);
    let table: serde_json::Value = serde_json::from_str(&ran.printed).expect("JSON");
    for line in ranked["rankings"][0]["lines"].as_array().expect("lines") {
        let rows = table["backends"].as_array().expect("rows");
        let row = rows.iter().find(|row| row["backend"] == line["backend"]).expect("a row");
        assert_eq!((&row["trials"], &row["solved"]), (&4.into(), &line["solved"]));
        assert_eq!(row["median_ns"], line["median_ns"]);
        for name in ["par2_ns", "par2_sum_ns"] {
            assert_eq!(row[name], line["at_limit"][name], "{name}");
        }
        let mine = ran.rows.iter().filter(|row| line["backend"] == *row.backend);
        let solved = mine.filter(|row| row.status.is_answer()).filter_map(|row| row.wall_ns);
        assert_eq!(line["at_limit"]["par2_sum_ns"], (solved.sum::<u64>() + 2 * 50_000_000) as f64);
        assert_eq!(line["solved"], 3);
    }
}

#[test]
fn who_waited_for_a_processor_is_named_and_cpu_times_say_so() {
    let rows: String = (0..6)
        .map(|n| {
            format!(
                "tree/a,p{n},unique,9000000,1000000,100\ntree/b,p{n},unique,2000000,2000000,100\n"
            )
        })
        .collect();
    let rows = format!("backend,puzzle,status,wall_ns,cpu_ns,limit_ms\n{rows}");
    let desk = Desk::new(&[("a.csv", &rows)]);
    let printed = desk.prints(&["rank", "@a.csv"]);
    assert!(printed.contains("waiting for a processor: tree/a 89 %. "), "{printed}");
    assert!(printed.contains("tree/b was first of 2 backends by PAR-2 in one pass"), "{printed}");
    let printed = desk.prints(&["rank", "@a.csv", "--metric", "cpu"]);
    assert!(
        printed.contains("tree/a was first of 2 backends by PAR-2 of CPU time in one pass"),
        "{printed}"
    );
}

#[test]
fn notes_say_what_is_true_of_shares_and_of_backends_without_a_place() {
    let mut rows = String::from("backend,puzzle,rep,status,wall_ns,fill_rate,nodes,limit_ms\n");
    for puzzle in 0..10 {
        // The first one solves in one pass of two, and the second one is not measured on the first puzzle.
        rows += &format!("deduce/a,p{puzzle},1,unique,1000,1,5,1000\n");
        rows += &format!("deduce/a,p{puzzle},2,stuck,1000,0.9,5,1000\n");
        let fill = if puzzle == 0 { "" } else { "0.5" };
        rows += &format!("deduce/b,p{puzzle},1,stuck,1000,{fill},,1000\n");
        rows += &format!("deduce/c,p{puzzle},1,unique,1000,1,5,1000\n");
        rows += &format!(
            "deduce/d,p{puzzle},1,{},1000,1,,1000\n",
            if puzzle < 2 { "unique" } else { "stuck" }
        );
    }
    let desk = Desk::new(&[("a.csv", &rows)]);
    let notes = |metric: &str| {
        let json = desk.json(&["rank", "@a.csv", "--metric", metric, "--json"]);
        json["notes"].to_string()
    };
    let fill = notes("fill");
    for part in [
        "Figures are over 10 puzzles for which the fill rate of every ranked backend is known, solved or not.",
        "Puzzles solved in some passes only: 10; they do not count as solved.",
        "deduce/b has no measurement for 1 puzzle: it is not ranked.",
    ] {
        assert!(fill.contains(part), "{part}\n{fill}");
    }
    let nodes = notes("nodes");
    assert!(nodes.contains("puzzles that every ranked backend solved."), "{nodes}");
    let by_mean = ["rank", "@a.csv", "--statistic", "mean", "-b", "deduce/c", "-b", "deduce/d"];
    let printed = desk.prints(&by_mean);
    let titles = printed.lines().next().expect("titles");
    assert!(titles.contains(" mean ") && titles.contains("PAR-2"), "{titles}");
    let usual = desk.prints(&by_mean[..2]);
    let titles = usual.lines().next().expect("titles");
    assert!(!titles.contains(" mean "), "it has a column only if it decides: {titles}");
}
