//! What is no fault of a solver: too few files, too little memory, another protocol, a process that was stopped, a pipe
//! that nobody writes, and a file that is no text.

use std::fs;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use record::Status;

use crate::bench::{Bench, check_refused, harness, rows, text, wait_until};
use crate::outside::{run_on, speaker, statuses};

const CORPUS: &str = "....1.3.431.2... one\n1.3...2..3...... two\n..1.3..4.....4.3 three\n";

#[test]
fn too_few_files_end_the_run_and_are_no_rows() {
    let bench = Bench::new(CORPUS);
    let (corpus, run) = (bench.path("corpus.txt"), bench.path("run"));
    let arguments = [text(&corpus), "-o", text(&run), "-b", "mrv", "-b", "sat/extended.varisat"];
    let more = ["--jobs", "1", "--no-probe", "--timeout", "60s", "--resume"];
    for files in [10, 12, 14, 16, 20] {
        let limited = format!("ulimit -n {files}; exec \"$0\" \"$@\"");
        let mut command = Command::new("sh");
        command.args(["-c", &limited, env!("CARGO_BIN_EXE_harness")]).args(arguments).args(more);
        let output = command.output().expect("a shell");
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(!errors.contains("panicked"), "{files}: {errors}");
        let crashed = || rows(&run).iter().any(|row| row.status == Status::Crashed);
        assert!(!run.join("rows.csv").exists() || !crashed(), "{files}: {errors}");
        match output.status.code() {
            Some(0) => {}
            Some(2) => assert!(errors.contains("oo many open files"), "{files}: {errors}"),
            other => panic!("{files}: {other:?}: {errors}"),
        }
    }
    let output = harness(&[&arguments[..], &more].concat());
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    assert_eq!(rows(&run).len(), 6);
}

#[test]
fn a_memory_limit_that_no_child_can_obey_is_refused_with_the_least_one() {
    let bench = Bench::new(CORPUS);
    let corpus = bench.path("corpus.txt");
    let fixed = [text(&corpus), "--csv", "--no-probe", "-b", "mrv", "--memory-limit"];
    check_refused(&[&fixed[..], &["20MB"]].concat(), "--memory-limit: expected at least ");
    let output = harness(&[&fixed[..], &["20MB"]].concat());
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(!errors.contains("--resume"), "there is nothing to continue: {errors}");
    let run = bench.path("run");
    let kept = [text(&corpus), "-o", text(&run), "-b", "mrv", "--memory-limit", "20MB"];
    check_refused(&kept, "error: --memory-limit: expected at least ");
    assert!(!run.exists());
    let least = errors.split("expected at least ").nth(1).and_then(|rest| rest.split(',').next());
    let output = harness(&[&fixed[..], &[least.expect("the least limit")]].concat());
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stdout));
}

#[test]
fn another_version_of_the_protocol_is_named_at_once() {
    let script =
        "import time\nprint('hello sudoku-backend/2 name=toy', flush=True)\ntime.sleep(1000)";
    let Some(ran) = run_on(CORPUS, "protocol", script, &[]) else { return };
    statuses(&ran, &[Status::Crashed; 3]);
    let expected = "it speaks sudoku-backend/2, this harness speaks sudoku-backend/1";
    assert!(ran.rows.iter().all(|row| row.error.as_ref().is_some_and(|it| it.contains(expected))));
}

#[test]
fn a_solver_that_is_stopped_is_asked_again() {
    let stops = |when: &str| {
        let stop = "os.kill(os.getpid(), signal.SIGSTOP)";
        let answer = "say('result ' + w[1] + ' solved - 3421123443122143\\n')";
        format!("import os, signal\n{}", speaker(&format!("{when}: {stop}\n    {answer}")))
    };
    let arguments = ["--timeout", "20s", "--task", "first", "-f", "one"];
    let once = stops("if not os.path.exists('seen') and not open('seen', 'w').close()");
    let Some(ran) = run_on(CORPUS, "protocol", &once, &arguments) else { return };
    statuses(&ran, &[Status::Solved]);
    let ran = run_on(CORPUS, "protocol", &stops("if True"), &arguments).expect("Python");
    statuses(&ran, &[Status::Timeout]);
    let error = ran.rows[0].error.as_deref().expect("a remark");
    assert!(error.contains("stopped by a signal"), "{error}");
}

#[test]
fn a_run_that_is_stopped_and_continued_has_no_time_outs_from_it() {
    let bench = Bench::new(CORPUS);
    let script = speaker("time.sleep(1); say('result ' + w[1] + ' solved - 3421123443122143\\n')");
    if !crate::outside::has_python() {
        return;
    }
    fs::write(bench.path("toy.py"), script).expect("a script");
    let run = bench.path("run");
    let command = format!("python3 {}", text(&bench.path("toy.py")));
    let mut child = Command::new(env!("CARGO_BIN_EXE_harness"))
        .args([
            text(&bench.path("corpus.txt")),
            "-o",
            text(&run),
            "-B",
            ".",
            "--external",
            &command,
        ])
        .args(["--timeout", "4s", "--task", "first", "-f", "one", "--no-probe", "--jobs", "1"])
        .stdout(Stdio::null())
        .spawn()
        .expect("the program runs");
    wait_until("the run has begun", || run.join("puzzles.csv").exists());
    thread::sleep(Duration::from_millis(300));
    signal(&child, "STOP");
    thread::sleep(Duration::from_secs(5));
    signal(&child, "CONT");
    assert!(child.wait().expect("it ends").success());
    assert_eq!(rows(&run)[0].status, Status::Solved, "{:?}", rows(&run)[0].error);
}

#[test]
fn a_solver_that_prints_garbage_only_fails_the_run() {
    let script = "import sys\nfor line in sys.stdin: print('garbage')\n";
    let Some(ran) = run_on(CORPUS, "lines", script, &["--task", "first"]) else { return };
    statuses(&ran, &[Status::Unknown; 3]);
    assert_eq!(ran.code, Some(1));
    assert!(
        ran.printed.contains("external/toy gave no valid answer in 3 trials"),
        "{}",
        ran.printed
    );
}

#[test]
fn what_a_solver_prints_before_its_timeouts_is_noted_and_a_closed_output_is_no_signal() {
    let arguments = ["--timeout", "300ms", "--task", "first", "-f", "one"];
    let chatter = speaker("say('thinking\\n')");
    let Some(ran) = run_on(CORPUS, "protocol", &chatter, &arguments) else { return };
    statuses(&ran, &[Status::Timeout]);
    let note = "external/toy printed something else than an answer before 1 timeout";
    assert!(ran.printed.contains(note), "{}", ran.printed);
    let closed = speaker("import os; os.close(1); time.sleep(60)");
    let ran = run_on(CORPUS, "protocol", &closed, &arguments).expect("Python");
    statuses(&ran, &[Status::Crashed]);
    let error = ran.rows[0].error.as_deref().expect("a remark");
    assert!(error.contains("it closed its output, did not end, and was killed"), "{error}");
}

#[test]
fn a_wrong_solver_gets_three_lines_and_a_count() {
    let corpus: String = (0..12).map(|n| format!("....1.3.431.2... p{n}\n")).collect();
    let script = speaker("say('result ' + w[1] + ' solved - 1111111111111111\\n')");
    let Some(ran) = run_on(&corpus, "protocol", &script, &["--task", "first"]) else { return };
    assert_eq!(ran.code, Some(1));
    assert_eq!(ran.printed.matches("wrong: external/toy on p").count(), 3, "{}", ran.printed);
    assert!(ran.printed.contains("further failures: 9 of external/toy"), "{}", ran.printed);
}

/// Sends a signal to a process.
pub(crate) fn signal(child: &Child, name: &str) {
    let kill = Command::new("kill").args([&format!("-{name}"), &child.id().to_string()]).status();
    assert!(kill.expect("kill").success());
}

/// Returns whether a process has a handler for a signal.
fn catches(child: &Child, name: &str) -> bool {
    let status = fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigCgt:"));
    let mask = mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or_default();
    let number = if name == "INT" { 2 } else { 15 };
    mask >> (number - 1) & 1 == 1
}

/// Every subcommand ends soon after a signal, though it waits for a pipe that nobody writes.
#[test]
fn a_signal_ends_what_waits_for_a_pipe() {
    let bench = Bench::new(CORPUS);
    let pipe = bench.path("pipe");
    assert!(Command::new("mkfifo").arg(&pipe).status().expect("mkfifo").success());
    let run = bench.path("run");
    let pipe = text(&pipe);
    let commands: [&[&str]; 7] = [
        &["check", pipe],
        &["rate", pipe],
        &["solve", pipe],
        &["convert", pipe, "--to", "lines"],
        &["decode", pipe, pipe],
        &["leaderboard", "-o", "page.html", pipe],
        &["run", pipe, "-o", text(&run), "--no-probe"],
    ];
    let mut n_ended = 0;
    for (arguments, name) in commands.into_iter().zip(["INT", "TERM"].into_iter().cycle()) {
        let mut child = Command::new(env!("CARGO_BIN_EXE_harness"))
            .args(arguments)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("the program runs");
        while child.try_wait().expect("a status").is_none() && !catches(&child, name) {
            thread::sleep(Duration::from_millis(10));
        }
        thread::sleep(Duration::from_millis(100));
        if child.try_wait().expect("a status").is_some() {
            continue;
        }
        signal(&child, name);
        let start = Instant::now();
        let status = loop {
            if let Some(status) = child.try_wait().expect("a status") {
                break status;
            }
            if start.elapsed() > Duration::from_secs(20) {
                child.kill().expect("it can be killed");
                panic!("{arguments:?} goes on after SIG{name}");
            }
            thread::sleep(Duration::from_millis(10));
        };
        assert_eq!(status.code(), Some(130), "{arguments:?}");
        n_ended += 1;
    }
    assert!(n_ended >= 5, "{n_ended}");
}

#[test]
fn what_has_no_end_is_no_text() {
    let bench = Bench::new(CORPUS);
    let formula = bench.path("a.cnf");
    fs::write(&formula, "p cnf 1 1\n1 0\n").expect("a formula");
    for arguments in [
        &["check", "/dev/zero"][..],
        &["rate", "/dev/zero"],
        &["run", "/dev/zero", "--csv", "--no-probe"],
        &["decode", text(&formula), "/dev/zero"],
        &["list", "--external-file", "/dev/zero"],
        &["study", "run", "/dev/zero"],
    ] {
        let output = harness(arguments);
        let errors = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {errors}");
        let is_refused = ["expected text", "expected a text"].iter().any(|it| errors.contains(it));
        assert!(is_refused, "{arguments:?}: {errors}");
    }
}
