//! The search, as a stack of levels, so that it can pause between any two steps.

use super::bits::{Encoded, FEW_OPTIONS, Word};
use super::choice::{self, Choice};
use super::list::CoverList;

/// The number of states without a solution that are remembered: as many as the first cache of a processor holds beside
/// what the search needs.
const DEAD_ENDS: usize = 1 << 12;

/// A search for all solutions, with items of `M` words.
#[derive(Debug)]
pub(super) struct Search<const M: usize> {
    /// The number of words of a set of options.
    words: usize,
    /// The options that are compatible with each option.
    rows: Vec<u64>,
    uses: Vec<[u64; M]>,
    bars: Vec<[u64; M]>,
    /// The number of each option in the problem.
    numbers: Vec<u32>,
    /// The options of each primary item, and where they begin; the last one is the end.
    holders: Vec<Word>,
    ends: Vec<usize>,
    primary: [u64; M],
    /// The options that are left on each level.
    left: Vec<u64>,
    levels: Vec<Level<M>>,
    /// The chosen options, as bits by their numbers in the problem.
    chosen: Vec<u64>,
    /// What is barred in states without a solution, by a hash.
    dead_ends: Vec<[u64; M]>,
    is_begun: bool,
}

/// A state whose options are being tried.
#[derive(Clone, Copy, Debug)]
struct Level<const M: usize> {
    barred: [u64; M],
    /// The options to be tried: the next in `holders`, their end, and the rest of the present one.
    next: usize,
    end: usize,
    rest: Word,
    /// The number of the option that is tried.
    option: Option<u32>,
    /// Whether a solution was found below.
    is_alive: bool,
    /// Whether to remember it if there is none.
    is_remembered: bool,
}

impl<const M: usize> Search<M> {
    pub(super) fn new(problem: &Encoded) -> Self {
        let options = &problem.options;
        let words = options.len().div_ceil(64);
        let mut left = vec![0; words];
        (0..options.len()).for_each(|option| left[option / 64] |= 1 << (option % 64));
        let set = |bits: &[u32]| {
            let mut set = [0; M];
            bits.iter().for_each(|&bit| set[bit as usize / 64] |= 1 << (bit % 64));
            set
        };
        let numbers: Vec<u32> = options.iter().map(|option| option.number).collect();
        let largest = numbers.iter().max().map_or(0, |&number| number as usize + 1);
        let mut users = vec![0; problem.bits() * words];
        for (option, encoded) in options.iter().enumerate() {
            for &bit in &encoded.uses {
                users[bit as usize * words + option / 64] |= 1 << (option % 64);
            }
        }
        let mut rows = left.repeat(options.len());
        for (option, encoded) in options.iter().enumerate() {
            let row = &mut rows[option * words..][..words];
            for &bit in &encoded.bars {
                let users = &users[bit as usize * words..][..words];
                row.iter_mut().zip(users).for_each(|(row, users)| *row &= !users);
            }
        }
        let (mut holders, mut ends) = (Vec::new(), vec![0]);
        for item in 0..problem.primary {
            let words = (0..).zip(&users[item * words..][..words]);
            holders.extend(
                words.filter(|&(_, &bits)| bits != 0).map(|(index, &bits)| Word { index, bits }),
            );
            ends.push(holders.len());
        }
        Self {
            words,
            rows,
            uses: options.iter().map(|option| set(&option.uses)).collect(),
            bars: options.iter().map(|option| set(&option.bars)).collect(),
            numbers,
            holders,
            ends,
            primary: set(&(0..problem.primary as u32).collect::<Vec<u32>>()),
            left,
            levels: Vec::new(),
            chosen: vec![0; largest.div_ceil(64)],
            // No state with an open item bars everything.
            dead_ends: vec![[u64::MAX; M]; DEAD_ENDS],
            is_begun: false,
        }
    }

    /// Searches for this many steps, or until there are `most` solutions. Returns whether the search goes on.
    pub(super) fn run(&mut self, steps: usize, most: usize, found: &mut CoverList) -> bool {
        if !std::mem::replace(&mut self.is_begun, true) {
            self.enter([0; M], found);
        }
        for _ in 0..steps {
            if found.len() >= most {
                return true;
            }
            if !self.step(found) {
                return false;
            }
        }
        true
    }

    /// Tries the next option of the last level, or closes it. Returns `false` if there is no level.
    #[inline]
    fn step(&mut self, found: &mut CoverList) -> bool {
        let depth = self.levels.len();
        let Some(level) = self.levels.last_mut() else { return false };
        if let Some(number) = level.option.take() {
            self.chosen[number as usize / 64] ^= 1 << (number % 64);
        }
        let start = (depth - 1) * self.words;
        while level.rest.bits == 0 {
            if level.next == level.end {
                self.close();
                return true;
            }
            let Word { index, bits } = self.holders[level.next];
            level.rest = Word { index, bits: bits & self.left[start + index as usize] };
            level.next += 1;
        }
        let option = (64 * level.rest.index + level.rest.bits.trailing_zeros()) as usize;
        level.rest.bits &= level.rest.bits - 1;
        let number = self.numbers[option];
        level.option = Some(number);
        let mut barred = level.barred;
        (0..M).for_each(|word| barred[word] |= self.bars[option][word]);
        self.chosen[number as usize / 64] ^= 1 << (number % 64);
        if self.left.len() < start + 2 * self.words {
            self.left.resize(start + 2 * self.words, 0);
        }
        let (before, after) = self.left[start..].split_at_mut(self.words);
        let row = &self.rows[option * self.words..][..self.words];
        for ((after, before), row) in after.iter_mut().zip(&*before).zip(row) {
            *after = before & row;
        }
        self.enter(barred, found);
        true
    }

    /// Enters a state: opens a level for it, unless it is a solution or a dead end.
    #[inline]
    fn enter(&mut self, barred: [u64; M], found: &mut CoverList) {
        let item = match self.choose(&barred) {
            Choice::Item(item, is_forced) => Some((item, is_forced)),
            Choice::DeadEnd => return,
            Choice::Solution => None,
        };
        let Some((item, is_forced)) = item else {
            found.push(ones(&self.chosen));
            if let Some(level) = self.levels.last_mut() {
                level.is_alive = true;
            }
            return;
        };
        if !is_forced && self.dead_ends[place(&barred)] == barred {
            return;
        }
        self.levels.push(Level {
            barred,
            next: self.ends[item],
            end: self.ends[item + 1],
            rest: Word { index: 0, bits: 0 },
            option: None,
            is_alive: false,
            is_remembered: !is_forced,
        });
    }

    #[inline]
    fn choose(&self, barred: &[u64; M]) -> Choice {
        let open: [u64; M] = std::array::from_fn(|word| self.primary[word] & !barred[word]);
        if open == [0; M] {
            return Choice::Solution;
        }
        let left = &self.left[self.levels.len() * self.words..][..self.words];
        match self.numbers.len() {
            0..=FEW_OPTIONS => choice::by_thermometer(left, &self.uses, &open),
            _ => choice::one_by_one(left, &self.holders, &self.ends, &open),
        }
    }

    /// Closes the last level.
    fn close(&mut self) {
        let Some(level) = self.levels.pop() else { return };
        match self.levels.last_mut() {
            Some(above) if level.is_alive => above.is_alive = true,
            _ if !level.is_alive && level.is_remembered => {
                self.dead_ends[place(&level.barred)] = level.barred;
            }
            _ => {}
        }
    }
}

/// Returns the place of a state among those without a solution.
#[inline]
fn place<const M: usize>(barred: &[u64; M]) -> usize {
    let mix =
        |hash: u64, word: &u64| (hash.rotate_left(5) ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    (barred.iter().fold(0, mix) >> 32) as usize % DEAD_ENDS
}

/// Returns the members of a set, in ascending order.
fn ones(set: &[u64]) -> impl Iterator<Item = u32> {
    (0..).step_by(64).zip(set).flat_map(|(start, &word)| {
        let mut rest = word;
        std::iter::from_fn(move || {
            let bit = (rest != 0).then(|| rest.trailing_zeros())?;
            rest &= rest - 1;
            Some(start + bit)
        })
    })
}
