//! The essay of a family, as text: in English the documentation at the top of its module without its Markdown, in
//! French one that says the same to a reader who has only the page.

/// A family, the file that begins with its essay, and the essay in French.
type Essay = (&'static str, &'static str, &'static str);

/// Generates the table from the names of families and of their modules.
macro_rules! essays {
    ($(($family:literal, $module:literal),)+) => {
        &[$((
            $family,
            include_str!(concat!("../../../../solvers/src/", $module, "/mod.rs")),
            include_str!(concat!("essays/", $family, ".txt")),
        ),)+]
    };
}

const ESSAYS: &[Essay] = essays![
    ("backtrack", "backtrack"),
    ("candidates", "candidates"),
    ("colour", "colour"),
    ("count", "count"),
    ("cover", "cover"),
    ("deduce", "logic"),
    ("local", "local"),
    ("sat", "sat"),
    ("simd", "simd"),
];

/// The essay of the deductions in English: their module begins with a list of its files.
const DEDUCE: &str = include_str!("essays/deduce.en.txt");

/// Returns the essay of a family in English and in French, or empty texts.
pub(super) fn of(family: &str) -> (String, &'static str) {
    let Some((_, file, french)) = ESSAYS.iter().find(|(name, ..)| *name == family) else {
        return Default::default();
    };
    if family == "deduce" {
        return (DEDUCE.into(), french);
    }
    let lines = file.lines().map_while(|line| line.strip_prefix("//!"));
    let lines: Vec<&str> = lines.map(|line| line.strip_prefix(' ').unwrap_or(line)).collect();
    (plain(&lines), french)
}

/// Returns a Markdown text as plain text: paragraphs on one line each, figures and tables as they are.
fn plain(lines: &[&str]) -> String {
    let mut text: Vec<String> = Vec::new();
    let (mut is_figure, mut continues) = (false, false);
    for line in lines {
        if line.starts_with("```") {
            is_figure = !is_figure;
            continues = false;
            continue;
        }
        if is_figure {
            text.push((*line).to_owned());
            continue;
        }
        if line.starts_with("|--") {
            continue;
        }
        let is_heading = line.starts_with('#');
        let words = without_marks(line.trim_start_matches('#').trim());
        let is_apart = is_heading || line.is_empty() || line.starts_with(['|', '-']);
        match text.last_mut() {
            Some(last) if continues && !is_apart => *last = format!("{last} {words}"),
            _ => text.push(words),
        }
        continues = !(is_heading || line.is_empty() || line.starts_with('|'));
    }
    text.join("\n")
}

/// Returns words without the marks of Markdown: code, emphasis, and links, of which the text stays.
fn without_marks(words: &str) -> String {
    let (mut text, mut rest) = (String::new(), words);
    while let Some(at) = rest.find(['`', '*', '[']) {
        text += &rest[..at];
        let (mark, after) = rest[at..].split_at(1);
        rest = after;
        let end = if mark == "[" { "]" } else { mark };
        // The second of two stars, and a mark without its end.
        let Some((inner, after)) = after.split_once(end) else { continue };
        if mark == "`" {
            text += inner;
            rest = after;
        } else if mark == "[" {
            text += &without_marks(inner);
            let target = after.strip_prefix('(').and_then(|it| it.split_once(')'));
            rest = target.map_or(after, |(_, after)| after);
        }
    }
    text + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_family_has_an_essay_in_both_languages() {
        for row in solvers::BACKENDS {
            let (english, french) = of(row.family());
            assert!(english.len() > 100 && french.len() > 100, "{}", row.id);
            for mark in ["`", "**", "# ", "[board", "](", "|--"] {
                assert!(!english.contains(mark) && !french.contains(mark), "{}: {mark}", row.id);
            }
        }
    }

    #[test]
    fn an_essay_is_plain_text() {
        let lines = [
            "One *state*, [`a`](crate::a) and",
            "**two** [`b::c`]: `x * y`.",
            "",
            "```text",
            "  a * b",
            "```",
            "# Rows",
            "- one",
            "  item",
            "- two",
        ];
        let expected = "One state, a and two b::c: x * y.\n\n  a * b\nRows\n- one item\n- two";
        assert_eq!(plain(&lines), expected);
    }
}
