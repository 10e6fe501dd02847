//! The states whose number of solutions is known.
//!
//! The table is bounded: when it is full it is emptied and fills anew. A state that was given up is counted
//! again if it is met again, so a small table costs time and never makes a count wrong.

use std::sync::Mutex;

use board::Count;

use super::places::{Places, hash_of};

/// The size of a table where memory is not limited, in bytes.
const MOST_BYTES: usize = 1 << 30;

/// The number of parts of a table that several workers share.
const SHARDS: usize = 64;

/// What a search knows about states.
pub(super) trait KnownStates {
    /// Returns the number of solutions of a state, if it is known.
    fn known(&self, state: &[u64]) -> Option<Count>;

    /// Sets the number of solutions of a state.
    fn add(&mut self, state: &[u64], count: Count);
}

/// A map from states to their number of solutions.
#[derive(Debug)]
pub(super) struct Table {
    places: Places,
    /// The number of solutions of each state.
    counts: Vec<Count>,
    /// The bytes that large counts take beside the vector.
    large_bytes: usize,
    most_bytes: usize,
}

impl Table {
    /// Returns an empty table for states of this many words.
    pub(super) fn new(words: usize) -> Self {
        let places = Places::new(words);
        Self { places, counts: Vec::new(), large_bytes: 0, most_bytes: MOST_BYTES }
    }

    /// Returns the number of solutions of a state, if it is known.
    #[inline]
    pub(super) fn get(&self, state: &[u64]) -> Option<&Count> {
        self.places.find(state).map(|place| &self.counts[place as usize])
    }

    /// Sets the number of solutions of a state.
    #[inline]
    pub(super) fn insert(&mut self, state: &[u64], count: Count) {
        if (self.counts.len() + 1) * self.state_bytes() + self.large_bytes > self.most_bytes {
            self.clear();
        }
        if count.to_u64().is_none() {
            // The digits, and what an allocation takes.
            self.large_bytes += count.bits() as usize / 8 + 64;
        }
        let (_, is_new) = self.places.place(state);
        if is_new {
            self.counts.push(count);
        }
    }

    /// Sets the size of the table, given the memory that the process may use, in bytes.
    pub(super) fn limit(&mut self, memory: Option<u64>) {
        // The rest is for the search and the program itself.
        let share = memory.map_or(usize::MAX, |bytes| (bytes / 2) as usize);
        self.most_bytes = share.min(MOST_BYTES).min(self.state_bytes() * u32::MAX as usize);
    }

    /// Forgets all states.
    pub(super) fn clear(&mut self) {
        self.places.clear();
        self.counts.clear();
        self.large_bytes = 0;
    }

    /// Returns the number of bytes that a state takes at most. The vector of counts grows like that of states.
    fn state_bytes(&self) -> usize {
        self.places.state_bytes() + 3 * size_of::<Count>()
    }
}

impl KnownStates for Table {
    #[inline]
    fn known(&self, state: &[u64]) -> Option<Count> {
        self.get(state).cloned()
    }

    #[inline]
    fn add(&mut self, state: &[u64], count: Count) {
        self.insert(state, count);
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
            table.limit(Some(memory.unwrap_or(2 * MOST_BYTES as u64) / SHARDS as u64));
            Mutex::new(table)
        };
        Self(std::iter::repeat_with(shard).take(SHARDS).collect())
    }

    fn shard(&self, state: &[u64]) -> &Mutex<Table> {
        &self.0[(hash_of(state) >> 32) as usize % SHARDS]
    }
}

impl KnownStates for &SharedTable {
    fn known(&self, state: &[u64]) -> Option<Count> {
        self.shard(state).lock().expect("no worker panics with it").known(state)
    }

    fn add(&mut self, state: &[u64], count: Count) {
        self.shard(state).lock().expect("no worker panics with it").add(state, count);
    }
}
