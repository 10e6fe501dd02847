//! The board that an object states beside its puzzle.

use serde_json::Value;

use super::object::{Object, is_nothing};
use super::regions;
use super::rules::{self, Stated};
use crate::catalog;
use crate::source::TextError;
use crate::symbols::{MAX_SYMBOLS, STANDARD_SYMBOLS};
use crate::text::parsed::Cells;
use crate::text::rule_words::plain;

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

/// Returns the name or the drawing of the board that an object states, whose puzzle has these cells; `None` if it
/// states none.
///
/// # Errors
/// If a key is in a form that is not read, or states a rule that is not, or if two keys state the board.
pub(super) fn stated(object: &Object<'_>, cells: &Cells) -> Result<Option<String>, TextError> {
    let parts = Parts {
        geometry: object.only_text("geometry", "the name of a board, or a drawing in a text")?,
        regions: regions_of(object)?,
        grids: grids(object)?,
        diagonals: flag(object, "diagonals")?,
    };
    parts.check(object)?;
    let blocks = match sides(object)? {
        Some(sides) => blocks(object, sides, cells, &parts)?,
        None => None,
    };
    let diagonals = if parts.diagonals { "diagonals\n" } else { "" };
    let drawing = |name: &str, rows: Vec<String>| {
        format!("name: {name}\nboard:\n{}\n\nrows\ncolumns\n{diagonals}", rows.join("\n"))
    };
    Ok(match (parts.geometry, parts.regions, blocks, parts.grids) {
        (Some(geometry), ..) => Some(geometry),
        (_, Some(rows), ..) => Some(drawing("jigsaw", rows)),
        (_, _, Some(rows), _) => Some(drawing("boxes", rows)),
        (.., Some(places)) => Some(format!("name: grids\nplace: classic9 at{places}\n")),
        _ if parts.diagonals => Some(format!("x{}", cells.order()?)),
        _ => None,
    })
}

impl Parts {
    /// Checks that one key states the board, and no other key a rule.
    fn check(&self, object: &Object<'_>) -> Result<(), TextError> {
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
        rules::check(object, stated)
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

fn regions_of(object: &Object<'_>) -> Result<Option<Vec<String>>, TextError> {
    let value = object.find(&["regions"]).filter(|value| !is_nothing(value));
    let rows =
        |value| regions::rows(value).ok_or_else(|| object.wrong_form("regions", regions::FORM));
    value.map(rows).transpose()
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

/// Returns the stated height and width of boxes, if there is one of them.
fn sides(object: &Object<'_>) -> Result<Option<[Option<usize>; 2]>, TextError> {
    let side = |names: [&str; 2]| {
        let is_side = |key: &str| names.contains(&&*plain(key));
        let stated = object.entries().find(|(key, value)| is_side(key) && !is_nothing(value));
        let Some((key, value)) = stated else { return Ok(None) };
        let number = match value {
            Value::String(text) => text.trim().parse().ok(),
            value => value.as_u64().and_then(|number| usize::try_from(number).ok()),
        };
        let number = number.filter(|number| (1..=MAX_SYMBOLS).contains(number));
        let error = || object.wrong_form(key, &format!("a number from 1 to {MAX_SYMBOLS}"));
        number.map(Some).ok_or_else(error)
    };
    let sides = [side(["boxheight", "blockheight"])?, side(["boxwidth", "blockwidth"])?];
    Ok(Some(sides).filter(|sides| *sides != [None; 2]))
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
