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
//! [`PortableBoxes`] is an array. It runs everywhere, and the other vectors are tested against it.
//! Those backed by processor registers are in [`x86`](super::x86).

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

/// Every bit of the lanes that are boxes.
pub(super) static USED: LaneWords = used();

/// For each lane and distance, the lane of the box that many boxes later in the same band,
/// cyclically.
pub(super) const ALONG_BAND: [[u8; LANES]; 3] = [along(0, 0), along(1, 0), along(2, 0)];

/// For each lane and distance, the lane of the box that many boxes later in the same stack,
/// cyclically.
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

/// Sixteen numbers, left to the compiler to vectorise.
#[derive(Clone, Copy, Debug)]
pub(super) struct PortableBoxes([u16; LANES]);

impl PortableBoxes {
    #[inline(always)]
    fn each(self, other: Self, of: impl Fn(u16, u16) -> u16) -> Self {
        let mut lanes = self.0;
        for (lane, &with) in lanes.iter_mut().zip(&other.0) {
            *lane = of(*lane, with);
        }
        Self(lanes)
    }

    #[inline(always)]
    fn moved(self, from: &[u8; LANES]) -> Self {
        let mut lanes = self.0;
        for (lane, &source) in lanes.iter_mut().zip(from) {
            *lane = self.0[usize::from(source)];
        }
        Self(lanes)
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

impl Boxes for PortableBoxes {
    #[inline(always)]
    fn load(words: &LaneWords) -> Self {
        Self(words.0)
    }

    #[inline(always)]
    fn store(self, words: &mut LaneWords) {
        words.0 = self.0;
    }

    #[inline(always)]
    fn splat(set: u16) -> Self {
        Self([set; LANES])
    }

    #[inline(always)]
    fn along_band<const BY: usize>(self) -> Self {
        self.moved(&ALONG_BAND[BY])
    }

    #[inline(always)]
    fn along_stack<const BY: usize>(self) -> Self {
        self.moved(&ALONG_STACK[BY])
    }

    #[inline(always)]
    fn without_lowest(self) -> Self {
        self.each(self, |a, _| a & a.wrapping_sub(1))
    }

    #[inline(always)]
    fn where_empty(self, other: Self) -> Self {
        self.each(other, |a, b| if b == 0 { a } else { 0 })
    }

    #[inline(always)]
    fn smaller(self, other: Self) -> Self {
        self.each(other, |a, b| a.min(b))
    }

    #[inline(always)]
    fn is_empty(self) -> bool {
        self.0 == [0; LANES]
    }

    #[inline(always)]
    fn has_empty(self) -> bool {
        self.0.contains(&0)
    }
}

const fn used() -> LaneWords {
    let mut words = LaneWords::NOTHING;
    let mut of = 0;
    while of < 9 {
        words.0[LANE[of]] = u16::MAX;
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
