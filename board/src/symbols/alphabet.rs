//! The characters that symbols are written with.

use std::fmt;

use super::set::{MAX_SYMBOLS, STANDARD_SYMBOLS, Symbol, SymbolSet};

/// The characters of S: `characters[s]` writes symbol `s`.
#[derive(Clone, PartialEq, Eq)]
pub struct Alphabet {
    characters: Vec<char>,
    /// The same.
    text: Box<str>,
    /// [`Alphabet::cell`] of every byte, so that reading a corpus needs no search.
    cells: Box<[Option<Option<Symbol>>; 256]>,
    /// `bytes[s]` writes symbol `s`, and all bytes after the last symbol are `.`. None if a character is
    /// not ASCII.
    bytes: Option<Box<[u8; SymbolSet::CAPACITY]>>,
}

/// Why characters are not an alphabet.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AlphabetError {
    /// There is no character, or there are more than [`MAX_SYMBOLS`].
    #[error("{0} symbols, expected 1 to {MAX_SYMBOLS}")]
    Size(usize),
    /// The same character for two symbols.
    #[error("the symbol {0:?} is repeated")]
    Repeated(char),
    /// A blank, `.` or `#`, which would be read as an empty cell or a comment.
    #[error("{0:?} cannot be a symbol: it means something else in a corpus")]
    Reserved(char),
}

impl Alphabet {
    /// Returns the first `size` characters of `1–9`, `A–Z`, `a–z`, and of [`STANDARD_SYMBOLS`]
    /// beyond.
    ///
    /// # Errors
    /// If `size` is zero or more than [`MAX_SYMBOLS`].
    pub fn standard(size: usize) -> Result<Self, AlphabetError> {
        if !(1..=MAX_SYMBOLS).contains(&size) {
            return Err(AlphabetError::Size(size));
        }
        Ok(Self::of(STANDARD_SYMBOLS.chars().take(size).collect()))
    }

    /// Creates the characters of `text`, in their order.
    ///
    /// # Errors
    /// If there are none or too many, or one is repeated or reserved.
    pub fn new(text: &str) -> Result<Self, AlphabetError> {
        let characters: Vec<char> = text.chars().collect();
        if !(1..=MAX_SYMBOLS).contains(&characters.len()) {
            return Err(AlphabetError::Size(characters.len()));
        }
        for (index, &character) in characters.iter().enumerate() {
            if character == '.' || character == '#' || character.is_whitespace() {
                return Err(AlphabetError::Reserved(character));
            }
            if characters[..index].contains(&character) {
                return Err(AlphabetError::Repeated(character));
            }
        }
        Ok(Self::of(characters))
    }

    fn of(characters: Vec<char>) -> Self {
        let mut cells = Box::new([None; 256]);
        for open in [b'.', b'0'] {
            cells[usize::from(open)] = Some(None);
        }
        for (symbol, &character) in (0..).zip(&characters) {
            if character.is_ascii() {
                cells[character as usize] = Some(Some(symbol));
            }
        }
        let mut bytes = Box::new([b'.'; SymbolSet::CAPACITY]);
        for (byte, &character) in bytes.iter_mut().zip(&characters) {
            *byte = character as u8;
        }
        let bytes = characters.iter().all(char::is_ascii).then_some(bytes);
        let text = characters.iter().collect();
        Self { characters, text, cells, bytes }
    }

    /// Returns the number of symbols, |S|.
    #[inline]
    pub fn len(&self) -> usize {
        self.characters.len()
    }

    /// Always `false`: an alphabet has at least one symbol.
    pub fn is_empty(&self) -> bool {
        false
    }

    /// Returns all characters, in the order of their symbols.
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// Returns the character that writes `symbol`.
    ///
    /// # Panics
    /// If `symbol` is not in S.
    pub fn character(&self, symbol: Symbol) -> char {
        self.characters[usize::from(symbol)]
    }

    /// Returns whether people read numbers from 1 in place of its characters: those of a standard alphabet that goes
    /// beyond ASCII.
    pub fn is_read_as_numbers(&self) -> bool {
        let is_ascii = self.characters.last().is_none_or(char::is_ascii);
        !is_ascii && self.characters.iter().copied().eq(STANDARD_SYMBOLS.chars().take(self.len()))
    }

    /// Returns what people read for `symbol`: its character, or its number from 1.
    ///
    /// # Panics
    /// If `symbol` is not in S.
    pub fn name(&self, symbol: Symbol) -> String {
        match self.is_read_as_numbers() {
            true => (usize::from(symbol) + 1).to_string(),
            false => self.character(symbol).to_string(),
        }
    }

    /// Returns the symbol that `character` writes.
    pub fn symbol(&self, character: char) -> Option<Symbol> {
        let index = self.characters.iter().position(|&c| c == character)?;
        Some(index as Symbol)
    }

    /// Returns what `character` says of a cell: its given, `Some(None)` for an open cell, written as `.` or, unless it
    /// is a symbol, `0`; `None` if it is no cell.
    pub fn cell(&self, character: char) -> Option<Option<Symbol>> {
        if character.is_ascii() {
            self.cells[character as usize]
        } else {
            self.symbol(character).map(Some)
        }
    }

    /// Returns the givens of cells as characters, with `.` for open ones.
    ///
    /// # Panics
    /// If a given is not in S.
    pub(crate) fn givens(&self, givens: impl Iterator<Item = Option<Symbol>>) -> String {
        let Some(bytes) = &self.bytes else {
            return givens.map(|given| given.map_or('.', |it| self.character(it))).collect();
        };
        // Without a branch, since which cells are given cannot be predicted.
        const OPEN: usize = SymbolSet::CAPACITY - 1;
        let byte = |given: Option<Symbol>| bytes[given.map_or(OPEN, usize::from)];
        String::from_utf8(givens.map(byte).collect()).expect("all characters are ASCII")
    }

    /// Returns the result of [`Alphabet::cell`] for each ASCII character, and `None` for all other bytes.
    pub(crate) fn cells(&self) -> &[Option<Option<Symbol>>; 256] {
        &self.cells
    }
}

impl fmt::Debug for Alphabet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Alphabet").field(&self.to_string()).finish()
    }
}

impl fmt::Display for Alphabet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_standard_alphabet_goes_from_digits_to_small_letters() {
        assert_eq!(Alphabet::standard(9).unwrap().to_string(), "123456789");
        assert_eq!(Alphabet::standard(16).unwrap().character(15), 'G');
        assert_eq!(Alphabet::standard(61).unwrap().symbol('z'), Some(60));
        assert_eq!(Alphabet::standard(MAX_SYMBOLS).unwrap().symbol('ç'), Some(99));
        assert_eq!(Alphabet::standard(101), Err(AlphabetError::Size(101)));
        assert_eq!(Alphabet::standard(0), Err(AlphabetError::Size(0)));
    }

    #[test]
    fn people_read_numbers_where_the_standard_symbols_go_beyond_ascii() {
        assert_eq!(Alphabet::standard(61).unwrap().name(60), "z");
        assert_eq!(Alphabet::standard(62).unwrap().name(60), "61");
        assert_eq!(Alphabet::new("aüc").unwrap().name(1), "ü");
    }

    #[test]
    fn givens_are_written_alike_in_ascii_and_beyond() {
        let givens = || [Some(0), Some(2), None, Some(1)].into_iter();
        assert_eq!(Alphabet::new("abc").unwrap().givens(givens()), "ac.b");
        assert_eq!(Alphabet::new("aüc").unwrap().givens(givens()), "ac.ü");
        for size in [61, MAX_SYMBOLS] {
            let all = Alphabet::standard(size).unwrap();
            assert_eq!(all.givens((0..size as Symbol).map(Some)), all.to_string());
        }
    }

    #[test]
    fn an_alphabet_refuses_what_a_corpus_could_not_read() {
        assert_eq!(Alphabet::new("ABCA"), Err(AlphabetError::Repeated('A')));
        assert_eq!(Alphabet::new("AB.D"), Err(AlphabetError::Reserved('.')));
        assert_eq!(Alphabet::new("AB D"), Err(AlphabetError::Reserved(' ')));
        assert_eq!(Alphabet::new(""), Err(AlphabetError::Size(0)));
        assert_eq!(Alphabet::new("0123").unwrap().symbol('0'), Some(0));
    }

    #[test]
    fn a_character_says_what_its_cell_may_take() {
        let digits = Alphabet::standard(4).unwrap();
        assert_eq!(digits.cell('4'), Some(Some(3)));
        assert_eq!(digits.cell('5'), None);
        assert_eq!(digits.cell('.'), Some(None));
        assert_eq!(digits.cell('0'), Some(None));
        let others = Alphabet::new("0é").unwrap();
        assert_eq!(others.cell('0'), Some(Some(0)));
        assert_eq!(others.cell('é'), Some(Some(1)));
        assert_eq!(others.cell('\u{ff}'), None);
    }
}
