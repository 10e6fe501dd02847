//! A cell has two faces: words for people, and a value for programs.

use serde_json::Value;

use super::figures::{duration, grouped};

/// What stands in a cell of a table.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Cell {
    text: String,
    value: Value,
}

impl Cell {
    /// A cell whose words and value differ.
    pub fn new(text: impl Into<String>, value: impl Into<Value>) -> Self {
        Self { text: text.into(), value: value.into() }
    }

    /// A number, with its thousands apart for people.
    pub fn count(number: u64) -> Self {
        Self::new(grouped(number), number)
    }

    /// A time in nanoseconds; an infinite one is `∞`, and `inf` for programs.
    pub fn time(ns: f64) -> Self {
        if ns.is_infinite() { Self::new("∞", "inf") } else { Self::new(duration(ns), ns) }
    }

    /// What people read.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// What programs read; null where there is nothing.
    pub fn value(&self) -> &Value {
        &self.value
    }

    /// What stands in a field of CSV: numbers in full, anything else in words.
    pub(super) fn field(&self) -> String {
        match &self.value {
            Value::Number(number) => number.to_string(),
            Value::String(word) => word.clone(),
            _ => self.text.clone(),
        }
    }
}

impl From<String> for Cell {
    fn from(text: String) -> Self {
        let value = if text.is_empty() { Value::Null } else { text.clone().into() };
        Self { text, value }
    }
}

impl From<&str> for Cell {
    fn from(text: &str) -> Self {
        text.to_owned().into()
    }
}

/// A value that is not there leaves its cell empty.
impl<C: Into<Self>> From<Option<C>> for Cell {
    fn from(cell: Option<C>) -> Self {
        cell.map(Into::into).unwrap_or_default()
    }
}
