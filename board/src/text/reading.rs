//! Texts as puzzles: the notation is recognised as for a file, and the first puzzle is read.
//!
//! What the text states about its board and its symbols takes precedence over what was chosen, and both over what
//! follows from its size.

use std::sync::Arc;

use super::board_header::StatedBoard;
use super::symbols::Symbols;
use super::table::{BadRow, Heading, TextTable};
use super::titled::titles;
use super::{
    Cells, Metadata, ParsedPuzzle, Read, embedded, foreign, jsonl, line, pasted, pencil_line,
    recognise,
};
use crate::catalog;
use crate::geometry::Geometry;
use crate::puzzle::Puzzle;
use crate::source::TextError;

/// The maximum length of a text, in bytes: all candidates of 100 × 100 cells are 1.4 MB.
const MAX_TEXT: usize = 2 * 1024 * 1024;

/// A puzzle, and what was understood of its text.
#[derive(Debug)]
pub struct Reading {
    /// The puzzle.
    pub puzzle: Puzzle,
    /// The name of the notation.
    pub notation: &'static str,
    /// The name that the text gives the puzzle.
    pub name: Option<String>,
}

/// Reads the first puzzle of a text. `board` is a name of the catalog or a drawing of several lines; if it is empty,
/// the size decides.
///
/// ```
/// use board::text::reading;
///
/// let grid = "1 . . .\n. 2 . .\n. . 3 .\n. . . 4\n";
/// assert_eq!(reading::read(grid, "")?.puzzle.geometry().name(), "classic4");
/// assert_eq!(reading::read(grid, "latin4")?.puzzle.geometry().name(), "latin4");
/// assert_eq!(
///     reading::read("1.......5.......", "").unwrap_err(),
///     "1:9: '5' is no symbol, expected one of 1234, or . for an empty cell"
/// );
/// # Ok::<(), String>(())
/// ```
///
/// # Errors
/// `line:column: what is wrong`, if the text has no puzzle or its board is unknown.
pub fn read(text: &str, board: &str) -> Result<Reading, String> {
    if text.len() > MAX_TEXT {
        return Err(format!("{} bytes, expected {MAX_TEXT} at most", text.len()));
    }
    let given = if board.is_empty() { None } else { Some(geometry(board)?) };
    let (parsed, notation) = parse(text, given.as_ref())?;
    let (geometry, symbols) = resolve(&parsed, given)?;
    let puzzle = parsed.cells.puzzle(&geometry, &symbols).map_err(in_words)?;
    Ok(Reading { puzzle, notation, name: parsed.metadata.name })
}

/// Returns the geometry of the catalog with this name, or the one that the text draws.
///
/// # Errors
/// If there is no such name, or the drawing is malformed.
pub fn geometry(text: &str) -> Result<Arc<Geometry>, String> {
    let found = match text.contains('\n') {
        false => catalog::named(text.trim()).map_err(|error| error.to_string()),
        true => catalog::read_drawing(text, "drawn").map(|it| it.geometry).map_err(in_words),
    };
    found.map(Arc::new)
}

fn in_words(error: TextError) -> String {
    error.to_string()
}

/// Returns the first puzzle of a text, and its notation.
fn parse(
    text: &str,
    given: Option<&Arc<Geometry>>,
) -> Result<(ParsedPuzzle, &'static str), String> {
    if let Some(what) = foreign(text) {
        return Err(format!("1:1: this is {what}, expected a text with a puzzle"));
    }
    let text = &*pasted::plain(text);
    let notation = recognise(text, given.map(|board| &**board)).notation;
    let mut lookup = |name: Option<&str>| match name {
        Some(name) => geometry(name).ok(),
        None => given.cloned(),
    };
    match notation.map(|notation| (notation.read, notation.name)) {
        Some((Read::Text(read), name)) => {
            let puzzles = read(text, &mut lookup).map_err(in_words)?;
            Ok((puzzles.into_iter().next().ok_or_else(no_puzzle)?, name))
        }
        Some((Read::Objects, name)) => {
            let (number, line) = contents(text).next().ok_or_else(no_puzzle)?;
            Ok((jsonl::read(number, line).map_err(in_words)?, name))
        }
        Some((Read::Lines | Read::Table, _)) | None => lines(text),
    }
}

fn no_puzzle() -> String {
    "no puzzle, expected cells in any notation".into()
}

/// Returns the lines that are neither blank nor comments, with their numbers.
fn contents(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let lines = (1..).zip(text.trim_start_matches('\u{feff}').lines());
    lines.filter(|(_, line)| !line.trim().is_empty() && !line.trim_start().starts_with('#'))
}

/// Returns the first puzzle of lines, or of a table under its heading.
fn lines(text: &str) -> Result<(ParsedPuzzle, &'static str), String> {
    let mut metadata = headers(text);
    let mut lines = contents(text).skip(titles(text));
    let (number, line) = lines.next().ok_or_else(no_puzzle)?;
    let puzzle = match TextTable::heading(line, None) {
        Heading::WithoutPuzzles(problem) => return Err(format!("{number}:1: {problem}")),
        Heading::Table(mut table) => {
            for (number, line) in lines {
                let bad = |row: BadRow| format!("{number}:1: {}", row.problem);
                if table.push(line).map_err(bad)? {
                    let fields = table.fields().map_err(bad)?;
                    metadata.name = fields.name.map(str::to_owned);
                    let board = fields.geometry.map(|name| StatedBoard::new(number, name));
                    metadata.geometry = board.or(metadata.geometry);
                    let cells = Cells::Line(number, 1, fields.puzzle.to_owned());
                    let table = ParsedPuzzle { line: number, cells, solution: None, metadata };
                    return Ok((table, "csv"));
                }
            }
            return Err(no_puzzle());
        }
        Heading::None => match embedded(line) {
            Some(found) => {
                metadata.name = found.name;
                Cells::Line(number, found.column, found.cells)
            }
            None => Cells::Line(number, 1, line.to_owned()),
        },
    };
    Ok((ParsedPuzzle { line: number, cells: puzzle, solution: None, metadata }, "line"))
}

/// Returns the puzzle within a line that is not as long as a board.
fn embedded(line: &str) -> Option<embedded::EmbeddedLine> {
    let is_board = line::order(line).is_ok() || pencil_line::order(line).is_some();
    if is_board { None } else { embedded::find(line, None) }
}

/// Returns the board and the symbols that comments before the first puzzle state.
fn headers(text: &str) -> Metadata {
    let mut metadata = Metadata::default();
    let comments = (1..).zip(text.lines()).map_while(|(number, line)| {
        let line = line.trim_start();
        let is_blank = line.is_empty();
        (is_blank || line.starts_with('#')).then(|| (number, line.strip_prefix('#').unwrap_or("")))
    });
    for (number, comment) in comments {
        if metadata.geometry.as_mut().is_some_and(|stated| stated.extend(number, comment)) {
            continue;
        }
        match comment.split_once(':').map(|(key, value)| (key.trim(), value)) {
            Some(("geometry", value)) => metadata.geometry = Some(StatedBoard::new(number, value)),
            Some(("symbols", value)) => metadata.symbols = Some((number, value.trim().to_owned())),
            _ => {}
        }
    }
    metadata
}

/// Returns where a puzzle is played, and with which symbols.
fn resolve(
    parsed: &ParsedPuzzle,
    given: Option<Arc<Geometry>>,
) -> Result<(Arc<Geometry>, Symbols), String> {
    let ParsedPuzzle { cells, metadata, .. } = parsed;
    let plain = match (&metadata.geometry, given) {
        (Some(stated), _) => {
            geometry(&stated.text).map_err(|error| format!("{}:1: {error}", stated.line))?
        }
        (None, Some(given)) => given,
        (None, None) => {
            let name = cells.geometry().map_err(in_words)?;
            metadata.check_rules(&name).map_err(in_words)?;
            geometry(&name)?
        }
    };
    let symbols = match &metadata.symbols {
        Some((line, text)) => Symbols::parse(text).map_err(|error| format!("{line}:1: {error}"))?,
        None => cells.symbols(&plain).map_err(in_words)?,
    };
    let geometry = match symbols {
        Symbols::Hex1 | Symbols::Numbers => plain,
        _ => {
            let alphabet = symbols.alphabet(plain.symbols()).map_err(|error| error.to_string())?;
            let other = Geometry::clone(&plain).with_alphabet(alphabet);
            Arc::new(other.map_err(|error| error.to_string())?)
        }
    };
    Ok((geometry, symbols))
}
