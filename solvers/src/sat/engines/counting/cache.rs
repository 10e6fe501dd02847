//! The components whose number of models is known.
//!
//! Keys are whole components. A hash only says where to look, and every key found there is compared word by word,
//! so that two components are never taken for one: published model counters that compared hashes alone have
//! printed wrong counts. The table is bounded: when it is full it is emptied and fills anew, so a small table
//! costs time and never makes a count wrong.

use std::hash::{BuildHasher, Hasher};

use board::Count;
use hashbrown::HashTable;
use hashbrown::hash_table::Entry;

/// A map from components to their number of models.
#[derive(Debug)]
pub(super) struct Cache {
    /// The keys, one after the other.
    keys: Vec<u32>,
    /// The end of each key in `keys`.
    ends: Vec<u32>,
    counts: Vec<Count>,
    /// Where each key is among them.
    places: HashTable<u32>,
    hasher: foldhash::fast::FixedState,
    /// What counts beyond a word take besides, in bytes.
    large_bytes: usize,
    bytes: usize,
}

/// The number of bytes that an entry takes besides its key.
const ENTRY_BYTES: usize = 3 * (4 + size_of::<Count>()) + 10;

/// The most words that keys may have, so that their ends are numbers of 32 bits.
const MOST_WORDS: usize = u32::MAX as usize;

impl Cache {
    /// Returns an empty table that takes about `bytes` at most.
    pub(super) fn new(bytes: usize) -> Self {
        Self {
            keys: Vec::new(),
            ends: Vec::new(),
            counts: Vec::new(),
            places: HashTable::new(),
            hasher: foldhash::fast::FixedState::default(),
            large_bytes: 0,
            bytes,
        }
    }

    /// Returns the count of a component, if it is known.
    pub(super) fn get(&self, key: &[u32]) -> Option<&Count> {
        let is_same = |&place: &u32| key_at(&self.keys, &self.ends, place) == key;
        let place = self.places.find(hash(&self.hasher, key), is_same)?;
        Some(&self.counts[*place as usize])
    }

    /// Sets the count of a component. One that is larger than the table is not kept.
    pub(super) fn insert(&mut self, key: &[u32], count: Count) {
        // A vector that grows has room for twice its length, and while it grows the old one is there, too.
        let entries = self.counts.len() + 1;
        let words = self.keys.len() + key.len();
        let bytes = 12 * words + ENTRY_BYTES * entries + self.large_bytes;
        if bytes > self.bytes || words > MOST_WORDS {
            self.clear();
            if 12 * key.len() + ENTRY_BYTES > self.bytes {
                return;
            }
        }
        let Self { keys, ends, counts, places, hasher, large_bytes, .. } = self;
        let hash_of = |&place: &u32| hash(hasher, key_at(keys, ends, place));
        let is_same = |&place: &u32| key_at(keys, ends, place) == key;
        if let Entry::Vacant(vacant) = places.entry(hash(hasher, key), is_same, hash_of) {
            vacant.insert(counts.len() as u32);
            keys.extend_from_slice(key);
            ends.push(keys.len() as u32);
            if count.to_u64().is_none() {
                // The digits, and what an allocation takes.
                *large_bytes += count.bits() as usize / 8 + 64;
            }
            counts.push(count);
        }
    }

    fn clear(&mut self) {
        self.keys.clear();
        self.ends.clear();
        self.counts.clear();
        self.places.clear();
        self.large_bytes = 0;
    }
}

fn key_at<'a>(keys: &'a [u32], ends: &[u32], place: u32) -> &'a [u32] {
    let start = place.checked_sub(1).map_or(0, |before| ends[before as usize]);
    &keys[start as usize..ends[place as usize] as usize]
}

fn hash(hasher: &foldhash::fast::FixedState, key: &[u32]) -> u64 {
    let mut hasher = hasher.build_hasher();
    key.iter().for_each(|&word| hasher.write_u32(word));
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_full_table_forgets_and_stays_right() {
        let mut cache = Cache::new(2000);
        for number in 0..100_u32 {
            let key: Vec<u32> = (0..=number % 7).map(|it| number + it).collect();
            let count = Count::from(u64::from(number));
            cache.insert(&key, count.clone());
            assert_eq!(cache.get(&key), Some(&count));
            assert!(cache.counts.len() < 50);
        }
        assert_eq!(cache.get(&[0]), None);
        let long = vec![1; 1000];
        cache.insert(&long, 5.into());
        assert_eq!(cache.get(&long), None);
    }
}
