//! The words for rules in keys of objects, headings of tables, comments and titles: a puzzle without its rules is another
//! puzzle.

use crate::catalog;

/// Keys of rules, without `_` and `-`.
const RULES: &[&str] = &[
    "antidiagonal",
    "antiking",
    "antiknight",
    "antiqueen",
    "arrow",
    "arrows",
    "betweenline",
    "betweenlines",
    "cage",
    "cages",
    "constraints",
    "diagonal",
    "disjointgroups",
    "dutchwhispers",
    "entropic",
    "evenodd",
    "extraregion",
    "extraregions",
    "germanwhispers",
    "greaterthan",
    "hyper",
    "inequalities",
    "inequality",
    "irregular",
    "jigsaw",
    "killer",
    "killercage",
    "killercages",
    "kropki",
    "kropkidots",
    "littlekiller",
    "littlekillers",
    "littlekillersum",
    "littlekillersums",
    "lockout",
    "maindiagonal",
    "miracle",
    "nonconsecutive",
    "orthadjconsec",
    "palindrome",
    "palindromes",
    "parity",
    "quadruple",
    "quadruples",
    "regionsumline",
    "regionsumlines",
    "renban",
    "sandwich",
    "sandwiches",
    "sandwichsum",
    "sandwichsums",
    "skyscraper",
    "skyscrapers",
    "squiggly",
    "thermo",
    "thermometer",
    "thermometers",
    "thermos",
    "whispers",
    "windoku",
    "xsudoku",
    "xv",
    "zipper",
];

/// Keys that may be of rules: they are if they hold more than a number or a word.
const MAY_BE_RULES: &[&str] = &[
    "clone",
    "clones",
    "consecutive",
    "difference",
    "differences",
    "dots",
    "even",
    "inequal",
    "king",
    "knight",
    "lines",
    "maximum",
    "minimum",
    "negative",
    "odd",
    "ratio",
    "ratios",
    "sums",
    "windows",
];

/// Keys of the regions of cells, without `_` and `-`, which may have values of other kinds.
const MAY_BE_REGIONS: [&str; 9] =
    ["areas", "block", "blocks", "box", "boxes", "region", "regionmap", "shapes", "zones"];

/// Keys whose values name the rules, in words.
const IN_WORDS: [&str; 3] = ["rules", "ruleset", "variant"];

/// Keys whose values may name the rules, or be of any other kind.
const MAY_BE_IN_WORDS: [&str; 9] =
    ["board", "category", "game", "kind", "layout", "puzzletype", "shape", "sudokutype", "type"];

/// Words for a puzzle without other rules, without [`FILLERS`].
const CLASSIC: &[&str] = &["", "classic", "classical", "none", "normal", "regular", "standard"];

/// Words that name no rule.
const FILLERS: [&str; 3] = ["sudoku", "rules", "apply"];

/// Values that state nothing.
const NOTHING: &[&str] = &["", "-", "0", "false", "n", "no", "none"];

/// Other words for variants, beside [`RULES`] and the names of the catalog.
const VARIANTS: &[&str] = &[
    "antichess",
    "chaos",
    "consecutive",
    "diagonals",
    "kenken",
    "latin",
    "latinsquare",
    "multi",
    "offset",
    "squigglya",
    "squigglyb",
    "stairstep",
];

/// Returns whether a key names a rule.
pub(super) fn names_rule(key: &str) -> bool {
    RULES.contains(&&*plain(key))
}

/// Returns whether a key may name a rule.
pub(super) fn may_name_rule(key: &str) -> bool {
    MAY_BE_RULES.contains(&&*plain(key))
}

/// Returns whether a key may name the regions of cells, beside `regions`.
pub(super) fn may_name_regions(key: &str) -> bool {
    MAY_BE_REGIONS.contains(&&*plain(key))
}

/// Returns whether the values under a key name rules, or may do so.
pub(super) fn tells_rules(key: &str) -> bool {
    IN_WORDS.contains(&&*plain(key)) || may_be_other(key)
}

/// Returns whether the values under a key may be of another kind than names of rules.
pub(super) fn may_be_other(key: &str) -> bool {
    MAY_BE_IN_WORDS.contains(&&*plain(key))
}

/// Returns whether a value states nothing.
pub(super) fn is_nothing(value: &str) -> bool {
    NOTHING.contains(&&*value.trim().to_lowercase())
}

/// Returns whether a comment `key: value` or `key=value` states a rule or a board. It is not for headers that are read.
pub fn stated_by_comment(comment: &str) -> bool {
    let is_geometry = |key: &str| plain(key) == "geometry";
    let Some((key, value)) = comment.split_once([':', '=']) else {
        let mut words = comment.split_whitespace();
        return words.next().is_some_and(is_geometry) && words.count() == 1;
    };
    !is_nothing(value)
        && (is_geometry(key)
            || names_rule(key)
            || tells_rules(key) && states_rules(key, value, |_| false))
}

/// Returns whether a title is a comment that states a rule, or names a variant.
pub(super) fn stated_by_title(title: &str) -> bool {
    let is_statement = title.split_once([':', '=']).is_some_and(|(key, _)| names_rule(key));
    stated_by_comment(title) || !is_statement && names_variant(title)
}

/// Returns whether a title names a variant by its first word, in parentheses, or before the word sudoku.
fn names_variant(title: &str) -> bool {
    let lower = title.to_lowercase();
    let words: Vec<String> = lower.split([' ', ',', ':', ';', '/']).map(plain).collect();
    let without_number = |word: &str| word.trim_end_matches(char::is_numeric).to_owned();
    let words: Vec<String> =
        words.iter().map(|it| without_number(it)).filter(|it| !it.is_empty()).collect();
    let names = |words: &[String]| {
        let word = words.concat();
        let variant = word.replace("sudokus", "").replace("sudoku", "");
        is_variant(&variant) && (variant != "x" || variant != word)
    };
    let is_first = (1..=words.len().min(3)).any(|n| names(&words[..n]));
    let is_before = words.windows(2).any(|two| two[1].starts_with("sudoku") && names(two));
    let inside = lower.split_once('(').and_then(|(_, rest)| rest.split_once(')'));
    let is_inside = inside.is_some_and(|(inside, _)| is_variant(&without_number(&plain(inside))));
    is_first || is_before || is_inside
}

/// Returns the problem of such a comment or title where no board is stated.
pub fn unread(statement: &str) -> String {
    format!("{:?} states a rule that is not read", statement.trim())
}

/// Returns whether a text under a key names rules beside those that are known.
pub(super) fn states_rules(key: &str, text: &str, is_known: impl Fn(&str) -> bool) -> bool {
    let may_be_other = may_be_other(key);
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
        for title in [
            "Diagonal Sudoku",
            "Killer #3",
            "X-Sudoku",
            "Windoku 12",
            "Geometry: x9",
            "GEOMETRY windoku",
            "geometry=windoku",
            "Diagonal sudoku by Jane",
            "Windoku (hard)",
            "Jigsaw 12, easy",
            "Puzzle 5 (diagonal)",
            "Anti-knight sudoku by mith",
            "Anti knight 3",
            "My first killer sudoku",
            "kind: HyperSudoku",
        ] {
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
            "X marks the spot",
            "Geometry of the unknown",
            "kind: puzzle",
        ] {
            assert!(!stated_by_title(other), "{other}");
        }
    }
}
