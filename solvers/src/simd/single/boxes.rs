//! A set of digits for each of the nine boxes, in one vector: the data type of the whole kernel.
//!
//! A vector has sixteen lanes of 16 bits. Nine of them are boxes, with one bit for each digit; the
//! other seven always hold all digits and never have any effect. The third band of boxes starts at
//! the second half of the vector, so that the three boxes of a band are never separated:
//!
//! ```text
//! lane  0 1 2 3 4 5 6 7   8 9 10 11 12 13 14 15
//! box   0 1 2 3 4 5 - -   6 7 8  -  -  -  -  -
//! ```
//!
//! [`PortableBoxes`] has a word for each band instead. It runs everywhere, and the other vectors are
//! tested against it. Those backed by processor registers are in [`x86`](super::x86).

use crate::simd::logic::Logic;

/// The number of lanes of a vector.
pub(super) const LANES: usize = 16;

/// The lane of each box.
pub(super) const LANE: [usize; 9] = [0, 1, 2, 3, 4, 5, 8, 9, 10];

/// All nine digits.
pub(super) const ALL: u16 = 0x1FF;

/// A vector in memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C, align(32))]
pub(super) struct LaneWords(pub(super) [u16; LANES]);

impl LaneWords {
    /// All digits in every lane.
    pub(super) const FULL: Self = Self([ALL; LANES]);

    /// No digit in any lane.
    pub(super) const NOTHING: Self = Self([0; LANES]);
}

/// For each box, every bit of its lane.
pub(super) static ONLY: [LaneWords; 9] = only();

/// All digits in every box, and none in the other lanes.
pub(super) static COMPLETE: LaneWords = complete();

/// For each lane and distance, the lane of the box that many boxes later in the same band,
/// cyclically.
#[cfg(target_arch = "x86_64")]
pub(super) const ALONG_BAND: [[u8; LANES]; 3] = [along(0, 0), along(1, 0), along(2, 0)];

/// For each lane and distance, the lane of the box that many boxes later in the same stack,
/// cyclically.
#[cfg(target_arch = "x86_64")]
pub(super) const ALONG_STACK: [[u8; LANES]; 3] = [along(0, 0), along(0, 1), along(0, 2)];

/// A set of digits for each box.
pub(super) trait Boxes: Logic {
    /// Loads a vector from memory.
    fn load(words: &LaneWords) -> Self;

    /// Stores the vector to memory.
    fn store(self, words: &mut LaneWords);

    /// Returns the vector with the same set in every lane.
    fn splat(set: u16) -> Self;

    /// Replaces the set of each box by that of the box `BY` places later in its band.
    fn along_band<const BY: usize>(self) -> Self;

    /// Replaces the set of each box by that of the box `BY` places later in its stack.
    fn along_stack<const BY: usize>(self) -> Self;

    /// Removes the lowest digit from each set.
    fn without_lowest(self) -> Self;

    /// Returns `self` where `other` is empty, and empty sets elsewhere.
    fn where_empty(self, other: Self) -> Self;

    /// Returns the smaller number in each lane, which is empty where either set is.
    fn smaller(self, other: Self) -> Self;

    /// Returns whether all sets are empty.
    fn is_empty(self) -> bool;

    /// Returns whether any set is empty.
    fn has_empty(self) -> bool;

    /// Returns the sets with one digit, and empty sets where there are more.
    #[inline(always)]
    fn lone(self) -> Self {
        self.where_empty(self.without_lowest())
    }

    /// Returns `self`, and `other` where it is empty.
    #[inline(always)]
    fn or_else(self, other: Self) -> Self {
        self.or(other.where_empty(self))
    }

    /// Returns the sets of exactly three digits, with empty sets elsewhere; and a vector that is
    /// not empty where a set has fewer digits.
    #[inline(always)]
    fn three(self) -> (Self, Self) {
        let third = self.without_lowest().without_lowest();
        let fewer = Self::splat(ALL).where_empty(third);
        (self.where_empty(third.without_lowest()).without(fewer), fewer)
    }
}

/// A word for each band, with its boxes in the three low lanes of 16 bits. The highest lane is one of
/// those that are no box.
///
/// Operations on the lanes of a word are those of Warren, "Hacker's Delight", 2nd edition, § 2–18:
/// [`TOP`] holds back what a lane would borrow from the next one. Boxes of a stack are in the same lane,
/// so that moving along it costs nothing.
#[derive(Clone, Copy, Debug)]
pub(super) struct PortableBoxes([u64; 3]);

/// The highest bit of each lane of a word, which no set of digits has.
const TOP: u64 = lanes(1 << 15);

/// Returns the word with the same number in every lane.
const fn lanes(number: u16) -> u64 {
    number as u64 * 0x0001_0001_0001_0001
}

/// The lane of the first box of a word.
const FIRST: u64 = 0xFFFF;

/// The lanes of the first two boxes of a word.
const FIRST_TWO: u64 = 0xFFFF_FFFF;

/// The highest lane of a word, which is no box.
const NO_BOX: u64 = 0xFFFF << 48;

impl PortableBoxes {
    #[inline(always)]
    fn each(self, other: Self, of: impl Fn(u64, u64) -> u64) -> Self {
        let ([a, b, c], [d, e, f]) = (self.0, other.0);
        Self([of(a, d), of(b, e), of(c, f)])
    }
}

impl Logic for PortableBoxes {
    #[inline(always)]
    fn and(self, other: Self) -> Self {
        self.each(other, |a, b| a & b)
    }

    #[inline(always)]
    fn or(self, other: Self) -> Self {
        self.each(other, |a, b| a | b)
    }

    #[inline(always)]
    fn xor(self, other: Self) -> Self {
        self.each(other, |a, b| a ^ b)
    }

    #[inline(always)]
    fn without(self, other: Self) -> Self {
        self.each(other, |a, b| a & !b)
    }
}

/// Returns every bit but the highest of the lanes whose set is empty.
#[inline(always)]
const fn empty_lanes(word: u64) -> u64 {
    let empty = !(word + (TOP - lanes(1))) & TOP;
    empty - (empty >> 15)
}

impl Boxes for PortableBoxes {
    #[inline(always)]
    fn load(words: &LaneWords) -> Self {
        let lane = |lane: usize| u64::from(words.0[lane]);
        let no_box = lane(LANES - 1) << 48;
        Self([0, 3, 8].map(|at| lane(at) | lane(at + 1) << 16 | lane(at + 2) << 32 | no_box))
    }

    #[inline(always)]
    fn store(self, words: &mut LaneWords) {
        words.0 = [(self.0[0] >> 48) as u16; LANES];
        for (word, at) in self.0.into_iter().zip([0, 3, 8]) {
            for lane in 0..3 {
                words.0[at + lane] = (word >> (16 * lane)) as u16;
            }
        }
    }

    #[inline(always)]
    fn splat(set: u16) -> Self {
        Self([lanes(set); 3])
    }

    #[inline(always)]
    fn along_band<const BY: usize>(self) -> Self {
        const { assert!(BY == 1 || BY == 2) };
        Self(self.0.map(|word| {
            let moved = if BY == 1 {
                (word >> 16 & FIRST_TWO) | (word & FIRST) << 32
            } else {
                (word >> 32 & FIRST) | (word & FIRST_TWO) << 16
            };
            moved | word & NO_BOX
        }))
    }

    #[inline(always)]
    fn along_stack<const BY: usize>(self) -> Self {
        Self(std::array::from_fn(|band| self.0[(band + BY) % 3]))
    }

    #[inline(always)]
    fn without_lowest(self) -> Self {
        self.each(self, |a, _| a & ((a | TOP) - lanes(1)))
    }

    #[inline(always)]
    fn where_empty(self, other: Self) -> Self {
        self.each(other, |a, b| a & empty_lanes(b))
    }

    #[inline(always)]
    fn smaller(self, other: Self) -> Self {
        self.each(other, |a, b| {
            let larger = ((a | TOP) - b) & TOP;
            let larger = larger - (larger >> 15);
            (b & larger) | (a & !larger)
        })
    }

    #[inline(always)]
    fn is_empty(self) -> bool {
        self.0 == [0; 3]
    }

    #[inline(always)]
    fn has_empty(self) -> bool {
        self.0.iter().any(|&word| empty_lanes(word) != 0)
    }
}

const fn complete() -> LaneWords {
    let mut words = LaneWords::NOTHING;
    let mut of = 0;
    while of < 9 {
        words.0[LANE[of]] = ALL;
        of += 1;
    }
    words
}

const fn only() -> [LaneWords; 9] {
    let mut table = [LaneWords::NOTHING; 9];
    let mut of = 0;
    while of < 9 {
        table[of].0[LANE[of]] = u16::MAX;
        of += 1;
    }
    table
}

/// Returns, for each lane, the lane of the box that many boxes and bands later, cyclically.
#[cfg(target_arch = "x86_64")]
const fn along(boxes: usize, bands: usize) -> [u8; LANES] {
    let mut table = [0; LANES];
    let mut lane = 0;
    while lane < LANES {
        table[lane] = lane as u8;
        lane += 1;
    }
    let mut of = 0;
    while of < 9 {
        let (band, stack) = ((of / 3 + bands) % 3, (of + boxes) % 3);
        table[LANE[of]] = LANE[3 * band + stack] as u8;
        of += 1;
    }
    table
}
