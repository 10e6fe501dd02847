//! A search that writes certificates with random choices, so that they have lines of all kinds.

use std::collections::HashMap;
use std::ops::ControlFlow;

use board::Count;
use board::instance::{CountWriter, Entry, ExactCover, Item};
use board::seed::ChaCha8Rng;
use rand::RngExt;
use rand::seq::{IndexedRandom, SliceRandom};

/// Returns a certificate in a random order of the items, a third of which may be covered out of order.
pub(crate) fn certificate(problem: &ExactCover, rng: &mut ChaCha8Rng) -> String {
    let mut order: Vec<Item> = (0..problem.primary() as Item).collect();
    order.shuffle(rng);
    let mut text = String::new();
    let mut out = |line: &[u8]| {
        text += str::from_utf8(line).unwrap();
        ControlFlow::Continue(())
    };
    let mut writer = CountWriter::new(problem, "hash", &mut out);
    assert!(writer.begin(&order).is_continue());
    let mut words: Vec<Entry> = order.iter().copied().map(Entry::plain).collect();
    for entry in problem.options().flatten() {
        if !words.contains(entry) {
            words.push(*entry);
        }
    }
    let mut counting = Counting { problem, words, writer, found: HashMap::new(), rng };
    let known = counting.count(&mut Vec::new());
    assert!(counting.writer.finish(&known.count).is_continue());
    text
}

/// A search that remembers states by the items that the options chosen have.
struct Counting<'a, 'r> {
    problem: &'a ExactCover,
    words: Vec<Entry>,
    writer: CountWriter<'a>,
    found: HashMap<Vec<usize>, Known>,
    rng: &'r mut ChaCha8Rng,
}

#[derive(Clone)]
struct Known {
    line: u64,
    count: Count,
    /// The words of the state, unless the line is that of a dead end.
    state: Option<Vec<usize>>,
}

impl Counting<'_, '_> {
    fn count(&mut self, chosen: &mut Vec<usize>) -> Known {
        let state = self.state(chosen);
        if let Some(known) = self.found.get(&state) {
            return known.clone();
        }
        let primary = self.problem.primary();
        let open: Vec<usize> = state.iter().copied().filter(|&word| word < primary).collect();
        let Some(&first) = open.first() else {
            return Known {
                line: CountWriter::COVERED,
                count: Count::ONE,
                state: Some(Vec::new()),
            };
        };
        let is_named = self.rng.random_range(0..3) == 0;
        let item = if is_named { *open.choose(self.rng).unwrap() } else { first };
        let options: Vec<usize> = (0..self.problem.option_count()).collect();
        let has_it = |it: &&usize| self.required(**it).contains(&item);
        let of_item: Vec<usize> = options.iter().filter(has_it).copied().collect();
        let fits = |it: &&usize| self.required(**it).iter().all(|word| state.contains(word));
        let fitting: Vec<usize> = of_item.iter().filter(fits).copied().collect();
        if fitting.is_empty() && self.rng.random() {
            return self.dead_end(item, &of_item, &state);
        }
        let mut children = Vec::new();
        let mut count = Count::ZERO;
        for &option in &fitting {
            chosen.push(option);
            let child = self.count(chosen);
            chosen.pop();
            count += &child.count;
            children.push(child);
        }
        let whole = (0..children.len()).filter(|&child| children[child].state.is_some());
        let whole: Vec<usize> = whole.collect();
        let by = whole.choose(self.rng).copied().filter(|_| self.rng.random_bool(0.9));
        let mut others = state.clone();
        let mut lines: Vec<u64> = children.iter().map(|child| child.line).collect();
        if let Some(child) = by {
            let required = self.required(fitting[child]);
            let after = children[child].state.as_ref().unwrap();
            others.retain(|word| !required.contains(word) && !after.contains(word));
            let line = lines.remove(child);
            lines.insert(0, line);
        }
        let named = Some(item).filter(|&item| item != first);
        let written = self.writer.sum(by.map(|child| fitting[child]), others, named, lines);
        let ControlFlow::Continue(line) = written else { unreachable!("the text takes all lines") };
        let known = Known { line, count, state: Some(state.clone()) };
        self.found.insert(state, known.clone());
        known
    }

    /// Writes a line of an item none of whose options fits. It says of each option why.
    fn dead_end(&mut self, item: usize, options: &[usize], state: &[usize]) -> Known {
        let mut missing = Vec::new();
        for &option in options {
            let mut required = self.required(option);
            required.retain(|word| !state.contains(word));
            // A use may be missing only because no option needs it after this one.
            if required.iter().any(|&word| word < self.problem.primary()) {
                required.retain(|&word| word < self.problem.primary());
            }
            missing.push(*required.choose(self.rng).unwrap());
        }
        missing.sort_unstable();
        missing.dedup();
        let written = self.writer.dead_end(item, &missing);
        let ControlFlow::Continue(line) = written else { unreachable!("the text takes all lines") };
        Known { line, count: Count::ZERO, state: None }
    }

    /// Returns the words that an option requires.
    fn required(&self, option: usize) -> Vec<usize> {
        let place = |entry| self.words.iter().position(|word| word == entry).unwrap();
        self.problem.option(option).iter().map(place).collect()
    }

    /// Returns the words of the state after some options: those uses only that an option still requires which has no
    /// item before the first open one.
    fn state(&self, chosen: &[usize]) -> Vec<usize> {
        let closed: Vec<&Entry> =
            chosen.iter().flat_map(|&option| self.problem.option(option)).collect();
        let is_left = |word: &Entry| {
            let same = |entry: &&&Entry| entry.item == word.item;
            closed.iter().filter(same).all(|&entry| entry == word && word.colour.is_some())
        };
        let left = (0..self.words.len()).filter(|&word| is_left(&self.words[word]));
        let mut left: Vec<usize> = left.collect();
        let primary = self.problem.primary();
        let first = left.first().copied().filter(|&first| first < primary);
        let options = (0..self.problem.option_count()).map(|option| self.required(option));
        let later =
            options.filter(|it| first.is_some_and(|first| it.iter().all(|&word| word >= first)));
        let has_item = |it: &Vec<usize>| it.iter().any(|&word| word < primary);
        let later: Vec<usize> = later.filter(has_item).flatten().collect();
        left.retain(|word| *word < primary || later.contains(word));
        left
    }
}
