//! Backends with one fault each: the laws must detect it.

mod counts;
mod events;
mod every_kind;
mod honest;

use std::cell::Cell;
use std::sync::Arc;

use board::{Geometry, Puzzle};
use solvers::candidates::mrv::MRV;
use solvers::colour::greedy::WELSH_POWELL;
use solvers::{
    Backend, BatchSolver, Limits, LineResult, LineSolver, Observer, Outcome, Solver, Stop, Takes,
    Unsupported,
};

use crate::{laws_of, solution_limit};

/// Returns the laws that a backend breaks.
fn complaints(backend: &Backend) -> Vec<&'static str> {
    let all = laws_of(backend).into_iter();
    all.filter(|(_, _, law)| law(backend).is_err()).map(|(_, says, _)| says).collect()
}

type Prepare = fn(&Geometry) -> Box<dyn Solver>;

#[track_caller]
fn check(prepare: Prepare, law: &str) {
    // A faulty solver is created by a function; the row is that of an honest one.
    thread_local! { static FAULT: Cell<Option<Prepare>> = const { Cell::new(None) }; }
    FAULT.set(Some(prepare));
    let takes = Takes::puzzles(|geometry| Ok(FAULT.get().expect("a fault")(geometry)));
    let faulty = Backend { takes, ..MRV };
    let complaints = complaints(&faulty);
    assert!(complaints.contains(&law), "the laws complain of {complaints:?}");
}

fn honest(geometry: &Geometry) -> Box<dyn Solver> {
    MRV.prepare::<Puzzle>(geometry).expect("it takes every geometry")
}

type Change = fn(&Puzzle, &Limits<'_>, Outcome) -> Outcome;

/// An honest solver whose outcomes are changed afterwards.
struct Changed {
    inner: Box<dyn Solver>,
    change: Change,
}

impl Solver for Changed {
    fn solve(&mut self, puzzle: &Puzzle, limits: &Limits<'_>) -> Outcome {
        (self.change)(puzzle, limits, self.inner.solve(puzzle, limits))
    }

    fn trace(
        &mut self,
        puzzle: &Puzzle,
        limits: &Limits<'_>,
        observer: &mut dyn Observer,
    ) -> Outcome {
        (self.change)(puzzle, limits, self.inner.trace(puzzle, limits, observer))
    }
}

#[test]
fn the_honest_row_breaks_no_law() {
    assert_eq!(complaints(&MRV), Vec::<&str>::new());
}

#[test]
fn a_forgotten_diagonal_is_found() {
    /// Solves as if the last region did not exist.
    struct Forgetful(Arc<Geometry>, Box<dyn Solver>);
    impl Solver for Forgetful {
        fn solve(&mut self, puzzle: &Puzzle, limits: &Limits<'_>) -> Outcome {
            let puzzle = Puzzle::from_allowed(self.0.clone(), puzzle.allowed().collect());
            self.1.solve(&puzzle, limits)
        }
    }
    let prepare: Prepare = |geometry| {
        let mut regions = geometry.regions().to_vec();
        regions.pop();
        let positions = (0..geometry.cells()).map(|cell| geometry.position(cell)).collect();
        let poorer = Geometry::new("", geometry.alphabet().clone(), positions, regions);
        let poorer = Arc::new(poorer.expect("fewer regions are legal"));
        let inner = honest(&poorer);
        Box::new(Forgetful(poorer, inner))
    };
    check(prepare, "it finds the known number of solutions");
    check(prepare, "it agrees with the oracle on every kind of geometry");
    check(prepare, "clashing givens have no solution");
}

#[test]
fn a_board_that_is_refused_or_given_up_is_found() {
    let law = "it solves every shipped geometry";
    let refusing = Backend {
        takes: Takes::puzzles(|geometry| match geometry.cells() {
            369 => Err(Unsupported("five grids".into())),
            _ => MRV.prepare::<Puzzle>(geometry),
        }),
        ..MRV
    };
    assert_eq!(complaints(&refusing), [law]);
    check(
        |geometry| {
            let change = |puzzle: &Puzzle, _: &Limits<'_>, outcome: Outcome| match puzzle
                .geometry()
                .symbols()
            {
                25 => Outcome { stop: Stop::Deadline, ..outcome },
                _ => outcome,
            };
            Box::new(Changed { inner: honest(geometry), change })
        },
        law,
    );
}

#[test]
fn givens_counted_as_bets_are_found() {
    check(
        |geometry| {
            let change = |puzzle: &Puzzle, _: &Limits<'_>, mut outcome: Outcome| {
                outcome.counters.bets += puzzle.clues() as u64;
                outcome
            };
            Box::new(Changed { inner: honest(geometry), change })
        },
        "givens are neither bets nor deductions",
    );
}

#[test]
fn a_solver_that_keeps_state_is_found() {
    struct Learning(Box<dyn Solver>, u64);
    impl Solver for Learning {
        fn solve(&mut self, puzzle: &Puzzle, limits: &Limits<'_>) -> Outcome {
            let mut outcome = self.0.solve(puzzle, limits);
            outcome.counters.nodes += self.1;
            self.1 += outcome.counters.conflicts;
            outcome
        }
    }
    check(
        |geometry| Box::new(Learning(honest(geometry), 0)),
        "it is independent of earlier puzzles",
    );
    check(
        |geometry| Box::new(Learning(honest(geometry), 0)),
        "it is independent of earlier puzzles on every geometry",
    );
}

/// Skips the first of several puzzles, and reads no line.
struct Careless(Box<dyn Solver>);

impl Solver for Careless {
    fn solve(&mut self, puzzle: &Puzzle, limits: &Limits<'_>) -> Outcome {
        self.0.solve(puzzle, limits)
    }
}

impl BatchSolver for Careless {
    fn solve_batch(
        &mut self,
        puzzles: &[&Puzzle],
        limits: &Limits<'_>,
        outcomes: &mut Vec<Outcome>,
    ) {
        outcomes.extend(puzzles[1..].iter().map(|puzzle| self.0.solve(puzzle, limits)));
    }
}

impl LineSolver for Careless {
    fn solve_lines(&mut self, text: &[u8], _: &Limits<'_>, solved: &mut Vec<LineResult>) -> bool {
        let nothing = LineResult { solutions: 0, is_all: true, bets: 0, grid: [b'.'; 81] };
        *solved = vec![nothing; text.len() / 82];
        true
    }
}

#[test]
fn a_batch_that_loses_a_puzzle_is_found() {
    let batch = |geometry: &Geometry| -> Result<Box<dyn BatchSolver>, Unsupported> {
        Ok(Box::new(Careless(honest(geometry))))
    };
    let complaints = complaints(&Backend { batch: Some(batch), ..MRV });
    assert_eq!(complaints, ["a batch gives the results of its puzzles"]);
}

#[test]
fn lines_with_another_answer_are_found() {
    let lines = |geometry: &Geometry| -> Result<Box<dyn LineSolver>, Unsupported> {
        Ok(Box::new(Careless(honest(geometry))))
    };
    let complaints = complaints(&Backend { lines: Some(lines), ..MRV });
    assert_eq!(complaints, ["a line gives the result of its puzzle"]);
}

#[test]
fn an_undeclared_round_limit_is_found() {
    let secretive = Backend { counts: &[], ..solvers::candidates::rounds::ROUNDS };
    assert!(crate::limits::rounds::<Puzzle>(&secretive).is_err());
    assert_eq!(crate::limits::rounds::<Puzzle>(&solvers::candidates::rounds::ROUNDS), Ok(()));
}

#[test]
fn a_solution_too_many_or_too_few_is_found() {
    check(
        |geometry| {
            let change = |_: &Puzzle, limits: &Limits<'_>, outcome: Outcome| {
                let solutions = (outcome.solutions + 1).min(limits.solutions);
                Outcome { solutions, ..outcome }
            };
            Box::new(Changed { inner: honest(geometry), change })
        },
        "it finds the known number of solutions",
    );
    check(
        |geometry| {
            let change = |_: &Puzzle, _: &Limits<'_>, outcome: Outcome| match outcome.stop {
                // It stops one solution early and claims to be exhausted.
                Stop::SolutionLimit if outcome.solutions == 2 => {
                    Outcome { stop: Stop::Exhausted, solutions: 1, second: None, ..outcome }
                }
                _ => outcome,
            };
            Box::new(Changed { inner: honest(geometry), change })
        },
        "it finds the known number of solutions",
    );
}

#[test]
fn clashes_that_are_overlooked_are_found() {
    /// Drops the second of two givens that clash.
    struct Generous(Box<dyn Solver>);
    impl Solver for Generous {
        fn solve(&mut self, puzzle: &Puzzle, limits: &Limits<'_>) -> Outcome {
            let geometry = puzzle.geometry();
            let mut givens = puzzle.givens();
            for cell in 0..givens.len() {
                let clashes = |&peer: &usize| peer < cell && givens[peer] == givens[cell];
                if givens[cell].is_some() && geometry.peers(cell).iter().any(clashes) {
                    givens[cell] = None;
                }
            }
            self.0.solve(&Puzzle::from_givens(geometry.clone(), &givens), limits)
        }
    }
    check(|geometry| Box::new(Generous(honest(geometry))), "clashing givens have no solution");
    check(|geometry| Box::new(Generous(honest(geometry))), "pencil marks are obeyed");
}

#[test]
fn a_preference_for_a_symbol_in_a_place_is_found() {
    /// Never places the last symbol in the last cell.
    struct Picky(Box<dyn Solver>);
    impl Solver for Picky {
        fn solve(&mut self, puzzle: &Puzzle, limits: &Limits<'_>) -> Outcome {
            let mut allowed: Vec<_> = puzzle.allowed().collect();
            if let Some(last) = allowed.last_mut().filter(|set| set.len() > 1) {
                last.remove(puzzle.geometry().symbols() as u8 - 1);
            }
            self.0.solve(&Puzzle::from_allowed(puzzle.geometry().clone(), allowed), limits)
        }
    }
    check(
        |geometry| Box::new(Picky(honest(geometry))),
        "relabelling and permuting a puzzle does not change its result",
    );
}

#[test]
fn a_conclusion_that_does_not_hold_is_found() {
    let change = |puzzle: &Puzzle, limits: &Limits<'_>, outcome: Outcome| {
        // It gives up if there are several solutions, and keeps one of them.
        let Some(first) = outcome.first.clone().filter(|_| outcome.solutions == limits.solutions)
        else {
            return outcome;
        };
        let mut allowed: Vec<_> = puzzle.allowed().collect();
        allowed[0] = board::SymbolSet::only(first[0]);
        let partial = Some(Puzzle::from_allowed(puzzle.geometry().clone(), allowed));
        Outcome { stop: Stop::Stuck, solutions: 0, first: None, second: None, partial, ..outcome }
    };
    thread_local! { static CHANGE: Cell<Option<Change>> = const { Cell::new(None) }; }
    CHANGE.set(Some(change));
    let rash = Backend {
        complete: false,
        takes: Takes::puzzles(|geometry| {
            let change = CHANGE.get().expect("a fault");
            Ok(Box::new(Changed { inner: honest(geometry), change }))
        }),
        ..MRV
    };
    assert!(complaints(&rash).contains(&"its conclusions hold in every solution"));
}

#[test]
fn a_colouring_with_a_clash_is_found() {
    let change = |puzzle: &Puzzle, _: &Limits<'_>, outcome: Outcome| {
        let clashing = outcome.partial.as_ref().map(|partial| {
            let mut allowed: Vec<_> = partial.allowed().collect();
            let first = puzzle.geometry().regions()[0].cells.iter().filter(|&&cell| {
                puzzle.given(cell).is_none() && puzzle.allowed_in(cell).contains(0)
            });
            first.for_each(|&cell| allowed[cell] = board::SymbolSet::only(0));
            Puzzle::from_allowed(puzzle.geometry().clone(), allowed)
        });
        Outcome { partial: clashing, ..outcome }
    };
    thread_local! { static CHANGE: Cell<Option<Change>> = const { Cell::new(None) }; }
    CHANGE.set(Some(change));
    let clashing = Backend {
        takes: Takes::puzzles(|geometry| {
            let inner = WELSH_POWELL.prepare::<Puzzle>(geometry)?;
            Ok(Box::new(Changed { inner, change: CHANGE.get().expect("a fault") }))
        }),
        ..WELSH_POWELL
    };
    assert_eq!(complaints(&WELSH_POWELL), Vec::<&str>::new());
    assert!(complaints(&clashing).contains(&"its conclusions hold in every solution"));
}

#[test]
fn an_undeclared_stuck_row_is_found() {
    let silent = Backend { complete: true, ..solvers::logic::rows::SINGLES };
    assert!(complaints(&silent).contains(&"it finds the known number of solutions"));
}

#[test]
fn a_task_has_its_limit() {
    use solvers::Task;
    assert_eq!([Task::First, Task::Unique, Task::Count].map(|t| solution_limit(t, 9)), [1, 2, 9]);
}
