//! The referee of counts: checks line by line, without any search, that an exact cover problem has as
//! many solutions as a certificate says. `docs/count-certificates.md` defines the format.
//!
//! Each line has a state and its count, which follows from lines before it. An option that fits leads to a
//! smaller state, so lines are in ascending order of states, and none is needed twice.

use super::count_states::{CountStates, State, header, hex};
use super::count_table::CountTable;
use super::exact_cover::ExactCover;
use crate::Count;

/// Why a certificate is refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{line}: {why}")]
pub struct CountRefutation {
    /// The line, from one.
    pub line: usize,
    /// What is wrong there.
    pub why: String,
}

/// Checks a certificate line by line. It remembers the states and their counts.
pub struct CountChecker<'p> {
    problem: &'p ExactCover,
    header: String,
    /// The number of lines so far.
    lines: usize,
    states: CountStates,
    table: CountTable,
    /// The places of the lines that prove the present one.
    used: Vec<usize>,
    /// A state that is needed for that.
    needed: State,
}

impl<'p> CountChecker<'p> {
    /// Returns the checker of a certificate for a problem with this hash.
    pub fn new(problem: &'p ExactCover, hash: &str) -> Self {
        let (states, table) = (CountStates::default(), CountTable::default());
        let (used, needed) = (Vec::new(), State::new());
        Self { problem, header: header(hash), lines: 0, states, table, used, needed }
    }

    /// Checks the next line, which ends with a line feed. After an error the certificate is refused.
    ///
    /// # Errors
    /// If the lines before do not prove it, or if it is not written as the format demands.
    pub fn line(&mut self, line: &str) -> Result<(), CountRefutation> {
        self.lines += 1;
        let checked = match (self.lines, line.strip_suffix('\n')) {
            (_, None) => Err("no line feed at its end: the file is truncated".into()),
            (1, Some(text)) if text == self.header => Ok(()),
            (1, Some(_)) => Err(format!("expected {:?}, for this problem", self.header)),
            (2, Some(text)) => {
                CountStates::read(self.problem, text).map(|states| self.states = states)
            }
            (_, Some(text)) => self.check(text),
        };
        checked.map_err(|why| CountRefutation { line: self.lines, why })
    }

    /// Returns the number of solutions, once all lines were accepted.
    ///
    /// # Errors
    /// If the last line is not the whole problem, or no later line uses one before it.
    pub fn finish(self) -> Result<Count, CountRefutation> {
        let refuted = |line, why: &str| Err(CountRefutation { line, why: why.into() });
        match (self.table.last(&self.states.whole), self.table.first_unused()) {
            (None, _) => refuted(self.lines.max(1), "the last line is not the whole problem"),
            (_, Some(unused)) => refuted(unused + 3, "no later line uses this state"),
            (Some(count), None) => Ok(count.clone()),
        }
    }

    /// Checks the line of a state, and remembers it.
    fn check(&mut self, line: &str) -> Result<(), String> {
        let mut words = line.split(' ');
        let (text, count) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
        let state = self.states.parse(text)?;
        let is_short = count == "0" || !count.starts_with('0');
        let count: Count = count.parse().ok().filter(|_| is_short).ok_or("expected a count")?;
        if !self.states.is_normal(&state) {
            return Err(format!("{text} has words that do not matter"));
        }
        if !self.table.is_next(&state) {
            return Err(format!("{text} is not above the state of the line before"));
        }
        let by: Vec<&str> = words.collect();
        let first = self.states.open(&state).next();
        let proved = match (first, &*by) {
            (None, []) => self.product(&[]),
            (Some(first), []) => self.sum(&state, first),
            (_, [item]) => {
                let item = self.named(&state, item)?;
                self.sum(&state, item)
            }
            (_, parts) => {
                let parts = self.states.parts(&state, parts)?;
                self.product(&parts)
            }
        };
        let missing = || format!("no line before has the state {}", hex(&self.needed));
        let proved = proved.ok_or_else(missing)?;
        if count != proved {
            return Err(format!("says {count}, is {proved}"));
        }
        self.table.mark_used(&self.used);
        self.table.push(&state, count);
        Ok(())
    }

    /// Adds the counts of the states after each option of an open item that fits. If one of them is missing,
    /// it remains in `needed`.
    fn sum(&mut self, state: &[u64], place: usize) -> Option<Count> {
        let mut sum = Count::ZERO;
        self.used.clear();
        for &option in &self.states.options_of[place] {
            if self.states.choose(option, state, &mut self.needed) {
                let line = self.table.find(&self.needed)?;
                sum += self.table.count(line);
                self.used.push(line);
            }
        }
        Some(sum)
    }

    /// Returns the item that a line names: the first one whose states all stand before.
    fn named(&mut self, state: &[u64], word: &str) -> Result<usize, String> {
        let open: Vec<usize> = self.states.open(state).collect();
        let first = open.iter().copied().find(|&place| self.sum(state, place).is_some());
        let is_named = |place: usize| word.strip_prefix('@') == Some(&self.states.items[place]);
        let named = first.filter(|&place| place != open[0] && is_named(place));
        named
            .ok_or_else(|| format!("{word:?}, expected @ and the first item that proves the count"))
    }

    /// Multiplies the counts of independent parts of a state. If one of them is missing, it remains in `needed`.
    fn product(&mut self, parts: &[State]) -> Option<Count> {
        let mut product = Count::ONE;
        self.used.clear();
        for part in parts {
            self.needed.clone_from(part);
            let line = self.table.find(part)?;
            product *= self.table.count(line);
            self.used.push(line);
        }
        Some(product)
    }
}
