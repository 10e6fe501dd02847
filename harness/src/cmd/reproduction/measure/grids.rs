//! Measurements on all filled grids of a board of blocks.

use schemars::JsonSchema;
use serde::Deserialize;
use solvers::count::bands::{GridCount, count_grids};

use super::super::figure::Figure;

/// A measurement on the filled grids of a board, by classes of bands.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(in super::super) enum OfGrids {
    /// The number of grids.
    All(Blocks),
    /// The number of filled bands.
    Bands(Blocks),
    /// The number of classes of bands.
    Classes(Blocks),
}

/// The size of the blocks of a board, `3x3`: rows and columns.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(try_from = "String")]
#[schemars(with = "String")]
pub(in super::super) struct Blocks {
    rows: usize,
    columns: usize,
}

impl TryFrom<String> for Blocks {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        let numbers = text.split_once('x').and_then(|(rows, columns)| {
            Some(Self { rows: rows.parse().ok()?, columns: columns.parse().ok()? })
        });
        numbers.ok_or_else(|| format!("{text:?} is not a size of blocks, expected one like 3x3"))
    }
}

impl OfGrids {
    pub(super) fn take(&self) -> anyhow::Result<Figure> {
        let count =
            |of: &Blocks| -> anyhow::Result<GridCount> { Ok(count_grids(of.rows, of.columns)?) };
        Ok(match self {
            Self::All(blocks) => (&count(blocks)?.grids()).into(),
            Self::Bands(blocks) => (&count(blocks)?.bands()).into(),
            Self::Classes(blocks) => count(blocks)?.classes.len().into(),
        })
    }
}
