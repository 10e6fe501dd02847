//! Links that contain a compressed puzzle, and how texts of sites begin.

use crate::source::{Span, TextError, lines};

/// How the links of a site look.
pub(in super::super) struct Links {
    /// What precedes a compressed puzzle, and how it begins: after `=` at the end of the former wherever that is, else
    /// at the start of a part of the address.
    pub(in super::super) marks: &'static [(&'static str, &'static str)],
    /// The form of a text, in errors.
    pub(in super::super) form: &'static str,
}

impl Links {
    /// Returns the compressed puzzle of a line, without escapes, and the text after it.
    pub(super) fn find<'t>(&self, line: Span<'t>) -> Result<(String, &'t str), TextError> {
        let word = line.text.split_whitespace().next().unwrap_or_default();
        let Some(payload) = self.payload(word) else {
            let what = match names_a_puzzle(word) {
                true => "a short link, which only names a puzzle",
                false => "no puzzle",
            };
            return Err(line.error(what, self.form));
        };
        Ok((payload, line.text[word.len()..].trim()))
    }

    /// Returns whether the first content of a text is a link that contains a puzzle.
    pub(in super::super) fn recognise(&self, head: &str) -> bool {
        self.payload(first_word(head)).is_some()
    }

    /// Returns the compressed puzzle in a word.
    fn payload(&self, word: &str) -> Option<String> {
        self.marks.iter().find_map(|(mark, start)| {
            let is_anywhere = mark.ends_with('=');
            let (at, _) = word.match_indices(mark).find(|(at, _)| {
                is_anywhere || word[..*at].is_empty() || word[..*at].ends_with(['/', '='])
            })?;
            let rest = word[at + mark.len()..].split(['&', '#', '?']).next()?;
            let text = rest.replace("%2B", "+").replace("%2b", "+").replace("%2F", "/");
            let text = text.replace("%2f", "/").replace("%3D", "=").replace("%3d", "=");
            text.starts_with(start).then_some(text)
        })
    }
}

/// Returns whether the first content of a text is a link that names a puzzle of a server.
pub(in super::super) fn is_short(head: &str) -> bool {
    names_a_puzzle(first_word(head))
}

/// Returns whether the first content of a text is an object.
pub(in super::super) fn begins_with_object(head: &str) -> bool {
    first_word(head).starts_with('{')
}

/// Returns whether the first lines of a text have a key whose value begins so, if blanks are left out.
pub(in super::super) fn has_key(head: &str, key: &str, value: &str) -> bool {
    let quoted = format!("\"{key}\"");
    head.match_indices(&quoted).any(|(at, _)| {
        let mut after = head[at + quoted.len()..].chars().filter(|c| !c.is_whitespace());
        after.next() == Some(':') && value.chars().all(|c| after.next() == Some(c))
    })
}

/// Returns the first word that is no comment.
fn first_word(head: &str) -> &str {
    let content = lines(head).map(|(_, line)| line.trim());
    let first = { content }.find(|line| !line.is_empty() && !line.starts_with('#'));
    first.and_then(|line| line.split_whitespace().next()).unwrap_or_default()
}

/// Returns whether a word is an address of a puzzle.
fn names_a_puzzle(word: &str) -> bool {
    let sites = ["f-puzzles.com/?id=", "sudokupad.app/", "crackingthecryptic.com/"];
    word.starts_with("http") && sites.iter().any(|site| word.contains(site))
}
