//! Values of the file of an assignment: commands, times, sizes and ids.

use std::time::Duration;

use anyhow::ensure;
use bytesize::ByteSize;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer};

pub(super) fn words<'d, D: Deserializer<'d>>(from: D) -> Result<Vec<String>, D::Error> {
    shell_words::split(&String::deserialize(from)?).map_err(D::Error::custom)
}

pub(super) fn time<'d, D: Deserializer<'d>>(from: D) -> Result<Duration, D::Error> {
    humantime::parse_duration(&String::deserialize(from)?).map_err(D::Error::custom)
}

pub(super) fn some_time<'d, D: Deserializer<'d>>(from: D) -> Result<Option<Duration>, D::Error> {
    time(from).map(Some)
}

pub(super) fn some_size<'d, D: Deserializer<'d>>(from: D) -> Result<u64, D::Error> {
    String::deserialize(from)?.parse::<ByteSize>().map(|it| it.0).map_err(D::Error::custom)
}

pub(super) fn size<'d, D: Deserializer<'d>>(from: D) -> Result<Option<u64>, D::Error> {
    some_size(from).map(Some)
}
pub(super) fn check_id(id: &str) -> anyhow::Result<()> {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || c == '-';
    ensure!(!id.is_empty() && id.chars().all(is_plain), "id {id:?}: expected letters, digits or -");
    Ok(())
}
