//! A list that may be a board: rows of values, or all values of a classic board, and nothing else.
//!
//! Names before a bracket (`vec![`, `c(`, `new int[]{`) and comments between values are no part of it.

use super::scanner::is_empty_word;
use crate::catalog;

/// The characters that are kept of a text, and their places.
pub(super) type Tokens = Vec<(usize, char)>;

/// The maximum nesting depth.
const DEEPEST: usize = 16;

/// The fewest values of a row.
const FEWEST_VALUES: usize = 4;

/// The fewest rows of a board.
const FEWEST_ROWS: usize = 4;

/// The fewest rows after which a list that becomes something else is an error.
const FEWEST_BEFORE_ERROR: usize = 3;

/// The longest name of a type with its parameters.
const LONGEST_TYPE: usize = 60;

/// The longest size of an array, in brackets.
const LONGEST_SIZE: usize = 6;

/// What is in a list.
#[derive(Debug, Default)]
pub(super) struct BoardList {
    /// The place after the list.
    pub(super) end: usize,
    /// The number of values directly in it.
    values: usize,
    /// The number of rows directly in it.
    rows: usize,
    /// The number of rows in it and in its lists.
    all_rows: usize,
    /// Whether semicolons or bars end rows in it.
    has_breaks: bool,
}

/// The place at which a list has something else than values and lists.
#[derive(Debug)]
pub(super) struct Stop {
    pub(super) at: usize,
    /// Whether rows precede it.
    pub(super) is_after_rows: bool,
}

impl BoardList {
    /// Reads the list that starts with the bracket at `start`, and returns what is kept of it.
    pub(super) fn read(chars: &[char], start: usize) -> Result<(Self, Tokens), Stop> {
        let mut reader = ListReader { chars, tokens: Vec::new() };
        let list = reader.list(start, 0)?;
        Ok((list, reader.tokens))
    }

    /// Returns whether it has the rows or all values of a board.
    pub(super) fn is_board(&self) -> bool {
        let order = catalog::classic_order(self.values).filter(|&order| order >= FEWEST_ROWS);
        self.all_rows >= FEWEST_ROWS
            || self.all_rows == 0 && (order.is_some() || self.has_breaks && self.values > 9)
    }

    /// Returns whether its values are all directly in it.
    pub(super) fn is_flat(&self) -> bool {
        self.all_rows == 0 && !self.has_breaks
    }

    /// Returns whether it may be a row.
    pub(super) fn is_row(&self) -> bool {
        self.all_rows == 0 && !self.has_breaks && self.values >= FEWEST_VALUES
    }

    fn add(&mut self, list: &Self) {
        self.rows += usize::from(list.is_row());
        self.all_rows += if list.is_row() { 1 } else { list.all_rows };
    }
}

struct ListReader<'c> {
    chars: &'c [char],
    tokens: Tokens,
}

impl ListReader<'_> {
    fn list(&mut self, start: usize, depth: usize) -> Result<BoardList, Stop> {
        let close = match self.chars[start] {
            '[' => ']',
            '{' => '}',
            _ => ')',
        };
        self.tokens.push((start, '['));
        let mut list = BoardList::default();
        let mut at = start + 1;
        loop {
            at = self.after_blanks(at);
            let after_rows = list.rows >= FEWEST_BEFORE_ERROR;
            let stop = |at: usize| Stop { at, is_after_rows: after_rows };
            match self.chars.get(at) {
                None => return Err(stop(at)),
                // A label beside a board, as in `problem(1, [[5, 3, …`.
                Some(&c) if c == close && list.values > 0 && list.all_rows > 0 => {
                    return Err(stop(at));
                }
                Some(&c) if c == close => {
                    self.tokens.push((at, ']'));
                    return Ok(BoardList { end: at + 1, ..list });
                }
                // Statements after calls with boards end so, too.
                Some(';') if list.rows < list.all_rows => return Err(stop(at)),
                Some(&c @ (',' | ';' | '|')) => {
                    self.tokens.push((at, c));
                    list.has_breaks |= c != ',';
                    at += 1;
                }
                Some('[' | '{' | '(') if depth < DEEPEST => {
                    let within = |inner: Stop| Stop {
                        is_after_rows: inner.is_after_rows || after_rows,
                        ..inner
                    };
                    let inner = self.list(at, depth + 1).map_err(within)?;
                    list.add(&inner);
                    at = inner.end;
                }
                Some('"' | '\'') => at = self.quoted(at, &mut list).ok_or_else(|| stop(at))?,
                Some(_) => at = self.word(at, &mut list).ok_or_else(|| stop(at))?,
            }
        }
    }

    /// Returns the place after blanks, comments, and signs that continue a line.
    fn after_blanks(&self, mut at: usize) -> usize {
        while let Some(&c) = self.chars.get(at) {
            let next = self.chars.get(at + 1);
            let is_comment =
                matches!((c, next), ('#' | '%', _) | ('/', Some('/')) | ('-', Some('-')))
                    || self.chars[at..].starts_with(&['.', '.', '.']);
            at += if c.is_whitespace() || c == '&' {
                1
            } else if is_comment {
                self.chars[at..].iter().take_while(|&&c| c != '\n').count()
            } else if (c, next) == ('/', Some(&'*')) {
                let rest = &self.chars[at..];
                rest.windows(2).position(|two| two == ['*', '/']).map_or(rest.len(), |end| end + 2)
            } else {
                return at;
            };
        }
        at
    }

    /// Passes a text in quotes: a value, a row, or a puzzle.
    fn quoted(&mut self, start: usize, list: &mut BoardList) -> Option<usize> {
        let quote = self.chars[start];
        let inside: String =
            self.chars[start + 1..].iter().take_while(|&&c| c != quote && c != '\n').collect();
        let n_chars = inside.chars().count();
        let end = start + 1 + n_chars;
        let is_cell = |c: char| c.is_alphanumeric() || "._*-? ".contains(c);
        let has_cell =
            n_chars <= 1 || inside.contains(|c: char| c.is_ascii_digit() || "._*".contains(c));
        let is_value =
            self.chars.get(end) == Some(&quote) && inside.chars().all(is_cell) && has_cell;
        if !is_value {
            return None;
        }
        if n_chars < FEWEST_VALUES {
            list.values += 1;
        } else {
            list.rows += 1;
            let is_puzzle = n_chars > 9 && catalog::classic_order(n_chars).is_some();
            list.all_rows += if is_puzzle { FEWEST_ROWS } else { 1 };
        }
        self.tokens.extend((start..=end).map(|at| (at, self.chars[at])));
        Some(end + 1)
    }

    /// Passes a value, or a name before a bracket.
    fn word(&mut self, start: usize, list: &mut BoardList) -> Option<usize> {
        let is_part = |c: &&char| c.is_alphanumeric() || "._*:".contains(**c);
        let word: String = self.chars[start..].iter().take_while(is_part).collect();
        let end = start + word.chars().count();
        let digits = word.trim_end_matches('0').strip_suffix('.').unwrap_or(&word);
        let is_number =
            !digits.is_empty() && digits.len() < 4 && digits.bytes().all(|b| b.is_ascii_digit());
        if is_number || matches!(&*word, "." | "_" | "*") || is_empty_word(&word) {
            list.values += 1;
            self.tokens.extend((start..end).map(|at| (at, self.chars[at])));
            return Some(end);
        }
        let is_name = word.starts_with(char::is_alphabetic);
        if word == "new" { Some(end) } else { self.bracket_after(end).filter(|_| is_name) }
    }

    /// Returns the place of the bracket that opens a list after a name at `at`, behind the parameters of a type and
    /// brackets that are empty or have a number.
    fn bracket_after(&self, mut at: usize) -> Option<usize> {
        loop {
            let rest = &self.chars[at..(at + LONGEST_TYPE).min(self.chars.len())];
            match rest.first()? {
                '!' | ' ' => at += 1,
                '<' => at += rest.iter().rposition(|&c| c == '>')? + 1,
                '[' if let Some(length) = size(rest) => at += length,
                '[' | '(' | '{' => return Some(at),
                _ => return None,
            }
        }
    }
}

/// Returns the length of the brackets of an array's size, as in `int[9][9]{` and `int[]{`: another bracket follows.
fn size(rest: &[char]) -> Option<usize> {
    let close = rest.iter().position(|&c| c == ']')?;
    let is_size = rest[1..close].iter().all(|&c| c.is_ascii_digit() || matches!(c, ',' | ' '));
    let has_list = matches!(rest[close + 1..].iter().find(|c| **c != ' '), Some('{' | '['));
    (is_size && has_list && close < LONGEST_SIZE).then_some(close + 1)
}
