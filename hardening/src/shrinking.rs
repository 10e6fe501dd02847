//! Removes from a list what a failure does not need (delta debugging, Zeller & Hildebrandt 2002).
//!
//! Halves are tried first, then quarters, down to a few elements; whatever can be removed is removed at once. Then any few
//! neighbours are tried, since a mark and its number must often go together. In the end none of these can be removed.

/// The number of neighbours that are tried wherever they begin.
const FEW: usize = 4;

/// Returns a part of `all` that still fails, from which neither a single element nor a few neighbours can be removed.
///
/// ```
/// let fails = |part: &[u32]| part.contains(&3) && part.contains(&7);
/// let all: Vec<u32> = (0..100).collect();
/// assert_eq!(hardening::shrinking::shortest(&all, fails), [3, 7]);
/// ```
pub fn shortest<T: Clone>(all: &[T], mut fails: impl FnMut(&[T]) -> bool) -> Vec<T> {
    let mut kept = all.to_vec();
    let mut length = kept.len().div_ceil(2);
    while length > 0 {
        let mut at = 0;
        let before = kept.len();
        while at < kept.len() {
            let end = (at + length).min(kept.len());
            let without = [&kept[..at], &kept[end..]].concat();
            if fails(&without) {
                kept = without;
            } else {
                at += if length > FEW { length } else { 1 };
            }
        }
        length = match length {
            _ if length > FEW => length / 2,
            // Removing elements may make others unnecessary.
            _ if kept.len() < before => FEW.min(kept.len()),
            _ => length - 1,
        };
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_kept_of_what_always_fails() {
        assert_eq!(shortest(&[1, 2, 3], |_| true), Vec::<u32>::new());
        assert_eq!(shortest(&[1, 2, 3], |_| false), [1, 2, 3]);
    }

    #[test]
    fn neighbours_that_need_each_other_are_removed_together() {
        // 7 and 8 occur beside each other or not at all, wherever they are.
        let is_alone = |pair: &[u32]| (pair[0] == 7) != (pair[1] == 8);
        let fails = |part: &[u32]| part.contains(&9) && !part.windows(2).any(is_alone);
        for before in 0..20 {
            let all = [vec![9], vec![1; before], vec![7, 8, 2]].concat();
            assert_eq!(shortest(&all, fails), [9]);
        }
    }

    #[test]
    fn an_element_that_becomes_unnecessary_is_removed() {
        // 5 is needed as long as 9 is there.
        let fails = |part: &[u32]| !part.contains(&9) || part.contains(&5);
        assert_eq!(shortest(&[9, 5], fails), Vec::<u32>::new());
    }
}
