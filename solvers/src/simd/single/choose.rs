//! Where to bet: on the line of a box that a digit stands in.
//!
//! In a band a digit is placed in one of six ways, each a row in each of its three boxes. As in tdoku
//! the band or stack is taken that has least left to be decided, and in it a digit that has two ways, or
//! else one that has more. There a bet is on a way; here it is on the line of one box, the first that has
//! the fewest lines left for the digit. For two ways that is the same. And there what is left to be
//! decided is the sum of the ways; here it is nearer to how many combinations of them there are, 2 for a
//! digit that has two ways and 3 for one that has more, as the logarithms of two and three. On what is
//! hard that saves a few bets of a hundred.
//!
//! The ways of all bands are worked out at once, those of a band in the lane of its first box.

use board::Cell;

use super::boxes::{Boxes, LANE, ONLY, USED, Words};
use super::settle::{Cells, Lines, along_bands, along_stacks};

/// A digit in a box, whose line is bet on.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    /// The number of the box.
    pub(super) of: usize,
    /// The digit, as a set of one.
    pub(super) digit: u16,
    /// Whether its column is asked for, and not its row.
    pub(super) is_column: bool,
}

impl Place {
    /// The first cell of a line of the box, in the reading order of the puzzle.
    pub(super) fn first_cell(self, line: usize) -> Cell {
        let corner = self.of / 3 * 27 + self.of % 3 * 3;
        corner + if self.is_column { line } else { 9 * line }
    }

    /// Leaves the digit in one line of the box.
    #[inline(always)]
    pub(super) fn bet<V: Boxes>(self, cells: &mut Cells<V>, line: usize) {
        let struck = V::load(&ONLY[self.of]).and(V::splat(self.digit));
        for (at, cell) in cells.iter_mut().enumerate() {
            if line != if self.is_column { at % 3 } else { at / 3 } {
                *cell = cell.without(struck);
            }
        }
    }
}

/// A band of three boxes, or a stack.
struct Band {
    is_stack: bool,
    boxes: [usize; 3],
}

/// All six.
static BANDS: [Band; 6] = [
    Band { is_stack: false, boxes: [0, 1, 2] },
    Band { is_stack: false, boxes: [3, 4, 5] },
    Band { is_stack: false, boxes: [6, 7, 8] },
    Band { is_stack: true, boxes: [0, 3, 6] },
    Band { is_stack: true, boxes: [1, 4, 7] },
    Band { is_stack: true, boxes: [2, 5, 8] },
];

/// The place to bet on, and the lines that it may have, a bit each. None when every cell has one
/// candidate.
#[inline(always)]
pub(super) fn choose<V: Boxes>(cells: &Cells<V>, lines: &Lines<V>) -> Option<(Place, u8)> {
    if is_full(cells) {
        return None;
    }
    let across = Ways::of(lines.rows, along_bands(lines.rows));
    let down = Ways::of(lines.columns, along_stacks(lines.columns));
    let (mut least, mut best) = (u32::MAX, &BANDS[0]);
    for band in &BANDS {
        let undecided = if band.is_stack { &down } else { &across }.undecided(band);
        if undecided != 0 && undecided < least {
            (least, best) = (undecided, band);
        }
    }
    let digits = if best.is_stack { &down } else { &across }.fewest(best);
    Some(best.place(lines, digits & digits.wrapping_neg()))
}

impl Band {
    /// The lane that tells the ways of the band.
    #[inline(always)]
    fn lane(&self) -> usize {
        LANE[self.boxes[0]]
    }

    /// The box that has the fewest lines for a digit, but not one, and those lines.
    #[inline(always)]
    fn place<V: Boxes>(&self, lines: &Lines<V>, digit: u16) -> (Place, u8) {
        let mut words = [Words::NOTHING; 3];
        for (words, line) in
            words.iter_mut().zip(if self.is_stack { lines.columns } else { lines.rows })
        {
            line.store(words);
        }
        let place = |of| Place { of, digit, is_column: self.is_stack };
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

#[inline(always)]
fn is_full<V: Boxes>(cells: &Cells<V>) -> bool {
    let mut several = cells[0].without_lowest();
    for cell in &cells[1..] {
        several = several.or(cell.without_lowest());
    }
    several.and(V::load(&USED)).is_empty()
}

/// The digits of each band by how many ways they have.
struct Ways {
    two_or_more: Words,
    three_or_more: Words,
}

impl Ways {
    #[inline(always)]
    fn of<V: Boxes>(lines: [V; 3], [next, last]: [[V; 3]; 2]) -> Self {
        let ways = [
            lines[0].and3(next[1], last[2]),
            lines[0].and3(next[2], last[1]),
            lines[1].and3(next[0], last[2]),
            lines[1].and3(next[2], last[0]),
            lines[2].and3(next[0], last[1]),
            lines[2].and3(next[1], last[0]),
        ];
        let none = V::splat(0);
        let (mut one, mut two, mut three) = (none, none, none);
        for way in ways {
            three = three.or_both(two, way);
            two = two.or_both(one, way);
            one = one.or(way);
        }
        let mut told = Self { two_or_more: Words::NOTHING, three_or_more: Words::NOTHING };
        two.store(&mut told.two_or_more);
        three.store(&mut told.three_or_more);
        told
    }

    /// How much is left to be decided in a band.
    #[inline(always)]
    fn undecided(&self, band: &Band) -> u32 {
        let (two, three) = (self.two_or_more.0[band.lane()], self.three_or_more.0[band.lane()]);
        2 * two.count_ones() + three.count_ones()
    }

    /// The digits of a band that have two ways, or else those that have more.
    #[inline(always)]
    fn fewest(&self, band: &Band) -> u16 {
        let (two, three) = (self.two_or_more.0[band.lane()], self.three_or_more.0[band.lane()]);
        if two != three { two & !three } else { three }
    }
}
