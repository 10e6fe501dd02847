//! The referee of counts: checks line by line, without any search, that an exact cover problem has as
//! many solutions as a certificate says. `docs/count-certificates.md` defines the format.
//!
//! Each line has a state and the states that the options of one of its items lead to, by the numbers of
//! their lines. The checker computes these states, compares them in full, and adds their counts.

use super::count_lines::{CountLines, lines};
use super::count_words::{Words, header, read_order, text};
use super::exact_cover::ExactCover;
use super::referee::CountRefutation;
use crate::Count;

/// Checks a certificate line by line. It remembers the states and their counts.
pub struct CountChecker<'p> {
    problem: &'p ExactCover,
    header: String,
    /// The number of lines so far.
    lines: usize,
    /// The lines of states, once the second line was accepted.
    states: Option<Box<dyn CountLines + 'p>>,
    /// The number of solutions, once the last line was accepted.
    total: Option<Count>,
}

impl<'p> CountChecker<'p> {
    /// Returns the checker of a certificate for a problem with this hash.
    pub fn new(problem: &'p ExactCover, hash: &str) -> Self {
        Self { problem, header: header(hash), lines: 0, states: None, total: None }
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
            (2, Some(text)) => read_order(self.problem, text)
                .map(|order| self.states = Some(lines(self.problem, &order))),
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
        match (self.total, self.states.and_then(|states| states.first_unused())) {
            (None, _) => refuted(self.lines + 1, "expected a line, the file is truncated"),
            (_, Some(unused)) => refuted(unused, "no later line uses this state"),
            (Some(total), None) => Ok(total),
        }
    }

    /// Checks a line after the first two.
    fn check(&mut self, line: &[u8]) -> Result<(), String> {
        let Some(lines) = &mut self.states else { return Err("expected two lines before".into()) };
        let mut words = Words::of(line);
        match words.peek() {
            b's' if words.next() == Some(b"solutions") => {
                let count = text(words.next().unwrap_or_default());
                let proved = lines.whole(words)?;
                if count != proved.to_string() {
                    return Err(format!("says {count:?} solutions, proved are {proved}"));
                }
                self.total = Some(proved);
                Ok(())
            }
            b'*' if words.next() == Some(b"*") => lines.product(words),
            _ => lines.sum(Words::of(line)),
        }
    }
}
