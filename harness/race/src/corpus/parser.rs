//! What a line says, by what the lines before it said: a puzzle, a header, an object, or a row of a
//! table.
//!
//! Lines are pushed in; so a row of a table may go on over several, and nothing is read twice.

use std::path::Path;
use std::sync::Arc;

use board::TextError;
use board::text::table::{BadRow, Fields, Heading, Table, UNCLOSED};
use board::text::{Note, Topic};
use board::text::{Read, jsonl, line, pencil_line};

use super::bare::Said;
use super::found::Found;
use super::headers::{Form, Headers, Place, Places};
use super::settle::Settler;
use super::{CorpusOptions, Problem};
use crate::problem::AnyProblem;

/// The state of a file between two lines.
pub(super) struct Parser {
    options: CorpusOptions,
    headers: Headers,
    /// What comments say of the next puzzle, if that is kept.
    comments: Vec<Note>,
    format: Format,
    form: Form,
    settler: Settler,
    /// The line that the row of a table begins on.
    row: usize,
    ended: bool,
}

enum Format {
    /// Not known yet: no line but comments so far.
    Unknown,
    /// A puzzle a line.
    Lines,
    /// A JSON object a line.
    Objects,
    Table(Box<Table>),
}

impl Parser {
    /// A parser for the first line of a file in this folder.
    pub(super) fn new(options: CorpusOptions, folder: &Path) -> Self {
        let headers = Headers::new(&options, folder);
        let form = match options.notation.map(|notation| notation.name) {
            Some("line" | "sdm") => Form::Cells,
            Some("pencil-line") => Form::Candidates,
            _ => Form::Either,
        };
        let format = match options.notation.map(|notation| notation.read) {
            Some(Read::Lines) => Format::Lines,
            Some(Read::Objects) => Format::Objects,
            _ => Format::Unknown,
        };
        let settler = Settler::new(&options, folder);
        let comments = Vec::new();
        Self { options, headers, comments, format, form, settler, row: 0, ended: false }
    }

    /// What makes puzzles of parsed ones.
    pub(super) fn settler(&mut self) -> &mut Settler {
        &mut self.settler
    }

    /// Whether nothing can follow.
    pub(super) fn has_ended(&self) -> bool {
        self.ended
    }

    /// Where lines are played that can be bare: the last one was of classic 9×9, and nothing is kept of a
    /// line beside its puzzle.
    pub(super) fn place_of_bare(&self) -> Option<&Arc<Place>> {
        let are_lines = matches!(self.format, Format::Lines) && self.form != Form::Candidates;
        let is_all = are_lines && !self.ended && !self.options.keep_notes;
        self.headers.last().filter(|place| is_all && place.is_classic9)
    }

    /// What is said of bare lines that follow.
    pub(super) fn of_bare(&self, corpus: &Arc<str>, place: &Arc<Place>) -> Said {
        Said {
            corpus: corpus.clone(),
            place: place.clone(),
            expect: self.headers.expect,
            level: self.headers.level.clone(),
        }
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
                let problem = self.header(number, comment, places).err()?;
                return Some(Err((number, column, problem)));
            }
            if text.trim().is_empty() {
                return None;
            }
            self.row = number;
        }
        let drawn = self.headers.end_drawing(places);
        if matches!(self.format, Format::Unknown) {
            match self.heading(text, places) {
                Ok(format) => self.format = format,
                Err(problem) => {
                    self.ended = true;
                    return Some(Err((number, 1, problem)));
                }
            }
            if matches!(self.format, Format::Table(_)) {
                return drawn.err().map(Err);
            }
        }
        if let Err(problem) = drawn {
            return Some(Err(problem));
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

    fn header(&mut self, number: usize, comment: &str, places: &mut Places) -> Result<(), String> {
        if self.headers.go_on(number, comment) {
            return Ok(());
        }
        if self.options.keep_notes {
            let note = Note::of_comment(comment).filter(|note| note.topic == Topic::Comment);
            let is_header = |note: &Note| {
                let key = note.text.split_once(':').map(|(key, _)| key.trim());
                matches!(key, Some("geometry" | "symbols" | "expect"))
            };
            self.comments.extend(note.filter(|note| !is_header(note)));
        }
        let Some((key, value)) = comment.split_once(':') else { return Ok(()) };
        self.headers.set(number, key.trim(), line::without_comment(value).trim(), places)
    }

    /// What the first line that is no comment makes of the file. A puzzle is never a heading,
    /// whatever its name is.
    fn heading(&mut self, text: &str, places: &mut Places) -> Result<Format, String> {
        let is_table = self.options.notation.is_some();
        let read = read_line(text, self.form, &mut self.headers, places);
        if !is_table && read.is_ok_and(|found| found.is_some()) {
            return Ok(Format::Lines);
        }
        match Table::heading(text, self.options.puzzle_column.as_deref()) {
            Heading::None if is_table => {
                Err("no heading, expected the names of columns, one of them puzzle".into())
            }
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
            Format::Objects => {
                let parsed = jsonl::read(number, text)
                    .map_err(|error| (error.line, error.column, error.message()));
                return Some(parsed.and_then(|puzzle| self.settler.settle(puzzle, places)));
            }
            Format::Table(table) => {
                let in_line = number == self.row;
                read_row(table, text, self.form, headers, places)
                    .map_err(|bad| place(bad, table, text, in_line))
            }
            _ => read_line(text, self.form, headers, places),
        };
        let row = self.row;
        let mut found = read.map_err(|(column, problem)| (row, column, problem)).transpose()?;
        if let Ok(found) = &mut found {
            found.line = row;
            if found.level.is_none() {
                found.level = headers.level.clone();
            }
            if self.options.keep_notes {
                found.notes = headers.notes.clone();
                found.notes.append(&mut self.comments);
                if matches!(self.format, Format::Lines) {
                    let behind = &text[line::without_comment(text).len()..];
                    found.notes.extend(behind.get(1..).and_then(Note::of_comment));
                }
            }
        }
        Some(found)
    }
}

/// The column of what is wrong in the line, if the row is in one, and the message.
fn place(bad: BadRow, table: &Table, text: &str, in_line: bool) -> (usize, String) {
    let column = if in_line { table.column_of(bad.field, text) + bad.column - 1 } else { 1 };
    (column, bad.problem)
}

fn read_line(
    text: &str,
    form: Form,
    headers: &mut Headers,
    places: &mut Places,
) -> Result<Option<Found>, (usize, String)> {
    let Some(place) = headers.place_of(text, form, places)? else { return Ok(None) };
    let geometry = &place.geometry;
    let are_candidates = match form {
        Form::Either => pencil_line::is_as_long(text, geometry),
        form => form == Form::Candidates,
    };
    if headers.symbols.is_none() && !are_candidates {
        line::symbols(text, geometry).map_err(at)?;
    }
    let read = if are_candidates { pencil_line::read } else { line::read };
    let (puzzle, name) = read(text, geometry).map_err(at)?;
    let (name, expect) = (name.map(Into::into), headers.expect);
    let (line, solution, level, notes, is_alone) = (0, None, None, Vec::new(), false);
    let (problem, place) = (AnyProblem::Puzzle(puzzle), Some(place));
    Ok(Some(Found { line, problem, place, name, solution, expect, level, notes, is_alone }))
}

fn read_row(
    table: &mut Table,
    text: &str,
    form: Form,
    headers: &mut Headers,
    places: &mut Places,
) -> Result<Option<Found>, BadRow> {
    if !table.push(text)? {
        return Ok(None);
    }
    let Fields { puzzle, solution, name, level } = table.fields()?;
    let bad = |(column, problem): (usize, String)| table.bad_puzzle(column, &problem);
    let read = read_line(puzzle, form, headers, places).map_err(bad)?;
    let Some(mut found) = read else { return Ok(None) };
    if let (Some(solution), Some(puzzle)) = (solution, found.problem.puzzle()) {
        let grid = line::read_grid(solution, puzzle.geometry());
        let bad = |error: TextError| table.bad_solution(error.column, &error.message());
        found.solution = Some(grid.map_err(bad)?);
    }
    found.name = name.map(Into::into).or(found.name);
    found.level = level.map(Into::into);
    Ok(Some(found))
}

fn at(error: TextError) -> (usize, String) {
    (error.column, error.message())
}
