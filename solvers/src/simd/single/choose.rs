//! The choice of a bet: the line of a box that a digit occupies.
//!
//! In a band a digit is placed in one of six configurations, each with one row in each of its three
//! boxes. As in tdoku, the chosen band or stack is the one with the least left to decide, and
//! within it a digit with two configurations, or else one with more. In tdoku a bet is on a
//! configuration; here it is on the line of one box, the first that has the fewest lines left for
//! the digit. With two configurations the two are the same. In tdoku, what is left to decide is the
//! sum of the configurations; here it is closer to the number of their combinations, 2 for a digit
//! with two configurations and 3 for one with more, in proportion to the logarithms of two and
//! three. On hard puzzles that saves a few bets out of a hundred.
//!
//! The configurations of all bands are computed at once, those of a band in the lane of its first
//! box.

use board::Cell;

use super::boxes::{Boxes, LANE, LaneWords, ONLY};
use super::propagate::{BoxCells, BoxLines, along_bands, along_stacks};

/// A digit in a box, whose line is bet on.
#[derive(Clone, Copy, Debug)]
pub(super) struct BetPlace {
    /// The number of the box.
    pub(super) of: usize,
    /// The digit, as a set of one.
    pub(super) digit: u16,
    /// Whether the bet is on its column rather than its row.
    pub(super) is_column: bool,
}

impl BetPlace {
    /// Returns the cells of a line of the box, and the other cells of the box.
    pub(super) fn cells(self, line: usize) -> (Vec<Cell>, Vec<Cell>) {
        let corner = self.of / 3 * 27 + self.of % 3 * 3;
        let is_in_line = |at: &usize| line == if self.is_column { at % 3 } else { at / 3 };
        let (inside, outside): (Vec<usize>, Vec<usize>) = (0..9).partition(is_in_line);
        let cell = |at: usize| corner + at / 3 * 9 + at % 3;
        (inside.into_iter().map(cell).collect(), outside.into_iter().map(cell).collect())
    }

    /// Restricts the digit to one line of the box.
    #[inline(always)]
    pub(super) fn bet<V: Boxes>(self, cells: &mut BoxCells<V>, line: usize) {
        let excluded = V::load(&ONLY[self.of]).and(V::splat(self.digit));
        for (at, cell) in cells.iter_mut().enumerate() {
            if line != if self.is_column { at % 3 } else { at / 3 } {
                *cell = cell.without(excluded);
            }
        }
    }
}

/// A band of three boxes, or a stack.
struct Band {
    is_stack: bool,
    boxes: [usize; 3],
}

/// The three bands, then the three stacks.
static BANDS: [Band; 6] = [
    Band { is_stack: false, boxes: [0, 1, 2] },
    Band { is_stack: false, boxes: [3, 4, 5] },
    Band { is_stack: false, boxes: [6, 7, 8] },
    Band { is_stack: true, boxes: [0, 3, 6] },
    Band { is_stack: true, boxes: [1, 4, 7] },
    Band { is_stack: true, boxes: [2, 5, 8] },
];

/// Returns the place to bet on where cells are open, and its possible lines, one bit each.
#[inline(always)]
pub(super) fn choose<V: Boxes>(lines: &BoxLines<V>) -> (BetPlace, u8) {
    let across = ConfigurationCounts::of(lines.rows, along_bands(lines.rows));
    let down = ConfigurationCounts::of(lines.columns, along_stacks(lines.columns));
    let (mut least, mut best) = (u32::MAX, &BANDS[0]);
    for band in &BANDS {
        let undecided = if band.is_stack { &down } else { &across }.undecided(band);
        if undecided != 0 && undecided < least {
            (least, best) = (undecided, band);
        }
    }
    let digits = if best.is_stack { &down } else { &across }.fewest(best);
    best.place(lines, digits & digits.wrapping_neg())
}

impl Band {
    /// Returns the lane that holds the configurations of the band.
    #[inline(always)]
    fn lane(&self) -> usize {
        LANE[self.boxes[0]]
    }

    /// Returns the box that has the fewest lines for a digit, but at least two, and those lines.
    #[inline(always)]
    fn place<V: Boxes>(&self, lines: &BoxLines<V>, digit: u16) -> (BetPlace, u8) {
        let mut words = [LaneWords::NOTHING; 3];
        for (words, line) in
            words.iter_mut().zip(if self.is_stack { lines.columns } else { lines.rows })
        {
            line.store(words);
        }
        let place = |of| BetPlace { of, digit, is_column: self.is_stack };
        let (mut fewest, mut best) = (u32::MAX, (place(self.boxes[0]), 0));
        for of in self.boxes {
            let has = |line: usize| u8::from(words[line].0[LANE[of]] & digit != 0) << line;
            let left = has(0) | has(1) | has(2);
            let n_left = left.count_ones();
            if n_left > 1 && n_left < fewest {
                (fewest, best) = (n_left, (place(of), left));
            }
        }
        best
    }
}

/// The digits of each band, by the number of their configurations.
struct ConfigurationCounts {
    two_or_more: LaneWords,
    three_or_more: LaneWords,
}

impl ConfigurationCounts {
    #[inline(always)]
    fn of<V: Boxes>(lines: [V; 3], [next, last]: [[V; 3]; 2]) -> Self {
        let configurations = [
            lines[0].and3(next[1], last[2]),
            lines[0].and3(next[2], last[1]),
            lines[1].and3(next[0], last[2]),
            lines[1].and3(next[2], last[0]),
            lines[2].and3(next[0], last[1]),
            lines[2].and3(next[1], last[0]),
        ];
        let none = V::splat(0);
        let (mut one, mut two, mut three) = (none, none, none);
        for configuration in configurations {
            three = three.or_both(two, configuration);
            two = two.or_both(one, configuration);
            one = one.or(configuration);
        }
        let mut counts =
            Self { two_or_more: LaneWords::NOTHING, three_or_more: LaneWords::NOTHING };
        two.store(&mut counts.two_or_more);
        three.store(&mut counts.three_or_more);
        counts
    }

    /// Returns how much is left to decide in a band.
    #[inline(always)]
    fn undecided(&self, band: &Band) -> u32 {
        let (two, three) = (self.two_or_more.0[band.lane()], self.three_or_more.0[band.lane()]);
        2 * two.count_ones() + three.count_ones()
    }

    /// Returns the digits of a band with two configurations, or else those with more.
    #[inline(always)]
    fn fewest(&self, band: &Band) -> u16 {
        let (two, three) = (self.two_or_more.0[band.lane()], self.three_or_more.0[band.lane()]);
        if two != three { two & !three } else { three }
    }
}
