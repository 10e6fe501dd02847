//! What is filled into a measurement before it is read: the names of a row and a column of a table, and another seed.

use toml::Value;

use super::figure::Figure;

/// Returns a text with the names of row and column in place of `{row}` and `{column}`.
pub(super) fn in_place(text: &str, [row, column]: &[String; 2]) -> String {
    text.replace("{row}", row).replace("{column}", column)
}

/// Returns a measurement of a table, for one cell.
pub(super) fn replaced(value: &Value, at: [&Figure; 2]) -> Value {
    match value {
        Value::String(text) if text == "{row}" => toml_value(at[0]),
        Value::String(text) if text == "{column}" => toml_value(at[1]),
        Value::String(text) => in_place(text, &at.map(Figure::to_string)).into(),
        Value::Array(all) => all.iter().map(|it| replaced(it, at)).collect::<Vec<_>>().into(),
        Value::Table(all) => {
            Value::Table(all.iter().map(|(key, it)| (key.clone(), replaced(it, at))).collect())
        }
        other => other.clone(),
    }
}

fn toml_value(figure: &Figure) -> Value {
    match figure {
        Figure::Integer(value) => Value::Integer(*value),
        Figure::Number(value) => Value::Float(*value),
        Figure::Text(text) => Value::String(text.clone()),
    }
}

/// Returns a measurement, or a study, whose samples have another seed.
pub(super) fn reseeded(value: &Value, seed: u64) -> Value {
    match value {
        Value::Array(all) => all.iter().map(|it| reseeded(it, seed)).collect::<Vec<_>>().into(),
        Value::Table(all) => {
            let one = |(key, it): (&String, &Value)| match it {
                Value::Integer(_) if key == "seed" => (key.clone(), Value::Integer(seed as i64)),
                it => (key.clone(), reseeded(it, seed)),
            };
            Value::Table(all.iter().map(one).collect())
        }
        other => other.clone(),
    }
}
