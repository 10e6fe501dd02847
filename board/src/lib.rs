//! The vocabulary of sudoku, after Falissard's set description: a set S of symbols, an ordered
//! set C of cells, and regions E_j, which are subsets of C in which no symbol repeats.
//!
//! In reading order:
//! 1. [`seed`]: reproducible random numbers; [`source`]: texts and the errors in them; [`count`]: numbers of
//!    solutions, of any size;
//! 2. [`symbols`]: symbols, sets of them, and the characters that they are written with;
//! 3. [`relation`]: rules about the numbers of cells; [`geometry`]: S, C, all E_j and relations; [`drawing`]:
//!    geometries as text; [`catalog`]: the geometries with a name; [`graph`]: a geometry as a graph, whose colourings
//!    are the grids;
//! 4. [`puzzle`]: the symbols that each cell may take, and grids, which answer a puzzle;
//! 5. [`text`]: the notations, one file each;
//! 6. [`referee`]: whether a grid is a solution;
//! 7. [`symmetry`]: isomorphic puzzles;
//! 8. [`instance`]: exact cover problems, formulas and graphs that are not puzzles, and their referee.
//!
//! ```
//! use std::sync::Arc;
//!
//! use board::text::line;
//! use board::{Puzzle, catalog, referee};
//!
//! let classic = Arc::new(catalog::classic(4)?);
//! let puzzle: Puzzle = line::parse("....1.3.431.2...", &classic)?;
//! assert_eq!(puzzle.clues(), 6);
//!
//! let grid = line::read_grid("3421123443122143", &classic)?;
//! assert_eq!(referee::check(&puzzle, &grid), Ok(()));
//! let other = line::read_grid("3421123443122134", &classic)?;
//! let refuted = referee::check(&puzzle, &other).unwrap_err();
//! assert_eq!(refuted.to_string(), "column 3 holds 3 twice, at r2c3 and r4c3");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//! The crate does no input or output, no search, and reads no clock. The referee cannot depend on a
//! solver: the crate `solvers` depends on this one.

pub mod count;
pub mod seed;
pub mod source;

pub mod symbols;

pub mod relation;

pub mod geometry;

pub mod drawing;

pub mod catalog;
pub mod graph;

pub mod puzzle;

pub mod text;

pub mod referee;

pub mod symmetry;

pub mod instance;

pub use count::Count;
pub use geometry::{Cell, CellRelation, Geometry, GeometryError, Position, Region};
pub use graph::{Graph, Vertex};
pub use puzzle::{Grid, Puzzle};
pub use relation::RelationKind;
pub use source::TextError;
pub use symbols::{
    Alphabet, AlphabetError, MAX_SYMBOLS, STANDARD_SYMBOLS, SetBits, Symbol, SymbolBits, SymbolSet,
    SymbolWord,
};
