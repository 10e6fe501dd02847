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
            What::Bare(text) if matches!(text.as_str(), "null" | "None" | "nan" | "NaN") => {
                ".".into()
            }
            What::Quoted(text) if text.trim().is_empty() => ".".into(),
            What::Bare(text) => whole(text).to_owned(),
            What::Quoted(text) => text.clone(),
            What::List(_) => String::new(),
        }
    }
}

/// Returns a number without the point of a float: `5.` and `5.0` are 5, as NumPy writes it by
/// default.
pub(super) fn whole(number: &str) -> &str {
    let digits = number.trim_end_matches('0').strip_suffix('.').unwrap_or(number);
    let is_number = !digits.is_empty() && digits.chars().all(|c| c.is_ascii_digit());
    if is_number { digits } else { number }
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
