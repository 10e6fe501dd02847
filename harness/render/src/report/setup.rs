//! The setup of a run, from its manifest: the facts that a reader of its results needs first.

use record::manifest::Manifest;
use serde_json::{Value, json};

use crate::table::duration;

/// Returns the facts in a manifest, each with its name. Missing values are omitted.
pub fn facts(manifest: &Manifest) -> Vec<(&'static str, String)> {
    let Manifest { plan, machine, program, .. } = manifest;
    let limit = plan.limit_ns.map(|ns| round_duration(ns as f64));
    let inflation = manifest.interference.as_ref().map(|it| it.inflation);
    let facts = [
        ("run", json!(manifest.run_id)),
        ("command", json!(manifest.command)),
        ("corpora (blake3)", json!(plan.corpora)),
        ("puzzles", json!(manifest.puzzles)),
        ("workers", json!(plan.jobs)),
        ("repetitions", json!(plan.repetitions)),
        ("time limit", json!(limit)),
        ("isomorphs", json!(plan.isomorphs)),
        ("seed", json!(plan.seed)),
        ("processor", json!(machine.cpu)),
        ("physical cores", json!(machine.physical_cores)),
        ("system", json!(machine.system)),
        ("time beside neighbours / alone", json!(inflation)),
        ("load before, after", json!(manifest.load)),
        ("compiler", json!(program.compiler)),
        ("target features", json!(program.target_features)),
        ("revision", json!(program.revision)),
        ("start, UTC", json!(manifest.start)),
    ];
    let known = facts.into_iter().filter(|(_, value)| !value.is_null());
    known.map(|(name, value)| (name, words(&value))).collect()
}

/// Returns a time without trailing zeros: `2 s`, not `2.00 s`.
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
    use super::*;

    #[test]
    fn a_time_limit_has_a_unit() {
        for (ns, expected) in [(2e9, "2 s"), (1.5e9, "1.5 s"), (2e8, "200 ms")] {
            assert_eq!(round_duration(ns), expected);
        }
    }

    #[test]
    fn a_list_and_the_fields_of_an_object_are_written_as_words() {
        let value = json!([{ "file": "a.txt", "blake3": null }, null, 2]);
        assert_eq!(words(&value), "file a.txt – 2");
    }
}
