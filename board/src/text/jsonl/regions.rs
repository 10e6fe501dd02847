//! The regions of the cells of a square, row by row.

use serde_json::Value;

use crate::text::region_map;

/// The forms in which regions are read.
pub(super) const FORM: &str = "the region of each cell: rows as texts with a letter for each cell, lists of numbers or \
     letters, or one text of all rows; each region as large as a row";

/// Returns the rows of a picture with a character for each region; `None` if the value may mean anything else.
///
/// Texts of rows are pictures already, which may have holes. In lists, and in one text without line ends, every region
/// has as many cells as a row: so neither lists of cells nor of numbers of another kind are taken for regions.
pub(super) fn rows(value: &Value) -> Option<Vec<String>> {
    match value {
        Value::String(text) if text.trim().contains(['\n', '\r']) => picture(text.lines()),
        Value::String(text) => square(text.trim().chars().map(|mark| mark.to_string()).collect()),
        Value::Array(items) => {
            let texts: Option<Vec<&str>> = items.iter().map(Value::as_str).collect();
            match texts {
                Some(texts) if texts.iter().any(|text| text.trim().chars().count() > 1) => {
                    picture(texts.into_iter())
                }
                _ if items.iter().all(Value::is_array) => {
                    let rows = items.iter().filter_map(Value::as_array);
                    region_map::of_marks(&rows.map(|row| marks(row)).collect::<Option<Vec<_>>>()?)
                }
                _ => square(marks(items)?),
            }
        }
        _ => None,
    }
}

/// Returns rows that are pictures already, without blank lines around them.
fn picture<'t>(rows: impl Iterator<Item = &'t str>) -> Option<Vec<String>> {
    let rows: Vec<String> = rows.map(|row| row.trim().to_owned()).collect();
    let first = rows.iter().position(|row| !row.is_empty())?;
    let last = rows.iter().rposition(|row| !row.is_empty())?;
    let rows = &rows[first..=last];
    let is_row = |row: &String| !row.is_empty() && !row.contains(char::is_whitespace);
    rows.iter().all(is_row).then(|| rows.to_vec())
}

/// Returns what stands in each cell of a list: a number, or a text.
fn marks(cells: &[Value]) -> Option<Vec<String>> {
    let mark = |cell: &Value| match cell {
        Value::Number(number) => number.as_u64().map(|number| number.to_string()),
        Value::String(text) => Some(text.trim().to_owned()),
        _ => None,
    };
    cells.iter().map(mark).collect()
}

/// Returns the regions of cells that follow each other in reading order.
fn square(marks: Vec<String>) -> Option<Vec<String>> {
    let side = marks.len().isqrt();
    if side == 0 || side * side != marks.len() {
        return None;
    }
    region_map::of_marks(&marks.chunks(side).map(<[String]>::to_vec).collect::<Vec<_>>())
}
