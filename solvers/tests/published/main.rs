//! Published collections against every row of the registry: other people's puzzles, with the
//! solutions that they published.
//!
//! The collections are no part of this project. The environment variable `SUDOKU_CORPORA` names
//! the folder where they are; without it these tests say that they were skipped, and pass. With
//! `-- --nocapture` they say how many questions each row answered.
//!
//! Two rules say which row is asked what. Where a file is out of a row's reach (`judge.rs` says
//! which and why), the row gets its puzzles with half of the open cells filled in. Brute force
//! (the family `backtrack`) may give up on the others after so many search states. All else has to
//! be answered, and what is answered has to be right, whoever says it.

mod collections;
mod exemplars;
mod fixpoints;
mod judge;
mod library;
mod nine;
mod shapes;
mod variants;

use board::seed::{ChaCha8Rng, seeded};

/// The stream of chance of these tests.
const STREAM: u64 = 0x9b15;

/// The chance of draw number `number`.
fn chance(number: u64) -> ChaCha8Rng {
    seeded(number, STREAM)
}
