//! Transposition with AVX-512, which has an instruction that transposes 8 × 8 bits in a word, and
//! byte shuffles under a mask.
//!
//! The position of a bit consists of the number of its vector, the number of a byte in a word and
//! the number of a bit in a byte, eight of each. First the byte and bit numbers of eight vectors
//! are exchanged with the vector number in turn; then bytes are moved to their places among every
//! eighth vector.
#![expect(unsafe_code, reason = "vendor intrinsics")]

use std::arch::x86_64::*;
use std::hint::black_box;

use super::Transpose;
use crate::simd::x86::{Avx512, DIAGONAL};

/// Masks of the halves, quarters and eighths of words that are the upper ones of a pair. A compiler
/// that knows the masks emits shuffles of two registers, which are several times as slow.
#[derive(Clone, Copy)]
struct Upper {
    halves: u16,
    quarters: u64,
    bytes: u64,
}

impl Transpose for Avx512 {
    #[inline(always)]
    fn transpose<const N: usize>(
        vectors: &mut [Self; N],
        place: impl Fn(usize) -> usize,
        square: &mut [Self; 64],
    ) {
        let upper = black_box(Upper {
            halves: 0xAAAA,
            quarters: 0xCCCC_CCCC_CCCC_CCCC,
            bytes: 0xAAAA_AAAA_AAAA_AAAA,
        });
        for first in 0..8 {
            let mut part = [square[0]; 8];
            for i in 0..8 {
                part[7 - i] = vectors[place(8 * first + i)];
            }
            transpose_bytes(&mut part, upper);
            for i in 0..8 {
                square[8 * first + i] = transpose_bits(part[i]);
            }
        }
        for first in 0..8 {
            let mut part = [square[0]; 8];
            for i in 0..8 {
                part[i] = square[first + 8 * i];
            }
            transpose_bytes(&mut part, upper);
            for i in 0..8 {
                vectors[place(8 * first + i)] = part[i];
            }
        }
    }
}

/// Moves bit j of byte i of each word, counted from the last byte, to bit i of byte j.
#[inline(always)]
fn transpose_bits(Avx512(squares): Avx512) -> Avx512 {
    // SAFETY: there is a value, so there are the instructions.
    Avx512(unsafe { _mm512_gf2p8affine_epi64_epi8::<0>(_mm512_set1_epi64(DIAGONAL), squares) })
}

/// Moves byte j of the words of vector i to byte i of the words of vector j.
#[inline(always)]
fn transpose_bytes(part: &mut [Avx512; 8], Upper { halves, quarters, bytes }: Upper) {
    // SAFETY: there is a value, so there are the instructions.
    unsafe {
        let quarter = _mm_setr_epi8(2, 3, 0, 1, 6, 7, 4, 5, 10, 11, 8, 9, 14, 15, 12, 13);
        let byte = _mm_setr_epi8(1, 0, 3, 2, 5, 4, 7, 6, 9, 8, 11, 10, 13, 12, 15, 14);
        let (quarter, byte) = (_mm512_broadcast_i32x4(quarter), _mm512_broadcast_i32x4(byte));
        for i in 0..4 {
            let (Avx512(a), Avx512(b)) = (part[i], part[i + 4]);
            part[i] = Avx512(_mm512_mask_shuffle_epi32::<0xB1>(a, halves, b));
            part[i + 4] = Avx512(_mm512_mask_shuffle_epi32::<0xB1>(b, !halves, a));
        }
        for i in [0, 1, 4, 5] {
            let (Avx512(a), Avx512(b)) = (part[i], part[i + 2]);
            part[i] = Avx512(_mm512_mask_shuffle_epi8(a, quarters, b, quarter));
            part[i + 2] = Avx512(_mm512_mask_shuffle_epi8(b, !quarters, a, quarter));
        }
        for i in [0, 2, 4, 6] {
            let (Avx512(a), Avx512(b)) = (part[i], part[i + 1]);
            part[i] = Avx512(_mm512_mask_shuffle_epi8(a, bytes, b, byte));
            part[i + 1] = Avx512(_mm512_mask_shuffle_epi8(b, !bytes, a, byte));
        }
    }
}
