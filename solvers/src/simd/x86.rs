//! Vectors backed by registers of x86-64 processors: 256 puzzles with AVX2, 512 with AVX-512.
//!
//! Their methods are inlined into kernels that are compiled for processors with these instructions;
//! a kernel is created only after the processor has been checked. That is the one contract behind
//! each `unsafe` here: a value of these types exists only where the instructions do.
#![expect(unsafe_code, reason = "vendor intrinsics")]

use std::arch::x86_64::*;

use super::lanes::{Lanes, Shift};
use super::logic::Logic;

/// Bit i of byte i of a word. As the first operand of `gf2p8affine`, it transposes words: bit j of
/// byte i, counted from the last byte, becomes bit i of byte j.
pub(super) const DIAGONAL: i64 = 0x8040_2010_0804_0201_u64.cast_signed();

/// A 256-bit register with AVX2: 256 puzzles, or the boxes of one puzzle.
#[derive(Clone, Copy, Debug)]
#[repr(transparent)]
pub(super) struct Avx2(pub(super) __m256i);

/// A 512-bit register with AVX-512 and its ternary logic: 512 puzzles.
#[derive(Clone, Copy, Debug)]
#[repr(transparent)]
pub(super) struct Avx512(pub(super) __m512i);

/// The boxes of one puzzle: a 256-bit register with what AVX-512 offers at that width, namely
/// ternary logic, population counts and arbitrary byte permutations.
#[derive(Clone, Copy, Debug)]
#[repr(transparent)]
pub(super) struct Avx512Vl(pub(super) __m256i);

/// Implements [`Logic`] for a register by its instructions. Operations with three operands use a
/// truth table where the register has an instruction for that; the bits of 0xF0, 0xCC and 0xAA are
/// those of the first, second and third operand.
macro_rules! logic {
    ($register:ident: $and:ident $or:ident $xor:ident $without:ident $($three:ident)?) => {
        impl Logic for $register {
            logic! { two, and $and, or $or, xor $xor }

            #[inline(always)]
            fn without(self, other: Self) -> Self {
                // SAFETY: there is a value, so there is the instruction.
                Self(unsafe { $without(other.0, self.0) })
            }

            $(
                logic! {
                    $three, and3 0x80, or3 0xFE, and_either 0xE0, or_both 0xF8, keep 0xB0, or_differ 0xF6,
                    without2 0x10, or_without 0xF4, one_of_three 0x16, xor3 0x96, majority 0xE8, select 0xCA
                }
            )?
        }
    };
    (two $(, $name:ident $instruction:ident)*) => {$(
        #[inline(always)]
        fn $name(self, other: Self) -> Self {
            // SAFETY: there is a value, so there is the instruction.
            Self(unsafe { $instruction(self.0, other.0) })
        }
    )*};
    ($three:ident $(, $name:ident $table:literal)*) => {$(
        #[inline(always)]
        fn $name(self, b: Self, c: Self) -> Self {
            // SAFETY: there is a value, so there is the instruction.
            Self(unsafe { $three::<$table>(self.0, b.0, c.0) })
        }
    )*};
}

logic!(Avx2: _mm256_and_si256 _mm256_or_si256 _mm256_xor_si256 _mm256_andnot_si256);
logic!(Avx512: _mm512_and_si512 _mm512_or_si512 _mm512_xor_si512 _mm512_andnot_si512 _mm512_ternarylogic_epi64);
logic!(Avx512Vl: _mm256_and_si256 _mm256_or_si256 _mm256_xor_si256 _mm256_andnot_si256 _mm256_ternarylogic_epi64);

/// Implements the views of a slice of registers as words.
macro_rules! seen_as_words {
    () => {
        fn words(vectors: &[Self]) -> &[u64] {
            let n_words = vectors.len() * Self::WORDS;
            // SAFETY: a register is as many words and nothing else.
            unsafe { std::slice::from_raw_parts(vectors.as_ptr().cast(), n_words) }
        }

        fn words_mut(vectors: &mut [Self]) -> &mut [u64] {
            let n_words = vectors.len() * Self::WORDS;
            // SAFETY: as above, and the borrow is exclusive.
            unsafe { std::slice::from_raw_parts_mut(vectors.as_mut_ptr().cast(), n_words) }
        }
    };
}

impl Lanes for Avx2 {
    const WORDS: usize = 4;

    #[inline(always)]
    fn splat(word: u64) -> Self {
        // SAFETY: a kernel for AVX2 calls it, and only where there is AVX2.
        Self(unsafe { _mm256_set1_epi64x(word.cast_signed()) })
    }

    seen_as_words!();
}

impl Shift for Avx2 {
    #[inline(always)]
    fn up<const BY: u32>(self) -> Self {
        // SAFETY: there is a value, so there is AVX2.
        Self(unsafe { _mm256_sll_epi64(self.0, _mm_cvtsi64_si128(i64::from(BY))) })
    }

    #[inline(always)]
    fn down<const BY: u32>(self) -> Self {
        // SAFETY: there is a value, so there is AVX2.
        Self(unsafe { _mm256_srl_epi64(self.0, _mm_cvtsi64_si128(i64::from(BY))) })
    }
}

impl Lanes for Avx512 {
    const WORDS: usize = 8;

    #[inline(always)]
    fn splat(word: u64) -> Self {
        // SAFETY: a kernel for AVX-512 calls it, and only where there is AVX-512.
        Self(unsafe { _mm512_set1_epi64(word.cast_signed()) })
    }

    seen_as_words!();
}
