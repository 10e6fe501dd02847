//! The keys of an object and their values.

use serde_json::{Map, Value};

use crate::source::TextError;

/// An object that states a puzzle.
pub(super) struct Object<'o> {
    line: usize,
    map: &'o Map<String, Value>,
}

impl<'o> Object<'o> {
    /// Creates the object that starts on `line`.
    pub(super) fn new(line: usize, map: &'o Map<String, Value>) -> Self {
        Self { line, map }
    }

    /// Returns an error at the start of the object.
    pub(super) fn error(&self, found: impl Into<String>, expected: impl Into<String>) -> TextError {
        TextError::new(self.line, 1, found, expected)
    }

    /// Returns the error for a value of a form that is not read.
    pub(super) fn wrong_form(&self, key: &str, expected: &str) -> TextError {
        self.error(format!("`{key}` in another form"), expected)
    }

    /// Returns the keys and their values.
    pub(super) fn entries(&self) -> impl Iterator<Item = (&'o String, &'o Value)> + use<'o> {
        self.map.iter()
    }

    /// Returns the value under the first of these keys that the object has, in any case.
    pub(super) fn find(&self, names: &[&str]) -> Option<&'o Value> {
        let of = |name: &&str| {
            self.entries().find(|(key, _)| key.eq_ignore_ascii_case(name)).map(|(_, value)| value)
        };
        names.iter().find_map(of).filter(|value| !value.is_null())
    }

    /// Returns the value under the first of these keys as text, if it is not empty.
    pub(super) fn text(&self, names: &[&str]) -> Option<String> {
        match self.find(names)? {
            Value::String(text) => Some(text.trim().to_owned()).filter(|text| !text.is_empty()),
            value @ (Value::Number(_) | Value::Bool(_)) => Some(value.to_string()),
            _ => None,
        }
    }

    /// Returns the value under a key that takes nothing but a text, if it says anything.
    ///
    /// # Errors
    /// If it is a list or an object.
    pub(super) fn only_text(&self, key: &str, expected: &str) -> Result<Option<String>, TextError> {
        let text = self.text(&[key]);
        match self.find(&[key]) {
            Some(value) if text.is_none() && !is_nothing(value) => {
                Err(self.wrong_form(key, expected))
            }
            _ => Ok(text),
        }
    }
}

/// Returns whether a value states nothing: `false`, `null`, or an empty text, list or object.
pub(super) fn is_nothing(value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::Bool(is) => !is,
        Value::Number(_) => false,
        Value::String(text) => text.trim().is_empty(),
        Value::Array(items) => items.is_empty(),
        Value::Object(map) => map.is_empty(),
    }
}
