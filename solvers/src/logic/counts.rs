//! Counts of what is left, a byte each, eight of which are looked at together.
//!
//! What may become the last one is counted down: the candidates of a cell, the places of a symbol in
//! a region, the open cells of a region. A single is a byte that is one, and to find all of them in a
//! state takes a subtraction for eight bytes and no branch, so that changes need not be noted:
//!
//! ```text
//!   bytes                        03 01 41 02 00 05 01 41     41: settled, never the last
//!   without their lowest bit     02 00 40 02 00 04 00 40
//!   80 less that, highest bit    .. 80 .. .. 80 .. 80 ..     one is left, or nothing
//! ```

use crate::sets::cells::bits;

/// The count of what is settled: a cell or a symbol that is placed. Counts of what need not be there
/// at all begin here, so that they never come down to one. It is larger than any other count: a region has
/// 64 cells at most.
pub(super) const SETTLED: u8 = 65;

/// Returns the same byte eight times.
const fn eight(byte: u8) -> u64 {
    u64::from_ne_bytes([byte; 8])
}

/// Returns this many settled counts, and as many more as make the number a multiple of eight.
pub(super) fn settled(counts: usize) -> Vec<u8> {
    vec![SETTLED; counts.next_multiple_of(8)]
}

/// Calls `take` with the indices of the counts that are one or nothing, in ascending order.
#[inline]
pub(super) fn for_each_last(counts: &[u8], mut take: impl FnMut(usize)) {
    for (index, chunk) in counts.as_chunks().0.iter().enumerate() {
        let above_one = u64::from_le_bytes(*chunk) & eight(!1);
        let last = (eight(0x80) - above_one) & eight(0x80);
        bits(last).for_each(|bit| take(index * 8 + bit / 8));
    }
}

/// Returns eight counts for the first eight bits of a set: one where the bit is set, and else zero.
#[inline]
pub(super) fn ones(set: u64) -> u64 {
    // Each byte gets the bit of its own number, and whatever that is becomes one.
    let own = ((set & 0xff) * eight(1)) & 0x8040_2010_0804_0201;
    ((own + eight(0x7f)) >> 7) & eight(1)
}

/// Adds eight counts to eight others.
#[inline]
pub(super) fn add(counts: &mut [u8; 8], more: u64) {
    *counts = (u64::from_le_bytes(*counts) + more).to_le_bytes();
}

/// Returns the sum of eight counts, where it is below 256.
#[inline]
pub(super) fn total(counts: u64) -> u8 {
    (counts.wrapping_mul(eight(1)) >> 56) as u8
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_ones_are_those_that_a_loop_finds() {
        let mut counts = settled(30);
        assert_eq!(counts.len(), 32);
        for shift in 0..128 {
            for (index, count) in counts.iter_mut().enumerate() {
                *count = (index * 7 + shift) as u8 % (2 * SETTLED);
            }
            let mut found = Vec::new();
            for_each_last(&counts, |index| found.push(index));
            let expected: Vec<_> = (0..32).filter(|&index| counts[index] <= 1).collect();
            assert_eq!(found, expected);
        }
    }

    #[test]
    fn each_member_of_a_set_is_added_to_its_own_count() {
        for set in 0..0x300 {
            let mut counts = [0, 60, 1, SETTLED, 2, 61, 3, 0];
            let before = counts;
            add(&mut counts, ones(set));
            assert_eq!(u32::from(total(ones(set))), (set as u8).count_ones());
            for (bit, (count, before)) in counts.iter().zip(before).enumerate() {
                assert_eq!(u64::from(count - before), set >> bit & 1, "{set:b}");
            }
        }
    }
}
