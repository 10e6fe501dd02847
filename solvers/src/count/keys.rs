//! The bits that determine a state of a sweep.
//!
//! All items before the next one are covered, and no option chosen so far reaches far beyond it. So a state is
//! determined by the place of its next item, the bits of the items *ahead* that such options reach, and the
//! *tail*: items that options from everywhere contain, such as pieces, and secondary ones:
//!
//! ```text
//!   place          0 1 2 3 4 5 6 7 8 9 …        50 51 52
//!   state          0 0 0 0 1 1 0 1 1 1 … 1 1 1   1  0  1
//!                          ↑ ahead │ all open │    tail       key: place 4, 1 0 1, 1 0 1
//! ```
//!
//! The key is the state itself in fewer bits, so two states never have the same key. Where the tail begins is
//! chosen such that keys are as short as possible. On a board of 18×18 squares of dominoes, a state has six
//! words, and its key is one.

use super::states::States;

/// Where the bits of keys are in a state.
#[derive(Clone, Debug)]
pub(super) struct Keys {
    words: usize,
    /// The number of bits of a place.
    place_bits: usize,
    /// The number of bits after the next item.
    ahead: usize,
    /// The first bit of the tail, and the number of its bits.
    tail: usize,
    tail_bits: usize,
}

impl Keys {
    /// Returns the shortest keys of the states of a problem.
    pub(super) fn new(states: &States) -> Self {
        let (primary, bits) = (states.primary(), states.bits());
        // By place, how far before it an option begins that contains the item there.
        let mut reach = vec![0; primary];
        for option in 0..states.n_options() {
            let mut places = states.places_of(option);
            let Some(first) = places.next() else { continue };
            places.for_each(|place| reach[place] = reach[place].max(place - first));
        }
        let mut best = Self {
            words: 0,
            place_bits: (usize::BITS - primary.leading_zeros()) as usize,
            ahead: 0,
            tail: 0,
            tail_bits: bits,
        };
        let mut furthest: usize = 0;
        for (place, &reach) in reach.iter().enumerate() {
            furthest = furthest.max(reach);
            let (tail, ahead) = (place + 1, furthest.saturating_sub(1));
            if ahead + bits - tail < best.ahead + best.tail_bits {
                best = Self { ahead, tail, tail_bits: bits - tail, ..best };
            }
        }
        best.words = (best.place_bits + best.ahead + best.tail_bits).div_ceil(64).max(1);
        best
    }

    /// Returns the number of words of a key.
    pub(super) fn words(&self) -> usize {
        self.words
    }

    /// Appends the key of a state whose next item is at this place.
    #[inline]
    pub(super) fn push(&self, state: &[u64], place: usize, keys: &mut Vec<u64>) {
        let start = keys.len();
        keys.resize(start + self.words, 0);
        let key = &mut keys[start..];
        key[0] = place as u64;
        let ahead_end = copy_bits(state, place + 1, self.ahead, key, self.place_bits);
        copy_bits(state, self.tail, self.tail_bits, key, ahead_end);
    }
}

/// Copies this many bits of `from`, from a bit on, to a bit of `to` whose bits there are clear. Bits beyond the end of
/// `from` are clear. Returns the bit after the last one in `to`.
#[inline]
fn copy_bits(from: &[u64], start: usize, bits: usize, to: &mut [u64], at: usize) -> usize {
    for done in (0..bits).step_by(64) {
        let mask = u64::MAX >> (64 - (bits - done).min(64));
        let piece = word_at(from, start + done) & mask;
        let (word, shift) = ((at + done) / 64, (at + done) % 64);
        to[word] |= piece << shift;
        if shift + (bits - done).min(64) > 64 {
            to[word + 1] |= piece >> (64 - shift);
        }
    }
    at + bits
}

/// Returns the 64 bits that begin at a bit.
#[inline]
fn word_at(bits: &[u64], start: usize) -> u64 {
    let at = |word: usize| bits.get(word).copied().unwrap_or(0);
    let (word, shift) = (start / 64, start % 64);
    if shift == 0 { at(word) } else { at(word) >> shift | at(word + 1) << (64 - shift) }
}
