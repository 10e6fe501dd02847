//! The referee of counts: checks line by line, without any search, that an exact cover problem has as
//! many solutions as a certificate says. `docs/count-certificates.md` defines the format.
//!
//! Each line has a state and its count, which follows from lines before it. An option that fits leads to a
//! smaller state, so lines are in ascending order of states, and none is needed twice.

use super::count_states::{CountStates, State, header, hex, is_subset};
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

/// A count, and the lines that prove it. If one is missing, its state.
type Proof = Result<(Count, Vec<usize>), State>;

/// Checks a certificate line by line. It remembers the states and their counts.
pub struct CountChecker<'p> {
    problem: &'p ExactCover,
    header: String,
    /// The number of lines so far.
    lines: usize,
    states: CountStates,
    table: CountTable,
}

impl<'p> CountChecker<'p> {
    /// Returns the checker of a certificate for a problem with this hash.
    pub fn new(problem: &'p ExactCover, hash: &str) -> Self {
        let (states, table) = (CountStates::default(), CountTable::default());
        Self { problem, header: header(hash), lines: 0, states, table }
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
        let words: Vec<&str> = line.split(' ').collect();
        let [text, count, by @ ..] = &*words else { return Err("expected STATE COUNT".into()) };
        let state = self.states.parse(text)?;
        let is_short = *count == "0" || !count.starts_with('0');
        let count: Count = count.parse().ok().filter(|_| is_short).ok_or("expected a count")?;
        let open: Vec<usize> = self.states.open(&state).collect();
        if self.states.normal(state.clone()) != state {
            return Err(format!("{text} has words that do not matter"));
        }
        if !self.table.is_next(&state) {
            return Err(format!("{text} is not above the state of the line before"));
        }
        let proof = match (&*open, by) {
            ([], []) => Ok((Count::ONE, Vec::new())),
            ([first, ..], []) => self.sum(&state, *first),
            (open, [item]) => self.sum(&state, self.named(&state, open, item)?),
            (open, parts) => self.product(self.states.parts(&state, open, parts)?),
        };
        let missing = |state: State| format!("no line before has the state {}", hex(&state));
        let (proved, used) = proof.map_err(missing)?;
        if count != proved {
            return Err(format!("says {count}, is {proved}"));
        }
        self.table.mark_used(&used);
        self.table.push(&state, count);
        Ok(())
    }

    /// Adds the counts of the states after each option of an open item that fits.
    fn sum(&self, state: &[u64], place: usize) -> Proof {
        let (mut sum, mut used) = (Count::ZERO, Vec::new());
        for &option in &self.states.options_of[place] {
            let [requires, clears] = &self.states.options[option];
            if is_subset(requires, state) {
                let after = state.iter().zip(clears).map(|(digit, clears)| digit & !clears);
                let (count, line) = self.table.find(self.states.normal(after.collect()))?;
                sum += count;
                used.push(line);
            }
        }
        Ok((sum, used))
    }

    /// Returns the item that a line names: the first one whose states all stand before.
    fn named(&self, state: &[u64], open: &[usize], word: &str) -> Result<usize, String> {
        let first = open.iter().copied().find(|&place| self.sum(state, place).is_ok());
        let is_named = |place: usize| word.strip_prefix('@') == Some(&self.states.items[place]);
        let named = first.filter(|&place| place != open[0] && is_named(place));
        named
            .ok_or_else(|| format!("{word:?}, expected @ and the first item that proves the count"))
    }

    /// Multiplies the counts of independent parts of a state.
    fn product(&self, parts: Vec<State>) -> Proof {
        let (mut product, mut used) = (Count::ONE, Vec::new());
        for part in parts {
            let (count, line) = self.table.find(part)?;
            product *= count;
            used.push(line);
        }
        Ok((product, used))
    }
}
