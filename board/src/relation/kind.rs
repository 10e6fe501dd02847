//! The kinds of relations, as automata.

use std::fmt;

use crate::symbols::Symbol;

/// What a relation states about the numbers of its cells, which are read in order.
///
/// ```
/// use board::RelationKind;
///
/// assert!(RelationKind::Sum(6).holds(9, &[0, 1, 2])); // 1 + 2 + 3
/// assert!(!RelationKind::Rising.holds(9, &[0, 2, 2]));
/// assert_eq!(RelationKind::Sandwich(15).to_string(), "sandwich 15");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum RelationKind {
    /// The numbers add up to this total.
    Sum(u16),
    /// Each number is greater than the one before.
    Rising,
    /// Each number differs from the one before by this much.
    Difference(u16),
    /// No number differs from the one before by this much.
    NotDifference(u16),
    /// Of each number and the one before, one is this many times the other.
    Ratio(u16),
    /// Of no number and the one before, one is this many times the other.
    NotRatio(u16),
    /// The smallest and the largest number of all symbols occur once each, and the numbers between them add
    /// up to this total.
    Sandwich(u16),
}

/// The state before the first cell: no sum, no last number, no slice of bread.
pub(super) const START: u32 = 0;

impl RelationKind {
    /// Returns the kind without its number: `sum`, `not difference`.
    pub fn name(self) -> &'static str {
        self.words().0
    }

    /// Returns the kind and its number, as the words before the colon in a
    /// [drawing](crate::drawing).
    fn words(self) -> (&'static str, Option<u16>) {
        match self {
            Self::Sum(total) => ("sum", Some(total)),
            Self::Rising => ("rising", None),
            Self::Difference(by) => ("difference", Some(by)),
            Self::NotDifference(by) => ("not difference", Some(by)),
            Self::Ratio(times) => ("ratio", Some(times)),
            Self::NotRatio(times) => ("not ratio", Some(times)),
            Self::Sandwich(total) => ("sandwich", Some(total)),
        }
    }

    /// Returns the kind that these words name: the inverse of the [`Display`](fmt::Display) form.
    pub fn parse(words: &str) -> Option<Self> {
        let (name, number) = match words.rsplit_once(' ') {
            Some((name, number)) if number.bytes().all(|byte| byte.is_ascii_digit()) => {
                (name.trim_end(), Some(number.parse().ok()?))
            }
            _ => (words, None),
        };
        Some(match (name, number) {
            ("sum", Some(total)) => Self::Sum(total),
            ("rising", None) => Self::Rising,
            ("difference", Some(by)) => Self::Difference(by),
            ("not difference", Some(by)) => Self::NotDifference(by),
            ("ratio", Some(times)) => Self::Ratio(times),
            ("not ratio", Some(times)) => Self::NotRatio(times),
            ("sandwich", Some(total)) => Self::Sandwich(total),
            _ => return None,
        })
    }

    /// Returns whether the numbers of these symbols satisfy the relation. `symbols` is |S|.
    pub fn holds(self, symbols: usize, word: &[Symbol]) -> bool {
        let read = |state: u32, &symbol: &Symbol| self.step(symbols, state, symbol);
        word.iter().try_fold(START, read).is_some_and(|state| self.accepts(state))
    }

    /// Returns the state after a cell with `symbol`; `None` if nothing that follows can satisfy the relation.
    ///
    /// A sum is its own state, and so is a last number. For a sandwich, 1 + n is a sum of n after the smallest
    /// number, and the states after those are the same after the largest one. The last state follows the second slice.
    pub(super) fn step(self, symbols: usize, state: u32, symbol: Symbol) -> Option<u32> {
        let number = u32::from(symbol) + 1;
        let differs_by = |by: u16| state.abs_diff(number) == u32::from(by);
        let is_ratio = |times: u16| {
            let times = u32::from(times);
            state * times == number || number * times == state
        };
        let pair = |is_right: bool| (state == START || is_right).then_some(number);
        match self {
            Self::Sum(total) => Some(state + number).filter(|&sum| sum <= total.into()),
            Self::Rising => (number > state).then_some(number),
            Self::Difference(by) => pair(differs_by(by)),
            Self::NotDifference(by) => pair(!differs_by(by)),
            Self::Ratio(times) => pair(is_ratio(times)),
            Self::NotRatio(times) => pair(!is_ratio(times)),
            Self::Sandwich(total) => sandwich(total.into(), symbols as u32, state, number),
        }
    }

    /// Returns whether the relation is satisfied if no further cell follows.
    pub(super) fn accepts(self, state: u32) -> bool {
        match self {
            Self::Sum(total) => state == u32::from(total),
            Self::Sandwich(total) => state == closed(total.into()),
            _ => true,
        }
    }

    /// Returns an upper bound of the number of states after each of so many cells.
    pub(super) fn most_states(self, cells: usize, symbols: usize) -> usize {
        let sums = |total: u16| cells.saturating_mul(symbols).min(total.into()) + 1;
        match self {
            Self::Sum(total) => sums(total),
            Self::Sandwich(total) => 2 * sums(total) + 2,
            _ => symbols + 1,
        }
    }
}

/// Returns the state of a sandwich after both slices of bread.
fn closed(total: u32) -> u32 {
    2 * total + 3
}

fn sandwich(total: u32, largest: u32, state: u32, number: u32) -> Option<u32> {
    let after = [1, total + 2];
    let slice = match number {
        1 => Some(0),
        _ if number == largest => Some(1),
        _ => None,
    };
    match slice {
        Some(slice) if state == START => Some(after[slice]),
        Some(slice) => (state == after[1 - slice] + total).then_some(closed(total)),
        None if state == START || state == closed(total) => Some(state),
        None => {
            let first = after[usize::from(state >= after[1])];
            Some(state + number).filter(|&next| next - first <= total)
        }
    }
}

impl fmt::Display for RelationKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (name, number) = self.words();
        f.write_str(name)?;
        number.map_or(Ok(()), |number| write!(f, " {number}"))
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// Returns every word of `cells` symbols.
    pub(in super::super) fn words(
        cells: usize,
        symbols: usize,
    ) -> impl Iterator<Item = Vec<Symbol>> {
        (0..symbols.pow(cells as u32)).map(move |code| {
            (0..cells).map(|at| (code / symbols.pow(at as u32) % symbols) as Symbol).collect()
        })
    }

    /// Returns what a relation means, said without an automaton.
    fn means(kind: RelationKind, symbols: usize, word: &[Symbol]) -> bool {
        let numbers: Vec<usize> = word.iter().map(|&symbol| usize::from(symbol) + 1).collect();
        let pairs = |is_right: &dyn Fn(usize, usize) -> bool| {
            numbers.windows(2).all(|pair| is_right(pair[0], pair[1]))
        };
        let differ = |by: u16| move |a: usize, b: usize| a.abs_diff(b) == usize::from(by);
        let times = |by: u16| {
            move |a: usize, b: usize| a * usize::from(by) == b || b * usize::from(by) == a
        };
        match kind {
            RelationKind::Sum(total) => numbers.iter().sum::<usize>() == usize::from(total),
            RelationKind::Rising => pairs(&|a, b| a < b),
            RelationKind::Difference(by) => pairs(&differ(by)),
            RelationKind::NotDifference(by) => pairs(&|a, b| !differ(by)(a, b)),
            RelationKind::Ratio(by) => pairs(&times(by)),
            RelationKind::NotRatio(by) => pairs(&|a, b| !times(by)(a, b)),
            RelationKind::Sandwich(total) => {
                let places = |wanted: usize| -> Vec<usize> {
                    (0..numbers.len()).filter(|&at| numbers[at] == wanted).collect()
                };
                let (least, most) = (places(1), places(symbols));
                let ([a], [b]) = (&least[..], &most[..]) else { return false };
                let between = a.min(b) + 1..*a.max(b);
                a != b && numbers[between].iter().sum::<usize>() == usize::from(total)
            }
        }
    }

    #[test]
    fn every_automaton_accepts_the_words_that_its_meaning_allows() {
        use RelationKind::{Difference, NotDifference, NotRatio, Ratio, Rising, Sandwich, Sum};
        for number in 0..=9 {
            let kinds = [
                Sum(number),
                Rising,
                Difference(number),
                NotDifference(number),
                Ratio(number),
                NotRatio(number),
                Sandwich(number),
            ];
            for kind in kinds {
                for (cells, symbols) in [(1, 1), (2, 1), (1, 4), (2, 4), (3, 3), (4, 4), (5, 4)] {
                    for word in words(cells, symbols) {
                        let expected = means(kind, symbols, &word);
                        assert_eq!(kind.holds(symbols, &word), expected, "{kind} {word:?}");
                    }
                }
            }
        }
    }

    #[test]
    fn the_largest_numbers_do_not_overflow() {
        let most = u16::MAX;
        for kind in
            [RelationKind::Sum(most), RelationKind::Sandwich(most), RelationKind::Ratio(most)]
        {
            assert!(!kind.holds(61, &[0, 30, 60, 4, 5]), "{kind}");
        }
    }

    #[test]
    fn a_kind_reads_back_from_its_words() {
        use RelationKind::{Difference, NotDifference, NotRatio, Ratio, Rising, Sandwich, Sum};
        let kinds = [
            Sum(0),
            Rising,
            Difference(1),
            NotDifference(65_535),
            Ratio(2),
            NotRatio(3),
            Sandwich(7),
        ];
        for kind in kinds {
            assert_eq!(RelationKind::parse(&kind.to_string()), Some(kind));
        }
        for bad in ["sum", "rising 1", "sum 65536", "sum -1", "sum 1 2", "sums 1", "", "sum x"] {
            assert_eq!(RelationKind::parse(bad), None, "{bad}");
        }
    }
}
