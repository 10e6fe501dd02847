//! The candidates of a puzzle, and what each step of deduction makes of them.
//!
//! The givens leave candidates in the open cells. A step removes some, or places a symbol, which removes it
//! from all cells that share a region with its own. So the steps alone say what is left after any number of
//! them, whatever the backend stores.

use std::io::Write;

use anyhow::Context;
use board::text::record::{Record, Style};
use board::{Cell, Puzzle, Symbol, SymbolSet, text};
use render::draw::CellMarks;
use serde_json::{Value, json};
use solvers::{Outcome, Step, Stop};

use super::Job;

/// The candidates after some steps.
#[derive(Clone)]
pub(in crate::cmd) struct CandidateTrail<'a> {
    puzzle: &'a Puzzle,
    /// What was made of each cell.
    pub(in crate::cmd) marks: Vec<CellMarks>,
    /// The steps so far, with their techniques.
    pub(super) steps: Vec<(&'static str, Step)>,
    /// The maximum number of steps.
    most: usize,
}

impl<'a> CandidateTrail<'a> {
    /// Creates the candidates that the givens leave, before the first of at most `most` steps.
    pub(in crate::cmd) fn new(puzzle: &'a Puzzle, most: Option<usize>) -> Self {
        let mark =
            |(cell, left)| CellMarks { placed: puzzle.given(cell), left, ..Default::default() };
        let marks = puzzle.candidates().into_iter().enumerate().map(mark).collect();
        Self { puzzle, marks, steps: Vec::new(), most: most.unwrap_or(usize::MAX) }
    }

    /// Returns whether further steps are ignored.
    pub(super) fn is_full(&self) -> bool {
        self.steps.len() >= self.most
    }

    /// Takes a step, unless the maximum is reached.
    pub(in crate::cmd) fn take(&mut self, technique: &'static str, step: &Step) {
        if self.is_full() {
            return;
        }
        self.marks.iter_mut().for_each(|mark| mark.removed_last = SymbolSet::EMPTY);
        for &(cell, symbol) in &step.eliminations {
            self.remove(cell, SymbolSet::only(symbol));
        }
        for &(cell, symbol) in &step.placements {
            self.place(cell, symbol);
        }
        self.steps.push((technique, step.clone()));
    }

    fn place(&mut self, cell: Cell, symbol: Symbol) {
        let puzzle = self.puzzle;
        self.marks[cell].placed = Some(symbol);
        self.remove(cell, self.marks[cell].left - SymbolSet::only(symbol));
        for &peer in puzzle.geometry().peers(cell) {
            self.remove(peer, SymbolSet::only(symbol));
        }
    }

    fn remove(&mut self, cell: Cell, set: SymbolSet) {
        let mark = &mut self.marks[cell];
        let gone = mark.left & set;
        mark.left -= gone;
        mark.removed |= gone;
        mark.removed_last |= gone;
    }

    /// Returns the puzzle of the candidates that are left.
    pub(super) fn puzzle(&self) -> Puzzle {
        let left = self.marks.iter().map(|mark| mark.left).collect();
        Puzzle::from_allowed(self.puzzle.geometry().clone(), left)
    }

    /// Returns the symbol of each filled cell.
    pub(super) fn placed(&self) -> Vec<Option<Symbol>> {
        self.marks.iter().map(|mark| mark.placed).collect()
    }

    /// Returns the number of cells that the steps filled.
    pub(super) fn n_filled(&self) -> u64 {
        (self.placed().iter().flatten().count() - self.puzzle.clues()) as u64
    }

    /// Returns the outcome of a search that stops here.
    pub(super) fn outcome(&self) -> Outcome {
        let mut techniques: Vec<(&'static str, u64)> = Vec::new();
        for &(technique, _) in &self.steps {
            match techniques.iter_mut().find(|(id, _)| *id == technique) {
                Some((_, count)) => *count += 1,
                None => techniques.push((technique, 1)),
            }
        }
        Outcome { partial: Some(self.puzzle()), techniques, ..Outcome::ended(Stop::Cancelled) }
    }

    /// Returns the candidates that are left as text in the notation `pencil`, or a sentence if a cell has none.
    pub(super) fn text(&self) -> anyhow::Result<String> {
        let is_empty = |mark: &CellMarks| mark.left.is_empty();
        if let Some(cell) = self.marks.iter().position(is_empty) {
            return Ok(format!("{} has no candidate\n", self.puzzle.geometry().position(cell)));
        }
        let notation = text::named("pencil").context("the notation of pencil marks")?;
        Ok(notation.writer(Style::default()).record(&Record::new(self.puzzle()))?)
    }

    /// Returns the candidates that are left: a text for each cell.
    pub(super) fn left(&self) -> Value {
        self.texts(|mark| mark.left)
    }

    /// Returns the candidates that the givens had left and that were removed: a text for each cell.
    pub(super) fn removed(&self) -> Value {
        self.texts(|mark| mark.removed)
    }

    fn texts(&self, set: impl Fn(&CellMarks) -> SymbolSet) -> Value {
        let alphabet = self.puzzle.geometry().alphabet();
        let text = |mark: &CellMarks| -> String {
            set(mark).iter().map(|symbol| alphabet.character(symbol)).collect()
        };
        self.marks.iter().map(text).collect()
    }
}

impl Job<'_> {
    /// Prints the candidates that the givens leave.
    pub(super) fn print_start(&self, out: &mut dyn Write) -> anyhow::Result<()> {
        let trail = CandidateTrail::new(self.puzzle, None);
        if let Some(pictures) = &self.sinks.pictures {
            pictures.draw_trail(self, &trail);
        }
        if !self.arguments.is_json() {
            return Ok(write!(out, "{}", trail.text()?)?);
        }
        let geometry = self.puzzle.geometry().name();
        let candidates = trail.left();
        let value =
            json!({ "puzzle": self.called, "geometry": geometry, "candidates": candidates });
        self.sinks.list.put(out, &value)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use board::catalog;
    use board::text::line;
    use solvers::{BACKENDS, Backend, Event, Limits, Observer};

    use super::*;

    impl Observer for CandidateTrail<'_> {
        fn event(&mut self, event: Event<'_>) {
            if let Event::Step { technique, step } = event {
                self.take(technique, step);
            }
        }
    }

    const PUZZLES: [(&str, &str); 3] = [
        (
            "classic9",
            "100007090030020008009600500005300900010080002600004000300000010040000007007000300",
        ),
        (
            "classic9",
            "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9",
        ),
        (
            "windoku",
            "...........9...1...124.567...6...2......6......4...7...685.149...1...8...........",
        ),
    ];

    #[test]
    fn the_steps_of_every_backend_that_reasons_leave_the_candidates_that_it_leaves() {
        let mut n_stuck = 0;
        for (name, text) in PUZZLES {
            let geometry = Arc::new(catalog::named(name).expect("a geometry"));
            let puzzle = line::parse(text, &geometry).expect("a puzzle");
            // Rare techniques take seconds.
            let reasons = |row: &&Backend| {
                row.family() == "deduce" && !row.id.starts_with("deduce/everything")
            };
            for row in BACKENDS.iter().filter(reasons) {
                let mut trail = CandidateTrail::new(&puzzle, None);
                let mut solver = row.prepare::<Puzzle>(&geometry).expect("a solver");
                let outcome = solver.trace(&puzzle, &Limits::solutions(1), &mut trail);
                if let Some(left) = outcome.partial {
                    assert_eq!(trail.puzzle(), left, "{} on {text}", row.id);
                    n_stuck += 1;
                }
            }
        }
        assert!(n_stuck > 10, "{n_stuck}");
    }

    #[test]
    fn what_a_step_removes_is_marked_until_the_next() {
        let geometry = Arc::new(catalog::classic(4).expect("a geometry"));
        let puzzle = line::parse("1...............", &geometry).expect("a puzzle");
        let set = |symbols: &[Symbol]| symbols.iter().copied().collect::<SymbolSet>();
        let mut trail = CandidateTrail::new(&puzzle, Some(2));
        trail.take("hidden-single", &Step::single(1, 1, Vec::new()));
        assert_eq!((trail.marks[1].placed, trail.marks[1].removed_last), (Some(1), set(&[2, 3])));
        assert_eq!((trail.marks[2].left, trail.marks[2].removed_last), (set(&[2, 3]), set(&[1])));
        let step = Step { eliminations: vec![(2, 2)], ..Step::default() };
        trail.take("naked-pair", &step);
        assert_eq!(
            (trail.marks[2].removed, trail.marks[2].removed_last),
            (set(&[1, 2]), set(&[2]))
        );
        assert_eq!(trail.marks[1].removed_last, SymbolSet::EMPTY);
        assert!(trail.is_full());
        trail.take("naked-pair", &Step { eliminations: vec![(2, 3)], ..Step::default() });
        assert_eq!(trail.marks[2].left, set(&[3]), "further steps are ignored");
    }
}
