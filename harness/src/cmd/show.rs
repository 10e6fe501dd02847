//! `harness show`: prints the manifest of a run, or a table of those of a merged one.

use std::collections::BTreeSet;
use std::io::Write;
use std::path::{Path, PathBuf};

use analysis::caveats;
use analysis::load::{self, ManifestExcerpt, Runs};
use record::folder::{MANIFEST, read_manifest, read_manifest_file};
use record::manifest::Manifest;
use render::table::{Format, Table, TableCell};
use serde_json::Value;

use super::{End, note, printing, run_files, run_folder};
use crate::cli::ShowArgs;

/// Prints the manifest of a run, a line for each field; of a merged run a row for each manifest.
///
/// # Errors
/// When the folder is not a run, or writing to `out` fails.
pub fn run(arguments: &ShowArgs, out: &mut dyn Write) -> anyhow::Result<End> {
    let files = load::manifests(&arguments.run)?;
    if !files.is_empty() && !arguments.run.join(MANIFEST).exists() {
        return merged(arguments, &files, out);
    }
    let manifest = serde_json::to_value(read_manifest(&arguments.run)?)?;
    if arguments.format.is_json() {
        printing::json(out, &manifest)?;
    } else {
        print(&manifest, 0, out)?;
    }
    rechecked(arguments, out)
}

/// Says what could be checked again of the rows; with JSON on standard error.
fn rechecked(arguments: &ShowArgs, out: &mut dyn Write) -> anyhow::Result<End> {
    let (sentences, end) = match Runs::read(std::slice::from_ref(&arguments.run)) {
        Ok(runs) => (runs.rechecks(), End::after(&runs)),
        Err(why) => unreadable(&arguments.run, &why)?,
    };
    for sentence in sentences {
        if arguments.format.is_json() {
            note(&sentence);
        } else {
            writeln!(out, "{sentence}")?;
        }
    }
    Ok(end)
}

/// Says why rows cannot be checked again, and whether they were changed. A run in progress may have no rows yet, and one
/// with `--summary-only` has not all.
fn unreadable(run: &Path, why: &anyhow::Error) -> anyhow::Result<(Vec<String>, End)> {
    let mut sentences = Vec::new();
    let manifests = run_folder::manifests(&run.display().to_string());
    let should_be_there = manifests.iter().any(|it| it.complete && !it.plan.summary_only);
    if let [changed, ..] = &run_files::changed(run)?[..] {
        let run = run.display();
        sentences.push(format!(
            "WARNING: {run} was changed after the run: {changed} is not as its manifest seals it."
        ));
    }
    let is_well = sentences.is_empty() && !should_be_there;
    let end = if is_well { End::Well } else { End::Failed };
    sentences.push(format!("The rows were not checked again: {why:#}."));
    Ok((sentences, end))
}

/// Prints a row for each run, or an array of their manifests, and whether shards ran on different machines.
fn merged(arguments: &ShowArgs, files: &[PathBuf], out: &mut dyn Write) -> anyhow::Result<End> {
    let manifests = files.iter().map(|file| read_manifest_file(file));
    let manifests: Vec<Manifest> = manifests.collect::<anyhow::Result<_>>()?;
    if arguments.format.is_json() {
        printing::json(out, &serde_json::to_value(&manifests)?)?;
        return rechecked(arguments, out);
    }
    let mut table = Table::default().words("run").words("shard").numbers("puzzles");
    table = table.numbers("rows").words("start").words("end").words("processor");
    for manifest in &manifests {
        let word = |text: Option<String>| TableCell::from(text.unwrap_or_else(|| "–".into()));
        let Manifest { run_id, plan, machine, start, end, .. } = manifest;
        table.row([
            word(Some(run_id.clone())),
            word(plan.shard.map(|shard| shard.to_string())),
            TableCell::count(manifest.puzzles as u64),
            manifest.rows.map_or_else(|| word(None), TableCell::count),
            word(Some(start.clone())),
            word(end.clone()),
            word(machine.cpu.clone()),
        ]);
    }
    table.print(out, Format::Text)?;
    let excerpts = files.iter().map(|file| ManifestExcerpt::read(file));
    let excerpts: Vec<ManifestExcerpt> = excerpts.collect::<anyhow::Result<_>>()?;
    let machines: BTreeSet<String> =
        excerpts.iter().filter_map(ManifestExcerpt::machine_of_shard).collect();
    if let Some(caveat) = caveats::machines_of_shards(&machines) {
        writeln!(out, "{caveat}")?;
    }
    rechecked(arguments, out)
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
