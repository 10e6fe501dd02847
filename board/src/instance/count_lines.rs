//! The lines of certificates that have a state: they follow from those before, or are refused.

use super::count_states::{CountStates, State, hex, is_subset};
use super::count_table::CountTable;
use super::count_words::{Words, words};
use super::exact_cover::{ExactCover, Item};
use crate::Count;

/// Checks lines of states, and remembers them.
pub(super) trait CountLines {
    /// Adds the counts after each option of an item that fits, and remembers the line.
    ///
    /// # Errors
    /// If the lines before do not prove it, or if it is not written as the format demands.
    fn sum(&mut self, words: Words<'_>) -> Result<(), String>;

    /// Multiplies the counts of states whose union is the state of the line, and remembers the line.
    ///
    /// # Errors
    /// If they are no parts of a state, or not written as the format demands.
    fn product(&mut self, words: Words<'_>) -> Result<(), String>;

    /// Returns the number of solutions of the whole problem by the word for it.
    ///
    /// # Errors
    /// If it is not that of the whole problem.
    fn whole(&mut self, words: Words<'_>) -> Result<Count, String>;

    /// Returns the number of the first line that no later one uses.
    fn first_unused(&self) -> Option<usize>;
}

/// Returns what checks the lines of a problem whose primary items are in this order.
pub(super) fn lines<'p>(problem: &'p ExactCover, order: &[Item]) -> Box<dyn CountLines + 'p> {
    let n_words = words(problem, order).len();
    match n_words.div_ceil(64) {
        0 | 1 => Box::new(Lines::<1>::new(problem, order)),
        2 => Box::new(Lines::<2>::new(problem, order)),
        3 => Box::new(Lines::<3>::new(problem, order)),
        _ => Box::new(Lines::<4>::new(problem, order)),
    }
}

/// The problem, and the lines of its states. A state has `C` digits, or a multiple of that.
struct Lines<'p, const C: usize> {
    states: CountStates<'p, C>,
    known: Known<C>,
}

/// The lines so far.
struct Known<const C: usize> {
    table: CountTable<C>,
    /// The state of the present line, and one that an option leads to.
    state: State<C>,
    after: State<C>,
}

/// The first state that a line names, and the option that leads to it.
struct Named {
    option: u32,
    /// Where the word for the state begins, and where the one after it.
    word: usize,
    next: usize,
    place: usize,
}

impl<'p, const C: usize> Lines<'p, C> {
    fn new(problem: &'p ExactCover, order: &[Item]) -> Self {
        let states = CountStates::new(problem, order);
        let (state, after) = (states.whole.clone(), states.whole.clone());
        Self { known: Known { table: CountTable::new(states.covered()), state, after }, states }
    }
}

impl<const C: usize> CountLines for Lines<'_, C> {
    fn sum(&mut self, mut words: Words<'_>) -> Result<(), String> {
        let Self { states, known } = self;
        let mut named = None;
        if words.peek() == b'=' {
            states.parse(&words.next().unwrap_or_default()[1..], &mut known.state)?;
        } else {
            named = Some(known.before(states, &mut words)?);
        }
        let item = if words.peek() == b'@' { words.next() } else { None };
        let item = states.item(&known.state, item)?;
        let mut sum = Count::ZERO;
        for (option, requires) in states.options_of(item) {
            if let Some(Named { option: of, word, next, place }) = named
                && (of, word) == (option, words.start())
            {
                words.skip_to(next);
                sum += known.table.mark(place);
                named = None;
            } else if is_subset(requires, &known.state) {
                let leads = |known: &Known<C>, place| {
                    states.leads(option, &known.state, known.table.state(place))
                };
                let after = |known: &mut Known<C>| {
                    states.after(option, &known.state, &mut known.after);
                };
                known.child(states, &mut words, &mut sum, leads, after)?;
            }
        }
        if named.is_some() {
            return Err("the option does not lead to the first state named".into());
        }
        known.table.push(&known.state, sum);
        words.end()
    }

    fn product(&mut self, mut words: Words<'_>) -> Result<(), String> {
        let Self { states, known } = self;
        let (mut parts, mut product) = (Vec::new(), Count::ONE);
        while !words.is_empty() {
            let place = known.table.line(&mut words).ok_or_else(|| no_line(words))?;
            parts.push(known.table.state(place).to_vec());
            product *= known.table.mark(place);
        }
        states.join(&parts, &mut known.state)?;
        known.table.push(&known.state, product);
        Ok(())
    }

    fn whole(&mut self, mut words: Words<'_>) -> Result<Count, String> {
        let Self { states, known } = self;
        let mut count = Count::ZERO;
        let leads = |known: &Known<C>, place| known.table.state(place) == states.whole;
        let after = |known: &mut Known<C>| known.after.clone_from(&states.whole);
        known.child(states, &mut words, &mut count, leads, after)?;
        words.end().map(|()| count)
    }

    fn first_unused(&self) -> Option<usize> {
        self.known.table.first_unused()
    }
}

impl<const C: usize> Known<C> {
    /// Replaces the state of the line by the one from which an option leads to the first state that is named.
    fn before(
        &mut self,
        states: &CountStates<'_, C>,
        words: &mut Words<'_>,
    ) -> Result<Named, String> {
        let first = *words;
        let option = words.number().and_then(|number| number.checked_sub(1));
        let Some(option) = option.filter(|&option| option < states.n_options()) else {
            return Err(format!("{} is no option", first.quoted()));
        };
        let option = option as u32;
        let mut live = *words;
        while matches!(live.peek(), b'@' | b'x') {
            live.next();
        }
        let word = live.start();
        if live.is_empty() {
            return Err("expected an option, and lines of states".into());
        }
        let place = self.table.child(&mut live).ok_or_else(|| no_line(live))?;
        let after = self.table.state(place);
        match states.before(option, after, &mut self.state) {
            true => Ok(Named { option, word, next: live.start(), place }),
            false => Err(format!("option {} does not lead to {}", option + 1, hex(after))),
        }
    }

    /// Adds the count of a state by the word for it, if it is the one that an option `leads` to.
    #[inline]
    fn child(
        &mut self,
        states: &CountStates<'_, C>,
        words: &mut Words<'_>,
        sum: &mut Count,
        leads: impl Fn(&Self, usize) -> bool,
        after: impl Fn(&mut Self),
    ) -> Result<(), String> {
        if words.peek() == b'x' {
            after(self);
            let word = words.next().unwrap_or_default();
            let item = Some(&word[1..]).filter(|item| !item.is_empty());
            let item = states.item(&self.after, item)?;
            let mut options = states.options_of(item);
            let fitting = options.find(|(_, requires)| is_subset(requires, &self.after));
            return fitting.map_or(Ok(()), |(it, _)| Err(format!("option {} fits", it + 1)));
        }
        if words.is_empty() {
            after(self);
            return Err(format!("expected a word for {}", hex(&self.after)));
        }
        let place = self.table.child(words).ok_or_else(|| no_line(*words))?;
        if leads(self, place) {
            *sum += self.table.mark(place);
            return Ok(());
        }
        after(self);
        Err(format!("needed is {}, not {}", hex(&self.after), hex(self.table.state(place))))
    }
}

#[cold]
fn no_line(words: Words<'_>) -> String {
    format!("{} is no line before", words.quoted())
}
