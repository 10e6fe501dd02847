//! The filled grids of a board of blocks, counted by classes of bands.
//!
//! No search visits the 6,670,903,752,021,072,936,960 grids of the 9×9 board. The idea is Felgenhauer's and
//! Jarvis' (2006, *Mathematics of Sudoku I*, Mathematical Spectrum 39): the number of ways to complete a filled
//! band depends only on which symbols are in each of its columns, and is the same for bands that differ by a
//! renaming of the symbols or by the order of their stacks.
//!
//! ```text
//!   1 2 3 │ 4 5 6 │ 7 8 9      columns: {1 4 7} {2 5 8} {3 6 9} │ {4 7 1} … │ …
//!   4 5 6 │ 7 8 9 │ 1 2 3      below a column are the symbols that it lacks, in the order of
//!   7 8 9 │ 1 2 3 │ 4 5 6      its stack: 56 ways for each stack of the middle band
//! ```
//!
//! The columns of a stack are a *partition* of the symbols, 280 on this board, and a band is a tuple of
//! partitions, one for each stack. The first is made the standard one by renaming. Three steps count the grids:
//!
//! 1. *Classes.* Tuples are joined with those that renamings and exchanges of stacks make of them.
//! 2. *Fillings.* For one tuple of each class, the bands with these columns are counted. A box with given
//!    columns is an ordered partition into rows that take one symbol from each column, and in each row the
//!    symbols of all boxes are different.
//! 3. *Completions.* For the same tuple, the columns of the other bands run through all possibilities, and the
//!    fillings of their tuples are multiplied and summed.
//!
//! Two bands leave the lower one no choice: its partitions are those of the upper one. The cost of three is
//! classes × 56³ look-ups on the 9×9 board, about a second. Tests compare smaller boards with enumeration.

use std::collections::HashMap;

use board::Count;

use super::partitions::{MAX_ROWS, Partitions, RowMasks};
use crate::contract::Unsupported;

/// The filled grids of a board, by classes of their first band.
#[derive(Clone, Debug)]
pub struct GridCount {
    /// The classes of bands.
    pub classes: Vec<BandClass>,
}

/// A class of bands that can be completed in equally many ways.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BandClass {
    /// The number of filled bands in the class.
    pub bands: u128,
    /// The number of grids that begin with one of them.
    pub completions: u128,
}

impl GridCount {
    /// Returns the number of filled bands.
    pub fn bands(&self) -> Count {
        count(self.classes.iter().map(|class| class.bands).sum())
    }

    /// Returns the number of filled grids.
    pub fn grids(&self) -> Count {
        count(self.classes.iter().map(|class| class.bands * class.completions).sum())
    }
}

fn count(number: u128) -> Count {
    Count::from_digits(&[number as u64, (number >> 64) as u64])
}

/// Counts the filled grids of the board whose blocks have this many rows and columns.
///
/// # Errors
/// If the blocks are not 2×2, 3×2, 4×2, 2×3 or 3×3.
pub fn count_grids(rows: usize, columns: usize) -> Result<GridCount, Unsupported> {
    if !matches!((rows, columns), (2..=MAX_ROWS, 2) | (2..=3, 3)) {
        let why = format!("blocks of {rows}×{columns}, expected 2×2, 3×2, 4×2, 2×3 or 3×3");
        return Err(Unsupported(why));
    }
    let board = Board::new(rows, columns);
    let class = |&(tuple, size): &(usize, u128)| BandClass {
        bands: size * board.orders * u128::from(board.fillings[tuple]),
        completions: board.completions(&board.partitions_of(tuple)),
    };
    Ok(GridCount { classes: board.classes.iter().map(class).collect() })
}

/// A board of as many bands as its blocks have columns, and as many stacks as they have rows.
struct Board {
    partitions: Partitions,
    stacks: usize,
    bands: usize,
    /// The ways to choose the first partition and the order of the columns of each stack.
    orders: u128,
    /// A tuple of each class, and the number of tuples in it.
    classes: Vec<(usize, u128)>,
    /// By tuple, the number of bands with its columns, in their order.
    fillings: Vec<u64>,
}

impl Board {
    fn new(rows: usize, columns: usize) -> Self {
        let partitions = Partitions::new(rows, columns);
        let n_tuples = partitions.len().pow(rows as u32 - 1);
        let per_stack: u128 = (1..=columns as u128).product();
        let orders = partitions.len() as u128 * per_stack.pow(rows as u32);
        let (classes, fillings) = (Vec::new(), vec![0; n_tuples]);
        let (stacks, bands) = (rows, columns);
        let mut board = Self { partitions, stacks, bands, orders, classes, fillings };
        let roots = board.joined();
        let mut sizes: HashMap<usize, u128> = HashMap::new();
        roots.iter().for_each(|&root| *sizes.entry(root).or_default() += 1);
        board.classes = sizes.into_iter().collect();
        board.classes.sort_unstable();
        for &(tuple, _) in &board.classes {
            board.fillings[tuple] = board.fillings_of(&board.partitions_of(tuple));
        }
        (0..n_tuples).for_each(|tuple| board.fillings[tuple] = board.fillings[roots[tuple]]);
        board
    }

    /// Returns the partitions of a tuple. The first is the standard one, and no part of its number.
    fn partitions_of(&self, mut tuple: usize) -> Vec<usize> {
        let mut all = vec![0; self.stacks];
        for place in &mut all[1..] {
            *place = tuple % self.partitions.len();
            tuple /= self.partitions.len();
        }
        all
    }

    /// Returns the number of a tuple, after the renaming that makes its first partition the standard one.
    fn tuple_of(&self, all: &[usize]) -> usize {
        let renamed = |&it: &usize| self.partitions.standardised(all[0], it);
        all[1..].iter().rev().fold(0, |tuple, it| tuple * self.partitions.len() + renamed(it))
    }

    /// Returns for each tuple the smallest one of its class.
    fn joined(&self) -> Vec<usize> {
        let mut parents: Vec<usize> = (0..self.fillings.len()).collect();
        for tuple in 0..parents.len() {
            let all = self.partitions_of(tuple);
            for renaming in self.partitions.stabiliser() {
                let renamed: Vec<usize> = all.iter().map(|&it| renaming[it]).collect();
                join(&mut parents, tuple, self.tuple_of(&renamed));
            }
            for stack in 1..self.stacks {
                let mut exchanged = all.clone();
                exchanged.swap(stack - 1, stack);
                join(&mut parents, tuple, self.tuple_of(&exchanged));
            }
        }
        (0..parents.len()).map(|tuple| root(&mut parents, tuple)).collect()
    }

    /// Counts the bands with these columns. The states are the symbols that each row has used so far.
    fn fillings_of(&self, all: &[usize]) -> u64 {
        let [first, between @ .., last] = all else { return 0 };
        // The order of the rows is fixed by the first box, and counted at the end.
        let is_sorted = |rows: &&RowMasks| rows[..self.stacks].is_sorted();
        let first = self.partitions.boxes(*first).iter().filter(is_sorted);
        let mut states: HashMap<RowMasks, u64> = first.map(|&rows| (rows, 1)).collect();
        for &stack in between {
            let mut next: HashMap<RowMasks, u64> = HashMap::new();
            for (used, count) in &states {
                for rows in self.partitions.boxes(stack) {
                    if used.iter().zip(rows).all(|(used, row)| used & row == 0) {
                        let both = std::array::from_fn(|row| used[row] | rows[row]);
                        *next.entry(both).or_default() += count;
                    }
                }
            }
            states = next;
        }
        let fits = |used: &RowMasks| self.partitions.is_box(*last, used);
        let fitting: u64 = states.iter().filter(|(used, _)| fits(used)).map(|(_, n)| n).sum();
        fitting * (1..=self.stacks as u64).product::<u64>()
    }

    /// Counts the ways to complete a band with these columns.
    fn completions(&self, all: &[usize]) -> u128 {
        if self.bands == 2 {
            return self.fillings[self.tuple_of(all)].into();
        }
        let ways: Vec<Vec<[usize; 2]>> = all.iter().map(|&it| self.partitions.below(it)).collect();
        let mut chosen = vec![[0; 2]; self.stacks];
        self.completions_of(&ways, &mut chosen, 0)
    }

    /// Returns the same, where the columns of the middle and of the lower band are chosen for the stacks before this
    /// one.
    fn completions_of(
        &self,
        ways: &[Vec<[usize; 2]>],
        chosen: &mut [[usize; 2]],
        stack: usize,
    ) -> u128 {
        if stack == ways.len() {
            let mut of = [0; MAX_ROWS];
            let fillings = [0, 1].map(|band| {
                (0..stack).for_each(|it| of[it] = chosen[it][band]);
                u128::from(self.fillings[self.tuple_of(&of[..stack])])
            });
            return fillings[0] * fillings[1];
        }
        let mut sum = 0;
        for &way in &ways[stack] {
            chosen[stack] = way;
            sum += self.completions_of(ways, chosen, stack + 1);
        }
        sum
    }
}

/// Joins two classes; the smaller number represents both.
fn join(parents: &mut [usize], one: usize, other: usize) {
    let (one, other) = (root(parents, one), root(parents, other));
    parents[one.max(other)] = one.min(other);
}

fn root(parents: &mut [usize], mut of: usize) -> usize {
    while parents[of] != of {
        parents[of] = parents[parents[of]];
        of = parents[of];
    }
    of
}

#[cfg(test)]
mod tests {
    use super::*;

    fn grids(rows: usize, columns: usize) -> String {
        count_grids(rows, columns).unwrap().grids().to_string()
    }

    #[test]
    fn small_boards_have_as_many_grids_as_enumeration_finds() {
        // `count/fewest` and `cover/bitmatrix` count the same: tests of both.
        assert_eq!(grids(2, 2), "288");
        assert_eq!(grids(2, 3), "28200960");
        assert_eq!(grids(3, 2), "28200960", "with two bands in place of three");
    }

    #[test]
    fn the_bands_of_the_board_with_blocks_of_3x3_are_counted() {
        let found = count_grids(3, 3).unwrap();
        // The first band: 9! for its first box, times 2 612 736.
        assert_eq!(found.bands().to_string(), (362_880_u64 * 2_612_736).to_string());
        assert_eq!(found.grids().to_string(), "6670903752021072936960");
    }

    #[test]
    fn other_blocks_are_refused() {
        assert!(count_grids(4, 4).is_err() && count_grids(5, 2).is_err());
    }
}
