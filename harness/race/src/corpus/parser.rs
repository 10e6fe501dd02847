//! Parses lines in the context of the lines before them: puzzles, headers, JSON objects, or rows of a table.
//!
//! The parser is pushed line by line, so a row of a table may span several lines, and nothing is read twice.

use std::path::Path;
use std::sync::Arc;

use board::text::table::{BadRow, Fields, Heading, TextTable, UNCLOSED};
use board::text::{Note, Topic};
use board::text::{Read, embedded, jsonl, line, pencil_line};
use board::{Geometry, Grid, TextError};

use super::headers::{CachedGeometry, GeometryCache, Headers, LineKind};
use super::parsed_item::ParsedItem;
use super::raw_lines::LineContext;
use super::resolve::{Resolver, doubtful_header};
use super::{CorpusOptions, LineError};
use crate::problem::AnyProblem;

/// The parser of a file, between two lines.
pub(super) struct Parser {
    options: CorpusOptions,
    headers: Headers,
    /// The comments before the next puzzle, if they are kept.
    comments: Vec<Note>,
    format: Format,
    kind: LineKind,
    resolver: Resolver,
    /// The first line of the current row of a table.
    row: usize,
    ended: bool,
}

enum Format {
    /// Not known yet: only comments so far.
    Unknown,
    /// One puzzle per line.
    Lines,
    /// One JSON object per line.
    Objects,
    Table(Box<TextTable>),
}

impl Parser {
    /// Creates a parser before the first line of a file in this folder.
    pub(super) fn new(options: CorpusOptions, folder: &Path) -> Self {
        let headers = Headers::new(&options, folder);
        let kind = match options.notation.map(|notation| notation.name) {
            Some("line" | "sdm") => LineKind::Cells,
            Some("pencil-line") => LineKind::Candidates,
            _ => LineKind::Either,
        };
        let format = match options.notation.map(|notation| notation.read) {
            Some(Read::Lines) => Format::Lines,
            Some(Read::Objects) => Format::Objects,
            _ => Format::Unknown,
        };
        let resolver = Resolver::new(&options, folder);
        let comments = Vec::new();
        Self { options, headers, comments, format, kind, resolver, row: 0, ended: false }
    }

    /// Resolves parsed puzzles.
    pub(super) fn resolver(&mut self) -> &mut Resolver {
        &mut self.resolver
    }

    /// Returns whether the end was reached.
    pub(super) fn has_ended(&self) -> bool {
        self.ended
    }

    /// Returns the geometry of raw lines, if the next lines may be raw: the last one was classic 9×9, and notes are not
    /// kept.
    pub(super) fn raw_line_geometry(&self) -> Option<&Arc<CachedGeometry>> {
        let are_lines = matches!(self.format, Format::Lines) && self.kind != LineKind::Candidates;
        let is_all = are_lines && !self.ended && !self.options.keep_notes;
        self.headers.last().filter(|cached| is_all && cached.is_classic9)
    }

    /// Returns what the headers state for the raw lines that follow.
    pub(super) fn raw_line_context(
        &self,
        corpus: &Arc<str>,
        cached: &Arc<CachedGeometry>,
    ) -> LineContext {
        LineContext {
            corpus: corpus.clone(),
            cached: cached.clone(),
            expect: self.headers.expect.clone(),
            level: self.headers.level.clone(),
        }
    }

    /// Parses the next line.
    pub(super) fn line(
        &mut self,
        number: usize,
        text: &str,
        cache: &mut GeometryCache,
    ) -> Option<Result<ParsedItem, LineError>> {
        if !self.in_a_row() {
            if let Some(comment) = self.comment(text) {
                let column = text.chars().count() - comment.chars().count() + 1;
                let problem = self.header(number, comment, cache).err()?;
                return Some(Err((number, column, problem)));
            }
            if text.trim().is_empty() {
                return None;
            }
            self.row = number;
        }
        let drawn = self.headers.end_drawing(cache);
        if matches!(self.format, Format::Unknown) {
            match self.heading(text, cache) {
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
        self.puzzle(number, text, cache)
    }

    /// Abandons the current row, because one of its lines cannot be read. Returns whether there is one.
    pub(super) fn leave_row(&mut self) -> bool {
        let Format::Table(table) = &mut self.format else { return false };
        table.leave_row()
    }

    /// Ends the file; an error if a row is incomplete.
    pub(super) fn end(&mut self) -> Option<LineError> {
        self.ended = true;
        self.leave_row().then(|| (self.row, 1, UNCLOSED.into()))
    }

    fn in_a_row(&self) -> bool {
        matches!(&self.format, Format::Table(table) if table.is_open())
    }

    /// Returns the text after the `#` of a comment. In a table the `#` must be the first character of the line, because
    /// the first field may be empty.
    fn comment<'t>(&self, text: &'t str) -> Option<&'t str> {
        match self.format {
            Format::Table(_) => text.strip_prefix('#'),
            _ => text.trim_start().strip_prefix('#'),
        }
    }

    fn header(
        &mut self,
        number: usize,
        comment: &str,
        cache: &mut GeometryCache,
    ) -> Result<(), String> {
        if self.headers.extend_drawing(number, comment) {
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
        self.resolver.add_note(doubtful_header(number, comment));
        let Some((key, value)) = comment.split_once(':') else { return Ok(()) };
        self.headers.set(number, key.trim(), line::without_comment(value).trim(), cache)
    }

    /// Determines the format from the first line that is not a comment. A line that parses as a puzzle is not a
    /// heading.
    fn heading(&mut self, text: &str, cache: &mut GeometryCache) -> Result<Format, String> {
        let column = self.options.puzzle_column.as_deref();
        let is_table = self.options.notation.is_some() || column.is_some();
        let read = read_line(text, self.kind, &mut self.headers, cache);
        if !is_table && read.is_ok_and(|found| found.is_some()) {
            return Ok(Format::Lines);
        }
        match TextTable::heading(text, column) {
            Heading::None if is_table => {
                let column = column.unwrap_or("puzzle");
                Err(format!("no heading, expected the names of columns, one of them {column}"))
            }
            Heading::None => Ok(Format::Lines),
            Heading::Table(table) => Ok(Format::Table(table)),
            Heading::WithoutPuzzles(problem) => Err(problem),
        }
    }

    /// Parses the puzzle of a line, or of the row that the line completes.
    fn puzzle(
        &mut self,
        number: usize,
        text: &str,
        cache: &mut GeometryCache,
    ) -> Option<Result<ParsedItem, LineError>> {
        let headers = &mut self.headers;
        if !matches!(self.format, Format::Objects)
            && let Err(problem) = headers.check_rules()
        {
            return Some(Err(problem));
        }
        let read = match &mut self.format {
            Format::Objects => {
                let parsed = jsonl::read(number, text)
                    .map_err(|error| (error.line, error.column, error.message()));
                return Some(parsed.and_then(|puzzle| self.resolver.resolve(puzzle, cache)));
            }
            Format::Table(table) => {
                let in_line = number == self.row;
                read_row(table, text, self.kind, headers, cache)
                    .map_err(|bad| locate(bad, table, text, in_line))
            }
            _ => read_line(text, self.kind, headers, cache),
        };
        let row = self.row;
        let mut found = read.map_err(|(column, problem)| (row, column, problem)).transpose()?;
        if let Ok(found) = &mut found {
            found.line = row;
            if self.options.keep_notes {
                found.notes = notes(&headers.notes, found.level.as_deref());
                found.notes.append(&mut self.comments);
                if matches!(self.format, Format::Lines) {
                    let behind = &text[line::without_comment(text).len()..];
                    found.notes.extend(behind.get(1..).and_then(Note::of_comment));
                }
            }
            if found.level.is_none() {
                found.level = headers.level.clone();
            }
        }
        Some(found)
    }
}

/// Returns the notes of the headers, in which the level that a row states takes the place of
/// theirs.
fn notes(headers: &[Note], level: Option<&str>) -> Vec<Note> {
    let stated = level.map(|level| Note::new(Topic::Level, level));
    let holds = |note: &&Note| stated.is_none() || note.topic != Topic::Level;
    headers.iter().filter(holds).cloned().chain(stated.clone()).collect()
}

/// Returns the column of an error, if the row is a single line, and the message.
fn locate(bad: BadRow, table: &TextTable, text: &str, in_line: bool) -> (usize, String) {
    let column = if in_line { table.column_of(bad.field, text) + bad.column - 1 } else { 1 };
    (column, bad.problem)
}

/// Reads the puzzle of a line, or the one that is embedded in it.
fn read_line(
    text: &str,
    kind: LineKind,
    headers: &mut Headers,
    cache: &mut GeometryCache,
) -> Result<Option<ParsedItem>, (usize, String)> {
    let read = read_cells(text, kind, headers, cache);
    let Err(error) = read else { return read };
    let n_cells = match headers.geometry_of(text, kind, cache) {
        Ok(cached) => cached.map(|cached| cached.geometry.cells()),
        Err(_) => None,
    };
    let Some(found) = embedded::find(text, n_cells) else { return Err(error) };
    let Ok(Some(mut item)) = read_cells(&found.cells, kind, headers, cache) else {
        return Err(error);
    };
    if let (Some(solution), Some(puzzle)) = (&found.solution, item.problem.puzzle()) {
        item.solution = Some(line::read_grid(solution, puzzle.geometry()).map_err(at)?);
    }
    item.name = found.name;
    Ok(Some(item))
}

/// Reads a line that begins with the cells of a puzzle.
fn read_cells(
    text: &str,
    kind: LineKind,
    headers: &mut Headers,
    cache: &mut GeometryCache,
) -> Result<Option<ParsedItem>, (usize, String)> {
    let Some(cached) = headers.geometry_of(text, kind, cache)? else { return Ok(None) };
    let geometry = &cached.geometry;
    let are_candidates = match kind {
        LineKind::Either => pencil_line::is_as_long(text, geometry),
        kind => kind == LineKind::Candidates,
    };
    if headers.symbols.is_none() && !are_candidates {
        line::symbols(text, geometry).map_err(at)?;
    }
    let read = if are_candidates { pencil_line::read } else { line::read };
    let (puzzle, name) = read(text, geometry).map_err(at)?;
    let (solution, name) = solution_and_name(name, geometry).map_err(|word| {
        let before = text.rfind(word).unwrap_or(0);
        let problem =
            "a second puzzle in this line, expected one a line, or the solution of the first";
        (text[..before].chars().count() + 1, problem.to_owned())
    })?;
    let (name, expect) = (name.map(Into::into), headers.expect.clone());
    let (line, level, notes, is_alone) = (0, None, Vec::new(), false);
    let (problem, cached) = (AnyProblem::Puzzle(puzzle), Some(cached));
    Ok(Some(ParsedItem { line, problem, cached, name, solution, expect, level, notes, is_alone }))
}

/// Returns the text after a puzzle as its solution, if its first word is a grid, and as its name. Before the solution
/// may stand a mark (`->`, `|`) or the word.
///
/// # Errors
/// If its first word is another puzzle, which is returned.
fn solution_and_name<'t>(
    text: Option<&'t str>,
    geometry: &Arc<Geometry>,
) -> Result<(Option<Grid>, Option<&'t str>), &'t str> {
    let Some(text) = text.filter(|text| text.len() >= geometry.cells()) else {
        return Ok((None, text));
    };
    let is_grid = |text: &&str| {
        let word = text.split(char::is_whitespace).next().unwrap_or_default();
        word.chars().count() == geometry.cells()
    };
    let Some(found) = [text, line::after_mark(text)].into_iter().find(is_grid) else {
        return Ok((None, Some(text)));
    };
    let (word, rest) = found.split_once(char::is_whitespace).unwrap_or((found, ""));
    match line::read_grid(word, geometry) {
        Ok(grid) => Ok((Some(grid), Some(rest.trim()).filter(|rest| !rest.is_empty()))),
        Err(_) if line::parse(word, geometry).is_ok() => Err(word),
        Err(_) => Ok((None, Some(text))),
    }
}

fn read_row(
    table: &mut TextTable,
    text: &str,
    kind: LineKind,
    headers: &mut Headers,
    cache: &mut GeometryCache,
) -> Result<Option<ParsedItem>, BadRow> {
    if !table.push(text)? {
        return Ok(None);
    }
    let Fields { puzzle, solution, name, level, geometry } = table.fields()?;
    let bad = |(column, problem): (usize, String)| table.bad_puzzle(column, &problem);
    let read = match geometry {
        Some(name) => headers.on_board(name, |headers| read_line(puzzle, kind, headers, cache)),
        None => read_line(puzzle, kind, headers, cache),
    };
    let Some(mut found) = read.map_err(bad)? else { return Ok(None) };
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
