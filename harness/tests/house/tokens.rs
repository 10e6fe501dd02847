//! The tokens of a source file, as far as paths need them.

/// Returns the tokens of a text: words, `::` and single characters. Comments, strings and
/// characters in quotes are left out.
pub(crate) fn tokens(text: &str) -> Vec<&str> {
    let (mut tokens, mut rest) = (Vec::new(), text.trim_start());
    while let Some(first) = rest.chars().next() {
        let (length, is_kept) = match ignored(rest) {
            Some(length) => (length, false),
            None => match rest.find(|c| !is_word(c)).unwrap_or(rest.len()) {
                0 if rest.starts_with("::") => (2, true),
                0 => (first.len_utf8(), true),
                length => (length, true),
            },
        };
        if is_kept {
            tokens.push(&rest[..length]);
        }
        rest = rest[length..].trim_start();
    }
    tokens
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// Returns the length of the comment or literal at the start of `text`, if there is one.
fn ignored(text: &str) -> Option<usize> {
    let until = |from: usize, end: &str| {
        text[from..].find(end).map_or(text.len(), |length| from + length + end.len())
    };
    if text.starts_with("//") {
        return Some(until(2, "\n"));
    }
    if text.starts_with("/*") {
        return Some(until(2, "*/"));
    }
    if text.starts_with('"') {
        return Some(quoted(text, '"'));
    }
    if let Some(after) = text.strip_prefix('\'') {
        let mut characters = after.chars();
        let is_literal = characters.next() == Some('\\') || characters.next() == Some('\'');
        return Some(if is_literal { quoted(text, '\'') } else { 1 });
    }
    let raw = text.strip_prefix("br").or(text.strip_prefix('r'))?;
    let hashes = raw.len() - raw.trim_start_matches('#').len();
    let start = text.len() - raw.len() + hashes + 1;
    raw[hashes..].starts_with('"').then(|| until(start, &format!("\"{}", "#".repeat(hashes))))
}

/// Returns the length of the literal at the start of `text`, which begins and ends with `quote`.
fn quoted(text: &str, quote: char) -> usize {
    let mut characters = text.char_indices().skip(1);
    while let Some((at, c)) = characters.next() {
        match c {
            '\\' => _ = characters.next(),
            c if c == quote => return at + 1,
            _ => {}
        }
    }
    text.len()
}

/// Removes the items marked `#[cfg(test)]`. Returns the remaining tokens, and the names of the
/// removed modules that are files.
pub(crate) fn without_tests<'t>(tokens: &[&'t str]) -> (Vec<&'t str>, Vec<&'t str>) {
    const MARK: [&str; 7] = ["#", "[", "cfg", "(", "test", ")", "]"];
    let (mut kept, mut files, mut at) = (Vec::new(), Vec::new(), 0);
    while at < tokens.len() {
        if !tokens[at..].starts_with(&MARK) {
            kept.push(tokens[at]);
            at += 1;
            continue;
        }
        at += MARK.len();
        let item = &tokens[at..at + item_length(&tokens[at..])];
        if let [.., "mod", name, ";"] = item {
            files.push(*name);
        }
        at += item.len();
    }
    (kept, files)
}

/// Returns the number of tokens of the item at the start: up to a semicolon or the end of its
/// block.
fn item_length(tokens: &[&str]) -> usize {
    let mut depth = 0_usize;
    for (at, token) in tokens.iter().enumerate() {
        match *token {
            "(" | "[" | "{" => depth += 1,
            ")" | "]" | "}" => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth == 0 && matches!(*token, ";" | "}") {
            return at + 1;
        }
    }
    tokens.len()
}
