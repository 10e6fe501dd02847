//! The search, as a stack of levels, so that it can pause between any two steps.

use super::bits::{Encoded, FEW_OPTIONS, Word};
use super::choice::{self, Choice};
use super::fixed::FixedOrder;
use super::list::CoverList;
use super::share::Share;
use super::table::{END, Knowledge, Node, Table};
use super::walk::Walk;

/// A search for all solutions, with items of `M` words.
#[derive(Debug)]
pub(super) struct Search<const M: usize> {
    /// The number of words of a set of options.
    words: usize,
    /// The options that are compatible with each option.
    rows: Vec<u64>,
    uses: Vec<[u64; M]>,
    bars: Vec<[u64; M]>,
    /// The number of each option in the problem.
    numbers: Vec<u32>,
    /// The options of each primary item, and where they begin; the last one is the end.
    holders: Vec<Word>,
    ends: Vec<usize>,
    primary: [u64; M],
    levels: Vec<Level<M>>,
    /// The options that are left on each level, and those that are chosen, by their numbers in the problem. The last level
    /// is followed by the state that is entered.
    left: Vec<u64>,
    chosen: Vec<u64>,
    table: Table<M>,
    /// The edges of the levels' nodes, as far as they are known.
    edges: Vec<u64>,
    walk: Walk,
    share: Share,
    /// The item, the barred bits and the name of the state that is searched in a fixed order.
    entered: (usize, [u64; M], [u64; M]),
    is_begun: bool,
}

/// A state whose options are being tried.
#[derive(Clone, Copy, Debug)]
struct Level<const M: usize> {
    barred: [u64; M],
    name: [u64; M],
    /// The options to be tried: the next in `holders`, their end, and the rest of the present one.
    next: usize,
    end: usize,
    rest: Word,
    /// Where the edges of its node begin.
    edges: usize,
    /// Whether a solution was found below.
    is_alive: bool,
    /// Whether its edges lead to all solutions that were found below.
    is_complete: bool,
}

impl<const M: usize> Search<M> {
    pub(super) fn new(problem: &Encoded) -> Self {
        let options = &problem.options;
        let numbers: Vec<u32> = options.iter().map(|option| option.number).collect();
        let words = numbers.iter().max().map_or(0, |&number| number as usize / 64 + 1);
        let users = problem.users(words);
        let (holders, ends) = problem.holders(&users, words);
        let set = |bits: &[u32]| {
            let mut set = [0; M];
            bits.iter().for_each(|&bit| set[bit as usize / 64] |= 1 << (bit % 64));
            set
        };
        Self {
            words,
            rows: problem.rows(&users, words),
            uses: options.iter().map(|option| set(&option.uses)).collect(),
            bars: options.iter().map(|option| set(&option.bars)).collect(),
            numbers,
            holders,
            ends,
            primary: set(&(0..problem.primary as u32).collect::<Vec<u32>>()),
            levels: Vec::new(),
            left: problem.all(words),
            chosen: vec![0; words],
            table: Table::new(words),
            edges: Vec::new(),
            walk: Walk::default(),
            share: Share::default(),
            entered: (0, [0; M], [0; M]),
            is_begun: false,
        }
    }

    /// Searches for this many steps, or until there are `most` solutions. Returns whether the search goes on.
    pub(super) fn run(&mut self, steps: usize, most: usize, found: &mut CoverList) -> bool {
        if !std::mem::replace(&mut self.is_begun, true) {
            self.enter([0; M], found);
        }
        let mut done = 0;
        while done < steps {
            if found.len() >= most {
                return true;
            }
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
            } else if !self.step(found) {
                return false;
            }
        }
        true
    }

    /// Tries the next option of the last level, or closes it. Returns `false` if there is no level.
    #[inline]
    fn step(&mut self, found: &mut CoverList) -> bool {
        let (depth, words) = (self.levels.len(), self.words);
        let Some(level) = self.levels.last_mut() else { return false };
        let start = (depth - 1) * words;
        while level.rest.bits == 0 {
            if level.next == level.end {
                self.close();
                return true;
            }
            let Word { index, bits } = self.holders[level.next];
            level.rest = Word { index, bits: bits & self.left[start + index as usize] };
            level.next += 1;
        }
        let option = level.rest.first();
        level.rest.bits &= level.rest.bits - 1;
        let mut barred = level.barred;
        let end = start + 2 * words;
        if self.left.len() < end {
            self.left.resize(end, 0);
            self.chosen.resize(end, 0);
        }
        (0..M).for_each(|word| barred[word] |= self.bars[option][word]);
        let row = &self.rows[option * words..][..words];
        let (before, after) = self.left[start..end].split_at_mut(words);
        for ((after, before), row) in after.iter_mut().zip(&*before).zip(row) {
            *after = before & row;
        }
        let (before, after) = self.chosen[start..end].split_at_mut(words);
        after.iter_mut().zip(&*before).for_each(|(after, before)| *after = *before);
        let number = self.numbers[option] as usize;
        after[number / 64] |= 1 << (number % 64);
        self.enter(barred, found);
        true
    }

    /// Enters a state: chooses what is forced, and opens a level unless its solutions are known.
    #[inline]
    fn enter(&mut self, mut barred: [u64; M], found: &mut CoverList) {
        let start = self.levels.len() * self.words;
        let state = start..start + self.words;
        loop {
            let open: [u64; M] = std::array::from_fn(|word| self.primary[word] & !barred[word]);
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
        match self.numbers.len() {
            0..=FEW_OPTIONS => choice::by_thermometer(left, &self.uses, open),
            _ => choice::one_by_one(left, &self.holders, &self.ends, open, barred),
        }
    }

    /// Chooses the options of items that have one only. Returns whether they are compatible.
    #[inline]
    fn force(&mut self, items: [u64; M], start: usize, barred: &mut [u64; M]) -> bool {
        for word in 0..M {
            loop {
                let rest = items[word] & !barred[word];
                if rest == 0 {
                    break;
                }
                let item = 64 * word + rest.trailing_zeros() as usize;
                let left = &self.left[start..start + self.words];
                let holders = &self.holders[self.ends[item]..self.ends[item + 1]];
                let mut words = holders.iter().map(|holder| holder.of(left));
                let Some(word) = words.find(|word| word.bits != 0) else { return false };
                let option = word.first();
                (0..M).for_each(|word| barred[word] |= self.bars[option][word]);
                let left = &mut self.left[start..start + self.words];
                let row = &self.rows[option * self.words..][..self.words];
                left.iter_mut().zip(row).for_each(|(left, row)| *left &= row);
                let number = self.numbers[option] as usize;
                self.chosen[start + number / 64] |= 1 << (number % 64);
            }
        }
        true
    }

    /// Leaves the state that is entered to the search in a fixed order, if it has few options left. Returns whether it
    /// has.
    #[inline]
    fn leave(&mut self, open: u64, item: usize, barred: [u64; M], name: [u64; M]) -> bool {
        let state = self.levels.len() * self.words..(self.levels.len() + 1) * self.words;
        if !self.share.is_for(&self.left[state.clone()]) {
            return false;
        }
        if self.share.is_new() {
            self.share.set_order(self.in_fixed_order());
        }
        if !self.share.start(&self.left[state.clone()], open, &self.chosen[state]) {
            return false;
        }
        self.entered = (item, barred, name);
        self.miss_edges();
        true
    }

    #[cold]
    fn in_fixed_order(&self) -> Option<FixedOrder> {
        let primary = self.ends.len() - 1;
        let covers: Vec<u64> = self.uses.iter().map(|uses| uses[0] & self.primary[0]).collect();
        FixedOrder::new(primary, &covers, &self.rows, &self.numbers)
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
            next: self.ends[item],
            end: self.ends[item + 1],
            rest: Word { index: 0, bits: 0 },
            edges: self.edges.len(),
            is_alive: false,
            is_complete: true,
        });
    }

    /// Adds an edge to the node of the last level: what was chosen since, and where it leads.
    fn add_edge(&mut self, node: Node) {
        let Some(level) = self.levels.last_mut() else { return };
        level.is_alive = true;
        if level.is_complete {
            self.edges.push(node.into());
            let start = (self.levels.len() - 1) * self.words;
            let (before, after) = self.chosen[start..].split_at(self.words);
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
