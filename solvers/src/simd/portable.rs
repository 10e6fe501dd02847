//! A vector that is an array of words. It runs everywhere, and the other vectors are tested against it.

use super::lanes::{Lanes, Shift};
use super::logic::Logic;

/// Two words, for 128 puzzles: one register on every 64-bit machine that has vectors.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(16))]
pub(super) struct Portable([u64; 2]);

impl Logic for Portable {
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
}

impl Lanes for Portable {
    const WORDS: usize = 2;

    #[inline(always)]
    fn splat(word: u64) -> Self {
        Self([word; 2])
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
        // SAFETY: as above, and the borrow is exclusive.
        #[expect(unsafe_code, reason = "the same memory, seen as words")]
        unsafe {
            std::slice::from_raw_parts_mut(vectors.as_mut_ptr().cast(), n_words)
        }
    }
}

impl Shift for Portable {
    #[inline(always)]
    fn up<const BY: u32>(self) -> Self {
        Self(self.0.map(|word| word << BY))
    }

    #[inline(always)]
    fn down<const BY: u32>(self) -> Self {
        Self(self.0.map(|word| word >> BY))
    }
}
