//! The table `run` of a study: options of `harness run`, by their long names.

use std::path::PathBuf;

use anyhow::bail;
use clap::{Arg, Args, Command, Parser};

use super::file::{OptionValue, StudyFile};
use super::schema::known;
use crate::cli::{Cli, RunArgs, Subcommand};

/// Options that select backends. A run of a part of the study selects them by their ids instead.
const SELECTING: [&str; 4] = ["backend", "backend-not", "encoding", "engine"];

/// Whether a word is an option that selects backends.
pub(super) fn selects_backends(word: &str) -> bool {
    let name = word.trim_start_matches('-').split('=').next().unwrap_or_default();
    SELECTING.contains(&name)
}

/// The words of each option of a study.
///
/// # Errors
/// When `run` has no such option, or one has a value of the wrong kind.
pub(super) fn words(file: &StudyFile) -> anyhow::Result<Vec<Vec<String>>> {
    let run = RunArgs::augment_args(Command::new("run"));
    let one = |(name, value): (&toml::Spanned<String>, &toml::Spanned<OptionValue>)| {
        let found = known(&run).find(|arg| arg.get_long() == Some(name.get_ref()));
        let option = found.ok_or_else(|| {
            let problem = format!("`harness run` has no option --{}", name.get_ref());
            file.error(name.span(), &problem)
        })?;
        let words = option_words(option, name.get_ref(), value.get_ref());
        words.map_err(|problem| file.error(value.span(), &problem))
    };
    file.study.run.iter().map(one).collect()
}

/// The words that give an option this value.
fn option_words(option: &Arg, name: &str, value: &OptionValue) -> Result<Vec<String>, String> {
    let takes_value = option.get_action().takes_values();
    Ok(match value {
        OptionValue::Flag(is_given) if !takes_value => {
            is_given.then(|| format!("--{name}")).into_iter().collect()
        }
        _ if !takes_value => return Err(format!("{name} is true or false")),
        OptionValue::Flag(_) => return Err(format!("{name} has a value, not true or false")),
        OptionValue::Integer(number) => vec![format!("--{name}={number}")],
        OptionValue::Text(text) => vec![format!("--{name}={text}")],
        OptionValue::List(values) => {
            let words = values.iter().map(|value| option_words(option, name, value));
            words.collect::<Result<Vec<_>, _>>()?.concat()
        }
    })
}

/// The arguments of a run of these files with the options of a study.
///
/// # Errors
/// When the options are refused, at the option whose value is.
pub(super) fn arguments(file: &StudyFile, files: &[PathBuf]) -> anyhow::Result<RunArgs> {
    let of_options = words(file)?;
    let files: Vec<String> = files.iter().map(|file| file.display().to_string()).collect();
    let problem = match parse(&[files, of_options.concat()].concat()) {
        Ok(arguments) => return Ok(arguments),
        Err(problem) => problem,
    };
    for (value, words) in file.study.run.values().zip(of_options) {
        let alone = [vec!["puzzles.txt".to_owned()], words].concat();
        if let Err(alone) = parse(&alone)
            && alone.kind() == problem.kind()
        {
            return Err(file.error(value.span(), &in_short(&alone)));
        }
    }
    bail!("{}: [run]: {}", file.path().display(), in_short(&problem))
}

/// Parses the words of a run.
fn parse(words: &[String]) -> Result<RunArgs, clap::Error> {
    let words = ["harness", "run"].into_iter().chain(words.iter().map(String::as_str));
    match Cli::try_parse_from(words)?.subcommand {
        Some(Subcommand::Run(arguments)) => Ok(*arguments),
        _ => Err(clap::Error::new(clap::error::ErrorKind::InvalidSubcommand)),
    }
}

/// The first line of an error.
fn in_short(problem: &clap::Error) -> String {
    let text = problem.to_string();
    text.lines().next().unwrap_or_default().trim_start_matches("error: ").to_owned()
}
