//! The code of SumoCue, a program for killers and jigsaws: an entry for each cell of 9×9.
//!
//! ```text
//!   SumoCueV1=11+0=0=5…            r1c1 and r1c2 add up to 11; r1c3 is in no cage; r1c4 begins one of 5
//!   SumoCueV1D=0J0=8J0=0J1…        both diagonals are regions (D); the blocks are numbered (J0 to J8)
//! ```
//!
//! `=N` is the first cell of a cage and its total, or 0 for a cell in none; `+N` is a cell in the cage whose first cell
//! is number N in reading order, from 0. If there is no `+`, numbers from 1 to 9 are givens: that is how jigsaws have
//! them. A line is a puzzle; after a blank, a name may follow.
//!
//! This is the description that the author of the program gave in its forum
//! (`www.sudocue.net/forum/viewtopic.php?f=1&t=519`), which also explains the code that [`killer`](super::killer) reads.

mod read;
mod write;

#[cfg(test)]
mod tests;

pub use self::read::read;
pub(super) use self::read::recognise;
pub(super) use self::write::write;
