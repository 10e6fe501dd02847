//! TOML files whose errors name the place: `file:line:column: what is wrong`.

use std::ops::Range;

use serde::de::DeserializeOwned;

/// Reads a text; `name` is that of the file.
///
/// # Errors
/// When it is not TOML, or not what is expected.
pub(super) fn parse<T: DeserializeOwned>(name: &str, text: &str) -> anyhow::Result<T> {
    toml::from_str(text)
        .map_err(|problem| error(name, text, problem.span().unwrap_or_default(), problem.message()))
}

/// Returns an error about a part of a text.
pub(super) fn error(name: &str, text: &str, span: Range<usize>, problem: &str) -> anyhow::Error {
    anyhow::anyhow!("{name}:{}: {problem}", position(text, span))
}

/// `line:column` of the beginning of a span.
fn position(text: &str, span: Range<usize>) -> String {
    let before = &text[..span.start.min(text.len())];
    let line = before.matches('\n').count() + 1;
    let column = before.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
    format!("{line}:{column}")
}
