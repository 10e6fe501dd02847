//! Limits as they are typed: times, sizes, rounds.

use std::time::Duration;

/// A time limit, or none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeLimit(pub Option<Duration>);

/// A limit of rounds, or none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RoundLimit(pub Option<u64>);

pub(super) fn round_limit(text: &str) -> Result<RoundLimit, String> {
    let rounds: u64 = text.parse().map_err(|_| "expected a whole number, 0 for no limit")?;
    Ok(RoundLimit((rounds > 0).then_some(rounds)))
}

pub(super) fn time_limit(text: &str) -> Result<TimeLimit, String> {
    if text == "none" {
        return Ok(TimeLimit(None));
    }
    let time = time(text).map_err(|problem| format!("{problem}, or none"))?;
    Ok(TimeLimit(Some(time)))
}

pub(super) fn time(text: &str) -> Result<Duration, String> {
    let expected = || format!("{text:?} is no time, expected one like 100ms, 2s or 1m");
    let span: jiff::SignedDuration = text.parse().map_err(|_| expected())?;
    match Duration::try_from(span) {
        Ok(time) if !time.is_zero() => Ok(time),
        _ => Err(expected()),
    }
}

pub(super) fn size(text: &str) -> Result<u64, String> {
    let size = text.parse::<bytesize::ByteSize>().ok().filter(|size| size.as_u64() > 0);
    let expected = || format!("{text:?} is no size, expected one like 512MB or 2GiB");
    size.map(|size| size.as_u64()).ok_or_else(expected)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_have_units() {
        assert_eq!(time_limit("100ms"), Ok(TimeLimit(Some(Duration::from_millis(100)))));
        assert_eq!(time_limit("1m"), Ok(TimeLimit(Some(Duration::from_secs(60)))));
        assert_eq!(time_limit("none"), Ok(TimeLimit(None)));
        for text in ["", "2", "0s", "-1s", "two"] {
            assert!(time_limit(text).is_err(), "{text}");
        }
    }
}
