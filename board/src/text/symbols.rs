//! What the symbols of a text look like: digits, letters or numbers, and which come first.
//!
//! Up to nine symbols, everybody writes 1–9. Sixteen are written in at least four ways, and a
//! character means another symbol in each:
//!
//! | name | sixteen symbols | who |
//! |---|---|---|
//! | `hex1` | `1–9 A–G` | this project's own; Malherbe |
//! | `hex0` | `0–9 A–F` | where `0` is a symbol, and an empty cell is something else |
//! | `letters` | `A–P` | |
//! | `numbers` | 1 … 16 | words, apart by blanks |
//! | `numbers0` | 0 … 15 | words |
//!
//! A text is never guessed at: where more than one of these fits what stands there, it is an error
//! that names them, unless the reader was told. That `0` is an empty cell is held to be a way to
//! read a text as well; but a symbol does not stand in more cells than there are rows, so that many
//! zeros can only be empty cells.

use std::fmt;

use super::problem::{Problem, TextError};
use crate::symbols::{Alphabet, AlphabetError, SymbolSet};

/// A way to write symbols.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Symbols {
    /// `1–9 A–Z a–z`.
    Hex1,
    /// `0–9 A–Z a–z`.
    Hex0,
    /// `A–Z a–z`.
    Letters,
    /// Numbers from one.
    Numbers,
    /// Numbers from zero.
    Numbers0,
    /// These characters.
    Characters(Alphabet),
}

/// Words that a cell is written in, and where they stand: line, column, text.
pub(super) type Spot<'t> = (usize, usize, &'t str);

/// What the words of a picture are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Words {
    /// A character each.
    Characters,
    /// A number each.
    Numbers,
    /// The candidates of a cell each, a character a candidate.
    Candidates,
}

/// What stands for an empty cell in pictures, beside `0` where it is no symbol.
const EMPTY: &[char] = &['.', '_', '*', '-', '?'];

impl Symbols {
    /// The names of those that have one.
    pub const NAMES: &[&str] = &["hex0", "hex1", "letters", "numbers", "numbers0"];

    /// The symbols that go by this name; any other text lists its characters.
    ///
    /// # Errors
    /// When the characters cannot be an alphabet.
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

    /// The characters of so many symbols. Those of numbers are what a character notation would
    /// write.
    ///
    /// # Errors
    /// When there are more symbols than characters, or not as many as were listed.
    pub fn alphabet(&self, size: usize) -> Result<Alphabet, AlphabetError> {
        let letters = ('A'..='Z').chain('a'..='z');
        let first = |characters: &mut dyn Iterator<Item = char>| {
            let text: String = characters.take(size).collect();
            if text.len() < size { Err(AlphabetError::Size(size)) } else { Alphabet::new(&text) }
        };
        match self {
            Self::Hex1 | Self::Numbers => Alphabet::standard(size),
            Self::Hex0 | Self::Numbers0 => first(&mut ('0'..='9').chain(letters)),
            Self::Letters => first(&mut { letters }),
            Self::Characters(alphabet) if alphabet.len() == size => Ok(alphabet.clone()),
            Self::Characters(alphabet) => Err(AlphabetError::Size(alphabet.len())),
        }
    }

    /// Whether a cell is a number.
    pub fn is_numbers(&self) -> bool {
        matches!(self, Self::Numbers | Self::Numbers0)
    }

    /// The symbols of a text whose reader was not told: the only ones that fit its words.
    ///
    /// # Errors
    /// When more than one fits, or none.
    pub(super) fn of_words(
        spots: &[Spot<'_>],
        words: Words,
        size: usize,
        cells: usize,
    ) -> Result<Self, TextError> {
        let known = |symbols: &&Self| size > 9 || !matches!(symbols, Self::Hex0 | Self::Numbers0);
        let all: &[Self] = match words {
            Words::Numbers => &[Self::Numbers, Self::Numbers0],
            _ => &[Self::Hex1, Self::Hex0, Self::Letters],
        };
        let fits = |symbols: &&Self| symbols.fit(spots, words, size, cells);
        let fitting: Vec<Self> = all.iter().filter(known).filter(fits).cloned().collect();
        match fitting.len() {
            1 => Ok(fitting[0].clone()),
            // Nothing but empty cells: nothing can be mistaken.
            _ if spots.iter().all(|(_, _, word)| is_empty(word)) => Ok(all[0].clone()),
            // The first word that no way of writing knows, or the first at all.
            0 => Err(all[0].foreign(spots, words, size)),
            _ => {
                let (line, column, _) = spots[0];
                Err(TextError::new(line, column, Problem::Ambiguous(fitting)))
            }
        }
    }

    /// What a cell may take in which `word` stands; none if it means nothing.
    pub(super) fn cell(&self, word: &str, words: Words, alphabet: &Alphabet) -> Option<SymbolSet> {
        let all = SymbolSet::all(alphabet.len());
        match words {
            Words::Numbers => {
                if word.chars().all(|c| EMPTY.contains(&c)) {
                    return Some(all);
                }
                let number = word.parse::<usize>().ok().filter(|_| !word.starts_with('+'))?;
                match (self, number) {
                    (Self::Numbers0, n) if n < alphabet.len() => Some(SymbolSet::only(n as u8)),
                    (Self::Numbers0, _) => None,
                    (_, 0) => Some(all),
                    (_, n) if n <= alphabet.len() => Some(SymbolSet::only(n as u8 - 1)),
                    _ => None,
                }
            }
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
                let is_cross = alphabet.len() <= 9 && matches!(first, 'x' | 'X');
                (first == '0' || is_cross || EMPTY.contains(&first)).then_some(all)
            }
        }
    }

    /// The first word that means nothing, as an error.
    pub(super) fn foreign(&self, spots: &[Spot<'_>], words: Words, size: usize) -> TextError {
        let alphabet = match self.alphabet(size) {
            Ok(alphabet) => alphabet,
            Err(error) => return TextError::new(1, 1, Problem::Symbols(error.to_string())),
        };
        let is_foreign = |(_, _, word): &&Spot<'_>| self.cell(word, words, &alphabet).is_none();
        let (line, column, word) = spots.iter().find(is_foreign).copied().unwrap_or((1, 1, ""));
        if words == Words::Numbers {
            let problem = Problem::ForeignNumber { found: word.into(), symbols: size };
            return TextError::new(line, column, problem);
        }
        let means_something = |c: char| {
            symbol(c, &alphabet).is_some()
                || (word.len() == 1 && self.cell(word, words, &alphabet).is_some())
        };
        let foreign = word.chars().enumerate().find(|(_, c)| !means_something(*c));
        let (index, found) = foreign.unwrap_or((0, word.chars().next().unwrap_or(' ')));
        let problem = Problem::Foreign { found, alphabet: alphabet.to_string() };
        TextError::new(line, column + index, problem)
    }

    /// Whether every word means something, and not too many mean the symbol zero.
    fn fit(&self, spots: &[Spot<'_>], words: Words, size: usize, cells: usize) -> bool {
        let Ok(alphabet) = self.alphabet(size) else { return false };
        let zero_is_a_symbol = matches!(self, Self::Hex0 | Self::Numbers0);
        if zero_is_a_symbol && words != Words::Candidates {
            let zeros = spots.iter().filter(|(_, _, word)| is_zero(word)).count();
            if zeros > 0 && !may_be_symbol(zeros, size, cells) {
                return false;
            }
        }
        spots.iter().all(|(_, _, word)| self.cell(word, words, &alphabet).is_some())
    }

    /// For people: the name, and what the first and the last look like.
    pub fn told(&self) -> String {
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

/// Whether what stands in so many cells may be a symbol: in as many cells as there are rows, at
/// most.
pub(super) fn may_be_symbol(times: usize, size: usize, cells: usize) -> bool {
    times > 0 && times <= cells.div_ceil(size)
}

fn is_zero(word: &str) -> bool {
    !word.is_empty() && word.bytes().all(|byte| byte == b'0')
}

fn is_empty(word: &str) -> bool {
    word.chars().all(|c| EMPTY.contains(&c)) || is_zero(word)
}

/// The symbol of a character. A small letter may stand for a large one where the alphabet has only
/// that.
fn symbol(character: char, alphabet: &Alphabet) -> Option<u8> {
    let large = || alphabet.symbol(character.to_ascii_uppercase());
    alphabet.symbol(character).or_else(large)
}
