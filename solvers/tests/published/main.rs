//! Published collections on every row of the registry: external puzzles with their published
//! solutions.
//!
//! The collections are not part of this project. The environment variable `SUDOKU_CORPORA` names
//! the folder that contains them; without it these tests report that they were skipped, and pass.
//! With `-- --nocapture` they report how many questions each row answered.
//!
//! Two rules determine what each row is asked. If a file is out of a row's reach (`judge.rs` lists
//! which and why), the row gets its puzzles with half of the open cells filled in. Brute force (the
//! family `backtrack`) may give up on the others after a fixed number of search states. Everything
//! else has to be answered, and every answer has to be correct.

mod collections;
mod exemplars;
mod fixpoints;
mod judge;
mod library;
mod nine;
mod ratings;
mod shapes;
mod variants;

use board::seed::{ChaCha8Rng, seeded};

/// The random stream of these tests.
const STREAM: u64 = 0x9b15;

/// Returns the random generator of draw number `number`.
fn chance(number: u64) -> ChaCha8Rng {
    seeded(number, STREAM)
}
