//! The referee of counts: checks line by line, without any search, that an exact cover problem has as
//! many solutions as a certificate says. `docs/count-certificates.md` defines the format. A certificate
//! trusts this file, how it reads numbers (`count_line.rs`), the words of the problem (`cover_words.rs`), the reader of
//! the problem and the arithmetic of counts, and nothing else.
//!
//! A line proves the count of all states that agree with its own in the words of its mask. It is the sum of those of
//! the lines that the options of one item lead to, or the product of those of independent parts.

use std::array::from_fn;

use super::count_line::{check_letter, number};
use super::cover_words::{CoverWords, Set, add, agree, first, join, numbers, overlap, within};
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

type Check = Box<dyn FnMut(&[u8]) -> Result<Option<Count>, String>>;

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
        let checked = match (line.strip_suffix(b"\n"), self.lines, &mut self.check) {
            (None, ..) => Err("no line feed at its end: the file is truncated".into()),
            (Some(text), 1, _) if text == self.header.as_bytes() => Ok(()),
            (_, 1, _) => Err(format!("expected {:?}, for this problem", self.header)),
            (Some(text), 2, _) => begin(self.problem, text).map(|check| self.check = Some(check)),
            (Some(text), _, Some(check)) if self.total.is_none() => {
                check(text).map(|total| self.total = total)
            }
            _ => Err("expected the end of the file".into()),
        };
        checked.map_err(|why| CountRefutation { line: self.lines, why })
    }

    /// Returns the number of solutions, once all lines were accepted.
    ///
    /// # Errors
    /// If the last line is missing.
    pub fn finish(self) -> Result<Count, CountRefutation> {
        let why = "expected a line, the file is truncated".into();
        self.total.ok_or(CountRefutation { line: self.lines + 1, why })
    }
}

/// Returns what checks the lines after the second one, which names the items in order.
fn begin(problem: &ExactCover, line: &[u8]) -> Result<Check, String> {
    let words = numbers(problem, line).ok_or("expected `items` and each primary item once")?;
    Ok(match words.len().div_ceil(64) {
        0..=1 => Lines::<1>::check(CoverWords::new(problem, &words)),
        2 => Lines::<2>::check(CoverWords::new(problem, &words)),
        3 => Lines::<3>::check(CoverWords::new(problem, &words)),
        4..=6 => Lines::<6>::check(CoverWords::new(problem, &words)),
        7..=16 => Lines::<16>::check(CoverWords::new(problem, &words)),
        17..=128 => Lines::<128>::check(CoverWords::new(problem, &words)),
        129..=1024 => Lines::<1024>::check(CoverWords::new(problem, &words)),
        _ => return Err("the problem has more than 65,536 items and uses".into()),
    })
}

impl<const W: usize> Lines<W> {
    /// Returns what checks the lines after the second one.
    fn check(words: CoverWords<W>) -> Check {
        let covered = ([0; W], words.masks[words.options_of.len()], Count::ONE);
        let mut lines = Self(words, vec![covered]);
        Box::new(move |text| match text.split_last() {
            Some(_) if text[0] == b's' => lines.end(text).map(Some),
            Some((&letter, text)) if letter == check_letter(text) => {
                let line = match text.first() {
                    Some(b'*') => lines.product(&text[1..])?,
                    Some(b'@') => lines.dead_end(&text[1..])?,
                    _ => lines.sum(text)?,
                };
                lines.1.push(line);
                Ok(None)
            }
            _ => Err("its last letter is not that of the characters before".into()),
        })
    }

    /// Returns a line whose count is the sum of those after the options of an item.
    #[inline(always)]
    fn sum(&self, mut text: &[u8]) -> Result<Line<W>, String> {
        let (option, mut state, mut item) = (number(&mut text)?, [0; W], None);
        while let [sign @ (b'+' | b'@'), rest @ ..] = text {
            text = rest;
            match (sign, number(&mut text)?.wrapping_sub(1)) {
                (b'@', word) => item = Some(word),
                (_, word) if word < 64 * W => add(&mut state, word),
                _ => return Err("expected the number of a word".into()),
            }
        }
        let mut named = option.checked_sub(1);
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
        match named.is_none() && text.is_empty() {
            true => Ok((state, self.0.masks[first], count)),
            false => Err("expected the end of the line".into()),
        }
    }

    /// Returns a line for all states in which an item is open and none of some words is there, so that no option of the
    /// item fits.
    fn dead_end(&self, mut text: &[u8]) -> Result<Line<W>, String> {
        let (item, mut state, mut absent) = (number(&mut text)?.wrapping_sub(1), [0; W], [0; W]);
        let options = self.0.options_of.get(item).ok_or("expected an item")?;
        add(&mut state, item);
        while let Some(rest) = text.strip_prefix(b"-") {
            text = rest;
            let word = Some(number(&mut text)?).filter(|word| (1..=64 * W).contains(word));
            add(&mut absent, word.ok_or("expected the number of a word")? - 1);
        }
        let misses = |&option: &usize| overlap(&self.0.options[option][0], &absent);
        let is_dead = text.is_empty() && !overlap(&state, &absent) && options[0].iter().all(misses);
        let mask = from_fn(|at| state[at] | absent[at]);
        Ok(is_dead
            .then_some((state, mask, Count::ZERO))
            .ok_or("expected an item without options")?)
    }

    /// Returns a line whose count is the product of those of parts of its state.
    fn product(&self, mut text: &[u8]) -> Result<Line<W>, String> {
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
            for [requires, ends] in &self.0.options {
                if overlap(requires, &own) && within(requires, &state) {
                    join(&mut touches, requires);
                    join(&mut touches, ends);
                }
            }
            let uses = from_fn(|at| mask[at] & !items[at]);
            if own == [0; W] || overlap(&touches, &touched) || !agree(&state, part, &uses) {
                return Err("the parts are not independent".into());
            }
            join(&mut touched, &touches);
            count *= of_part;
        }
        let mask = self.0.masks.get(first(&state)).ok_or("expected parts")?;
        Ok((state, *mask, count))
    }

    /// Returns the number of solutions if the line before has the whole problem.
    fn end(&self, text: &[u8]) -> Result<Count, String> {
        let (state, mask, count) = &self.1[self.1.len() - 1];
        let expected = format!("solutions {count} {}", self.1.len() + 1);
        let holds = agree(&self.0.masks[0], state, mask) && text == expected.as_bytes();
        let why = || format!("expected {expected:?} after the line of the whole problem");
        holds.then(|| count.clone()).ok_or_else(why)
    }

    /// Returns the line that the next word names: a number counts back, and 0 is the second line.
    #[inline(always)]
    fn earlier(&self, text: &mut &[u8]) -> Result<&Line<W>, String> {
        *text = text.strip_prefix(b" ").ok_or("expected a blank and a line before")?;
        let (back, lines) = (number(text)?, self.1.len());
        let line = lines.checked_sub(if back == 0 { lines } else { back });
        Ok(&self.1[line.ok_or("expected a line before")?])
    }

    /// Returns the count of a line if an option leads from a state to one that agrees with that of the line.
    #[inline(always)]
    fn after<'l>(
        &self,
        option: usize,
        state: &Set<W>,
        line: &'l Line<W>,
    ) -> Result<&'l Count, String> {
        let ends = &self.0.options[option][1];
        match agree(&from_fn(|at| state[at] & !ends[at]), &line.0, &line.1) {
            true => Ok(&line.2),
            false => Err(format!("option {} does not lead to the line named", option + 1)),
        }
    }
}
