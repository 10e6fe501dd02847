use std::collections::BTreeMap;
use std::path::PathBuf;

use clap::Arg;

use super::*;

#[test]
fn the_command_line_is_well_formed() {
    Cli::command().debug_assert();
    command().debug_assert();
}

#[test]
fn a_file_alone_is_a_run_and_rules_keep_their_order() {
    let cli = Cli::parse_from(["harness", "a.txt", "-B", "x", "-b", "y", "-B", "z"]);
    assert!(cli.subcommand.is_none());
    assert_eq!(cli.run.files, [PathBuf::from("a.txt")]);
    let rules: Vec<_> = cli.run.backends.0.iter().map(|(b, p)| (*b, p.as_str())).collect();
    assert_eq!(rules, [(false, "x"), (true, "y"), (false, "z")]);
}

/// Returns the subcommands for users, those of `backend` among them.
fn subcommands() -> Vec<Command> {
    let mut all = Vec::new();
    for command in Cli::command().get_subcommands().filter(|it| !it.is_hide_set()) {
        match command.has_subcommands() {
            true => all.extend(command.get_subcommands().cloned()),
            false => all.push(command.clone()),
        }
    }
    all
}

/// Options whose short help differs between subcommands although they mean the same.
const SAME: &[(&str, &str)] = &[
    ("--dry-run", "what is printed in place of running it: passes, or scripts of jobs"),
    ("--backend", "`solve` takes one backend; elsewhere a pattern includes several"),
    ("--jobs", "the workers of `submit` are those of each job"),
    ("--label", "the name that is shown: of a backend in a figure, or of an entry of a history"),
    ("--timeout", "`backend check` always has a time limit"),
    ("--output", "where the result is written: a file or a folder"),
    ("--to", "what is written: puzzles in a notation, or a picture in formats"),
];

/// Returns the meaning of an option: what its value is, and the first line of its help.
fn meaning(arg: &Arg) -> String {
    let value = arg.get_value_names().map(|names| names.join(" ")).unwrap_or_default();
    let value = if arg.get_action().takes_values() { value } else { String::new() };
    format!("{value}: {}", arg.get_help().map(ToString::to_string).unwrap_or_default())
}

#[test]
fn one_name_and_one_letter_have_one_meaning_in_all_subcommands() {
    let mut meanings: BTreeMap<String, BTreeMap<String, Vec<String>>> = BTreeMap::new();
    let mut letters: BTreeMap<char, BTreeMap<String, Vec<String>>> = BTreeMap::new();
    for command in subcommands() {
        let name = command.get_name().to_owned();
        for arg in command.get_arguments().filter(|arg| !arg.is_positional()) {
            let long = arg.get_long().expect("every option has a long name");
            let of = meanings.entry(format!("--{long}")).or_default();
            of.entry(meaning(arg)).or_default().push(name.clone());
            if let Some(letter) = arg.get_short() {
                let of = letters.entry(letter).or_default();
                of.entry(long.to_owned()).or_default().push(name.clone());
            }
        }
    }
    for (name, its) in &meanings {
        let is_same = SAME.iter().any(|(same, _)| same == name);
        assert!(its.len() == 1 || is_same, "{name} has several meanings: {its:#?}");
        assert!(its.len() > 1 || !is_same, "{name} has one meaning, and needs no reason");
    }
    for (letter, longs) in &letters {
        assert_eq!(longs.len(), 1, "-{letter} is several options: {longs:?}");
    }
    let mut longs: Vec<&String> = letters.values().flat_map(BTreeMap::keys).collect();
    longs.sort_unstable();
    assert!(longs.windows(2).all(|two| two[0] != two[1]), "an option has two letters: {longs:?}");
}

#[test]
fn the_overview_fits_two_screens_and_lists_each_subcommand_once() {
    let help = |flag: &str| {
        let printed = command().term_width(80).try_get_matches_from(["harness", flag]);
        printed.expect_err("it is printed").to_string()
    };
    assert_eq!(help("-h"), help("--help"));
    let help = help("--help");
    assert!(help.lines().count() <= 96, "{}", help.lines().count());
    let widest = help.lines().max_by_key(|line| line.chars().count()).unwrap_or_default();
    assert!(widest.chars().count() <= 80, "{widest}");
    let mut listed: Vec<&str> =
        help::GROUPS.iter().flat_map(|(_, names)| *names).copied().collect();
    listed.sort_unstable();
    let command = Cli::command();
    let shown = command.get_subcommands().filter(|it| !it.is_hide_set());
    let mut names: Vec<&str> = shown.map(Command::get_name).collect();
    names.sort_unstable();
    assert_eq!(listed, names);
}

#[test]
fn every_option_has_a_help_text_and_all_of_a_run_stand_under_headings() {
    for command in subcommands() {
        let name = command.get_name();
        for arg in command.get_arguments().filter(|arg| !arg.is_hide_set()) {
            let help = arg.get_help().map(ToString::to_string).unwrap_or_default();
            assert!(!help.is_empty(), "{name}: {arg}");
            assert!(!help.ends_with('.'), "{name}: {arg}: {help}");
            let is_grouped = arg.get_help_heading().is_some() || arg.is_positional();
            assert!(is_grouped || arg.get_id() == "help", "{name}: {arg} has no heading");
        }
    }
}
