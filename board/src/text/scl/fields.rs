//! Every field of an object, and what it is.

use serde_json::Value;

use super::super::site::{Field, Json, Source};
use super::drawn;
use super::info;
use super::refused::{STATED, refused};
use crate::source::TextError;

/// What a program does with a field.
pub(super) enum Use {
    /// It is read elsewhere, or says nothing about solutions.
    None,
    /// Drawings, each of which is a rule or decoration.
    Drawn,
    /// A drawing that is a rule.
    Line,
    /// A rule that nothing here can state.
    Unsupported,
}

/// Every field.
pub(super) const FIELDS: &[(&str, Use)] = &[
    ("arrows", Use::Line),
    ("author", Use::None),
    ("cages", Use::None),
    ("cellSize", Use::None),
    ("cells", Use::None),
    ("foglight", Use::Unsupported),
    ("foglink", Use::Unsupported),
    ("fogofwar", Use::Unsupported),
    ("global", Use::Unsupported),
    ("id", Use::None),
    ("lines", Use::Line),
    ("metadata", Use::None),
    ("overlays", Use::Drawn),
    ("regions", Use::None),
    ("rules", Use::None),
    ("settings", Use::None),
    ("solution", Use::None),
    ("title", Use::None),
    ("triggereffect", Use::Unsupported),
    ("underlays", Use::Drawn),
    ("videos", Use::None),
];

/// The setting that switches off the check of rows, columns and regions.
const CHECKER: &str = "conflictchecker";

/// # Errors
/// If a field is not known or may be a rule.
pub(super) fn check(object: &Json, source: &Source<'_>, size: usize) -> Result<(), TextError> {
    for key in object.keys() {
        let field = source.field(object, key);
        let known = FIELDS.iter().find(|(known, _)| known == key);
        match known.map(|(_, known)| known) {
            None => return Err(refused(&field, "an unknown field, which may be a rule")),
            Some(Use::Unsupported) if !field.is_nothing() => {
                return Err(refused(&field, "a rule that no region or cage states"));
            }
            Some(Use::Line) if !field.is_nothing() => {
                return Err(refused(&field, drawn::FOUND));
            }
            Some(Use::Drawn) => {
                for item in field.items()? {
                    drawn::check(&item, size)?;
                }
            }
            _ => {}
        }
    }
    info::check(&source.field(object, "metadata"))?;
    check_settings(&source.field(object, "settings"), source)
}

/// # Errors
/// If a setting, of the object or of the link, switches off the check of rows, columns and regions. Others are about how
/// the puzzle looks.
fn check_settings(settings: &Field<'_>, source: &Source<'_>) -> Result<(), TextError> {
    if !settings.is_nothing() {
        let checker = settings.get(CHECKER)?;
        if !matches!(checker.value, Value::Null) && !is_on(&checker.value.to_string()) {
            return Err(refused(&checker, "rows and columns are not checked"));
        }
    }
    let setting = format!("setting-{CHECKER}=");
    let settings = source.link.unwrap_or_default().split(['?', '&']);
    match settings.filter_map(|it| it.strip_prefix(&setting)).find(|it| !is_on(it)) {
        Some(value) => {
            let what = format!("{setting}{value}: rows and columns are not checked");
            Err(source.span.error(what, STATED))
        }
        None => Ok(()),
    }
}

fn is_on(value: &str) -> bool {
    matches!(value.trim_matches('"'), "true" | "t" | "1" | "" | "simple")
}
