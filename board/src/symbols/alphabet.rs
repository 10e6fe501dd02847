//! The characters that symbols are written with.

use std::fmt;
use std::hint::select_unpredictable;

use super::set::{MAX_SYMBOLS, STANDARD_SYMBOLS, Symbol, SymbolSet};

/// The characters of S: `characters[s]` writes symbol `s`.
#[derive(Clone, PartialEq, Eq)]
pub struct Alphabet {
    characters: Vec<char>,
    /// [`Alphabet::cell`] of every byte, so that reading a corpus needs no search.
    cells: Box<[SymbolSet; 256]>,
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
    /// The first `size` characters of `1–9`, `A–Z`, `a–z`, and of [`STANDARD_SYMBOLS`] beyond.
    ///
    /// # Errors
    /// If `size` is zero or more than [`MAX_SYMBOLS`].
    pub fn standard(size: usize) -> Result<Self, AlphabetError> {
        if !(1..=MAX_SYMBOLS).contains(&size) {
            return Err(AlphabetError::Size(size));
        }
        Ok(Self::of(STANDARD_SYMBOLS.chars().take(size).collect()))
    }

    /// The characters of `text`, in their order.
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
        let mut cells = Box::new([SymbolSet::EMPTY; 256]);
        for empty in [b'.', b'0'] {
            cells[usize::from(empty)] = SymbolSet::all(characters.len());
        }
        for (symbol, &character) in characters.iter().enumerate() {
            if character.is_ascii() {
                cells[character as usize] = SymbolSet::only(symbol as Symbol);
            }
        }
        let mut bytes = Box::new([b'.'; SymbolSet::CAPACITY]);
        for (byte, &character) in bytes.iter_mut().zip(&characters) {
            *byte = character as u8;
        }
        let bytes = characters.iter().all(char::is_ascii).then_some(bytes);
        Self { characters, cells, bytes }
    }

    /// |S|.
    #[inline]
    pub fn len(&self) -> usize {
        self.characters.len()
    }

    /// Always `false`: an alphabet has at least one symbol.
    pub fn is_empty(&self) -> bool {
        false
    }

    /// The character that writes `symbol`.
    ///
    /// # Panics
    /// If `symbol` is not in S.
    pub fn character(&self, symbol: Symbol) -> char {
        self.characters[usize::from(symbol)]
    }

    /// The symbol that `character` writes.
    pub fn symbol(&self, character: char) -> Option<Symbol> {
        let index = self.characters.iter().position(|&c| c == character)?;
        Some(index as Symbol)
    }

    /// The symbols that a cell written as `character` may take: its symbol; all of them for `.`, and
    /// for `0` unless it is a symbol; none for any other character.
    pub fn cell(&self, character: char) -> SymbolSet {
        if character.is_ascii() {
            self.cells[character as usize]
        } else {
            self.symbol(character).map_or(SymbolSet::EMPTY, SymbolSet::only)
        }
    }

    /// The givens among the sets of symbols that cells may take, as characters, with `.` for other cells.
    pub(crate) fn givens(&self, allowed: &[SymbolSet]) -> String {
        let Some(bytes) = &self.bytes else {
            let character = |set: &SymbolSet| set.single().map_or('.', |it| self.character(it));
            return allowed.iter().map(character).collect();
        };
        // Without a branch, since which cells are given cannot be predicted.
        const OPEN: usize = SymbolSet::CAPACITY - 1;
        let byte = |set: &SymbolSet| {
            let symbol = set.bits().trailing_zeros() as usize;
            bytes[select_unpredictable(set.single().is_some(), symbol, OPEN) % SymbolSet::CAPACITY]
        };
        let bytes = allowed.iter().map(byte).collect();
        String::from_utf8(bytes).expect("all characters are ASCII")
    }

    /// [`Alphabet::cell`] of the ASCII characters; empty for all other bytes.
    pub(crate) fn cells(&self) -> &[SymbolSet; 256] {
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
        self.characters.iter().try_for_each(|character| write!(f, "{character}"))
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
    fn givens_are_written_alike_in_ascii_and_beyond() {
        let allowed = [0b1, 0b100, 0, 0b110, 0b111, 0b10].map(SymbolSet::from_bits);
        assert_eq!(Alphabet::new("abc").unwrap().givens(&allowed), "ac...b");
        assert_eq!(Alphabet::new("aüc").unwrap().givens(&allowed), "ac...ü");
        for size in [61, MAX_SYMBOLS] {
            let all = Alphabet::standard(size).unwrap();
            let each: Vec<SymbolSet> = (0..size as Symbol).map(SymbolSet::only).collect();
            assert_eq!(all.givens(&each), all.to_string());
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
        assert_eq!(digits.cell('4'), SymbolSet::only(3));
        assert_eq!(digits.cell('5'), SymbolSet::EMPTY);
        assert_eq!(digits.cell('.'), SymbolSet::all(4));
        assert_eq!(digits.cell('0'), SymbolSet::all(4));
        let others = Alphabet::new("0é").unwrap();
        assert_eq!(others.cell('0'), SymbolSet::only(0));
        assert_eq!(others.cell('é'), SymbolSet::only(1));
        assert_eq!(others.cell('\u{ff}'), SymbolSet::EMPTY);
    }
}
