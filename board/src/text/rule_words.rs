//! The words for rules in keys of objects, headings of tables, comments and titles: a puzzle without its rules is another
//! puzzle.

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

/// Words for a puzzle without other rules, without [`FILLERS`].
const CLASSIC: &[&str] = &["", "classic", "classical", "none", "normal", "regular", "standard"];

/// Words that name no rule.
const FILLERS: [&str; 3] = ["sudoku", "rules", "apply"];

/// Values that state nothing.
const NOTHING: &[&str] = &["", "-", "0", "false", "n", "no", "none"];

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

/// Returns whether a value states nothing.
pub(super) fn is_nothing(value: &str) -> bool {
    NOTHING.contains(&&*value.trim().to_lowercase())
}

/// Returns whether a comment `key: value` states a rule or a board. It is not for headers that are read.
pub fn stated_by_comment(comment: &str) -> bool {
    let Some((key, value)) = comment.split_once(':') else { return false };
    !is_nothing(value)
        && (plain(key) == "geometry"
            || names_rule(key)
            || tells_rules(key) && states_rules(key, value, |_| false))
}

/// Returns whether a title is a comment that states a rule, or the name of a variant, with a number or without.
pub(super) fn stated_by_title(title: &str) -> bool {
    let without_number = title.trim_end_matches(|c: char| !c.is_alphabetic());
    stated_by_comment(title) || states_rules("type", without_number, |_| false)
}

/// Returns the problem of such a comment or title where no board is stated.
pub fn unread(statement: &str) -> String {
    format!("{:?} states a rule that is not read", statement.trim())
}

/// Returns whether a text under a key names rules beside those that are known. A `type` may be of any other kind.
pub(super) fn states_rules(key: &str, text: &str, is_known: impl Fn(&str) -> bool) -> bool {
    let may_be_other = plain(key) == "type";
    let is_rule = |word: &str| {
        let word = FILLERS.iter().fold(plain(word), |word, filler| word.replace(filler, ""));
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_and_titles_state_rules() {
        for comment in ["variant: diagonal", "Type: Killer Sudoku", "geometri: x", "cages: a=3"] {
            let is_header = comment.starts_with("geometri:");
            assert_eq!(stated_by_comment(comment), !is_header, "{comment}");
            assert_eq!(stated_by_title(comment), !is_header, "{comment}");
        }
        for title in ["Diagonal Sudoku", "Killer #3", "X-Sudoku", "Windoku 12", "Geometry: x9"] {
            assert!(stated_by_title(title), "{title}");
        }
        for other in [
            "rules: Normal sudoku rules apply",
            "type: easy",
            "killer: no",
            "variant: classic",
            "A killer of a puzzle",
            "Classic Sudoku 4",
            "Sudoku 17",
            "Number 4",
        ] {
            assert!(!stated_by_title(other), "{other}");
        }
    }
}
