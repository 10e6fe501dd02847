//! Reads texts with objects and links.

use serde_json::{Map, Value};

use super::super::jsonl::syntax;
use super::super::metadata::Metadata;
use super::super::parsed::ParsedPuzzle;
use super::field::Field;
use super::link::Links;
use super::lz_string;
use crate::source::{Span, TextError, counted, without_mark};

/// An object.
pub(in super::super) type Json = Map<String, Value>;

/// The largest number of rows, which is also that of symbols: no program reads more.
pub(in super::super) const MAX_SIZE: usize = 31;

/// What differs between sites.
pub(in super::super) struct Site {
    pub(in super::super) links: Links,
    /// The object that a decompressed text is, or what is wrong with it.
    pub(in super::super) object: fn(&str) -> Result<Json, String>,
    /// The puzzle of an object.
    pub(in super::super) puzzle:
        fn(&Json, &Source<'_>, &mut Metadata) -> Result<ParsedPuzzle, TextError>,
}

/// Reads all objects and links.
///
/// # Errors
/// If one is malformed or incomplete, or has a rule or a field that is not known.
pub(in super::super) fn read(text: &str, site: &Site) -> Result<Vec<ParsedPuzzle>, TextError> {
    let text = without_mark(text);
    let (mut puzzles, mut headers) = (Vec::new(), Metadata::default());
    let mut span = after_blanks(Span { line: 1, column: 1, text }, 0);
    while let Some(line) = span.text.lines().next() {
        let mut length = line.len();
        if let Some(comment) = line.strip_prefix('#') {
            headers.parse_header(span.line, comment);
        } else if line.starts_with('{') {
            let (object, end) = object(span)?;
            let span = Span { text: &span.text[..end], ..span };
            puzzles.push((site.puzzle)(&object, &Source { span, link: None }, &mut headers)?);
            length = end;
        } else {
            puzzles.push(linked(Span { text: line, ..span }, site, &mut headers)?);
        }
        span = after_blanks(span, length);
    }
    if puzzles.is_empty() {
        return Err(TextError::new(1, 1, "no puzzle", "an object, or a link that contains one"));
    }
    Ok(puzzles)
}

/// Returns the rest of a text after so many bytes, and after blanks and commas.
fn after_blanks(span: Span<'_>, length: usize) -> Span<'_> {
    let blanks = span.text[length..].find(|c: char| c != ',' && !c.is_whitespace());
    let (before, text) = span.text.split_at(blanks.map_or(span.text.len(), |it| length + it));
    let last = before.rsplit('\n').next().unwrap_or(before).chars().count();
    let n_lines = before.matches('\n').count();
    let column = if n_lines == 0 { span.column + last } else { 1 + last };
    Span { line: span.line + n_lines, column, text }
}

/// Where an object is from.
pub(in super::super) struct Source<'t> {
    pub(in super::super) span: Span<'t>,
    /// The link that contains it; `None` if the text is the object, not compressed.
    pub(in super::super) link: Option<&'t str>,
}

impl Source<'_> {
    /// Returns the value of a key of the object; `null` if there is none.
    pub(in super::super) fn field<'j>(&self, object: &'j Json, key: &str) -> Field<'j> {
        let value = object.get(key).unwrap_or(&Value::Null);
        Field { place: self.place(key), path: key.into(), value }
    }

    /// Returns the place of a key of the object.
    fn place(&self, key: &str) -> (usize, usize) {
        let Span { line, column, text } = self.span;
        let quoted = format!("\"{key}\"");
        let is_key =
            |&(at, _): &(usize, &str)| text[at + quoted.len()..].trim_start().starts_with(':');
        let found = text.match_indices(&quoted).find(is_key).filter(|_| self.link.is_none());
        let Some((at, _)) = found else { return (line, column) };
        let key = after_blanks(self.span, at);
        (key.line, key.column)
    }
}

/// Returns the object at the start of a text, and its length.
fn object(span: Span<'_>) -> Result<(Json, usize), TextError> {
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

/// Returns the puzzle of a line with a link.
fn linked(line: Span<'_>, site: &Site, headers: &mut Metadata) -> Result<ParsedPuzzle, TextError> {
    let (payload, after) = site.links.find(line)?;
    let error = |what: String| line.error(what, "a link that was copied as a whole");
    let text = lz_string::decompress(&payload).map_err(error)?;
    let object = (site.object)(&text)
        .map_err(|problem| error(format!("in the compressed text, {problem}")))?;
    let link = line.text.split_whitespace().next();
    let mut puzzle = (site.puzzle)(&object, &Source { span: line, link }, headers)?;
    let name = Some(after.to_owned()).filter(|name| !name.is_empty());
    puzzle.metadata.name = puzzle.metadata.name.or(name);
    Ok(puzzle)
}

/// Returns the number of rows and of columns of a list of rows.
pub(in super::super) fn size(grid: &Field<'_>) -> Result<usize, TextError> {
    let rows = grid.items()?;
    let size = rows.len();
    if !(2..=MAX_SIZE).contains(&size) {
        return Err(grid.error(&counted(size, "row"), &format!("2 to {MAX_SIZE} rows of cells")));
    }
    for row in rows {
        let cells = row.items()?.len();
        if cells != size {
            return Err(row.error(&counted(cells, "cell"), &format!("{size}, as there are rows")));
        }
    }
    Ok(size)
}
