//! Backends in child processes: what kills a child costs one row, and no process is left behind.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use harness::cmd::End;
use record::{Row, Status};
use solvers::candidates::mrv::MRV;
use solvers::{BACKENDS, Backend, LimitSupport, Takes};

use crate::bench::{
    Bench, Ran, check_refused, example, harness, processes, rows, text, wait_until,
};

/// The second puzzle is the one at which the scripted children break.
const CORPUS: &str = "\
....1.3.431.2... first
3421............ second
11.............. clash
1234.......1...2 last
";

const LIMIT: Duration = Duration::from_millis(300);

/// Returns what the parent knows of a scripted row. It never solves anything itself.
fn row_of(id: &'static str) -> Backend {
    Backend {
        id,
        node_limit: LimitSupport::None,
        time_limit: LimitSupport::None,
        takes: Takes::puzzles(|_| panic!("not in the parent")),
        ..MRV
    }
}

fn run(id: &'static str, arguments: &[&str]) -> Ran {
    let (program, limit) = (example("scripted_child"), format!("{}ms", LIMIT.as_millis()));
    let fixed = ["--isolate", "needed", "--program", text(&program), "--timeout", &limit];
    let ran = Bench::new(CORPUS).run(&[row_of(id)], &[&fixed, arguments].concat());
    let left = processes(&format!("--backend {id} --parent {} ", std::process::id()));
    assert_eq!(left, Vec::<String>::new(), "no child is left");
    ran
}

/// Returns the row of the bad puzzle; all others are there, and honest.
#[track_caller]
fn bad_row(mut rows: Vec<Row>) -> Row {
    let names: Vec<&str> = rows.iter().map(|row| &*row.puzzle).collect();
    assert_eq!(names, ["first", "second", "clash", "last"]);
    assert!(rows.iter().all(|row| row.isolated));
    let bad = rows.remove(1);
    let statuses: Vec<Status> = rows.iter().map(|row| row.status).collect();
    assert_eq!(statuses, [Status::Unique, Status::Impossible, Status::Impossible]);
    assert!(rows.iter().all(|row| row.bets.is_some() && row.wall_ns.is_some()));
    assert!(rows.iter().all(|row| row.error.is_none()), "{:?}", rows[0].error);
    bad
}

#[track_caller]
fn check_crash(id: &'static str, message: &str) {
    let bad = bad_row(run(id, &["--jobs", "1"]).rows);
    let error = bad.error.expect("a message");
    assert_eq!(bad.status, Status::Crashed, "{error}");
    assert!(error.contains(message), "{error}");
}

#[test]
fn a_solve_that_nothing_stops_is_a_time_out() {
    let bad = bad_row(run("hostile/slow", &["--jobs", "1"]).rows);
    assert_eq!((bad.status, bad.error), (Status::Timeout, None));
    let wall = Duration::from_nanos(bad.wall_ns.expect("a time"));
    assert!(wall >= LIMIT && wall < 5 * LIMIT, "{wall:?}");
}

#[test]
fn a_panic_in_a_child_is_told() {
    check_crash("hostile/panic", "four clues are too few");
}

#[test]
fn a_stack_that_overflows_costs_one_row() {
    check_crash("hostile/overflow", "overflowed its stack");
}

#[test]
fn an_abort_costs_one_row() {
    check_crash("hostile/abort", "signal: 6");
}

#[test]
fn a_child_that_dies_within_a_line_costs_one_row() {
    check_crash("hostile/cut", "exit status: 3");
}

#[test]
fn a_child_that_sends_the_result_of_another_request_is_ended() {
    check_crash("hostile/lost", "result of another request");
}

#[test]
fn memory_that_runs_out_is_a_row() {
    let bad = bad_row(run("hostile/hungry", &["--memory-limit", "600MB", "--jobs", "1"]).rows);
    assert_eq!(bad.status, Status::Memout, "{:?}", bad.error);
}

#[test]
fn a_stray_line_is_a_note_and_the_answer_counts() {
    // Nobody knows which puzzle of a block it belongs to.
    let rows = run("hostile/chatty", &["--jobs", "1"]).rows;
    assert!(rows.iter().all(|row| row.status.is_answer()));
    let notes: Vec<String> = rows.into_iter().filter_map(|row| row.error).collect();
    assert!(notes.len() == 1 && notes[0].contains("it printed: thinking..."), "{notes:?}");
}

#[test]
fn what_a_child_started_dies_with_it() {
    let bad = bad_row(run("hostile/parent", &["--jobs", "1"]).rows);
    assert_eq!(bad.status, Status::Timeout);
    wait_until("the grandchild is gone", || processes("sleep 1000.3141").is_empty());
}

#[test]
fn a_child_that_dies_while_preparing_leaves_a_row_for_each_puzzle() {
    let rows = run("hostile/prepare", &[]).rows;
    assert_eq!(rows.len(), 4);
    assert!(rows.iter().all(|row| row.status == Status::Crashed));
}

#[test]
fn a_program_that_is_not_there_is_no_fault_of_a_backend() {
    let bench = Bench::new(CORPUS);
    let corpus = bench.path("corpus.txt");
    let arguments = ["--isolate", "all", "--program", "/no/such/program", "-b", "mrv"];
    let message = "this program cannot start /no/such/program";
    check_refused(&[&[text(&corpus), "--csv", "--no-probe"], &arguments[..]].concat(), message);
}

#[test]
fn answers_and_counters_are_the_same_in_a_process_of_its_own() {
    let corpus = format!(
        "{CORPUS}# geometry: x4\n# symbols: ABCD\n....A.C.DCA.B... letters\n# geometry: classic9\n\
         # symbols: 123456789\n{} hard\n",
        "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
    );
    // What remembers other puzzles counts them too, and a child that was started anew forgets. Rare techniques may
    // take longer than the time limit.
    let is_taken = |row: &&Backend| !row.stateful && !row.id.starts_with("deduce/everything");
    let all: Vec<Backend> = BACKENDS.iter().filter(is_taken).copied().collect();
    let here = Bench::new(&corpus).run(&all, &["--isolate", "none", "--timeout", "20s"]);
    let program = Path::new(env!("CARGO_BIN_EXE_harness"));
    let arguments = ["--isolate", "all", "--program", text(program), "--timeout", "20s"];
    let there = Bench::new(&corpus).run(&all, &[&arguments[..], &["--memory"]].concat());
    assert_eq!(here.rows.len(), 6 * all.len());
    let mut same = 0;
    for (a, b) in here.rows.iter().zip(&there.rows) {
        let is_measured = (b.isolated, b.wall_ns.is_some(), b.peak_bytes.is_some());
        let is_taken = b.status != Status::Unsupported;
        assert_eq!(is_measured, (true, is_taken, is_taken), "{}", b.backend);
        let said = |row: &Row| {
            let what = (row.puzzle.clone(), row.backend.to_string(), row.error.clone());
            (what, row.status, row.verified, row.solutions.clone(), row.solution.clone())
        };
        let counted = |row: &Row| {
            let search = (row.nodes, row.bets, row.conflicts, row.max_depth);
            let inferred = (row.deductions, row.removals, row.propagations, row.rounds, row.passes);
            (search, inferred, row.fill_rate)
        };
        assert_eq!(said(a), said(b));
        assert_eq!(counted(a), counted(b), "{} on {}", a.backend, a.puzzle);
        same += 1;
    }
    assert_eq!(same, 6 * all.len());
}

#[test]
fn a_round_limit_is_a_row_and_no_failure_in_a_process_of_its_own_too() {
    let rounds = solvers::candidates::rounds::ROUNDS;
    let hard = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";
    let program = text(Path::new(env!("CARGO_BIN_EXE_harness")));
    for isolate in [&["--isolate", "none"][..], &["--isolate", "all", "--program", program]] {
        let ask = |limit| {
            let arguments = [isolate, &["--max-rounds", limit, "--timeout", "20s"]].concat();
            let ran = Bench::new(hard).run(&[rounds], &arguments);
            assert_eq!(ran.end, End::Well);
            let row = &ran.rows[0];
            (row.status, row.rounds.map(|rounds| rounds.min(4)), row.limit_rounds)
        };
        assert_eq!(ask("3"), (Status::Roundout, Some(3), Some(3)), "{isolate:?}");
        assert_eq!(ask("none"), (Status::Unique, Some(4), None), "{isolate:?}");
    }
}

#[test]
fn only_rows_that_obey_no_limit_are_isolated_when_nothing_is_said() {
    let bench = Bench::new(CORPUS);
    let corpus = bench.path("corpus.txt");
    let ask = |arguments: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_harness"));
        command.args([
            text(&corpus),
            "--csv",
            "--no-probe",
            "-b",
            "candidates/mrv",
            "-b",
            "sat/extended.varisat",
        ]);
        let output = command.args(arguments).output().expect("the program runs");
        let rows = csv::Reader::from_reader(&output.stdout[..]).into_deserialize();
        let rows: Vec<Row> = rows.collect::<Result<_, _>>().expect("rows");
        assert_eq!(rows.len(), 8);
        let isolated = rows.iter().filter(|row| row.isolated);
        isolated.filter(|row| row.status.is_answer()).map(|row| row.backend.to_string()).collect()
    };
    let isolated: Vec<String> = ask(&[]);
    assert_eq!(isolated, ["sat/extended.varisat"; 4]);
    assert_eq!(ask(&["--timeout", "none"]).len(), 0);
    assert_eq!(ask(&["--memory-limit", "1GiB"]).len(), 8);
}

#[cfg(target_os = "linux")]
#[test]
fn children_do_not_outlive_a_parent_that_is_killed() {
    let bench = Bench::new(&format!("# geometry: latin25\n{} latin\n", ".".repeat(625)));
    let mut parent = Command::new(env!("CARGO_BIN_EXE_harness"))
        .args([text(&bench.path("corpus.txt")), "-o", text(&bench.path("run"))])
        .args(["-b", "candidates/mrv", "--task", "count", "--max-solutions", "1000000000000"])
        // Long enough for this test, and not for ever should it fail.
        .args(["--timeout", "5m", "--isolate", "all", "--no-probe"])
        .stdout(Stdio::null())
        .spawn()
        .expect("the program runs");
    let child = format!("--backend candidates/mrv --parent {} ", parent.id());
    wait_until("there is a child", || !processes(&child).is_empty());
    parent.kill().expect("it can be killed");
    parent.wait().expect("it ends");
    let killed = Instant::now();
    wait_until("the child is gone", || processes(&child).is_empty());
    assert!(killed.elapsed() < Duration::from_secs(2), "{:?}", killed.elapsed());
}

/// A graph has a task of its own, and puzzles that follow it keep theirs.
#[test]
fn puzzles_after_another_problem_have_their_own_task() {
    let bench = Bench::new("................ empty\n");
    let graph = bench.path("g.col");
    fs::write(&graph, "p edge 3 3\ne 1 2\ne 2 3\ne 1 3\n").expect("a file");
    let (corpus, run) = (bench.path("corpus.txt"), bench.path("run"));
    let files = [text(&graph), text(&corpus), "-o", text(&run), "--isolate", "all"];
    let more = ["-b", "colour/dsatur-exact", "--no-probe", "--jobs", "1"];
    harness(&[&files[..], &more].concat());
    let rows = rows(&run);
    let empty = rows.iter().find(|row| &*row.puzzle == "empty").expect("a row");
    assert_eq!((empty.status, empty.solutions.to_string()), (Status::Multiple, "2".into()));
}
