//! Divides the puzzles of the corpora into blocks while reading.
//!
//! A shard drops the puzzles of other shards here, after the whole corpus was read and named. So a puzzle has the
//! same name in every shard. Reading the corpus is what a shard costs beside its own trials, so raw lines of other
//! shards are not parsed.

use std::collections::VecDeque;
use std::sync::Arc;

use anyhow::Context;
use board::seed::seeded;
use rand::seq::SliceRandom;
use record::filter::Filter;
use record::manifest::Fresh;

use super::console::Console;
use crate::corpus::{CorpusItem, RAW_LINES, RawLines, ReadEvent, Reader, UnhashedItem};
use crate::cut::Cut;
use crate::isomorphs::Isomorphs;
use crate::plan::{BATCH, Plan, block_size};

/// The random stream of the order of the puzzles.
const STREAM: u64 = 0x5410;

/// Consecutive puzzles that a worker runs pass by pass.
pub struct Block {
    /// The index of the block, in reading order.
    pub index: usize,
    /// The index of its first item among all items of the run.
    pub first: usize,
    /// The number of items: puzzles, or isomorphs of them.
    pub n_items: usize,
    /// The puzzles, in order.
    pub parts: Vec<BlockPart>,
}

/// Consecutive puzzles of a block.
pub enum BlockPart {
    /// A puzzle that has been parsed.
    Puzzle(UnhashedItem),
    /// Lines that have not been parsed yet.
    Lines(RawLines),
    /// A puzzle that has been read and hashed.
    Item(Box<CorpusItem>),
}

impl BlockPart {
    /// Parses the puzzles. This is done outside the lock on the corpora.
    pub fn items(self) -> impl Iterator<Item = CorpusItem> {
        let (item, lines) = match self {
            Self::Puzzle(puzzle) => (Some(puzzle.hashed()), None),
            Self::Lines(lines) => (None, Some(lines)),
            Self::Item(item) => (Some(*item), None),
        };
        item.into_iter().chain(lines.into_iter().flat_map(RawLines::items))
    }

    fn len(&self) -> usize {
        match self {
            Self::Puzzle(_) | Self::Item(_) => 1,
            Self::Lines(lines) => lines.len(),
        }
    }
}

/// Divides the puzzles of a reader into blocks, drops those that the filter excludes or that belong to other
/// shards, and reports unreadable lines.
pub struct Blocks {
    reader: Reader,
    filter: Filter,
    cut: Option<Cut>,
    /// Whether a puzzle of another shard was found.
    found_elsewhere: bool,
    per_puzzle: usize,
    /// Whether each puzzle is replaced by isomorphs.
    has_isomorphs: bool,
    console: Console,
    jobs: usize,
    /// The size of a block if there are enough puzzles.
    largest: usize,
    waiting: VecDeque<BlockPart>,
    /// The number of waiting puzzles.
    n_waiting: usize,
    exhausted: bool,
    size: Option<usize>,
    n_blocks: usize,
    n_items: usize,
    n_bad: usize,
}

/// The number of messages of one kind that are printed; further ones are only counted.
const MESSAGES: usize = 20;

impl Blocks {
    /// Creates the blocks for the workers of a plan.
    pub fn new(reader: Reader, filter: Filter, plan: &Plan, console: Console) -> Self {
        Self {
            reader,
            cut: plan.cut.clone(),
            found_elsewhere: false,
            per_puzzle: Isomorphs::per_puzzle(plan),
            has_isomorphs: plan.isomorphs.is_some_and(|count| count > 1)
                || plan.is_fresh(Fresh::Isomorph),
            console,
            jobs: plan.jobs,
            largest: plan.largest_block(),
            waiting: VecDeque::new(),
            n_waiting: 0,
            filter,
            exhausted: false,
            size: None,
            n_blocks: 0,
            n_items: 0,
            n_bad: 0,
        }
    }

    /// Returns whether there is no puzzle at all, in this shard or another.
    ///
    /// # Errors
    /// Fails if a file cannot be read further.
    pub fn is_empty(&mut self) -> anyhow::Result<bool> {
        self.read_ahead(1)?;
        Ok(self.n_items + self.n_waiting == 0 && !self.found_elsewhere)
    }

    /// Returns the next block, or `None` at the end of the corpora.
    ///
    /// # Errors
    /// Fails if a file cannot be read further.
    pub fn next_block(&mut self) -> anyhow::Result<Option<Block>> {
        let size = match self.size {
            Some(size) => size,
            None => {
                self.read_ahead((self.largest * self.jobs).div_ceil(self.per_puzzle))?;
                let size = block_size(self.n_waiting * self.per_puzzle, self.jobs, self.largest);
                *self.size.insert(size.div_ceil(self.per_puzzle))
            }
        };
        Ok(self.next_block_of(size)?.map(|(block, _)| block))
    }

    /// Returns a block of up to so many puzzles and the number of them, or `None` at the end of the
    /// corpora. No block is larger than the largest of the plan.
    ///
    /// # Errors
    /// Fails if a file cannot be read further.
    pub fn next_block_of(&mut self, size: usize) -> anyhow::Result<Option<(Block, usize)>> {
        let size = size.min(self.largest.div_ceil(self.per_puzzle));
        self.read_ahead(size)?;
        let parts = self.cut(size);
        let n_puzzles = parts.iter().map(BlockPart::len).sum::<usize>();
        if n_puzzles == 0 {
            return Ok(None);
        }
        let n_items = n_puzzles * self.per_puzzle;
        let block = Block { index: self.n_blocks, first: self.n_items, n_items, parts };
        self.n_blocks += 1;
        self.n_items += n_items;
        Ok(Some((block, n_puzzles)))
    }

    /// Reads all puzzles, shuffles them, and returns their names in the new order. No block may have been
    /// taken before.
    ///
    /// # Errors
    /// Fails if a file cannot be read further.
    pub fn shuffle(&mut self, seed: u64) -> anyhow::Result<Vec<Arc<str>>> {
        while !self.exhausted {
            self.read_ahead(self.n_waiting + BATCH)?;
        }
        let parts = std::mem::take(&mut self.waiting).into_iter();
        let mut items: Vec<CorpusItem> = parts.flat_map(BlockPart::items).collect();
        items.shuffle(&mut seeded(seed, STREAM));
        let names = items.iter().map(|item| item.name.clone()).collect();
        self.waiting = items.into_iter().map(|item| BlockPart::Item(Box::new(item))).collect();
        Ok(names)
    }

    /// Removes up to `size` puzzles from those that wait.
    fn cut(&mut self, size: usize) -> Vec<BlockPart> {
        let (mut parts, mut left) = (Vec::new(), size.min(self.n_waiting));
        self.n_waiting -= left;
        while left > 0
            && let Some(mut part) = self.waiting.pop_front()
        {
            if let BlockPart::Lines(lines) = &mut part
                && lines.len() > left
            {
                let rest = lines.split_off(left);
                self.waiting.push_front(BlockPart::Lines(rest));
            }
            left -= part.len();
            parts.push(part);
        }
        parts
    }

    /// Returns the number of items in all blocks so far.
    pub fn puzzles(&self) -> usize {
        self.n_items
    }

    /// Returns the number of lines that could not be read.
    pub fn bad_lines(&self) -> usize {
        self.n_bad
    }

    fn read_ahead(&mut self, puzzles: usize) -> anyhow::Result<()> {
        while !self.exhausted && self.n_waiting < puzzles {
            // Most lines belong to other shards, if there are shards.
            let most = self.cut.as_ref().map_or(puzzles - self.n_waiting, |_| RAW_LINES);
            if self.filter.selects_all()
                && let Some(lines) = self.reader.take_raw_lines(most)
            {
                self.keep_lines(lines);
                continue;
            }
            let entry = self.reader.next_unhashed().context("cannot read the corpus further")?;
            match entry {
                None => self.exhausted = true,
                Some(entry) => self.take(entry),
            }
        }
        self.show_length();
        Ok(())
    }

    /// Adds raw lines, without those that belong to other shards, which are hashed and not parsed.
    fn keep_lines(&mut self, lines: RawLines) {
        let Some(cut) = &self.cut else { return self.push(BlockPart::Lines(lines)) };
        let is_here = |number: &usize| cut.holds(lines.class(*number));
        let here: Vec<usize> = (0..lines.len()).filter(is_here).collect();
        self.found_elsewhere |= here.len() < lines.len();
        for number in here {
            self.push(BlockPart::Item(Box::new(lines.item(number))));
        }
    }

    /// Adds a puzzle, unless it belongs to another shard.
    fn keep(&mut self, puzzle: UnhashedItem) {
        let Some(cut) = &self.cut else { return self.push(BlockPart::Puzzle(puzzle)) };
        let item = puzzle.hashed();
        if cut.holds(item.class) {
            self.push(BlockPart::Item(Box::new(item)));
        } else {
            self.found_elsewhere = true;
        }
    }

    fn push(&mut self, part: BlockPart) {
        self.n_waiting += part.len();
        self.waiting.push_back(part);
    }

    /// Shows the number of items, estimated from the bytes read while the corpora are not exhausted.
    fn show_length(&self) {
        let so_far = (self.n_items + self.n_waiting * self.per_puzzle) as u64;
        match self.reader.progress() {
            _ if self.exhausted => self.console.set_puzzles(so_far),
            (read, Some(total)) if read > 0 => {
                let length = u128::from(so_far) * u128::from(total) / u128::from(read);
                self.console.set_puzzles(length as u64);
            }
            _ => {}
        }
    }

    fn take(&mut self, entry: ReadEvent<UnhashedItem>) {
        match entry {
            ReadEvent::Puzzle(puzzle) if self.has_isomorphs && !puzzle.has_isomorphs() => {
                self.n_bad += 1;
                let name = puzzle.name();
                self.console.print(&format!(
                    "error: {name} has no isomorphs: it is not a puzzle, or one with relations beside regions"
                ));
            }
            ReadEvent::Puzzle(puzzle) => {
                if self.filter.selects(puzzle.name(), true) {
                    self.keep(puzzle);
                }
            }
            ReadEvent::Bad(line) => {
                self.n_bad += 1;
                if self.n_bad <= MESSAGES {
                    self.console.print(&format!("error: {line}"));
                } else if self.n_bad == MESSAGES + 1 {
                    self.console.print("error: further unreadable lines are only counted");
                }
            }
            ReadEvent::Note(note) => self.console.print(&format!("note: {note}")),
            ReadEvent::Renamed(place, old, new) => self.console.print(&format!(
                "warning: {place}: {old:?} names another puzzle already; this one is renamed to {new:?}"
            )),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;
    use std::path::{Path, PathBuf};

    use proptest::prelude::*;
    use record::manifest::Isolate;

    use super::*;
    use crate::entrant::Isolation;

    /// Returns the names and classes of the puzzles of a shard, or of the whole corpus.
    fn puzzles(corpus: &Path, cut: Option<Cut>) -> Vec<(String, u64)> {
        let isolation = Isolation::new(Isolate::None, PathBuf::new());
        let plan = Plan { cut, ..Plan::new(Vec::new(), isolation) };
        let reader = Reader::open(&[corpus.to_owned()]).expect("a corpus");
        let filter = Filter::new(Vec::new(), &[]).expect("no filter");
        let mut blocks = Blocks::new(reader, filter, &plan, Console::new(1, plan.task));
        let mut found: Vec<CorpusItem> = Vec::new();
        while let Some(block) = blocks.next_block().expect("a corpus") {
            found.extend(block.parts.into_iter().flat_map(BlockPart::items));
        }
        found.into_iter().map(|item| (item.name.to_string(), item.class.0)).collect()
    }

    /// Returns a line of a corpus: a solved grid of four symbols with the cells blank whose bit is set, or the same in
    /// the corner of a grid of nine.
    fn line(blank: u16, is_raw: bool) -> String {
        let cell = |(at, c): (usize, char)| if blank >> at & 1 == 1 { '.' } else { c };
        let cells: String = "3421123443122143".chars().enumerate().map(cell).collect();
        if is_raw { format!("{cells}{}\n", ".".repeat(65)) } else { cells + "\n" }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(32))]
        #[test]
        fn shards_are_disjoint_and_together_the_corpus(
            blanks in prop::collection::vec(1..64_u16, 1..60), count in 1..9_u32, is_raw: bool,
        ) {
            // Of so few puzzles, many occur several times.
            let text: String = blanks.iter().map(|&blank| line(blank, is_raw)).collect();
            let folder = tempfile::tempdir().expect("a folder");
            let corpus = folder.path().join("c.txt");
            std::fs::write(&corpus, text).expect("a corpus");
            let (mut together, mut shard_of) = (Vec::new(), HashMap::new());
            for number in 1..=count {
                let shard = format!("{number}/{count}").parse().expect("a shard");
                for (name, class) in puzzles(&corpus, Some(Cut::by_hash(shard))) {
                    prop_assert_eq!(*shard_of.entry(class).or_insert(number), number);
                    together.push((name, class));
                }
            }
            let mut whole = puzzles(&corpus, None);
            prop_assert_eq!(whole.len(), blanks.len());
            together.sort();
            whole.sort();
            prop_assert_eq!(together, whole);
        }
    }
}
