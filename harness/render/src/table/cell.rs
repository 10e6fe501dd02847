//! A cell: a text for people, and a value for programs.

use std::borrow::Cow;

use record::plain_text::{label, plain};
use serde_json::Value;

use record::numbers::{grouped, grouped_digits};

use super::figures::duration;

/// A cell of a table.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TableCell {
    text: String,
    value: Value,
}

impl TableCell {
    /// Creates a cell whose text and value differ.
    pub fn new(text: impl Into<String>, value: impl Into<Value>) -> Self {
        Self { text: shown(text.into()), value: value.into() }
    }

    /// Returns a count, with thousands separators for people.
    pub fn count(number: u64) -> Self {
        Self::new(grouped(number), number)
    }

    /// Returns the same for a sum, which may exceed 64 bits.
    pub fn sum(number: u128) -> Self {
        let value = u64::try_from(number).map_or_else(|_| Value::from(number as f64), Value::from);
        Self::new(grouped_digits(&number.to_string()), value)
    }

    /// Returns a time in nanoseconds; infinity is `∞` for people and `inf` for programs.
    pub fn time(ns: f64) -> Self {
        if ns.is_infinite() { Self::new("∞", "inf") } else { Self::new(duration(ns), ns) }
    }

    /// Returns the text for people.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Returns the value for programs; null if empty.
    pub fn value(&self) -> &Value {
        &self.value
    }

    /// Returns the field in CSV: numbers at full precision, anything else as text that no spreadsheet takes for a
    /// formula.
    pub(super) fn field(&self) -> String {
        match &self.value {
            Value::Number(number) => number.to_string(),
            Value::String(word) => label(word).into_owned(),
            _ => label(&self.text).into_owned(),
        }
    }
}

/// Returns a text without characters that a terminal obeys.
fn shown(text: String) -> String {
    match plain(&text) {
        Cow::Borrowed(_) => text,
        Cow::Owned(text) => text,
    }
}

impl From<String> for TableCell {
    fn from(text: String) -> Self {
        let text = shown(text);
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
