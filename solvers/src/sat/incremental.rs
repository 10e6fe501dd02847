//! One engine for many puzzles: the formula is loaded once, and clauses learnt about the geometry are
//! kept.
//!
//! This is incremental solving (Eén and Sörensson, *Temporal induction by incremental SAT solving*,
//! 2003). A puzzle is a set of assumptions: a literal for each given and for each symbol that pencil
//! marks forbid. Assumptions hold for one search only, while every learnt clause follows from the
//! geometry alone. Blocking clauses do not, so each contains an additional *activation literal*, which
//! enables it for its puzzle and disables it permanently afterwards:
//!
//! ```text
//!   puzzle 7    assume  givens, a₇      (¬a₇ ∨ ¬first grid)
//!   after it                            (¬a₇)
//!   puzzle 8    assume  givens, a₈      (¬a₈ ∨ ¬first grid) …
//! ```
//!
//! Such a row keeps state by design and is marked `stateful`: it finds the same number of solutions as
//! a fresh engine, but its counters and its first grid depend on earlier puzzles. It saves loading the
//! formula. In return, assumptions simplify nothing: a given is not a fact at the root, and each
//! restart assigns all assumptions again. `variables` and `clauses` are those of the formula.
//!
//! **Growth.** Each puzzle leaves an assigned variable, and clauses learnt from puzzles unlike the next
//! one. Therefore the engine is replaced after `PUZZLES` puzzles.

use std::ops::ControlFlow;

use board::{Geometry, Puzzle, Symbol};

use super::const_string::ConstString;
use super::encodings::{EXTENDED, Encoding, StaticEncoding, extended, variable};
use super::engines::*;
use super::formula::{Literal, Variable};
use super::{next_model, row, write_counters};
use crate::contract::{Backend, Limits, Meter, Outcome, Phase, Solver, Stop, Takes, Unsupported};

/// The number of puzzles after which the engine is replaced. On classic 9×9 grids, the variables left
/// by then are a third of those of the formula, and loading was saved 255 times.
const PUZZLES: usize = 256;

/// The row of an engine that supports incremental solving. Traced and timed searches are the same.
macro_rules! incremental {
    ($engine:ident) => {{
        const ID: &ConstString =
            &ConstString::concat(&["sat/", EXTENDED.name, ".", $engine.name, ".incremental"]);
        const ABOUT: &ConstString =
            &ConstString::concat(&[EXTENDED.about, ", one incremental engine ", $engine.name]);
        Backend {
            stateful: true,
            counts_traced: &[],
            ..row(
                ID.as_str(),
                ABOUT.as_str(),
                &$engine,
                Takes::related_puzzles(|geometry| {
                    const MAKE: MakeIncremental =
                        $engine.incremental.expect("an incremental engine");
                    Ok(Box::new(Incremental::new(geometry, MAKE)?))
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

/// The row `sat/extended.varisat.incremental`. It writes no proof, so it counts no conflicts.
pub const EXTENDED_VARISAT_INCREMENTAL: Backend = incremental!(VARISAT);

/// Solves puzzles with the extended encoding in an engine that is kept.
struct Incremental {
    encoding: StaticEncoding,
    make: MakeIncremental,
    /// The engine and the number of puzzles it was used for.
    kept: Option<(Box<dyn IncrementalEngine>, usize)>,
    /// The literals of the puzzle.
    assumptions: Vec<Literal>,
    /// The symbol of each cell, filled in for a solution.
    grid: Vec<Symbol>,
    /// Scratch memory for a blocking clause.
    clause: Vec<Literal>,
}

impl Incremental {
    /// Encodes `geometry` for the engines that `make` returns.
    ///
    /// # Errors
    /// If the formula would be too large.
    fn new(geometry: &Geometry, make: MakeIncremental) -> Result<Self, Unsupported> {
        EXTENDED.check(geometry)?;
        Ok(Self {
            encoding: StaticEncoding::direct(geometry, extended),
            make,
            kept: None,
            assumptions: Vec::new(),
            grid: vec![0; geometry.cells()],
            clause: Vec::new(),
        })
    }

    /// Returns the engine for the next puzzle, and the number of its puzzles including this one.
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

    /// Sets the assumptions of a puzzle.
    fn assume(&mut self, puzzle: &Puzzle) {
        self.assumptions.clear();
        let symbols = puzzle.geometry().symbols();
        for (cell, allowed) in puzzle.allowed().enumerate() {
            let number = |symbol: usize| variable(cell, symbol, symbols);
            if let Some(given) = allowed.single() {
                self.assumptions.push(Literal::positive(number(given.into())));
                continue;
            }
            let forbidden = (0..symbols).filter(|&it| !allowed.contains(it as Symbol));
            self.assumptions.extend(forbidden.map(|it| Literal::negative(number(it))));
        }
    }

    /// Enumerates grids. Stores the activation variable of the blocking clauses in `activation`, even
    /// if the search is stopped.
    fn search(
        &mut self,
        puzzle: &Puzzle,
        engine: &mut dyn IncrementalEngine,
        activation: &mut Option<Variable>,
        meter: &mut Meter<'_, ()>,
    ) -> ControlFlow<Stop> {
        while next_model(meter, |interrupt, _| engine.solve_under(&self.assumptions, interrupt))? {
            self.encoding.read(&|variable| engine.value(variable), &mut self.grid);
            meter.solution(&self.grid)?;
            meter.phase(Phase::Encode);
            let activation = *activation.get_or_insert_with(|| {
                let activation = engine.add_variable();
                self.assumptions.push(Literal::positive(activation));
                activation
            });
            self.clause.clear();
            self.clause.push(Literal::negative(activation));
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
        let (before, mut activation) = (engine.statistics(), None);
        let flow = self.search(puzzle, &mut *engine, &mut activation, &mut meter);
        if let Some(activation) = activation {
            engine.add_clause(&[Literal::negative(activation)]);
        }
        write_counters(since(before, engine.statistics()), &mut meter.counters);
        meter.counters.variables = self.encoding.formula().variables() as u64;
        meter.counters.clauses = self.encoding.formula().clause_count() as u64;
        self.kept = Some((engine, puzzles));
        meter.finish(flow)
    }
}

/// Returns the statistics accumulated between `before` and `after`.
fn since(before: EngineStatistics, after: EngineStatistics) -> EngineStatistics {
    let difference = |before: Option<u64>, after: Option<u64>| Some(after? - before?);
    EngineStatistics {
        decisions: difference(before.decisions, after.decisions),
        conflicts: difference(before.conflicts, after.conflicts),
        propagations: difference(before.propagations, after.propagations),
        // No incremental engine traverses a tree.
        ..EngineStatistics::default()
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

    /// Returns the rows with an incremental engine.
    fn rows() -> impl Iterator<Item = &'static Backend> {
        BACKENDS.iter().filter(|row| row.family() == "sat" && row.stateful)
    }

    /// Returns puzzles with one grid, several or none, in turn.
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
    fn a_long_run_agrees_with_fresh_engines() {
        let (geometry, limits) = ("classic6", Limits::solutions(5));
        let puzzles = puzzles(geometry, 3 * PUZZLES as u64);
        assert!(puzzles.len() > 2 * PUZZLES, "the engine is replaced twice: {}", puzzles.len());
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
    fn hard_puzzles_in_sequence_stay_unique() {
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
    fn an_interrupted_search_does_not_affect_the_next() {
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
    fn counters_are_those_of_one_puzzle() {
        let puzzles = puzzles("classic9", 9);
        let mut kept =
            EXTENDED_BATSAT_INCREMENTAL.prepare::<Puzzle>(puzzles[0].geometry()).unwrap();
        let mut cost = |puzzle| kept.solve(puzzle, &Limits::solutions(2)).counters;
        let all: Vec<_> = puzzles.iter().map(|puzzle| cost(puzzle).propagations).collect();
        let (first, last) = (all[0], all[all.len() - 1]);
        assert!(last > 0 && last < all.iter().sum::<u64>() / 2, "{first} … {last} of {all:?}");
    }
}
