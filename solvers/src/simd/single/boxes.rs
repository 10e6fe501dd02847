//! A set of digits for each of the nine boxes, in one vector: what all of the kernel works on.
//!
//! A vector has sixteen lanes of 16 bits. Nine of them are boxes, a digit a bit; the other seven keep all
//! digits for ever, so that nothing ever happens there. The third band of boxes begins with the second
//! half of the vector, so that the three boxes of a band never lie apart:
//!
//! ```text
//! lane  0 1 2 3 4 5 6 7   8 9 10 11 12 13 14 15
//! box   0 1 2 3 4 5 - -   6 7 8  -  -  -  -  -
//! ```
//!
//! [`Portable`] is an array, right everywhere, and what the others are tested against. Those made of a
//! processor's registers stand in [`x86`](super::x86).

use crate::simd::logic::Logic;

/// How many lanes a vector has.
pub(super) const LANES: usize = 16;

/// The lane of each box.
pub(super) const LANE: [usize; 9] = [0, 1, 2, 3, 4, 5, 8, 9, 10];

/// All digits of a box.
pub(super) const ALL: u16 = 0x1FF;

/// A vector as it lies in memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C, align(32))]
pub(super) struct Words(pub(super) [u16; LANES]);

impl Words {
    /// All digits in every lane.
    pub(super) const FULL: Self = Self([ALL; LANES]);

    /// No digit in any lane.
    pub(super) const NOTHING: Self = Self([0; LANES]);
}

/// For each box, every bit of its lane.
pub(super) static ONLY: [Words; 9] = only();

/// Every bit of the lanes that are boxes.
pub(super) static USED: Words = used();

/// For each lane the one whose box comes so many boxes later in the same band, cyclically.
pub(super) const ALONG_BAND: [[u8; LANES]; 3] = [along(0, 0), along(1, 0), along(2, 0)];

/// For each lane the one whose box comes so many boxes later in the same stack, cyclically.
pub(super) const ALONG_STACK: [[u8; LANES]; 3] = [along(0, 0), along(0, 1), along(0, 2)];

/// A set of digits for each box.
pub(super) trait Boxes: Logic {
    /// What lies in memory.
    fn load(words: &Words) -> Self;

    /// Into memory.
    fn store(self, words: &mut Words);

    /// The same set everywhere.
    fn splat(set: u16) -> Self;

    /// Each box has what the box has that comes `BY` later in its band.
    fn along_band<const BY: usize>(self) -> Self;

    /// Each box has what the box has that comes `BY` later in its stack.
    fn along_stack<const BY: usize>(self) -> Self;

    /// What is left when each set loses its lowest digit.
    fn without_lowest(self) -> Self;

    /// `self` where `other` is empty, and nothing elsewhere.
    fn where_empty(self, other: Self) -> Self;

    /// The smaller number in each lane: empty where either of the two is.
    fn smaller(self, other: Self) -> Self;

    /// Whether all sets are empty.
    fn is_empty(self) -> bool;

    /// Whether any set is empty.
    fn has_empty(self) -> bool;

    /// The sets of one digit, and nothing where there are more.
    #[inline(always)]
    fn lone(self) -> Self {
        self.where_empty(self.without_lowest())
    }

    /// `self`, and `other` where that is empty.
    #[inline(always)]
    fn or_else(self, other: Self) -> Self {
        self.or(other.where_empty(self))
    }

    /// The sets of exactly three digits and nothing elsewhere, and something where there are fewer.
    #[inline(always)]
    fn three(self) -> (Self, Self) {
        let third = self.without_lowest().without_lowest();
        let fewer = Self::splat(ALL).where_empty(third);
        (self.where_empty(third.without_lowest()).without(fewer), fewer)
    }
}

/// Sixteen numbers, of which a compiler makes what it can.
#[derive(Clone, Copy, Debug)]
pub(super) struct Portable([u16; LANES]);

impl Portable {
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

impl Logic for Portable {
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

impl Boxes for Portable {
    #[inline(always)]
    fn load(words: &Words) -> Self {
        Self(words.0)
    }

    #[inline(always)]
    fn store(self, words: &mut Words) {
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

const fn used() -> Words {
    let mut words = Words::NOTHING;
    let mut of = 0;
    while of < 9 {
        words.0[LANE[of]] = u16::MAX;
        of += 1;
    }
    words
}

const fn only() -> [Words; 9] {
    let mut table = [Words::NOTHING; 9];
    let mut of = 0;
    while of < 9 {
        table[of].0[LANE[of]] = u16::MAX;
        of += 1;
    }
    table
}

/// For each lane the one whose box comes so many boxes and bands later, cyclically.
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
