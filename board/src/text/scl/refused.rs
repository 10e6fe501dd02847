//! The error of what may be a rule.

use super::super::site::Field;
use crate::source::TextError;

/// What a puzzle that can be read may state.
pub(super) const STATED: &str = "givens, regions and cages with totals";

/// Returns the error of a field that may be a rule.
pub(super) fn refused(field: &Field<'_>, what: &str) -> TextError {
    field.error(what, STATED)
}
