//! What can be wrong with a text, and where.

use super::boxes::BoxShape;
use super::symbols::Symbols;
use crate::symbols::MAX_SYMBOLS;

/// What is wrong with a text, and where.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{line}:{column}: {problem}")]
pub struct TextError {
    /// The line, from one.
    pub line: usize,
    /// The column, in characters, from one.
    pub column: usize,
    /// What is wrong.
    pub problem: Problem,
}

impl TextError {
    pub(crate) fn new(line: usize, column: usize, problem: Problem) -> Self {
        Self { line, column, problem }
    }
}

/// What can be wrong, and what was expected.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Problem {
    /// Nothing but blanks and comments.
    #[error("an empty line, expected a puzzle")]
    Empty,
    /// A text without a puzzle.
    #[error("no puzzle, expected {0}")]
    NoPuzzle(&'static str),
    /// Not as many cells as the geometry has.
    #[error("{found} cells, expected {expected} ({geometry})")]
    Length {
        /// Cells in the text.
        found: usize,
        /// Cells in the geometry.
        expected: usize,
        /// Its name.
        geometry: String,
    },
    /// Not as many cells as any classic geometry has, and no other was named.
    #[error(
        "{0} cells, expected 81 for classic9, or 16, 36, 64, 100, 144, 225, 256, … for another \
         classic order, or a header line `# geometry: NAME` before"
    )]
    UnknownLength(usize),
    /// Not as many rows as the geometry has.
    #[error("{found} rows, expected {expected} ({geometry})")]
    Rows {
        /// Rows in the text.
        found: usize,
        /// Rows in the geometry.
        expected: usize,
        /// Its name.
        geometry: String,
    },
    /// A row has not as many cells as that of the geometry.
    #[error("{found} cells in row {row}, expected {expected} ({geometry})")]
    RowLength {
        /// The number of the row, from one.
        row: usize,
        /// Cells in the text.
        found: usize,
        /// Cells in the row of the geometry.
        expected: usize,
        /// Its name.
        geometry: String,
    },
    /// No classic geometry has this shape, and no other was named.
    #[error(
        "{rows} rows with {cells} cells in row {row}: no classic order, expected one (4, 6, 8, 9, \
         … 36 rows with as many cells), or the geometry by --geometry or `# geometry: NAME`"
    )]
    UnknownShape {
        /// How many rows.
        rows: usize,
        /// The first row that does not fit, from one.
        row: usize,
        /// How many cells it has.
        cells: usize,
    },
    /// A square of an order that has no classic geometry, and no other was named.
    #[error(
        "{0} rows of {0} cells, and no classic board has {0} symbols: expected `--geometry latin{0}` \
         or a header `# geometry: latin{0}` for rows and columns alone, or the file that draws its \
         boxes by `--geometry FILE` or `# geometry: FILE`"
    )]
    NoClassic(usize),
    /// The lines are not those of the classic geometry of this size, and no other was named.
    #[error(
        "{}, and those of classic{order} are {classic}: expected lines around these, or the board by \
         `--geometry FILE` or a header `# geometry: FILE`", drawn(.found, *.order)
    )]
    UnknownBoxes {
        /// The boxes that are drawn; none where they do not have one shape.
        found: Option<BoxShape>,
        /// How many symbols.
        order: usize,
        /// The boxes of the classic geometry.
        classic: BoxShape,
    },
    /// A line cuts through a box of the geometry that was named.
    #[error(
        "a line before {before} cuts through a box of {geometry}, expected lines around boxes of \
         {boxes}"
    )]
    CutBox {
        /// The row or column behind the line.
        before: String,
        /// The name of the geometry.
        geometry: String,
        /// Its boxes.
        boxes: BoxShape,
    },
    /// A board with more symbols than can be written.
    #[error("a board of {0} symbols, expected at most {MAX_SYMBOLS}")]
    TooManySymbols(usize),
    /// Numbers that no row of their length can hold, in most pictures of a text.
    #[error(
        "{found} in a row of {cells} cells, expected numbers from 1 to {cells}: a row stands on one \
         line, and a board has at most {MAX_SYMBOLS} symbols"
    )]
    LargeNumber {
        /// The first number that is too large.
        found: String,
        /// How many cells its row has.
        cells: usize,
    },
    /// A symbol that stands twice among the candidates of a cell.
    #[error("{found:?} stands twice in {word:?}, expected each candidate of a cell once")]
    RepeatedCandidate {
        /// The character.
        found: char,
        /// The candidates.
        word: String,
    },
    /// Something stands where the geometry has no cell.
    #[error("{found:?} where {geometry} has no cell")]
    Hole {
        /// What stands there.
        found: String,
        /// The name of the geometry.
        geometry: String,
    },
    /// Two values where there is one cell.
    #[error("{0:?} is the second value in its cell, expected one")]
    SecondInCell(String),
    /// An empty cell in a grid.
    #[error("an empty cell, expected a grid that is full")]
    Open,
    /// A character that is no symbol.
    #[error("{found:?} is no symbol, expected one of {alphabet}, or . for an empty cell")]
    Foreign {
        /// The character.
        found: char,
        /// Those that would have done.
        alphabet: String,
    },
    /// A number, or a word among numbers, that is no symbol.
    #[error(
        "{found:?} is no symbol, expected a number from 1 to {symbols}, or 0 or . for an empty cell"
    )]
    ForeignNumber {
        /// The word.
        found: String,
        /// |S|.
        symbols: usize,
    },
    /// A candidate that is not in its place.
    #[error("{found:?} is no candidate here, expected {expected}, or . where there is none")]
    Misplaced {
        /// The character.
        found: char,
        /// The symbol whose place it is.
        expected: char,
    },
    /// The characters fit more than one alphabet.
    #[error(
        "the symbols may be {}: expected to be told, by --symbols NAME or a header line \
         `# symbols: NAME`", or(.0)
    )]
    Ambiguous(Vec<Symbols>),
    /// The header `symbols` lists none, or not as many as the geometry has.
    #[error("{0}")]
    Symbols(String),
    /// A text that does not obey its notation.
    #[error("{found}, expected {expected}")]
    Malformed {
        /// What is there.
        found: String,
        /// What should be.
        expected: String,
    },
}

impl Problem {
    pub(crate) fn malformed(found: impl Into<String>, expected: impl Into<String>) -> Self {
        Self::Malformed { found: found.into(), expected: expected.into() }
    }
}

/// What lines draw on a board of so many symbols.
fn drawn(found: &Option<BoxShape>, order: usize) -> String {
    match found {
        Some(shape) => format!("the lines draw boxes of {shape}"),
        None => format!("the lines draw no boxes of {order} cells and one shape"),
    }
}

/// `a, b or c`, each with what it looks like.
fn or(choices: &[Symbols]) -> String {
    let told: Vec<String> = choices.iter().map(Symbols::told).collect();
    match told.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} or {last}", rest.join(", ")),
        _ => told.concat(),
    }
}
