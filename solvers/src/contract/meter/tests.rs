//! Limits end a search where they say, and counters and events agree.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use super::*;
use crate::recorder::{Recorded, Recorder};

#[test]
fn a_node_limit_is_obeyed_to_the_node() {
    let limits = Limits { nodes: Some(3), ..Limits::solutions(1) };
    let mut meter: Meter<'_, ()> = Meter::new(&limits, ());
    let mut search = || {
        loop {
            meter.node()?;
        }
    };
    let flow: ControlFlow<Stop> = search();
    let outcome = meter.finish(flow);
    assert_eq!((outcome.stop, outcome.counters.nodes), (Stop::NodeLimit, 3));
}

#[test]
fn a_round_limit_is_obeyed_to_the_round() {
    for limit in [0, 1, 5] {
        let limits = Limits { rounds: Some(limit), ..Limits::solutions(1) };
        let mut meter: Meter<'_, ()> = Meter::new(&limits, ());
        let mut search = || {
            loop {
                meter.round()?;
            }
        };
        let flow: ControlFlow<Stop> = search();
        let outcome = meter.finish(flow);
        assert_eq!((outcome.stop, outcome.counters.rounds), (Stop::RoundLimit, limit));
    }
}

#[test]
fn a_cancel_flag_stops_within_the_interval() {
    let flag = AtomicBool::new(true);
    let limits = Limits { cancel: Some(&flag), ..Limits::solutions(1) };
    let mut meter: Meter<'_, ()> = Meter::new(&limits, ());
    let nodes = (0..).take_while(|_| meter.node().is_continue()).count();
    assert_eq!(nodes as u64, INTERVAL - 1);
}

#[test]
fn a_deadline_that_has_passed_stops_within_the_interval() {
    let limits = Limits { time: Some(Duration::ZERO), ..Limits::solutions(1) };
    let mut meter: Meter<'_, ()> = Meter::new(&limits, ());
    for _ in 0..INTERVAL {
        meter.remove_candidates(1);
    }
    assert_eq!(meter.node(), ControlFlow::Break(Stop::Deadline));
}

#[test]
fn two_solutions_are_kept_and_the_limit_ends_the_search() {
    let mut meter: Meter<'_, ()> = Meter::new(&Limits::solutions(3), ());
    assert!(meter.solution(&[0]).is_continue());
    assert!(meter.solution(&[1]).is_continue());
    let flow = meter.solution(&[2]);
    let outcome = meter.finish(flow);
    assert_eq!((outcome.stop, outcome.solutions), (Stop::SolutionLimit, 3));
    assert_eq!(outcome.first, Some(Grid::new([0])));
    assert_eq!(outcome.second, Some(Grid::new([1])));
}

#[test]
fn depth_is_the_largest_number_of_open_bets_and_events_agree() {
    let mut recorder = Recorder::default();
    let mut meter: Meter<'_, _> = Meter::new(&Limits::solutions(1), &mut recorder);
    meter.bet(0, 1, 2);
    meter.bet(5, 0, 3);
    meter.conflict();
    meter.undo();
    meter.bet(5, 2, 3);
    let counters = meter.finish(ControlFlow::Continue(())).counters;
    assert_eq!((counters.bets, counters.max_depth, counters.conflicts), (3, 2, 1));
    let bets = recorder.events.iter().filter(|e| matches!(e, Recorded::Bet { .. })).count();
    assert_eq!(bets, 3);
    assert_eq!(recorder.events[3], Recorded::Undo);
}

#[test]
fn phases_add_up_over_their_parts() {
    let mut meter: Meter<'_, ()> = Meter::new(&Limits::solutions(1), ());
    meter.phase(Phase::Encode);
    meter.phase(Phase::Solve);
    meter.phase(Phase::Solve);
    let phases = meter.finish(ControlFlow::Continue(())).phases;
    assert!(phases.encode.is_some() && phases.solve.is_some());
    assert_eq!(phases.decode, None);
}
