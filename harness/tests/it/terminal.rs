//! What the program shows on a terminal: lines of progress that leave no trace, colours only where they are wanted,
//! and nothing wider than the terminal.
//!
//! A test that lacks the interpreter says so and is done.

use std::path::Path;
use std::process::Command;

use clap::CommandFactory;
use harness::cli::Cli;
use serde_json::Value;

use crate::outside::has_python;

/// The program on a pseudo-terminal.
struct OnTerminal<'a> {
    columns: usize,
    /// The streams that are the terminal, of `out` and `err`.
    streams: &'a str,
    /// The text after which the program gets Ctrl-C.
    interrupt_at: &'a str,
    /// Further variables.
    variables: &'a [(&'a str, &'a str)],
}

/// What was on the terminal.
struct Shown {
    /// The lines on the screen at the end.
    lines: Vec<String>,
    /// Everything that was written to it.
    written: String,
    /// Everything that was written to the streams that are no terminal.
    piped: String,
    code: Option<i64>,
}

const PLAIN: OnTerminal<'_> =
    OnTerminal { columns: 80, streams: "out,err", interrupt_at: "-", variables: &[] };

/// A count that takes minutes.
const LONG: [&str; 6] = ["count", "queens:20", "--jobs", "1", "--timeout", "none"];

impl OnTerminal<'_> {
    fn run(&self, arguments: &[&str]) -> Shown {
        let here = Path::new(env!("CARGO_MANIFEST_DIR"));
        let mut command = Command::new("python3");
        command.arg(here.join("tests/it/terminal.py")).arg(self.columns.to_string());
        command.args([self.streams, self.interrupt_at, env!("CARGO_BIN_EXE_harness")]);
        for name in ["NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE", "COLUMNS"] {
            command.env_remove(name);
        }
        command.env("TERM", "xterm").envs(self.variables.iter().copied());
        let output = command.args(arguments).current_dir(here.join("..")).output();
        let output = output.expect("python3 runs");
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{errors}");
        let shown: Value = serde_json::from_slice(&output.stdout).expect("JSON");
        let text = |value: &Value| value.as_str().expect("a text").to_owned();
        Shown {
            lines: shown["lines"].as_array().expect("lines").iter().map(text).collect(),
            written: text(&shown["written"]),
            piped: text(&shown["piped"]),
            code: shown["code"].as_i64(),
        }
    }
}

#[test]
fn progress_is_shown_and_erased_at_the_end_and_by_ctrl_c() {
    if !has_python() {
        return;
    }
    let on_stderr = OnTerminal { streams: "err", ..PLAIN };
    let shown = OnTerminal { interrupt_at: "counting", ..on_stderr }.run(&LONG);
    assert!(shown.written.contains("counting, "), "{}", shown.written);
    let left: Vec<&String> = shown.lines.iter().filter(|line| !line.is_empty()).collect();
    assert_eq!(left, ["note: interrupted"]);
    assert_eq!((shown.code, &*shown.piped), (Some(130), ""));

    let [count, queens, jobs, one, ..] = LONG;
    let shown = on_stderr.run(&[count, queens, jobs, one, "--timeout", "3s"]);
    assert!(shown.written.contains("counting, "), "{}", shown.written);
    let left: Vec<&String> = shown.lines.iter().filter(|line| !line.is_empty()).collect();
    assert_eq!(left, ["note: the time limit was reached before all solutions were counted"]);
    assert_eq!((shown.code, &*shown.piped), (Some(1), ""));
}

#[test]
fn progress_is_silent_in_a_pipe_and_on_a_dumb_terminal() {
    if !has_python() {
        return;
    }
    let [count, queens, jobs, one, ..] = LONG;
    let limited = [count, queens, jobs, one, "--timeout", "3s"];
    let note = "note: the time limit was reached before all solutions were counted";
    let piped = OnTerminal { streams: "out", ..PLAIN }.run(&limited);
    assert_eq!((&*piped.written, piped.piped.trim_end()), ("", note));
    let dumb = OnTerminal { variables: &[("TERM", "dumb")], ..PLAIN }.run(&limited);
    assert_eq!(dumb.written.trim_end(), note);
}

#[test]
fn a_run_shows_its_trials() {
    if !has_python() {
        return;
    }
    let slow = "sh -c 'sleep 4'";
    let arguments = [
        "datasets/4x4.txt",
        "-f",
        "1",
        "--no-probe",
        "--jobs",
        "1",
        "--external",
        slow,
        "-b",
        "external",
        "--format",
        "csv",
    ];
    let shown = OnTerminal { streams: "err", ..PLAIN }.run(&arguments);
    assert!(shown.written.contains(" trials, "), "{}", shown.written);
    assert!(!shown.lines.iter().any(|line| line.contains("trials, ")), "{:?}", shown.lines);
}

#[test]
fn colours_are_shown_only_where_they_are_wanted() {
    if !has_python() {
        return;
    }
    let puzzle = ["solve", "....1.3.431.2..."];
    for arguments in [&puzzle[..], &["--help"], &["solve", "-h"], &["solve", "--steps", puzzle[1]]]
    {
        let coloured = |on: OnTerminal<'_>| on.run(arguments).written.contains("\u{1b}[");
        if arguments[0] == "solve" && arguments.len() == 2 {
            assert!(coloured(PLAIN), "{arguments:?}");
        }
        for asked in [("NO_COLOR", "1"), ("CLICOLOR", "0"), ("TERM", "dumb")] {
            let variables = [asked, ("CI", "true")];
            let on = OnTerminal { variables: &variables, ..PLAIN };
            assert!(!coloured(on), "{arguments:?} {asked:?}");
        }
    }
}

#[test]
fn a_terminal_obeys_no_name_in_a_converted_file() {
    if !has_python() {
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("names.txt");
    std::fs::write(&file, "....1.3.431.2... a\u{1b}[2J\u{7}b\n").expect("a file");
    let arguments = ["convert", file.to_str().expect("text"), "--to", "line"];
    assert!(PLAIN.run(&arguments).written.contains("a\u{fffd}[2J\u{fffd}b"));
    let piped = OnTerminal { streams: "err", ..PLAIN }.run(&arguments).piped;
    assert!(piped.contains("a\u{1b}[2J\u{7}b"), "what is piped stays as it is: {piped}");
}

/// Lines that may be wider: a path or another word that cannot be folded.
fn may_be_wide(line: &str) -> bool {
    let longest = line.split_whitespace().map(|word| word.chars().count()).max().unwrap_or(0);
    longest > 60
}

#[track_caller]
fn check_width(arguments: &[&str]) {
    let shown = PLAIN.run(arguments);
    assert!(!shown.lines.iter().all(String::is_empty), "{arguments:?} prints nothing");
    check_lines(&format!("{arguments:?}"), shown.lines.iter().map(String::as_str));
}

#[track_caller]
fn check_lines<'l>(name: &str, lines: impl Iterator<Item = &'l str>) {
    let is_wide = |line: &&str| line.chars().count() > PLAIN.columns && !may_be_wide(line);
    let wide: Vec<&str> = lines.filter(is_wide).collect();
    assert!(wide.is_empty(), "{name} has lines wider than 80 columns:\n{wide:#?}");
}

/// The program is asked for the help of one subcommand, and clap, which wraps all of them alike, for that of the others.
#[test]
fn every_help_fits_eighty_columns() {
    if !has_python() {
        return;
    }
    check_width(&["--help"]);
    check_width(&["run", "--help"]);
    let mut command = Cli::command().term_width(PLAIN.columns);
    command.build();
    let mut n_shown = 0;
    for subcommand in command.get_subcommands_mut().filter(|it| !it.is_hide_set()) {
        for help in [subcommand.render_help(), subcommand.render_long_help()] {
            let help = help.to_string();
            check_lines(subcommand.get_name(), help.lines());
            n_shown += 1;
        }
    }
    assert!(n_shown > 60, "{n_shown}");
}

/// `show` is left out: it prints commands and paths as they are, to be copied.
#[test]
fn every_table_fits_eighty_columns() {
    if !has_python() {
        return;
    }
    let run = "results/hardest";
    for arguments in [
        &["rank", run][..],
        &["rank", run, "--by", "level"],
        &["compare", run, "--baseline", "candidates/mrv", "-b", "cover/dlx"],
        &["compare", run, "--pairs"],
        &["list"],
        &["list", "--geometries"],
        &["list", "--techniques"],
        &["list", "--sat"],
        &["check", "datasets/impossible.txt"],
        &["check", "datasets/hardest.txt"],
        &["rate", "datasets/4x4.txt"],
        &["solve", "....1.3.431.2...", "--steps"],
        &["count", "queens:6", "--nth", "1"],
        &["graph", "classic4"],
        &["doctor"],
    ] {
        check_width(arguments);
    }
}
