//! What belongs to one lane, and lists of lanes.

use super::parts::Counted;
use super::planes::Row;

/// Where a lane is: one line of a cache.
#[derive(Default)]
#[repr(align(64))]
pub(super) struct Lane {
    pub(super) part: usize,
    pub(super) chain: usize,
    /// What the part has counted so far.
    pub(super) counted: Counted,
    /// The open bets, and behind them room for more.
    pub(super) bets: Vec<Bet>,
    pub(super) open: usize,
}

impl Lane {
    /// Room for one more open bet.
    #[inline]
    pub(super) fn push(&mut self) -> &mut Bet {
        if self.open == self.bets.len() {
            self.bets.push(Bet::default());
        }
        self.open += 1;
        &mut self.bets[self.open - 1]
    }
}

/// A digit in a band, with ways that are still to be tried.
#[derive(Default)]
pub(super) struct Bet {
    /// The state before.
    pub(super) row: Row,
    pub(super) band: usize,
    pub(super) digit: usize,
    /// The ways, as bits.
    pub(super) ways: u64,
}

/// Lists the lanes whose bit is set in so many words, the same bit of all words one after the other:
/// the rows of such lanes lie side by side. Eight bits of up to eight words are turned so that they
/// are in this order.
pub(super) fn list(lanes: &mut Vec<usize>, words: usize, word: impl Fn(usize) -> u64) {
    lanes.clear();
    let mut bits = [0; 8];
    (0..words).for_each(|of| bits[of] = word(of));
    for byte in 0..8 {
        let of_byte = bits.map(|word| (word >> (8 * byte)) as u8);
        let mut set = turn(u64::from_le_bytes(of_byte));
        while set != 0 {
            let at = set.trailing_zeros() as usize;
            lanes.push(64 * (at % 8) + 8 * byte + at / 8);
            set &= set - 1;
        }
    }
}

/// Bit j of byte i becomes bit i of byte j (Hacker's Delight, 7-3).
fn turn(square: u64) -> u64 {
    let swap = |square: u64, by: u32, low: u64| {
        let differ = (square ^ square >> by) & low;
        square ^ differ ^ differ << by
    };
    let square = swap(square, 7, 0x00AA_00AA_00AA_00AA);
    let square = swap(square, 14, 0x0000_CCCC_0000_CCCC);
    swap(square, 28, 0x0000_0000_F0F0_F0F0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_has_each_lane_once_and_the_same_bit_of_all_words_together() {
        let words = [1 << 63 | 0b11, 1 << 9, 0, 0b10, 1 << 63];
        let mut lanes = vec![7];
        list(&mut lanes, words.len(), |word| words[word]);
        assert_eq!(lanes, [0, 1, 3 * 64 + 1, 64 + 9, 63, 4 * 64 + 63]);
    }
}
