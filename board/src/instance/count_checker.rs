//! The referee of counts: checks line by line, without any search, that an exact cover problem has as
//! many solutions as a certificate says. `docs/count-certificates.md` defines the format. A certificate
//! trusts this file, the reader of the problem and the arithmetic of counts, and nothing else.
//!
//! A state is a set of *words*, one bit each: the primary items that are open, and the uses of secondary items that
//! are still allowed (`x`, or `x:red` with a colour). An option fits a state that has all words that it requires, and
//! choosing it ends some of them.
//!
//! ```text
//!   items a b | x            words    a  b  x:red  x:blue     an option    requires    ends
//!                                                             a x:red      a x:red     a x:blue
//!   the whole problem                 1  1    1      1        b x:red      b x:red     b x:blue
//!   after the option a x:red          0  1    1      0        b x:blue     b x:blue    b x:red
//! ```
//!
//! The count of a state depends on some of its words only, which are its *mask*: all items, and the uses that are
//! required by options whose first item is the first open one or a later one. Each line proves the count of all
//! states that agree with its own in the words of the mask. It is the sum of those of the lines that the options of
//! one item lead to.

use std::array::from_fn;
use std::collections::HashMap;

use super::exact_cover::{Entry, ExactCover, Item};
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

/// The options of a problem, and the lines so far. In a set of words, the first word is the lowest bit of the first
/// number.
struct Lines<const W: usize> {
    /// What each option requires, and what it ends.
    options: Vec<[[u64; W]; 2]>,
    /// For each primary item, the options that have it, and those of which it is the first item.
    options_of: Vec<[Vec<usize>; 2]>,
    /// The mask of a state whose first open item is this one; the last is that of no open item.
    masks: Vec<[u64; W]>,
    /// The lines from the second one on, in whose state no item is open.
    proved: Vec<Line<W>>,
}

/// The state of a line, its mask, and its count.
type Line<const W: usize> = ([u64; W], [u64; W], Count);

impl<'p> CountChecker<'p> {
    /// The maximum number of primary items and uses of secondary ones.
    pub const MOST_WORDS: usize = 1 << 16;

    /// Returns the checker of a certificate for a problem with this hash.
    pub fn new(problem: &'p ExactCover, hash: &str) -> Self {
        let header = format!("exact-cover-count 4 {hash}");
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

/// Numbers the words of a problem: the primary items in the order of the second line, then the uses in the order in
/// which options first have them.
fn begin(problem: &ExactCover, line: &[u8]) -> Result<Check, String> {
    let named = |item| (problem.name(item).as_bytes(), Entry::plain(item));
    let mut items: HashMap<_, _> = (0..problem.primary() as Item).map(named).collect();
    let mut names = line.split(|&byte| byte == b' ');
    let is_order = names.next() == Some(b"items") && names.clone().count() == items.len();
    let order = names.map_while(|name| items.remove(name)).zip(0..);
    let mut bits: HashMap<Entry, usize> = order.collect();
    if !is_order || !items.is_empty() {
        return Err("expected `items` and each primary item once".into());
    }
    for &entry in problem.options().flatten() {
        let next = bits.len();
        bits.entry(entry).or_insert(next);
    }
    Ok(match bits.len().div_ceil(64) {
        0..=1 => Lines::<1>::check(problem, &bits),
        2 => Lines::<2>::check(problem, &bits),
        3 => Lines::<3>::check(problem, &bits),
        4..=6 => Lines::<6>::check(problem, &bits),
        7..=16 => Lines::<16>::check(problem, &bits),
        17..=64 => Lines::<64>::check(problem, &bits),
        65..=256 => Lines::<256>::check(problem, &bits),
        257..=1024 => Lines::<1024>::check(problem, &bits),
        _ => return Err("the problem has more than 65,536 items and uses".into()),
    })
}

impl<const W: usize> Lines<W> {
    /// Returns what checks the lines after the second one, given the place of each word.
    fn check(problem: &ExactCover, bits: &HashMap<Entry, usize>) -> Check {
        let primary = problem.primary();
        let mut uses = vec![[0; W]; problem.items()];
        bits.iter().for_each(|(entry, &bit)| add(&mut uses[entry.item as usize], bit));
        let mut options = vec![[[0; W]; 2]; problem.option_count()];
        let mut options_of = vec![[Vec::new(), Vec::new()]; primary];
        for (number, option) in problem.options().enumerate() {
            let [requires, ends] = &mut options[number];
            for entry in option {
                add(requires, bits[entry]);
                join(ends, &uses[entry.item as usize]);
                if entry.colour.is_some() {
                    ends[bits[entry] / 64] ^= 1 << (bits[entry] % 64);
                }
            }
            for bit in option.iter().map(|entry| bits[entry]).filter(|&bit| bit < primary) {
                options_of[bit][0].push(number);
                options_of[bit][1].extend((bit == first(requires)).then_some(number));
            }
        }
        let mut masks = vec![[0; W]; primary + 1];
        (0..primary).for_each(|bit| add(&mut masks[primary], bit));
        for place in (0..primary).rev() {
            masks[place] = masks[place + 1];
            options_of[place][1].iter().for_each(|&it| join(&mut masks[place], &options[it][0]));
        }
        let proved = vec![([0; W], masks[primary], Count::ONE)];
        let mut lines = Self { options, options_of, masks, proved };
        Box::new(move |text| lines.line(text))
    }

    /// Checks a line after the first two. Returns the number of solutions if it is the last one.
    fn line(&mut self, text: &[u8]) -> Result<Option<Count>, String> {
        let line = match text {
            [b's', ..] => return self.end(text).map(Some),
            [b'*', parts @ ..] => self.product(parts)?,
            _ => self.sum(text)?,
        };
        self.proved.push(line);
        Ok(None)
    }

    /// Returns a line whose count is the sum of those after the options of an item.
    #[inline(always)]
    fn sum(&self, mut words: &[u8]) -> Result<Line<W>, String> {
        let (mut state, mut absent, mut item) = ([0; W], [0; W], None);
        let (mut count, option) = (Count::ZERO, number(&mut words));
        while let [sign @ (b'+' | b'-' | b'@'), rest @ ..] = words {
            words = rest;
            let word = number(&mut words).and_then(|it| it.checked_sub(1));
            let word = word.filter(|&it| it < 64 * W).ok_or("expected a word of line 2")?;
            match sign {
                b'+' => add(&mut state, word),
                b'-' => add(&mut absent, word),
                _ => item = Some(word),
            }
        }
        let mut named = option.and_then(|option| option.checked_sub(1));
        if let Some(option) = named {
            let line = self.earlier(&mut words)?;
            join(&mut state, &self.options.get(option).ok_or("expected an option")?[0]);
            join(&mut state, &self.proved[line].0);
            count += self.after(option, &state, line)?;
        }
        let first = first(&state);
        let item = item.unwrap_or(first);
        let options = self.options_of.get(item).ok_or("expected an open item")?;
        match option {
            Some(_) => absent = state.map(|digit| !digit),
            None if state == [0; W] && words.is_empty() => add(&mut state, item),
            None => return Err("expected an item, and words that are missing".into()),
        }
        if absent[item / 64] >> (item % 64) & 1 == 1 {
            return Err("expected an open item".into());
        }
        for &option in &options[usize::from(item == first)] {
            if named == Some(option) {
                named = None;
            } else if !overlap(&self.options[option][0], &absent) {
                count += self.after(option, &state, self.earlier(&mut words)?)?;
            }
        }
        if named.is_some() || !words.is_empty() {
            return Err("too many words".into());
        }
        let dead_end = || from_fn(|at| state[at] | absent[at]);
        Ok((state, option.map_or_else(dead_end, |_| self.masks[first]), count))
    }

    /// Returns a line whose count is the product of those of parts of its state.
    fn product(&self, mut words: &[u8]) -> Result<Line<W>, String> {
        let (mut state, mut parts) = ([0; W], Vec::new());
        while !words.is_empty() {
            parts.push(&self.proved[self.earlier(&mut words)?]);
            join(&mut state, &parts[parts.len() - 1].0);
        }
        let (mut touched, mut count) = ([0; W], Count::ONE);
        let (items, absent) = (&self.masks[self.options_of.len()], state.map(|digit| !digit));
        for (part, mask, of_part) in parts {
            let (own, uses) =
                (from_fn(|at| part[at] & items[at]), from_fn(|at| mask[at] & !items[at]));
            let mut touches = own;
            for [requires, ends] in &self.options {
                if overlap(requires, &own) && !overlap(requires, &absent) {
                    join(&mut touches, requires);
                    join(&mut touches, ends);
                }
            }
            if own == [0; W] || overlap(&touches, &touched) || !agree(&state, part, &uses) {
                return Err("the parts are not independent".into());
            }
            join(&mut touched, &touches);
            count *= of_part;
        }
        Ok((state, *self.masks.get(first(&state)).ok_or("expected parts")?, count))
    }

    /// Returns the number of solutions if the line before has the whole problem.
    fn end(&self, text: &[u8]) -> Result<Count, String> {
        let (state, mask, count) = &self.proved[self.proved.len() - 1];
        let expected = format!("solutions {count} {}", self.proved.len() + 1);
        match agree(&self.masks[0], state, mask) {
            false => Err("the line before has not the whole problem".into()),
            true if text == expected.as_bytes() => Ok(count.clone()),
            true => Err(format!("expected {expected:?}")),
        }
    }

    /// Returns the line that the next word names: a number counts back, and 0 is the second line.
    #[inline(always)]
    fn earlier(&self, words: &mut &[u8]) -> Result<usize, String> {
        *words = words.strip_prefix(b" ").ok_or("expected a blank and a line before")?;
        let back = number(words).ok_or("expected the number of a line before")?;
        let lines = self.proved.len();
        Ok(lines
            .checked_sub(if back == 0 { lines } else { back })
            .ok_or("expected a line before")?)
    }

    /// Returns the count of a line if an option leads from a state to one that agrees with that of the line.
    #[inline(always)]
    fn after(&self, option: usize, state: &[u64; W], line: usize) -> Result<&Count, String> {
        let ([_, ends], (after, mask, count)) = (&self.options[option], &self.proved[line]);
        match agree(&from_fn(|at| state[at] & !ends[at]), after, mask) {
            true => Ok(count),
            false => Err(format!("option {} does not lead to the line named", option + 1)),
        }
    }
}

/// Reads a number of at most 18 digits.
#[inline(always)]
fn number(words: &mut &[u8]) -> Option<usize> {
    let (text, mut number, mut length) = (*words, 0_usize, 0);
    while length < text.len() && text[length].wrapping_sub(b'0') < 10 {
        number = number.wrapping_mul(10).wrapping_add(usize::from(text[length] - b'0'));
        length += 1;
    }
    *words = &text[length..];
    (1..=18).contains(&length).then_some(number)
}

/// Returns the first word of a set, or the number of bits if there is none.
fn first<const W: usize>(set: &[u64; W]) -> usize {
    let digit = set.iter().position(|&digit| digit != 0).unwrap_or(W);
    64 * digit + set.get(digit).map_or(0, |digit| digit.trailing_zeros() as usize)
}

fn add(set: &mut [u64], word: usize) {
    set[word / 64] |= 1 << (word % 64);
}

fn join<const W: usize>(set: &mut [u64; W], more: &[u64; W]) {
    (0..W).for_each(|at| set[at] |= more[at]);
}

fn overlap<const W: usize>(set: &[u64; W], other: &[u64; W]) -> bool {
    (0..W).fold(0, |both, at| both | set[at] & other[at]) != 0
}

/// Returns whether two sets are the same in the words of a mask.
fn agree<const W: usize>(set: &[u64; W], other: &[u64; W], mask: &[u64; W]) -> bool {
    (0..W).fold(0, |all, at| all | (set[at] ^ other[at]) & mask[at]) == 0
}
