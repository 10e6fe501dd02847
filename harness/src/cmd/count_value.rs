//! Numbers of solutions and costs in JSON.

use board::Count;
use serde_json::Value;

/// The largest number up to which every reader of JSON keeps all integers apart: 2⁵³.
const MOST: u64 = 1 << 53;

/// Returns a number of solutions as a number up to 2⁵³, and as a string of decimal digits beyond: many readers
/// of JSON would round it.
pub(super) fn count_value(count: &Count) -> Value {
    match count.to_u64().filter(|&word| word <= MOST) {
        Some(word) => word.into(),
        None => count.to_string().into(),
    }
}

/// Returns a cost as a number down to −2⁵³ and up to 2⁵³, and as a string of decimal digits beyond, as
/// [`count_value`] does.
pub(super) fn cost_value(cost: i128) -> Value {
    match i64::try_from(cost).ok().filter(|word| word.unsigned_abs() <= MOST) {
        Some(word) => word.into(),
        None => cost.to_string().into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_that_readers_may_round_are_strings() {
        assert_eq!(count_value(&MOST.into()).to_string(), "9007199254740992");
        assert_eq!(count_value(&(MOST + 1).into()).to_string(), "\"9007199254740993\"");
        let large = "2444888770250892795802079170816".parse().unwrap();
        assert_eq!(count_value(&large), "2444888770250892795802079170816");
    }
    #[test]
    fn costs_that_readers_may_round_are_strings() {
        let most = i128::from(MOST);
        assert_eq!(cost_value(-most).to_string(), "-9007199254740992");
        assert_eq!(cost_value(-most - 1), "-9007199254740993");
        assert_eq!(cost_value(most + 1), "9007199254740993");
    }
}
