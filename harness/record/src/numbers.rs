//! Numbers in sentences and tables: thousands separators, and nouns that agree with them.

/// Returns a number with its noun, such as `1 worker` or `2 workers`.
pub fn counted(number: u64, noun: &str) -> String {
    format!("{} {noun}{}", grouped(number), if number == 1 { "" } else { "s" })
}

/// Returns a number with its noun, whose plural is irregular, such as `1 vertex` or `2 vertices`.
pub fn counted_as(number: u64, singular: &str, plural: &str) -> String {
    format!("{} {}", grouped(number), if number == 1 { singular } else { plural })
}

/// Returns a number with thousands separators.
pub fn grouped(number: u64) -> String {
    grouped_digits(&number.to_string())
}

/// Returns digits with thousands separators.
pub fn grouped_digits(digits: &str) -> String {
    let mut text = String::with_capacity(digits.len() * 4 / 3);
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nouns_agree_with_their_numbers() {
        let vertices = |number| counted_as(number, "vertex", "vertices");
        assert_eq!([0, 1, 1234].map(vertices), ["0 vertices", "1 vertex", "1,234 vertices"]);
        assert_eq!(
            [0, 1, 2].map(|number| counted(number, "edge")),
            ["0 edges", "1 edge", "2 edges"]
        );
    }
}
