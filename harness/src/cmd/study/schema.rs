//! The tables of a study whose keys are options of a subcommand, and their JSON schema: both come from the
//! command line itself.

use clap::{Arg, ArgAction, Args, Command, CommandFactory};
use schemars::Schema;
use schemars::generate::SchemaGenerator;
use serde_json::{Map, Value, json};

use crate::cli::{Cli, ShardJobsArgs};

/// Options of `run` that the study itself decides.
const OF_RUN: [&str; 9] =
    ["files", "output", "resume", "shard", "balance-by", "attempt", "format", "dry-run", "help"];

/// Options of other subcommands that the study itself decides: what they read and write.
const OF_OUTPUTS: [&str; 7] = ["inputs", "runs", "output", "data", "splice", "features", "help"];

/// Returns the definition of a subcommand.
pub(super) fn subcommand(name: &str) -> Command {
    Cli::command().find_subcommand(name).cloned().unwrap_or_default()
}

/// Returns the key of an argument: the long name of an option, or the name of a positional
/// argument.
pub(super) fn key(arg: &Arg) -> &str {
    arg.get_long().unwrap_or(arg.get_id().as_str())
}

/// Returns the arguments that a study may give.
pub(super) fn known(command: &Command) -> impl Iterator<Item = &Arg> {
    let own = if command.get_name() == "run" { &OF_RUN[..] } else { &OF_OUTPUTS };
    let given = command.get_arguments().filter(|arg| !arg.is_hide_set());
    given.filter(move |arg| !own.contains(&key(arg)))
}

/// Returns whether the values of an option each belong to an id: `ID=TEXT`.
pub(super) fn is_by_id(arg: &Arg) -> bool {
    let names = arg.get_value_names().unwrap_or_default();
    names.iter().any(|name| name.starts_with("ID="))
}

/// Returns whether a subcommand writes the data behind its output to a file of their own.
pub(super) fn has_data(command: &Command) -> bool {
    command.get_arguments().any(|arg| key(arg) == "data")
}

/// Returns the table `run`: options of `run` by their long names.
pub(super) fn run(_: &mut SchemaGenerator) -> Schema {
    table("run")
}

/// Returns the table `generate` of a corpus: options of `generate` by their long names.
pub(super) fn generate(_: &mut SchemaGenerator) -> Schema {
    table("generate")
}

/// Returns the table `submit`: options of the jobs of `submit` by their long names.
pub(super) fn submit(_: &mut SchemaGenerator) -> Schema {
    object(options(&jobs()), &[]).try_into().unwrap_or_default()
}

/// Returns the options of the jobs of `submit`.
pub(super) fn jobs() -> Command {
    ShardJobsArgs::augment_args(Command::new("submit"))
}

/// Returns a table of options of a subcommand.
fn table(name: &str) -> Schema {
    object(options(&subcommand(name)), &[]).try_into().unwrap_or_default()
}

/// Returns the tables `ablate`.
pub(super) fn ablate(_: &mut SchemaGenerator) -> Schema {
    outputs("ablate")
}

/// Returns the tables `rank`.
pub(super) fn rank(_: &mut SchemaGenerator) -> Schema {
    outputs("rank")
}

/// Returns the tables `compare`.
pub(super) fn compare(_: &mut SchemaGenerator) -> Schema {
    outputs("compare")
}

/// Returns the tables `explain`.
pub(super) fn explain(_: &mut SchemaGenerator) -> Schema {
    outputs("explain")
}

/// Returns the tables `growth`.
pub(super) fn growth(_: &mut SchemaGenerator) -> Schema {
    outputs("growth")
}

/// Returns the tables `plot`.
pub(super) fn plot(_: &mut SchemaGenerator) -> Schema {
    outputs("plot")
}

/// Returns the tables `report`.
pub(super) fn report(_: &mut SchemaGenerator) -> Schema {
    outputs("report")
}

/// Tables of outputs: the file, and options of the subcommand that makes it.
fn outputs(name: &str) -> Schema {
    let command = subcommand(name);
    let mut properties = options(&command);
    let path = |about: &str| json!({ "type": "string", "description": about });
    properties.insert("file".into(), path("Path of the output, relative to the study file"));
    if has_data(&command) {
        let about = "Path of the data behind the output (CSV), relative to the study file";
        properties.insert("data".into(), path(about));
    }
    let positional = known(&command).filter(|arg| arg.is_positional()).map(key);
    let required: Vec<&str> = ["file"].into_iter().chain(positional).collect();
    let mut schema = Schema::default();
    schema.insert("type".into(), json!("array"));
    schema.insert("items".into(), object(properties, &required));
    schema
}

/// Returns a table with these keys and no others.
fn object(properties: Map<String, Value>, required: &[&str]) -> Value {
    json!({
        "type": "object",
        "properties": properties,
        "required": required,
        "additionalProperties": false,
    })
}

/// Returns the schema of each key of a subcommand.
fn options(command: &Command) -> Map<String, Value> {
    known(command).map(|arg| (key(arg).to_owned(), option(arg))).collect()
}

fn option(arg: &Arg) -> Value {
    let values: Vec<String> =
        arg.get_possible_values().iter().map(|value| value.get_name().to_owned()).collect();
    let one = match (arg.get_action().takes_values(), values.is_empty()) {
        (false, _) => json!({ "type": "boolean" }),
        (true, true) => json!({ "type": ["string", "number"] }),
        (true, false) => json!({ "enum": values }),
    };
    let mut schema = match arg.get_action() {
        _ if is_by_id(arg) => {
            json!({ "type": "object", "additionalProperties": { "type": "string" } })
        }
        ArgAction::Append => json!({ "anyOf": [one.clone(), { "type": "array", "items": one }] }),
        _ => one,
    };
    let help = arg.get_help().map(ToString::to_string).unwrap_or_default();
    schema["description"] = Value::from(help);
    schema
}
