//! Blocks of puzzles, cut from the corpora as they are read.

use anyhow::Context;

use super::bare;
use super::console::Console;
use crate::corpus::{Bare, Entry, Item, Reader, Unhashed};
use crate::filter::Filter;
use crate::isomorphs::Isomorphs;
use crate::plan::{Plan, block_size};

/// Consecutive puzzles that a worker runs pass by pass.
pub struct Block {
    /// From zero, in the order of reading.
    pub index: usize,
    /// The place of the first item among all that are run, from zero.
    pub first: usize,
    /// How many items there are: puzzles, or isomorphs of them.
    pub n_items: usize,
    /// The puzzles.
    pub content: Content,
}

/// The puzzles of a block.
pub enum Content {
    /// As they were read.
    Puzzles(Vec<Unhashed>),
    /// Not read yet.
    Lines(Bare),
}

impl Content {
    /// The items. This is work that can be done outside of the lock on the corpora.
    pub fn items(self, isomorphs: &mut Isomorphs) -> Vec<Item> {
        match self {
            Self::Puzzles(puzzles) => isomorphs.of(puzzles.into_iter().map(Unhashed::hashed)),
            Self::Lines(lines) => isomorphs.of((0..lines.len()).map(|number| lines.item(number))),
        }
    }
}

/// Cuts what a reader gives into blocks, leaves out what the filter refuses, and reports lines
/// that cannot be read.
pub struct Blocks {
    reader: Reader,
    filter: Filter,
    per_puzzle: usize,
    console: Console,
    jobs: usize,
    /// The size of a block, if there are enough puzzles.
    largest: usize,
    waiting: Vec<Unhashed>,
    /// Whether lines are handed over as they are, where they can be.
    bare: bool,
    /// Such lines that wait.
    lines: Option<Bare>,
    exhausted: bool,
    size: Option<usize>,
    n_blocks: usize,
    n_items: usize,
    n_bad: usize,
}

/// How many messages of one kind are printed one by one; the rest are counted.
const MESSAGES: usize = 20;

impl Blocks {
    /// Blocks for the workers of a plan.
    pub fn new(reader: Reader, filter: Filter, plan: &Plan, console: Console) -> Self {
        Self {
            reader,
            per_puzzle: Isomorphs::per_puzzle(plan),
            console,
            jobs: plan.jobs,
            largest: plan.largest_block(),
            waiting: Vec::new(),
            bare: bare::is_enough(plan) && filter.selects_all(),
            lines: None,
            filter,
            exhausted: false,
            size: None,
            n_blocks: 0,
            n_items: 0,
            n_bad: 0,
        }
    }

    /// Whether there is no puzzle at all.
    ///
    /// # Errors
    /// When a file cannot be read further.
    pub fn is_empty(&mut self) -> anyhow::Result<bool> {
        self.read_ahead(1)?;
        Ok(self.n_items + self.waiting.len() == 0)
    }

    /// The next block; none at the end of the corpora.
    ///
    /// # Errors
    /// When a file cannot be read further.
    pub fn next_block(&mut self) -> anyhow::Result<Option<Block>> {
        if let Some(lines) = self.next_lines() {
            return Ok(Some(self.block(lines.len(), Content::Lines(lines))));
        }
        let size = match self.size {
            Some(size) => size,
            None => {
                self.read_ahead((self.largest * self.jobs).div_ceil(self.per_puzzle))?;
                let size =
                    block_size(self.waiting.len() * self.per_puzzle, self.jobs, self.largest);
                let size = size.div_ceil(self.per_puzzle);
                // Before bare lines there may be few.
                self.size = Some(size).filter(|_| !self.bare);
                size
            }
        };
        self.read_ahead(size)?;
        if self.waiting.is_empty() {
            return Ok(None);
        }
        let rest = self.waiting.split_off(size.min(self.waiting.len()));
        let puzzles = std::mem::replace(&mut self.waiting, rest);
        self.waiting.reserve(size);
        Ok(Some(self.block(puzzles.len() * self.per_puzzle, Content::Puzzles(puzzles))))
    }

    /// Lines for a block, where the next ones are handed over as they are. They are read for all workers,
    /// so that the last ones are shared among them.
    fn next_lines(&mut self) -> Option<Bare> {
        if self.lines.is_none() && self.bare && self.waiting.is_empty() {
            self.lines = self.reader.take_bare(self.largest * self.jobs);
            self.show_length();
        }
        let mut lines = self.lines.take()?;
        let rest = lines.split_off(block_size(lines.len(), self.jobs, self.largest));
        self.lines = Some(rest).filter(|rest| !rest.is_empty());
        Some(lines)
    }

    fn block(&mut self, n_items: usize, content: Content) -> Block {
        let block = Block { index: self.n_blocks, first: self.n_items, n_items, content };
        self.n_blocks += 1;
        self.n_items += n_items;
        block
    }

    /// How many items were given out.
    pub fn puzzles(&self) -> usize {
        self.n_items
    }

    /// How many lines could not be read.
    pub fn bad_lines(&self) -> usize {
        self.n_bad
    }

    fn read_ahead(&mut self, puzzles: usize) -> anyhow::Result<()> {
        while !self.exhausted && self.waiting.len() < puzzles && !self.are_lines_next() {
            let entry = self.reader.next_unhashed().context("cannot read the corpus further")?;
            match entry {
                None => self.exhausted = true,
                Some(entry) => self.take(entry),
            }
        }
        self.show_length();
        Ok(())
    }

    /// Whether lines follow that are handed over as they are, after those that wait.
    fn are_lines_next(&mut self) -> bool {
        self.bare && !self.waiting.is_empty() && self.reader.is_bare_next()
    }

    /// How many items there are, as far as it can be told.
    fn show_length(&self) {
        let lines = self.lines.as_ref().map_or(0, Bare::len);
        let so_far = (self.n_items + self.waiting.len() * self.per_puzzle + lines) as u64;
        match self.reader.progress() {
            _ if self.exhausted => self.console.length_is(so_far),
            (read, Some(total)) if read > 0 => {
                let length = u128::from(so_far) * u128::from(total) / u128::from(read);
                self.console.length_is(length as u64);
            }
            _ => {}
        }
    }

    fn take(&mut self, entry: Entry<Unhashed>) {
        match entry {
            Entry::Puzzle(puzzle) if puzzle.is_instance() && self.per_puzzle > 1 => {
                self.n_bad += 1;
                let name = puzzle.name();
                self.console.say(&format!("error: {name} is no puzzle, and so has no isomorphs"));
            }
            Entry::Puzzle(puzzle) => {
                if self.filter.selects(puzzle.name(), true) {
                    self.waiting.push(puzzle);
                }
            }
            Entry::Bad(line) => {
                self.n_bad += 1;
                if self.n_bad <= MESSAGES {
                    self.console.say(&format!("error: {line}"));
                } else if self.n_bad == MESSAGES + 1 {
                    self.console.say("error: more lines that cannot be read; they are counted");
                }
            }
            Entry::Noted(note) => self.console.say(&format!("note: {note}")),
            Entry::Renamed(place, old, new) => self.console.say(&format!(
                "warning: {place}: a second puzzle is called {old:?}; it runs as {new:?}"
            )),
        }
    }
}
