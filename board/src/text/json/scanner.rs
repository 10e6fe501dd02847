//! The values of nested lists, and where they start.

use crate::source::TextError;
use crate::text::metadata::Metadata;

/// The maximum nesting depth of lists.
const DEEPEST: usize = 16;

/// A value, and where it starts.
#[derive(Debug)]
pub(super) struct Value {
    pub(super) line: usize,
    pub(super) column: usize,
    pub(super) what: What,
}

#[derive(Debug)]
pub(super) enum What {
    List(Vec<Value>),
    /// A number or a name.
    Bare(String),
    Quoted(String),
}

impl Value {
    /// Returns the content of a cell.
    pub(super) fn word(&self) -> String {
        match &self.what {
            What::Bare(text) if is_empty_word(text) => ".".into(),
            What::Quoted(text) if text.trim().is_empty() => ".".into(),
            What::Bare(text) => whole(text).to_owned(),
            What::Quoted(text) => text.clone(),
            What::List(_) => String::new(),
        }
    }

    /// Returns whether this is a name in parentheses, as in `print(board)`.
    pub(super) fn is_argument(&self) -> bool {
        let What::List(items) = &self.what else { return false };
        matches!(&items[..], [Value { what: What::Bare(name), .. }]
            if name.starts_with(char::is_alphabetic))
    }
}

/// Returns whether a word stands for an empty cell.
pub(super) fn is_empty_word(word: &str) -> bool {
    matches!(word, "null" | "None" | "nan" | "NaN" | "NA" | "nil" | "undefined" | "missing")
}

/// Returns a number without the point of a float: `5.` and `5.0` are 5, as NumPy writes it by
/// default.
pub(super) fn whole(number: &str) -> &str {
    let digits = number.trim_end_matches('0').strip_suffix('.').unwrap_or(number);
    let is_number = !digits.is_empty() && digits.chars().all(|c| c.is_ascii_digit());
    if is_number { digits } else { number }
}

/// A list that is not closed.
#[derive(Debug)]
struct OpenList {
    line: usize,
    column: usize,
    /// The rows that semicolons or bars end, as in `[5 3 0; 6 0 0]`.
    rows: Vec<Value>,
    /// The values since then.
    items: Vec<Value>,
    has_breaks: bool,
    /// Whether a comma may stand for an empty value.
    is_after_separator: bool,
}

impl OpenList {
    fn new(line: usize, column: usize) -> Self {
        let (rows, items) = (Vec::new(), Vec::new());
        Self { line, column, rows, items, has_breaks: false, is_after_separator: true }
    }

    fn push(&mut self, value: Value) {
        self.items.push(value);
        self.is_after_separator = false;
    }

    /// Ends a value, or a row of values.
    fn separate(&mut self, separator: char, line: usize, column: usize) {
        let is_after_list = self.items.last().is_some_and(|it| matches!(it.what, What::List(_)));
        if separator != ',' && !is_after_list {
            self.has_breaks = true;
            self.end_row();
        } else if self.is_after_separator {
            self.items.push(Value { line, column, what: What::Bare(".".into()) });
        }
        self.is_after_separator = true;
    }

    fn end_row(&mut self) {
        let items = std::mem::take(&mut self.items);
        if let Some((line, column)) = items.first().map(|first| (first.line, first.column)) {
            self.rows.push(Value { line, column, what: What::List(items) });
        }
    }

    fn close(mut self) -> Value {
        if self.has_breaks {
            self.end_row();
        }
        let items = if self.has_breaks { self.rows } else { self.items };
        Value { line: self.line, column: self.column, what: What::List(items) }
    }
}

/// Reads values, and keeps track of the place.
pub(super) struct Scanner<'t> {
    rest: std::iter::Peekable<std::str::Chars<'t>>,
    line: usize,
    column: usize,
}

impl<'t> Scanner<'t> {
    /// Creates a scanner at the start of a text.
    pub(super) fn new(text: &'t str) -> Self {
        Self { rest: text.chars().peekable(), line: 1, column: 1 }
    }

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
    pub(super) fn list(&mut self, metadata: &mut Metadata) -> Result<Option<Value>, TextError> {
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
        let mut open: Vec<OpenList> = Vec::new();
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
                    open.push(OpenList::new(line, column));
                }
                ']' | ')' => {
                    self.next();
                    done = open.pop().map(OpenList::close);
                }
                ',' | ';' | '|' => {
                    self.next();
                    if let Some(list) = open.last_mut() {
                        list.separate(character, line, column);
                    }
                }
                '\'' | '"' => done = Some(Value { line, column, what: self.quoted(character)? }),
                '#' => drop(self.comment()),
                c if c.is_whitespace() => drop(self.next()),
                c if is_bare(c) => {
                    // Three points continue a line.
                    let text = Some(self.bare()).filter(|text| text != "...");
                    done = text.map(|text| Value { line, column, what: What::Bare(text) });
                }
                c => return Err(self.error(&format!("{c:?}"), "a number, a text or a list")),
            }
            let Some(value) = done else { continue };
            match open.last_mut() {
                None => return Ok(value),
                Some(list) => list.push(value),
            }
        }
    }

    fn bare(&mut self) -> String {
        let mut text = String::new();
        while self.rest.peek().is_some_and(|&c| is_bare(c)) {
            text.extend(self.next());
        }
        text
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
