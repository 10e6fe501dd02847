//! A grid typed row by row, with a question for each row, as Hurtebis' program asks for it.

use std::io::{self, Write};
use std::sync::Arc;

use anyhow::bail;
use board::{Alphabet, Geometry, catalog, text};
use race::corpus::{CorpusOptions, Records};

/// The puzzle that is typed: on classic 9×9, where no geometry was named.
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

/// Asks for each row, again where one cannot be right, and gives them as a text in the notation
/// `hurtebis`: a character a cell, blanks for empty ones.
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
    writeln!(out, "{height} rows of {width} cells, a blank for an empty one:")?;
    let mut text = String::new();
    for row in 1..=height {
        loop {
            write!(out, "row {row}: ")?;
            out.flush()?;
            let Some(line) = next() else {
                writeln!(out)?;
                bail!("the input ends after {} rows, expected {height}", row - 1);
            };
            let line = line.trim_end();
            match fault(line, width, alphabet) {
                None => {
                    text += line;
                    text.push('\n');
                    break;
                }
                Some(fault) => writeln!(out, "{fault}; once more")?,
            }
        }
    }
    Ok(text)
}

/// What is wrong with a row.
fn fault(line: &str, width: usize, alphabet: &Alphabet) -> Option<String> {
    let length = line.chars().count();
    if length > width {
        return Some(format!("{length} characters, expected {width} at most"));
    }
    let is_odd = |character: &char| *character != ' ' && alphabet.cell(*character).is_empty();
    let odd = line.chars().find(is_odd)?;
    let symbols: String = (0..alphabet.len()).map(|it| alphabet.character(it as u8)).collect();
    Some(format!("{odd:?} is no symbol, expected one of {symbols} or a blank"))
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
    fn a_row_that_cannot_be_right_is_asked_for_again() {
        let (rows, asked) = typed("12345\n1x\n 1\n\n3.4\n0 2 \n");
        assert_eq!(rows.unwrap(), " 1\n\n3.4\n0 2\n");
        assert!(asked.starts_with("4 rows of 4 cells, a blank for an empty one:\nrow 1: "));
        assert!(asked.contains("5 characters, expected 4 at most; once more\nrow 1: "));
        assert!(asked.contains("'x' is no symbol, expected one of 1234 or a blank; once more"));
        assert!(asked.ends_with("row 2: row 3: row 4: "), "{asked}");
    }

    #[test]
    fn an_input_that_ends_too_early_is_an_error() {
        let problem = typed("1\n2\n").0.unwrap_err().to_string();
        assert_eq!(problem, "the input ends after 2 rows, expected 4");
    }
}
