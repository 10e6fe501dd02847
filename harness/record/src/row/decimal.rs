//! Numbers of solutions in fields: decimal digits, as many as there are. A CSV has no limit to them.

use board::Count;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

pub(super) fn serialize<S: Serializer>(count: &Count, serializer: S) -> Result<S::Ok, S::Error> {
    match count.to_u64() {
        Some(word) => word.serialize(serializer),
        None => count.to_string().serialize(serializer),
    }
}

pub(super) fn deserialize<'d, D: Deserializer<'d>>(deserializer: D) -> Result<Count, D::Error> {
    String::deserialize(deserializer)?.parse().map_err(de::Error::custom)
}
