//! A vector of bits, one for each puzzle, and the few operations that the kernels need.

use super::logic::Logic;

/// One bit of each of many puzzles, as words of 64 bits.
pub(super) trait Lanes: Logic + 'static {
    /// The number of words.
    const WORDS: usize;

    /// Returns the vector whose words all equal `word`.
    fn splat(word: u64) -> Self;

    /// Returns the words of consecutive vectors.
    fn words(vectors: &[Self]) -> &[u64];

    /// Returns the words of consecutive vectors, mutably.
    fn words_mut(vectors: &mut [Self]) -> &mut [u64];
}

/// Vectors whose words can be shifted, which is all that a transposition requires.
pub(super) trait Shift: Lanes {
    /// Shifts each word towards its high end.
    fn up<const BY: u32>(self) -> Self;

    /// Shifts each word towards its low end.
    fn down<const BY: u32>(self) -> Self;
}
