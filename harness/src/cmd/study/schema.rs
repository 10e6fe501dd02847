//! The JSON schema of study files. The options of the run come from the command line itself.

use std::io::Write;

use clap::{Args, Command};
use schemars::generate::SchemaGenerator;
use schemars::{Schema, schema_for};
use serde_json::{Map, Value, json};

use super::file::{Study, options};
use crate::cli::RunArgs;

/// Prints the schema.
///
/// # Errors
/// When `out` takes no more.
pub(super) fn print(out: &mut dyn Write) -> anyhow::Result<()> {
    Ok(writeln!(out, "{:#}", schema_for!(Study).as_value())?)
}

/// The table `run`: every option of `run` by its long name.
pub(super) fn run_options(_: &mut SchemaGenerator) -> Schema {
    let known = RunArgs::augment_args(Command::new("run"));
    let option = |arg: &clap::Arg| {
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
            clap::ArgAction::Append => {
                json!({ "anyOf": [one.clone(), { "type": "array", "items": one }] })
            }
            _ => one,
        };
        let help = arg.get_help().map(ToString::to_string).unwrap_or_default();
        schema["description"] = Value::from(help);
        (arg.get_long().unwrap_or_default().to_owned(), schema)
    };
    let properties: Map<String, Value> = options(&known).map(option).collect();
    let mut schema = Schema::default();
    schema.insert("type".into(), json!("object"));
    schema.insert("properties".into(), Value::Object(properties));
    schema.insert("additionalProperties".into(), json!(false));
    schema
}
