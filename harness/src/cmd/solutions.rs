//! How many solutions a puzzle has: none, one, or at least two. Solvers are asked one after the
//! other until one comes to an end in its time, and none is believed: their grids are looked at.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use board::{Geometry, Grid, Puzzle};
use race::judge;
use record::filter;
use solvers::{BACKENDS, Limits, Problem, Solver, Stop};

/// Who is asked, in this order. Both are complete, and take every geometry.
const ASKED: [&str; 2] = ["candidates/mrv", "sat/extended.batsat"];

/// How many solutions there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Solutions {
    None,
    One,
    /// There may be more.
    Two,
    /// The time was over when there were so many.
    Unknown(u64),
}

/// The solvers that are asked, each prepared when it is needed.
#[derive(Default)]
pub(super) struct Asked {
    geometry: Option<Arc<Geometry>>,
    solvers: Vec<Box<dyn Solver>>,
}

impl Asked {
    /// How many solutions a puzzle has: the first solver that comes to an end tells. Each has the
    /// same time.
    ///
    /// # Errors
    /// When a solver cannot take the geometry, or shows a grid that is none.
    pub(super) fn solutions(
        &mut self,
        puzzle: &Puzzle,
        time: Option<Duration>,
        cancel: &AtomicBool,
    ) -> anyhow::Result<Solutions> {
        let geometry = puzzle.geometry();
        if !self.geometry.as_ref().is_some_and(|of| Arc::ptr_eq(of, geometry)) {
            (self.geometry, self.solvers) = (Some(geometry.clone()), Vec::new());
        }
        let mut least = 0;
        for (index, id) in ASKED.iter().enumerate() {
            if self.solvers.len() == index {
                self.solvers
                    .push(filter::backend_of_id(id, BACKENDS)?.prepare::<Puzzle>(geometry)?);
            }
            let limits = Limits { time, cancel: Some(cancel), ..Limits::solutions(2) };
            let outcome = self.solvers[index].solve(puzzle, &limits);
            let check = |grid: &Grid| puzzle.check(grid);
            judge::referee_answers(check, &outcome).map_err(anyhow::Error::msg)?;
            match (outcome.stop, outcome.solutions) {
                (_, 2..) => return Ok(Solutions::Two),
                (Stop::Exhausted, 0) => return Ok(Solutions::None),
                (Stop::Exhausted, _) => return Ok(Solutions::One),
                (_, found) => least = least.max(found),
            }
        }
        Ok(Solutions::Unknown(least))
    }
}
