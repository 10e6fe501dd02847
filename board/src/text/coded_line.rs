//! Lines that are a code each, after which a name may follow. Lines that begin with `#` are comments.

use crate::source::{Span, lines, one_line, words};

/// A code, and what it is called.
pub(super) struct CodedLine<'t> {
    /// The number of the line.
    pub(super) number: usize,
    pub(super) code: Span<'t>,
    pub(super) name: Option<String>,
}

/// Returns the lines of a text that are neither blank nor comments.
pub(super) fn coded_lines(text: &str) -> impl Iterator<Item = CodedLine<'_>> {
    lines(text).filter_map(|(number, line)| {
        let code = words(number, line).next().filter(|it| !it.text.starts_with('#'))?;
        let after = line.trim_start()[code.text.len()..].trim();
        let name = Some(after.to_owned()).filter(|name| !name.is_empty());
        Some(CodedLine { number, code, name })
    })
}

/// Returns whether the first line that is no comment begins with one of these.
pub(super) fn begins_with_any(head: &str, starts: &[&str]) -> bool {
    let mut content = lines(head).map(|(_, line)| line.trim_start());
    let first = content.find(|line| !line.is_empty() && !line.starts_with('#'));
    first.is_some_and(|line| starts.iter().any(|start| line.starts_with(start)))
}

/// Returns the line of a code and a name.
pub(super) fn write(code: &str, name: Option<&str>) -> String {
    let name = name.map(|name| format!(" {}", one_line(name).trim()));
    format!("{code}{}\n", name.unwrap_or_default())
}
