//! The sweep over problems with multiplicities: each state is counted once.
//!
//! Items are covered in a fixed order. As in Algorithm M ([`crate::cover`]), a step chooses the next of the options of
//! an item, or that none is chosen any more; those before it are left out for good. What the rest depends on is how
//! often the items are covered whose options are partly decided:
//!
//! ```text
//!   edges of a graph, decided in the order    ┌ a─b  a─c  a─d │ b─c  b─d  c─d ┐
//!   of their first vertex; each vertex has    └    decided    │               ┘
//!   two of them                               state: b, c and d have 1, 1 and 0
//! ```
//!
//! This is the frontier method (Sekine, Imai & Tani 1995, *Computing the Tutte polynomial of a graph of moderate size*;
//! Knuth, *The Art of Computer Programming* 4A, §7.1.4, exercise 225; Kawahara, Inoue, Iwashita & Minato 2017,
//! *Frontier-based search for enumerating all constrained subgraphs with compressed representation*), with options in
//! place of edges and a table in place of layers. Otherwise it is the search of [`sweep`](super::sweep).

use std::ops::ControlFlow;

use board::Count;
use board::instance::{ExactCover, Item};

use super::multi_states::MultiStates;
use super::table::{KnownStates, Table};
use crate::contract::{Meter, Observer, Search, Stop};

/// The search on the states of a problem.
pub(super) struct MultiSweep {
    states: MultiStates,
    table: Table,
    /// The state that is entered, and the place of the option to decide next.
    state: Vec<u64>,
    next: usize,
    levels: Vec<Level>,
    /// The alternatives of all levels, and the states after them.
    alternatives: Vec<Alternative>,
    after: Vec<u64>,
    /// The state of each level that is kept in the table, after the place of its next option.
    keys: Vec<u64>,
    chosen: Vec<usize>,
    /// The number of solutions that were found option by option.
    found: u64,
}

/// A state whose alternatives are being tried.
#[derive(Debug)]
struct Level {
    item: Item,
    /// Where its alternatives begin, and the one to try next.
    start: usize,
    next: usize,
    /// How many options were chosen before.
    chosen: usize,
    /// The number of solutions of the alternatives tried so far.
    count: Count,
}

/// What may be chosen next of an item.
#[derive(Clone, Copy, Debug)]
struct Alternative {
    /// An option, or that none is chosen any more.
    option: Option<usize>,
    /// The place of the option to decide next.
    next: usize,
}

impl MultiSweep {
    /// Returns the search of a problem.
    pub(super) fn new(problem: &ExactCover, order: &[Item]) -> Self {
        let states = MultiStates::new(problem, order);
        Self {
            table: Table::new(1 + states.words()),
            state: Vec::new(),
            next: 0,
            levels: Vec::new(),
            alternatives: Vec::new(),
            after: Vec::new(),
            keys: Vec::new(),
            chosen: Vec::new(),
            found: 0,
            states,
        }
    }

    /// Returns the number of solutions of the state that was just entered, if it is known. Otherwise opens a level for
    /// it.
    fn enter<O: Observer>(
        &mut self,
        meter: &mut Meter<'_, O, Vec<usize>>,
    ) -> ControlFlow<Stop, Option<Count>> {
        let start = self.alternatives.len();
        let item = loop {
            if self.next == self.states.n_options() {
                self.found += 1;
                meter.solution(&self.chosen)?;
                return ControlFlow::Continue(Some(Count::ONE));
            }
            let item = self.push_alternatives();
            match self.alternatives[start..] {
                [] => {
                    meter.conflict();
                    return ControlFlow::Continue(Some(Count::ZERO));
                }
                // The item is covered as often as it may be.
                [Alternative { option: None, .. }] => {
                    self.load(start);
                    self.truncate(start);
                }
                _ => break item,
            }
        };
        if self.alternatives.len() - start > 1 {
            let key = self.keys.len();
            self.keys.push(self.next as u64);
            self.keys.extend_from_slice(&self.state);
            let is_usable = |count: &Count| count.is_zero() || self.found > 1;
            if let Some(count) = self.table.known(&self.keys[key..]).filter(is_usable) {
                self.keys.truncate(key);
                self.truncate(start);
                meter.known(&count)?;
                return ControlFlow::Continue(Some(count));
            }
        }
        let (chosen, count) = (self.chosen.len(), Count::ZERO);
        self.levels.push(Level { item, start, next: start, chosen, count });
        ControlFlow::Continue(None)
    }

    /// Appends the alternatives of the state that is entered, and returns their item.
    fn push_alternatives(&mut self) -> Item {
        let Self { states, state, next, alternatives, after, .. } = self;
        let (item, end) = states.item(*next);
        // The state without the options so far stands where the next one after a choice is to stand.
        let mut start = after.len();
        after.extend_from_slice(state);
        for at in *next..end {
            after.extend_from_within(start..);
            let (chosen, without) = after[start..].split_at_mut(states.words());
            if states.choose(at, chosen) {
                alternatives.push(Alternative { option: Some(states.option(at)), next: at + 1 });
                start += states.words();
            } else {
                chosen.copy_from_slice(without);
                after.truncate(start + states.words());
            }
            if !states.leave_out(at, &mut after[start..]) {
                after.truncate(start);
                return item;
            }
        }
        alternatives.push(Alternative { option: None, next: end });
        item
    }

    /// Makes the state after an alternative the one that is entered.
    fn load(&mut self, alternative: usize) {
        let words = self.states.words();
        self.state.copy_from_slice(&self.after[alternative * words..][..words]);
        self.next = self.alternatives[alternative].next;
    }

    /// Removes the alternatives from one on.
    fn truncate(&mut self, alternative: usize) {
        self.alternatives.truncate(alternative);
        self.after.truncate(alternative * self.states.words());
    }

    /// Adds the number of solutions of a state that is left to those of the state before it.
    fn leave(&mut self, count: &Count) {
        if let Some(level) = self.levels.last_mut() {
            level.count += count;
        }
    }

    /// Enters the state after the next untried alternative. Returns `false` if there is none.
    fn next_alternative<O: Observer>(&mut self, meter: &mut Meter<'_, O, Vec<usize>>) -> bool {
        while let Some(level) = self.levels.last_mut() {
            let n_alternatives = self.alternatives.len() - level.start;
            if level.next > level.start {
                self.chosen.truncate(level.chosen);
                if n_alternatives > 1 {
                    meter.undo();
                }
            }
            if level.next < self.alternatives.len() {
                let (item, alternative) = (level.item, level.next);
                level.next += 1;
                self.load(alternative);
                match self.alternatives[alternative].option {
                    Some(option) => {
                        meter.choose(option, n_alternatives);
                        self.chosen.push(option);
                    }
                    None => meter.close(item as usize, n_alternatives),
                }
                return true;
            }
            self.close();
        }
        false
    }

    /// Closes the last level, of which all alternatives were tried.
    fn close(&mut self) {
        let Some(Level { start, count, .. }) = self.levels.pop() else { return };
        if self.alternatives.len() - start > 1 {
            let key = self.keys.len() - self.table.words();
            self.table.add(&self.keys[key..], &count);
            self.keys.truncate(key);
        }
        self.truncate(start);
        self.leave(&count);
    }

    /// Enters the state in which nothing is decided.
    fn start(&mut self, memory: Option<u64>) {
        self.table.start(memory);
        self.state.clear();
        self.state.resize(self.states.words(), 0);
        self.next = 0;
        self.levels.clear();
        self.truncate(0);
        self.keys.clear();
        self.chosen.clear();
        self.found = 0;
    }
}

impl Search<ExactCover> for MultiSweep {
    fn search<O: Observer>(
        &mut self,
        _: &ExactCover,
        meter: &mut Meter<'_, O, Vec<usize>>,
    ) -> ControlFlow<Stop> {
        self.start(meter.memory());
        meter.node()?;
        if !self.states.is_possible() {
            meter.conflict();
            return ControlFlow::Continue(());
        }
        loop {
            if let Some(count) = self.enter(meter)? {
                self.leave(&count);
            }
            if !self.next_alternative(meter) {
                return ControlFlow::Continue(());
            }
            meter.node()?;
        }
    }
}
