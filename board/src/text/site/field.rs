//! Values of an object with their paths, for errors.

use std::borrow::Cow;

use serde_json::Value;

use crate::geometry::Position;
use crate::source::{TextError, counted};

/// A value, and where it is: the place of its first key in the text, and its path from there.
#[derive(Clone)]
pub(in super::super) struct Field<'j> {
    pub(in super::super) place: (usize, usize),
    pub(in super::super) path: String,
    pub(in super::super) value: &'j Value,
}

impl<'j> Field<'j> {
    /// Returns an error about this value.
    pub(in super::super) fn error(&self, found: &str, expected: &str) -> TextError {
        let (line, column) = self.place;
        TextError::new(line, column, format!("{}: {found}", self.path), expected)
    }

    /// Returns the error of a value of another type.
    pub(in super::super) fn wrong(&self, expected: &str) -> TextError {
        let text = self.value.to_string();
        let start: String = text.chars().take(40).collect();
        let dots = if start.len() < text.len() { "…" } else { "" };
        self.error(&format!("{start}{dots}"), expected)
    }

    /// Returns whether the value states nothing: `null`, `false`, or an empty text or list.
    pub(in super::super) fn is_nothing(&self) -> bool {
        match self.value {
            Value::Null | Value::Bool(false) => true,
            Value::String(text) => text.trim().is_empty(),
            Value::Array(items) => items.is_empty(),
            _ => false,
        }
    }

    /// Returns the values of a list; none if there is no value.
    pub(in super::super) fn items(&self) -> Result<Vec<Self>, TextError> {
        let items = match self.value {
            Value::Array(items) => &items[..],
            Value::Null => &[],
            _ => return Err(self.wrong("a list")),
        };
        let item = |(index, value)| Field {
            place: self.place,
            path: format!("{}[{index}]", self.path),
            value,
        };
        Ok(items.iter().enumerate().map(item).collect())
    }

    /// Returns the value of an object under a key; a value `null` if there is none.
    pub(in super::super) fn get(&self, key: &str) -> Result<Self, TextError> {
        let Value::Object(object) = self.value else { return Err(self.wrong("an object")) };
        let value = object.get(key).unwrap_or(&Value::Null);
        Ok(Field { place: self.place, path: format!("{}.{key}", self.path), value })
    }

    /// `true` or `false`.
    pub(in super::super) fn flag(&self) -> Result<bool, TextError> {
        match self.value {
            Value::Bool(flag) => Ok(*flag),
            Value::Null => Ok(false),
            _ => Err(self.wrong("true or false")),
        }
    }

    /// Returns a text.
    pub(in super::super) fn text(&self) -> Result<Option<&'j str>, TextError> {
        match self.value {
            Value::String(text) => Ok(Some(text.trim()).filter(|text| !text.is_empty())),
            Value::Null => Ok(None),
            _ => Err(self.wrong("a text")),
        }
    }

    /// Returns a text, or a number in words.
    pub(in super::super) fn words(&self) -> Result<Option<Cow<'j, str>>, TextError> {
        match self.value {
            Value::Number(number) => Ok(Some(number.to_string().into())),
            _ => Ok(self.text()?.map(Cow::Borrowed)),
        }
    }

    /// Returns a whole number, or a text with one; `None` if there is none.
    pub(in super::super) fn number(&self) -> Result<Option<u16>, TextError> {
        let number = match self.value {
            Value::Null => return Ok(None),
            Value::String(text) if text.trim().is_empty() => return Ok(None),
            Value::String(text) => text.trim().parse().ok(),
            Value::Number(number) => number.as_u64().and_then(|number| number.try_into().ok()),
            _ => None,
        };
        number.map(Some).ok_or_else(|| self.wrong("a whole number of at most 65535"))
    }

    /// Returns the row and column of a text like `R1C1`, where 0 is outside of the board.
    pub(in super::super) fn place_of(&self) -> Result<(usize, usize), TextError> {
        let parse = |text: &str| {
            let text = text.trim().to_ascii_uppercase();
            let (row, column) = text.strip_prefix('R')?.split_once('C')?;
            let number = |text: &str| text.parse().ok().filter(|&number: &usize| number < 1000);
            Some((number(row)?, number(column)?))
        };
        let place = self.value.as_str().and_then(parse);
        place.ok_or_else(|| self.wrong("a cell like \"R1C1\""))
    }

    /// Returns the cell of a board of this size.
    pub(in super::super) fn cell(&self, size: usize) -> Result<Position, TextError> {
        let (row, column) = self.place_of()?;
        let is_inside = |number: usize| (1..=size).contains(&number);
        if !is_inside(row) || !is_inside(column) {
            return Err(self.wrong(&format!("a cell of a board of {size} rows and columns")));
        }
        Ok(Position { row: row - 1, column: column - 1 })
    }

    /// Returns a list of cells.
    pub(in super::super) fn cells(&self, size: usize) -> Result<Vec<Position>, TextError> {
        self.items()?.iter().map(|item| item.cell(size)).collect()
    }

    /// Returns a list of cells in which none is repeated.
    pub(in super::super) fn distinct_cells(&self, size: usize) -> Result<Vec<Position>, TextError> {
        let cells = self.cells(size)?;
        let repeated = (1..cells.len()).find(|&at| cells[..at].contains(&cells[at]));
        match repeated {
            Some(at) => Err(self.error(&format!("{} twice", cells[at]), "each cell once")),
            None => Ok(cells),
        }
    }

    /// Returns two cells.
    pub(in super::super) fn pair(&self, size: usize) -> Result<[Position; 2], TextError> {
        let cells = self.distinct_cells(size)?;
        let number = cells.len();
        cells.try_into().map_err(|_| self.error(&counted(number, "cell"), "two"))
    }
}
