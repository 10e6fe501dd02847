//! Sets of lanes.

/// The number of lanes that have the same bit position in all words of a vector. Each word of their
/// rows is in one vector.
pub(super) const GROUP: usize = 8;

/// The number of groups: one for each bit of a word.
pub(super) const GROUPS: usize = 64;

/// The number of lane indices. Vectors with fewer words do not use the last ones of each group.
pub(super) const LANES: usize = GROUPS * GROUP;

/// A set of lanes. Bit b of word w of a plane belongs to lane 8 b + w, so that the lanes of a group
/// are adjacent.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct LaneSet([u64; 8]);

impl LaneSet {
    /// Returns all lanes of a vector with this number of words.
    pub(super) fn all(words: usize) -> Self {
        Self::of_plane(&[u64::MAX; 8][..words])
    }

    /// Returns the lanes that are set in a plane: eight bits of each word are transposed, so that
    /// they are ordered by group.
    #[inline]
    pub(super) fn of_plane(words: &[u64]) -> Self {
        let mut plane = [0; 8];
        plane[..words.len()].copy_from_slice(words);
        Self(std::array::from_fn(|byte| {
            transpose(u64::from_le_bytes(plane.map(|word| (word >> (8 * byte)) as u8)))
        }))
    }

    #[inline]
    pub(super) fn and(self, other: Self) -> Self {
        Self(std::array::from_fn(|at| self.0[at] & other.0[at]))
    }

    #[inline]
    pub(super) fn or(self, other: Self) -> Self {
        Self(std::array::from_fn(|at| self.0[at] | other.0[at]))
    }

    #[inline]
    pub(super) fn without(self, other: Self) -> Self {
        Self(std::array::from_fn(|at| self.0[at] & !other.0[at]))
    }

    #[inline]
    pub(super) fn is_empty(self) -> bool {
        self.0.into_iter().fold(0, |all, word| all | word) == 0
    }

    #[inline]
    pub(super) fn contains(&self, lane: usize) -> bool {
        self.0[lane / 64] >> (lane % 64) & 1 == 1
    }

    #[inline]
    pub(super) fn insert(&mut self, lane: usize) {
        self.0[lane / 64] |= 1 << (lane % 64);
    }

    #[inline]
    pub(super) fn remove(&mut self, lane: usize) {
        self.0[lane / 64] &= !(1 << (lane % 64));
    }

    /// Returns the first lane.
    pub(super) fn first(self) -> Option<usize> {
        self.iter().next()
    }

    /// Returns an iterator over the lanes, group by group.
    #[inline]
    pub(super) fn iter(self) -> impl Iterator<Item = usize> {
        self.0
            .into_iter()
            .enumerate()
            .flat_map(|(at, word)| bits(word).map(move |bit| 64 * at + bit))
    }

    /// Returns the lanes of a group, one bit each.
    #[inline]
    pub(super) fn group(&self, group: usize) -> u8 {
        (self.0[group / 8] >> (group % 8 * 8)) as u8
    }

    /// Inserts lanes of a group.
    #[inline]
    pub(super) fn insert_group(&mut self, group: usize, lanes: u8) {
        self.0[group / 8] |= u64::from(lanes) << (group % 8 * 8);
    }
}

/// Returns an iterator over the bits that are set, the lowest first.
#[inline]
pub(super) fn bits(mut word: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let bit = word.trailing_zeros() as usize;
        (word != 0).then(|| {
            word &= word - 1;
            bit
        })
    })
}

/// Moves bit j of byte i to bit i of byte j (Hacker's Delight, 7-3).
fn transpose(square: u64) -> u64 {
    let swap = |square: u64, by: u32, low: u64| {
        let differ = (square ^ square >> by) & low;
        square ^ differ ^ differ << by
    };
    let square = swap(square, 7, 0x00AA_00AA_00AA_00AA);
    let square = swap(square, 14, 0x0000_CCCC_0000_CCCC);
    swap(square, 28, 0x0000_0000_F0F0_F0F0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lanes_of_a_plane_are_ordered_by_group() {
        let set = LaneSet::of_plane(&[1 << 63 | 0b11, 1 << 9, 0, 0b10, 1 << 63]);
        let lanes = [0, 8, 8 + 3, 9 * 8 + 1, 63 * 8, 63 * 8 + 4];
        assert!(set.iter().eq(lanes));
        assert_eq!(set.first(), Some(0));
        assert_eq!([0, 1, 9, 63].map(|group| set.group(group)), [1, 0b1001, 0b10, 0b1_0001]);
        assert!((0..LANES).filter(|&lane| set.contains(lane)).eq(lanes));
    }

    #[test]
    fn lanes_are_inserted_and_removed_singly_and_by_group() {
        let all = LaneSet::all(2);
        assert!(all.iter().eq((0..LANES).filter(|lane| lane % GROUP < 2)));
        let mut set = LaneSet::default();
        set.insert_group(7, 0b1010);
        set.insert(7 * 8);
        set.remove(7 * 8 + 3);
        assert!(set.iter().eq([56, 57]));
        assert!(set.and(all) == set && set.without(all).is_empty() && set.or(all) == all);
        (56..58).for_each(|lane| set.remove(lane));
        assert!(set.is_empty() && set.first().is_none());
    }
}
