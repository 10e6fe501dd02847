//! Backends that tell less than they count.

use std::cell::Cell;

use board::Puzzle;
use solvers::candidates::mrv::MRV;
use solvers::candidates::rounds::ROUNDS;
use solvers::{Backend, Event, Limits, Observer, Outcome, Solver, Takes, logic};

use super::{Change, Changed, check, honest};
use crate::events::agree;

/// Tells all events but the first of those that are left out.
struct Shy {
    inner: Box<dyn Solver>,
    leaves_out: fn(&Event<'_>) -> bool,
}

impl Solver for Shy {
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
                let is_left_out = !self.2 && (self.1)(&event);
                self.2 |= is_left_out;
                if !is_left_out {
                    self.0.event(event);
                }
            }
        }
        self.inner.trace(puzzle, limits, &mut ButOne(observer, self.leaves_out, false))
    }
}

#[test]
fn an_event_too_few_is_found_of_every_kind() {
    type LeavesOut = fn(&Event<'_>) -> bool;
    thread_local! {
        static FAULT: Cell<Option<(Backend, LeavesOut)>> = const { Cell::new(None) };
    }
    let kinds: [(Backend, LeavesOut); 9] = [
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
    for (kind, (row, leaves_out)) in kinds.into_iter().enumerate() {
        FAULT.set(Some((row, leaves_out)));
        let takes = Takes::puzzles(|geometry| {
            let (row, leaves_out) = FAULT.get().expect("a fault");
            Ok(Box::new(Shy { inner: row.prepare::<Puzzle>(geometry)?, leaves_out }))
        });
        assert!(agree::<Puzzle>(&Backend { takes, ..row }).is_err(), "kind {kind}");
        assert_eq!(agree::<Puzzle>(&row), Ok(()));
    }
}

#[test]
fn a_row_that_tells_no_step_is_found() {
    struct Silent(Box<dyn Solver>);
    impl Solver for Silent {
        fn solve(&mut self, puzzle: &Puzzle, limits: &Limits<'_>) -> Outcome {
            self.0.solve(puzzle, limits)
        }
    }
    check(|geometry| Box::new(Silent(honest(geometry))), "its events tell what its counters count");
}

#[test]
fn a_counter_that_counts_more_than_is_told_is_found() {
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
