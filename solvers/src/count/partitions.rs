//! The columns of a stack as a partition of the symbols, and the renamings of symbols, for [`bands`](super::bands).
//!
//! A set of symbols is a mask. A partition is a list of masks of equal size, sorted, and is known by its number;
//! the standard one, which is number 0, has the first symbols together, then the next ones, and so on.

use std::collections::HashMap;

/// The largest number of rows of a block.
pub(super) const MAX_ROWS: usize = 4;

/// The symbols of each row of a box, or those that each row of a band has used; 0 beyond the last row.
pub(super) type RowMasks = [u16; MAX_ROWS];

/// All partitions of the symbols into sets of the same size.
pub(super) struct Partitions {
    rows: usize,
    columns: usize,
    all: Vec<Vec<u16>>,
    /// By number, the boxes with these columns.
    boxes: Vec<Vec<RowMasks>>,
    /// By the numbers of two partitions: what the renaming that makes the first one standard makes of the second.
    standardised: Vec<usize>,
    /// The renamings that generate all those that keep the standard partition, as maps of numbers.
    stabiliser: Vec<Vec<usize>>,
}

impl Partitions {
    /// Returns the partitions into the columns of blocks of this size.
    pub(super) fn new(rows: usize, columns: usize) -> Self {
        let all = split((1 << (rows * columns)) - 1, rows);
        let boxes = all.iter().map(|partition| boxes(partition, rows)).collect();
        let mut partitions =
            Self { rows, columns, all, boxes, standardised: Vec::new(), stabiliser: Vec::new() };
        let numbers: HashMap<Vec<u16>, usize> = partitions.all.iter().cloned().zip(0..).collect();
        let map = |renaming: &[u32]| -> Vec<usize> {
            partitions.all.iter().map(|it| numbers[&renamed(it, renaming)]).collect()
        };
        let standardised = partitions.all.iter().flat_map(|it| map(&standardising(it))).collect();
        let stabiliser = partitions.generators().iter().map(|it| map(it)).collect();
        partitions.standardised = standardised;
        partitions.stabiliser = stabiliser;
        partitions
    }

    /// Returns the number of partitions.
    pub(super) fn len(&self) -> usize {
        self.all.len()
    }

    /// Returns what the renaming that makes `first` standard makes of `other`.
    #[inline]
    pub(super) fn standardised(&self, first: usize, other: usize) -> usize {
        self.standardised[first * self.all.len() + other]
    }

    /// Returns the renamings that generate all those that keep the standard partition.
    pub(super) fn stabiliser(&self) -> &[Vec<usize>] {
        &self.stabiliser
    }

    /// Returns the boxes whose columns are the sets of a partition, in their order.
    pub(super) fn boxes(&self, partition: usize) -> &[RowMasks] {
        &self.boxes[partition]
    }

    /// Returns whether the symbols that each row lacks are a box with these columns.
    pub(super) fn is_box(&self, partition: usize, used: &RowMasks) -> bool {
        let is_row =
            |used: &u16| self.all[partition].iter().all(|it| (it & !used).count_ones() == 1);
        used[..self.rows].iter().all(is_row)
    }

    /// Returns the partitions of the middle and the lower band of three for each way to fill a stack below these
    /// columns.
    pub(super) fn below(&self, partition: usize) -> Vec<[usize; 2]> {
        let numbers: HashMap<&[u16], usize> = self.all.iter().map(Vec::as_slice).zip(0..).collect();
        let sets = &self.all[partition];
        let everything: u16 = sets.iter().fold(0, |all, set| all | set);
        let number = |mut sets: Vec<u16>| {
            sets.sort_unstable();
            numbers[sets.as_slice()]
        };
        let mut ways = Vec::new();
        for middle in self.all.iter().flat_map(|it| orders(it)) {
            if middle.iter().zip(sets).all(|(a, b)| a & b == 0) {
                let lower = middle.iter().zip(sets).map(|(a, b)| everything & !(a | b));
                ways.push([number(middle.clone()), number(lower.collect())]);
            }
        }
        ways
    }

    /// Returns the exchanges of two symbols of a set of the standard partition, and of two of its
    /// sets.
    fn generators(&self) -> Vec<Vec<u32>> {
        let n = (self.rows * self.columns) as u32;
        let rows = self.rows as u32;
        let mut generators = Vec::new();
        for symbol in (1..n).filter(|symbol| symbol % rows != 0) {
            let mut renaming: Vec<u32> = (0..n).collect();
            renaming.swap(symbol as usize - 1, symbol as usize);
            generators.push(renaming);
        }
        for set in 1..self.columns as u32 {
            let exchanged = |symbol: u32| match symbol / rows {
                it if it == set => symbol - rows,
                it if it == set - 1 => symbol + rows,
                _ => symbol,
            };
            generators.push((0..n).map(exchanged).collect());
        }
        generators
    }
}

/// Returns the partitions of a set into sets of this size, each sorted by its smallest symbols; the standard one first.
fn split(set: u16, size: usize) -> Vec<Vec<u16>> {
    let Some(first) = bits(set).next() else { return vec![Vec::new()] };
    let mut all = Vec::new();
    for part in subsets(set, size).filter(|part| part >> first & 1 == 1) {
        for mut rest in split(set & !part, size) {
            rest.push(part);
            rest.sort_unstable();
            all.push(rest);
        }
    }
    all
}

/// Returns the subsets of a set with this size, in ascending order.
fn subsets(set: u16, size: usize) -> impl Iterator<Item = u16> {
    (0..=set).filter(move |it| it & !set == 0 && it.count_ones() as usize == size)
}

fn bits(set: u16) -> impl Iterator<Item = u32> {
    (0..u16::BITS).filter(move |bit| set >> bit & 1 == 1)
}

/// Returns the lists of the same sets in every order.
fn orders(sets: &[u16]) -> Vec<Vec<u16>> {
    if sets.is_empty() {
        return vec![Vec::new()];
    }
    let mut all = Vec::new();
    for (place, &first) in sets.iter().enumerate() {
        let rest: Vec<u16> = [&sets[..place], &sets[place + 1..]].concat();
        all.extend(orders(&rest).into_iter().map(|it| [&[first][..], &it].concat()));
    }
    all
}

/// Returns the boxes with these columns: each row takes a symbol of each.
fn boxes(columns: &[u16], rows: usize) -> Vec<RowMasks> {
    let mut all = vec![[0; MAX_ROWS]];
    for &column in columns {
        let symbols: Vec<u16> = bits(column).map(|bit| 1 << bit).collect();
        let orders = orders(&symbols);
        let with = |rows_so_far: &RowMasks, order: &Vec<u16>| {
            let mut next = *rows_so_far;
            (0..rows).for_each(|row| next[row] |= order[row]);
            next
        };
        all = all.iter().flat_map(|it| orders.iter().map(move |order| with(it, order))).collect();
    }
    all
}

/// Returns the renaming that makes a partition the standard one: the new name of each symbol.
fn standardising(partition: &[u16]) -> Vec<u32> {
    let old: Vec<u32> = partition.iter().flat_map(|&set| bits(set)).collect();
    let mut renaming = vec![0; old.len()];
    old.iter().zip(0..).for_each(|(&symbol, name)| renaming[symbol as usize] = name);
    renaming
}

/// Returns a partition after a renaming of its symbols.
fn renamed(partition: &[u16], renaming: &[u32]) -> Vec<u16> {
    let set = |&set: &u16| bits(set).fold(0, |all, bit| all | 1 << renaming[bit as usize]);
    let mut sets: Vec<u16> = partition.iter().map(set).collect();
    sets.sort_unstable();
    sets
}
