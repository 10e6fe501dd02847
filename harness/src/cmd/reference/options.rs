//! The page of subcommands and options, from what clap knows.

use std::fmt::Write as _;

use clap::{Arg, Command, CommandFactory};
use render::table::Table;

use crate::cli::Cli;

/// Returns each subcommand with its usage and a table of its options.
pub(super) fn text() -> String {
    let mut text = String::from(
        "`harness SUBCOMMAND --help` says more. `--help` itself is not listed. Values behind a colon are those that an \
         option takes; the default is in parentheses.\n\n",
    );
    let mut program = Cli::command();
    program.build();
    for command in program.get_subcommands().filter(|command| is_shown(command)) {
        describe(command, &mut text);
        command.get_subcommands().filter(|it| is_shown(it)).for_each(|it| describe(it, &mut text));
    }
    text.trim_end().to_owned() + "\n"
}

fn is_shown(command: &Command) -> bool {
    !command.is_hide_set() && command.get_name() != "help"
}

fn describe(command: &Command, text: &mut String) {
    let name = command.get_bin_name().unwrap_or(command.get_name());
    let about = command.get_about().map(ToString::to_string).unwrap_or_default();
    let _ = write!(text, "## {name}\n\n{about}.\n\n");
    let mut table = Table::default().words("option").words("meaning");
    for argument in command.get_arguments().filter(|it| !it.is_hide_set() && it.get_id() != "help")
    {
        table.row([spelling(argument), meaning(argument)]);
    }
    if !command.has_subcommands() {
        let _ = writeln!(text, "{}", table.compact_markdown(0));
    }
}

/// `-j, --jobs <N>`, or `[FILES]...`.
fn spelling(argument: &Arg) -> String {
    let long = argument.to_string();
    argument.get_short().map_or(long.clone(), |short| format!("-{short}, {long}"))
}

/// Returns the first line of the help, with the values and the default.
fn meaning(argument: &Arg) -> String {
    let mut meaning = argument.get_help().map(ToString::to_string).unwrap_or_default();
    let values = argument.get_possible_values();
    let values = values.iter().filter(|value| !value.is_hide_set());
    let values: Vec<String> = values.map(|value| format!("`{}`", value.get_name())).collect();
    if argument.get_action().takes_values() && !values.is_empty() {
        let _ = write!(meaning, ": {}", values.join(", "));
    }
    let defaults = argument.get_default_values().iter().map(|it| it.to_string_lossy());
    let defaults: Vec<String> = defaults.map(|value| format!("`{value}`")).collect();
    if argument.get_action().takes_values()
        && !defaults.is_empty()
        && !argument.is_hide_default_value_set()
    {
        let _ = write!(meaning, " ({})", defaults.join(" "));
    }
    meaning
}
