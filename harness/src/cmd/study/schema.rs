//! The options of `run` that a study may give, and their JSON schema: both come from the command line
//! itself.

use clap::{Arg, ArgAction, Args, Command};
use schemars::Schema;
use schemars::generate::SchemaGenerator;
use serde_json::{Map, Value, json};

use crate::cli::RunArgs;

/// Options that the study itself decides.
const OWN: [&str; 5] = ["output", "resume", "format", "dry-run", "help"];

/// The options that a study may give.
pub(super) fn known(run: &Command) -> impl Iterator<Item = &Arg> {
    let is_own = |arg: &&Arg| arg.get_long().is_none_or(|name| OWN.contains(&name));
    run.get_arguments().filter(|arg| !arg.is_hide_set()).filter(move |arg| !is_own(arg))
}

/// The table `run`: every option of `run` by its long name.
pub(super) fn run_options(_: &mut SchemaGenerator) -> Schema {
    let run = RunArgs::augment_args(Command::new("run"));
    let option = |arg: &Arg| {
        let one = match arg.get_action().takes_values() {
            false => json!({ "type": "boolean" }),
            true => {
                let values: Vec<String> = (arg.get_possible_values().iter())
                    .map(|value| value.get_name().to_owned())
                    .collect();
                match values.is_empty() {
                    true => json!({ "type": ["string", "integer"] }),
                    false => json!({ "enum": values }),
                }
            }
        };
        let mut schema = match arg.get_action() {
            ArgAction::Append => {
                json!({ "anyOf": [one.clone(), { "type": "array", "items": one }] })
            }
            _ => one,
        };
        let help = arg.get_help().map(ToString::to_string).unwrap_or_default();
        schema["description"] = Value::from(help);
        (arg.get_long().unwrap_or_default().to_owned(), schema)
    };
    let properties: Map<String, Value> = known(&run).map(option).collect();
    let mut schema = Schema::default();
    schema.insert("type".into(), json!("object"));
    schema.insert("properties".into(), Value::Object(properties));
    schema.insert("additionalProperties".into(), json!(false));
    schema
}
