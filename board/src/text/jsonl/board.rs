//! The board that an object states beside its puzzle.

use serde_json::Value;

use super::object::{Object, is_nothing};
use super::regions;
use super::rules::{self, Stated};
use super::sides;
use crate::catalog;
use crate::source::TextError;
use crate::symbols::STANDARD_SYMBOLS;
use crate::text::parsed::Cells;
use crate::text::{region_map, rule_words};

/// The keys of what a board may be made of, in the order of [`Parts`].
const KEYS: [&str; 4] = ["geometry", "regions", "grids", "diagonals"];

/// What an object states about its board.
struct Parts {
    geometry: Option<String>,
    /// The rows of a picture with a character for each region.
    regions: Option<Vec<String>>,
    /// The corners of grids.
    grids: Option<String>,
    diagonals: bool,
}

/// What an object states about the board of its puzzle.
pub(super) struct Statement {
    /// The name or the drawing of the board; `None` if nothing states the board.
    pub(super) board: Option<String>,
    /// A rule that only a board of the caller can have.
    pub(super) rule: Option<String>,
}

/// Returns what an object states about the board of its puzzle, which has these cells.
///
/// # Errors
/// If a key is in a form that is not read, or states a rule that the stated board may lack, or if two keys state the
/// board.
pub(super) fn stated(object: &Object<'_>, cells: &Cells) -> Result<Statement, TextError> {
    let parts = Parts {
        geometry: object.only_text("geometry", "the name of a board, or a drawing in a text")?,
        regions: regions_of(object)?,
        grids: grids(object)?,
        diagonals: flag(object, "diagonals")?,
    };
    let rule = parts.unread_rule(object)?;
    let blocks = match sides::stated(object)? {
        Some(sides) => blocks(object, sides, cells, &parts)?,
        None => None,
    };
    let diagonals = if parts.diagonals { "diagonals\n" } else { "" };
    let drawing = |name: &str, rows: Vec<String>| region_map::drawing(name, &rows, diagonals);
    let board = match (parts.geometry, parts.regions, blocks, parts.grids) {
        (Some(geometry), ..) => Some(geometry),
        (_, Some(rows), ..) => Some(drawing("jigsaw", rows)),
        (_, _, Some(rows), _) => Some(drawing("boxes", rows)),
        (.., Some(places)) => Some(format!("name: grids\nplace: classic9 at{places}\n")),
        _ if parts.diagonals => Some(format!("x{}", cells.order()?)),
        _ => None,
    };
    Ok(Statement { board, rule })
}

impl Parts {
    /// Returns a rule that only a board of the caller can have.
    ///
    /// # Errors
    /// If two keys state the board, or another key a rule beside it.
    fn unread_rule(&self, object: &Object<'_>) -> Result<Option<String>, TextError> {
        let (has_regions, has_grids) = (self.regions.is_some(), self.grids.is_some());
        let are_stated = [self.geometry.is_some(), has_regions, has_grids, self.diagonals];
        let keys: Vec<&str> =
            KEYS.into_iter().zip(are_stated).filter(|(_, is)| *is).map(|(key, _)| key).collect();
        if let [first, second, ..] = keys[..]
            && (first, second) != ("regions", "diagonals")
        {
            let found = format!("`{second}` beside `{first}`");
            return Err(object.error(found, "one of them, which states the whole board"));
        }
        let is_geometry = self.geometry.is_some();
        let stated = Stated { is_geometry, has_regions, has_diagonals: self.diagonals, has_grids };
        rules::unread_rule(object, stated)
    }
}

/// Returns the value under a key that is true or false.
fn flag(object: &Object<'_>, key: &str) -> Result<bool, TextError> {
    match object.find(&[key]) {
        Some(Value::Bool(is)) => Ok(*is),
        Some(value) if !is_nothing(value) => Err(object.wrong_form(key, "true or false")),
        _ => Ok(false),
    }
}

/// Returns the rows of a picture of the regions.
fn regions_of(object: &Object<'_>) -> Result<Option<Vec<String>>, TextError> {
    if let Some(value) = object.find(&["regions"]).filter(|value| !is_nothing(value)) {
        let rows = regions::rows(value);
        return rows.map(Some).ok_or_else(|| object.wrong_form("regions", regions::FORM));
    }
    let may_be = |key: &str, value: &Value| rule_words::may_name_regions(key) && !is_nothing(value);
    let values = object.entries().filter(|(key, value)| may_be(key, value));
    for (key, value) in values {
        let rows = regions::rows(value).filter(|rows| rows.len() > 1);
        let is_other = match value {
            Value::String(text) => !is_long(text),
            Value::Array(_) | Value::Object(_) => is_pair(value),
            _ => true,
        };
        if rows.is_some() {
            return Ok(rows);
        } else if !is_other {
            return Err(object.wrong_form(key, regions::FORM));
        }
    }
    Ok(None)
}

/// Returns whether a text may have a mark for each cell of a board.
fn is_long(text: &str) -> bool {
    let length = text.trim().chars().count();
    length >= 16 && length.isqrt().pow(2) == length && !text.trim().contains(' ')
}

/// Returns whether a value is a list of two numbers.
fn is_pair(value: &Value) -> bool {
    value.as_array().is_some_and(|two| two.len() == 2 && two.iter().all(Value::is_number))
}

/// Returns the top left corners of 9×9 grids, as a drawing has them.
fn grids(object: &Object<'_>) -> Result<Option<String>, TextError> {
    let place = |corner: &Value| {
        let from_zero = |index: usize| corner.get(index).and_then(Value::as_u64);
        let is_pair = corner.as_array().is_some_and(|corner| corner.len() == 2);
        is_pair.then_some(())?;
        Some(format!(" r{}c{}", from_zero(0)?.checked_add(1)?, from_zero(1)?.checked_add(1)?))
    };
    let Some(value) = object.find(&["grids"]).filter(|value| !is_nothing(value)) else {
        return Ok(None);
    };
    let places = value.as_array().and_then(|corners| corners.iter().map(place).collect());
    let expected = "the top left corners of 9×9 grids, [[row, column], …] from zero";
    places.map(Some).ok_or_else(|| object.wrong_form("grids", expected))
}

/// Returns the rows of a picture of boxes with these sides; `None` if they are those of the board anyway.
fn blocks(
    object: &Object<'_>,
    sides: [Option<usize>; 2],
    cells: &Cells,
    parts: &Parts,
) -> Result<Option<Vec<String>>, TextError> {
    if parts.geometry.is_some() || parts.regions.is_some() || parts.grids.is_some() {
        let is_usual = matches!(sides, [Some(height), Some(width)]
            if catalog::classic_block(height * width) == Some((height, width)));
        let found = "the height or width of boxes beside a board with boxes of its own";
        return if is_usual { Ok(None) } else { Err(object.error(found, "one of them")) };
    }
    let order = cells.order()?;
    let (height, width) = match sides {
        [Some(height), Some(width)] => (height, width),
        [Some(height), None] => (height, order / height),
        [None, width] => (order / width.unwrap_or(1), width.unwrap_or(1)),
    };
    if height * width != order {
        let found = format!("boxes of {height}×{width} cells on a board of {order} symbols");
        return Err(object.error(found, format!("boxes of {order} cells")));
    }
    if catalog::classic_block(order) == Some((height, width)) {
        return Ok(None);
    }
    let letters: Vec<char> = STANDARD_SYMBOLS.chars().collect();
    let letter = |row: usize, column: usize| letters[row / height * height + column / width];
    let row = |row: usize| (0..order).map(|column| letter(row, column)).collect();
    Ok(Some((0..order).map(row).collect()))
}
