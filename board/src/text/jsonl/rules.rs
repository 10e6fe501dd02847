//! Keys that state a rule which nothing here reads: a puzzle without it is another puzzle.

use serde_json::Value;

use super::object::{Object, is_nothing};
use crate::catalog;
use crate::source::TextError;

/// Keys of rules, without `_` and `-`.
const RULES: &[&str] = &[
    "antiking",
    "antiknight",
    "antiqueen",
    "arrow",
    "arrows",
    "cage",
    "cages",
    "constraints",
    "diagonal",
    "disjointgroups",
    "extraregion",
    "extraregions",
    "killer",
    "killercage",
    "killercages",
    "kropki",
    "kropkidots",
    "nonconsecutive",
    "orthadjconsec",
    "palindrome",
    "palindromes",
    "quadruple",
    "quadruples",
    "renban",
    "sandwich",
    "sandwiches",
    "sandwichsum",
    "sandwichsums",
    "thermo",
    "thermometer",
    "thermometers",
    "thermos",
    "whispers",
];

/// Keys whose values name the rules, in words.
const IN_WORDS: [&str; 3] = ["rules", "type", "variant"];

/// Words for a puzzle without other rules, without `sudoku`.
const CLASSIC: &[&str] =
    &["", "classic", "classical", "none", "normal", "normalrulesapply", "regular", "standard"];

/// Other words for variants, beside [`RULES`] and the names of the catalog.
const VARIANTS: &[&str] = &[
    "antichess",
    "consecutive",
    "diagonals",
    "evenodd",
    "greaterthan",
    "hyper",
    "irregular",
    "jigsaw",
    "kenken",
    "latin",
    "latinsquare",
    "multi",
    "offset",
    "squiggly",
    "xv",
];

/// What an object states about its board beside rules.
#[derive(Clone, Copy, Debug, Default)]
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

/// Checks that no key states a rule which is not read.
///
/// # Errors
/// At the first key that does.
pub(super) fn check(object: &Object<'_>, stated: Stated) -> Result<(), TextError> {
    for (key, value) in object.entries().filter(|(_, value)| !is_nothing(value)) {
        let plain = plain(key);
        let is_rule = RULES.contains(&&*plain)
            || IN_WORDS.contains(&&*plain) && states_rules(&plain, value, stated);
        if is_rule {
            return Err(unread(object, key));
        }
    }
    Ok(())
}

/// Returns a key or a word in lower case, without anything but letters and digits.
pub(super) fn plain(key: &str) -> String {
    key.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

fn unread(object: &Object<'_>, key: &str) -> TextError {
    object.error(
        format!("the key `{key}` states a rule that is not read"),
        "a `geometry` that has the rule (a name such as x or anti-king, or a drawing), or `regions`, `diagonals` or \
         `grids`",
    )
}

/// Returns whether a value names rules beside those that are stated. A `type` may be of any other kind.
fn states_rules(key: &str, value: &Value, stated: Stated) -> bool {
    let is_rule = |word: &str| {
        let word = plain(word).replace("sudoku", "");
        let is_known = CLASSIC.contains(&&*word) || stated.names(&word);
        !is_known && (key != "type" || is_variant(&word))
    };
    match value {
        Value::String(text) => text.split([',', '+', '&', '/']).any(is_rule),
        Value::Array(items) => items.iter().any(|item| states_rules(key, item, stated)),
        Value::Null => false,
        _ => key != "type" && !stated.is_geometry,
    }
}

/// Returns whether a word names a variant.
fn is_variant(word: &str) -> bool {
    let is_named = || {
        let mut names = catalog::drawn_names();
        names.any(|name| plain(name).trim_end_matches(char::is_numeric) == word)
    };
    let is_x =
        || word.strip_prefix('x').is_some_and(|order| order.bytes().all(|b| b.is_ascii_digit()));
    RULES.contains(&word) || VARIANTS.contains(&word) || is_x() || is_named()
}
