//! The independent parts of a state of the bit matrix.
//!
//! Two options that remain depend on each other if they share an item that is not covered, or if a chain of such
//! options links them. Options of different parts never exclude each other, so a solution of the state is a
//! solution of each of its parts:
//!
//! ```text
//!   ┌─┬───┬─┐ · ·
//!   │ │   │ │ · ·       the cells · left and right of the tiles share no option:
//!   └─┤   ├─┘ · ·       two parts
//!   · └───┘ · · ·       (· at the left is a part without a solution)
//! ```
//!
//! A part is found by flooding from an option through the items that are open. Two options that agree on the colour
//! of an item do not exclude each other, but are taken for dependent until the colour is chosen.

use super::BitMatrix;

/// Sets of options that remain, one on top of the other: the parts of a state that are still to be counted.
#[derive(Clone, Debug, Default)]
pub(crate) struct Parts {
    sets: Vec<u64>,
    /// The options that are not in a part yet.
    rest: Vec<u64>,
    /// The items to flood from.
    queue: Vec<u32>,
    /// Whether each item was in the queue.
    is_queued: Vec<bool>,
}

impl Parts {
    /// Removes the top set and replaces `set` by it.
    pub(crate) fn pop(&mut self, set: &mut Vec<u64>) {
        let start = self.sets.len() - self.rest.len();
        set.clear();
        set.extend(self.sets.drain(start..));
    }

    /// Removes this many sets from the top.
    pub(crate) fn skip(&mut self, sets: usize) {
        self.sets.truncate(self.sets.len() - sets * self.rest.len());
    }

    /// Removes all sets.
    pub(crate) fn clear(&mut self) {
        self.sets.clear();
    }

    /// Sorts the sets from `start` by their size, the smallest on top.
    fn sort_from(&mut self, start: usize) {
        let mut sets: Vec<&[u64]> = self.sets[start..].chunks(self.rest.len()).collect();
        sets.sort_by_key(|set| {
            std::cmp::Reverse(set.iter().map(|word| word.count_ones()).sum::<u32>())
        });
        let sorted = sets.concat();
        self.sets.truncate(start);
        self.sets.extend(sorted);
    }
}

impl BitMatrix {
    /// Pushes the parts of the state, the smallest last, if it has several. Returns how many it has.
    pub(crate) fn push_parts(&self, parts: &mut Parts) -> usize {
        parts.rest.clear();
        parts.rest.extend_from_slice(&self.left);
        parts.is_queued.clear();
        parts.is_queued.resize(self.counts.len(), false);
        let start = parts.sets.len();
        let mut n_parts = 0;
        while let Some(index) = parts.rest.iter().position(|&word| word != 0) {
            let option = index * 64 + parts.rest[index].trailing_zeros() as usize;
            let part = parts.sets.len();
            parts.sets.resize(part + self.left.len(), 0);
            self.flood(option, part, parts);
            n_parts += 1;
        }
        if n_parts == 1 {
            parts.sets.truncate(start);
        } else {
            parts.sort_from(start);
        }
        n_parts
    }

    /// Moves the options that depend on this one from the rest to the set that starts at `part`.
    fn flood(&self, option: usize, part: usize, parts: &mut Parts) {
        let Parts { sets, rest, queue, is_queued } = parts;
        let mut visit = |option: usize, queue: &mut Vec<u32>| {
            for &number in &self.items[self.entries_of(option)] {
                let item = number as usize;
                if !self.counts.is_covered(item) && !std::mem::replace(&mut is_queued[item], true) {
                    queue.push(number);
                }
            }
        };
        let bit = 1 << (option % 64);
        rest[option / 64] ^= bit;
        sets[part + option / 64] |= bit;
        visit(option, queue);
        while let Some(item) = queue.pop() {
            for word in self.masks.get(item) {
                let index = word.index as usize;
                let mut found = rest[index] & word.bits;
                rest[index] ^= found;
                sets[part + index] |= found;
                while found != 0 {
                    visit(index * 64 + found.trailing_zeros() as usize, queue);
                    found &= found - 1;
                }
            }
        }
    }

    /// Removes all but one part from the state that was saved last. The items of the others count as covered.
    pub(crate) fn restrict(&mut self, part: &[u64]) {
        self.restore();
        for (index, kept) in part.iter().enumerate() {
            let mut others = self.left[index] & !kept;
            self.left[index] &= kept;
            while others != 0 {
                let option = index * 64 + others.trailing_zeros() as usize;
                others &= others - 1;
                for entry in self.entries_of(option) {
                    let item = self.items[entry] as usize;
                    if !self.counts.is_covered(item) {
                        self.counts.cover(item);
                    }
                }
            }
        }
    }
}
