//! Reads texts with objects and links.

use serde_json::{Map, Value};

use super::super::board_header::StatedBoard;
use super::super::jsonl::syntax;
use super::super::metadata::{Metadata, Note, Topic};
use super::super::parsed::{Cells, GeometryLookup, ParsedPuzzle};
use super::field::Field;
use super::{board, cells, fields, link, lz_string};
use crate::source::{Span, TextError, one_line, without_mark};

/// The largest number of rows, which is also that of symbols: no program reads more.
pub(super) const MAX_SIZE: usize = 31;

/// Reads all objects and links.
///
/// # Errors
/// If one is malformed or incomplete, or has a rule or a field that is not known.
pub fn read(text: &str, _: &mut GeometryLookup<'_>) -> Result<Vec<ParsedPuzzle>, TextError> {
    let text = without_mark(text);
    let (mut puzzles, mut headers) = (Vec::new(), Metadata::default());
    let mut span = after_blanks(Span { line: 1, column: 1, text }, 0);
    while let Some(line) = span.text.lines().next() {
        let mut length = line.len();
        if let Some(comment) = line.strip_prefix('#') {
            headers.parse_header(span.line, comment);
        } else if line.starts_with('{') {
            let (object, end) = object(span)?;
            let source = Source { span: Span { text: &span.text[..end], ..span }, is_plain: true };
            puzzles.push(puzzle(&object, &source, &mut headers)?);
            length = end;
        } else {
            puzzles.push(linked(Span { text: line, ..span }, &mut headers)?);
        }
        span = after_blanks(span, length);
    }
    if puzzles.is_empty() {
        return Err(TextError::new(1, 1, "no puzzle", "an object, or a link that contains one"));
    }
    Ok(puzzles)
}

/// The rest of a text after so many bytes, and after blanks and commas.
fn after_blanks(span: Span<'_>, length: usize) -> Span<'_> {
    let blanks = span.text[length..].find(|c: char| c != ',' && !c.is_whitespace());
    let (before, text) = span.text.split_at(blanks.map_or(span.text.len(), |it| length + it));
    let last = before.rsplit('\n').next().unwrap_or(before).chars().count();
    let n_lines = before.matches('\n').count();
    let column = if n_lines == 0 { span.column + last } else { 1 + last };
    Span { line: span.line + n_lines, column, text }
}

/// Where an object is from.
pub(super) struct Source<'t> {
    pub(super) span: Span<'t>,
    /// Whether the text is the object, not compressed.
    pub(super) is_plain: bool,
}

impl Source<'_> {
    /// The place of a key of the object.
    fn place(&self, key: &str) -> (usize, usize) {
        let Span { line, column, text } = self.span;
        let quoted = format!("\"{key}\"");
        let is_key =
            |&(at, _): &(usize, &str)| text[at + quoted.len()..].trim_start().starts_with(':');
        let found = text.match_indices(&quoted).find(is_key).filter(|_| self.is_plain);
        let Some((at, _)) = found else { return (line, column) };
        let key = after_blanks(self.span, at);
        (key.line, key.column)
    }
}

/// The object at the start of a text, and its length.
fn object(span: Span<'_>) -> Result<(Map<String, Value>, usize), TextError> {
    let mut stream = serde_json::Deserializer::from_str(span.text).into_iter();
    match stream.next() {
        Some(Ok(object)) => Ok((object, stream.byte_offset())),
        Some(Err(error)) => {
            let error = syntax(&error, span.line - 1);
            let before = if error.line == span.line { span.column - 1 } else { 0 };
            Err(TextError { column: error.column + before, ..error })
        }
        None => Err(span.error("no object", "JSON")),
    }
}

/// The puzzle of a line with a link.
fn linked(line: Span<'_>, headers: &mut Metadata) -> Result<ParsedPuzzle, TextError> {
    let (payload, after) = link::find(line)?;
    let error = |what: String| line.error(what, "a link that was copied as a whole");
    let json = lz_string::decompress(&payload).map_err(error)?;
    let object: Map<String, Value> = serde_json::from_str(&json)
        .map_err(|problem| error(format!("in the compressed text, {problem}")))?;
    let mut puzzle = puzzle(&object, &Source { span: line, is_plain: false }, headers)?;
    let name = Some(after.to_owned()).filter(|name| !name.is_empty());
    puzzle.metadata.name = puzzle.metadata.name.or(name);
    Ok(puzzle)
}

/// The puzzle of an object.
pub(super) fn puzzle(
    object: &Map<String, Value>,
    source: &Source<'_>,
    headers: &mut Metadata,
) -> Result<ParsedPuzzle, TextError> {
    let get = |key: &str| Field {
        place: source.place(key),
        path: key.into(),
        value: object.get(key).unwrap_or(&Value::Null),
    };
    let grid = get("grid");
    let size = size(&grid, &get("size"))?;
    let stated: Vec<Field<'_>> = object.keys().map(|key| get(key)).collect();
    let blocks = board::blocks(&grid, size)?;
    let rules = fields::rules(size, &blocks, &stated)?;
    let Span { line, column, .. } = source.span;
    let board = board::text(&blocks, &rules, (line, column))?;
    let as_line = |text| Cells::Line(line, column, text);
    let cells = as_line(cells::text(&grid, &rules, size)?);
    let mut metadata = Metadata {
        name: get("title").text()?.map(|title| one_line(title).into_owned()),
        geometry: Some(StatedBoard::new(line, &board)),
        symbols: Some((line, "hex1".into())),
        ..Metadata::default()
    };
    for (key, topic) in [("author", Topic::Author), ("ruleset", Topic::Description)] {
        metadata.notes.extend(get(key).text()?.map(|text| Note::new(topic, text)));
    }
    metadata.inherit(headers);
    let solution = cells::solution(&get("solution"), size)?.map(as_line);
    Ok(ParsedPuzzle { solution, metadata, ..ParsedPuzzle::new(line, cells) })
}

/// The number of rows and of columns.
fn size(grid: &Field<'_>, stated: &Field<'_>) -> Result<usize, TextError> {
    let rows = grid.items()?;
    let size = rows.len();
    if !(2..=MAX_SIZE).contains(&size) {
        return Err(grid.error(&format!("{size} rows"), &format!("2 to {MAX_SIZE} rows of cells")));
    }
    if let Some(number) = stated.number()?.filter(|&number| usize::from(number) != size) {
        return Err(stated.error(&number.to_string(), &format!("{size}, as there are rows")));
    }
    for row in rows {
        let cells = row.items()?.len();
        if cells != size {
            return Err(row.error(&format!("{cells} cells"), &format!("{size}, as there are rows")));
        }
    }
    Ok(size)
}
