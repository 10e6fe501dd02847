//! Tables of a study whose keys are options of a subcommand by their long names, such as `run`.

use std::ops::Range;
use std::path::PathBuf;

use clap::error::ErrorKind;
use clap::{Arg, Command, Parser};
use record::filter;

use super::file::{OptionValue, Options, StudyFile};
use super::schema::{self, is_by_id, key, known};
use crate::cli::{Cli, RunArgs, ShardJobsArgs, Subcommand};

/// Options that select backends. A run of a part of the study selects them by their ids instead.
const SELECTING: [&str; 7] =
    ["ablate", "backend", "backend-not", "encoding", "engine", "switches", "techniques"];

/// Returns whether a word is an option that selects backends.
pub(super) fn selects_backends(word: &str) -> bool {
    let name = word.trim_start_matches('-').split('=').next().unwrap_or_default();
    SELECTING.contains(&name)
}

/// Returns the words of the options of the table `run`.
///
/// # Errors
/// When `run` has no such option, or one has a value of the wrong kind.
pub(super) fn run_words(file: &StudyFile) -> anyhow::Result<Vec<String>> {
    Ok(words(file, &schema::subcommand("run"), &file.study.run, &[])?.concat())
}

/// Returns the words of a `generate` with the options of a corpus, after a check by the command
/// line.
///
/// # Errors
/// When an option is unknown or refused, at its place.
pub(super) fn generate_words(file: &StudyFile, options: &Options) -> anyhow::Result<Vec<String>> {
    let of_options = words(file, &schema::subcommand("generate"), options, &[])?;
    let verb = ["generate".to_owned()];
    let all = [&verb[..], &of_options.concat()].concat();
    let Err(problem) = parse(&all) else { return Ok(all) };
    let values = options.values().map(|value| value.span());
    let alone = |words: &[String]| [&verb[..], words].concat();
    let first = options.keys().next().map_or(0..0, |name| name.span());
    let (span, problem) =
        culprit(&problem, values.zip(of_options), alone).unwrap_or((first, problem));
    Err(file.error(span, &in_short(&problem)))
}

/// Returns the words of each option of a table, apart from the keys `others`.
fn words(
    file: &StudyFile,
    command: &Command,
    options: &Options,
    others: &[&str],
) -> anyhow::Result<Vec<Vec<String>>> {
    let given = options.iter().filter(|(name, _)| !others.contains(&name.get_ref().as_str()));
    given
        .map(|(name, value)| {
            let wanted = name.get_ref();
            let found = known(command).find(|arg| key(arg) == wanted);
            let option =
                found.ok_or_else(|| file.error(name.span(), &unknown(command, wanted, others)))?;
            let words = option_words(option, wanted, value.get_ref());
            words.map_err(|problem| file.error(value.span(), &problem))
        })
        .collect()
}

/// Returns the message that a subcommand has no such option.
fn unknown(command: &Command, wanted: &str, others: &[&str]) -> String {
    let names: Vec<&str> = known(command).map(key).chain(others.iter().copied()).collect();
    let nearest = filter::suggestion(wanted, &names);
    format!("`harness {}` has no option --{wanted}{nearest}", command.get_name())
}

/// Returns the words that give an option this value.
fn option_words(option: &Arg, name: &str, value: &OptionValue) -> Result<Vec<String>, String> {
    let word = |text: &dyn std::fmt::Display| match option.is_positional() {
        true => vec![text.to_string()],
        false => vec![format!("--{name}={text}")],
    };
    let is_flag = !option.get_action().takes_values();
    Ok(match value {
        OptionValue::Flag(is_given) if is_flag => {
            is_given.then(|| format!("--{name}")).into_iter().collect()
        }
        _ if is_flag => return Err(format!("{name} is true or false")),
        OptionValue::Flag(_) => return Err(format!("{name} has a value, not true or false")),
        OptionValue::Table(values) if is_by_id(option) => {
            values.iter().flat_map(|(id, text)| word(&format!("{id}={text}"))).collect()
        }
        _ if is_by_id(option) => {
            return Err(format!("{name} is a table such as {{ \"cover/dlx\" = \"…\" }}"));
        }
        OptionValue::Table(_) => return Err(format!("{name} is a value, not a table")),
        OptionValue::Integer(number) => word(number),
        OptionValue::Float(number) => word(number),
        OptionValue::Text(text) => word(text),
        OptionValue::List(values) => {
            let words = values.iter().map(|value| option_words(option, name, value));
            words.collect::<Result<Vec<_>, _>>()?.concat()
        }
    })
}

/// Returns the arguments of a run of these files with the options of a study.
///
/// # Errors
/// When the options are refused, at the option whose value is.
pub(super) fn arguments(file: &StudyFile, files: &[PathBuf]) -> anyhow::Result<RunArgs> {
    let of_options = words(file, &schema::subcommand("run"), &file.study.run, &[])?;
    let files: Vec<String> = files.iter().map(|file| file.display().to_string()).collect();
    let run = ["run".to_owned()];
    match parse(&[&run[..], &of_options.concat(), &["--".to_owned()], &files].concat()) {
        Ok(Subcommand::Run(arguments)) => Ok(*arguments),
        Ok(_) => Err(file.error(0..0, "expected the options of a run")),
        Err(problem) => {
            let alone = |words: &[String]| [&run[..], words, &["puzzles.txt".into()]].concat();
            let values = file.study.run.values().map(|value| value.span());
            let culprit = culprit(&problem, values.zip(of_options), alone);
            Err(match culprit {
                Some((span, problem)) => file.error(span, &in_short(&problem)),
                None => file.error(0..0, &format!("[run]: {}", in_short(&problem))),
            })
        }
    }
}

/// Returns the options of the table `submit`.
///
/// # Errors
/// When one is unknown or refused, at its place.
pub(super) fn of_jobs(file: &StudyFile) -> anyhow::Result<ShardJobsArgs> {
    let table = &file.study.submit;
    let of_options = words(file, &schema::jobs(), table, &[])?;
    let all = |words: &[String]| {
        let fixed = ["submit", "study.toml", "--slurm"].map(ToOwned::to_owned);
        [&fixed[..], words].concat()
    };
    match parse(&all(&of_options.concat())) {
        Ok(Subcommand::Submit(arguments)) => Ok(arguments.jobs),
        Ok(_) => Err(file.error(0..0, "expected the options of jobs")),
        Err(problem) => {
            let values = table.values().map(|value| value.span());
            let culprit = culprit(&problem, values.zip(of_options), all);
            let (span, problem) = culprit.unwrap_or((0..0, problem));
            Err(file.error(span, &in_short(&problem)))
        }
    }
}

/// Returns the words of an output of `name` without the runs and files, after a check by the command line. `files` are
/// the keys of files, `at` is the place of the table.
///
/// # Errors
/// When an option is unknown, missing, or refused, at its place.
pub(super) fn output_words(
    file: &StudyFile,
    name: &str,
    options: &Options,
    files: &[&str],
    at: Range<usize>,
) -> anyhow::Result<Vec<String>> {
    let command = schema::subcommand(name);
    let of_options = words(file, &command, options, files)?;
    let is_given = |arg: &&Arg| options.iter().any(|(name, _)| name.get_ref() == key(arg));
    let mut positional = known(&command).filter(|arg| arg.is_positional());
    if let Some(missing) = positional.find(|arg| !is_given(arg)) {
        return Err(file.error(at, &format!("[[{name}]] has no {}", key(missing))));
    }
    // Runs and outputs are unknown, and their names do not matter for the check.
    let mut rest = vec!["run".to_owned()];
    if command.get_arguments().any(|arg| key(arg) == "output") {
        rest.push("--output=output".into());
    }
    let verb = [name.to_owned()];
    let all = [&verb[..], &of_options.concat()].concat();
    if let Err(problem) = parse(&[&all[..], &rest].concat()) {
        let given = options.iter().filter(|(name, _)| !files.contains(&name.get_ref().as_str()));
        let values = given.map(|(_, value)| value.span());
        let needed = known(&command).filter(|arg| arg.is_positional()).map(key);
        let others: Vec<String> = needed.map(ToOwned::to_owned).collect();
        let alone = |words: &[String]| match words {
            [word, ..] if !word.starts_with("--") => [&verb[..], words, &rest].concat(),
            _ => {
                let positional = texts_of(&others, options);
                [&verb[..], &positional, words, &rest].concat()
            }
        };
        let culprit = culprit(&problem, values.zip(of_options.clone()), alone);
        let (span, problem) = culprit.unwrap_or((at, problem));
        return Err(file.error(span, &in_short(&problem)));
    }
    Ok(all)
}

/// Returns the texts that these keys have.
fn texts_of(keys: &[String], options: &Options) -> Vec<String> {
    let values = options.iter().filter(|(name, _)| keys.contains(name.get_ref()));
    values
        .filter_map(|(_, value)| match value.get_ref() {
            OptionValue::Text(text) => Some(text.clone()),
            _ => None,
        })
        .collect()
}

/// Returns the value that is refused alone as all together are, and how.
fn culprit(
    problem: &clap::Error,
    values: impl Iterator<Item = (Range<usize>, Vec<String>)>,
    alone: impl Fn(&[String]) -> Vec<String>,
) -> Option<(Range<usize>, clap::Error)> {
    values.into_iter().find_map(|(span, words)| {
        let alone = parse(&alone(&words)).err()?;
        (alone.kind() == problem.kind()).then_some((span, alone))
    })
}

/// Parses the words of a subcommand.
fn parse(words: &[String]) -> Result<Subcommand, clap::Error> {
    let words = ["harness"].into_iter().chain(words.iter().map(String::as_str));
    let subcommand = Cli::try_parse_from(words)?.subcommand;
    subcommand.ok_or_else(|| clap::Error::new(ErrorKind::InvalidSubcommand))
}

/// Returns the first line of an error, with the possible values.
fn in_short(problem: &clap::Error) -> String {
    let text = problem.to_string();
    let mut lines = text.lines();
    let first = lines.next().unwrap_or_default().trim_start_matches("error: ");
    let values = lines.next().and_then(|line| line.trim().strip_prefix("[possible values: "));
    match values {
        Some(values) => format!("{first}, expected one of {}", values.trim_end_matches(']')),
        None => first.to_owned(),
    }
}
