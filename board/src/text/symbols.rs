//! How the symbols of a text are written: digits, letters or numbers, and which comes first.
//!
//! Up to nine symbols are 1–9, unless `0` stands beside another mark for empty cells. Sixteen are written in at
//! least four ways, in which the same character is a different symbol:
//!
//! | name | sixteen symbols | used by |
//! |---|---|---|
//! | `hex1` | `1–9 A–G` | this project; Malherbe |
//! | `hex0` | `0–9 A–F` | texts where `0` is a symbol, and an empty cell is something else |
//! | `letters` | `A–P` | |
//! | `numbers` | 1 … 16 | words, separated by blanks |
//! | `numbers0` | 0 … 15 | words |
//!
//! The reader never guesses: if more than one of these fits the text and nothing states which, it is an
//! error that names them. `0` as an empty cell counts as a way to read a text, too; but a symbol occurs
//! in no more cells than there are rows, so that many zeros can only be empty cells.

use std::fmt;

use crate::source::{Span, TextError};
use crate::symbols::{Alphabet, AlphabetError, MAX_SYMBOLS, STANDARD_SYMBOLS, SymbolSet};

/// A way to write symbols.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Symbols {
    /// `1–9 A–Z a–z`, and the letters that follow in the [standard characters](STANDARD_SYMBOLS).
    Hex1,
    /// `0–9 A–Z a–z`, and so on.
    Hex0,
    /// `A–Z a–z`, and so on.
    Letters,
    /// Numbers from one.
    Numbers,
    /// Numbers from zero.
    Numbers0,
    /// These characters.
    Characters(Alphabet),
}

/// What the words of a picture are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Words {
    /// A character each.
    Characters,
    /// A number each.
    Numbers,
    /// The candidates of a cell each, one character per candidate.
    Candidates,
}

/// The characters for an empty cell, besides `0` where it is not a symbol.
pub(super) const EMPTY: &[char] = &['.', '_', '*', '-', '?'];

/// Returns whether a character that is not a symbol marks an empty cell on a board of `size` symbols.
pub(super) fn is_empty_mark(character: char, size: usize) -> bool {
    let is_cross = size <= 9 && matches!(character, 'x' | 'X');
    character == '0' || is_cross || EMPTY.contains(&character)
}

impl Symbols {
    /// The names of those that have one.
    pub const NAMES: &[&str] = &["hex0", "hex1", "letters", "numbers", "numbers0"];

    /// Returns the symbols with this name; any other text lists its characters.
    ///
    /// # Errors
    /// If the characters are not an alphabet.
    pub fn parse(text: &str) -> Result<Self, AlphabetError> {
        Ok(match text {
            "hex0" => Self::Hex0,
            "hex1" => Self::Hex1,
            "letters" => Self::Letters,
            "numbers" => Self::Numbers,
            "numbers0" => Self::Numbers0,
            characters => Self::Characters(Alphabet::new(characters)?),
        })
    }

    /// Returns the characters of `size` symbols. Numbers get the characters of the corresponding
    /// character notation.
    ///
    /// # Errors
    /// If there are more symbols than characters, or another number of them than was listed.
    pub fn alphabet(&self, size: usize) -> Result<Alphabet, AlphabetError> {
        let letters = STANDARD_SYMBOLS.chars().skip(9);
        let first = |characters: &mut dyn Iterator<Item = char>| {
            let text: String = characters.take(size).collect();
            if text.chars().count() < size {
                Err(AlphabetError::Size(size))
            } else {
                Alphabet::new(&text)
            }
        };
        match self {
            Self::Hex1 | Self::Numbers => Alphabet::standard(size),
            Self::Hex0 | Self::Numbers0 => first(&mut ('0'..='9').chain(letters)),
            Self::Letters => first(&mut { letters }),
            Self::Characters(alphabet) if alphabet.len() == size => Ok(alphabet.clone()),
            Self::Characters(alphabet) => Err(AlphabetError::Size(alphabet.len())),
        }
    }

    /// Returns the symbols with this alphabet, by name if they have one.
    pub(super) fn of_alphabet(alphabet: &Alphabet) -> Self {
        let is = |symbols: &Self| symbols.alphabet(alphabet.len()).as_ref() == Ok(alphabet);
        let named = [Self::Hex1, Self::Hex0, Self::Letters].into_iter().find(is);
        named.unwrap_or_else(|| Self::Characters(alphabet.clone()))
    }

    /// Returns whether a cell is written as a number.
    pub fn is_numbers(&self) -> bool {
        matches!(self, Self::Numbers | Self::Numbers0)
    }

    /// Returns the only symbols that fit the words of a text which does not state its symbols.
    ///
    /// # Errors
    /// If more than one way fits, or none.
    pub(super) fn of_words(
        spans: &[Span<'_>],
        words: Words,
        size: usize,
        cells: usize,
    ) -> Result<Self, TextError> {
        let has = |is: fn(&str) -> bool| spans.iter().any(|span| is(span.text));
        let may_be_zero = size > 9 || has(is_zero) && has(is_mark);
        let known =
            |symbols: &&Self| may_be_zero || !matches!(symbols, Self::Hex0 | Self::Numbers0);
        let all: &[Self] = match words {
            Words::Numbers => &[Self::Numbers, Self::Numbers0],
            _ => &[Self::Hex1, Self::Hex0, Self::Letters],
        };
        let fits = |symbols: &&Self| symbols.fit(spans, words, size, cells);
        let fitting: Vec<Self> = all.iter().filter(known).filter(fits).cloned().collect();
        match fitting.len() {
            1 => Ok(fitting[0].clone()),
            // Empty cells only: every way gives the same puzzle.
            _ if spans.iter().all(|span| is_empty(span.text)) => Ok(all[0].clone()),
            0 => Err(all[0].foreign(spans, words, size)),
            _ => Err(ambiguous(spans[0].line, spans[0].column, &fitting)),
        }
    }

    /// Returns the symbols that a cell written as `word` may take; `None` if the word is invalid.
    pub(super) fn cell(&self, word: &str, words: Words, alphabet: &Alphabet) -> Option<SymbolSet> {
        match words {
            Words::Numbers => self.cell_of_number(word, alphabet.len()),
            Words::Candidates if word.chars().nth(1).is_some() => {
                word.chars().map(|character| symbol(character, alphabet)).collect()
            }
            _ => {
                let mut characters = word.chars();
                let (first, rest) = (characters.next()?, characters.next());
                if rest.is_some() {
                    return None;
                }
                if let Some(symbol) = symbol(first, alphabet) {
                    return Some(SymbolSet::only(symbol));
                }
                let is_open = is_empty_mark(first, alphabet.len());
                is_open.then(|| SymbolSet::all(alphabet.len()))
            }
        }
    }

    fn cell_of_number(&self, word: &str, size: usize) -> Option<SymbolSet> {
        let all = SymbolSet::all(size);
        if is_mark(word) {
            return Some(all);
        }
        let number = word.parse::<usize>().ok().filter(|_| !word.starts_with('+'))?;
        match (self, number) {
            (Self::Numbers0, n) if n < size => Some(SymbolSet::only(n as u8)),
            (Self::Numbers0, _) => None,
            (_, 0) => Some(all),
            (_, n) if n <= size => Some(SymbolSet::only(n as u8 - 1)),
            _ => None,
        }
    }

    /// Returns the error for the first invalid word.
    pub(super) fn foreign(&self, spans: &[Span<'_>], words: Words, size: usize) -> TextError {
        let Ok(alphabet) = self.alphabet(size) else {
            let expected = format!("the characters of {size} symbols");
            return TextError::new(1, 1, format!("the symbols {self}"), expected);
        };
        let is_foreign = |span: &&Span<'_>| self.cell(span.text, words, &alphabet).is_none();
        let none = Span { line: 1, column: 1, text: "" };
        let Span { line, column, text: word } =
            spans.iter().find(is_foreign).copied().unwrap_or(none);
        if words == Words::Numbers {
            return foreign_number(line, column, word, size);
        }
        let is_known = |c: char| {
            symbol(c, &alphabet).is_some()
                || (word.len() == 1 && self.cell(word, words, &alphabet).is_some())
        };
        let foreign = word.chars().enumerate().find(|(_, c)| !is_known(*c));
        let (index, found) = foreign.unwrap_or((0, word.chars().next().unwrap_or(' ')));
        foreign_character(line, column + index, found, &alphabet)
    }

    /// Returns whether every word is valid, and the symbol zero does not occur too often.
    fn fit(&self, spans: &[Span<'_>], words: Words, size: usize, cells: usize) -> bool {
        let Ok(alphabet) = self.alphabet(size) else { return false };
        let zero_is_a_symbol = matches!(self, Self::Hex0 | Self::Numbers0);
        if zero_is_a_symbol && words != Words::Candidates {
            let zeros = spans.iter().filter(|span| is_zero(span.text)).count();
            if zeros > 0 && !may_be_symbol(zeros, size, cells) {
                return false;
            }
        }
        spans.iter().all(|span| self.cell(span.text, words, &alphabet).is_some())
    }

    /// Returns a description for messages: the first and the last symbols, and the name.
    pub fn description(&self) -> String {
        match self {
            Self::Hex1 => "1–9 A–Z a–z (hex1)".into(),
            Self::Hex0 => "0–9 A–Z a–z (hex0)".into(),
            Self::Letters => "A–Z a–z (letters)".into(),
            Self::Numbers => "numbers from 1 (numbers)".into(),
            Self::Numbers0 => "numbers from 0 (numbers0)".into(),
            Self::Characters(alphabet) => alphabet.to_string(),
        }
    }
}

/// As it is written in a header.
impl fmt::Display for Symbols {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Hex1 => f.write_str("hex1"),
            Self::Hex0 => f.write_str("hex0"),
            Self::Letters => f.write_str("letters"),
            Self::Numbers => f.write_str("numbers"),
            Self::Numbers0 => f.write_str("numbers0"),
            Self::Characters(alphabet) => write!(f, "{alphabet}"),
        }
    }
}

/// How a user states the symbols of a text.
const STATE_SYMBOLS: &str = "`--symbols NAME` or a header line `# symbols: NAME`";

/// Returns the error for a text whose words fit each of `choices`.
pub(super) fn ambiguous(line: usize, column: usize, choices: &[Symbols]) -> TextError {
    let choices: Vec<String> = choices.iter().map(Symbols::description).collect();
    let choices = match choices.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} or {last}", rest.join(", ")),
        _ => choices.concat(),
    };
    let found = format!("the symbols may be {choices}");
    TextError::new(line, column, found, STATE_SYMBOLS)
}

/// Adds to the error for a foreign character how other symbols are stated.
pub(super) fn with_hint(error: TextError) -> TextError {
    let expected = format!("{}, or {STATE_SYMBOLS}", error.expected);
    TextError { expected, ..error }
}

/// Returns the error for a character that is not a symbol.
pub(super) fn foreign_character(
    line: usize,
    column: usize,
    found: char,
    alphabet: &Alphabet,
) -> TextError {
    let expected = format!("one of {alphabet}, or . for an empty cell");
    TextError::new(line, column, format!("{found:?} is no symbol"), expected)
}

/// Returns the error for a number, or a word among numbers, that is not a symbol.
pub(super) fn foreign_number(line: usize, column: usize, found: &str, size: usize) -> TextError {
    let expected = format!("a number from 1 to {size}, or 0 or . for an empty cell");
    TextError::new(line, column, format!("{found:?} is no symbol"), expected)
}

/// Returns the error for a board with more symbols than can be written.
pub(super) fn too_many(line: usize, column: usize, size: usize) -> TextError {
    let found = format!("a board of {size} symbols");
    TextError::new(line, column, found, format!("at most {MAX_SYMBOLS}"))
}

/// Returns whether what occurs this many times may be a symbol: at most once in each row.
pub(super) fn may_be_symbol(times: usize, size: usize, cells: usize) -> bool {
    times > 0 && times <= cells.div_ceil(size)
}

fn is_zero(word: &str) -> bool {
    !word.is_empty() && word.bytes().all(|byte| byte == b'0')
}

/// Returns whether a word marks an empty cell, whatever the symbols.
fn is_mark(word: &str) -> bool {
    word.chars().all(|c| EMPTY.contains(&c))
}

fn is_empty(word: &str) -> bool {
    is_mark(word) || is_zero(word)
}

/// Returns the symbol of a character. A lower-case letter may stand for an upper-case one if the alphabet has only
/// that.
fn symbol(character: char, alphabet: &Alphabet) -> Option<u8> {
    let upper = || alphabet.symbol(character.to_ascii_uppercase());
    alphabet.symbol(character).or_else(upper)
}
