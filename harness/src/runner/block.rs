//! Blocks of puzzles, cut from the corpora as they are read.

use anyhow::Context;

use super::console::Console;
use crate::corpus::{Entry, Item, Reader, Unhashed};
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
    puzzles: Vec<Unhashed>,
}

impl Block {
    /// The items. This is work that can be done outside of the lock on the corpora.
    pub fn items(self, isomorphs: &mut Isomorphs) -> Vec<Item> {
        isomorphs.of(self.puzzles.into_iter().map(Unhashed::hashed))
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
            filter,
            per_puzzle: Isomorphs::per_puzzle(plan),
            console,
            jobs: plan.jobs,
            largest: plan.largest_block(),
            waiting: Vec::new(),
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
        let size = match self.size {
            Some(size) => size,
            None => {
                self.read_ahead((self.largest * self.jobs).div_ceil(self.per_puzzle))?;
                let size =
                    block_size(self.waiting.len() * self.per_puzzle, self.jobs, self.largest);
                *self.size.insert(size.div_ceil(self.per_puzzle))
            }
        };
        self.read_ahead(size)?;
        if self.waiting.is_empty() {
            return Ok(None);
        }
        let rest = self.waiting.split_off(size.min(self.waiting.len()));
        let puzzles = std::mem::replace(&mut self.waiting, rest);
        self.waiting.reserve(size);
        let n_items = puzzles.len() * self.per_puzzle;
        let block = Block { index: self.n_blocks, first: self.n_items, n_items, puzzles };
        self.n_blocks += 1;
        self.n_items += n_items;
        Ok(Some(block))
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
        while !self.exhausted && self.waiting.len() < puzzles {
            let entry = self.reader.next_unhashed().context("cannot read the corpus further")?;
            match entry {
                None => self.exhausted = true,
                Some(entry) => self.take(entry),
            }
        }
        if let (read, Some(total)) = self.reader.progress()
            && read > 0
            && !self.exhausted
        {
            let so_far = self.n_items + self.waiting.len() * self.per_puzzle;
            self.console.length_is((so_far as u128 * u128::from(total) / u128::from(read)) as u64);
        }
        if self.exhausted {
            self.console.length_is((self.n_items + self.waiting.len() * self.per_puzzle) as u64);
        }
        Ok(())
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
