//! Nested lists, as JSON and Python have them, and JSON objects.
//!
//! ```text
//!   [[0,0,0,0],[1,0,3,0],[4,3,1,0],[2,0,0,0]]        rows of numbers
//!   grid = [['.', '1'], …]   np.array([[0, 1], …])   as in a program
//!   ["53..7....", "6..195...", …]                    rows of characters
//!   [{"puzzle": "53..7…", "name": "SAE"}, …]         objects: see `jsonl`
//! ```
//!
//! `0`, `.`, an empty text, `null` and `None` are empty cells. Lists of lists of lists, or several lists
//! in a row, are several puzzles. Lists have a parser of their own because most of them are not JSON,
//! and because errors need the line of a value.

use super::jsonl;
use super::metadata::Metadata;
use super::parsed::{Cells, GeometryLookup, ParsedPuzzle};
use super::picture::{Picture, Writing};
use super::picture_row::{Row, Word, rows_of, words_of};
use super::record::{Record, Style};
use super::write_error::WriteError;
use crate::catalog;
use crate::source::{TextError, without_mark};
use crate::symbols::MAX_SYMBOLS;

/// The maximum nesting depth of lists.
const DEEPEST: usize = 16;

/// A value, and where it starts.
#[derive(Debug)]
struct Value {
    line: usize,
    column: usize,
    what: What,
}

#[derive(Debug)]
enum What {
    List(Vec<Value>),
    /// A number or a name.
    Bare(String),
    Quoted(String),
}

/// Reads lists, or objects.
///
/// # Errors
/// If brackets or quotes are not closed, or their content is not a puzzle.
pub fn read(text: &str, _: &mut GeometryLookup<'_>) -> Result<Vec<ParsedPuzzle>, TextError> {
    let text = without_mark(text);
    if has_objects(text) {
        return jsonl::objects(text);
    }
    let mut scanner = Scanner { rest: text.chars().peekable(), line: 1, column: 1 };
    let mut metadata = Metadata::default();
    let mut puzzles = Vec::new();
    while let Some(value) = scanner.list(&mut metadata)? {
        let before = puzzles.len();
        value.puzzles(&mut puzzles)?;
        if let Some(first) = puzzles.get_mut(before) {
            first.metadata = std::mem::take(&mut metadata);
        }
    }
    if puzzles.is_empty() {
        return Err(TextError::new(1, 1, "no puzzle", "lists of rows"));
    }
    Ok(puzzles)
}

/// Returns whether a text starts with a list, or with an object over several lines.
pub(super) fn recognise(head: &str) -> bool {
    let lines = head.lines().map(str::trim);
    let mut lines = lines.filter(|line| !line.is_empty() && !line.starts_with('#'));
    let Some(first) = lines.next() else { return false };
    let before = first.split(['[', '(']).next().unwrap_or_default();
    let is_name = |c: char| c.is_alphanumeric() || matches!(c, '_' | '.' | '=' | ' ' | ':');
    let is_list = before.len() < first.len()
        && before.chars().all(is_name)
        && (before.is_empty()
            || before.contains('=')
            || before.ends_with("array")
            || before.trim_end().ends_with(':') && first[before.len()..].starts_with('['));
    let is_section = first.starts_with('[') && first[1..].starts_with(|c: char| c.is_alphabetic());
    (is_list && !is_section) || has_objects(head)
}

/// Writes rows of numbers.
pub(super) fn write(record: &Record, _: Style) -> Result<String, WriteError> {
    record.only_givens("json")?;
    record.only_classic("json", MAX_SYMBOLS)?;
    let row = |(_, cells): (usize, Vec<usize>)| {
        let number = |cell| record.puzzle.given(cell).map_or(0, |symbol| usize::from(symbol) + 1);
        let numbers: Vec<String> = cells.into_iter().map(|cell| number(cell).to_string()).collect();
        format!("[{}]", numbers.join(","))
    };
    let rows: Vec<String> = rows_of(record.puzzle.geometry()).into_iter().map(row).collect();
    Ok(format!("[{}]\n", rows.join(",\n ")))
}

fn has_objects(text: &str) -> bool {
    let text = text.trim_start();
    text.starts_with('{') || text.strip_prefix('[').is_some_and(|t| t.trim_start().starts_with('{'))
}

impl Value {
    /// Appends the puzzles of a list.
    fn puzzles(self, puzzles: &mut Vec<ParsedPuzzle>) -> Result<(), TextError> {
        let (line, column) = (self.line, self.column);
        let error = |found: &str, expected: &str| TextError::new(line, column, found, expected);
        let What::List(items) = self.what else {
            return Err(error("a value alone", "lists of rows"));
        };
        let is_list = |value: &Value| matches!(value.what, What::List(_));
        let is_value = |value: &Value| !is_list(value);
        let is_row = |value: &Value| match &value.what {
            What::List(items) => items.iter().all(is_value),
            What::Quoted(text) => text.chars().count() > 1,
            What::Bare(_) => false,
        };
        if items.is_empty() {
            return Err(error("an empty list", "a list of rows"));
        }
        if items.iter().all(is_line(items.len())) {
            puzzles.extend(items.into_iter().map(Value::line));
        } else if items.len() > 1 && items.iter().all(is_row) {
            puzzles.push(picture(line, items));
        } else if items.iter().all(is_list) {
            items.into_iter().try_for_each(|item| item.puzzles(puzzles))?;
        } else if items.iter().all(is_value) {
            let words: Vec<String> = items.into_iter().map(Value::word).collect();
            puzzles.push(ParsedPuzzle::new(line, Cells::Line(line, column, words.join(" "))));
        } else {
            return Err(error("lists beside values", "lists or values"));
        }
        Ok(())
    }

    /// Returns a puzzle that is one text.
    fn line(self) -> ParsedPuzzle {
        let (line, column) = (self.line, self.column + 1);
        ParsedPuzzle::new(line, Cells::Line(line, column, self.word()))
    }

    /// Returns the content of a cell.
    fn word(self) -> String {
        match self.what {
            What::Bare(text) if matches!(text.as_str(), "null" | "None" | "nan" | "NaN") => {
                ".".into()
            }
            What::Quoted(text) if text.trim().is_empty() => ".".into(),
            What::Bare(text) => whole(&text).to_owned(),
            What::Quoted(text) => text,
            What::List(_) => String::new(),
        }
    }
}

/// Returns a number without the point of a float: `5.` and `5.0` are 5, as NumPy writes it by
/// default.
fn whole(number: &str) -> &str {
    let digits = number.trim_end_matches('0').strip_suffix('.').unwrap_or(number);
    let is_number = !digits.is_empty() && digits.chars().all(|c| c.is_ascii_digit());
    if is_number { digits } else { number }
}

/// Returns whether a value is a whole puzzle, not one of `rows` rows.
fn is_line(rows: usize) -> impl Fn(&Value) -> bool {
    move |value| match &value.what {
        What::Quoted(text) => {
            let length = text.chars().count();
            length != rows && length > 9 && catalog::classic_order(length).is_some()
        }
        _ => false,
    }
}

/// Returns a puzzle in rows.
fn picture(line: usize, items: Vec<Value>) -> ParsedPuzzle {
    let mut writing = Writing::Values;
    let mut rows = Vec::new();
    for item in items {
        let (line, column) = (item.line, item.column);
        let words = match item.what {
            What::List(cells) => {
                let word =
                    |cell: Value| Word { column: cell.column, text: cell.word(), place: None };
                cells.into_iter().map(word).collect()
            }
            What::Quoted(text) | What::Bare(text) => {
                writing = Writing::Any;
                words_of(column + 1, &text)
            }
        };
        rows.push(Row::new(line, words));
    }
    ParsedPuzzle::new(line, Cells::Picture(Picture::new(rows, writing)))
}

/// Reads values, and keeps track of the place.
struct Scanner<'t> {
    rest: std::iter::Peekable<std::str::Chars<'t>>,
    line: usize,
    column: usize,
}

impl Scanner<'_> {
    fn next(&mut self) -> Option<char> {
        let character = self.rest.next()?;
        if character == '\n' {
            (self.line, self.column) = (self.line + 1, 1);
        } else {
            self.column += 1;
        }
        Some(character)
    }

    fn error(&self, found: &str, expected: &str) -> TextError {
        TextError::new(self.line, self.column, found, expected)
    }

    /// Returns the next list; `None` at the end. Between lists there are names, signs and comments.
    fn list(&mut self, metadata: &mut Metadata) -> Result<Option<Value>, TextError> {
        while let Some(&character) = self.rest.peek() {
            match character {
                '[' | '(' => return self.nested().map(Some),
                '#' => {
                    let line = self.line;
                    metadata.parse_header(line, &self.comment());
                }
                ']' | ')' | '{' | '}' | '"' | '\'' => {
                    return Err(self.error(&format!("{character:?}"), "a list of rows"));
                }
                _ => drop(self.next()),
            }
        }
        Ok(None)
    }

    /// Returns the text after a `#`.
    fn comment(&mut self) -> String {
        self.next();
        let mut text = String::new();
        while self.rest.peek().is_some_and(|&c| c != '\n') {
            text.extend(self.next());
        }
        text
    }

    /// Returns the list that starts here. The open lists are on an explicit stack, so that no text can overflow the
    /// call stack.
    fn nested(&mut self) -> Result<Value, TextError> {
        let mut open: Vec<Value> = Vec::new();
        loop {
            let (line, column) = (self.line, self.column);
            let Some(&character) = self.rest.peek() else {
                return Err(self.error("the end of the text", "a bracket that closes the list"));
            };
            let mut done = None;
            match character {
                '[' | '(' if open.len() == DEEPEST => {
                    return Err(self.error("a list in 16 others", "rows in lists"));
                }
                '[' | '(' => {
                    self.next();
                    open.push(Value { line, column, what: What::List(Vec::new()) });
                }
                ']' | ')' => {
                    self.next();
                    done = open.pop();
                }
                '\'' | '"' => done = Some(Value { line, column, what: self.quoted(character)? }),
                '#' => drop(self.comment()),
                c if c == ',' || c.is_whitespace() => drop(self.next()),
                c if is_bare(c) => done = Some(Value { line, column, what: self.bare() }),
                c => return Err(self.error(&format!("{c:?}"), "a number, a text or a list")),
            }
            let Some(value) = done else { continue };
            match open.last_mut() {
                None => return Ok(value),
                Some(Value { what: What::List(items), .. }) => items.push(value),
                Some(_) => {}
            }
        }
    }

    fn bare(&mut self) -> What {
        let mut text = String::new();
        while self.rest.peek().is_some_and(|&c| is_bare(c)) {
            text.extend(self.next());
        }
        What::Bare(text)
    }

    fn quoted(&mut self, quote: char) -> Result<What, TextError> {
        let start = self.error("a quote that is not closed", "one more");
        self.next();
        let mut text = String::new();
        loop {
            match self.next() {
                None | Some('\n') => return Err(start),
                Some(c) if c == quote => return Ok(What::Quoted(text)),
                Some('\\') => text.extend(self.next()),
                Some(c) => text.push(c),
            }
        }
    }
}

/// Returns whether a number or a name may contain a character.
fn is_bare(c: char) -> bool {
    c.is_alphanumeric() || "._-+*".contains(c)
}

#[cfg(test)]
mod tests {
    use super::whole;
    use crate::text::reading;

    #[test]
    fn numbers_of_floats_are_whole() {
        for (number, read) in [("5.", "5"), ("0.0", "0"), ("10.0", "10"), (".", "."), ("x.", "x.")]
        {
            assert_eq!(whole(number), read);
        }
        assert_eq!(whole("5.5"), "5.5");
        let rows = "[[0. 0. 0. 0.]\n [1. 0. 3. 0.]\n [4. 3. 1. 0.]\n [2. 0. 0. 0.]]\n";
        let reading = reading::read(rows, "classic4").unwrap();
        assert_eq!(crate::text::line::write_givens(&reading.puzzle), "....1.3.431.2...");
    }
}
