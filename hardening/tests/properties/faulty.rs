//! Backends with one fault each: a case finds it, and is shrunk to what the fault needs.

use std::cell::Cell;
use std::sync::Arc;

use board::seed::seeded;
use board::{Geometry, Puzzle};
use hardening::differential::shrink::shrink;
use hardening::differential::{Case, Complaint, Instance, draw, replay, trace};
use rand::RngExt;
use solvers::candidates::mrv::MRV;
use solvers::{Backend, BatchSolver, Limits, Observer, Outcome, Solver, Stop, Takes, Unsupported};

type Prepare = fn(&Geometry) -> Box<dyn Solver>;

fn honest(geometry: &Geometry) -> Box<dyn Solver> {
    MRV.prepare::<Puzzle>(geometry).expect("it takes every geometry")
}

/// Returns the row of a faulty solver, which is that of an honest one.
fn row(prepare: Prepare) -> Backend {
    thread_local! { static FAULT: Cell<Option<Prepare>> = const { Cell::new(None) }; }
    FAULT.set(Some(prepare));
    let takes = Takes::puzzles(|geometry| Ok(FAULT.get().expect("a fault")(geometry)));
    Backend { id: "faulty", takes, ..MRV }
}

/// Draws puzzles until a case finds the fault of a row, and returns the case after it was shrunk.
#[track_caller]
fn found(row: Backend, law: &str) -> (Case, Complaint) {
    let rows = |id: &str| (id == "faulty").then_some(row);
    for number in 0..5000 {
        let mut bytes = [0; 600];
        seeded(number, 0xBAD).fill(&mut bytes);
        bytes[0] = 5; // A random board.
        let case = Case { backends: vec!["faulty".into()], ..draw::case(&bytes) };
        let Err(complaint) = replay(&case, &rows) else { continue };
        if complaint.law == law {
            let small = shrink(&case, &complaint, &rows);
            let again = replay(&small, &rows).expect_err("it fails as before");
            assert_eq!(again.law, law);
            assert_eq!(trace::read(&trace::write(&small)), Ok(small.clone()));
            return (small, again);
        }
    }
    panic!("no case finds it");
}

fn size(case: &Case) -> (usize, usize, usize) {
    let Instance::Puzzles(geometry, puzzles) = &case.instance else { panic!("no puzzles") };
    (geometry.cells(), geometry.regions().len(), puzzles.len())
}

/// An honest solver whose outcomes are changed afterwards, with a number that it remembers.
struct Changed(Box<dyn Solver>, u64, fn(&Limits<'_>, &mut Outcome, &mut u64));

impl Solver for Changed {
    fn solve(&mut self, puzzle: &Puzzle, limits: &Limits<'_>) -> Outcome {
        let mut outcome = self.0.solve(puzzle, limits);
        (self.2)(limits, &mut outcome, &mut self.1);
        outcome
    }

    fn trace(
        &mut self,
        puzzle: &Puzzle,
        limits: &Limits<'_>,
        observer: &mut dyn Observer,
    ) -> Outcome {
        let mut outcome = self.0.trace(puzzle, limits, observer);
        (self.2)(limits, &mut outcome, &mut self.1);
        outcome
    }
}

#[test]
fn a_forgotten_region_is_shrunk_to_two_cells() {
    /// Solves as if the last region did not exist.
    struct Forgetful(Arc<Geometry>, Box<dyn Solver>);
    impl Solver for Forgetful {
        fn solve(&mut self, puzzle: &Puzzle, limits: &Limits<'_>) -> Outcome {
            let puzzle = Puzzle::from_allowed(self.0.clone(), puzzle.allowed().collect());
            self.1.solve(&puzzle, limits)
        }
    }
    let row = row(|geometry| {
        let mut regions = geometry.regions().to_vec();
        regions.pop();
        let positions = (0..geometry.cells()).map(|cell| geometry.position(cell)).collect();
        let poorer = Geometry::new("", geometry.alphabet().clone(), positions, regions);
        let poorer = Arc::new(poorer.expect("fewer regions are legal"));
        Box::new(Forgetful(poorer.clone(), honest(&poorer)))
    });
    let (case, _) = found(row, "answers are solutions");
    assert_eq!((size(&case), case.calls.len()), ((2, 1, 1), 1), "{}", trace::write(&case));
}

#[test]
fn what_an_interrupted_search_leaves_behind_is_shrunk_to_two_calls() {
    let row = row(|geometry| {
        Box::new(Changed(honest(geometry), 0, |_, outcome, interrupted| {
            outcome.counters.bets += *interrupted;
            *interrupted += u64::from(outcome.stop == Stop::NodeLimit);
        }))
    });
    let (case, complaint) = found(row, "it is independent of earlier calls");
    let text = trace::write(&case);
    assert_eq!((case.calls.len(), complaint.call, size(&case).2), (2, 1, 1), "{text}");
    assert!(case.calls[0].nodes.is_some() && case.calls[1].nodes.is_none(), "{text}");
    assert_eq!(size(&case).1, 0, "no region is needed: {text}");
}

#[test]
fn a_cancelled_search_that_claims_to_be_complete_is_found() {
    let row = row(|geometry| {
        Box::new(Changed(honest(geometry), 0, |limits, outcome, _| {
            if limits.cancel.is_some() {
                outcome.stop = Stop::Exhausted;
                (outcome.solutions, outcome.first, outcome.second) = (0, None, None);
            }
        }))
    });
    let (case, _) = found(row, "the number of solutions is right");
    assert_eq!((size(&case), case.calls.len()), ((1, 0, 1), 1), "{}", trace::write(&case));
    assert!(case.calls[0].cancel.is_some());
}

#[test]
fn a_batch_that_loses_a_puzzle_is_found() {
    struct Careless(Box<dyn Solver>);
    impl Solver for Careless {
        fn solve(&mut self, puzzle: &Puzzle, limits: &Limits<'_>) -> Outcome {
            self.0.solve(puzzle, limits)
        }
    }
    impl BatchSolver for Careless {
        fn solve_batch(&mut self, all: &[&Puzzle], limits: &Limits<'_>, out: &mut Vec<Outcome>) {
            out.extend(all.iter().skip(1).map(|puzzle| self.0.solve(puzzle, limits)));
        }
    }
    let batch = |geometry: &Geometry| -> Result<Box<dyn BatchSolver>, Unsupported> {
        Ok(Box::new(Careless(honest(geometry))))
    };
    let row = Backend { batch: Some(batch), ..row(honest) };
    let (case, _) = found(row, "a batch gives the outcomes of its puzzles");
    assert_eq!(size(&case), (1, 0, 1), "{}", trace::write(&case));
}

#[test]
fn a_panic_is_found() {
    let row = row(|geometry| {
        Box::new(Changed(honest(geometry), 0, |_, outcome, _| {
            assert!(outcome.solutions < 5, "five solutions");
        }))
    });
    let (_, complaint) = found(row, "it does not panic");
    assert_eq!(complaint.detail, "five solutions");
}
