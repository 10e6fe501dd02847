//! `--format`: the form in which a subcommand prints its result.
//!
//! Each subcommand accepts the forms that it can print. `--json` is short for `--format json`, and so
//! is each other form but the default one; the help shows `--format` alone.

use std::fmt;
use std::marker::PhantomData;

use clap::builder::{PossibleValue, PossibleValuesParser};
use clap::{Arg, ArgAction, ArgMatches, Args, Command, FromArgMatches};

use super::headings::OUTPUT;
use render::table::Format;

/// The group of all options that choose a form: at most one of them is given.
pub(super) const FORM: &str = "form";

/// The forms that a subcommand can print.
pub trait Forms {
    /// The forms with their descriptions, the default first.
    const ALL: &'static [(Format, &'static str)];
}

const TABLE: (Format, &str) = (Format::Text, "A table for reading");
const JSON: (Format, &str) = (Format::Json, "One JSON document, every figure in full");
const MARKDOWN: (Format, &str) = (Format::Markdown, "Markdown");

/// The forms of a table.
#[derive(Clone, Copy, Debug)]
pub enum AnyTable {}

impl Forms for AnyTable {
    const ALL: &'static [(Format, &'static str)] =
        &[TABLE, (Format::Csv, "Comma-separated values"), JSON, MARKDOWN];
}

/// The forms of the result of a run.
#[derive(Clone, Copy, Debug)]
pub enum OfRun {}

impl Forms for OfRun {
    const ALL: &'static [(Format, &'static str)] = &[
        TABLE,
        (Format::Csv, "The rows of all trials; no folder is written, and no table is printed"),
        JSON,
        MARKDOWN,
    ];
}

/// The forms of tables of statistics.
#[derive(Clone, Copy, Debug)]
pub enum Statistics {}

impl Forms for Statistics {
    const ALL: &'static [(Format, &'static str)] = &[
        TABLE,
        (Format::Csv, "Comma-separated values, every figure in full; notes go to standard error"),
        JSON,
        MARKDOWN,
        (Format::Latex, "LaTeX floats with caption and label, for booktabs and graphicx"),
        (Format::Html, "A fragment of an HTML page"),
    ];
}

/// Text or JSON.
#[derive(Clone, Copy, Debug)]
pub enum TextOrJson {}

impl Forms for TextOrJson {
    const ALL: &'static [(Format, &'static str)] = &[(Format::Text, "Text for reading"), JSON];
}

/// The forms of a report.
#[derive(Clone, Copy, Debug)]
pub enum Page {}

impl Forms for Page {
    const ALL: &'static [(Format, &'static str)] = &[
        (Format::Html, "A self-contained HTML page"),
        (Format::Markdown, "Markdown, without figures"),
    ];
}

/// The chosen form, one of those of `F`.
pub struct FormatArgs<F> {
    format: Format,
    forms: PhantomData<F>,
}

impl<F> FormatArgs<F> {
    /// Chooses a form.
    pub fn of(format: Format) -> Self {
        Self { format, forms: PhantomData }
    }

    /// Returns the chosen form.
    pub fn format(&self) -> Format {
        self.format
    }

    /// Returns whether JSON was chosen.
    pub fn is_json(&self) -> bool {
        self.format == Format::Json
    }
}

impl<F> fmt::Debug for FormatArgs<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.format.fmt(f)
    }
}

impl<F: Forms> Args for FormatArgs<F> {
    fn augment_args(command: Command) -> Command {
        let values =
            F::ALL.iter().map(|(form, about)| PossibleValue::new(name(*form)).help(*about));
        let others: Vec<&str> = F::ALL.iter().skip(1).map(|(form, _)| name(*form)).collect();
        let short = others.iter().map(|name| format!("`--{name}`")).collect::<Vec<_>>().join(", ");
        let choice = Arg::new("format")
            .long("format")
            .value_name("FORM")
            .value_parser(PossibleValuesParser::new(values))
            .default_value(F::ALL.first().map_or("", |(form, _)| name(*form)))
            .group(FORM)
            .help_heading(OUTPUT)
            .help("Output format")
            .long_help(format!("Output format\n\nShort forms: {short}"));
        others.into_iter().fold(command.arg(choice), |command, name| {
            let flag = Arg::new(name).long(name).action(ArgAction::SetTrue);
            command.arg(flag.group(FORM).hide(true).help(format!("Short for `--format {name}`")))
        })
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl<F: Forms> FromArgMatches for FormatArgs<F> {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let word = matches.get_one::<String>("format");
        let is_chosen = |name: &str, is_default: bool| {
            !is_default && matches.get_flag(name) || word.is_some_and(|word| word == name)
        };
        // With a short form, `--format` still has its default value, so the last match is chosen.
        let mut chosen = Format::default();
        for (place, (form, _)) in F::ALL.iter().enumerate() {
            if is_chosen(name(*form), place == 0) {
                chosen = *form;
            }
        }
        Ok(Self::of(chosen))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

/// Returns the name of a form on the command line.
fn name(form: Format) -> &'static str {
    match form {
        Format::Text => "table",
        Format::Markdown => "markdown",
        Format::Csv => "csv",
        Format::Json => "json",
        Format::Latex => "latex",
        Format::Html => "html",
    }
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;

    #[derive(Parser, Debug)]
    struct Line<F: Forms> {
        #[command(flatten)]
        format: FormatArgs<F>,
    }

    fn parsed<F: Forms>(words: &[&str]) -> Option<Format> {
        let words = ["x"].iter().chain(words);
        Line::<F>::try_parse_from(words).ok().map(|line| line.format.format())
    }

    #[test]
    fn a_form_has_one_option_and_a_short_form() {
        assert_eq!(parsed::<Statistics>(&[]), Some(Format::Text));
        assert_eq!(parsed::<Page>(&[]), Some(Format::Html));
        for (form, _) in Statistics::ALL {
            assert_eq!(parsed::<Statistics>(&["--format", name(*form)]), Some(*form));
            let short = format!("--{}", name(*form));
            let expected = (*form != Format::Text).then_some(*form);
            assert_eq!(parsed::<Statistics>(&[&short]), expected);
        }
    }

    #[test]
    fn a_form_that_a_subcommand_cannot_print_is_refused() {
        assert_eq!(parsed::<TextOrJson>(&["--format", "latex"]), None);
        assert_eq!(parsed::<TextOrJson>(&["--latex"]), None);
        assert_eq!(parsed::<Page>(&["--format", "table"]), None);
        assert_eq!(parsed::<Statistics>(&["--json", "--csv"]), None);
        assert_eq!(parsed::<Statistics>(&["--format", "json", "--csv"]), None);
    }
}
