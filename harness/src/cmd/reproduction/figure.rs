//! A figure: a number or a text, printed in a source or measured.

use std::fmt;

use board::Count;
use record::numbers::{grouped, grouped_digits};
use render::table::TableCell;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A figure.
#[derive(Clone, Debug, Deserialize, JsonSchema, PartialEq, Serialize)]
#[serde(untagged)]
pub(in crate::cmd) enum Figure {
    /// A count, exact.
    Integer(i64),
    /// A share, a mean or a correlation.
    Number(f64),
    /// A grid, a list of candidates, a word, a statement.
    Text(String),
}

impl Figure {
    /// Returns the value of a number.
    pub(super) fn number(&self) -> Option<f64> {
        match self {
            Self::Integer(value) => Some(*value as f64),
            Self::Number(value) => Some(*value),
            Self::Text(_) => None,
        }
    }

    /// Returns whether two figures are the same number or text.
    pub(super) fn is(&self, other: &Self) -> bool {
        match (self, other) {
            // As floating-point numbers, large integers beside each other are the same.
            (Self::Integer(ours), Self::Integer(theirs)) => ours == theirs,
            (Self::Text(ours), Self::Text(theirs)) => ours == theirs,
            _ => self.number().is_some_and(|value| other.number() == Some(value)),
        }
    }

    /// Returns the cell of a table; nothing where there is no figure.
    pub(in crate::cmd) fn table_cell(figure: Option<&Self>) -> TableCell {
        let value = serde_json::to_value(figure).unwrap_or_default();
        figure.map_or_else(TableCell::default, |it| TableCell::new(it.to_string(), value))
    }
}

impl From<usize> for Figure {
    fn from(value: usize) -> Self {
        Self::Integer(value as i64)
    }
}

impl From<u64> for Figure {
    fn from(value: u64) -> Self {
        Self::from(&Count::from(value))
    }
}

impl From<&Count> for Figure {
    /// A count that is too large for an integer of a file becomes a text, as papers print it: `6,670,903,752,…`.
    fn from(count: &Count) -> Self {
        match count.to_u64().and_then(|it| i64::try_from(it).ok()) {
            Some(value) => Self::Integer(value),
            None => Self::Text(grouped_digits(&count.to_string())),
        }
    }
}

impl From<f64> for Figure {
    fn from(value: f64) -> Self {
        Self::Number(value)
    }
}

impl From<bool> for Figure {
    fn from(value: bool) -> Self {
        Self::Text(if value { "yes" } else { "no" }.into())
    }
}

impl From<String> for Figure {
    fn from(value: String) -> Self {
        Self::Text(value)
    }
}

impl From<&str> for Figure {
    fn from(value: &str) -> Self {
        Self::Text(value.into())
    }
}

impl fmt::Display for Figure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Integer(value @ 0..) => f.write_str(&grouped(value.unsigned_abs())),
            Self::Integer(value) => write!(f, "−{}", grouped(value.unsigned_abs())),
            Self::Number(value) => {
                let sign = if *value < 0.0 { "−" } else { "" };
                let decimals = if value.abs() < 10.0 { 2 } else { 1 };
                match value.abs() {
                    large @ 1000.0.. => write!(f, "{sign}{}", grouped(large.round() as u64)),
                    small => write!(f, "{sign}{small:.decimals$}"),
                }
            }
            Self::Text(text) => f.write_str(text),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_count_that_no_integer_holds_is_a_text() {
        assert_eq!(Figure::from(1_234_u64), Figure::Integer(1_234));
        assert_eq!(Figure::from(u64::MAX), Figure::Text("18,446,744,073,709,551,615".into()));
        assert_eq!(Figure::from(i64::MAX as u64 + 1).to_string(), "9,223,372,036,854,775,808");
    }
}
