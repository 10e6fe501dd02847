//! The search, as a stack of levels, so that it can pause between any two steps.

use std::sync::Arc;

use super::bits::{FEW_OPTIONS, Word};
use super::choice::{self, Choice};
use super::list::CoverList;
use super::problem::Problem;
use super::share::Share;
use super::table::{END, Knowledge, Node, Table};
use super::walk::Walk;

/// A search for all solutions, with items of `M` words.
#[derive(Debug)]
pub(super) struct Search<const M: usize> {
    pub(super) problem: Arc<Problem<M>>,
    pub(super) levels: Vec<Level<M>>,
    /// The options that are left on each level, and those that are chosen, by their numbers in the problem. The last level
    /// is followed by the state that is entered.
    pub(super) left: Vec<u64>,
    pub(super) chosen: Vec<u64>,
    table: Table<M>,
    /// The edges of the levels' nodes, as far as they are known.
    pub(super) edges: Vec<u64>,
    walk: Walk,
    pub(super) share: Share,
    /// The item, the barred bits and the name of the state that is searched in a fixed order.
    entered: (usize, [u64; M], [u64; M]),
    /// The first state, until it is entered, and the share of the search that it is taken from.
    first: Option<(State<M>, Arc<Share>)>,
    /// The numbers of steps and of solutions so far.
    pub(super) steps: usize,
    pub(super) solutions: usize,
}

/// A state whose options are being tried.
#[derive(Clone, Copy, Debug)]
pub(super) struct Level<const M: usize> {
    barred: [u64; M],
    name: [u64; M],
    /// The options to be tried: the next in `holders`, their end, and the rest of the present one.
    next: usize,
    end: usize,
    rest: Word,
    /// Where the edges of its node begin.
    edges: usize,
    /// Whether a solution was found below.
    pub(super) is_alive: bool,
    /// Whether its edges lead to all solutions that were found below. Without repeated states, none are kept.
    pub(super) is_complete: bool,
}

impl<const M: usize> Level<M> {
    /// Leaves the rest of its options, which may have solutions, to another search.
    pub(super) fn give_away(&mut self) {
        self.next = self.end;
        self.rest.bits = 0;
        self.is_alive = true;
        self.is_complete = false;
    }
}

/// A state that is not entered.
#[derive(Clone, Debug)]
pub(super) struct State<const M: usize> {
    /// The options that are left, and those that are chosen, by their numbers in the problem.
    pub(super) left: Vec<u64>,
    pub(super) chosen: Vec<u64>,
    pub(super) barred: [u64; M],
}

impl<const M: usize> State<M> {
    /// Returns the number of options that are left.
    pub(super) fn size(&self) -> u32 {
        self.left.iter().map(|word| word.count_ones()).sum()
    }
}

impl<const M: usize> Search<M> {
    /// Returns a search for the solutions of a state. It is small until it begins.
    pub(super) fn new(problem: Arc<Problem<M>>, state: State<M>, share: Arc<Share>) -> Self {
        Self { first: Some((state, share)), ..Self::at_end(problem) }
    }

    /// Returns a search that has nothing to do.
    pub(super) fn at_end(problem: Arc<Problem<M>>) -> Self {
        Self {
            table: Table::empty(problem.words),
            problem,
            levels: Vec::new(),
            left: Vec::new(),
            chosen: Vec::new(),
            edges: Vec::new(),
            walk: Walk::default(),
            share: Share::default(),
            entered: (0, [0; M], [0; M]),
            first: None,
            steps: 0,
            solutions: 0,
        }
    }

    /// Searches for this many steps, or until there are `most` solutions. Returns whether the search goes on.
    pub(super) fn run(&mut self, steps: usize, most: usize, found: &mut CoverList) -> bool {
        let before = found.len();
        self.begin(found);
        let mut done = 0;
        let mut goes_on = true;
        while done < steps && goes_on && found.len() < most {
            done += 1;
            if !self.walk.is_done() {
                self.walk.step(&self.table, found);
            } else if self.share.is_searching() {
                // The step that is counted above is one of these.
                done += self.share.search(steps - done + 1, most, found) - 1;
                if self.share.is_hopeless() {
                    self.share.give_up();
                    let (item, barred, name) = self.entered;
                    self.open(item, barred, name);
                } else if let Some(level) = self.levels.last_mut() {
                    level.is_alive |= self.share.has_found();
                }
            } else {
                goes_on = self.step(found);
            }
        }
        self.steps += done;
        self.solutions += found.len() - before;
        goes_on
    }

    /// Enters the first state, unless that was done. What the search writes is allocated here, by the thread that searches:
    /// parts that another one has made would be neighbours, and their threads wait for each other's cache lines.
    pub(super) fn begin(&mut self, found: &mut CoverList) {
        if let Some((State { left, chosen, barred }, share)) = self.first.take() {
            self.table = Table::new(self.problem.words);
            [self.left, self.chosen] = [left, chosen].map(|set| set.to_vec());
            self.share = Share::clone(&share);
            self.enter(barred, found);
        }
    }

    /// Tries the next option of the last level, or closes it. Returns `false` if there is no level.
    #[inline]
    fn step(&mut self, found: &mut CoverList) -> bool {
        if self.levels.is_empty() {
            return false;
        }
        match self.next_option() {
            Some(option) => {
                let barred = self.choose(option);
                self.enter(barred, found);
            }
            None => self.close(),
        }
        true
    }

    /// Takes the next option that the last level has to try.
    #[inline]
    pub(super) fn next_option(&mut self) -> Option<usize> {
        let start = (self.levels.len() - 1) * self.problem.words;
        let level = self.levels.last_mut()?;
        while level.rest.bits == 0 {
            if level.next == level.end {
                return None;
            }
            level.rest = self.problem.holders[level.next].of(&self.left[start..]);
            level.next += 1;
        }
        let option = level.rest.first();
        level.rest.bits &= level.rest.bits - 1;
        Some(option)
    }

    /// Writes the state after an option behind the last level. Returns its barred bits.
    #[inline]
    pub(super) fn choose(&mut self, option: usize) -> [u64; M] {
        let (problem, depth) = (&*self.problem, self.levels.len());
        let words = problem.words;
        let (start, end) = ((depth - 1) * words, (depth + 1) * words);
        if self.left.len() < end {
            self.left.resize(end, 0);
            self.chosen.resize(end, 0);
        }
        let (before, after) = self.left[start..end].split_at_mut(words);
        for ((after, before), row) in after.iter_mut().zip(&*before).zip(problem.row(option)) {
            *after = before & row;
        }
        let (before, after) = self.chosen[start..end].split_at_mut(words);
        after.iter_mut().zip(&*before).for_each(|(after, before)| *after = *before);
        let number = problem.numbers[option] as usize;
        after[number / 64] |= 1 << (number % 64);
        let mut barred = self.levels[depth - 1].barred;
        (0..M).for_each(|word| barred[word] |= problem.bars[option][word]);
        barred
    }

    /// Enters a state: chooses what is forced, and opens a level unless its solutions are known.
    #[inline]
    fn enter(&mut self, mut barred: [u64; M], found: &mut CoverList) {
        let start = self.levels.len() * self.problem.words;
        let state = start..start + self.problem.words;
        loop {
            let open = self.problem.open(&barred);
            if open == [0; M] {
                found.push_set(&self.chosen[state]);
                return self.add_edge(END);
            }
            match self.choice(&self.left[state.clone()], &open, &barred) {
                Choice::DeadEnd => return,
                Choice::Forced(items) => {
                    if !self.force(items, start, &mut barred) {
                        return;
                    }
                }
                Choice::Item(item, name) => {
                    let known = self.table.get(&name);
                    self.share.count(known);
                    return match known {
                        Knowledge::DeadEnd => {}
                        Knowledge::Nothing if self.leave(open[0], item, barred, name) => {}
                        Knowledge::Nothing => self.open(item, barred, name),
                        Knowledge::Solutions(node) => {
                            self.add_edge(node);
                            self.walk.start(&self.table, node, &self.chosen[state]);
                        }
                    };
                }
            }
        }
    }

    #[inline]
    fn choice(&self, left: &[u64], open: &[u64; M], barred: &[u64; M]) -> Choice<M> {
        let problem = &*self.problem;
        match problem.numbers.len() {
            0..=FEW_OPTIONS => choice::by_thermometer(left, &problem.uses, open),
            _ => choice::one_by_one(left, &problem.holders, &problem.ends, open, barred),
        }
    }

    /// Chooses the options of items that have one only. Returns whether they are compatible.
    #[inline]
    fn force(&mut self, items: [u64; M], start: usize, barred: &mut [u64; M]) -> bool {
        let problem = &*self.problem;
        let left = &mut self.left[start..start + problem.words];
        for word in 0..M {
            loop {
                let rest = items[word] & !barred[word];
                if rest == 0 {
                    break;
                }
                let item = 64 * word + rest.trailing_zeros() as usize;
                let mut words = problem.holders_of(item).iter().map(|holder| holder.of(left));
                let Some(word) = words.find(|word| word.bits != 0) else { return false };
                let option = word.first();
                (0..M).for_each(|word| barred[word] |= problem.bars[option][word]);
                let number = problem.numbers[option] as usize;
                self.chosen[start + number / 64] |= 1 << (number % 64);
                // Nobody asks for the options left when nothing is open.
                if problem.open(barred) == [0; M] {
                    return true;
                }
                left.iter_mut().zip(problem.row(option)).for_each(|(left, row)| *left &= row);
            }
        }
        true
    }

    /// Leaves the state that is entered to the search in a fixed order, if it has few options left. Returns whether it
    /// has.
    #[inline]
    fn leave(&mut self, open: u64, item: usize, barred: [u64; M], name: [u64; M]) -> bool {
        let words = self.problem.words;
        let state = self.levels.len() * words..(self.levels.len() + 1) * words;
        if !self.share.is_for(&self.left[state.clone()]) {
            return false;
        }
        if self.share.is_new() {
            self.share.set_order(self.problem.in_fixed_order());
        }
        if !self.share.start(&self.left[state.clone()], open, &self.chosen[state]) {
            return false;
        }
        self.entered = (item, barred, name);
        self.miss_edges();
        true
    }

    /// Notes that the node of the last level does not have all of its edges.
    fn miss_edges(&mut self) {
        if let Some(level) = self.levels.last_mut() {
            level.is_complete = false;
            self.edges.truncate(level.edges);
        }
    }

    fn open(&mut self, item: usize, barred: [u64; M], name: [u64; M]) {
        self.levels.push(Level {
            barred,
            name,
            next: self.problem.ends[item],
            end: self.problem.ends[item + 1],
            rest: Word { index: 0, bits: 0 },
            edges: self.edges.len(),
            is_alive: false,
            is_complete: self.share.states_repeat(),
        });
    }

    /// Adds an edge to the node of the last level: what was chosen since, and where it leads.
    fn add_edge(&mut self, node: Node) {
        let Some(level) = self.levels.last_mut() else { return };
        level.is_alive = true;
        if level.is_complete {
            self.edges.push(node.into());
            let words = self.problem.words;
            let start = (self.levels.len() - 1) * words;
            let (before, after) = self.chosen[start..].split_at(words);
            self.edges.extend(before.iter().zip(after).map(|(before, after)| before ^ after));
        }
    }

    /// Closes the last level.
    fn close(&mut self) {
        let Some(level) = self.levels.pop() else { return };
        if !level.is_alive {
            return self.table.insert_dead_end(level.name);
        }
        let edges = level.is_complete.then(|| &self.edges[level.edges..]);
        let node = edges.and_then(|edges| self.table.insert_node(level.name, edges));
        self.edges.truncate(level.edges);
        if let Some(node) = node {
            self.add_edge(node);
        } else if let Some(above) = self.levels.last_mut() {
            above.is_alive = true;
            self.miss_edges();
        }
    }
}
