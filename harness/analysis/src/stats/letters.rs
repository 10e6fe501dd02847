//! Groups of contestants that cannot be told apart, as letters.
//!
//! Contestants that share a letter are not told apart, and all pairs that are not told apart share one.
//! *Not told apart* is not transitive, so that a contestant may have several letters. The insert-and-absorb
//! algorithm begins with one group of all, splits every group that contains a pair that is told apart, and
//! removes groups that are parts of others (Piepho, *An algorithm for a letter-based representation of
//! all-pairwise comparisons*, 2004).

/// Returns the groups of `n` contestants in the order of their places: for each group, whether each contestant is in
/// it.
pub fn groups(n: usize, is_apart: &dyn Fn(usize, usize) -> bool) -> Vec<Vec<bool>> {
    let mut groups = vec![vec![true; n]];
    for a in 0..n {
        for b in (a + 1..n).filter(|&b| is_apart(a, b)) {
            split(&mut groups, a, b);
        }
    }
    groups.sort_by_key(|group| group.iter().map(|is_in| !is_in).collect::<Vec<_>>());
    groups
}

/// Returns the letters of `n` contestants in the order of their places.
pub(super) fn letters(n: usize, is_apart: &dyn Fn(usize, usize) -> bool) -> Vec<String> {
    let groups = groups(n, is_apart);
    let of = |one: usize| {
        let mine = groups.iter().enumerate().filter(|(_, group)| group[one]);
        mine.map(|(number, _)| letter(number)).collect::<Vec<_>>().join("")
    };
    (0..n).map(of).collect()
}

/// Replaces each group that contains both by two, each without one of them, and removes groups that are
/// parts of others.
fn split(groups: &mut Vec<Vec<bool>>, a: usize, b: usize) {
    let both: Vec<Vec<bool>> = groups.extract_if(.., |group| group[a] && group[b]).collect();
    for group in both {
        for left_out in [a, b] {
            let mut part = group.clone();
            part[left_out] = false;
            if !groups.iter().any(|other| is_within(&part, other)) {
                groups.retain(|other| !is_within(other, &part));
                groups.push(part);
            }
        }
    }
}

fn is_within(part: &[bool], group: &[bool]) -> bool {
    part.iter().zip(group).all(|(in_part, in_group)| !in_part || *in_group)
}

/// `a` to `z`, then `(27)` and so on.
fn letter(number: usize) -> String {
    match u8::try_from(number) {
        Ok(number @ 0..26) => char::from(b'a' + number).into(),
        _ => format!("({})", number + 1),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn neighbours_that_overlap_share_letters() {
        // 0 and 2 are told apart, 1 is between them.
        let apart = |a: usize, b: usize| a.abs_diff(b) > 1;
        assert_eq!(letters(3, &apart), ["a", "ab", "b"]);
        assert_eq!(letters(3, &|_, _| true), ["a", "b", "c"]);
        assert_eq!(letters(3, &|_, _| false), ["a", "a", "a"]);
        assert_eq!(letter(26), "(27)");
    }

    proptest! {
        #[test]
        fn a_letter_is_shared_exactly_by_those_that_are_not_told_apart(
            pairs in prop::collection::vec(any::<bool>(), 36),
        ) {
            let apart = |a: usize, b: usize| pairs[6 * a.min(b) + a.max(b)];
            let found = letters(6, &apart);
            for a in 0..6 {
                for b in a + 1..6 {
                    let share = found[a].chars().any(|letter| found[b].contains(letter));
                    prop_assert_eq!(share, !apart(a, b));
                }
            }
        }
    }
}
