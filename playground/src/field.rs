//! Fields of a request.

use serde_json::Value;

/// Returns the text of a field; empty if there is none.
pub(crate) fn text<'v>(request: &'v Value, name: &str) -> &'v str {
    request[name].as_str().unwrap_or_default()
}

/// Returns the number of a field, if it has one.
pub(crate) fn number(request: &Value, name: &str) -> Option<u64> {
    request[name].as_u64()
}
