//! `datapackage.json`, which documents every column of `rows.csv` and the tables beside it.
//!
//! It is a Data Package (Frictionless, version 1), which pandas, R and others read: a resource for each
//! file, with the type, unit and meaning of each column.

use std::path::Path;

use anyhow::Context;
use serde_json::{Value, json};

use crate::column::{Column, ColumnType};
use crate::disk::Disk;
use crate::folder::ROWS;
use crate::row::{self, SCHEMA};
use crate::{backends, geometries, puzzles};

/// The name of the description in a run folder.
pub const DESCRIPTION: &str = "datapackage.json";

/// Writes the description of the files in the folder of a run.
///
/// # Errors
/// When it cannot be written.
pub fn describe(disk: &Disk, folder: &Path) -> anyhow::Result<()> {
    let path = folder.join(DESCRIPTION);
    let text = serde_json::to_string_pretty(&description(folder))? + "\n";
    disk.replace(&path, text.as_bytes()).with_context(|| format!("cannot write {}", path.display()))
}

fn description(folder: &Path) -> Value {
    let tables: [(&str, &str, &[Column], Value); 4] = [
        (ROWS, "One row per trial", row::COLUMNS, json!(["run_id", "plan_order"])),
        (puzzles::FILE, "One row per puzzle and corpus", puzzles::COLUMNS, Value::Null),
        (
            geometries::FILE,
            "One row per board that is not in the catalog",
            geometries::COLUMNS,
            Value::Null,
        ),
        (backends::FILE, "One row per backend", backends::COLUMNS, Value::Null),
    ];
    let resources: Vec<Value> = (tables.iter())
        .filter(|(file, ..)| *file == ROWS || folder.join(file).exists())
        .map(|(file, title, columns, key)| {
            let mut schema = json!({
                "fields": columns.iter().map(field).collect::<Vec<_>>(),
                "missingValues": [""],
            });
            if !key.is_null() {
                schema["primaryKey"] = key.clone();
            }
            json!({
                "name": file.trim_end_matches(".csv"),
                "path": file,
                "title": title,
                "profile": "tabular-data-resource",
                "format": "csv",
                "mediatype": "text/csv",
                "encoding": "utf-8",
                "schema": schema,
            })
        })
        .collect();
    json!({
        "profile": "tabular-data-package",
        "name": "exact-cover-run",
        "title": "A run of the benchmark harness for exact cover and SAT",
        "version": format!("schema {SCHEMA}"),
        "resources": resources,
    })
}

fn field(column: &Column) -> Value {
    let kind = match column.kind {
        ColumnType::Boolean => "boolean",
        ColumnType::Integer => "integer",
        ColumnType::Number => "number",
        ColumnType::Text => "string",
    };
    let mut field = json!({ "name": column.name, "type": kind, "description": column.meaning });
    if !column.unit.is_empty() {
        field["unit"] = json!(column.unit);
    }
    field
}
