//! Transposition of squares of 64 × 64 bits. A square occupies the same word of each of 64 vectors.
//!
//! Six steps swap ever smaller blocks off the diagonal (Hacker's Delight, 7-3): the first three
//! move whole bytes, the last three move bits within the bytes of neighbouring vectors.

#[cfg(target_arch = "x86_64")]
mod avx512;

use super::lanes::{Lanes, Shift};

/// Vectors whose squares can be transposed.
pub(super) trait Transpose: Lanes {
    /// Moves bit j of the words of the vector at `place(i)` to bit i of the words of the vector at
    /// `place(j)`, for i and j below 64. `square` is scratch memory.
    fn transpose<const N: usize>(
        vectors: &mut [Self; N],
        place: impl Fn(usize) -> usize,
        square: &mut [Self; 64],
    );
}

impl<L: Shift> Transpose for L {
    #[inline(always)]
    fn transpose<const N: usize>(
        vectors: &mut [L; N],
        place: impl Fn(usize) -> usize,
        square: &mut [L; 64],
    ) {
        for first in 0..8 {
            let mut part = [square[0]; 8];
            for i in 0..8 {
                part[i] = vectors[place(first + 8 * i)];
            }
            transpose_bytes(&mut part);
            for i in 0..8 {
                square[first + 8 * i] = part[i];
            }
        }
        for first in 0..8 {
            let mut part = [square[0]; 8];
            part.copy_from_slice(&square[8 * first..8 * first + 8]);
            transpose_bits(&mut part);
            for i in 0..8 {
                vectors[place(8 * first + i)] = part[i];
            }
        }
    }
}

/// Moves byte j of the words of vector i to byte i of the words of vector j.
#[inline(always)]
fn transpose_bytes<L: Shift>(part: &mut [L; 8]) {
    swap::<L, 32, 4>(part, L::splat(0x0000_0000_FFFF_FFFF));
    swap::<L, 16, 2>(part, L::splat(0x0000_FFFF_0000_FFFF));
    swap::<L, 8, 1>(part, L::splat(0x00FF_00FF_00FF_00FF));
}

/// Moves bit j of the bytes of vector i to bit i of the bytes of vector j.
#[inline(always)]
fn transpose_bits<L: Shift>(part: &mut [L; 8]) {
    swap::<L, 4, 4>(part, L::splat(0x0F0F_0F0F_0F0F_0F0F));
    swap::<L, 2, 2>(part, L::splat(0x3333_3333_3333_3333));
    swap::<L, 1, 1>(part, L::splat(0x5555_5555_5555_5555));
}

/// Swaps the high blocks of each vector with the low blocks of the vector `APART` places later.
/// Blocks are `BITS` wide.
#[inline(always)]
fn swap<L: Shift, const BITS: u32, const APART: usize>(part: &mut [L; 8], low: L) {
    for i in 0..8 {
        if i & APART == 0 {
            let (a, b) = (part[i], part[i + APART]);
            part[i] = low.select(a, b.up::<BITS>());
            part[i + APART] = low.select(a.down::<BITS>(), b);
        }
    }
}
