//! `harness show`: prints the manifest of a run.

use std::io::Write;

use record::folder;
use serde_json::Value;

use super::{End, printing};
use crate::cli::ShowArgs;

/// Prints the manifest of a run, a line for each field.
///
/// # Errors
/// When the folder is not a run, or writing to `out` fails.
pub fn run(arguments: &ShowArgs, out: &mut dyn Write) -> anyhow::Result<End> {
    let manifest = serde_json::to_value(folder::read_manifest(&arguments.run)?)?;
    if arguments.format.is_json() {
        printing::json(out, &manifest)?;
    } else {
        print(&manifest, 0, out)?;
    }
    Ok(End::Well)
}

/// Prints the fields of an object, nested objects indented.
fn print(value: &Value, indent: usize, out: &mut dyn Write) -> anyhow::Result<()> {
    let Value::Object(fields) = value else { return Ok(()) };
    let width = fields.keys().map(String::len).max().unwrap_or(0);
    for (name, field) in fields {
        write!(out, "{:indent$}{:width$}  ", "", name.replace('_', " "))?;
        match field {
            Value::Object(_) => {
                writeln!(out)?;
                print(field, indent + 2, out)?;
            }
            Value::Array(items) if items.iter().any(Value::is_object) => {
                writeln!(out)?;
                items.iter().try_for_each(|item| print(item, indent + 2, out))?;
            }
            Value::Array(items) => {
                writeln!(out, "{}", items.iter().map(word).collect::<Vec<_>>().join(" "))?;
            }
            field => writeln!(out, "{}", word(field))?,
        }
    }
    Ok(())
}

fn word(value: &Value) -> String {
    match value {
        Value::Null => "–".into(),
        Value::String(text) => text.clone(),
        Value::Array(items) => items.iter().map(word).collect::<Vec<_>>().join(" "),
        value => value.to_string(),
    }
}
