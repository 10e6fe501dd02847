//! Which items share options.

/// The options that have each item, and the items that share one with it, in ascending order; an item shares its options
/// with itself.
pub(super) struct Sharing {
    pub(super) options_of: Vec<Vec<u32>>,
    pub(super) neighbours: Vec<Vec<usize>>,
}

impl Sharing {
    /// Returns what `n` items share, given the items of each option.
    ///
    /// The neighbours of one item are collected at a time, each once: all pairs of all options would take the square of the
    /// length of options in memory.
    pub(super) fn of(items: &[Vec<usize>], n: usize) -> Self {
        let mut options_of = vec![Vec::new(); n];
        for (items, option) in items.iter().zip(0..) {
            items.iter().for_each(|&item| options_of[item].push(option));
        }
        let mut met_by = vec![usize::MAX; n];
        let neighbours = options_of.iter().enumerate().map(|(item, options)| {
            let sharing = options.iter().flat_map(|&option| &items[option as usize]).copied();
            let is_new = |&other: &usize| std::mem::replace(&mut met_by[other], item) != item;
            let mut met: Vec<usize> = sharing.filter(is_new).collect();
            met.sort_unstable();
            met
        });
        let neighbours = neighbours.collect();
        Self { options_of, neighbours }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbours_are_listed_once_and_in_order() {
        let sharing = Sharing::of(&[vec![2, 0], vec![0, 2, 1], vec![1]], 4);
        assert_eq!(sharing.options_of, [vec![0, 1], vec![1, 2], vec![0, 1], vec![]]);
        assert_eq!(sharing.neighbours, [vec![0, 1, 2], vec![0, 1, 2], vec![0, 1, 2], vec![]]);
    }
}
