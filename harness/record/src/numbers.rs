//! Numbers in sentences and tables: thousands separators, and nouns that agree with them.

/// `1 worker`, `2 workers`.
pub fn counted(number: u64, noun: &str) -> String {
    format!("{} {noun}{}", grouped(number), if number == 1 { "" } else { "s" })
}

/// Returns a number with thousands separators.
pub fn grouped(number: u64) -> String {
    grouped_digits(&number.to_string())
}

/// Digits with thousands separators.
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
