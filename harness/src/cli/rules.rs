//! `-b -B` and `-f -F`: patterns that include and exclude, in the order of the command line.

use clap::error::ErrorKind;
use clap::{Arg, ArgAction, ArgMatches, Args, Command, FromArgMatches};

use super::headings::SELECTION;

/// The patterns of `-b` (`true`) and `-B`, in order.
#[derive(Clone, Debug, Default)]
pub struct BackendRules(pub Vec<(bool, String)>);

/// The patterns of `-f` (`true`) and `-F`, in order.
#[derive(Clone, Debug, Default)]
pub struct PuzzleRules(pub Vec<(bool, String)>);

/// `--corpus`: which corpora.
#[derive(Args, Clone, Debug, Default)]
pub struct CorpusRules {
    /// Include corpora; repeatable
    ///
    /// The name of a corpus is that of its file, without folder and extension.
    #[arg(long = "corpus", value_name = "NAME|REGEX", help_heading = SELECTION)]
    pub patterns: Vec<String>,
}

impl Args for BackendRules {
    fn augment_args(command: Command) -> Command {
        command
            .arg(rule("backend", 'b', "ID|REGEX", "Include backends; repeatable").long_help(
                "Include backends; repeatable\n\nAn id such as candidates/mrv, its last part (mrv), a \
                 family (sat), or a regular expression that matches anywhere in an id. Of several -b and \
                 -B, the last match wins.",
            ))
            .arg(rule("backend-not", 'B', "ID|REGEX", "Exclude backends; the last match wins"))
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl FromArgMatches for BackendRules {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        rules(matches, "backend", "backend-not").map(Self)
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

impl Args for PuzzleRules {
    fn augment_args(command: Command) -> Command {
        command
            .arg(rule("filter", 'f', "NAME|REGEX", "Include puzzles; repeatable").long_help(
                "Include puzzles; repeatable\n\nA part of a name, or a regular expression that matches \
                 anywhere in one; ^NAME$ is one name alone. Subcommands that read runs know all names, \
                 and take a complete name for that one alone. Of several -f and -F, the last match wins.",
            ))
            .arg(rule("filter-not", 'F', "NAME|REGEX", "Exclude puzzles; the last match wins"))
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl FromArgMatches for PuzzleRules {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        rules(matches, "filter", "filter-not").map(Self)
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

fn rule(name: &'static str, short: char, value: &'static str, help: &'static str) -> Arg {
    let rule = Arg::new(name).long(name).short(short).value_name(value).help(help);
    rule.action(ArgAction::Append).help_heading(SELECTION)
}

/// Returns the values of two options that include and exclude, in the order of the command line.
fn rules(
    matches: &ArgMatches,
    include: &str,
    exclude: &str,
) -> Result<Vec<(bool, String)>, clap::Error> {
    let mut rules = Vec::new();
    for (name, includes) in [(include, true), (exclude, false)] {
        let wrong = |error| clap::Error::raw(ErrorKind::InvalidValue, error);
        let values = matches.try_get_many::<String>(name).map_err(wrong)?.into_iter().flatten();
        let places = matches.indices_of(name).into_iter().flatten();
        rules.extend(places.zip(values).map(|(place, value)| (place, includes, value.clone())));
    }
    rules.sort();
    Ok(rules.into_iter().map(|(_, includes, value)| (includes, value)).collect())
}
