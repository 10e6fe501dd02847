//! Links that contain a compressed puzzle.

use crate::source::{Span, TextError, lines};

/// What precedes a compressed puzzle: the first wherever it is, the others at the start of a part of the address.
const MARKS: [&str; 4] = ["load=", "fpuzzles", "fpuz", ""];

/// How every compressed object begins.
const START: &str = "N4";

/// How a compressed object begins if there is no blank before its first key.
const USUAL_START: &str = "N4Ig";

/// Returns whether the first content of a text is a link, or an object with a grid of objects.
pub(in super::super) fn recognise(head: &str) -> bool {
    let content = lines(head).map(|(_, line)| line.trim());
    let first = { content }.find(|line| !line.is_empty() && !line.starts_with('#'));
    let Some(first) = first else { return false };
    if !first.starts_with('{') {
        let word = first.split_whitespace().next().unwrap_or_default();
        return payload(word).is_some() || is_short(word);
    }
    head.match_indices("\"grid\"").any(|(at, key)| {
        let after = head[at + key.len()..].chars().filter(|c| !c.is_whitespace());
        after.take(4).eq(":[[{".chars())
    })
}

/// The compressed puzzle of a line, without escapes, and the text after it.
pub(super) fn find(line: Span<'_>) -> Result<(String, &str), TextError> {
    const FORM: &str = "an object, or a link with `?load=` or `fpuzzles` and a compressed puzzle";
    let word = line.text.split_whitespace().next().unwrap_or_default();
    if is_short(word) {
        return Err(line.error("a short link, which only names a puzzle", FORM));
    }
    let payload = payload(word).ok_or_else(|| line.error("no puzzle", FORM))?;
    Ok((payload, line.text[word.len()..].trim()))
}

/// The compressed puzzle in a word.
fn payload(word: &str) -> Option<String> {
    MARKS.iter().find_map(|mark| {
        let (at, _) = word.match_indices(mark).find(|(at, _)| {
            *mark == "load=" || word[..*at].is_empty() || word[..*at].ends_with(['/', '='])
        })?;
        let rest = word[at + mark.len()..].split(['&', '#']).next()?;
        let text = rest.replace("%2B", "+").replace("%2b", "+").replace("%2F", "/");
        let text = text.replace("%2f", "/").replace("%3D", "=").replace("%3d", "=");
        let start = if mark.is_empty() { USUAL_START } else { START };
        text.starts_with(start).then_some(text)
    })
}

/// Returns whether a word is a link that names a puzzle of a server.
fn is_short(word: &str) -> bool {
    let sites = ["f-puzzles.com/?id=", "sudokupad.app/", "crackingthecryptic.com/"];
    word.starts_with("http")
        && sites.iter().any(|site| word.contains(site))
        && payload(word).is_none()
}
