//! `geometries.csv`: the boards of a run that the catalog does not have, so that the folder of the run suffices
//! to check its grids again. Two boards may have the same name.

use std::borrow::Cow;
use std::collections::HashMap;
use std::path::Path;
use std::sync::Arc;

use anyhow::{Context, anyhow};
use board::Geometry;
use serde::{Deserialize, Serialize};

use crate::column::Column;
use crate::structure::parse_geometry;

/// The name of the file in a run folder.
pub const FILE: &str = "geometries.csv";

/// The columns, in their order.
pub const COLUMNS: &[Column] = &[
    Column::text("geometry", "The name of the geometry, as in rows.csv"),
    Column::text(
        "structure",
        "The numbers of symbols and cells, and the cells of each region, numbered from 0 in reading order",
    ),
];

/// A row of the file.
#[derive(Serialize, Deserialize)]
pub struct GeometryRow<'a> {
    /// The name.
    pub geometry: Cow<'a, str>,
    /// See [`write_structure`](crate::structure::write_structure).
    pub structure: Cow<'a, str>,
}

/// Returns the geometries of a run folder, by name, in the standard characters; none if it has no such file.
///
/// # Errors
/// When the file cannot be read, or a structure is invalid; with the line.
pub fn read(folder: &Path) -> anyhow::Result<HashMap<String, Vec<Arc<Geometry>>>> {
    let path = folder.join(FILE);
    let mut found: HashMap<String, Vec<Arc<Geometry>>> = HashMap::new();
    if !path.exists() {
        return Ok(found);
    }
    let problem = || format!("cannot read {}", path.display());
    let mut reader = csv::Reader::from_path(&path).with_context(problem)?;
    let mut rows = reader.deserialize::<GeometryRow<'_>>();
    while let Some(row) = rows.next() {
        let GeometryRow { geometry, structure } = row.with_context(problem)?;
        let board = parse_geometry(&structure).map_err(|why| {
            let line = rows.reader().position().line() - 1;
            anyhow!("{}:{line}: {why}", path.display())
        })?;
        found.entry(geometry.into_owned()).or_default().push(Arc::new(board));
    }
    Ok(found)
}
