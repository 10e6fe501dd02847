//! The overview that `harness --help` prints: the subcommands by purpose, and the common options of a run.

use std::fmt::Write as _;

use clap::Command;

/// The subcommands by purpose. A test checks that each is listed once.
pub(super) const GROUPS: &[(&str, &[&str])] = &[
    ("Run", &["run", "study", "submit", "status", "cancel", "show", "verify", "merge", "archive"]),
    (
        "Analyse runs",
        &[
            "rank", "compare", "explain", "ablate", "growth", "diff", "history", "report", "plot",
            "export", "site",
        ],
    ),
    (
        "Puzzles",
        &["solve", "check", "count", "symmetries", "rate", "convert", "generate", "draw", "graph"],
    ),
    ("Backends and other solvers", &["list", "backend", "encode", "decode", "check-count"]),
    ("Courses", &["lesson", "grade", "leaderboard"]),
    ("Published figures", &["reproduce", "tour"]),
    ("This machine and program", &["doctor", "completions", "man", "reference"]),
];

/// The options of `run` that the overview shows.
const COMMON: &[&str] = &[
    "backend",
    "backend-not",
    "filter",
    "task",
    "timeout",
    "reps",
    "commands",
    "jobs",
    "output",
    "format",
];

const BEGINNING: &str = "\
`harness FILE…` is short for `harness run FILE…`: each backend solves each
puzzle, every answer is checked, a table is printed, and a folder receives a row
per trial (rows.csv) and a description of the run (manifest.json). Without -b,
the default backends run; `harness list` marks them.";

const END: &str = "\
All options of a run: harness run --help
Options of another subcommand: harness SUBCOMMAND --help

Exit code: 0 all well (including timeouts); 1 a wrong answer, a crash or a
failed check; 2 bad usage or bad input; 130 after Ctrl-C.";

/// Returns the command line with an overview in place of a help text that lists every option.
pub(super) fn with_overview(command: Command) -> Command {
    let mut template =
        format!("{{about-with-newline}}\n{BEGINNING}\n\n{{usage-heading}} {{usage}}\n");
    for (heading, names) in GROUPS {
        let _ = writeln!(template, "\n{heading}:");
        for name in *names {
            let about = command.find_subcommand(name).and_then(Command::get_about);
            let about = about.map(ToString::to_string).unwrap_or_default();
            let _ = writeln!(template, "  {name:12} {about}");
        }
    }
    template.push_str("\nCommon options of a run:\n{options}{after-help}");
    command
        .help_template(template)
        // Without long texts, `--help` prints the same as `-h`.
        .long_about(None)
        .after_help(END)
        .mut_args(|arg| match COMMON.contains(&arg.get_id().as_str()) {
            true => arg.help_heading(None).long_help(None).hide_possible_values(true),
            false => arg.hide(true),
        })
}
