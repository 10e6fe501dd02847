//! A grid typed row by row with a prompt for each row, as in Hurtebis' program.

use std::io::{self, Write};
use std::sync::Arc;

use anyhow::bail;
use board::{Alphabet, Geometry, catalog, text};
use race::corpus::{CorpusOptions, Records};

/// Reads a typed puzzle; without a geometry, it is a classic 9×9 one.
///
/// # Errors
/// When the input ends too early, or the symbols do not fit the geometry.
pub(super) fn records(
    mut options: CorpusOptions,
    next: impl FnMut() -> Option<String>,
) -> anyhow::Result<Records> {
    let geometry = match &options.geometry {
        Some(geometry) => geometry.clone(),
        None => Arc::new(catalog::classic(9)?),
    };
    let alphabet = match &options.symbols {
        Some(symbols) => symbols.alphabet(geometry.symbols())?,
        None => geometry.alphabet().clone(),
    };
    let rows = rows(&geometry, &alphabet, next, &mut io::stderr())?;
    options.notation = text::named("hurtebis");
    options.geometry = Some(geometry);
    Ok(Records::of_text("typed", &rows, options))
}

/// Prompts for each row, repeatedly if it is invalid, and returns the rows in the notation `hurtebis`:
/// a character per cell, blanks for empty cells.
///
/// # Errors
/// When the input ends too early.
fn rows(
    geometry: &Geometry,
    alphabet: &Alphabet,
    mut next: impl FnMut() -> Option<String>,
    out: &mut dyn Write,
) -> anyhow::Result<String> {
    let positions = || (0..geometry.cells()).map(|cell| geometry.position(cell));
    let height = positions().map(|position| position.row + 1).max().unwrap_or(0);
    let width = positions().map(|position| position.column + 1).max().unwrap_or(0);
    writeln!(out, "{height} rows of {width} cells; a blank is an empty cell:")?;
    let mut text = String::new();
    for row in 1..=height {
        loop {
            write!(out, "row {row}: ")?;
            out.flush()?;
            let Some(line) = next() else {
                writeln!(out)?;
                bail!("the input ended after {} rows, expected {height}", row - 1);
            };
            let line = line.trim_end();
            match fault(line, width, alphabet) {
                None => {
                    text += line;
                    text.push('\n');
                    break;
                }
                Some(fault) => writeln!(out, "{fault}; try again")?,
            }
        }
    }
    Ok(text)
}

/// Returns the fault of a row, if any.
fn fault(line: &str, width: usize, alphabet: &Alphabet) -> Option<String> {
    let length = line.chars().count();
    if length > width {
        return Some(format!("{length} characters, expected {width} at most"));
    }
    let is_odd = |character: &char| *character != ' ' && alphabet.cell(*character).is_none();
    let odd = line.chars().find(is_odd)?;
    Some(format!("{odd:?} is not a symbol, expected one of {alphabet} or a blank"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn typed(text: &str) -> (anyhow::Result<String>, String) {
        let (geometry, mut out) = (catalog::classic(4).unwrap(), Vec::new());
        let mut lines = text.lines().map(String::from);
        let rows = rows(&geometry, geometry.alphabet(), || lines.next(), &mut out);
        (rows, String::from_utf8(out).unwrap())
    }

    #[test]
    fn an_invalid_row_is_prompted_for_again() {
        let (rows, asked) = typed("12345\n1x\n 1\n\n3.4\n0 2 \n");
        assert_eq!(rows.unwrap(), " 1\n\n3.4\n0 2\n");
        assert!(asked.starts_with("4 rows of 4 cells; a blank is an empty cell:\nrow 1: "));
        assert!(asked.contains("5 characters, expected 4 at most; try again\nrow 1: "));
        assert!(asked.contains("'x' is not a symbol, expected one of 1234 or a blank; try again"));
        assert!(asked.ends_with("row 2: row 3: row 4: "), "{asked}");
    }

    #[test]
    fn an_input_that_ends_too_early_is_an_error() {
        let problem = typed("1\n2\n").0.unwrap_err().to_string();
        assert_eq!(problem, "the input ended after 2 rows, expected 4");
    }
}
