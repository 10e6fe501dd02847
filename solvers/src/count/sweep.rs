//! The search: items are covered in a fixed order, and each state is counted once.
//!
//! ```text
//!   count(state):
//!       all items covered                     1
//!       in the table                          the number there
//!       otherwise                             the sum of count(state after option)
//!                                             over the options that fit of the next item
//! ```
//!
//! A state none of whose options fits is not looked up: on most boards it is a dead end more often than a state
//! that was met before, and the options are found with a few operations.
//!
//! The recursion is a stack of states, so deep problems need no deep call stack. Until two solutions are found
//! option by option, only states without any are looked up: these two are the grids that a referee can check.
//!
//! A fixed order does not look ahead: an item that has lost all its options is noticed when its turn comes. On
//! boards with few solutions, as a puzzle is, that is an enumeration of most of them, so the rows of sweeps take no
//! puzzles.

use std::ops::ControlFlow;

use board::Count;
use board::instance::{ExactCover, Item};

use super::keys::Keys;
use super::states::States;
use super::table::{KnownStates, Table};
use crate::contract::{Meter, Observer, Search, Stop};

/// The search on the states of a problem.
pub(super) struct Sweep {
    states: States,
    keys: Keys,
    table: Table,
    /// The states that are being counted, one for each level and one that is just entered.
    stack: Vec<u64>,
    levels: Vec<Level>,
    /// The key of the state of each level.
    key_stack: Vec<u64>,
    /// The options that fit the state of each level, one after the other.
    fitting: Vec<u32>,
    /// The option tried on each level. The last level may have none.
    chosen: Vec<usize>,
    /// The number of solutions that were found option by option.
    found: u64,
}

/// A state whose options are being tried.
#[derive(Debug)]
struct Level {
    /// Where its options begin, in `fitting`.
    start: usize,
    /// The option to try next, in `fitting`.
    next: usize,
    /// The number of options.
    alternatives: usize,
    /// The number of solutions of the options tried so far.
    count: Count,
}

impl Sweep {
    /// Returns the search of a problem.
    pub(super) fn new(problem: &ExactCover, order: &[Item]) -> Self {
        let states = States::new(problem, order);
        let keys = Keys::new(&states);
        Self {
            table: Table::new(keys.words()),
            keys,
            states,
            stack: Vec::new(),
            levels: Vec::new(),
            key_stack: Vec::new(),
            fitting: Vec::new(),
            chosen: Vec::new(),
            found: 0,
        }
    }

    /// Counts the solutions of the state on the stack. The caller reports the first node.
    fn run<O: Observer>(&mut self, meter: &mut Meter<'_, O, Vec<usize>>) -> ControlFlow<Stop> {
        loop {
            if let Some(count) = self.enter(meter)? {
                self.leave(&count);
            }
            if !self.next_option(meter) {
                return ControlFlow::Continue(());
            }
            meter.node()?;
        }
    }

    /// Returns the number of solutions of the state that was just entered, if it is known. Otherwise opens
    /// a level for it.
    fn enter<O: Observer>(
        &mut self,
        meter: &mut Meter<'_, O, Vec<usize>>,
    ) -> ControlFlow<Stop, Option<Count>> {
        let start = self.stack.len() - self.states.words();
        let state = &mut self.stack[start..];
        self.states.forget(state);
        let Some(place) = self.states.next_item(state) else {
            self.found += 1;
            meter.solution(&self.chosen)?;
            return ControlFlow::Continue(Some(Count::ONE));
        };
        let start = self.fitting.len();
        self.states.fitting(place, state, &mut self.fitting);
        let alternatives = self.fitting.len() - start;
        if alternatives == 0 {
            meter.conflict();
            return ControlFlow::Continue(Some(Count::ZERO));
        }
        let key = self.key_stack.len();
        self.keys.push(state, place, &mut self.key_stack);
        let is_usable = |count: &Count| count.is_zero() || self.found > 1;
        if let Some(count) = self.table.known(&self.key_stack[key..]).filter(is_usable) {
            self.fitting.truncate(start);
            self.key_stack.truncate(key);
            meter.known(&count)?;
            return ControlFlow::Continue(Some(count));
        }
        self.levels.push(Level { start, next: start, alternatives, count: Count::ZERO });
        ControlFlow::Continue(None)
    }

    /// Leaves a state that has `count` solutions.
    fn leave(&mut self, count: &Count) {
        self.stack.truncate(self.stack.len() - self.states.words());
        if let Some(level) = self.levels.last_mut() {
            level.count += count;
        }
    }

    /// Enters the state after the next untried option. Returns `false` if there is none.
    fn next_option<O: Observer>(&mut self, meter: &mut Meter<'_, O, Vec<usize>>) -> bool {
        let mut depth = self.levels.len();
        while let Some(level) = self.levels.last_mut() {
            if self.chosen.len() == depth {
                self.chosen.pop();
                if level.alternatives > 1 {
                    meter.undo();
                }
            }
            if level.next < level.start + level.alternatives {
                let option = self.fitting[level.next];
                level.next += 1;
                meter.choose(option as usize, level.alternatives);
                self.chosen.push(option as usize);
                self.push_after(option);
                return true;
            }
            self.close();
            depth -= 1;
        }
        false
    }

    /// Puts the state after an option on the stack.
    fn push_after(&mut self, option: u32) {
        let start = self.stack.len() - self.states.words();
        self.stack.extend_from_within(start..);
        self.states.choose(option, &mut self.stack[start + self.states.words()..]);
    }

    /// Closes the last level, of which all options were tried.
    fn close(&mut self) {
        let Some(Level { start, count, .. }) = self.levels.pop() else { return };
        self.fitting.truncate(start);
        let key = self.key_stack.len() - self.keys.words();
        self.table.add(&self.key_stack[key..], &count);
        self.key_stack.truncate(key);
        self.leave(&count);
    }

    /// Puts the state in which nothing is chosen on an empty stack.
    fn start(&mut self, memory: Option<u64>) {
        self.table.start(memory);
        self.stack.clear();
        self.stack.extend_from_slice(self.states.initial());
        self.levels.clear();
        self.key_stack.clear();
        self.fitting.clear();
        self.chosen.clear();
        self.found = 0;
    }
}

impl Search<ExactCover> for Sweep {
    fn search<O: Observer>(
        &mut self,
        _: &ExactCover,
        meter: &mut Meter<'_, O, Vec<usize>>,
    ) -> ControlFlow<Stop> {
        self.start(meter.memory());
        meter.node()?;
        self.run(meter)
    }
}
