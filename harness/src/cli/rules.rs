//! `-b -B` and `-f -F`: what takes part and what is left out, in the order in which it was said.

use clap::error::ErrorKind;
use clap::{Arg, ArgAction, ArgMatches, Args, Command, FromArgMatches};

/// `-b` and `-B`, in the order in which they stand.
#[derive(Clone, Debug, Default)]
pub struct BackendRules(pub Vec<(bool, String)>);

/// `-f` and `-F`, in the order in which they stand.
#[derive(Clone, Debug, Default)]
pub struct PuzzleRules(pub Vec<(bool, String)>);

/// `--corpus`: which corpora.
#[derive(Args, Clone, Debug, Default)]
pub struct CorpusRules {
    /// Keep to these corpora: the file without its folder and ending; repeatable
    #[arg(long = "corpus", value_name = "NAME|REGEX")]
    pub patterns: Vec<String>,
}

impl Args for BackendRules {
    fn augment_args(command: Command) -> Command {
        command
            .arg(rule("backend", 'b', "ID|REGEX").help("Take in backends; the last match wins").long_help(
                "Take in backends: an id like candidates/mrv, its last part (mrv), a family (sat), or \
                 else a regular expression that matches anywhere in an id. Repeatable, also with -B; \
                 the last match wins",
            ))
            .arg(rule("backend-not", 'B', "ID|REGEX").help("Leave out backends"))
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
            .arg(rule("filter", 'f', "NAME|REGEX").help("Take in puzzles; the last match wins"))
            .arg(rule("filter-not", 'F', "NAME|REGEX").help("Leave out puzzles"))
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

fn rule(name: &'static str, short: char, value: &'static str) -> Arg {
    Arg::new(name).long(name).short(short).value_name(value).action(ArgAction::Append)
}

/// The values of two options that take in and leave out, in the order of the command line.
fn rules(
    matches: &ArgMatches,
    take_in: &str,
    leave_out: &str,
) -> Result<Vec<(bool, String)>, clap::Error> {
    let mut rules = Vec::new();
    for (name, takes_in) in [(take_in, true), (leave_out, false)] {
        let wrong = |error| clap::Error::raw(ErrorKind::InvalidValue, error);
        let values = matches.try_get_many::<String>(name).map_err(wrong)?.into_iter().flatten();
        let places = matches.indices_of(name).into_iter().flatten();
        rules.extend(places.zip(values).map(|(place, value)| (place, takes_in, value.clone())));
    }
    rules.sort();
    Ok(rules.into_iter().map(|(_, takes_in, value)| (takes_in, value)).collect())
}
