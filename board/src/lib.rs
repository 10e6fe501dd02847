//! The vocabulary of sudoku, after Falissard's set description: a set S of symbols, an ordered
//! set C of cells, and regions E_j, which are subsets of C in which no symbol repeats.
//!
//! In reading order:
//! 1. [`symbols`]: symbols, sets of them, and the characters that they are written with;
//! 2. [`geometry`]: S, C and all E_j; [`catalog`]: the geometries that have a name; [`drawing`]:
//!    geometries as text;
//! 3. [`puzzle`]: the symbols that each cell may take, and grids, which answer a puzzle;
//! 4. [`text`]: the notations, one file each;
//! 5. [`referee`]: what is right and what is not;
//! 6. [`symmetry`]: what looks different and is the same; [`seed`]: how chance is reproduced;
//! 7. [`graph`]: a geometry as a graph that a grid colours;
//! 8. [`instance`]: exact cover problems, formulas and graphs that are no puzzles, and their referee.
//!
//! The crate does no input or output, searches nothing and reads no clock. The referee cannot
//! know a solver: the crate `solvers` depends on this one.

pub mod catalog;
pub mod drawing;
pub mod geometry;
pub mod graph;
pub mod instance;
pub mod puzzle;
pub mod referee;
pub mod seed;
pub mod symbols;
pub mod symmetry;
pub mod text;

pub use geometry::{Cell, Geometry, GeometryError, Position, Region};
pub use graph::{Graph, Vertex};
pub use puzzle::{Grid, Puzzle};
pub use symbols::{Alphabet, AlphabetError, MAX_SYMBOLS, STANDARD_SYMBOLS, Symbol, SymbolSet};
