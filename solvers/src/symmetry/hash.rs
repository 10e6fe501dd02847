//! Hashes of colours.

/// Returns a hash of two words, the same on every machine. Hashes of the members of a multiset are added.
#[inline]
pub(crate) fn mix(one: u64, other: u64) -> u64 {
    let (one, other) = (one ^ 0x9E37_79B9_7F4A_7C15, other ^ 0xD1B5_4A32_D192_ED03);
    let product = u128::from(one) * u128::from(other | 1);
    let folded = (product >> 64) as u64 ^ product as u64 ^ other;
    (folded ^ (folded >> 29)).wrapping_mul(0xBF58_476D_1CE4_E5B9)
}
