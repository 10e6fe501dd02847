//! The referee of counts: checks line by line, without any search, that an exact cover problem has as
//! many solutions as a certificate says. `docs/count-certificates.md` defines the format.
//!
//! Each line has a state and the states that the options of one of its items lead to, by the numbers of
//! their lines. The checker computes these states, compares them in full, and adds their counts.

use super::count_states::{CountStates, State};
use super::count_table::CountTable;
use super::count_words::{Words, header, hex, text};
use super::exact_cover::ExactCover;
use super::referee::CountRefutation;
use crate::Count;

/// Checks a certificate line by line. It remembers the states and their counts.
pub struct CountChecker<'p> {
    problem: &'p ExactCover,
    header: String,
    /// The number of lines so far.
    lines: usize,
    states: CountStates<'p>,
    table: CountTable,
    /// The state of the present line, and one that an option leads to.
    state: State,
    after: State,
    /// The number of solutions, once the last line was accepted.
    total: Option<Count>,
}

impl<'p> CountChecker<'p> {
    /// Returns the checker of a certificate for a problem with this hash.
    pub fn new(problem: &'p ExactCover, hash: &str) -> Self {
        let states = CountStates::new(problem, &[]);
        let (table, state, after) = (CountTable::default(), State::new(), State::new());
        Self { problem, header: header(hash), lines: 0, states, table, state, after, total: None }
    }

    /// Checks the next line, which ends with a line feed. After an error the certificate is refused.
    ///
    /// # Errors
    /// If the lines before do not prove it, or if it is not written as the format demands.
    pub fn line(&mut self, line: &[u8]) -> Result<(), CountRefutation> {
        self.lines += 1;
        let checked = match (self.lines, line.strip_suffix(b"\n")) {
            (_, None) => Err("no line feed at its end: the file is truncated".into()),
            (1, Some(text)) if text == self.header.as_bytes() => Ok(()),
            (1, Some(_)) => Err(format!("expected {:?}, for this problem", self.header)),
            (2, Some(text)) => CountStates::read(self.problem, text).map(|states| {
                (self.state, self.after) = (states.whole.clone(), states.whole.clone());
                self.states = states;
            }),
            (_, Some(_)) if self.total.is_some() => Err("expected the end of the file".into()),
            (_, Some(text)) => self.check(text),
        };
        checked.map_err(|why| CountRefutation { line: self.lines, why })
    }

    /// Returns the number of solutions, once all lines were accepted.
    ///
    /// # Errors
    /// If the last line is missing, or no later line uses one before it.
    pub fn finish(self) -> Result<Count, CountRefutation> {
        let refuted = |line, why: &str| Err(CountRefutation { line, why: why.into() });
        match (self.total, self.table.first_unused()) {
            (None, _) => refuted(self.lines + 1, "expected a line, the file is truncated"),
            (_, Some(unused)) => refuted(unused, "no later line uses this state"),
            (Some(total), None) => Ok(total),
        }
    }

    /// Checks the line of a state, and remembers it, or the last line.
    fn check(&mut self, line: &[u8]) -> Result<(), String> {
        let mut words = Words::of(line);
        match words.next().unwrap_or_default() {
            b"solutions" => {
                let count = text(words.next().unwrap_or_default());
                self.after.clone_from(&self.states.whole);
                let proved = self.child(&mut words)?;
                if count != proved.to_string() {
                    return Err(format!("says {count:?} solutions, proved are {proved}"));
                }
                self.total = Some(proved);
            }
            b"*" => self.product(&mut words)?,
            first => self.sum(first, &mut words)?,
        }
        words.next().map_or(Ok(()), |_| Err("too many words".into()))
    }

    /// Adds the counts after each option of an item that fits: after the first word, it is that of `live`.
    fn sum(&mut self, first: &[u8], words: &mut Words<'_>) -> Result<(), String> {
        let item = words.next_if(b'@');
        let (mut named, mut live, mut sum) = (None, None, Count::ZERO);
        if let Some(hex) = first.strip_prefix(b"=") {
            self.states.parse(hex, &mut self.state)?;
        } else {
            live = words.clone().find(|word| !word.starts_with(b"x"));
            let (after, count) = match live.ok_or("expected an option, and lines of states")? {
                b"." => (self.states.none(), Count::ONE),
                line => self.table.find(line).map(|(state, entry)| (state, entry.mark()))?,
            };
            named = Some(self.states.parse_before(first, after, &mut self.state)?);
            sum = count;
        }
        let (place, is_first) = self.states.place(&self.state, item)?;
        for at in 0..self.states.options(place, is_first).len() {
            let option = self.states.options(place, is_first)[at];
            if Some(option) == named && words.next() == live {
                named = None;
            } else if self.states.choose(option, &self.state, &mut self.after) {
                sum += &self.child(words)?;
            }
        }
        self.table.push(&self.state, sum);
        named.map_or(Ok(()), |_| Err("the option does not lead to the first state named".into()))
    }

    /// Returns the count of the state `after` by the word for it.
    fn child(&mut self, words: &mut Words<'_>) -> Result<Count, String> {
        let after = &self.after;
        let word = words.next().ok_or_else(|| format!("expected a word for {}", hex(after)))?;
        match word {
            b"." if self.states.is_covered(after) => Ok(Count::ONE),
            [b'x', item @ ..] => {
                let item = Some(item).filter(|item| !item.is_empty());
                let (place, is_first) = self.states.place(after, item)?;
                let options = self.states.options(place, is_first);
                let fitting = options.iter().find(|&&option| self.states.fits(option, after));
                fitting.map_or(Ok(Count::ZERO), |&it| Err(format!("option {} fits", it + 1)))
            }
            b"." => Err(format!("there are open items in {}", hex(after))),
            line => match self.table.find(line)? {
                (state, used) if state == after => Ok(used.mark()),
                (state, _) => Err(format!("needed is {}, not {}", hex(after), hex(state))),
            },
        }
    }

    /// Multiplies the counts of states whose union is the state of the line.
    fn product(&mut self, words: &mut Words<'_>) -> Result<(), String> {
        let (mut parts, mut product) = (Vec::new(), Count::ONE);
        for word in words {
            let (part, used) = self.table.find(word)?;
            parts.push(part.to_vec());
            product *= &used.mark();
        }
        self.states.join(&parts, &mut self.state)?;
        self.table.push(&self.state, product);
        Ok(())
    }
}
