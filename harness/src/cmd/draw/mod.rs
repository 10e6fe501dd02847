//! `harness draw`: puzzles as pictures.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context, bail};
use board::text::line;
use board::text::record::Record;
use board::{Geometry, catalog};

use super::plot::write;
use super::{Complaints, End};
use crate::cli::DrawArgs;
use crate::corpus::{CorpusOptions, Listed, Records};
use crate::draw::{self, Cells};
use crate::filter::Filter;
use crate::svg::Svg;

/// Reads the puzzles and writes their pictures.
///
/// # Errors
/// When a puzzle cannot be read, when there is none, when there are several for an SVG, or when the
/// file cannot be written.
pub fn run(arguments: &DrawArgs, out: &mut dyn Write) -> anyhow::Result<End> {
    let is_page = is_page(&arguments.output)?;
    let (options, found) = arguments.read.options()?;
    let named = found.map(|found| Arc::new(found.geometry));
    let mut complaints = Complaints::default();
    let mut drawn = Vec::new();
    for text in &arguments.puzzles {
        if is_line(text) {
            let record = Record::new(of_line(text, named.as_ref())?);
            drawn.push(picture(arguments, &record, "")?);
        } else {
            drawn.extend(of_file(arguments, text, &options, &mut complaints)?);
        }
    }
    let is_readable = complaints.end();
    let bytes = match drawn.len() {
        0 => bail!(
            "no puzzle to draw: the files have none that can be read, or the filters leave none"
        ),
        _ if is_page => page(&drawn),
        1 => drawn[0].standalone(draw::SHEET),
        n => bail!("{n} puzzles, but an SVG holds one: choose with -f, or write FILE.html"),
    };
    write(&arguments.output, bytes.as_bytes(), out)?;
    Ok(if is_readable { End::Well } else { End::BadInput })
}

/// Whether a text is a puzzle, and not the name of a file.
fn is_line(text: &str) -> bool {
    text != "-" && !Path::new(text).exists()
}

fn of_line(text: &str, named: Option<&Arc<Geometry>>) -> anyhow::Result<board::Puzzle> {
    let wrong = |column: usize, error: &dyn std::fmt::Display| {
        anyhow::anyhow!("puzzle:1:{column}: {error}; there is no file of this name either")
    };
    let geometry = match named {
        Some(geometry) => geometry.clone(),
        None => {
            let order = line::order(text).map_err(|error| wrong(error.column, &error))?;
            Arc::new(catalog::classic(order)?)
        }
    };
    line::parse(text, &geometry).map_err(|error| wrong(error.column, &error))
}

fn of_file(
    arguments: &DrawArgs,
    file: &str,
    options: &CorpusOptions,
    complaints: &mut Complaints,
) -> anyhow::Result<Vec<Svg>> {
    let filter = Filter::new(arguments.filter.0.clone(), &[])?;
    let mut drawn = Vec::new();
    for listed in Records::open(&[PathBuf::from(file)], options.clone())? {
        match listed? {
            Listed::Noted(note) => complaints.note(&note),
            Listed::Bad(bad) => complaints.error(&bad.to_string()),
            Listed::Instance(instance, _, called) => {
                complaints.no_puzzle(&instance, &called);
            }
            Listed::Record(record, called) if filter.selects(&called, true) => {
                drawn.push(picture(arguments, &record, &called)?);
            }
            Listed::Record(..) => {}
        }
    }
    Ok(drawn)
}

fn picture(arguments: &DrawArgs, record: &Record, name: &str) -> anyhow::Result<Svg> {
    let geometry = record.puzzle.geometry();
    let given = arguments.solution.as_ref().map(|text| {
        line::read_grid(text, geometry)
            .map_err(|error| anyhow::anyhow!("--solution:1:{}: {error}", error.column))
    });
    let of_file = record.solution.as_ref().filter(|_| !arguments.no_solution);
    let given = given.transpose()?;
    let solution = given.as_ref().or(of_file).filter(|_| !arguments.candidates);
    let cells = Cells::Puzzle { puzzle: &record.puzzle, solution, all: arguments.candidates };
    Ok(draw::board(geometry, cells, name))
}

/// All puzzles, one below the other.
fn page(pictures: &[Svg]) -> String {
    let pictures: String = pictures.iter().map(Svg::inline).collect();
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n<title>Puzzles</title>\n\
         <style>svg{{margin:12px}}{}</style>\n{pictures}</html>\n",
        draw::SHEET
    )
}

fn is_page(path: &Path) -> anyhow::Result<bool> {
    let end = path.extension().map(|end| end.to_string_lossy().to_lowercase());
    match end.as_deref() {
        Some("html" | "htm") => Ok(true),
        Some("svg") => Ok(false),
        None if path.as_os_str() == "-" => Ok(false),
        _ => None.with_context(|| format!("{}: expected FILE.svg or FILE.html", path.display())),
    }
}
