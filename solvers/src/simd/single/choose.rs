//! Where to bet: on the line of a box that a digit stands in.
//!
//! In a band a digit is placed in one of six ways, each a row in each of its three boxes. The heuristic is
//! tdoku's: take the band or stack that has the fewest ways over all digits, and in it a digit that has
//! two, or else one that has more. There a bet is on a way; here it is on the line of one box, the first
//! that has the fewest lines left for the digit. For two ways that is the same.
//!
//! Ways are worked out for all bands at once, and with them how many digits have two or more: six vectors,
//! a band's own in the lane of its first box.

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
    let (mut fewest, mut best) = (u16::MAX, None);
    for band in &BANDS {
        let ways = if band.is_stack { &down } else { &across };
        let n_ways = ways.sum.0[LANE[band.boxes[0]]];
        // Nine are one for each digit.
        if n_ways > 9 && n_ways < fewest {
            (fewest, best) = (n_ways, Some((band, ways)));
        }
    }
    let (band, ways) = best?;
    let lane = LANE[band.boxes[0]];
    let among = if ways.two.0[lane] != 0 { ways.two.0[lane] } else { ways.more.0[lane] };
    Some(band.place(lines, among & among.wrapping_neg()))
}

impl Band {
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

/// How many ways bands have, each in the lane of its first box.
struct Ways {
    /// Over all digits.
    sum: Words,
    /// The digits that have two.
    two: Words,
    /// The digits that have more.
    more: Words,
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
        let (mut one, mut two, mut three, mut sum) = (none, none, none, none);
        for way in ways {
            three = three.or_both(two, way);
            two = two.or_both(one, way);
            one = one.or(way);
            sum = sum.plus(way.sizes());
        }
        let mut told = Self { sum: Words::NOTHING, two: Words::NOTHING, more: Words::NOTHING };
        sum.store(&mut told.sum);
        two.without(three).store(&mut told.two);
        three.store(&mut told.more);
        told
    }
}
