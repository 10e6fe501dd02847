//! The words for rules in keys of objects and in headings of tables: a puzzle without its rules is another puzzle.

use crate::catalog;

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

/// Returns whether a key names a rule.
pub(super) fn names_rule(key: &str) -> bool {
    RULES.contains(&&*plain(key))
}

/// Returns whether the values under a key name rules.
pub(super) fn tells_rules(key: &str) -> bool {
    IN_WORDS.contains(&&*plain(key))
}

/// Returns whether a text under a key names rules beside those that are known. A `type` may be of any other kind.
pub(super) fn states_rules(key: &str, text: &str, is_known: impl Fn(&str) -> bool) -> bool {
    let may_be_other = plain(key) == "type";
    let is_rule = |word: &str| {
        let word = plain(word).replace("sudoku", "");
        let is_known = CLASSIC.contains(&&*word) || is_known(&word);
        !is_known && (!may_be_other || is_variant(&word))
    };
    text.split([',', '+', '&', '/']).any(is_rule)
}

/// Returns a key or a word in lower case, without anything but letters and digits.
pub(super) fn plain(key: &str) -> String {
    key.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
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
