//! What is prepared for a geometry, once for all its puzzles.

use std::sync::Arc;

use board::symmetry::Symmetries;
use board::{Geometry, Puzzle};
use record::filter;
use solvers::logic::rating::Rater;
use solvers::{BACKENDS, Solver};

use super::givens::Orbits;

/// Who finds singles.
const SINGLES: &str = "deduce/singles";

/// Who makes the reference searches.
pub(super) const REFERENCE: &str = "candidates/mrv";

/// What is prepared for a geometry.
pub(super) struct Board {
    pub(super) geometry: Arc<Geometry>,
    pub(super) orbits: Orbits,
    pub(super) singles: Box<dyn Solver>,
    pub(super) reference: Box<dyn Solver>,
    pub(super) symmetries: Symmetries,
    pub(super) rater: Rater,
}

impl Board {
    pub(super) fn new(geometry: &Arc<Geometry>) -> anyhow::Result<Self> {
        let prepare = |id: &str| -> anyhow::Result<Box<dyn Solver>> {
            Ok(filter::backend_of_id(id, BACKENDS)?.prepare::<Puzzle>(geometry)?)
        };
        Ok(Self {
            geometry: geometry.clone(),
            orbits: Orbits::of(geometry),
            singles: prepare(SINGLES)?,
            reference: prepare(REFERENCE)?,
            symmetries: Symmetries::of(geometry),
            rater: Rater::new(geometry),
        })
    }
}
