//! Reads a drawing.

use super::build;
use super::statements::{Named, Statements};
use crate::geometry::Geometry;
use crate::source::TextError;

/// A geometry and its description.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Drawing {
    /// The geometry, with its name.
    pub geometry: Geometry,
    /// A description; empty if there is none.
    pub about: String,
}

/// Reads a drawing; `name` is its name unless the text states one, and `named` finds the geometries that
/// it places.
///
/// # Errors
/// The first error of the text.
pub fn read(text: &str, name: &str, named: Named) -> Result<Drawing, TextError> {
    let statements = Statements::parse(text, named)?;
    let about = statements.about.unwrap_or_default().to_owned();
    Ok(Drawing { geometry: build::geometry(statements, name)?, about })
}
