//! Descriptions of columns: name, type, unit and meaning.

/// The type of the values of a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ColumnType {
    /// `true` or `false`.
    Boolean,
    /// A non-negative integer.
    Integer,
    /// A number.
    Number,
    /// Text.
    Text,
}

/// A column of a table.
#[derive(Clone, Copy, Debug)]
pub struct Column {
    /// The name.
    pub name: &'static str,
    /// The type of its values.
    pub kind: ColumnType,
    /// The unit; empty if it has none.
    pub unit: &'static str,
    /// The meaning.
    pub meaning: &'static str,
}

impl Column {
    /// Returns a column of text.
    pub(crate) const fn text(name: &'static str, meaning: &'static str) -> Self {
        Self { name, kind: ColumnType::Text, unit: "", meaning }
    }

    /// Returns a column of booleans.
    pub(crate) const fn boolean(name: &'static str, meaning: &'static str) -> Self {
        Self { name, kind: ColumnType::Boolean, unit: "", meaning }
    }

    /// Returns a column of integers.
    pub(crate) const fn integer(name: &'static str, meaning: &'static str) -> Self {
        Self { name, kind: ColumnType::Integer, unit: "", meaning }
    }
}

/// Returns the header line of a table with these columns.
pub fn header(columns: &[Column]) -> String {
    let names: Vec<&str> = columns.iter().map(|column| column.name).collect();
    names.join(",") + "\n"
}
