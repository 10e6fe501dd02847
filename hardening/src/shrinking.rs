//! Removes from a list what a failure does not need (delta debugging, Zeller & Hildebrandt 2002).
//!
//! Halves are tried first, then quarters, down to single elements; whatever can be removed is removed at once. In the
//! end no single element can be removed.

/// Returns a part of `all` that still fails, from which no single element can be removed.
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
                at = end;
            }
        }
        // Removing an element may make another one unnecessary.
        length = if length == 1 && kept.len() < before { 1 } else { length / 2 };
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
    fn an_element_that_becomes_unnecessary_is_removed() {
        // 5 is needed as long as 9 is there.
        let fails = |part: &[u32]| !part.contains(&9) || part.contains(&5);
        assert_eq!(shortest(&[9, 5], fails), Vec::<u32>::new());
    }
}
