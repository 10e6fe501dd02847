//! The setup of a run, from its manifest: the facts that a reader of its results needs first.

use serde_json::Value;

use crate::table::duration;

const LIMIT_NS: &str = "/plan/limit_ns";
const LIMIT_MS: &str = "/plan/limit_ms";

/// The facts: their JSON pointers in the manifest, and their names.
const FACTS: [(&str, &str); 19] = [
    ("/run_id", "run"),
    ("/command", "command"),
    ("/plan/corpora", "corpora (blake3)"),
    ("/puzzles", "puzzles"),
    ("/plan/jobs", "workers"),
    ("/plan/repetitions", "repetitions"),
    (LIMIT_NS, "time limit"),
    // Of schema 1.
    (LIMIT_MS, "time limit"),
    ("/plan/isomorphs", "isomorphs"),
    ("/plan/seed", "seed"),
    ("/machine/cpu", "processor"),
    ("/machine/physical_cores", "physical cores"),
    ("/machine/system", "system"),
    ("/interference/inflation", "time beside neighbours / alone"),
    ("/load", "load before, after"),
    ("/program/compiler", "compiler"),
    ("/program/target_features", "target features"),
    ("/program/revision", "revision"),
    ("/start", "start, UTC"),
];

/// The facts in a manifest, each with its name.
pub fn facts(manifest: &Value) -> Vec<(&'static str, String)> {
    let fact = |(place, name): (&str, &'static str)| {
        let value = manifest.pointer(place).filter(|value| !value.is_null())?;
        let text = match (place, value.as_f64()) {
            (LIMIT_NS, Some(ns)) => round_duration(ns),
            (LIMIT_MS, Some(ms)) => round_duration(ms * 1e6),
            _ => words(value),
        };
        Some((name, text))
    };
    FACTS.into_iter().filter_map(fact).collect()
}

/// A time without trailing zeros: `2 s`, not `2.00 s`.
fn round_duration(ns: f64) -> String {
    let text = duration(ns);
    match text.split_once(' ') {
        Some((digits, unit)) if digits.contains('.') => {
            format!("{} {unit}", digits.trim_end_matches('0').trim_end_matches('.'))
        }
        _ => text,
    }
}

fn words(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Null => "–".into(),
        Value::Array(items) => items.iter().map(words).collect::<Vec<_>>().join(" "),
        Value::Object(fields) => {
            let known = fields.iter().filter(|(_, value)| !value.is_null());
            known
                .map(|(name, value)| format!("{name} {}", words(value)))
                .collect::<Vec<_>>()
                .join(", ")
        }
        other => other.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_time_limit_has_a_unit() {
        for (plan, expected) in [
            (json!({ "limit_ns": 2_000_000_000_u64 }), "2 s"),
            (json!({ "limit_ms": 1500 }), "1.5 s"),
            (json!({ "limit_ns": 200_000_000 }), "200 ms"),
        ] {
            let facts = facts(&json!({ "plan": plan }));
            assert_eq!(facts, [("time limit", expected.to_owned())]);
        }
    }
}
