//! `harness check-count`: checks the certificate of a count.

use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::Path;

use anyhow::{Context, bail};
use race::count_certificates::{CertifiedCount, check};
use race::progress_line::ProgressLine;
use render::table::counted;
use serde_json::json;

use super::{End, count_value, printing, problem};
use crate::cli::CheckCountArgs;

/// Checks the certificate, and prints the number of solutions, or the first line that does not hold, to `out`.
///
/// # Errors
/// When the problem or the certificate cannot be read.
pub fn run(arguments: &CheckCountArgs, out: &mut dyn Write) -> anyhow::Result<End> {
    let problem = problem::one(&arguments.problem)?;
    let Some(cover) = problem.cover() else {
        let with = if problem.has_relations() { " with relations" } else { "" };
        let kind = problem.kind().in_words();
        bail!("a {kind}{with}, expected an exact cover problem or a puzzle of regions alone");
    };
    if cover.has_multiplicities() {
        bail!(
            "items have multiplicities, expected a problem that covers each item once: no other has certificates"
        );
    }
    let path = &arguments.certificate;
    let cannot = || format!("cannot read {}", path.display());
    let line = match fs::metadata(path) {
        Ok(file) if file.is_file() => ProgressLine::of_bytes(file.len(), "checked"),
        _ => ProgressLine::waiting("checking"),
    };
    let certificate = line.reading(open(path).with_context(cannot)?);
    let checked = check(&cover, Box::new(certificate)).with_context(cannot)?;
    drop(line);
    let is_json = arguments.format.is_json();
    match &checked {
        Ok(CertifiedCount { solutions, lines }) if is_json => {
            let solutions = count_value::count_value(solutions);
            printing::json(out, &json!({ "solutions": solutions, "lines": lines, "fault": null }))?;
        }
        Err(refuted) if is_json => {
            let fault = json!({ "line": refuted.line, "why": refuted.why });
            printing::json(out, &json!({ "solutions": null, "lines": null, "fault": fault }))?;
        }
        Ok(CertifiedCount { solutions, lines }) => {
            writeln!(
                out,
                "{solutions} solution{}, certified by {}",
                if *solutions == 1 { "" } else { "s" },
                counted(*lines as u64, "line")
            )?;
        }
        Err(refuted) => writeln!(out, "WRONG: {}:{refuted}", path.display())?,
    }
    Ok(if checked.is_ok() { End::Well } else { End::Failed })
}

fn open(path: &Path) -> io::Result<Box<dyn Read + Send>> {
    if path == Path::new("-") {
        return Ok(Box::new(io::stdin()));
    }
    Ok(Box::new(File::open(path)?))
}
