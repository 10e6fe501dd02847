//! How verbs print what is no table: an object for programs, sentences, and texts that may have a file.

use std::fs::File;
use std::io::{self, Write};
use std::path::Path;

use anyhow::Context;

use crate::svg::Escaped;
use crate::table::{Format, in_latex};

/// Prints a value as JSON.
pub(super) fn json(out: &mut dyn Write, value: &serde_json::Value) -> anyhow::Result<()> {
    serde_json::to_writer_pretty(&mut *out, value)?;
    writeln!(out)?;
    Ok(())
}

/// Writes a text to a new file, or where there is none to `out`.
pub(super) fn text(path: Option<&Path>, text: &str, out: &mut dyn Write) -> anyhow::Result<()> {
    match path {
        None => Ok(out.write_all(text.as_bytes())?),
        Some(path) => File::create_new(path)
            .and_then(|mut file| file.write_all(text.as_bytes()))
            .with_context(|| format!("cannot write {}", path.display())),
    }
}

/// Prints what stands above a table.
pub(super) fn title(out: &mut dyn Write, title: &str, format: Format) -> anyhow::Result<()> {
    match format {
        Format::Html => writeln!(out, "<h4>{}</h4>", Escaped(title))?,
        Format::Markdown => writeln!(out, "**{title}**\n")?,
        Format::Latex => writeln!(out, "% {}", in_latex(title))?,
        _ => writeln!(out, "{title}")?,
    }
    Ok(())
}

/// Prints sentences below a table, a line each; beside CSV they go to standard error, in LaTeX they
/// are comments.
pub(super) fn notes(out: &mut dyn Write, notes: &[String], format: Format) -> anyhow::Result<()> {
    for note in notes {
        match format {
            // Nobody is left to tell when standard error is closed.
            Format::Csv => drop(writeln!(io::stderr(), "{note}")),
            Format::Html => writeln!(out, "<p class=\"note\">{}</p>", Escaped(note))?,
            Format::Markdown => writeln!(out, "{note}\n")?,
            Format::Latex => writeln!(out, "% {}", in_latex(note))?,
            _ => writeln!(out, "{note}")?,
        }
    }
    Ok(())
}
