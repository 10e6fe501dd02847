//! Arrangements: the orders of rows, columns and labels with which a puzzle may become its canonical form.

use super::super::permutation::Symmetry;

/// The largest order with a canonical form.
const ORDER: usize = 9;

/// A row of givens, from 1, with 0 for an empty cell; for 4×4 only the first four are used.
pub(super) type Givens = [u8; ORDER];

/// The puzzle, or its transpose, with the lines that need not be distinguished.
pub(super) struct Orientation {
    pub(super) rows: [Givens; ORDER],
    /// For each row, the columns with a given, as bits.
    pub(super) given: [u16; ORDER],
    /// For each row, those before it in its band that are equal to it, as bits.
    row_twins: [u16; ORDER],
    /// For each band, the *first rows* of those before it that are equal to it, as bits.
    band_twins: [u16; ORDER],
}

impl Orientation {
    /// Returns the orientation with these givens.
    pub(super) fn of<const B: usize>(given: impl Fn(usize, usize) -> u8) -> Self {
        let mut rows = [[0; ORDER]; ORDER];
        for (index, row) in rows[..B * B].iter_mut().enumerate() {
            (0..B * B).for_each(|column| row[column] = given(index, column));
        }
        let given = rows.map(|row| {
            let is_given = |(column, &given): (usize, &u8)| u16::from(given > 0) << column;
            row.iter().enumerate().map(is_given).sum()
        });
        let (mut row_twins, mut band_twins) = ([0; ORDER], [0; ORDER]);
        for (row, twins) in row_twins[..B * B].iter_mut().enumerate() {
            let equal = (row / B * B..row).filter(|&other| rows[other] == rows[row]);
            *twins = equal.map(|other| 1 << other).sum();
        }
        let lines = |band: usize| &rows[band * B..(band + 1) * B];
        for (band, twins) in band_twins[..B].iter_mut().enumerate() {
            let equal = (0..band).filter(|&other| lines(other) == lines(band));
            *twins = equal.map(|other| 1 << (other * B)).sum();
        }
        Self { rows, given, row_twins, band_twins }
    }
}

/// An optional transposition, an order of rows, a partial order of columns, and the labels so far.
#[derive(Clone, Copy)]
pub(super) struct Arrangement {
    pub(super) turned: bool,
    /// The row of the board in each row of the form.
    pub(super) rows: [u8; ORDER],
    /// The rows of the board that have a place, as bits.
    pub(super) taken: u16,
    /// The column of the board in each column of the form.
    pub(super) columns: [u8; ORDER],
    /// The number of columns of each stack, from its left, that are empty so far and interchangeable. If
    /// it is all of them, the stack is interchangeable with the others like it, which are leftmost.
    pub(super) open: [u8; ORDER],
    /// The label of each given, 0 before it has one; index 0 is the empty cell.
    labels: [u8; ORDER + 1],
    /// The number of labels in use.
    used: u8,
}

impl Arrangement {
    /// Returns the arrangement before the first row: nothing has a place or a label.
    pub(super) fn start<const B: usize>(turned: bool) -> Self {
        let columns = std::array::from_fn(|column| column as u8);
        let open = [B as u8; ORDER];
        Self { turned, rows: [0; 9], taken: 0, columns, open, labels: [0; 10], used: 0 }
    }

    /// Returns the rows of the board that may come next, one of each set that need not be
    /// distinguished.
    pub(super) fn next_rows<const B: usize>(
        &self,
        board: &Orientation,
        depth: usize,
    ) -> impl Iterator<Item = usize> {
        let is_taken = |row: usize| self.taken >> row & 1 == 1;
        let is_first = |twins: u16| twins & !self.taken == 0;
        let unfinished = (!depth.is_multiple_of(B)).then(|| usize::from(self.rows[depth - 1]) / B);
        (0..B * B).filter(move |&row| {
            let band = row / B;
            let may_begin = || !is_taken(band * B) && is_first(board.band_twins[band]);
            let is_its_turn = unfinished.map_or_else(may_begin, |unfinished| band == unfinished);
            is_its_turn && !is_taken(row) && is_first(board.row_twins[row])
        })
    }

    /// Returns the number of empty cells with which a row of the form begins that is a row of the board with givens in
    /// these columns, at most.
    pub(super) fn leading_empty<const B: usize>(&self, given: u16) -> usize {
        if given == (1 << (B * B)) - 1 {
            return 0;
        }
        let given_at = |place: usize| given >> self.columns[place] & 1 == 1;
        let is_open = |stack: &usize| usize::from(self.open[*stack]) == B;
        let (mut empty, mut fewest) = (0, 0);
        for stack in (0..B).take_while(is_open) {
            // Its columns are those of a stack of the board.
            let first = usize::from(self.columns[stack * B]) / B * B;
            match (given >> first & ((1 << B) - 1)).count_ones() as usize {
                0 => empty += B,
                n_given if fewest == 0 || n_given < fewest => fewest = n_given,
                _ => {}
            }
        }
        if fewest > 0 {
            return empty + B - fewest;
        }
        for stack in (0..B).skip_while(is_open) {
            let (start, end) = (stack * B, stack * B + usize::from(self.open[stack]));
            let n_empty = (start..end).filter(|&place| !given_at(place)).count();
            let placed = (end..start + B).take_while(|&place| !given_at(place)).count();
            empty += n_empty;
            if n_empty < end - start {
                return empty;
            }
            empty += placed;
            if end + placed < start + B {
                return empty;
            }
        }
        empty
    }

    /// Returns the label of `given`: its number in the form.
    pub(super) fn label(&self, given: u8) -> u8 {
        match self.labels[usize::from(given)] {
            0 if given > 0 => self.used + 1,
            label => label,
        }
    }

    /// Gives a symbol a label.
    pub(super) fn learn(&mut self, given: u8, label: u8) {
        self.labels[usize::from(given)] = label;
        self.used = self.used.max(label);
    }

    /// Returns the number of automorphisms that this arrangement represents: those that exchange
    /// lines that were not distinguished.
    pub(super) fn weight<const B: usize>(&self, boards: &[Orientation; 2]) -> u64 {
        let board = &boards[usize::from(self.turned)];
        let times = |twins: &u16| u64::from(twins.count_ones() + 1);
        let rows: u64 = board.row_twins.iter().chain(&board.band_twins).map(times).product();
        let factorial = |size: u8| (1..=u64::from(size)).product::<u64>();
        let stacks = self.open[..B].iter().filter(|&&open| usize::from(open) == B).count();
        rows * factorial(stacks as u8)
            * self.open[..B].iter().copied().map(factorial).product::<u64>()
    }

    /// Returns the symmetry that maps the puzzle to the form.
    pub(super) fn symmetry<const B: usize>(&self) -> Symmetry {
        let size = B * B;
        let mut cells = vec![0; size * size];
        let (of_row, of_column) = if self.turned { (1, size) } else { (size, 1) };
        for (target_row, &row) in self.rows[..size].iter().enumerate() {
            for (target_column, &column) in self.columns[..size].iter().enumerate() {
                let source = usize::from(row) * of_row + usize::from(column) * of_column;
                cells[source] = target_row * size + target_column;
            }
        }
        // Symbols that are not given get the unused labels, in order.
        let mut used = self.used;
        let mut rest = || {
            used += 1;
            used - 1
        };
        let symbol = |&label: &u8| label.checked_sub(1).unwrap_or_else(&mut rest);
        Symmetry {
            cells: cells.into(),
            symbols: self.labels[1..=size].iter().map(symbol).collect(),
        }
    }
}
