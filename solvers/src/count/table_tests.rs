//! Tables are right and keep to their size, and keys determine states.

use std::collections::HashMap;

use board::Count;
use board::instance::ExactCover;
use board::seed::seeded;
use rand::RngExt;

use super::keys::Keys;
use super::order;
use super::rows::SWEEP_BANDWIDTH;
use super::states::States;
use super::table::{KnownStates, Table};
use super::tests::{ALL, dominoes};
use crate::contract::{Limits, Stop};

/// The random stream of these tests.
const STREAM: u64 = 0xC1;

#[test]
fn states_that_differ_in_one_word_are_two_states() {
    let mut table = Table::new(3);
    table.add(&[1, 2, 3], &5.into());
    table.add(&[1, 2, 4], &6.into());
    assert_eq!(table.known(&[1, 2, 3]), Some(5.into()));
    assert_eq!(table.known(&[1, 2, 4]), Some(6.into()));
    assert_eq!(table.known(&[1, 2, 5]), None);
}

/// Counts of up to four digits, in tables of up to 100 kB, compared with a map that forgets nothing.
#[test]
fn a_table_answers_right_or_not_and_keeps_to_its_size() {
    let mut rng = seeded(1, STREAM);
    let (mut found, mut forgotten) = (0, 0);
    for _ in 0..300 {
        let words = rng.random_range(1..=4);
        let memory = 1 << rng.random_range(4..=17);
        let mut table = Table::new(words);
        table.start(Some(memory));
        let mut all: HashMap<Vec<u64>, Count> = HashMap::new();
        for _ in 0..2_000 {
            let state: Vec<u64> = (0..words).map(|_| rng.random_range(0..=9)).collect();
            match (table.known(&state), all.get(&state)) {
                (Some(count), expected) => {
                    assert_eq!(Some(&count), expected);
                    found += 1;
                }
                (None, Some(_)) => forgotten += 1,
                (None, None) => {}
            }
            let count = all.entry(state.clone()).or_insert_with(|| {
                let digits = if rng.random_bool(0.9) { 1 } else { rng.random_range(1..=4) };
                let digit = || rng.random_range(0..=u64::MAX);
                Count::from_digits(&std::iter::repeat_with(digit).take(digits).collect::<Vec<_>>())
            });
            table.add(&state, count);
            assert!(table.bytes() as u64 <= memory / 2, "{} of {memory}", table.bytes());
        }
    }
    assert!(found > 10_000 && forgotten > 10_000, "{found} {forgotten}");
}

#[test]
fn a_table_without_room_for_a_state_is_always_empty() {
    let mut table = Table::new(2);
    table.start(Some(10));
    table.add(&[1, 2], &5.into());
    assert_eq!((table.known(&[1, 2]), table.bytes()), (None, 0));
}

/// Six words of a state, of which the search is far away from all but one or two.
#[test]
fn the_key_of_a_state_of_a_board_is_a_word() {
    let problem = dominoes(18);
    let states = States::new(&problem, &order::bandwidth(&problem));
    assert_eq!((states.words(), Keys::new(&states).words()), (6, 1));
}

/// Eleven thousand states of 16 bytes or 24 fit into one megabyte.
#[test]
fn a_limit_that_holds_all_states_costs_no_node() {
    let problem = dominoes(12);
    let mut solver = SWEEP_BANDWIDTH.prepare::<ExactCover>(&problem).unwrap();
    let [unlimited, limited] = [None, Some(2_000_000)].map(|memory| {
        let outcome = solver.solve(&problem, &Limits { memory, ..ALL });
        assert_eq!((outcome.stop, outcome.solutions), (Stop::Exhausted, 53_060_477_521_960_000));
        outcome.counters.nodes
    });
    assert_eq!(unlimited, limited);
}
