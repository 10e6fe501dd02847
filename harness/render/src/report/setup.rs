//! What a run was, out of its manifest: the lines that a reader of its figures asks for first.

use serde_json::Value;

/// What is told of a manifest: its place in it, and what it is called.
const FACTS: [(&str, &str); 19] = [
    ("/run_id", "run"),
    ("/command", "command"),
    ("/plan/corpora", "corpora (blake3)"),
    ("/puzzles", "puzzles"),
    ("/plan/jobs", "workers"),
    ("/plan/repetitions", "repetitions"),
    ("/plan/limit_ns", "time limit, ns"),
    // Of schema 1.
    ("/plan/limit_ms", "time limit, ms"),
    ("/plan/isomorphs", "isomorphs"),
    ("/plan/seed", "seed"),
    ("/machine/cpu", "processor"),
    ("/machine/physical_cores", "physical cores"),
    ("/machine/system", "system"),
    ("/interference/inflation", "times beside neighbours / alone"),
    ("/load", "load before, after"),
    ("/program/compiler", "compiler"),
    ("/program/target_features", "target features"),
    ("/program/revision", "revision"),
    ("/start", "start, UTC"),
];

/// The facts that a manifest has, each with its name.
pub fn facts(manifest: &Value) -> Vec<(&'static str, String)> {
    let fact = |(place, name): (&str, &'static str)| {
        let value = manifest.pointer(place).filter(|value| !value.is_null())?;
        Some((name, words(value)))
    };
    FACTS.into_iter().filter_map(fact).collect()
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
