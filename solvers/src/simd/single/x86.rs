//! Vectors of boxes backed by 256-bit registers of x86-64 processors: with AVX2, and with what
//! AVX-512 offers at that width.
//!
//! Their methods are inlined into kernels that are compiled for processors with these instructions;
//! a kernel runs only after the processor has been checked. That is the one contract behind each
//! `unsafe` here: a value of these types exists only where the instructions do.
#![expect(unsafe_code, reason = "vendor intrinsics")]

use std::arch::x86_64::*;

use super::boxes::{ALL, ALONG_BAND, ALONG_STACK, Boxes, LANES, LaneWords};
use crate::simd::x86::{Avx2, Avx512Vl};

/// The index that makes a byte zero.
const NOTHING: u8 = 0x80;

/// The source index of each byte.
#[repr(C, align(32))]
struct Bytes([u8; 2 * LANES]);

/// [`ALONG_BAND`], which never crosses halves.
static BAND: [Bytes; 3] = [here(&ALONG_BAND[0]), here(&ALONG_BAND[1]), here(&ALONG_BAND[2])];

/// [`ALONG_STACK`], over the whole register.
static STACK: [Bytes; 3] =
    [anywhere(&ALONG_STACK[0]), anywhere(&ALONG_STACK[1]), anywhere(&ALONG_STACK[2])];

/// What [`ALONG_STACK`] takes from the same half.
static STACK_HERE: [Bytes; 3] =
    [here(&ALONG_STACK[0]), here(&ALONG_STACK[1]), here(&ALONG_STACK[2])];

/// What [`ALONG_STACK`] takes from the other half.
static STACK_THERE: [Bytes; 3] =
    [there(&ALONG_STACK[0]), there(&ALONG_STACK[1]), there(&ALONG_STACK[2])];

/// The methods that both registers implement alike, with one or two instructions of AVX2.
macro_rules! with_avx2 {
    () => {
        #[inline(always)]
        fn load(words: &LaneWords) -> Self {
            // SAFETY: a kernel for these instructions calls it; words are aligned to 32 bytes.
            Self(unsafe { _mm256_load_si256(words.0.as_ptr().cast()) })
        }

        #[inline(always)]
        fn store(self, words: &mut LaneWords) {
            // SAFETY: there is a value, so there is AVX2; words are aligned to 32 bytes.
            unsafe { _mm256_store_si256(words.0.as_mut_ptr().cast(), self.0) }
        }

        #[inline(always)]
        fn splat(set: u16) -> Self {
            // SAFETY: a kernel for these instructions calls it, and only where they are.
            Self(unsafe { _mm256_set1_epi16(set.cast_signed()) })
        }

        #[inline(always)]
        fn along_band<const BY: usize>(self) -> Self {
            // SAFETY: there is a value, so there is AVX2.
            Self(unsafe { _mm256_shuffle_epi8(self.0, register(&BAND[BY])) })
        }

        #[inline(always)]
        fn without_lowest(self) -> Self {
            // SAFETY: there is a value, so there is AVX2.
            Self(unsafe {
                _mm256_and_si256(self.0, _mm256_add_epi16(self.0, _mm256_set1_epi16(-1)))
            })
        }

        #[inline(always)]
        fn is_empty(self) -> bool {
            // SAFETY: there is a value, so there is AVX2.
            unsafe { _mm256_testz_si256(self.0, self.0) != 0 }
        }

        #[inline(always)]
        fn smaller(self, other: Self) -> Self {
            // SAFETY: there is a value, so there is AVX2.
            Self(unsafe { _mm256_min_epu16(self.0, other.0) })
        }
    };
}

impl Boxes for Avx2 {
    with_avx2!();

    #[inline(always)]
    fn along_stack<const BY: usize>(self) -> Self {
        // SAFETY: there is a value, so there is AVX2.
        Self(unsafe {
            let swapped = _mm256_permute2x128_si256::<1>(self.0, self.0);
            _mm256_or_si256(
                _mm256_shuffle_epi8(self.0, register(&STACK_HERE[BY])),
                _mm256_shuffle_epi8(swapped, register(&STACK_THERE[BY])),
            )
        })
    }

    #[inline(always)]
    fn where_empty(self, other: Self) -> Self {
        // SAFETY: there is a value, so there is AVX2.
        Self(unsafe {
            _mm256_and_si256(self.0, _mm256_cmpeq_epi16(other.0, _mm256_setzero_si256()))
        })
    }

    #[inline(always)]
    fn has_empty(self) -> bool {
        !Self::splat(ALL).where_empty(self).is_empty()
    }
}

impl Boxes for Avx512Vl {
    with_avx2!();

    #[inline(always)]
    fn along_stack<const BY: usize>(self) -> Self {
        // SAFETY: there is a value, so there is AVX-512.
        Self(unsafe { _mm256_permutexvar_epi8(register(&STACK[BY]), self.0) })
    }

    #[inline(always)]
    fn where_empty(self, other: Self) -> Self {
        // SAFETY: there is a value, so there is AVX-512.
        Self(unsafe { _mm256_maskz_mov_epi16(_mm256_testn_epi16_mask(other.0, other.0), self.0) })
    }

    #[inline(always)]
    fn three(self) -> (Self, Self) {
        // SAFETY: there is a value, so there is AVX-512.
        unsafe {
            let (sizes, three) = (_mm256_popcnt_epi16(self.0), _mm256_set1_epi16(3));
            let exactly = _mm256_cmpeq_epi16_mask(sizes, three);
            let missing = _mm256_subs_epu16(three, sizes);
            (Self(_mm256_maskz_mov_epi16(exactly, self.0)), Self(missing))
        }
    }

    #[inline(always)]
    fn has_empty(self) -> bool {
        // SAFETY: there is a value, so there is AVX-512.
        unsafe { _mm256_testn_epi16_mask(self.0, self.0) != 0 }
    }
}

/// # Safety
/// The processor has AVX2.
#[inline(always)]
unsafe fn register(bytes: &Bytes) -> __m256i {
    // SAFETY: the caller guarantees AVX2; bytes are aligned to 32.
    unsafe { _mm256_load_si256(bytes.0.as_ptr().cast()) }
}

/// Returns the bytes of the lanes `from`.
const fn anywhere(from: &[u8; LANES]) -> Bytes {
    let mut table = Bytes([0; 2 * LANES]);
    let mut lane = 0;
    while lane < LANES {
        table.0[2 * lane] = 2 * from[lane];
        table.0[2 * lane + 1] = 2 * from[lane] + 1;
        lane += 1;
    }
    table
}

/// Returns those that stay in the same half, for an instruction that moves bytes within halves.
const fn here(from: &[u8; LANES]) -> Bytes {
    within(from, false)
}

/// Returns those that come from the other half, for when the halves have been swapped.
const fn there(from: &[u8; LANES]) -> Bytes {
    within(from, true)
}

/// A half has as many bytes as the register has lanes.
const fn within(from: &[u8; LANES], crossing: bool) -> Bytes {
    let mut table = anywhere(from);
    let mut byte = 0;
    while byte < 2 * LANES {
        let source = table.0[byte] as usize;
        let crosses = source / LANES != byte / LANES;
        table.0[byte] = if crosses == crossing { (source % LANES) as u8 } else { NOTHING };
        byte += 1;
    }
    table
}
