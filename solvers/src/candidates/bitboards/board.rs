//! A set of the cells of a board, as bits.

use std::iter;
use std::ops::{BitAnd, BitOr, BitXor, Not};

use board::Cell;

/// The number of cells in a word.
const WORD: usize = u128::BITS as usize;

/// A set of cells, in `N` words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct BitBoard<const N: usize>([u128; N]);

impl<const N: usize> BitBoard<N> {
    /// The empty set.
    pub(super) const EMPTY: Self = Self([0; N]);

    /// The maximum number of cells.
    pub(super) const CELLS: usize = N * WORD;

    /// Inserts a cell.
    #[inline]
    pub(super) fn insert(&mut self, cell: Cell) {
        self.0[cell / WORD] |= 1 << (cell % WORD);
    }

    /// Returns the cells, in ascending order.
    pub(super) fn cells(mut self) -> impl Iterator<Item = Cell> {
        iter::from_fn(move || self.pop())
    }

    /// Returns whether a cell is in the set.
    #[inline]
    pub(super) fn contains(&self, cell: Cell) -> bool {
        self.0[cell / WORD] >> (cell % WORD) & 1 == 1
    }

    #[inline]
    pub(super) fn is_empty(&self) -> bool {
        self.0.iter().all(|&word| word == 0)
    }

    /// Returns the only cell, or `None` if there are none or several.
    #[inline]
    pub(super) fn single(&self) -> Option<Cell> {
        let first = self.first()?;
        let word = self.0[first / WORD];
        let is_last =
            word & (word - 1) == 0 && self.0[first / WORD + 1..].iter().all(|&it| it == 0);
        is_last.then_some(first)
    }

    /// Returns the lowest cell.
    #[inline]
    pub(super) fn first(&self) -> Option<Cell> {
        let word = self.0.iter().position(|&word| word != 0)?;
        Some(word * WORD + self.0[word].trailing_zeros() as usize)
    }

    /// Removes the lowest cell and returns it.
    #[inline]
    pub(super) fn pop(&mut self) -> Option<Cell> {
        let first = self.first()?;
        self.0[first / WORD] &= self.0[first / WORD] - 1;
        Some(first)
    }
}

impl<const N: usize> FromIterator<Cell> for BitBoard<N> {
    fn from_iter<I: IntoIterator<Item = Cell>>(cells: I) -> Self {
        let mut board = Self::EMPTY;
        cells.into_iter().for_each(|cell| board.insert(cell));
        board
    }
}

impl<const N: usize> BitAnd for BitBoard<N> {
    type Output = Self;

    #[inline]
    fn bitand(self, other: Self) -> Self {
        Self(std::array::from_fn(|word| self.0[word] & other.0[word]))
    }
}

impl<const N: usize> BitOr for BitBoard<N> {
    type Output = Self;

    #[inline]
    fn bitor(self, other: Self) -> Self {
        Self(std::array::from_fn(|word| self.0[word] | other.0[word]))
    }
}

impl<const N: usize> BitXor for BitBoard<N> {
    type Output = Self;

    #[inline]
    fn bitxor(self, other: Self) -> Self {
        Self(std::array::from_fn(|word| self.0[word] ^ other.0[word]))
    }
}

impl<const N: usize> Not for BitBoard<N> {
    type Output = Self;

    #[inline]
    fn not(self) -> Self {
        Self(self.0.map(|word| !word))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_of_every_word_are_kept_in_order() {
        let cells = [0, 5, 127, 128, 200, 255];
        let mut board: BitBoard<2> = cells.into_iter().collect();
        assert!(board.contains(200) && !board.contains(199));
        assert_eq!(board.single(), None);
        let mut popped = Vec::new();
        while let Some(cell) = board.pop() {
            popped.push(cell);
        }
        assert_eq!(popped, cells);
        assert!(board.is_empty());
        assert_eq!((board.first(), board.single()), (None, None));
    }

    #[test]
    fn one_cell_is_single_in_any_word() {
        for cell in [0, 127, 128, 255] {
            let board: BitBoard<2> = [cell].into_iter().collect();
            assert_eq!(board.single(), Some(cell));
            assert!((board & !board).is_empty());
            assert_eq!((board | BitBoard::EMPTY).first(), Some(cell));
        }
    }
}
