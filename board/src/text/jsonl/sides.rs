//! The sides of the boxes that an object states beside its puzzle.

use serde_json::Value;

use super::object::{Object, is_nothing};
use crate::source::TextError;
use crate::symbols::MAX_SYMBOLS;
use crate::text::rule_words::plain;

/// Keys of both sides at once, without `_` and `-`. The first two may be of other kinds.
const BOTH: [&str; 8] = [
    "box",
    "block",
    "boxsize",
    "blocksize",
    "boxshape",
    "blockshape",
    "boxdimensions",
    "blockdimensions",
];

/// Returns the stated height and width of boxes, if there is one of them.
///
/// # Errors
/// If a value is none of these, or two different numbers do not say which of them is the height.
pub(super) fn stated(object: &Object<'_>) -> Result<Option<[Option<usize>; 2]>, TextError> {
    let names = [["boxheight", "blockheight"], ["boxwidth", "blockwidth"]];
    let sides = [side(object, names[0])?, side(object, names[1])?];
    if sides != [None; 2] {
        return Ok(Some(sides));
    }
    let is_both = |key: &str| BOTH.contains(&&*plain(key));
    let mut both = object.entries().filter(|(key, value)| is_both(key) && !is_nothing(value));
    let Some((key, value)) = both.next() else { return Ok(None) };
    let may_be_other = BOTH[..2].contains(&&*plain(key));
    match numbers(value).as_deref() {
        Some([_]) if may_be_other => Ok(None),
        Some([side]) => Ok(Some([Some(*side); 2])),
        Some([height, width]) if height == width => Ok(Some([Some(*height); 2])),
        Some([_, _]) => {
            let found = format!("`{key}` with two sides, of which either may be the height");
            Err(object.error(found, "`box_height` and `box_width`"))
        }
        _ if may_be_other => Ok(None),
        _ => Err(object.wrong_form(key, "the side of a square, or `box_height` and `box_width`")),
    }
}

/// Returns the value under one of these keys.
fn side(object: &Object<'_>, names: [&str; 2]) -> Result<Option<usize>, TextError> {
    let is_side = |key: &str| names.contains(&&*plain(key));
    let stated = object.entries().find(|(key, value)| is_side(key) && !is_nothing(value));
    let Some((key, value)) = stated else { return Ok(None) };
    let error = || object.wrong_form(key, &format!("a number from 1 to {MAX_SYMBOLS}"));
    number(value).map(Some).ok_or_else(error)
}

/// Returns the numbers of a list, or of a text as `3`, `3x3` or `3, 3`.
fn numbers(value: &Value) -> Option<Vec<usize>> {
    match value {
        Value::String(text) => {
            let words = text.split(['x', 'X', '×', '*', ',']);
            words.map(|word| number(&word.into())).collect()
        }
        Value::Array(items) => items.iter().map(number).collect(),
        value => number(value).map(|number| vec![number]),
    }
}

/// Returns a number that may be the side of a box.
fn number(value: &Value) -> Option<usize> {
    let number = match value {
        Value::String(text) => text.trim().parse().ok(),
        value => value.as_u64().and_then(|number| usize::try_from(number).ok()),
    };
    number.filter(|number| (1..=MAX_SYMBOLS).contains(number))
}
