//! A time belongs to its puzzle, and a limit holds to the nanosecond.

use std::thread::sleep;
use std::time::Duration;

use board::Puzzle;
use record::{Granularity, Row, Status, Verified};
use solvers::{BACKENDS, Backend, BatchSolver, Limits, Outcome, Solver, Takes, Unsupported};

use crate::bench::{Bench, text};
use crate::statistics::Desk;
use solvers::candidates::mrv::MRV;

/// Puzzles of two levels, of which the second one is slow.
const CORPUS: &str = "\
# level: easy
....1.3.431.2... one
3421............ two
# level: hard
....1.3.431.2..4 three
# level: easy
....1.3.431.23.. four
";

/// How long the slow puzzle takes.
const SLOW: Duration = Duration::from_millis(30);

/// Solves, and is slow where four cells are given.
struct Uneven(Box<dyn Solver>);

impl Solver for Uneven {
    fn solve(&mut self, puzzle: &Puzzle, limits: &Limits<'_>) -> Outcome {
        if puzzle.clues() == 4 {
            sleep(SLOW);
        }
        self.0.solve(puzzle, &Limits { time: None, ..*limits })
    }
}

impl BatchSolver for Uneven {
    fn solve_batch(
        &mut self,
        puzzles: &[&Puzzle],
        limits: &Limits<'_>,
        outcomes: &mut Vec<Outcome>,
    ) {
        outcomes.extend(puzzles.iter().map(|puzzle| self.solve(puzzle, limits)));
    }
}

fn uneven(geometry: &board::Geometry) -> Result<Box<dyn Solver>, Unsupported> {
    Ok(Box::new(Uneven(MRV.prepare::<Puzzle>(geometry)?)))
}

fn row(id: &'static str) -> Backend {
    let mrv = BACKENDS.iter().find(|backend| backend.id == "candidates/mrv").expect("it is there");
    Backend { id, takes: Takes::puzzles(uneven), ..*mrv }
}

fn of<'r>(rows: &'r [Row], puzzle: &str) -> &'r Row {
    rows.iter().find(|row| &*row.puzzle == puzzle).expect("a row")
}

#[test]
fn a_fast_solve_has_its_own_time_beside_a_slow_one() {
    let ran = Bench::new(CORPUS).run(&[row("zz/uneven")], &["--jobs", "1"]);
    for row in &ran.rows {
        assert_eq!(row.granularity, Some(Granularity::Solve));
        assert_eq!((row.timing_group, row.timing_group_size), (None, None));
        let wall = row.wall_ns.expect("a time");
        assert_eq!(wall >= SLOW.as_nanos() as u64, &*row.puzzle == "two", "{} {wall}", row.puzzle);
        assert!(row.wall_error_ns.is_some_and(|error| error > 0));
    }
}

#[test]
fn a_time_of_several_puzzles_stays_within_corpus_and_level() {
    let bench = Bench::new(CORPUS);
    let other = bench.path("other.txt");
    std::fs::write(&other, "# level: easy\n.1.3.43..2.1.... five\n").expect("a corpus");
    let batch = Backend {
        batch: Some(|geometry| Ok(Box::new(Uneven(MRV.prepare::<Puzzle>(geometry)?)))),
        ..row("zz/batch")
    };
    let ran = bench.run(&[batch], &["--jobs", "1", text(&other)]);
    let group = |puzzle: &str| {
        let row = of(&ran.rows, puzzle);
        assert_eq!(row.granularity, Some(Granularity::Batch));
        (row.timing_group, row.timing_group_size, row.wall_ns)
    };
    assert_eq!(group("one"), group("two"));
    assert_eq!(group("one"), group("four"));
    assert_eq!((group("one").0, group("one").1), (Some(0), Some(3)));
    assert_eq!((group("three").0, group("three").1), (Some(2), Some(1)));
    assert_eq!((group("five").0, group("five").1), (Some(4), Some(1)));
    assert!(group("three").2 < group("two").2);
}

#[test]
fn limits_are_nanoseconds_and_a_late_answer_is_a_time_out() {
    let run = |limit| Bench::new(CORPUS).run(&[row("zz/uneven")], &["--timeout", limit]);
    for (limit, expected) in [("1500us", 1_500_000), ("50µs", 50_000), ("90m", 5_400_000_000_000)]
    {
        assert!(run(limit).rows.iter().all(|row| row.limit_ns == Some(expected)), "{limit}");
    }
    let rows = run("10ms").rows;
    let late = of(&rows, "two");
    assert_eq!((late.status, late.verified), (Status::Timeout, Verified::Unchecked));
    assert_eq!(late.error.as_deref(), Some("multiple after the limit"));
    assert!(late.solution.is_none());
    assert!(late.wall_ns.is_some_and(|wall| wall >= SLOW.as_nanos() as u64), "it says when");
    assert_eq!(of(&rows, "one").status, Status::Unique);
}

/// Rows of a batch backend and another, in two corpora, that share a puzzle.
const GROUPS: &str = "\
schema,corpus,puzzle,puzzle_hash,backend,plan_order,status,verified,wall_ns,granularity,timing_group,timing_group_size,limit_ns
2,a,one,01,x/batch,0,unique,yes,10,batch,0,2,1000
2,a,two,02,x/batch,1,unique,yes,10,batch,0,2,1000
2,b,uno,01,x/batch,2,unique,yes,900,batch,2,2,1000
2,b,three,03,x/batch,3,unique,yes,900,batch,2,2,1000
2,a,one,01,y/alone,4,unique,yes,100,solve,,,1000
2,a,two,02,y/alone,5,unique,yes,100,solve,,,1000
2,b,uno,01,y/alone,6,unique,yes,100,solve,,,1000
2,b,three,03,y/alone,7,unique,yes,100,solve,,,1000
";

#[test]
fn parts_of_runs_have_the_times_that_were_measured_for_them() {
    let desk = Desk::new(&[("rows.csv", GROUPS)]);
    let ranked = desk.json(&["rank", "@rows.csv", "--by", "corpus", "--json"]);
    let par2 = |part: usize, backend: &str| {
        let lines = ranked["rankings"][part]["lines"].as_array().expect("lines");
        let line = lines.iter().find(|line| line["backend"] == backend).expect("a line");
        line["at_limit"]["par2_ns"].as_f64()
    };
    assert_eq!((par2(0, "x/batch"), par2(0, "y/alone")), (Some(10.0), Some(100.0)));
    assert_eq!((par2(1, "x/batch"), par2(1, "y/alone")), (Some(900.0), Some(100.0)));
    // One of the two puzzles of a group: nothing is known of it alone.
    let some = desk.prints(&["rank", "@rows.csv", "-f", "two"]);
    assert!(
        some.contains(
            "x/batch has no separate time, because it was timed together with excluded puzzles"
        ),
        "{some}"
    );
    // A puzzle is found by each of its names, and a corpus by its own.
    let named = desk.json(&["rank", "@rows.csv", "-f", "uno", "--json"]);
    assert_eq!(named["rankings"][0]["puzzles"], 1);
    let corpus = desk.json(&["rank", "@rows.csv", "--corpus", "b", "--json"]);
    assert_eq!(corpus["rankings"][0]["puzzles"], 2);
    assert_eq!(corpus["rankings"][0]["lines"][0]["backend"], "y/alone");
}

#[test]
fn what_stands_in_several_corpora_is_said_to_count_once() {
    let desk = Desk::new(&[("rows.csv", GROUPS)]);
    let ranked = desk.prints(&["rank", "@rows.csv"]);
    assert!(
        ranked.contains("3 distinct puzzles, 1 of which occurs in several corpora"),
        "{ranked}"
    );
}

#[test]
fn a_puzzle_that_one_backend_lacks_voids_nobody_else() {
    let rows = GROUPS.replace("2,b,three,03,y/alone,7,unique,yes,100,solve,,,1000\n", "");
    let desk = Desk::new(&[("rows.csv", &rows)]);
    let ranked = desk.prints(&["rank", "@rows.csv"]);
    assert!(ranked.contains("y/alone lacks 1 of 3 puzzles (three)"), "{ranked}");
    let compare = ["compare", "--baseline", "y/alone", "--by", "corpus", "@rows.csv"];
    let compared = desk.json(&[&compare[..], &["--json"]].concat());
    let pairs = compared["pairs"].as_array().expect("pairs");
    let found = |at: usize| (pairs[at]["part"].clone(), pairs[at]["puzzles"].clone());
    assert_eq!(pairs.len(), 2);
    // In corpus b, what x/batch was timed on is more than what both have: no time is left.
    assert_eq!(found(0), ("a".into(), 2.into()));
    assert_eq!(found(1), ("b".into(), 0.into()));
}

#[test]
fn a_run_has_its_puzzles_its_backends_and_a_description_of_every_column() {
    let bench = Bench::new(CORPUS);
    bench.run(&[row("zz/uneven")], &[]);
    let read = |name: &str| std::fs::read_to_string(bench.path(&format!("run/{name}")));
    let package = read("datapackage.json").expect("it is there");
    let package: serde_json::Value = serde_json::from_str(&package).expect("JSON");
    let resources = package["resources"].as_array().expect("resources");
    assert_eq!(resources.len(), 3);
    for resource in resources {
        let file = read(resource["path"].as_str().expect("a path")).expect("it is there");
        let fields = resource["schema"]["fields"].as_array().expect("fields");
        let names: Vec<&str> = fields.iter().filter_map(|field| field["name"].as_str()).collect();
        assert_eq!(file.lines().next(), Some(&*names.join(",")));
        assert!(fields.iter().all(|field| field["description"].is_string()));
    }
    assert_eq!(read("puzzles.csv").expect("it is there").lines().count(), 5);
    assert!(read("backends.csv").expect("it is there").contains("\nzz/uneven,zz,"));
}
