//! The certificate of a count: a search that writes a line for each state ([`CountWriter`]).
//!
//! It is a search of its own, untimed and simple: lists instead of counters, and a table that has the number
//! of each state's line beside its count. Every state that is entered gets a line, so that the checker needs no
//! search. Lines leave as soon as a state is counted. When the table is full it is emptied, and a state that
//! is met again gets another line. Where a state is taken apart, each part is a state of its own.

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
    /// The same, in each of the independent parts of a state.
    FewestOfPart,
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
    /// The places of the primary items of each option, and all its items.
    items: Vec<Vec<usize>>,
    all_items: Vec<Vec<usize>>,
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

/// A state that is being counted.
struct Level {
    /// All options that fit, if the choice of items depends on them.
    left: Vec<u32>,
    kind: LevelKind,
    count: Count,
}

enum LevelKind {
    /// The sum over the options of an item.
    Sum {
        /// The item, unless it is the first open one.
        item: Option<Item>,
        /// Its options that fit and are not yet tried, in reverse.
        untried: Vec<u32>,
        children: Vec<(usize, CountChild)>,
    },
    /// The product of parts.
    Product {
        /// The states of the parts that are not yet entered.
        parts: Vec<Vec<u64>>,
        children: Vec<CountChild>,
    },
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
        let all = |option: &[board::instance::Entry]| {
            option.iter().map(|entry| entry.item as usize).collect()
        };
        let states = States::new(problem, &prover.order);
        Self {
            prover,
            writer,
            items: problem.options().map(primary).collect(),
            all_items: problem.options().map(all).collect(),
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
            Choice::Fewest | Choice::FewestOfPart => {
                let left = self.left();
                (self.fewest(&left), left)
            }
        };
        let item = (place != first).then(|| self.prover.order[place]);
        let mut untried = self.options_of(place, &left);
        if untried.is_empty() {
            return Some((CountChild::Dead(item), Count::ZERO));
        }
        let parts = if untried.len() > 1 { self.parts(&left) } else { Vec::new() };
        let (kind, count) = if parts.len() > 1 {
            (LevelKind::Product { parts, children: Vec::new() }, Count::ONE)
        } else {
            untried.reverse();
            (LevelKind::Sum { item, untried, children: Vec::new() }, Count::ZERO)
        };
        self.levels.push(Level { left, kind, count });
        None
    }

    /// Returns the options of an item that fit the state on top of the stack, in ascending order. `left` are all that fit,
    /// if the choice of items depends on them.
    fn options_of(&self, place: usize, left: &[u32]) -> Vec<u32> {
        if self.prover.choice == Choice::First {
            let mut fitting = Vec::new();
            self.states.fitting(place, self.state(), &mut fitting);
            return fitting;
        }
        let has_it = |option: &u32| self.items[*option as usize].contains(&place);
        left.iter().copied().filter(has_it).collect()
    }

    /// Returns the independent parts of the state on top of the stack, if it is to be taken apart: options of different
    /// parts have no item in common. These options fit it.
    fn parts(&self, left: &[u32]) -> Vec<Vec<u64>> {
        let is_part =
            matches!(self.levels.last(), Some(Level { kind: LevelKind::Product { .. }, .. }));
        if self.prover.choice != Choice::FewestOfPart || is_part {
            return Vec::new();
        }
        // The places of the items of each part, and all its items.
        let mut parts: Vec<[Vec<usize>; 2]> = Vec::new();
        for &option in left {
            let [mut places, mut all] =
                [&self.items[option as usize], &self.all_items[option as usize]].map(Clone::clone);
            let linked = |part: &mut [Vec<usize>; 2]| part[1].iter().any(|item| all.contains(item));
            let joined: Vec<_> = parts.extract_if(.., linked).collect();
            for [more_places, more] in joined {
                places.extend(more_places);
                all.extend(more);
            }
            places.sort_unstable();
            places.dedup();
            all.sort_unstable();
            all.dedup();
            parts.push([places, all]);
        }
        parts.iter().map(|[places, _]| self.restricted(places)).collect()
    }

    /// Returns the state on top of the stack without the open items that are not at these places.
    fn restricted(&self, places: &[usize]) -> Vec<u64> {
        let mut state = self.state().to_vec();
        for place in (0..self.prover.order.len()).filter(|place| !places.contains(place)) {
            state[place / 64] &= !(1 << (place % 64));
        }
        state
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

    /// Puts the state after the next untried option on the stack, or the next part. Returns `false` if there is
    /// none.
    fn next_state(&mut self) -> bool {
        let level = self.levels.last_mut().expect("a state was entered");
        match &mut level.kind {
            LevelKind::Sum { untried, .. } => {
                let Some(option) = untried.pop() else { return false };
                self.chosen.push(option as usize);
                let start = self.stack.len() - self.states.words();
                self.stack.extend_from_within(start..);
                self.states.choose(option, &mut self.stack[start + self.states.words()..]);
            }
            LevelKind::Product { parts, .. } => {
                let Some(part) = parts.pop() else { return false };
                self.stack.extend(part);
            }
        }
        true
    }

    /// Removes the state on top of the stack, of which this is known. Returns it if it is the whole problem.
    fn leave(&mut self, (child, count): Proved) -> Option<Proved> {
        self.stack.truncate(self.stack.len() - self.states.words());
        let Some(level) = self.levels.last_mut() else { return Some((child, count)) };
        match &mut level.kind {
            LevelKind::Sum { children, .. } => {
                let option = self.chosen.pop().expect("an option led to the state");
                children.push((option, child));
                level.count += &count;
            }
            LevelKind::Product { children, .. } => {
                children.push(child);
                level.count *= &count;
            }
        }
        None
    }

    /// Writes the line of the last level, of which everything was counted.
    fn close(&mut self, most_bytes: u64) -> ControlFlow<Stop, Proved> {
        let Level { kind, count, .. } = self.levels.pop().expect("a state was entered");
        let line = match kind {
            LevelKind::Sum { item, children, .. } => {
                let open = self.is_in_part().then(|| self.open());
                self.writer.sum(&self.chosen, open.as_deref(), item, &children)
            }
            LevelKind::Product { children, .. } => self.writer.product(&children),
        };
        let child = line.map_break(|()| Stop::Cancelled)?;
        let bytes = self.known.bytes() + (3 * self.proved.len() * size_of::<Proved>()) as u64;
        if bytes > most_bytes {
            self.known.clear();
            self.proved.clear();
        }
        let start = self.stack.len() - self.states.words();
        self.known.place(&self.stack[start..]);
        self.proved.push((child, count.clone()));
        ControlFlow::Continue((child, count))
    }

    /// Returns whether the state on top of the stack is part of another one, or follows from a part.
    fn is_in_part(&self) -> bool {
        self.levels.iter().any(|level| matches!(level.kind, LevelKind::Product { .. }))
    }

    /// Returns the open items of the state on top of the stack.
    fn open(&self) -> Vec<Item> {
        let is_open = |place: &usize| self.state()[place / 64] >> (place % 64) & 1 == 1;
        (0..self.prover.order.len()).filter(is_open).map(|it| self.prover.order[it]).collect()
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
        let mut known = self.enter();
        loop {
            if let Some(proved) = known
                && let Some((child, count)) = self.leave(proved)
            {
                return self.writer.finish(child, &count).map_break(|()| Stop::Cancelled);
            }
            known = if self.next_state() {
                meter.node()?;
                self.enter()
            } else {
                Some(self.close(most_bytes)?)
            };
        }
    }
}
