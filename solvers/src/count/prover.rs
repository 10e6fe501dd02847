//! The certificate of a count: a search that writes a line for each state ([`CountWriter`]).
//!
//! It is a search of its own, untimed and simple: lists instead of counters, and a table that has the number
//! of each state's line beside its count. Every state that is entered gets a line, so that the checker needs no
//! search. Lines leave as soon as a state is counted. When the table is full it is emptied, and a state that
//! is met again gets another line. Where a state is taken apart, each part is a state of its own. Dead ends share
//! lines ([`DeadEnds`]), and are noticed as soon as an item has lost its last option.

use std::ops::ControlFlow;

use board::Count;
use board::instance::{CountChecker, CountWriter, ExactCover, Item};

use super::dead_ends::DeadEnds;
use super::places::Places;
use super::states::{States, bits};
use crate::contract::{CountProver, Limits, Meter, Observer, Search, Solver, Stop, Unsupported};
use crate::cover::ones_only;

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
    /// Returns the prover of a row, if the checker takes certificates of the problem.
    pub(super) fn prepare(
        problem: &ExactCover,
        order: Vec<Item>,
        choice: Choice,
    ) -> Result<Box<dyn CountProver<ExactCover>>, Unsupported> {
        ones_only(problem)?;
        let most = CountChecker::MOST_WORDS;
        if 64 * States::new(problem, &order).words() > most {
            return Err(Unsupported(format!("more than {most} items and uses of secondary items")));
        }
        Ok(Box::new(Self::new(order, choice)))
    }

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
    /// What is known of each of these states.
    proved: Vec<Proved>,
    dead_ends: DeadEnds,
    /// The states that are being counted, one for each level and one that is just entered.
    stack: Vec<u64>,
    levels: Vec<Level>,
}

/// The line that a certificate has of a state, and its number of solutions.
#[derive(Clone)]
struct Proved {
    line: u64,
    /// Whether the line is that of a dead end, which has not the whole state.
    is_dead_end: bool,
    count: Count,
}

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
        /// The place of the item, unless it is the first open one.
        item: Option<usize>,
        /// Its options that fit and are not yet tried, in reverse.
        untried: Vec<u32>,
        /// The options tried. The last one may still be entered, and then has no line.
        tried: Vec<u32>,
        children: Vec<Proved>,
    },
    /// The product of parts.
    Product {
        /// The states of the parts that are not yet entered.
        parts: Vec<Vec<u64>>,
        children: Vec<u64>,
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
        let items: Vec<Vec<usize>> = problem.options().map(primary).collect();
        Self {
            prover,
            writer,
            dead_ends: DeadEnds::new(&states, &items, problem.primary()),
            items,
            all_items: problem.options().map(all).collect(),
            known: Places::new(states.words()),
            proved: Vec::new(),
            stack: states.initial().to_vec(),
            states,
            levels: Vec::new(),
        }
    }

    /// Returns the state on top of the stack.
    fn state(&self) -> &[u64] {
        &self.stack[self.stack.len() - self.states.words()..]
    }

    /// Returns what is known of the state that was just entered. Otherwise opens a level for it.
    fn enter(&mut self) -> ControlFlow<(), Option<Proved>> {
        let start = self.stack.len() - self.states.words();
        self.states.forget(&mut self.stack[start..]);
        let Some(first) = self.states.next_item(self.state()) else {
            let line = CountWriter::COVERED;
            let covered = Proved { line, is_dead_end: false, count: Count::ONE };
            return ControlFlow::Continue(Some(covered));
        };
        if let Some(place) = self.known.find(self.state()) {
            return ControlFlow::Continue(Some(self.proved[place as usize].clone()));
        }
        let (place, left) = match self.prover.choice {
            Choice::First => (self.near_dead_end().unwrap_or(first), Vec::new()),
            Choice::Fewest | Choice::FewestOfPart => {
                let left = self.left();
                (self.fewest(&left), left)
            }
        };
        let item = (place != first).then_some(place);
        let mut untried = self.options_of(place, &left);
        if untried.is_empty() {
            let line = self.dead_ends.line(place, &self.stack[start..], self.writer)?;
            let dead_end = Proved { line, is_dead_end: true, count: Count::ZERO };
            return ControlFlow::Continue(Some(dead_end));
        }
        let parts = if untried.len() > 1 { self.parts(&left) } else { Vec::new() };
        let (kind, count) = if parts.len() > 1 {
            (LevelKind::Product { parts, children: Vec::new() }, Count::ONE)
        } else {
            untried.reverse();
            let (tried, children) = (Vec::new(), Vec::new());
            (LevelKind::Sum { item, untried, tried, children }, Count::ZERO)
        };
        self.levels.push(Level { left, kind, count });
        ControlFlow::Continue(None)
    }

    /// Returns an open item that the last option has deprived of its last one.
    fn near_dead_end(&self) -> Option<usize> {
        let Some(LevelKind::Sum { tried, .. }) = self.levels.last().map(|level| &level.kind) else {
            return None;
        };
        let items = &self.items[*tried.last()? as usize];
        self.dead_ends.near(items, &self.states, self.state())
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
            all.sort_unstable();
            let linked = |part: &mut [Vec<usize>; 2]| {
                part[1].iter().any(|item| all.binary_search(item).is_ok())
            };
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

    /// Returns the state on top of the stack without the open items that are not at these places, which ascend.
    fn restricted(&self, places: &[usize]) -> Vec<u64> {
        let mut state = self.state().to_vec();
        let is_elsewhere = |place: &usize| places.binary_search(place).is_err();
        for place in (0..self.prover.order.len()).filter(is_elsewhere) {
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
            LevelKind::Sum { untried, tried, .. } => {
                let Some(option) = untried.pop() else { return false };
                tried.push(option);
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

    /// Removes the state on top of the stack, of which this is known. Returns its count if it is the whole problem.
    fn leave(&mut self, proved: Proved) -> Option<Count> {
        self.stack.truncate(self.stack.len() - self.states.words());
        let Some(level) = self.levels.last_mut() else { return Some(proved.count) };
        match &mut level.kind {
            LevelKind::Sum { children, .. } => {
                level.count += &proved.count;
                children.push(proved);
            }
            LevelKind::Product { children, .. } => {
                level.count *= &proved.count;
                children.push(proved.line);
            }
        }
        None
    }

    /// Writes the line of the last level, of which everything was counted.
    fn close(&mut self, most_bytes: u64) -> ControlFlow<(), Proved> {
        let Level { kind, count, .. } = self.levels.pop().expect("a state was entered");
        let line = match kind {
            LevelKind::Sum { item, tried, children, .. } => self.write_sum(item, &tried, &children),
            LevelKind::Product { children, .. } => self.writer.product(children),
        };
        let proved = Proved { line: line?, is_dead_end: false, count };
        let bytes = self.known.bytes() + (3 * self.proved.len() * size_of::<Proved>()) as u64;
        if bytes + self.dead_ends.bytes() > most_bytes {
            self.known.clear();
            self.proved.clear();
            self.dead_ends.clear();
        }
        let start = self.stack.len() - self.states.words();
        self.known.place(&self.stack[start..]);
        self.proved.push(proved.clone());
        ControlFlow::Continue(proved)
    }

    /// Writes the line of the state on top of the stack, given what the options of an item lead to.
    ///
    /// The state is written by the option that leads to the nearest line, so that most numbers have one digit.
    fn write_sum(
        &mut self,
        item: Option<usize>,
        options: &[u32],
        children: &[Proved],
    ) -> ControlFlow<(), u64> {
        let whole = (0..children.len()).filter(|&child| !children[child].is_dead_end);
        let nearest = whole.max_by_key(|&child| children[child].line);
        let state = self.state();
        let mut others = state.to_vec();
        if let Some(child) = nearest {
            let mut after = state.to_vec();
            self.states.choose(options[child], &mut after);
            self.states.forget(&mut after);
            self.states.required(options[child]).for_each(|bit| after[bit / 64] |= 1 << (bit % 64));
            others.iter_mut().zip(after).for_each(|(others, known)| *others &= !known);
        }
        let words =
            others.iter().zip(0..).flat_map(|(&it, word)| bits(it).map(move |bit| 64 * word + bit));
        let first = nearest.into_iter();
        let rest = (0..children.len()).filter(|&child| Some(child) != nearest);
        let lines = first.chain(rest).map(|child| children[child].line);
        let option = nearest.map(|child| options[child] as usize);
        self.writer.sum(option, words, item, lines)
    }
}

impl Search<ExactCover> for Proving<'_, '_> {
    fn search<O: Observer>(
        &mut self,
        _: &ExactCover,
        meter: &mut Meter<'_, O, Vec<usize>>,
    ) -> ControlFlow<Stop> {
        let most_bytes = meter.memory().map_or(MOST_BYTES, |bytes| MOST_BYTES.min(bytes / 2));
        let cancelled = |()| Stop::Cancelled;
        self.writer.begin(&self.prover.order).map_break(cancelled)?;
        meter.node()?;
        let mut known = self.enter().map_break(cancelled)?;
        loop {
            if let Some(proved) = known
                && let Some(count) = self.leave(proved)
            {
                return self.writer.finish(&count).map_break(cancelled);
            }
            known = if self.next_state() {
                meter.node()?;
                self.enter().map_break(cancelled)?
            } else {
                Some(self.close(most_bytes).map_break(cancelled)?)
            };
        }
    }
}
