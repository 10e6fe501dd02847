//! The referee of counts: checks line by line, without any search, that an exact cover problem has as
//! many solutions as a certificate says. `docs/count-certificate-format.md` defines the format. A certificate
//! trusts this file, how it reads numbers (`count_line.rs`), the words of the problem (`cover_words.rs`), the reader of
//! the problem and the arithmetic of counts, and nothing else.
//!
//! A line proves the count of all states that agree with its own in the words of its mask. It is the sum of those of
//! the lines that the options of one item lead to, or the product of those of independent parts.

use std::array::from_fn;

use super::count_line::{check_letter, number, number_after, words_after};
use super::cover_words::{Checked, CoverWords, Set, agree, first, join, numbers, overlap, within};
use super::exact_cover::ExactCover;
use super::referee::CountRefutation;
use crate::Count;

/// Checks a certificate line by line. It remembers the states and their counts.
pub struct CountChecker<'p> {
    problem: &'p ExactCover,
    header: String,
    /// The number of lines so far.
    lines: usize,
    /// Checks the lines after the second one. The last line has the number of solutions.
    check: Option<Check>,
    total: Option<Count>,
}

type Check = Box<dyn FnMut(&[u8]) -> Checked<Option<Count>>>;

/// The words of a problem, and the lines from the second one on, in whose state no item is open.
struct Lines<const W: usize>(CoverWords<W>, Vec<Line<W>>);

/// The state of a line, its mask, and its count.
type Line<const W: usize> = (Set<W>, Set<W>, Count);

impl<'p> CountChecker<'p> {
    /// The maximum number of primary items and uses of secondary ones.
    pub const MOST_WORDS: usize = 1 << 16;

    /// Returns the checker of a certificate for a problem with this hash.
    pub fn new(problem: &'p ExactCover, hash: &str) -> Self {
        let header = format!("exact-cover-count 5 {hash}");
        Self { problem, header, lines: 0, check: None, total: None }
    }

    /// Checks the next line, which ends with a line feed. After an error the certificate is refused.
    ///
    /// # Errors
    /// If the lines before do not prove it, or if it is not written as the format demands.
    pub fn line(&mut self, line: &[u8]) -> Result<(), CountRefutation> {
        self.lines += 1;
        self.next(line).map_err(|why| CountRefutation { line: self.lines, why: why.into() })
    }

    #[inline(always)]
    fn next(&mut self, line: &[u8]) -> Checked<()> {
        let text = line.strip_suffix(b"\n").ok_or("it is truncated, expected a line feed")?;
        match (&mut self.check, self.lines) {
            (Some(check), _) if self.total.is_none() => self.total = check(text)?,
            (None, 1) if text == self.header.as_bytes() => {}
            (None, 1) => return Err("expected `exact-cover-count 5` and the hash of this problem"),
            (None, _) => self.check = Some(begin(self.problem, text)?),
            _ => return Err("expected the end of the file"),
        }
        Ok(())
    }

    /// Returns the number of solutions, once all lines were accepted.
    ///
    /// # Errors
    /// If the last line is missing.
    pub fn finish(self) -> Result<Count, CountRefutation> {
        self.total.ok_or(CountRefutation { line: self.lines + 1, why: "it is truncated".into() })
    }
}

/// Returns what checks the lines after the second one, which names the items in order.
fn begin(problem: &ExactCover, line: &[u8]) -> Checked<Check> {
    let words = numbers(problem, line)?;
    Ok(match words.len().div_ceil(64) {
        0..=1 => Lines::<1>::check(CoverWords::new(problem, &words)),
        2 => Lines::<2>::check(CoverWords::new(problem, &words)),
        3 => Lines::<3>::check(CoverWords::new(problem, &words)),
        4..=6 => Lines::<6>::check(CoverWords::new(problem, &words)),
        7..=16 => Lines::<16>::check(CoverWords::new(problem, &words)),
        17..=128 => Lines::<128>::check(CoverWords::new(problem, &words)),
        129..=1024 => Lines::<1024>::check(CoverWords::new(problem, &words)),
        _ => return Err("the problem has more than 65,536 items and uses"),
    })
}

impl<const W: usize> Lines<W> {
    /// Returns what checks the lines after the second one.
    fn check(words: CoverWords<W>) -> Check {
        let covered = ([0; W], words.masks[words.options_of.len()], Count::ONE);
        let mut lines = Self(words, vec![covered]);
        Box::new(move |line| match line {
            [b's', ..] => lines.end(line).map(Some),
            [text @ .., letter] if *letter == check_letter(text) => {
                lines.1.push(match text {
                    [b'*', text @ ..] => lines.product(text)?,
                    [b'@', text @ ..] => lines.dead_end(text)?,
                    _ => lines.sum(text)?,
                });
                Ok(None)
            }
            _ => Err("its last letter is not that of the characters before"),
        })
    }

    /// Returns a line whose count is the sum of those after the options of an item.
    #[inline(always)]
    fn sum(&self, mut text: &[u8]) -> Checked<Line<W>> {
        let mut named = number(&mut text)?.checked_sub(1);
        let mut state = words_after(b'+', &mut text)?;
        let item = number_after(b'@', &mut text)?.map(|item| item.wrapping_sub(1));
        let mut count = Count::ZERO;
        if let Some(option) = named {
            let line = self.earlier(&mut text)?;
            join(&mut state, &self.0.options.get(option).ok_or("expected an option")?[0]);
            join(&mut state, &line.0);
            count += self.after(option, &state, line)?;
        }
        let first = first(&state);
        for &option in self.0.options_of(item.unwrap_or(first), &state)? {
            if named == Some(option) {
                named = None;
            } else if within(&self.0.options[option][0], &state) {
                count += self.after(option, &state, self.earlier(&mut text)?)?;
            }
        }
        let line = (state, self.0.masks[first], count);
        (named.is_none() && text.is_empty()).then_some(line).ok_or("expected the end of the line")
    }

    /// Returns a line for all states in which an item is open and none of some words is there, so that no option of the
    /// item fits.
    fn dead_end(&self, mut text: &[u8]) -> Checked<Line<W>> {
        let item = number(&mut text)?.wrapping_sub(1);
        let absent = words_after(b'-', &mut text)?;
        let options = self.0.options_of.get(item).ok_or("expected an item")?;
        let state = from_fn(|at| u64::from(at == item / 64) << (item % 64));
        let misses = |&option: &usize| overlap(&self.0.options[option][0], &absent);
        let is_dead = text.is_empty() && !overlap(&state, &absent) && options[0].iter().all(misses);
        let line = (state, from_fn(|at| state[at] | absent[at]), Count::ZERO);
        is_dead.then_some(line).ok_or("expected an item without options")
    }

    /// Returns a line whose count is the product of those of parts of its state.
    fn product(&self, mut text: &[u8]) -> Checked<Line<W>> {
        let (mut state, mut parts) = ([0; W], Vec::new());
        while !text.is_empty() {
            parts.push(self.earlier(&mut text)?);
            join(&mut state, &parts[parts.len() - 1].0);
        }
        let (mut touched, mut count) = ([0; W], Count::ONE);
        let items = &self.0.masks[self.0.options_of.len()];
        for (part, mask, of_part) in parts {
            let own: Set<W> = from_fn(|at| part[at] & items[at]);
            let mut touches = own;
            for option @ [requires, _] in &self.0.options {
                if overlap(requires, &own) && within(requires, &state) {
                    option.iter().for_each(|words| join(&mut touches, words));
                }
            }
            let uses = from_fn(|at| mask[at] & !items[at]);
            if own == [0; W] || overlap(&touches, &touched) || !agree(&state, part, &uses) {
                return Err("the parts are not independent");
            }
            join(&mut touched, &touches);
            count *= of_part;
        }
        let mask = self.0.masks.get(first(&state));
        mask.map(|&mask| (state, mask, count)).ok_or("expected parts")
    }

    /// Returns the number of solutions if the line before has the whole problem.
    fn end(&self, text: &[u8]) -> Checked<Count> {
        let (state, mask, count) = &self.1[self.1.len() - 1];
        let expected = format!("solutions {count} {}", self.1.len() + 1);
        let holds = agree(&self.0.masks[0], state, mask) && text == expected.as_bytes();
        holds.then(|| count.clone()).ok_or("expected the count of the whole problem")
    }

    /// Returns the line that the next word names: a number counts back, and 0 is the second line.
    #[inline(always)]
    fn earlier(&self, text: &mut &[u8]) -> Checked<&Line<W>> {
        let back = number_after(b' ', text)?.ok_or("expected a blank and a line before")?;
        let line = if back == 0 { Some(0) } else { self.1.len().checked_sub(back) };
        Ok(&self.1[line.ok_or("expected a line before")?])
    }

    /// Returns the count of a line if an option leads from a state to one that agrees with that of the line.
    #[inline(always)]
    fn after<'l>(&self, option: usize, state: &Set<W>, line: &'l Line<W>) -> Checked<&'l Count> {
        let ends = &self.0.options[option][1];
        let leads = agree(&from_fn(|at| state[at] & !ends[at]), &line.0, &line.1);
        leads.then_some(&line.2).ok_or("an option does not lead to the line that is named for it")
    }
}
