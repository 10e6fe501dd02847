//! Lines that are a code each, after which a name may follow. Lines that begin with `#` are comments or headers.

use super::metadata::Metadata;
use crate::source::{Span, lines, one_line, words};

/// A code, with its name and the headers in force.
pub(super) struct CodedLine<'t> {
    /// The number of the line.
    pub(super) number: usize,
    pub(super) code: Span<'t>,
    pub(super) metadata: Metadata,
}

/// Returns the lines of a text that are neither blank nor comments.
pub(super) fn coded_lines(text: &str) -> impl Iterator<Item = CodedLine<'_>> {
    let mut headers = Metadata::default();
    lines(text).filter_map(move |(number, line)| {
        if let Some(comment) = line.trim_start().strip_prefix('#') {
            headers.parse_header(number, comment);
            return None;
        }
        let code = words(number, line).next()?;
        let after = line.trim_start()[code.text.len()..].trim();
        let name = Some(after.to_owned()).filter(|name| !name.is_empty());
        let mut metadata = Metadata { name, ..Metadata::default() };
        metadata.inherit(&mut headers);
        Some(CodedLine { number, code, metadata })
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
