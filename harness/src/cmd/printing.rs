//! Output other than tables: JSON, notes, and texts that may go to a file.

use std::cell::Cell;
use std::collections::HashSet;
use std::fs::File;
use std::io::{self, Write};
use std::path::Path;

use anyhow::Context;
use record::plain_text::plain;
use render::svg::Escaped;
use render::table::{Format, folded};
use serde_json::Value;

/// Prints a value as JSON.
pub(super) fn json(out: &mut dyn Write, value: &Value) -> anyhow::Result<()> {
    Ok(writeln!(out, "{value:#}")?)
}

/// A JSON array that is printed object by object, one per line.
#[derive(Debug, Default)]
pub(super) struct JsonArray {
    n_objects: Cell<usize>,
}

impl JsonArray {
    /// Prints an object.
    pub(super) fn put(&self, out: &mut dyn Write, object: &Value) -> anyhow::Result<()> {
        let before = if self.has_begun() { "," } else { "[" };
        self.n_objects.update(|n| n + 1);
        Ok(write!(out, "{before}\n{object}")?)
    }

    /// Returns whether an object was printed.
    pub(super) fn has_begun(&self) -> bool {
        self.n_objects.get() > 0
    }

    /// Closes the array.
    pub(super) fn end(&self, out: &mut dyn Write) -> anyhow::Result<()> {
        let before = if self.has_begun() { "" } else { "[" };
        Ok(writeln!(out, "{before}\n]")?)
    }
}

/// Writes a text to a new file, or to `out` without a path.
pub(super) fn text(path: Option<&Path>, text: &str, out: &mut dyn Write) -> anyhow::Result<()> {
    match path {
        None => Ok(out.write_all(text.as_bytes())?),
        Some(path) => File::create_new(path)
            .and_then(|mut file| file.write_all(text.as_bytes()))
            .with_context(|| format!("cannot write {}", path.display())),
    }
}

/// Prints the title of a table.
pub(super) fn title(out: &mut dyn Write, title: &str, format: Format) -> anyhow::Result<()> {
    let title = &*plain(title);
    match format {
        Format::Html => writeln!(out, "<h4>{}</h4>", Escaped(title))?,
        Format::Markdown => writeln!(out, "**{title}**\n")?,
        // The table has it in its caption.
        Format::Latex => {}
        _ => writeln!(out, "{}", folded(title))?,
    }
    Ok(())
}

/// Removes notes that repeat an earlier one.
pub(super) fn remove_repeats(notes: &mut Vec<String>) {
    let mut printed = HashSet::new();
    notes.retain(|note| printed.insert(note.clone()));
}

/// Prints notes below a table, a line each. With CSV and JSON they go to standard error; in LaTeX they are
/// comments.
pub(super) fn notes(out: &mut dyn Write, notes: &[String], format: Format) -> anyhow::Result<()> {
    for note in notes {
        let note = &*plain(note);
        match format {
            // If standard error is closed, there is nowhere to report it.
            Format::Csv | Format::Json => drop(writeln!(io::stderr(), "{note}")),
            Format::Html => writeln!(out, "<p class=\"note\">{}</p>", Escaped(note))?,
            Format::Markdown => writeln!(out, "{note}\n")?,
            Format::Latex => writeln!(out, "% {note}")?,
            Format::Text => writeln!(out, "{}", folded(note))?,
        }
    }
    Ok(())
}
