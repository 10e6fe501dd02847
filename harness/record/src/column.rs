//! What a column of a table of a run is: its name, what it holds, its unit and its meaning.

/// What a column holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// `true` or `false`.
    Boolean,
    /// A whole number that is not negative.
    Integer,
    /// A number.
    Number,
    /// Text.
    Word,
}

/// A column of a table.
#[derive(Clone, Copy, Debug)]
pub struct Column {
    /// Its name.
    pub name: &'static str,
    /// What it holds.
    pub kind: Kind,
    /// The unit; empty for what has none.
    pub unit: &'static str,
    /// What it means.
    pub meaning: &'static str,
}

impl Column {
    /// A column of text.
    pub(crate) const fn word(name: &'static str, meaning: &'static str) -> Self {
        Self { name, kind: Kind::Word, unit: "", meaning }
    }

    /// A column of truth values.
    pub(crate) const fn truth(name: &'static str, meaning: &'static str) -> Self {
        Self { name, kind: Kind::Boolean, unit: "", meaning }
    }

    /// A column of whole numbers.
    pub(crate) const fn integer(name: &'static str, meaning: &'static str) -> Self {
        Self { name, kind: Kind::Integer, unit: "", meaning }
    }
}

/// The line of the names of columns.
pub fn header(columns: &[Column]) -> String {
    let names: Vec<&str> = columns.iter().map(|column| column.name).collect();
    names.join(",") + "\n"
}
