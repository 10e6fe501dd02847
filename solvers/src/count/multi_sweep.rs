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

use super::multi_walk::MultiWalk;
use super::table::{KnownStates, Table};
use super::walk::{Look, Walk};
use crate::contract::{Meter, Observer, Search, Stop};

/// The search on the states of a problem.
pub(super) struct MultiSweep {
    walk: MultiWalk,
    table: Table,
    levels: Vec<Level>,
    /// The state of each level that is kept in the table.
    keys: Vec<u64>,
    chosen: Vec<usize>,
    /// The number of solutions that were found option by option.
    found: u64,
}

/// A state whose alternatives are being tried.
#[derive(Debug)]
struct Level {
    alternatives: usize,
    /// Whether one was tried.
    is_tried: bool,
    /// How many options were chosen before.
    chosen: usize,
    /// The number of solutions of the alternatives tried so far.
    count: Count,
}

impl MultiSweep {
    /// Returns the search of a problem.
    pub(super) fn new(problem: &ExactCover, order: &[Item]) -> Self {
        let walk = MultiWalk::new(problem, order);
        Self {
            table: Table::new(walk.key().len()),
            levels: Vec::new(),
            keys: Vec::new(),
            chosen: Vec::new(),
            found: 0,
            walk,
        }
    }

    /// Returns the number of solutions of the state that was just entered, if it is known. Otherwise opens a level for
    /// it.
    fn enter<O: Observer>(
        &mut self,
        meter: &mut Meter<'_, O, Vec<usize>>,
    ) -> ControlFlow<Stop, Option<Count>> {
        let alternatives = match self.walk.look() {
            Look::Solution => {
                self.found += 1;
                meter.solution(&self.chosen)?;
                return ControlFlow::Continue(Some(Count::ONE));
            }
            Look::DeadEnd => {
                meter.conflict();
                return ControlFlow::Continue(Some(Count::ZERO));
            }
            Look::Alternatives(number) => number,
        };
        if alternatives > 1 {
            let is_usable = |count: &Count| count.is_zero() || self.found > 1;
            if let Some(count) = self.table.known(self.walk.key()).filter(is_usable) {
                self.walk.pass();
                meter.known(&count)?;
                return ControlFlow::Continue(Some(count));
            }
            self.keys.extend_from_slice(self.walk.key());
        }
        self.walk.open();
        let (chosen, count) = (self.chosen.len(), Count::ZERO);
        self.levels.push(Level { alternatives, is_tried: false, chosen, count });
        ControlFlow::Continue(None)
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
            if level.is_tried {
                self.chosen.truncate(level.chosen);
                if level.alternatives > 1 {
                    meter.undo();
                }
            }
            level.is_tried = true;
            let Some(option) = self.walk.advance() else {
                self.close();
                continue;
            };
            match option {
                Some(option) => {
                    meter.choose(option, level.alternatives);
                    self.chosen.push(option);
                }
                None => meter.close(self.walk.item() as usize, level.alternatives),
            }
            return true;
        }
        false
    }

    /// Closes the last level, of which all alternatives were tried.
    fn close(&mut self) {
        let Some(Level { alternatives, count, .. }) = self.levels.pop() else { return };
        if alternatives > 1 {
            let key = self.keys.len() - self.table.words();
            self.table.add(&self.keys[key..], &count);
            self.keys.truncate(key);
        }
        self.leave(&count);
    }
}

impl Search<ExactCover> for MultiSweep {
    fn search<O: Observer>(
        &mut self,
        _: &ExactCover,
        meter: &mut Meter<'_, O, Vec<usize>>,
    ) -> ControlFlow<Stop> {
        self.table.start(meter.memory());
        self.levels.clear();
        self.keys.clear();
        self.chosen.clear();
        self.found = 0;
        let is_possible = self.walk.start();
        meter.node()?;
        if !is_possible {
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
