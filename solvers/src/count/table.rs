//! The states whose number of solutions is known.
//!
//! The table is bounded. It has two generations, each of half its size. States are added to the younger one. When
//! that is full, the older one is forgotten, and the younger one becomes the older. A state that is found
//! in the older generation is added to the younger, so what was not met for longest is forgotten first:
//!
//! ```text
//!   younger  a b c d e f │ full        g . . . . . │ b is met      g b . . . . │
//!   older    . . . . . . │             a b c d e f │               a b c d e f │
//! ```
//!
//! A state that was forgotten is counted again if it is met again, so a small table costs time and never makes a
//! count wrong.

use std::sync::Mutex;

use board::Count;

use super::generation::Generation;
use super::places::hash_of;

/// The size of a table where memory is not limited, in bytes.
const MOST_BYTES: usize = 1 << 30;

/// The number of parts of a table that several workers share.
const SHARDS: usize = 64;

/// What a search knows about states.
pub(super) trait KnownStates {
    /// Returns the number of solutions of a state, if it is known.
    fn known(&mut self, state: &[u64]) -> Option<Count>;

    /// Sets the number of solutions of a state.
    fn add(&mut self, state: &[u64], count: &Count);
}

/// A map from states to their number of solutions.
#[derive(Debug)]
pub(super) struct Table {
    younger: Generation,
    older: Generation,
    most_bytes: usize,
}

impl Table {
    /// Returns an empty table for states of this many words.
    pub(super) fn new(words: usize) -> Self {
        let [younger, older] = [Generation::new(words), Generation::new(words)];
        Self { younger, older, most_bytes: MOST_BYTES }
    }

    /// Empties the table and sets its size, given the memory that the process may use, in bytes.
    pub(super) fn start(&mut self, memory: Option<u64>) {
        // The rest is for the search and the program itself, which may need more.
        let share = memory.map_or(usize::MAX, |bytes| (bytes / 2) as usize);
        self.most_bytes = share.min(MOST_BYTES);
        self.older.free();
        self.younger.clear();
        if self.bytes() > self.most_bytes / 2 {
            self.younger.free();
        }
    }

    /// Returns the number of words of a state.
    pub(super) fn words(&self) -> usize {
        self.younger.words()
    }

    /// Returns the size of what is allocated, in bytes.
    pub(super) fn bytes(&self) -> usize {
        self.younger.bytes() + self.older.bytes()
    }

    /// Makes room for a state in the younger generation, for a count of this many digits. Returns `false` if the
    /// table is too small for any, or memory was refused: then it is smaller from now on.
    #[cold]
    fn make_room(&mut self, digits: usize) -> bool {
        let most_bytes = self.most_bytes / 2;
        if self.older.bytes() > 0 || !self.younger.grow(digits, most_bytes) {
            self.older.free();
            std::mem::swap(&mut self.younger, &mut self.older);
            let digits = digits.max(self.older.digits());
            if !self.younger.allocate(digits, most_bytes) {
                self.most_bytes /= 2;
                return false;
            }
        }
        debug_assert!(self.bytes() <= self.most_bytes);
        self.younger.has_room(digits)
    }
}

impl KnownStates for Table {
    #[inline]
    fn known(&mut self, state: &[u64]) -> Option<Count> {
        let hash = hash_of(state);
        if let Some(count) = self.younger.get(hash, state) {
            return Some(count);
        }
        let count = self.older.get(hash, state)?;
        self.add(state, &count);
        Some(count)
    }

    #[inline]
    fn add(&mut self, state: &[u64], count: &Count) {
        let digits = Generation::digits_of(count);
        if self.younger.has_room(digits) || self.make_room(digits) {
            self.younger.add(hash_of(state), state, count);
        }
    }
}

/// A table that several workers share. A state has its place in one of many parts, so that two workers seldom
/// wait for each other.
#[derive(Debug)]
pub(super) struct SharedTable(Vec<Mutex<Table>>);

impl SharedTable {
    /// Returns an empty table for states of this many words, given the memory that the process may use, in bytes.
    pub(super) fn new(words: usize, memory: Option<u64>) -> Self {
        let shard = || {
            let mut table = Table::new(words);
            table.start(Some(memory.unwrap_or(2 * MOST_BYTES as u64) / SHARDS as u64));
            Mutex::new(table)
        };
        Self(std::iter::repeat_with(shard).take(SHARDS).collect())
    }

    fn shard(&self, state: &[u64]) -> &Mutex<Table> {
        &self.0[(hash_of(state) >> 32) as usize % SHARDS]
    }
}

impl KnownStates for &SharedTable {
    fn known(&mut self, state: &[u64]) -> Option<Count> {
        self.shard(state).lock().expect("no worker panics with it").known(state)
    }

    fn add(&mut self, state: &[u64], count: &Count) {
        self.shard(state).lock().expect("no worker panics with it").add(state, count);
    }
}
