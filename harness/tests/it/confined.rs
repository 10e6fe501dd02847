//! External solvers that read, write, connect, leave their group and take memory: what the sandbox hides from them, what is
//! killed with them, and what is measured of them from outside.
//!
//! A test that lacks an interpreter or bubblewrap says so and is done.

use std::collections::BTreeSet;
use std::fs;
use std::net::TcpListener;
use std::process::Command;

use race::machine::control_group::ControlGroups;
use record::{Row, Status};

use crate::bench::{Bench, check_refused, harness, processes, rows, text, wait_until};
use crate::outside::{has_python, run_on, speaker};

/// A limit that no machine is too busy for.
const LONG: [&str; 2] = ["--timeout", "60s"];

const CORPUS: &str = "....1.3.431.2... one\n1.3...2..3...... two\n..1.3..4.....4.3 three\n";

fn has_sandbox() -> bool {
    let found = race::sandbox::available();
    if let Err(reason) = &found {
        eprintln!("SKIPPED: there is no sandbox: {reason}");
    }
    found.is_ok()
}

/// Returns the remark of the only row: what the script printed.
#[track_caller]
fn printed(rows: &[Row]) -> &str {
    rows[0].error.as_deref().expect("a remark")
}

#[test]
fn in_the_sandbox_there_are_no_corpora_no_results_no_network_and_nothing_to_write() {
    if !has_sandbox() {
        return;
    }
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let port = listener.local_addr().expect("an address").port();
    let prelude = format!(
        "import os, socket\n\
         def tried(what):\n    try:\n        what()\n        return 'yes'\n    except Exception: return 'no'\n\
         def report():\n    \
             corpus = len(open('corpus.txt').read()) if os.path.exists('corpus.txt') else 0\n    \
             rows = len(os.listdir('run')) if os.path.exists('run') else 0\n    \
             wrote = tried(lambda: open('left.txt', 'w').write('x'))\n    \
             net = tried(lambda: socket.create_connection(('127.0.0.1', {port}), 1))\n    \
             seen = len([name for name in os.listdir('/proc') if name.isdigit()]) > 10\n    \
             tmp = tried(lambda: open('/tmp/x', 'w').write('x'))\n    \
             say('corpus=%d rows=%d wrote=%s net=%s others=%s tmp=%s\\n' % (corpus, rows, wrote, net, seen, tmp))\n"
    );
    let script = prelude + &speaker("report(); say('result ' + w[1] + ' unknown - -\\n')");
    let one = [&LONG[..], &["-f", "one"]].concat();
    let Some(open) = run_on(CORPUS, "protocol", &script, &one) else { return };
    assert!(printed(&open.rows).contains("wrote=yes net=yes"), "{:?}", open.rows[0].error);
    let closed = [&one[..], &["--sandbox"]].concat();
    let closed = run_on(CORPUS, "protocol", &script, &closed).expect("Python");
    let expected = "corpus=0 rows=0 wrote=no net=no others=False tmp=yes";
    assert!(printed(&closed.rows).contains(expected), "{:?}", closed.rows[0].error);
}

#[test]
fn every_mode_works_in_the_sandbox() {
    if !has_sandbox() {
        return;
    }
    let lines = "import sys\nfor line in sys.stdin: print('3421123443122143')\n";
    let arguments = [&LONG[..], &["--task", "first", "-f", "one", "--sandbox"]].concat();
    let Some(ran) = run_on(CORPUS, "lines", lines, &arguments) else { return };
    assert_eq!(ran.rows[0].status, Status::Solved, "{:?}", ran.rows[0].error);
    // It finds the formula, and says that it has no model, which is wrong.
    let dimacs =
        "import sys\nprint('s UNSATISFIABLE' if 'p cnf' in open(sys.argv[1]).read() else '')\n";
    let ran = run_on(CORPUS, "dimacs", dimacs, &arguments).expect("Python");
    assert_eq!(ran.rows[0].status, Status::Impossible, "{:?}", ran.rows[0].error);
}

#[test]
fn a_sandbox_that_cannot_be_had_is_an_error() {
    let bench = Bench::new(CORPUS);
    let mut command = Command::new(env!("CARGO_BIN_EXE_harness"));
    command.args([text(&bench.path("corpus.txt")), "--sandbox", "--csv"]).env("PATH", "/nowhere");
    let output = command.output().expect("the program runs");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{errors}");
    assert!(errors.contains("--sandbox cannot be had on this machine: bubblewrap"), "{errors}");
}

#[test]
fn options_for_external_solvers_alone_are_noted() {
    let bench = Bench::new(CORPUS);
    let file = bench.path("corpus.txt");
    let errors = |more: &[&str]| {
        let run = ["run", text(&file), "-b", "candidates/mrv", "--csv", "--timeout", "60s"];
        String::from_utf8_lossy(&harness(&[&run[..], more].concat()).stderr).into_owned()
    };
    let why = "to external solvers, and none takes part";
    let both = errors(&["--clock", "pipe", "--fresh", "process"]);
    let note = format!("note: --clock pipe and --fresh process apply {why}");
    assert!(both.contains(&note), "{both}");
    let none = errors(&["--clock", "own", "--fresh", "isomorph", "--reps", "2"]);
    assert!(!none.contains(why), "{none}");
}

/// What leaves its group and its session ends with the solver, in the sandbox and without one.
#[test]
fn processes_that_leave_their_session_are_killed_with_the_solver() {
    for (time, more) in [("1000.2718", &[][..]), ("1000.2719", &["--sandbox"])] {
        if !more.is_empty() && !has_sandbox() {
            continue;
        }
        let script = format!(
            "import subprocess\n{}",
            speaker(&format!(
                "subprocess.Popen(['sleep', '{time}'], start_new_session=True); \
             say('result ' + w[1] + ' unknown - -\\n')"
            ))
        );
        let Some(ran) = run_on(CORPUS, "protocol", &script, &[&LONG[..], more].concat()) else {
            return;
        };
        assert_eq!(ran.rows.len(), 3);
        wait_until("what left the session is killed", || processes(time).is_empty());
    }
}

#[test]
fn memory_is_limited_for_all_processes_together_whatever_their_session() {
    let hungry = "import subprocess, sys\nhog = 'import time; held = bytearray(60 << 20); time.sleep(1000.1618)'\n";
    let script = format!(
        "{hungry}{}",
        speaker(
            "all = [subprocess.Popen([sys.executable, '-c', hog], start_new_session=True) for _ in range(8)]; \
         time.sleep(1000)"
        )
    );
    check_memout(&script, |_| wait_until("all are killed", || processes("1000.1618").is_empty()));
}

/// Runs a script that takes more than 300 MB, without the sandbox and in it, and `check`s the rows.
fn check_memout(script: &str, check: impl Fn(&[Row])) {
    let arguments = ["-f", "one", "--memory-limit", "300MB", "--timeout", "60s"];
    for more in [&[][..], &["--sandbox"]] {
        if !more.is_empty() && !has_sandbox() {
            continue;
        }
        let Some(ran) = run_on(CORPUS, "protocol", script, &[&arguments[..], more].concat()) else {
            return;
        };
        assert_eq!(ran.rows[0].status, Status::Memout, "{:?}", ran.rows[0].error);
        check(&ran.rows);
    }
}

/// What takes its memory at once is stopped at the limit, and not where it is next looked at.
#[test]
fn the_kernel_enforces_the_memory_limit_where_it_may() {
    if ControlGroups::find().is_none() {
        eprintln!("SKIPPED: this process may not make control groups with a memory limit");
        return;
    }
    let hungry = speaker("held = bytearray(900 << 20); say('result ' + w[1] + ' unknown - -\\n')");
    check_memout(&hungry, |rows| {
        assert!(printed(rows).contains("the kernel"), "{:?}", rows[0].error);
    });
}

#[test]
fn cpu_time_and_memory_are_measured_from_outside() {
    let spin = speaker(
        "end = time.process_time() + 0.3\n    held = bytearray(50 << 20)\n    \
         while time.process_time() < end: pass\n    say('result ' + w[1] + ' unknown - -\\n')",
    );
    let arguments = ["-f", "one", "--memory", "--timeout", "60s"];
    let Some(ran) = run_on(CORPUS, "protocol", &spin, &arguments) else { return };
    let row = &ran.rows[0];
    let cpu = row.cpu_ns.expect("a CPU time");
    assert!((250_000_000..20_000_000_000).contains(&cpu), "{cpu}");
    assert!(row.peak_bytes.expect("a peak") > 50 << 20, "{:?}", row.peak_bytes);
    let spin = "import sys, time\nend = time.process_time() + 0.3\nwhile time.process_time() < end: pass\n\
                for line in sys.stdin: print('3421123443122143')\n";
    let arguments = ["-f", "one", "--task", "first", "--timeout", "60s", "--memory"];
    let ran = run_on(CORPUS, "lines", spin, &arguments).expect("Python");
    let cpu = ran.rows[0].cpu_ns.expect("a CPU time");
    // The memory of an interpreter, and not that of the harness which started it.
    let peak = ran.rows[0].peak_bytes.expect("a sum that was seen");
    assert!((1 << 20..24 << 20).contains(&peak), "{peak}");
    assert!(cpu >= 300_000_000, "{cpu}");
}

#[test]
fn with_a_fresh_process_a_solver_has_nothing_to_remember() {
    let script = speaker("say('this is number %d\\nresult %s unknown - -\\n' % (n, w[1]))");
    let numbers = |more: &[&str]| -> Option<Vec<String>> {
        let ran = run_on(CORPUS, "protocol", &script, &[&LONG[..], more].concat())?;
        Some(ran.rows.iter().map(|row| row.error.clone().expect("a remark")).collect())
    };
    let Some(same) = numbers(&[]) else { return };
    assert!(same[2].contains("this is number 3"), "{same:?}");
    let fresh = numbers(&["--fresh", "process"]).expect("Python");
    assert!(fresh.iter().all(|remark| remark.contains("this is number 1")), "{fresh:?}");
}

#[test]
fn each_repetition_has_other_isomorphs_of_the_same_puzzle() {
    let bench = Bench::new(CORPUS);
    let (corpus, run) = (bench.path("corpus.txt"), bench.path("run"));
    let fixed = [text(&corpus), "-o", text(&run), "-b", "mrv", "-b", "cover/dlx", "--no-probe"];
    let more = ["--reps", "3", "--isomorphs", "2", "--fresh", "isomorph"];
    let output = harness(&[&fixed[..], &more].concat());
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    let rows = rows(&run);
    // Two backends, three puzzles, two isomorphs, and four passes with the pilot.
    assert_eq!(rows.len(), 2 * 3 * 2 * 4);
    let seeds = |rows: &mut dyn Iterator<Item = &Row>| -> BTreeSet<_> {
        rows.map(|row| row.iso_seed).collect()
    };
    for class in rows.iter().map(|row| row.iso_class).collect::<BTreeSet<_>>() {
        let of_class = || rows.iter().filter(move |row| row.iso_class == class);
        assert_eq!(seeds(&mut of_class()).len(), 2 * 4, "none occurs twice");
        let of = |id: &'static str| seeds(&mut of_class().filter(move |row| row.backend == id));
        assert_eq!(of("candidates/mrv"), of("cover/dlx"), "all backends see the same");
    }
    let puzzles = fs::read_to_string(run.join("puzzles.csv")).expect("puzzles");
    assert_eq!(puzzles.lines().count(), 1 + 3 * 2 * 4);
}

#[test]
fn more_isomorphs_than_memory_can_hold_are_refused() {
    let bench = Bench::new(CORPUS);
    let corpus = bench.path("corpus.txt");
    check_refused(
        &[text(&corpus), "--isomorphs", "1000000000"],
        "expected a whole number from 1 to 65536",
    );
}

#[test]
fn the_sandbox_is_part_of_the_plan_and_of_the_manifest() {
    if !has_python() || !has_sandbox() {
        return;
    }
    let bench = Bench::new(CORPUS);
    let script = bench.path("toy.py");
    fs::write(&script, speaker("say('result ' + w[1] + ' unknown - -\\n')")).expect("a script");
    let (corpus, run) = (bench.path("corpus.txt"), bench.path("run"));
    let command = format!("python3 {}", text(&script));
    let fixed = [text(&corpus), "-o", text(&run), "-B", ".", "--no-probe", "--external", &command];
    let output = harness(&[&fixed[..], &["--sandbox", "--memory-limit", "1GB"]].concat());
    assert_eq!(output.status.code(), Some(1), "it gives no answer");
    let manifest = fs::read_to_string(run.join("manifest.json")).expect("a manifest");
    let manifest: serde_json::Value = serde_json::from_str(&manifest).expect("JSON");
    assert_eq!(manifest["plan"]["sandbox"], true);
    assert!(
        manifest["confinement"]["sandbox"].as_str().is_some_and(|it| it.contains("bubblewrap"))
    );
    let expected = if ControlGroups::find().is_some() { "control group" } else { "20 ms" };
    let limit = manifest["confinement"]["memory_limit"].as_str();
    assert!(limit.is_some_and(|it| it.contains(expected)), "{limit:?}");
    check_refused(
        &[&fixed[..], &["--resume", "--memory-limit", "1GB"]].concat(),
        "sandbox: true, then none",
    );
}
