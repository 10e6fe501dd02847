//! Keys that state a rule which nothing here reads: a puzzle without it is another puzzle, unless the caller chooses a
//! board that has it.

use serde_json::Value;

use super::object::{Object, is_nothing};
use crate::source::TextError;
use crate::text::rule_words;

/// The most characters of a value that a message shows.
const MOST_SHOWN: usize = 40;

/// What an object states about its board beside rules.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Stated {
    /// The whole board by name or drawn, with all its rules.
    pub(super) is_geometry: bool,
    /// The regions of the cells.
    pub(super) has_regions: bool,
    /// Both diagonals.
    pub(super) has_diagonals: bool,
    /// Overlapping grids.
    pub(super) has_grids: bool,
}

impl Stated {
    /// Returns whether this states what a variant is called, if `word` is a name of it.
    fn names(self, word: &str) -> bool {
        self.is_geometry
            || self.has_regions && matches!(word, "irregular" | "jigsaw" | "squiggly")
            || self.has_diagonals && matches!(word, "diagonal" | "diagonals" | "x")
            || self.has_grids && matches!(word, "butterfly" | "multi" | "samurai")
    }
}

/// Returns the first key that states a rule which is not read, with its value, if nothing states the board.
///
/// # Errors
/// At the first such key of an object that states its board.
pub(super) fn unread_rule(
    object: &Object<'_>,
    stated: Stated,
) -> Result<Option<String>, TextError> {
    let is_rule = |key: &str, value: &Value| {
        rule_words::names_rule(key)
            || rule_words::may_name_rule(key) && is_more_than_a_word(value)
            || rule_words::tells_rules(key) && states_rules(key, value, stated)
    };
    let mut entries = object.entries().filter(|(_, value)| !is_nothing(value));
    match entries.find(|(key, value)| is_rule(key, value)) {
        Some((key, value)) if stated == Stated::default() => {
            let value = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
            Ok(Some(format!("{key}: {}", value.chars().take(MOST_SHOWN).collect::<String>())))
        }
        Some((key, _)) => Err(unread(object, key)),
        None => Ok(None),
    }
}

fn unread(object: &Object<'_>, key: &str) -> TextError {
    object.error(
        format!("the key `{key}` states a rule that is not read"),
        "a `geometry` that has the rule (a name such as x or anti-king, or a drawing), or `regions`, `diagonals` or \
         `grids`",
    )
}

/// Returns whether a value is a list, an object or true.
fn is_more_than_a_word(value: &Value) -> bool {
    matches!(value, Value::Array(_) | Value::Object(_) | Value::Bool(true))
}

/// Returns whether a value names rules beside those that are stated.
fn states_rules(key: &str, value: &Value, stated: Stated) -> bool {
    match value {
        Value::String(text) => rule_words::states_rules(key, text, |word| stated.names(word)),
        Value::Array(items) => items.iter().any(|item| states_rules(key, item, stated)),
        Value::Null => false,
        _ => !rule_words::may_be_other(key) && !stated.is_geometry,
    }
}
