//! The puzzles of f-puzzles.com, and of links to it and to SudokuPad: an object with a field for each kind of rule.
//!
//! ```text
//!   {"size":9,"title":"…","grid":[[{"value":5,"given":true},{},…],…],
//!    "killercage":[{"cells":["R1C1","R1C2"],"value":"9"}],"thermometer":[{"lines":[["R3C3","R3C4"]]}]}
//!   https://f-puzzles.com/?load=N4IgzglgXg…          the same, compressed by lz-string
//!   https://sudokupad.app/fpuzzlesN4IgzglgXg…        fpuz… and N4Ig… alone, too
//! ```
//!
//! A text has any number of objects and links; after a link, a name may follow. Lines with `#` are comments or
//! headers. The board is stated by its name in the catalog, or as a [drawing](crate::drawing).
//!
//! Every rule becomes regions, relations or candidates that say exactly the same. One that cannot, or a field
//! that is not known, is an error with its name: so no puzzle is read without one of its rules. Fields that are only
//! drawn are ignored, and so is what the person who solves has entered. What is stated in words alone (`ruleset`) is
//! kept as a description, and is no rule.
//!
//! The site has no published specification; the fields and their meaning are those of the programs which import it:
//! `dclamage/SudokuSolver` (`FPuzzlesBoard.cs`, `SolverFactory.cs` and the constraints) and the loader of SudokuPad
//! (`marktekfan/sudokupad-penpa-import`, `fpuzzlesdecoder.js`).

mod rules;

mod marks;

mod fields;

mod board;
mod cells;

mod read;

mod statement;
mod write;

#[cfg(test)]
mod tests;

pub use self::read::read;
pub(super) use self::read::recognise;
pub(super) use self::write::write;
