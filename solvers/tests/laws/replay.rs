//! The events of a search, applied to the givens, lead to its solutions.

use std::sync::LazyLock;

use board::instance::Literal;
use board::{Cell, Puzzle, Symbol};
use solvers::{Backend, Event, Limits, Observer, StepSupport};

use crate::puzzles::{ESCARGOT, chance, cut_out, geometry, puzzle};
use crate::{events, prepare, written};

/// Puzzles with one, several and no solutions.
static PUZZLES: LazyLock<Vec<Puzzle>> = LazyLock::new(|| {
    let mut puzzles = vec![puzzle("classic4", "11.............."), puzzle("classic9", ESCARGOT)];
    for (name, open) in [("classic4", 6..16), ("x4", 4..12), ("classic9", 44..56)] {
        let geometry = geometry(name);
        let all =
            open.zip(0..).filter_map(|(open, seed)| cut_out(&geometry, open, &mut chance(seed)));
        puzzles.extend(all);
    }
    puzzles
});

/// Checks that each solution follows from the events before it, and that these agree with the counters.
pub(crate) fn leads_to_solutions(backend: &Backend) -> Result<(), String> {
    if backend.steps != StepSupport::All {
        return Ok(());
    }
    for puzzle in &*PUZZLES {
        // Looking for every technique takes minutes on open boards, and reports steps as on small ones.
        if crate::is_slow(backend) && puzzle.geometry().cells() > 16 {
            continue;
        }
        let Some(mut solver) = prepare(backend, puzzle.geometry()) else { continue };
        let limits = Limits { nodes: Some(500), ..Limits::solutions(3) };
        let complain = |complaint| format!("{}: {complaint}", written(puzzle));
        events::traced_alike(backend, &mut *solver, puzzle, &limits).map_err(complain)?;
        let mut replay = Replay::new(puzzle);
        solver.trace(puzzle, &limits, &mut replay);
        replay.complaint.map_or(Ok(()), Err).map_err(complain)?;
    }
    Ok(())
}

/// A grid to which events are applied.
struct Replay {
    grid: Vec<Option<Symbol>>,
    /// The placements, in order, so that they can be undone.
    order: Vec<Cell>,
    /// The number of placements before each open bet, or before each level.
    marks: Vec<usize>,
    /// The candidates that the variables of a formula stand for.
    candidates: Vec<Option<(Cell, Symbol)>>,
    complaint: Option<String>,
}

impl Replay {
    fn new(puzzle: &Puzzle) -> Self {
        let (order, marks, candidates) = Default::default();
        Self { grid: puzzle.givens(), order, marks, candidates, complaint: None }
    }

    fn place(&mut self, cell: Cell, symbol: Symbol) {
        if self.grid[cell].is_none() {
            self.grid[cell] = Some(symbol);
            self.order.push(cell);
        }
    }

    fn make_true(&mut self, literal: Literal) {
        let candidate = self.candidates.get(literal.variable() as usize).copied().flatten();
        if let (true, Some((cell, symbol))) = (literal.is_positive(), candidate) {
            self.place(cell, symbol);
        }
    }

    /// Undoes what was placed since a mark, and all marks from there on.
    fn back_to(&mut self, mark: usize) {
        if let Some(&start) = self.marks.get(mark) {
            self.order.drain(start..).for_each(|cell| self.grid[cell] = None);
            self.marks.truncate(mark);
        }
    }

    fn compare(&mut self, solution: &[Symbol]) {
        let differs = |cell: &Cell| self.grid[*cell] != Some(solution[*cell]);
        if let Some(cell) = (0..solution.len()).find(differs) {
            let (found, expected) = (self.grid[cell], solution[cell]);
            let complaint = format!("cell {cell} is {found:?} after the events, not {expected}");
            self.complaint.get_or_insert(complaint);
        }
    }
}

impl Observer for Replay {
    fn event(&mut self, event: Event<'_>) {
        match event {
            Event::Bet { cell, symbol, .. } => {
                self.marks.push(self.order.len());
                self.place(cell, symbol);
            }
            Event::Confine { .. } => self.marks.push(self.order.len()),
            Event::Deduce { cell, symbol } => self.place(cell, symbol),
            Event::Undo => self.back_to(self.marks.len().saturating_sub(1)),
            Event::Encoded { candidates } => self.candidates = candidates.to_vec(),
            Event::Assume { literal, .. } => {
                self.marks.push(self.order.len());
                self.make_true(literal);
            }
            Event::Imply { literal, .. } => self.make_true(literal),
            Event::Backjump { level } => self.back_to(level),
            Event::Solution { grid } => self.compare(grid),
            _ => {}
        }
    }
}
