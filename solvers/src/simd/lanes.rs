//! A vector of bits, one for each puzzle, and the few operations that the kernels need of it.
//!
//! [`Portable`] is an array of words: right everywhere, and what the others are tested against. Those
//! made of a processor's registers stand in [`x86`](super::x86).

/// Many puzzles' bits, as words of 64.
pub(super) trait Lanes: Copy + 'static {
    /// How many words there are.
    const WORDS: usize;

    /// The same word everywhere.
    fn splat(word: u64) -> Self;

    fn and(self, other: Self) -> Self;

    fn or(self, other: Self) -> Self;

    fn xor(self, other: Self) -> Self;

    /// What is in `self` and not in `other`.
    fn without(self, other: Self) -> Self;

    /// Each word shifted towards its high end.
    fn up<const BY: u32>(self) -> Self;

    /// Each word shifted towards its low end.
    fn down<const BY: u32>(self) -> Self;

    /// The words, one vector after the other.
    fn words(vectors: &[Self]) -> &[u64];

    /// The words, to be written.
    fn words_mut(vectors: &mut [Self]) -> &mut [u64];

    /// What is in all three.
    #[inline(always)]
    fn and3(self, b: Self, c: Self) -> Self {
        self.and(b).and(c)
    }

    /// What is in any of the three.
    #[inline(always)]
    fn or3(self, b: Self, c: Self) -> Self {
        self.or(b).or(c)
    }

    /// What is in `self`, and in one of the others.
    #[inline(always)]
    fn and_either(self, b: Self, c: Self) -> Self {
        self.and(b.or(c))
    }

    /// `self`, and what is in both others.
    #[inline(always)]
    fn or_both(self, b: Self, c: Self) -> Self {
        self.or(b.and(c))
    }

    /// What is in `self`, and not in `removed` unless in `kept`.
    #[inline(always)]
    fn keep(self, removed: Self, kept: Self) -> Self {
        self.without(removed.without(kept))
    }

    /// `self`, and where the two others differ.
    #[inline(always)]
    fn or_differ(self, b: Self, c: Self) -> Self {
        self.or(b.xor(c))
    }

    /// What is in `self` and in neither of the others.
    #[inline(always)]
    fn without2(self, b: Self, c: Self) -> Self {
        self.without(b.or(c))
    }

    /// What is in an odd number of the three.
    #[inline(always)]
    fn xor3(self, b: Self, c: Self) -> Self {
        self.xor(b).xor(c)
    }

    /// What is in at least two of the three.
    #[inline(always)]
    fn majority(self, b: Self, c: Self) -> Self {
        self.and(b).or(c.and(self.or(b)))
    }

    /// What is in `b` where `self` is set, and in `c` where it is not.
    #[inline(always)]
    fn select(self, b: Self, c: Self) -> Self {
        self.and(b).or(c.without(self))
    }
}

/// Two words: 128 puzzles, which is a register of every 64-bit machine that has vectors at all.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(16))]
pub(super) struct Portable([u64; 2]);

impl Lanes for Portable {
    const WORDS: usize = 2;

    #[inline(always)]
    fn splat(word: u64) -> Self {
        Self([word; 2])
    }

    #[inline(always)]
    fn and(self, other: Self) -> Self {
        Self([self.0[0] & other.0[0], self.0[1] & other.0[1]])
    }

    #[inline(always)]
    fn or(self, other: Self) -> Self {
        Self([self.0[0] | other.0[0], self.0[1] | other.0[1]])
    }

    #[inline(always)]
    fn xor(self, other: Self) -> Self {
        Self([self.0[0] ^ other.0[0], self.0[1] ^ other.0[1]])
    }

    #[inline(always)]
    fn without(self, other: Self) -> Self {
        Self([self.0[0] & !other.0[0], self.0[1] & !other.0[1]])
    }

    #[inline(always)]
    fn up<const BY: u32>(self) -> Self {
        Self(self.0.map(|word| word << BY))
    }

    #[inline(always)]
    fn down<const BY: u32>(self) -> Self {
        Self(self.0.map(|word| word >> BY))
    }

    fn words(vectors: &[Self]) -> &[u64] {
        let n_words = vectors.len() * Self::WORDS;
        // SAFETY: a vector is two words and nothing else, as `repr(C)` lays them out.
        #[expect(unsafe_code, reason = "the same memory, seen as words")]
        unsafe {
            std::slice::from_raw_parts(vectors.as_ptr().cast(), n_words)
        }
    }

    fn words_mut(vectors: &mut [Self]) -> &mut [u64] {
        let n_words = vectors.len() * Self::WORDS;
        // SAFETY: as above, and nobody else sees them.
        #[expect(unsafe_code, reason = "the same memory, seen as words")]
        unsafe {
            std::slice::from_raw_parts_mut(vectors.as_mut_ptr().cast(), n_words)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn three_operands_mean_what_they_say() {
        let [a, b, c] = [0xF0F0, 0xCCCC, 0xAAAA].map(Portable::splat);
        let word = |it: Portable| it.0[1] & 0xFFFF;
        assert_eq!(word(a.and3(b, c)), 0x8080);
        assert_eq!(word(a.or3(b, c)), 0xFEFE);
        assert_eq!(word(a.and_either(b, c)), 0xE0E0);
        assert_eq!(word(a.or_both(b, c)), 0xF8F8);
        assert_eq!(word(a.keep(b, c)), 0xB0B0);
        assert_eq!(word(a.or_differ(b, c)), 0xF6F6);
        assert_eq!(word(a.without2(b, c)), 0x1010);
        assert_eq!(word(a.xor3(b, c)), 0x9696);
        assert_eq!(word(a.majority(b, c)), 0xE8E8);
        assert_eq!(word(a.select(b, c)), 0xCACA);
    }
}
