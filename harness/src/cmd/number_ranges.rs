//! Numbers in ascending order as ranges, such as those of shards.

/// Ranges for readers, as `2, 5–7`.
pub(super) fn in_words(numbers: &[u32]) -> String {
    joined(numbers, "–", ", ")
}

/// Ranges for programs, as `2,5-7`.
pub(super) fn plain(numbers: &[u32]) -> String {
    joined(numbers, "-", ",")
}

fn joined(numbers: &[u32], to: &str, and: &str) -> String {
    let ranges = numbers.chunk_by(|a, b| a + 1 == *b).map(|range| match range {
        [one] => one.to_string(),
        [first, .., last] => format!("{first}{to}{last}"),
        [] => String::new(),
    });
    ranges.collect::<Vec<_>>().join(and)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbours_are_one_range() {
        assert_eq!(in_words(&[2, 5, 6, 7, 9, 10]), "2, 5–7, 9–10");
        assert_eq!(plain(&[2, 5, 6, 7, 9, 10]), "2,5-7,9-10");
        assert_eq!(plain(&[]), "");
    }
}
