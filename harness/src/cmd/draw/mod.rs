//! `harness draw`: draws puzzles.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::bail;
use board::text::line;
use board::text::record::Record;
use board::{Geometry, Grid, TextError, catalog};
use race::corpus::Records;
use record::filter::Filter;
use render::draw::paper::{self, PrintedPuzzle};
use render::draw::{self, CellContent, Fill, OpenCells};
use render::svg::Svg;

use super::{End, InputErrors, builtin, picture_file, printed};
use crate::cli::DrawArgs;

/// Reads the puzzles and writes their pictures.
///
/// # Errors
/// When a puzzle cannot be read, there is none, there are several for one picture, or the file cannot
/// be written.
pub fn run(arguments: &DrawArgs, out: &mut dyn Write) -> anyhow::Result<End> {
    let output = &arguments.output;
    let is_page = is_page(arguments);
    let files = match is_page {
        true => Vec::new(),
        false => picture_file::files(output, &arguments.formats.to, " or .html")?,
    };
    if arguments.paper && !is_page {
        bail!("{}: --paper makes a page, expected FILE.html", output.display());
    }
    let mut input_errors = InputErrors::default();
    let puzzles = puzzles(arguments, &mut input_errors)?;
    let is_readable = input_errors.end();
    let picture = |(record, name): &(Record, String)| picture(arguments, record, name);
    match &puzzles[..] {
        [] => bail!(
            "no puzzle to draw: the files have none that can be read, or the filters exclude all"
        ),
        some if arguments.paper => {
            let printed =
                |(record, name): &(Record, String)| printed_puzzle(arguments, record, name);
            let puzzles =
                some.iter().map(printed).collect::<anyhow::Result<Vec<PrintedPuzzle>>>()?;
            let page = paper::page(&puzzles, arguments.candidates, fill(arguments));
            picture_file::write(output, page.as_bytes(), out)?;
        }
        some if is_page => {
            let pictures = some.iter().map(picture).collect::<anyhow::Result<Vec<Svg>>>()?;
            picture_file::write(
                output,
                picture_file::page(&pictures, draw::SHEET).as_bytes(),
                out,
            )?;
        }
        [one] => {
            let svg = picture(one)?;
            for (path, format) in files {
                let bytes = picture_file::bytes(format, &svg, draw::SHEET)?;
                picture_file::write(&path, &bytes, out)?;
            }
        }
        some => bail!(
            "{} puzzles, but a picture holds one: choose with -f, or write FILE.html",
            some.len()
        ),
    }
    Ok(if is_readable { End::Well } else { End::BadInput })
}

/// Returns whether the output is a page rather than a picture.
fn is_page(arguments: &DrawArgs) -> bool {
    let is_standard = arguments.paper && arguments.output.as_os_str() == "-";
    arguments.formats.to.is_empty() && (is_standard || picture_file::is_page(&arguments.output))
}

/// Returns the puzzles with their names.
fn puzzles(
    arguments: &DrawArgs,
    input_errors: &mut InputErrors,
) -> anyhow::Result<Vec<(Record, String)>> {
    let (mut options, found) = arguments.read.options()?;
    options.keep_notes = arguments.paper;
    let named = found.map(|found| Arc::new(found.geometry));
    let mut puzzles = Vec::new();
    if let Some([level, number]) = arguments.builtin.words.as_deref() {
        let found = builtin::find(level, number)?;
        let records = Records::of_text(&found.name, found.line, options.clone());
        puzzles.extend(of_records(arguments, records, input_errors)?);
    }
    for text in &arguments.puzzles {
        if is_line(text) {
            puzzles.push((Record::new(of_line(text, named.as_ref())?), String::new()));
        } else {
            let records = Records::open(&[PathBuf::from(text)], options.clone())?;
            puzzles.extend(of_records(arguments, records, input_errors)?);
        }
    }
    Ok(puzzles)
}

/// Returns whether a text is a puzzle rather than the name of a file.
fn is_line(text: &str) -> bool {
    text != "-" && !Path::new(text).exists()
}

fn of_line(text: &str, named: Option<&Arc<Geometry>>) -> anyhow::Result<board::Puzzle> {
    let wrong =
        |error: TextError| anyhow::anyhow!("puzzle:{error}; there is no file of this name either");
    let geometry = match named {
        Some(geometry) => geometry.clone(),
        None => {
            let order = line::order(text).map_err(wrong)?;
            Arc::new(catalog::classic(order)?)
        }
    };
    line::parse(text, &geometry).map_err(wrong)
}

fn of_records(
    arguments: &DrawArgs,
    records: Records,
    input_errors: &mut InputErrors,
) -> anyhow::Result<Vec<(Record, String)>> {
    let filter = Filter::new(arguments.filter.0.clone(), &[])?;
    let mut found = Vec::new();
    for listed in records {
        found.extend(input_errors.puzzle(listed?, &filter));
    }
    Ok(found)
}

/// Returns the solution of the command line or of the file, if it is shown.
fn solution(arguments: &DrawArgs, record: &Record) -> anyhow::Result<Option<Grid>> {
    let geometry = record.puzzle.geometry();
    let given = arguments.solution.as_ref().map(|text| {
        line::read_grid(text, geometry).map_err(|error| anyhow::anyhow!("--solution:{error}"))
    });
    let of_file = record.solution.clone().filter(|_| !arguments.no_solution);
    Ok(given.transpose()?.or(of_file))
}

fn picture(arguments: &DrawArgs, record: &Record, name: &str) -> anyhow::Result<Svg> {
    let solution = solution(arguments, record)?;
    let open = match arguments.candidates {
        true => OpenCells::Candidates,
        false => OpenCells::solved(solution.as_ref()),
    };
    let (puzzle, fill) = (&record.puzzle, fill(arguments));
    let cells = CellContent::Puzzle { puzzle, open, fill };
    Ok(draw::board(puzzle.geometry(), cells, name))
}

fn fill(arguments: &DrawArgs) -> Fill<'static> {
    if arguments.fill { Fill::Symbols } else { Fill::Regions }
}

fn printed_puzzle(
    arguments: &DrawArgs,
    record: &Record,
    name: &str,
) -> anyhow::Result<PrintedPuzzle> {
    let given = solution(arguments, record)?;
    printed::puzzle(record, name, given.as_ref(), !arguments.no_solution)
}
