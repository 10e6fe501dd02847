//! The certificate of a count: a search that writes a line for each state ([`CountWriter`]).
//!
//! It is a search of its own, untimed and simple: lists instead of counters, and a table that has the number
//! of each state's line beside its count. Every state that is entered gets a line, so that the checker needs no
//! search. Lines leave as soon as a state is counted. When the table is full it is emptied, and a state that
//! is met again gets another line.

use std::ops::ControlFlow;

use board::Count;
use board::instance::{CountChild, CountWriter, ExactCover, Item};

use super::places::Places;
use super::states::States;
use crate::contract::{CountProver, Limits, Meter, Observer, Search, Solver, Stop};

/// The size of the table where memory is not limited, in bytes.
const MOST_BYTES: u64 = 1 << 30;

/// Which item the search covers next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Choice {
    /// The first one in the order.
    First,
    /// One with the fewest options, the first of them.
    Fewest,
}

/// Writes certificates of a problem.
pub(super) struct Prover {
    order: Vec<Item>,
    choice: Choice,
}

impl Prover {
    /// Returns the prover that covers the items of a problem in this order, or in one that depends on the state.
    pub(super) fn new(order: Vec<Item>, choice: Choice) -> Self {
        Self { order, choice }
    }
}

impl CountProver<ExactCover> for Prover {
    fn prove_count(
        &mut self,
        problem: &ExactCover,
        limits: &Limits<'_>,
        writer: &mut CountWriter<'_>,
    ) -> Result<(), Stop> {
        let mut proving = Proving::new(problem, self, writer);
        match proving.solve(problem, limits).stop {
            Stop::Exhausted => Ok(()),
            stop => Err(stop),
        }
    }
}

/// A certificate that is being written.
struct Proving<'p, 'w> {
    prover: &'p Prover,
    writer: &'p mut CountWriter<'w>,
    states: States,
    /// The places of the primary items of each option.
    items: Vec<Vec<usize>>,
    known: Places,
    /// The line and the count of each known state.
    proved: Vec<Proved>,
    /// The states that are being counted, one for each level and one that is just entered.
    stack: Vec<u64>,
    levels: Vec<Level>,
    chosen: Vec<usize>,
}

/// How a certificate refers to a state, and its number of solutions.
type Proved = (CountChild, Count);

/// A state whose options are being tried.
struct Level {
    /// Its item, unless it is the first open one.
    item: Option<Item>,
    /// All options that fit, if the choice of items depends on them.
    left: Vec<u32>,
    /// Those of its item, in reverse, that are not yet tried.
    untried: Vec<u32>,
    children: Vec<(usize, CountChild)>,
    count: Count,
}

impl<'p, 'w> Proving<'p, 'w> {
    fn new(problem: &ExactCover, prover: &'p Prover, writer: &'p mut CountWriter<'w>) -> Self {
        let mut places = vec![0; problem.primary()];
        for (place, &item) in prover.order.iter().enumerate() {
            places[item as usize] = place;
        }
        let primary = |option: &[board::instance::Entry]| {
            option.iter().filter_map(|entry| places.get(entry.item as usize)).copied().collect()
        };
        let states = States::new(problem, &prover.order);
        Self {
            prover,
            writer,
            items: problem.options().map(primary).collect(),
            known: Places::new(states.words()),
            proved: Vec::new(),
            stack: states.initial().to_vec(),
            states,
            levels: Vec::new(),
            chosen: Vec::new(),
        }
    }

    /// Returns the state on top of the stack.
    fn state(&self) -> &[u64] {
        &self.stack[self.stack.len() - self.states.words()..]
    }

    /// Returns what is known of the state that was just entered. Otherwise opens a level for it.
    fn enter(&mut self) -> Option<Proved> {
        let start = self.stack.len() - self.states.words();
        self.states.forget(&mut self.stack[start..]);
        let Some(first) = self.states.next_item(self.state()) else {
            return Some((CountChild::Covered, Count::ONE));
        };
        if let Some(place) = self.known.find(self.state()) {
            return Some(self.proved[place as usize].clone());
        }
        let (place, left) = match self.prover.choice {
            Choice::First => (first, Vec::new()),
            Choice::Fewest => {
                let left = self.left();
                (self.fewest(&left), left)
            }
        };
        let item = (place != first).then(|| self.prover.order[place]);
        let mut untried: Vec<u32> = match self.prover.choice {
            Choice::First => {
                let mut fitting = Vec::new();
                self.states.fitting(place, self.state(), &mut fitting);
                fitting
            }
            Choice::Fewest => {
                let has_it = |option: &u32| self.items[*option as usize].contains(&place);
                left.iter().copied().filter(has_it).collect()
            }
        };
        if untried.is_empty() {
            return Some((CountChild::Dead(item), Count::ZERO));
        }
        untried.reverse();
        let (children, count) = (Vec::new(), Count::ZERO);
        self.levels.push(Level { item, left, untried, children, count });
        None
    }

    /// Returns those of some options that fit the state on top of the stack.
    fn fitting(&self, options: impl Iterator<Item = u32>) -> Vec<u32> {
        options.filter(|&option| self.states.fits(option, self.state())).collect()
    }

    /// Returns all options with a primary item that fit the state on top of the stack.
    fn left(&self) -> Vec<u32> {
        match self.levels.last() {
            Some(before) => self.fitting(before.left.iter().copied()),
            None => (0..self.items.len() as u32)
                .filter(|&option| !self.items[option as usize].is_empty())
                .collect(),
        }
    }

    /// Returns the place of an open item with the fewest of these options, the first of them.
    fn fewest(&self, left: &[u32]) -> usize {
        let mut counts = vec![0; self.prover.order.len()];
        for &place in left.iter().flat_map(|&option| &self.items[option as usize]) {
            counts[place] += 1;
        }
        let is_open = |place: &usize| self.state()[place / 64] >> (place % 64) & 1 == 1;
        let open = (0..counts.len()).filter(is_open);
        open.min_by_key(|&place| counts[place]).expect("an item is open")
    }

    /// Puts the state after the next untried option on the stack. Returns `false` if there is none.
    fn next_option(&mut self) -> bool {
        let level = self.levels.last_mut().expect("a state was entered");
        let Some(option) = level.untried.pop() else { return false };
        self.chosen.push(option as usize);
        let start = self.stack.len() - self.states.words();
        self.stack.extend_from_within(start..);
        self.states.choose(option, &mut self.stack[start + self.states.words()..]);
        true
    }

    /// Writes the line of the last level, of which all options were tried.
    fn close(&mut self, most_bytes: u64) -> ControlFlow<Stop, Proved> {
        let level = self.levels.pop().expect("a state was entered");
        let line = self.writer.sum(&self.chosen, level.item, &level.children);
        let child = line.map_break(|()| Stop::Cancelled)?;
        let bytes = self.known.bytes() + (3 * self.proved.len() * size_of::<Proved>()) as u64;
        if bytes > most_bytes {
            self.known.clear();
            self.proved.clear();
        }
        let start = self.stack.len() - self.states.words();
        self.known.place(&self.stack[start..]);
        self.proved.push((child, level.count.clone()));
        ControlFlow::Continue((child, level.count))
    }
}

impl Search<ExactCover> for Proving<'_, '_> {
    fn search<O: Observer>(
        &mut self,
        _: &ExactCover,
        meter: &mut Meter<'_, O, Vec<usize>>,
    ) -> ControlFlow<Stop> {
        let most_bytes = meter.memory().map_or(MOST_BYTES, |bytes| MOST_BYTES.min(bytes / 2));
        self.writer.begin(&self.prover.order).map_break(|()| Stop::Cancelled)?;
        meter.node()?;
        let mut left = self.enter();
        loop {
            if let Some((child, count)) = left {
                self.stack.truncate(self.stack.len() - self.states.words());
                let Some(level) = self.levels.last_mut() else {
                    return self.writer.finish(child, &count).map_break(|()| Stop::Cancelled);
                };
                let option = self.chosen.pop().expect("an option led to the state");
                level.children.push((option, child));
                level.count += &count;
            }
            left = if self.next_option() {
                meter.node()?;
                self.enter()
            } else {
                Some(self.close(most_bytes)?)
            };
        }
    }
}
