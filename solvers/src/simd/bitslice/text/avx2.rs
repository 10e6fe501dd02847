//! Conversion of a line with AVX2.
//!
//! The highest bits of 32 characters become a word by one instruction, and the others by one shift more. In reverse,
//! each byte of a word is repeated eight times, and another of its bits is looked at each time. Lines are converted in
//! three parts of 32 characters, of which the last overlaps the one before.
#![expect(unsafe_code, reason = "vendor intrinsics")]

use std::arch::x86_64::*;

/// The number of characters in a part.
const PART: usize = 32;

/// The first character of the last part.
const LAST: usize = 81 - PART;

/// Returns bit i of the characters of a line, for i from zero to three.
#[target_feature(enable = "avx2")]
pub(super) fn planes(line: &[u8; 81]) -> [u128; 4] {
    let parts = (load(line, 0), load(line, PART), load(line, LAST));
    [plane::<7>(parts), plane::<6>(parts), plane::<5>(parts), plane::<4>(parts)]
}

/// Returns the characters of the digits that are one more than the numbers with these bits.
#[target_feature(enable = "avx2")]
pub(super) fn digits(planes: &[u128; 4]) -> [u8; 81] {
    let mut line = [0; 81];
    for at in [0, PART, LAST] {
        let mut digits = _mm256_set1_epi8(b'1'.cast_signed());
        for (bit, plane) in planes.iter().enumerate() {
            let here = _mm256_and_si256(spread((plane >> at) as u32), _mm256_set1_epi8(1 << bit));
            digits = _mm256_add_epi8(digits, here);
        }
        let part: &mut [u8] = &mut line[at..at + PART];
        // SAFETY: the part has 32 characters.
        unsafe { _mm256_storeu_si256(part.as_mut_ptr().cast(), digits) }
    }
    line
}

#[inline]
#[target_feature(enable = "avx2")]
fn load(line: &[u8; 81], at: usize) -> __m256i {
    let part: &[u8] = &line[at..at + PART];
    // SAFETY: the part has 32 characters.
    unsafe { _mm256_loadu_si256(part.as_ptr().cast()) }
}

/// Returns the bits of the characters that are the highest ones after shifting them.
#[inline]
#[target_feature(enable = "avx2")]
fn plane<const UP: i32>((first, next, last): (__m256i, __m256i, __m256i)) -> u128 {
    let first = highest(_mm256_slli_epi16::<UP>(first));
    let next = highest(_mm256_slli_epi16::<UP>(next));
    let last = highest(_mm256_slli_epi16::<UP>(last));
    u128::from(first) | u128::from(next) << PART | u128::from(last) << LAST
}

/// Returns the highest bits of all bytes.
#[inline]
#[target_feature(enable = "avx2")]
fn highest(bytes: __m256i) -> u32 {
    _mm256_movemask_epi8(bytes).cast_unsigned()
}

/// Returns a byte for each bit, with all bits set where it is.
#[inline]
#[target_feature(enable = "avx2")]
fn spread(bits: u32) -> __m256i {
    const REPEAT: i64 = 0x0101_0101_0101_0101;
    let repeated = _mm256_setr_epi64x(0, REPEAT, 2 * REPEAT, 3 * REPEAT);
    let bytes = _mm256_shuffle_epi8(_mm256_set1_epi32(bits.cast_signed()), repeated);
    let wanted = _mm256_set1_epi64x(0x8040_2010_0804_0201_u64.cast_signed());
    _mm256_cmpeq_epi8(_mm256_and_si256(bytes, wanted), wanted)
}
