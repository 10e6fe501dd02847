//! Measurements on the formula of a board: the sizes of encodings.

use std::sync::Arc;

use anyhow::Context;
use board::{Puzzle, catalog};
use schemars::JsonSchema;
use serde::Deserialize;
use solvers::sat::encodings::{ENCODINGS, FormulaSize};
use solvers::sat::formula::Formula;

use super::super::figure::Figure;

/// A measurement on the formula of an empty board in an encoding, such as `minimal`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(in super::super) enum OfFormula {
    /// The number of variables.
    Variables { board: String, encoding: String },
    /// The number of clauses.
    Clauses { board: String, encoding: String },
}

impl OfFormula {
    pub(super) fn take(&self) -> anyhow::Result<Figure> {
        Ok(match self {
            Self::Variables { board, encoding } => size(board, encoding)?.variables.into(),
            Self::Clauses { board, encoding } => size(board, encoding)?.clauses.into(),
        })
    }
}

fn size(board: &str, encoding: &str) -> anyhow::Result<FormulaSize> {
    let geometry = Arc::new(catalog::named(board)?);
    let row = ENCODINGS.iter().find(|row| row.name == encoding);
    let row = row.with_context(|| {
        let names: Vec<&str> = ENCODINGS.iter().map(|row| row.name).collect();
        format!("there is no encoding {encoding:?}, expected one of {}", names.join(", "))
    })?;
    let mut formula = Formula::new(0);
    Ok((row.make)(&geometry).load(&Puzzle::empty(geometry), &mut formula))
}
