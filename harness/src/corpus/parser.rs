//! What a line says, by what the lines before it said: a puzzle, a header, or a row of a table.
//!
//! Lines are pushed in; so a row of a table may go on over several, and nothing is read twice.

use std::path::Path;
use std::sync::Arc;

use board::text::line::{self, LineError};
use board::{Grid, Puzzle};

use super::headers::{Headers, Place, Places};
use super::table::{BadRow, Fields, Heading, Table, UNCLOSED};
use super::{CorpusOptions, Expectation};

/// A puzzle as it was found.
pub(super) struct Found {
    /// The line that it begins on.
    pub(super) line: usize,
    /// The puzzle.
    pub(super) puzzle: Puzzle,
    /// Where it is played.
    pub(super) place: Arc<Place>,
    /// The name that it says.
    pub(super) name: Option<String>,
    /// The solution that stands beside it.
    pub(super) solution: Option<Grid>,
    /// What the file says of its solutions.
    pub(super) expect: Option<Expectation>,
}

/// What is wrong: the line, the column and the message.
pub(super) type Problem = (usize, usize, String);

/// The state of a file between two lines.
pub(super) struct Parser {
    options: CorpusOptions,
    headers: Headers,
    format: Format,
    /// The line that the row of a table begins on.
    row: usize,
    ended: bool,
}

enum Format {
    /// Not known yet: no line but comments so far.
    Unknown,
    /// A puzzle a line.
    Lines,
    Table(Box<Table>),
}

impl Parser {
    /// A parser for the first line of a file in this folder.
    pub(super) fn new(options: CorpusOptions, folder: &Path) -> Self {
        let headers = Headers::new(options.geometry.clone(), folder);
        let format = Format::Unknown;
        Self { options, headers, format, row: 0, ended: false }
    }

    /// Whether nothing can follow.
    pub(super) fn has_ended(&self) -> bool {
        self.ended
    }

    /// Takes the next line.
    pub(super) fn line(
        &mut self,
        number: usize,
        text: &str,
        places: &mut Places,
    ) -> Option<Result<Found, Problem>> {
        if !self.in_a_row() {
            if let Some(comment) = self.comment(text) {
                let column = text.chars().count() - comment.chars().count() + 1;
                let problem = self.header(comment, places).err()?;
                return Some(Err((number, column, problem)));
            }
            if text.trim().is_empty() {
                return None;
            }
            self.row = number;
        }
        if matches!(self.format, Format::Unknown) {
            match self.heading(text, places) {
                Ok(format) => self.format = format,
                Err(problem) => {
                    self.ended = true;
                    return Some(Err((number, 1, problem)));
                }
            }
            if matches!(self.format, Format::Table(_)) {
                return None;
            }
        }
        self.puzzle(number, text, places)
    }

    /// A line could not be read: a row that it belongs to is not read, either. Whether there is
    /// such a row.
    pub(super) fn leave_row(&mut self) -> bool {
        let Format::Table(table) = &mut self.format else { return false };
        table.leave_row()
    }

    /// There is no further line.
    pub(super) fn end(&mut self) -> Option<Problem> {
        self.ended = true;
        self.leave_row().then(|| (self.row, 1, UNCLOSED.into()))
    }

    fn in_a_row(&self) -> bool {
        matches!(&self.format, Format::Table(table) if table.is_open())
    }

    /// What follows the `#` of a comment. In a table it is the first character of the line, since
    /// the first field may be empty.
    fn comment<'t>(&self, text: &'t str) -> Option<&'t str> {
        match self.format {
            Format::Table(_) => text.strip_prefix('#'),
            _ => text.trim_start().strip_prefix('#'),
        }
    }

    fn header(&mut self, comment: &str, places: &mut Places) -> Result<(), String> {
        let Some((key, value)) = comment.split_once(':') else { return Ok(()) };
        self.headers.set(key.trim(), line::without_comment(value).trim(), places)
    }

    /// What the first line that is no comment makes of the file. A puzzle is never a heading,
    /// whatever its name is.
    fn heading(&mut self, text: &str, places: &mut Places) -> Result<Format, String> {
        if read_line(text, &mut self.headers, places).is_ok_and(|found| found.is_some()) {
            return Ok(Format::Lines);
        }
        match Table::heading(text, self.options.puzzle_column.as_deref()) {
            Heading::None => Ok(Format::Lines),
            Heading::Table(table) => Ok(Format::Table(table)),
            Heading::WithoutPuzzles(problem) => Err(problem),
        }
    }

    /// The puzzle of a line, or of the row that the line ends.
    fn puzzle(
        &mut self,
        number: usize,
        text: &str,
        places: &mut Places,
    ) -> Option<Result<Found, Problem>> {
        let headers = &mut self.headers;
        let read = match &mut self.format {
            Format::Table(table) => {
                let in_line = number == self.row;
                read_row(table, text, headers, places)
                    .map_err(|bad| bad.place(table, text, in_line))
            }
            _ => read_line(text, headers, places),
        };
        let row = self.row;
        let found = read.map(|found| found.map(|found| Found { line: row, ..found }));
        found.map_err(|(column, problem)| (row, column, problem)).transpose()
    }
}

impl BadRow {
    /// The column in the line, if the row is in one, and the message.
    fn place(self, table: &Table, text: &str, in_line: bool) -> (usize, String) {
        let column = if in_line { table.column_of(self.field, text) + self.column - 1 } else { 1 };
        (column, self.problem)
    }
}

fn read_line(
    text: &str,
    headers: &mut Headers,
    places: &mut Places,
) -> Result<Option<Found>, (usize, String)> {
    let Some(place) = headers.place_of(text, places)? else { return Ok(None) };
    let (puzzle, name) = line::read(text, &place.geometry).map_err(at)?;
    let name = name.map(Into::into);
    Ok(Some(Found { line: 0, puzzle, place, name, solution: None, expect: headers.expect }))
}

fn read_row(
    table: &mut Table,
    text: &str,
    headers: &mut Headers,
    places: &mut Places,
) -> Result<Option<Found>, BadRow> {
    if !table.push(text)? {
        return Ok(None);
    }
    let Fields { puzzle, solution, name } = table.fields()?;
    let bad = |(column, problem): (usize, String)| table.bad_puzzle(column, &problem);
    let Some(mut found) = read_line(puzzle, headers, places).map_err(bad)? else { return Ok(None) };
    if let Some(solution) = solution {
        let grid = line::read_grid(solution, &found.place.geometry);
        let bad = |error: LineError| table.bad_solution(error.column, &error.to_string());
        found.solution = Some(grid.map_err(bad)?);
    }
    found.name = name.map(Into::into).or(found.name);
    Ok(Some(found))
}

fn at(error: LineError) -> (usize, String) {
    (error.column, error.to_string())
}
