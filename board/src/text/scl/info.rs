//! What is said about a puzzle: in `metadata`, in cages without cells (`title: …`), or in fields of the object.

use std::borrow::Cow;

use serde_json::Value;

use super::super::site::{self, Field, Json, Source};
use super::refused::refused;
use crate::source::TextError;

/// The keys that say nothing about solutions.
const KEYS: [&str; 10] = [
    "author",
    "msgcorrect",
    "msgincorrect",
    "msginvalid",
    "msgunknown",
    "msgvalid",
    "rules",
    "solution",
    "source",
    "title",
];

/// # Errors
/// If a field of `metadata` has a value and is not known.
pub(super) fn check(metadata: &Field<'_>) -> Result<(), TextError> {
    let Value::Object(object) = metadata.value else {
        return if metadata.is_nothing() { Ok(()) } else { Err(metadata.wrong("an object")) };
    };
    for key in object.keys() {
        let field = metadata.get(key)?;
        if !field.is_nothing() && !KEYS.contains(&key.as_str()) {
            return Err(refused(&field, "an unknown field, which may be a rule"));
        }
    }
    Ok(())
}

/// Returns the key and the text of a cage without cells; `None` if it has no value.
///
/// # Errors
/// If its value has no key, or one that is not known.
pub(super) fn tag<'j>(cage: &Field<'j>) -> Result<Option<(&'j str, &'j str)>, TextError> {
    let value = cage.get("value")?;
    if value.is_nothing() {
        return Ok(None);
    }
    let text = value.value.as_str().unwrap_or_default();
    let tag = text.split_once(':').map(|(key, text)| (key.trim(), text.trim()));
    match tag.filter(|(key, _)| KEYS.contains(key)) {
        Some(tag) => Ok(Some(tag)),
        None => {
            Err(value.wrong("a cage with cells, or title, author, rules or solution and a text"))
        }
    }
}

/// Returns what is said under a key: the texts of the first place that has some.
pub(super) fn texts<'j>(
    object: &'j Json,
    source: &Source<'_>,
    key: &str,
) -> Result<Vec<Cow<'j, str>>, TextError> {
    let metadata = source.field(object, "metadata");
    if !metadata.is_nothing() {
        let found = all(&metadata.get(key)?)?;
        if !found.is_empty() {
            return Ok(found);
        }
    }
    let mut found = Vec::new();
    for cage in source.field(object, "cages").items()? {
        if cage.get("cells")?.is_nothing() {
            let tag = tag(&cage)?.filter(|(known, text)| *known == key && !text.is_empty());
            found.extend(tag.map(|(_, text)| Cow::Borrowed(text)));
        }
    }
    if found.is_empty() { all(&source.field(object, key)) } else { Ok(found) }
}

/// Returns a text, or those of a list.
fn all<'j>(field: &Field<'j>) -> Result<Vec<Cow<'j, str>>, TextError> {
    let fields = match field.value {
        Value::Array(_) => field.items()?,
        _ => vec![field.clone()],
    };
    let words = fields.iter().map(|field| field.words());
    Ok(words.collect::<Result<Vec<_>, _>>()?.into_iter().flatten().collect())
}

/// Returns the solution as a line; `None` if there is none, or one in which a cell is unknown
/// (`?`).
pub(super) fn solution(
    object: &Json,
    source: &Source<'_>,
    size: usize,
) -> Result<Option<String>, TextError> {
    let field = source.field(object, "solution");
    let text = texts(object, source, "solution")?.join(",");
    let is_blank = |blank: char| text.chars().all(|c| c == blank);
    if is_blank('.') || is_blank('0') {
        return Ok(None);
    }
    let value = Value::String(text);
    let field = Field { value: &value, ..field };
    let number_of_cells = size * size;
    if value.as_str().is_some_and(|it| it.contains('.') && it.chars().count() == number_of_cells) {
        return Err(field.error("a cell that stays empty", "a number for each cell"));
    }
    site::solution(&field, size)
}
