//! Limits on the command line: a quantity, or `none`.

use std::fmt::Display;
use std::num::NonZeroU64;
use std::ops::RangeInclusive;
use std::str::FromStr;
use std::time::Duration;

/// A limit of a run or a search; `none` on the command line means no limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limit<T>(pub Option<T>);

impl Limit<NonZeroU64> {
    /// Returns the number, or the largest without a limit.
    pub fn or_largest(self) -> u64 {
        self.0.map_or(u64::MAX, NonZeroU64::get)
    }
}

/// A number of bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bytes(pub u64);

/// A quantity that can be limited.
pub trait Quantity: Sized {
    /// Parses a quantity.
    ///
    /// # Errors
    /// A message that says what was expected.
    fn parse(text: &str) -> Result<Self, String>;
}

impl<T: Quantity> FromStr for Limit<T> {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        if text == "none" {
            return Ok(Self(None));
        }
        T::parse(text).map(Some).map(Self).map_err(|problem| format!("{problem}, or none"))
    }
}

impl Quantity for Duration {
    fn parse(text: &str) -> Result<Self, String> {
        time(text)
    }
}

impl Quantity for Bytes {
    fn parse(text: &str) -> Result<Self, String> {
        let size = text.parse::<bytesize::ByteSize>().ok().filter(|size| size.as_u64() > 0);
        let expected = || format!("{text:?} is not a size, expected one like 512MB or 2GiB");
        size.map(|size| Self(size.as_u64())).ok_or_else(expected)
    }
}

impl Quantity for NonZeroU64 {
    fn parse(text: &str) -> Result<Self, String> {
        whole(Self::MIN..=Self::MAX)(text)
    }
}

impl Quantity for usize {
    fn parse(text: &str) -> Result<Self, String> {
        text.parse().map_err(|_| "expected a whole number".into())
    }
}

/// The longest time, ten years: rows have nanoseconds in 64 bits, and some limits are multiples of it.
const LONGEST: Duration = Duration::from_hours(10 * 365 * 24);

/// Parses a time that is not zero.
pub(super) fn time(text: &str) -> Result<Duration, String> {
    let expected = || format!("{text:?} is not a time, expected one like 100ms, 2s or 1m");
    match humantime::parse_duration(text) {
        Ok(time) if time > LONGEST => {
            Err(format!("{text:?} is too long, expected ten years at most"))
        }
        Ok(time) if !time.is_zero() => Ok(time),
        _ => Err(expected()),
    }
}

/// Returns what parses a number of this range, or says what was expected.
pub(super) fn whole<T: Copy + Display + FromStr + PartialOrd>(
    range: RangeInclusive<T>,
) -> impl Fn(&str) -> Result<T, String> + Clone {
    move |text| {
        let number = text.parse().ok().filter(|number| range.contains(number));
        number.ok_or_else(|| {
            let [first, last] = [range.start(), range.end()].map(T::to_string);
            // What 64 bits hold is no limit to anybody.
            let to =
                if last == u64::MAX.to_string() { String::new() } else { format!(" to {last}") };
            format!("expected a whole number from {first}{to}")
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn limit<T: Quantity>(text: &str) -> Option<Option<T>> {
        text.parse().ok().map(|Limit(limit)| limit)
    }

    #[test]
    fn what_is_no_number_of_a_range_is_told_the_range() {
        let small = whole(1..=300_u16);
        assert_eq!(small("300"), Ok(300));
        let expected = Err("expected a whole number from 1 to 300".into());
        assert!(
            ["0", "301", "70000", "-1", "1.5", "x", ""].iter().all(|text| small(text) == expected)
        );
        let large = whole(NonZeroU64::MIN..=NonZeroU64::MAX);
        assert_eq!(large("0"), Err("expected a whole number from 1".into()));
    }

    #[test]
    fn every_limit_is_a_quantity_or_none() {
        assert_eq!(limit("100ms"), Some(Some(Duration::from_millis(100))));
        assert_eq!(limit("1m"), Some(Some(Duration::from_secs(60))));
        assert_eq!(limit("2KiB"), Some(Some(Bytes(2048))));
        assert_eq!(limit("7"), Some(NonZeroU64::new(7)));
        assert_eq!(limit("0"), Some(Some(0_usize)));
        assert_eq!(limit::<Duration>("none"), Some(None));
        assert_eq!(limit::<NonZeroU64>("none"), Some(None));
    }

    #[test]
    fn a_time_is_not_longer_than_rows_can_say() {
        assert_eq!(limit("10y"), None::<Option<Duration>>);
        assert_eq!(limit("18446744074s"), None::<Option<Duration>>);
        assert_eq!(limit("9y"), Some(Some(9 * Duration::from_secs(31_557_600))));
    }

    #[test]
    fn an_invalid_limit_is_rejected_with_what_was_expected() {
        for text in ["", "2", "0s", "-1s", "two", "NONE"] {
            let problem = text.parse::<Limit<Duration>>().expect_err(text);
            assert!(problem.ends_with("expected one like 100ms, 2s or 1m, or none"), "{problem}");
        }
        for text in ["", "0", "-1", "1.5", "many"] {
            let problem = text.parse::<Limit<NonZeroU64>>().expect_err(text);
            assert_eq!(problem, "expected a whole number from 1, or none");
        }
        assert!("0MB".parse::<Limit<Bytes>>().is_err());
    }
}
