//! Tables of states and their counts, from which certificates are written. Nobody needs to trust them: a
//! [`CountChecker`](super::CountChecker) reads what is written.

use super::count_states::{CountStates, State, header, hex, items_line};
use super::exact_cover::{ExactCover, Item};
use crate::Count;

/// A table of states and their counts that a search has found. A state may be pushed several times, and is
/// written once.
pub struct CountProof {
    items_line: String,
    states: CountStates,
    rows: Vec<(State, Count)>,
    /// The number of rows at which the next removal of duplicates is due.
    full: usize,
}

impl CountProof {
    /// Returns an empty table for a search that covers the first open item of this order of the primary
    /// items.
    pub fn new(problem: &ExactCover, order: &[Item]) -> Self {
        let states = CountStates::new(problem, order);
        Self { items_line: items_line(problem, order), states, rows: Vec::new(), full: 1 << 16 }
    }

    /// Adds a state and its count. A set bit, from the lowest of the first number on, stands for a primary
    /// item that is open, in their order, and then for a use of a secondary item that is allowed, in the
    /// order in which the options of the problem first have them. Whether bits that no option can require
    /// any more are set does not matter.
    pub fn push(&mut self, bits: &[u64], count: Count) {
        self.rows.push((self.states.of_bits(bits), count));
        if self.rows.len() == self.full {
            self.tidy();
            self.full = self.full.max(2 * self.rows.len());
        }
    }

    /// Calls `write` with each line of the certificate, without its line feed. `hash` is that of the
    /// problem.
    ///
    /// # Errors
    /// The first error of `write`, which ends the lines.
    pub fn write<E>(
        &mut self,
        hash: &str,
        mut write: impl FnMut(&str) -> Result<(), E>,
    ) -> Result<(), E> {
        self.tidy();
        write(&header(hash))?;
        write(&self.items_line)?;
        self.rows.iter().try_for_each(|(state, count)| write(&format!("{} {count}", hex(state))))
    }

    /// Sorts the states, and removes those that are there already.
    fn tidy(&mut self) {
        self.rows.sort();
        self.rows.dedup();
    }
}
