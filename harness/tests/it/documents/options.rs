//! The options that documents name between backticks, and in blocks that are not run.

use std::collections::BTreeSet;

use clap::{Command, CommandFactory};
use harness::cli::Cli;

use super::blocks::{self, Kind};
use super::{links, read};

/// Options of other programs.
const FOREIGN: &[&str] = &[
    "--all",
    "--array",
    "--cases",
    "--check",
    "--check-all",
    "--compare",
    "--cpus-per-task",
    "--dependency",
    "--edition",
    "--example",
    "--features",
    "--inputs",
    "--job-name",
    "--kill-on-invalid-dep",
    "--kills",
    "--lib",
    "--locked",
    "--log",
    "--noheader",
    "--open-mode",
    "--parsable",
    "--path",
    "--puzzles",
    "--release",
    "--requeue",
    "--shrink",
    "--test",
    "--version",
    "--workspace",
];

/// Returns every long option of the program and its verbs.
pub(super) fn all() -> BTreeSet<String> {
    let mut options = BTreeSet::new();
    let mut commands = vec![Cli::command()];
    while let Some(mut command) = commands.pop() {
        command.build();
        options.extend(long(&command));
        commands.extend(command.get_subcommands().cloned());
    }
    options
}

fn long(command: &Command) -> impl Iterator<Item = String> {
    command.get_arguments().filter_map(|argument| Some(format!("--{}", argument.get_long()?)))
}

/// Every option that a document names is one of these, or of another program.
pub(super) fn check(path: &str, options: &BTreeSet<String>) {
    let text = read(path);
    let spans = links::prose(&text)
        .flat_map(|(line, text)| text.split('`').skip(1).step_by(2).map(move |span| (line, span)));
    let blocks = blocks::blocks(path, &text);
    let not_run = blocks.iter().filter(|block| matches!(block.kind, Kind::NotRun));
    let commands = not_run.flat_map(|block| block.lines.iter().map(|line| (block.fence, *line)));
    for (line, text) in spans.chain(commands) {
        for word in text.split([' ', '=', '[', ']', '|', '\'']).filter(|word| word.len() > 2) {
            let is_known = options.contains(word) || FOREIGN.contains(&word);
            let is_option = word.starts_with("--") && word[2..].starts_with(char::is_alphabetic);
            assert!(!is_option || is_known, "{path}:{line}: there is no option {word}");
        }
    }
}
