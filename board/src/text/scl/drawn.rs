//! What is drawn over and under the cells. A rule of the puzzle may be nothing but that, so it is decoration only if it
//! cannot distinguish one cell from another: if nothing of it is visible, or if it is one colour behind the whole board.

use serde_json::Value;

use super::super::site::{Field, Json};
use super::refused::refused;
use crate::source::TextError;

/// What a drawing is, in errors.
pub(super) const FOUND: &str = "a drawing, which may be a rule";

/// The keys that are known. Others may be attributes of SVG, which SudokuPad passes on.
const KEYS: [&str; 16] = [
    "angle",
    "backgroundColor",
    "borderColor",
    "borderSize",
    "center",
    "color",
    "fontSize",
    "height",
    "opacity",
    "rounded",
    "stroke",
    "target",
    "text",
    "textColor",
    "thickness",
    "width",
];

/// Those of the colours of a rectangle.
const COLOURS: [&str; 3] = ["backgroundColor", "borderColor", "stroke"];

/// # Errors
/// If an item of `overlays` or `underlays` may be a rule.
pub(super) fn check(item: &Field<'_>, size: usize) -> Result<(), TextError> {
    let is_known = |object: &Json| object.keys().all(|key| KEYS.contains(&key.as_str()));
    let is_plain = item.get("text")?.is_nothing() && item.value.as_object().is_some_and(is_known);
    if is_plain && (is_invisible(item)? || is_background(item, size)?) {
        return Ok(());
    }
    Err(refused(item, FOUND))
}

/// Returns whether an item has no colours, or only transparent ones.
fn is_invisible(item: &Field<'_>) -> Result<bool, TextError> {
    for key in COLOURS {
        if !is_transparent(item.get(key)?.value) {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Returns whether a colour is absent or transparent.
pub(super) fn is_transparent(colour: &Value) -> bool {
    let Value::String(colour) = colour else { return colour.is_null() };
    let digits = colour.trim().strip_prefix('#').unwrap_or_default();
    let is_clear = |length: usize, end: &str| digits.len() == length && digits.ends_with(end);
    matches!(colour.trim(), "" | "none" | "transparent") || is_clear(4, "0") || is_clear(8, "00")
}

/// Returns whether an item is a rectangle that is centred on the board, without a border, and at least as large.
fn is_background(item: &Field<'_>, size: usize) -> Result<bool, TextError> {
    let number = |key: &str| Ok(item.get(key)?.value.as_f64().unwrap_or(0.0));
    let middle = size as f64 / 2.0;
    let center = item.get("center")?;
    let is_centred = center.value.as_array().is_some_and(|center| {
        center.len() == 2 && center.iter().all(|it| it.as_f64() == Some(middle))
    });
    let is_plain = is_transparent(item.get("borderColor")?.value)
        && is_transparent(item.get("stroke")?.value)
        && item.get("rounded")?.is_nothing()
        && number("angle")? == 0.0;
    Ok(is_plain
        && is_centred
        && number("width")? >= 2.0 * middle
        && number("height")? >= 2.0 * middle)
}
