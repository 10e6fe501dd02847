//! The puzzles of SudokuPad in its own format, SCL: cells, regions and cages, and drawings whose meaning stands in words.
//!
//! ```text
//!   {"cells":[[{"value":5},{},…],…],"regions":[[[0,0],[0,1],…],…],
//!    "cages":[{"cells":[[0,0],[0,1]],"value":9,"unique":true}],"metadata":{"title":"…","rules":"…"}}
//!   https://sudokupad.app/scl…         the same with short keys, compressed by lz-string
//!   scl…                               ctc… too, and ?puzzleid=scl…
//! ```
//!
//! A text has any number of objects and links; after a link, a name may follow. Lines with `#` are comments or
//! headers. The board is stated by its name in the catalog, or as a [drawing](crate::drawing). Cells of regions and cages
//! are pairs of a row and a column, from 0.
//!
//! | what | how it is read |
//! |---|---|
//! | rows and columns | regions, as SudokuPad has them for what `regions`, `cages` and a solution span: all of the board |
//! | `regions` | blocks, which may be irregular; if there are none, rows and columns are the only regions |
//! | `cages` with cells | a region if `unique` is true, a sum if there is a total (`value` or `sum`); without `unique`, an error unless the cells differ anyway |
//! | `cages` without cells | `title: …`, `author: …`, `rules: …`, `solution: …` and messages, as in `metadata` |
//!
//! A drawing means what the author says, in words: thermometers, dots, clues beside the board and even shaded cells are
//! lines, rectangles and texts like any decoration. So a puzzle with drawings is an error that names the first one, and so
//! is whatever else may be a rule: fog, colours and marks of cells, cages with other texts than totals, and every field
//! that is not known. Decoration is only what cannot distinguish one cell from another: what is invisible, or one colour
//! behind the whole board. What is stated in words alone (`rules`) is kept as a description, and is no rule.
//!
//! SudokuPad has no published specification. The fields and their meaning are those of its loader and its checker of
//! conflicts, as programs that import from it or export to it describe them; the short keys are those of
//! `marktekfan/sudokupad-penpa-import` (`puzzlezipper.js`).

mod zipped;

mod refused;

mod places;

mod fields;

mod drawn;

mod info;

mod cages;

mod read;
mod write;

#[cfg(test)]
mod tests;

pub use self::read::read;
pub(super) use self::read::recognise;
pub(super) use self::write::write;
