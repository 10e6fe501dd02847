//! Bitwise logic of vectors, shared by the kernels for many puzzles and for one.
//!
//! Operations with three operands have default implementations that combine operations with two. A
//! processor may have an instruction for each of them.

/// A vector of bits.
pub(super) trait Logic: Copy {
    fn and(self, other: Self) -> Self;

    fn or(self, other: Self) -> Self;

    fn xor(self, other: Self) -> Self;

    /// Returns the bits of `self` that are not in `other`.
    fn without(self, other: Self) -> Self;

    /// Returns the bits that are in all three operands.
    #[inline(always)]
    fn and3(self, b: Self, c: Self) -> Self {
        self.and(b).and(c)
    }

    /// Returns the bits that are in any of the three operands.
    #[inline(always)]
    fn or3(self, b: Self, c: Self) -> Self {
        self.or(b).or(c)
    }

    /// Returns the bits of `self` that are in `b` or `c`.
    #[inline(always)]
    fn and_either(self, b: Self, c: Self) -> Self {
        self.and(b.or(c))
    }

    /// Returns the bits of `self`, and those that are in both `b` and `c`.
    #[inline(always)]
    fn or_both(self, b: Self, c: Self) -> Self {
        self.or(b.and(c))
    }

    /// Returns the bits of `self` except those that are in `removed` but not in `kept`.
    #[inline(always)]
    fn keep(self, removed: Self, kept: Self) -> Self {
        self.without(removed.without(kept))
    }

    /// Returns the bits of `self`, and those in which `b` and `c` differ.
    #[inline(always)]
    fn or_differ(self, b: Self, c: Self) -> Self {
        self.or(b.xor(c))
    }

    /// Returns the bits of `self` that are in neither `b` nor `c`.
    #[inline(always)]
    fn without2(self, b: Self, c: Self) -> Self {
        self.without(b.or(c))
    }

    /// Returns the bits of `self`, and those of `b` that are not in `c`.
    #[inline(always)]
    fn or_without(self, b: Self, c: Self) -> Self {
        self.or(b.without(c))
    }

    /// Returns the bits that are in exactly one of the three operands.
    #[inline(always)]
    fn one_of_three(self, b: Self, c: Self) -> Self {
        self.xor(b).xor(c).without(self.and(b).and(c))
    }

    /// Returns the bits that are in an odd number of the three operands.
    #[inline(always)]
    fn xor3(self, b: Self, c: Self) -> Self {
        self.xor(b).xor(c)
    }

    /// Returns the bits that are in at least two of the three operands.
    #[inline(always)]
    fn majority(self, b: Self, c: Self) -> Self {
        self.and(b).or(c.and(self.or(b)))
    }

    /// Returns the bits of `b` where `self` is set, and those of `c` elsewhere.
    #[inline(always)]
    fn select(self, b: Self, c: Self) -> Self {
        self.and(b).or(c.without(self))
    }
}

#[cfg(test)]
mod tests {
    use super::super::lanes::Lanes;
    use super::super::portable::Portable;
    use super::*;

    #[test]
    fn operations_with_three_operands_match_their_truth_tables() {
        let [a, b, c] = [0xF0F0, 0xCCCC, 0xAAAA].map(Portable::splat);
        let word = |it: Portable| Portable::words(&[it])[1] & 0xFFFF;
        assert_eq!(word(a.and3(b, c)), 0x8080);
        assert_eq!(word(a.or3(b, c)), 0xFEFE);
        assert_eq!(word(a.and_either(b, c)), 0xE0E0);
        assert_eq!(word(a.or_both(b, c)), 0xF8F8);
        assert_eq!(word(a.keep(b, c)), 0xB0B0);
        assert_eq!(word(a.or_differ(b, c)), 0xF6F6);
        assert_eq!(word(a.without2(b, c)), 0x1010);
        assert_eq!(word(a.or_without(b, c)), 0xF4F4);
        assert_eq!(word(a.one_of_three(b, c)), 0x1616);
        assert_eq!(word(a.xor3(b, c)), 0x9696);
        assert_eq!(word(a.majority(b, c)), 0xE8E8);
        assert_eq!(word(a.select(b, c)), 0xCACA);
    }
}
