//! Sets of cells as words: cell `c` at bit `c % 64` of word `c / 64`.

use board::Cell;

/// Inserts `cell` into a set of cells.
pub fn insert(set: &mut [u64], cell: Cell) {
    set[cell / 64] |= 1 << (cell % 64);
}

/// Removes `cell` from a set of cells.
pub fn remove(set: &mut [u64], cell: Cell) {
    set[cell / 64] &= !(1 << (cell % 64));
}

/// Inserts the members of another set.
#[inline]
pub fn insert_all(set: &mut [u64], more: &[u64]) {
    match (set, more) {
        // The case of nearly every board; a loop over one word costs as much as the rest of a
        // removal.
        ([set], [more]) => *set |= more,
        (set, more) => set.iter_mut().zip(more).for_each(|(set, more)| *set |= more),
    }
}

/// Returns whether `cell` is in a set of cells.
pub fn contains(set: &[u64], cell: Cell) -> bool {
    set[cell / 64] & (1 << (cell % 64)) != 0
}

/// Returns the cells that are in all of the sets, in ascending order.
pub fn common<'a, const N: usize>(sets: [&'a [u64]; N]) -> impl Iterator<Item = Cell> + 'a {
    (0..sets[0].len()).flat_map(move |word| {
        let all = sets.iter().fold(u64::MAX, |all, set| all & set[word]);
        bits(all).map(move |bit| word * 64 + bit)
    })
}

/// Returns the positions of the bits that are set, in ascending order.
pub fn bits(mut word: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let bit = word.trailing_zeros() as usize;
        (word != 0).then(|| {
            word &= word - 1;
            bit
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_of_cells_list_what_they_share() {
        let mut sets = [[0; 3]; 2];
        [3, 64, 130].iter().for_each(|&cell| insert(&mut sets[0], cell));
        [3, 65, 130].iter().for_each(|&cell| insert(&mut sets[1], cell));
        assert_eq!(common([&sets[0][..], &sets[1]]).collect::<Vec<_>>(), [3, 130]);
        assert!(contains(&sets[0], 64) && !contains(&sets[1], 64));
    }
}
