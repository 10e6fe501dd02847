//! A cell: a text for people, and a value for programs.

use serde_json::Value;

use super::figures::{duration, grouped};

/// A cell of a table.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TableCell {
    text: String,
    value: Value,
}

impl TableCell {
    /// A cell whose text and value differ.
    pub fn new(text: impl Into<String>, value: impl Into<Value>) -> Self {
        Self { text: text.into(), value: value.into() }
    }

    /// A count, with thousands separators for people.
    pub fn count(number: u64) -> Self {
        Self::new(grouped(number), number)
    }

    /// A time in nanoseconds; infinity is `∞` for people and `inf` for programs.
    pub fn time(ns: f64) -> Self {
        if ns.is_infinite() { Self::new("∞", "inf") } else { Self::new(duration(ns), ns) }
    }

    /// The text for people.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The value for programs; null if empty.
    pub fn value(&self) -> &Value {
        &self.value
    }

    /// The field in CSV: numbers at full precision, anything else as text.
    pub(super) fn field(&self) -> String {
        match &self.value {
            Value::Number(number) => number.to_string(),
            Value::String(word) => word.clone(),
            _ => self.text.clone(),
        }
    }
}

impl From<String> for TableCell {
    fn from(text: String) -> Self {
        let value = if text.is_empty() { Value::Null } else { text.clone().into() };
        Self { text, value }
    }
}

impl From<&str> for TableCell {
    fn from(text: &str) -> Self {
        text.to_owned().into()
    }
}

/// A missing value is an empty cell.
impl<C: Into<Self>> From<Option<C>> for TableCell {
    fn from(cell: Option<C>) -> Self {
        cell.map(Into::into).unwrap_or_default()
    }
}
