//! Which submissions are similar, by their texts and by what they do.
//!
//! *Text*: winnowing (Schleimer, Wilkerson and Aiken, *Winnowing: local algorithms for document fingerprinting*, SIGMOD
//! 2003), the method of Moss. A program is a sequence of tokens in which every name is the same token and comments are
//! left out, so that renaming changes nothing. Each run of [`RUN`] tokens is hashed, and of each [`WINDOW`] consecutive
//! hashes the least is kept. Any run of `RUN + WINDOW - 1` equal tokens in two programs then shares a fingerprint.
//! Fingerprints of the starter code do not count.
//!
//! *Behaviour*: the share of equal answers and counters, among tests that both were given and that tell programs apart.
//!
//! *Files*: reports and tables that are equal, but for blanks at ends of lines.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fs;
use std::path::Path;

use super::marks::SubmissionMarks;

/// The number of tokens of a run.
const RUN: usize = 12;

/// The number of hashes of which one is kept.
const WINDOW: usize = 8;

/// The share from which two texts are similar.
const TEXT: f64 = 0.6;

/// The share from which two behaviours are similar.
const BEHAVIOUR: f64 = 0.9;

/// The number of tests that behaviour needs to say anything.
const TESTS: usize = 8;

/// The number of fingerprints that a text needs to say anything.
const FINGERPRINTS: usize = 10;

/// The endings of source files.
const ENDINGS: &[&str] =
    &["py", "java", "c", "h", "cc", "cpp", "hpp", "rs", "js", "ml", "hs", "go"];

/// Words of programming languages that stay as they are.
const KEYWORDS: &[&str] = &[
    "if", "else", "elif", "for", "while", "return", "def", "fn", "class", "struct", "match",
    "switch", "case", "break", "continue", "try", "except", "catch", "import", "use", "in", "not",
    "and", "or", "let", "new", "lambda", "yield", "with", "public", "static", "void", "int",
    "bool", "char", "do",
];

/// The fingerprints of a text.
type Fingerprints = BTreeSet<u64>;

/// Two similar submissions.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct SimilarPair {
    /// Their names.
    pub(super) ids: [String; 2],
    /// The share of common fingerprints, if the texts are long enough.
    pub(super) text: Option<f64>,
    /// The share of equal behaviour, if there are enough tests.
    pub(super) behaviour: Option<f64>,
    /// The titles of the parts whose files are equal.
    pub(super) files: Vec<String>,
}

/// Returns the fingerprints of the source files in a folder.
pub(super) fn fingerprints(folder: &Path) -> Fingerprints {
    let mut found = Fingerprints::new();
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    for entry in entries {
        let (path, kind) = (entry.path(), entry.file_type());
        match kind {
            Ok(kind) if kind.is_dir() => found.extend(fingerprints(&path)),
            Ok(kind) if kind.is_file() && is_source(&path) => {
                let text = fs::read(&path).unwrap_or_default();
                found.extend(winnowed(&tokens(&String::from_utf8_lossy(&text))));
            }
            _ => {}
        }
    }
    found
}

/// Returns the pairs of similar submissions, the most similar first.
pub(super) fn pairs(
    submissions: &[SubmissionMarks],
    texts: &HashMap<String, Fingerprints>,
    starter: &Fingerprints,
) -> Vec<SimilarPair> {
    let own: Vec<Fingerprints> = submissions
        .iter()
        .map(|it| texts.get(&it.id).map(|all| all - starter).unwrap_or_default())
        .collect();
    let deeds: Vec<BTreeMap<&str, &str>> = submissions.iter().map(telling).collect();
    let mut found = Vec::new();
    for second in 0..submissions.len() {
        for first in 0..second {
            let text = common_text(&own[first], &own[second]);
            let behaviour = common_behaviour(&deeds[first], &deeds[second]);
            let both = [&submissions[first], &submissions[second]];
            let files = equal_files(both);
            let is_text = text.is_some_and(|share| share >= TEXT);
            let is_behaviour = behaviour.is_some_and(|share| share >= BEHAVIOUR);
            if is_text || is_behaviour || !files.is_empty() {
                let ids = both.map(|marks| marks.id.clone());
                found.push(SimilarPair { ids, text, behaviour, files });
            }
        }
    }
    let key = |pair: &SimilarPair| {
        pair.text.unwrap_or(0.0) + pair.behaviour.unwrap_or(0.0) + pair.files.len() as f64
    };
    found.sort_by(|a, b| key(b).total_cmp(&key(a)));
    found
}

fn common_text(a: &Fingerprints, b: &Fingerprints) -> Option<f64> {
    let least = a.len().min(b.len());
    (least >= FINGERPRINTS).then(|| a.intersection(b).count() as f64 / least as f64)
}

/// Returns the answers that tell programs apart, by test.
fn telling(marks: &SubmissionMarks) -> BTreeMap<&str, &str> {
    let all = marks.parts.iter().flat_map(|part| &part.behaviour).filter(|it| it.is_telling);
    all.map(|it| (it.test.as_str(), it.answer.as_str())).collect()
}

fn common_behaviour(a: &BTreeMap<&str, &str>, b: &BTreeMap<&str, &str>) -> Option<f64> {
    let both: Vec<_> = a.iter().filter_map(|(test, one)| Some((one, b.get(test)?))).collect();
    let equal = both.iter().filter(|(one, other)| one == other).count();
    (both.len() >= TESTS).then(|| equal as f64 / both.len() as f64)
}

/// Returns the titles of the parts for which both handed in the same file.
fn equal_files([one, other]: [&SubmissionMarks; 2]) -> Vec<String> {
    let parts = one.parts.iter().zip(&other.parts);
    let equal = parts.filter(|(one, other)| one.file.is_some() && one.file == other.file);
    equal.map(|(part, _)| part.title.clone()).collect()
}

fn is_source(path: &Path) -> bool {
    path.extension().is_some_and(|it| ENDINGS.iter().any(|ending| it == *ending))
}

/// Returns the tokens of a program in any language: names, numbers, strings and characters, without comments.
fn tokens(text: &str) -> Vec<String> {
    let (mut found, mut rest) = (Vec::new(), text);
    while let Some(first) = rest.chars().next() {
        let length = match first {
            '#' => line(rest),
            '/' if rest.starts_with("//") => line(rest),
            '/' if rest.starts_with("/*") => rest.find("*/").map_or(rest.len(), |at| at + 2),
            '"' | '\'' => {
                found.push("s".into());
                string(rest, first)
            }
            _ if first.is_alphanumeric() || first == '_' => {
                let end = rest.find(|c: char| !c.is_alphanumeric() && c != '_');
                let word = &rest[..end.unwrap_or(rest.len())];
                let is_kept = KEYWORDS.contains(&word);
                let kind = if first.is_ascii_digit() { "n" } else { "v" };
                found.push(if is_kept { word } else { kind }.into());
                word.len()
            }
            _ => {
                if !first.is_whitespace() {
                    found.push(first.into());
                }
                first.len_utf8()
            }
        };
        rest = &rest[length..];
    }
    found
}

fn line(text: &str) -> usize {
    text.find('\n').unwrap_or(text.len())
}

/// Returns the length of a string with its quotes. It ends with its line at the latest.
fn string(text: &str, quote: char) -> usize {
    let mut is_escaped = false;
    for (at, c) in text.char_indices().skip(1) {
        match c {
            '\n' => return at,
            _ if is_escaped => is_escaped = false,
            '\\' => is_escaped = true,
            _ if c == quote => return at + c.len_utf8(),
            _ => {}
        }
    }
    text.len()
}

/// Returns the least hash of each window.
fn winnowed(tokens: &[String]) -> Fingerprints {
    let hash = |run: &[String]| {
        let hash = blake3::hash(run.join(" ").as_bytes());
        hash.as_bytes()[..8].iter().fold(0, |all, &byte| all << 8 | u64::from(byte))
    };
    let hashes: Vec<u64> = tokens.windows(RUN).map(hash).collect();
    hashes.windows(WINDOW).filter_map(|window| window.iter().min().copied()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cmd::grade::marks::PartMarks;

    const PROGRAM: &str = "def solve(grid):\n    # first\n    for cell in range(81):\n        if grid[cell] == 0:\n            for value in range(1, 10):\n                if fits(grid, cell, value):\n                    grid[cell] = value\n                    if solve(grid):\n                        return True\n                    grid[cell] = 0\n            return False\n    return True\n";

    #[test]
    fn renaming_and_comments_change_no_fingerprint() {
        let renamed =
            PROGRAM.replace("grid", "tableau").replace("cell", "k").replace("# first", "# x");
        let [one, other] = [PROGRAM, &renamed].map(|text| winnowed(&tokens(text)));
        assert!(one.len() >= FINGERPRINTS);
        assert_eq!(one, other);
        assert_eq!(common_text(&one, &other), Some(1.0));
    }

    #[test]
    fn a_long_equal_run_shares_a_fingerprint() {
        let all = tokens(PROGRAM);
        let run = &all[20..20 + RUN + WINDOW - 1];
        let other: Vec<String> =
            (0..40).map(|n| format!("x{n}")).chain(run.iter().cloned()).collect();
        assert!(!winnowed(&all).is_disjoint(&winnowed(&other)));
    }

    #[test]
    fn strings_and_comments_end() {
        assert_eq!(tokens("a = \"b // \\\" c\" // d"), ["v", "=", "s"]);
        assert_eq!(tokens("x /* if */ 'unclosed\ny"), ["v", "s", "v"]);
        assert_eq!(tokens("/* open"), Vec::<String>::new());
    }

    #[test]
    fn who_hands_in_the_same_file_is_similar_whatever_the_programs() {
        let marks = |id: &str, file: Option<&str>| {
            let part = serde_json::json!({
                "id": "report", "title": "The report", "points": 1.0, "max_points": 1.0, "visible": true,
                "passed": 1, "total": 1,
            });
            let mut part: PartMarks = serde_json::from_value(part).expect("marks");
            part.file = file.map(|text| blake3::hash(text.as_bytes()));
            let (id, language, problem, build_output) = (id.to_owned(), None, None, None);
            SubmissionMarks { id, language, problem, build_output, parts: vec![part] }
        };
        let files =
            [("a", Some("x")), ("b", None), ("c", Some("x")), ("d", None), ("e", Some("y"))];
        let submissions = files.map(|(id, file)| marks(id, file));
        let found = pairs(&submissions, &HashMap::new(), &Fingerprints::new());
        let (ids, files) = (["a", "c"].map(String::from), vec!["The report".to_owned()]);
        assert_eq!(found, [SimilarPair { ids, text: None, behaviour: None, files }]);
    }
}
