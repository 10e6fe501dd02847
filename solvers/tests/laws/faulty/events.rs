//! Backends that report less than they count.

use std::cell::Cell;

use board::Puzzle;
use solvers::candidates::mrv::MRV;
use solvers::candidates::rounds::ROUNDS;
use solvers::{Backend, Event, Limits, Observer, Outcome, Solver, Takes, logic};

use super::{Change, Changed, check, honest};
use crate::events::agree;

/// Omits the first event that matches.
struct Omitting {
    inner: Box<dyn Solver>,
    omits: fn(&Event<'_>) -> bool,
}

impl Solver for Omitting {
    fn solve(&mut self, puzzle: &Puzzle, limits: &Limits<'_>) -> Outcome {
        self.inner.solve(puzzle, limits)
    }

    fn trace(
        &mut self,
        puzzle: &Puzzle,
        limits: &Limits<'_>,
        observer: &mut dyn Observer,
    ) -> Outcome {
        struct ButOne<'a>(&'a mut dyn Observer, fn(&Event<'_>) -> bool, bool);
        impl Observer for ButOne<'_> {
            fn event(&mut self, event: Event<'_>) {
                let is_omitted = !self.2 && (self.1)(&event);
                self.2 |= is_omitted;
                if !is_omitted {
                    self.0.event(event);
                }
            }
        }
        self.inner.trace(puzzle, limits, &mut ButOne(observer, self.omits, false))
    }
}

#[test]
fn an_event_too_few_is_found_of_every_kind() {
    type Omits = fn(&Event<'_>) -> bool;
    thread_local! {
        static FAULT: Cell<Option<(Backend, Omits)>> = const { Cell::new(None) };
    }
    let kinds: [(Backend, Omits); 9] = [
        (MRV, |event| matches!(event, Event::Node)),
        (MRV, |event| matches!(event, Event::Bet { .. })),
        (MRV, |event| matches!(event, Event::Undo)),
        (MRV, |event| matches!(event, Event::Conflict)),
        (MRV, |event| matches!(event, Event::Deduce { .. })),
        (MRV, |event| matches!(event, Event::Solution { .. })),
        (ROUNDS, |event| matches!(event, Event::Round)),
        (ROUNDS, |event| matches!(event, Event::Pass)),
        (logic::rows::ALL, |event| matches!(event, Event::Step { .. })),
    ];
    for (kind, (row, omits)) in kinds.into_iter().enumerate() {
        FAULT.set(Some((row, omits)));
        let takes = Takes::puzzles(|geometry| {
            let (row, omits) = FAULT.get().expect("a fault");
            Ok(Box::new(Omitting { inner: row.prepare::<Puzzle>(geometry)?, omits }))
        });
        assert!(agree::<Puzzle>(&Backend { takes, ..row }).is_err(), "kind {kind}");
        assert_eq!(agree::<Puzzle>(&row), Ok(()));
    }
}

#[test]
fn a_row_that_reports_no_step_is_found() {
    struct Silent(Box<dyn Solver>);
    impl Solver for Silent {
        fn solve(&mut self, puzzle: &Puzzle, limits: &Limits<'_>) -> Outcome {
            self.0.solve(puzzle, limits)
        }
    }
    check(|geometry| Box::new(Silent(honest(geometry))), "its events agree with its counters");
}

#[test]
fn a_step_that_places_another_symbol_is_found() {
    /// Reports each deduction with another symbol.
    struct Wrong(Box<dyn Solver>);
    impl Solver for Wrong {
        fn solve(&mut self, puzzle: &Puzzle, limits: &Limits<'_>) -> Outcome {
            self.0.solve(puzzle, limits)
        }

        fn trace(
            &mut self,
            puzzle: &Puzzle,
            limits: &Limits<'_>,
            observer: &mut dyn Observer,
        ) -> Outcome {
            struct Others<'a>(&'a mut dyn Observer);
            impl Observer for Others<'_> {
                fn event(&mut self, event: Event<'_>) {
                    self.0.event(match event {
                        Event::Deduce { cell, symbol } => {
                            Event::Deduce { cell, symbol: symbol ^ 1 }
                        }
                        other => other,
                    });
                }
            }
            self.0.trace(puzzle, limits, &mut Others(observer))
        }
    }
    check(|geometry| Box::new(Wrong(honest(geometry))), "its steps lead to its solutions");
}

#[test]
fn a_counter_above_its_events_is_found() {
    let change = |_: &Puzzle, _: &Limits<'_>, mut outcome: Outcome| {
        outcome.counters.conflicts += 1;
        outcome
    };
    thread_local! { static CHANGE: Cell<Option<Change>> = const { Cell::new(None) }; }
    CHANGE.set(Some(change));
    let counts_too_much = Backend {
        takes: Takes::puzzles(|geometry| {
            let change = CHANGE.get().expect("a fault");
            Ok(Box::new(Changed { inner: honest(geometry), change }))
        }),
        ..MRV
    };
    assert!(agree::<Puzzle>(&counts_too_much).is_err());
}
