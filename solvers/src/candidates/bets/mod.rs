//! Sudoto: naked tuples of up to *N* cells, and a bet where they remove nothing more.
//!
//! One rule makes all deductions: if *k* cells of a region have *k* candidates between them, these
//! are removed from its other cells. This covers the single (*k* = 1), exclusive pairs and triples,
//! up to *N*. When nothing is left to remove, the grid is saved and a bet is made on an open cell
//! with the fewest candidates; a cell without candidates restores the saved grid, and the next
//! value is tried. The measures are those of the text: candidates removed (its *déductions*) and
//! bets (*paris*), which together are its moves.
//!
//! ```text
//!    saved          {1 2}  {1 2}  {1 2 3}  {3 4 5}       bet: the first cell is 1
//!    by singles      {1}    {2}    {3}      {4 5}
//!    by the pair    {1 2}  {1 2}   {3}      {4 5}        without a bet
//! ```
//!
//! The text leaves some [choices](Choices) open. As long as nothing else is asked for, they are made as
//! follows: the bet is on the first cell in reading order among those with the fewest candidates; its
//! values are tried in ascending order; smaller tuples come before larger ones; only cells with at most
//! *k* candidates are considered for *k*; the region that is examined next is the first that has changed;
//! and a cell without candidates ends deduction at once. An id with other words chooses otherwise:
//! `candidates/bets.3.columns.largest` is one of the [`VARIANTS`].
//!
//! The number of possible tuples grows with the binomial coefficient of the region's size, and a branch
//! ends where the union has too many symbols. With *N* of up to eight this is fast on every board of
//! printable size.

mod choices;
mod rows;
mod search;

pub use choices::{CellOrder, Choices, Contradictions, SweepOrder, ValueOrder};
pub use rows::{BETS, VARIANTS};
