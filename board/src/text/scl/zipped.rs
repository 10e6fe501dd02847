//! Objects in the short form of compressed puzzles: JSON in which much is left out.
//!
//! ```text
//!   {ce:[[{v:5},,],[,,],[,,]],ca:[{ce:[[0,0],[0,1]],v:9,unique:t}],u:[{c2:#F,text:'don\'t'}]}
//! ```
//!
//! Keys are bare and many of them short, texts have single quotes, and an object without keys is left out between brackets
//! and commas. After a key, `t` and `f` are `true` and `false`, and six hexadecimal digits, `#0` and `#F` are colours: so a
//! number of six digits has no short form there, while in a list it is a number. A list that was empty is left out with its
//! key. An apostrophe and a quote within a text are both `\'`, and are read as apostrophes.

use serde_json::{Map, Value};

/// The short keys, and what they stand for.
const KEYS: [(&str, &str); 25] = [
    ("a", "arrows"),
    ("c", "color"),
    ("c1", "borderColor"),
    ("c2", "backgroundColor"),
    ("ca", "cages"),
    ("ce", "cells"),
    ("cs", "cellSize"),
    ("ct", "center"),
    ("d", "duration"),
    ("d2", "d"),
    ("fs", "fontSize"),
    ("h", "height"),
    ("hl", "headLength"),
    ("l", "lines"),
    ("o", "overlays"),
    ("r", "rounded"),
    ("re", "regions"),
    ("t", "title"),
    ("te", "text"),
    ("th", "thickness"),
    ("u", "underlays"),
    ("v", "value"),
    ("vd", "videos"),
    ("w", "width"),
    ("wp", "wayPoints"),
];

/// The deepest nesting: as deep as that of JSON.
const DEEPEST: usize = 128;

/// Returns the object of a text, or what is wrong.
pub(super) fn read(text: &str) -> Result<Map<String, Value>, String> {
    let mut scanner = Scanner { text, at: 0, depth: 0 };
    let value = scanner.value()?;
    match value {
        Value::Object(object) if scanner.rest().trim_start().is_empty() => Ok(object),
        Value::Object(_) => Err(scanner.error("the end")),
        _ => Err("no object".into()),
    }
}

struct Scanner<'t> {
    text: &'t str,
    at: usize,
    depth: usize,
}

impl<'t> Scanner<'t> {
    fn rest(&self) -> &'t str {
        &self.text[self.at..]
    }

    fn error(&self, expected: &str) -> String {
        let start: String = self.rest().chars().take(10).collect();
        format!("{start:?} at character {} in place of {expected}", self.at)
    }

    fn peek(&mut self) -> Option<char> {
        self.at += self.rest().len() - self.rest().trim_start().len();
        self.rest().chars().next()
    }

    fn take(&mut self, wanted: char) -> bool {
        let is_here = self.peek() == Some(wanted);
        self.at += if is_here { wanted.len_utf8() } else { 0 };
        is_here
    }

    fn expect(&mut self, wanted: char) -> Result<(), String> {
        if self.take(wanted) { Ok(()) } else { Err(self.error(&format!("{wanted:?}"))) }
    }

    fn value(&mut self) -> Result<Value, String> {
        self.depth += 1;
        if self.depth > DEEPEST {
            return Err("too deep a nesting".into());
        }
        let value = match self.peek() {
            Some('{') => self.object().map(Value::Object),
            Some('[') => self.list().map(Value::Array),
            Some(quote @ ('\'' | '"')) => self.quoted(quote).map(Value::String),
            _ => self.bare(),
        };
        self.depth -= 1;
        value
    }

    fn object(&mut self) -> Result<Map<String, Value>, String> {
        let mut object = Map::new();
        self.expect('{')?;
        if self.take('}') {
            return Ok(object);
        }
        loop {
            let key = match self.peek() {
                Some(quote @ ('\'' | '"')) => self.quoted(quote)?,
                _ => self.word().to_owned(),
            };
            if key.is_empty() {
                return Err(self.error("a key"));
            }
            self.expect(':')?;
            let value = self.field()?;
            let long = KEYS.iter().find(|(short, _)| *short == key);
            let key = long.map_or(key, |(_, long)| (*long).to_owned());
            if object.contains_key(&key) {
                return Err(format!("{key} twice in an object"));
            }
            object.insert(key, value);
            if !self.take(',') {
                return self.expect('}').map(|()| object);
            }
        }
    }

    /// Returns the value after a key, which may be abbreviated.
    fn field(&mut self) -> Result<Value, String> {
        self.peek();
        let start = self.at;
        if let Some(value) = abbreviated(self.word()) {
            return Ok(value);
        }
        self.at = start;
        self.value()
    }

    /// Returns a list, in which objects without keys are left out.
    fn list(&mut self) -> Result<Vec<Value>, String> {
        let mut items = Vec::new();
        self.expect('[')?;
        loop {
            items.push(match self.peek() {
                Some(',' | ']') => Value::Object(Map::new()),
                _ => self.value()?,
            });
            if !self.take(',') {
                return self.expect(']').map(|()| items);
            }
        }
    }

    /// Returns the characters until the end of a value or a key.
    fn word(&mut self) -> &'t str {
        let is_end = |c: char| ",:{}[]'\"".contains(c) || c.is_whitespace();
        let rest = self.rest();
        let word = &rest[..rest.find(is_end).unwrap_or(rest.len())];
        self.at += word.len();
        word
    }

    /// Returns a value without quotes.
    fn bare(&mut self) -> Result<Value, String> {
        let start = self.at;
        let value = serde_json::from_str(self.word());
        value.map_err(|_| {
            self.at = start;
            self.error("a value")
        })
    }

    /// Returns a text in quotes, with the escapes of JSON and `\'`.
    fn quoted(&mut self, quote: char) -> Result<String, String> {
        self.expect(quote)?;
        let mut json = String::from('"');
        let mut chars = self.rest().char_indices();
        while let Some((at, c)) = chars.next() {
            match c {
                '\\' => match chars.next() {
                    Some((_, '\'')) => json.push('\''),
                    Some((_, escaped)) => json.extend(['\\', escaped]),
                    None => break,
                },
                '"' if c != quote => json += "\\\"",
                _ if c == quote => {
                    json.push('"');
                    let text = serde_json::from_str(&json);
                    let text = text.map_err(|_| self.error("the characters of a text"))?;
                    self.at += at + c.len_utf8();
                    return Ok(text);
                }
                c => json.push(c),
            }
        }
        Err(self.error(&format!("a text that ends with {quote}")))
    }
}

/// Returns the value that a word after a key abbreviates.
fn abbreviated(word: &str) -> Option<Value> {
    let is_colour = word.len() == 6 && word.bytes().all(|byte| byte.is_ascii_hexdigit());
    match word {
        "t" => Some(true.into()),
        "f" => Some(false.into()),
        "#0" => Some("#000000".into()),
        "#F" => Some("#FFFFFF".into()),
        _ if is_colour => Some(format!("#{word}").into()),
        _ => None,
    }
}
