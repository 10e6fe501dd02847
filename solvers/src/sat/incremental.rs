//! One engine for many puzzles: the formula is loaded once, and what was learnt of the geometry stays.
//!
//! The idea is that of incremental solving (Eén and Sörensson, *Temporal induction by incremental SAT
//! solving*, 2003). A puzzle is nothing but assumptions, a literal for each given and for each symbol
//! that pencil marks forbid: they hold for one search and are gone after it, while every clause that was
//! learnt follows from the geometry alone. A blocking clause does not, so that it has one literal more,
//! which switches it on while its puzzle is asked and off for good afterwards:
//!
//! ```text
//!   puzzle 7    assume  givens, a₇      (¬a₇ ∨ ¬first grid)
//!   after it                            (¬a₇)
//!   puzzle 8    assume  givens, a₈      (¬a₈ ∨ ¬first grid) …
//! ```
//!
//! Such a row remembers on purpose and says so (`stateful`): its answers are those of a fresh engine,
//! its counters and the grid that it finds first depend on what came before. What is saved is loading;
//! what it costs is that an assumption simplifies nothing: a given is no fact at the root, and each
//! restart puts all of them there again. `variables` and `clauses` are those of the formula.
//!
//! **Growth.** Each puzzle leaves a variable that is settled, and clauses that were learnt from puzzles
//! unlike the next. So the engine is made anew after [`PUZZLES`] puzzles.

use std::ops::ControlFlow;

use board::{Geometry, Puzzle, Symbol};

use super::const_string::ConstString;
use super::encodings::{EXTENDED, Encoding, StaticEncoding, extended, variable};
use super::engines::incremental::{IncrementalEngine, MakeIncremental};
use super::engines::*;
use super::formula::{Literal, Variable};
use super::{next_model, row, write};
use crate::contract::{Backend, Limits, Meter, Outcome, Phase, Solver, Stop, Takes};

/// After so many puzzles the engine is made anew: on classic 9×9 grids the variables that they leave
/// are a third of those of the formula then, and loading it was saved 255 times.
pub const PUZZLES: usize = 256;

/// The row of an engine that can be kept. It is traced like it is timed.
macro_rules! incremental {
    ($engine:ident) => {{
        const ID: &ConstString =
            &ConstString::concat(&["sat/", EXTENDED.name, ".", $engine.name, ".incremental"]);
        const ABOUT: &ConstString = &ConstString::concat(&[
            EXTENDED.about,
            ", one engine ",
            $engine.name,
            " for many puzzles",
        ]);
        Backend {
            stateful: true,
            counts_traced: &[],
            ..row(
                ID.as_str(),
                ABOUT.as_str(),
                &$engine,
                Takes::puzzles(|geometry| {
                    const MAKE: MakeIncremental =
                        $engine.incremental.expect("an engine that can be kept");
                    Ok(Box::new(Incremental::new(geometry, MAKE)))
                }),
            )
        }
    }};
}

/// The row `sat/extended.batsat.incremental`.
pub const EXTENDED_BATSAT_INCREMENTAL: Backend = incremental!(BATSAT);

/// The row `sat/extended.glucose.incremental`.
#[cfg(feature = "glucose")]
pub const EXTENDED_GLUCOSE_INCREMENTAL: Backend = incremental!(GLUCOSE);

/// The row `sat/extended.minisat.incremental`.
#[cfg(feature = "minisat")]
pub const EXTENDED_MINISAT_INCREMENTAL: Backend = incremental!(MINISAT);

/// The row `sat/extended.varisat.incremental`. It writes no proof, so that it counts no conflicts.
pub const EXTENDED_VARISAT_INCREMENTAL: Backend = incremental!(VARISAT);

/// The extended encoding in an engine that stays.
pub struct Incremental {
    encoding: StaticEncoding,
    make: MakeIncremental,
    /// The engine and how many puzzles it was asked.
    kept: Option<(Box<dyn IncrementalEngine>, usize)>,
    /// What holds for the puzzle alone.
    assumptions: Vec<Literal>,
    /// The symbol of each cell, for a solution.
    grid: Vec<Symbol>,
    /// The clause that is being handed over.
    clause: Vec<Literal>,
}

impl Incremental {
    /// Encodes `geometry`, for engines that are made so.
    pub fn new(geometry: &Geometry, make: MakeIncremental) -> Self {
        Self {
            encoding: StaticEncoding::direct(geometry, extended),
            make,
            kept: None,
            assumptions: Vec::new(),
            grid: vec![0; geometry.cells()],
            clause: Vec::new(),
        }
    }

    /// The engine for the next puzzle, with the number of puzzles that it will have been asked.
    fn engine(&mut self) -> (Box<dyn IncrementalEngine>, usize) {
        match self.kept.take() {
            Some((engine, puzzles)) if puzzles < PUZZLES => (engine, puzzles + 1),
            _ => {
                let mut engine = (self.make)();
                engine.load(self.encoding.formula());
                (engine, 1)
            }
        }
    }

    /// Notes what the puzzle says.
    fn assume(&mut self, puzzle: &Puzzle) {
        self.assumptions.clear();
        let symbols = puzzle.geometry().symbols();
        for (cell, &allowed) in puzzle.allowed().iter().enumerate() {
            let number = |symbol: usize| variable(cell, symbol, symbols);
            if let Some(given) = allowed.single() {
                self.assumptions.push(Literal::positive(number(given.into())));
                continue;
            }
            let forbidden = (0..symbols).filter(|&it| !allowed.contains(it as Symbol));
            self.assumptions.extend(forbidden.map(|it| Literal::negative(number(it))));
        }
    }

    /// Looks for grids. Whatever comes of it, the switch of the blocking clauses is in `switch`.
    fn search(
        &mut self,
        puzzle: &Puzzle,
        engine: &mut dyn IncrementalEngine,
        switch: &mut Option<Variable>,
        meter: &mut Meter<'_, ()>,
    ) -> ControlFlow<Stop> {
        while next_model(meter, |interrupt| engine.solve_under(&self.assumptions, interrupt))? {
            self.encoding.read(engine, &mut self.grid);
            meter.solution(&self.grid)?;
            meter.phase(Phase::Encode);
            let switch = *switch.get_or_insert_with(|| {
                let switch = engine.add_variable();
                self.assumptions.push(Literal::positive(switch));
                switch
            });
            self.clause.clear();
            self.clause.push(Literal::negative(switch));
            self.encoding.block(puzzle, &self.grid, &mut self.clause);
            engine.add_clause(&self.clause);
        }
        ControlFlow::Continue(())
    }
}

impl Solver for Incremental {
    fn solve(&mut self, puzzle: &Puzzle, limits: &Limits<'_>) -> Outcome {
        let mut meter = Meter::new(limits, ());
        meter.phase(Phase::Encode);
        let (mut engine, puzzles) = self.engine();
        self.assume(puzzle);
        let (before, mut switch) = (engine.statistics(), None);
        let flow = self.search(puzzle, &mut *engine, &mut switch, &mut meter);
        if let Some(switch) = switch {
            engine.add_clause(&[Literal::negative(switch)]);
        }
        write(since(before, engine.statistics()), &mut meter.counters);
        meter.counters.variables = self.encoding.formula().variables() as u64;
        meter.counters.clauses = self.encoding.formula().clause_count() as u64;
        self.kept = Some((engine, puzzles));
        meter.finish(flow)
    }
}

/// What was counted between two looks.
fn since(before: Statistics, after: Statistics) -> Statistics {
    let difference = |before: Option<u64>, after: Option<u64>| Some(after? - before?);
    Statistics {
        decisions: difference(before.decisions, after.decisions),
        conflicts: difference(before.conflicts, after.conflicts),
        propagations: difference(before.propagations, after.propagations),
        // No engine that is kept walks a tree.
        ..Statistics::default()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::AtomicBool;
    use std::time::Duration;

    use board::{catalog, referee};
    use generate::{Generator, Solutions, Spec};

    use super::*;
    use crate::registry::BACKENDS;
    use crate::sat::combinations::EXTENDED_BATSAT;

    /// The rows that keep an engine.
    fn rows() -> impl Iterator<Item = &'static Backend> {
        BACKENDS.iter().filter(|row| row.family() == "sat" && row.stateful)
    }

    /// Puzzles with one grid, several or none, in turn.
    fn puzzles(name: &str, number: u64) -> Vec<Puzzle> {
        let geometry = Arc::new(catalog::named(name).unwrap());
        let mut generator = Generator::new(geometry.clone());
        let clues = Some(geometry.cells() * 2 / 5);
        let kinds = [Solutions::One, Solutions::Several, Solutions::None];
        let mut puzzle = |index: u64| {
            let spec = Spec { solutions: kinds[index as usize % 3], clues, ..Spec::default() };
            (0..50).find_map(|attempt| generator.puzzle(5, index * 50 + attempt, spec))
        };
        (0..number).filter_map(&mut puzzle).collect()
    }

    #[test]
    fn a_long_run_answers_like_fresh_engines() {
        let (geometry, limits) = ("classic6", Limits::solutions(5));
        let puzzles = puzzles(geometry, 3 * PUZZLES as u64);
        assert!(puzzles.len() > 2 * PUZZLES, "it is made anew twice: {}", puzzles.len());
        let mut fresh = EXTENDED_BATSAT.prepare::<Puzzle>(puzzles[0].geometry()).unwrap();
        for row in rows() {
            let mut kept = row.prepare::<Puzzle>(puzzles[0].geometry()).unwrap();
            for puzzle in &puzzles {
                let (here, there) = (kept.solve(puzzle, &limits), fresh.solve(puzzle, &limits));
                let claims = |outcome: &Outcome| (outcome.stop, outcome.solutions);
                assert_eq!(claims(&here), claims(&there), "{}", row.id);
                for grid in here.first.iter().chain(&here.second) {
                    assert_eq!(referee::check(puzzle, grid), Ok(()), "{}", row.id);
                }
                assert!(here.first.is_none() || here.first != here.second);
            }
        }
    }

    #[test]
    fn hard_puzzles_one_behind_the_other_keep_their_one_grid() {
        let hardest = include_str!("../../../datasets/hardest.txt");
        let geometry = Arc::new(catalog::named("classic9").unwrap());
        let lines = hardest.lines().filter(|line| !line.starts_with('#') && line.len() > 80);
        let parse = |line: &str| board::text::line::parse(&line[..81], &geometry).unwrap();
        let puzzles: Vec<Puzzle> = lines.map(parse).collect();
        assert!(puzzles.len() > 40);
        for row in rows() {
            let mut kept = row.prepare::<Puzzle>(&geometry).unwrap();
            for puzzle in &puzzles {
                let outcome = kept.solve(puzzle, &Limits::solutions(2));
                assert_eq!((outcome.stop, outcome.solutions), (Stop::Exhausted, 1), "{}", row.id);
            }
        }
    }

    #[test]
    fn a_search_that_was_broken_off_leaves_nothing_behind() {
        let flag = AtomicBool::new(true);
        let puzzles = puzzles("classic9", 6);
        for row in rows() {
            let mut kept = row.prepare::<Puzzle>(puzzles[0].geometry()).unwrap();
            for puzzle in &puzzles {
                let whole = kept.solve(puzzle, &Limits::solutions(2));
                let cancelled = Limits { cancel: Some(&flag), ..Limits::solutions(2) };
                assert_eq!(kept.solve(puzzle, &cancelled).stop, Stop::Cancelled);
                let late = Limits { time: Some(Duration::ZERO), ..Limits::solutions(2) };
                assert_eq!(kept.solve(puzzle, &late).stop, Stop::Deadline);
                let one = kept.solve(puzzle, &Limits::solutions(1));
                assert_eq!(one.solutions, whole.solutions.min(1));
                let again = kept.solve(puzzle, &Limits::solutions(2));
                assert_eq!((again.stop, again.solutions), (whole.stop, whole.solutions));
            }
        }
    }

    #[test]
    fn the_counters_are_those_of_the_puzzle_alone() {
        let puzzles = puzzles("classic9", 9);
        let mut kept =
            EXTENDED_BATSAT_INCREMENTAL.prepare::<Puzzle>(puzzles[0].geometry()).unwrap();
        let mut cost = |puzzle| kept.solve(puzzle, &Limits::solutions(2)).counters;
        let all: Vec<_> = puzzles.iter().map(|puzzle| cost(puzzle).propagations).collect();
        let (first, last) = (all[0], all[all.len() - 1]);
        assert!(last > 0 && last < all.iter().sum::<u64>() / 2, "{first} … {last} of {all:?}");
    }
}
