//! Numbers of solutions, of any size.
//!
//! Nearly all counts fit into a machine word, and few do not: a 16×16 board has more than 10³⁰ tilings by
//! dominoes. So a [`Count`] is a word until a sum or product overflows, and a big integer from then on. Only
//! then does it allocate memory.
//!
//! ```
//! use board::Count;
//!
//! let mut count: Count = "18446744073709551615".parse()?; // 2^64 - 1
//! count += &Count::ONE;
//! assert_eq!(count.to_string(), "18446744073709551616");
//! assert_eq!((count.to_u64(), count.saturated()), (None, u64::MAX));
//! # Ok::<(), board::count::NotACount>(())
//! ```

use std::fmt;
use std::ops::{AddAssign, MulAssign, SubAssign};
use std::str::FromStr;

use num_bigint::BigUint;

/// A number of solutions.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Count(Repr);

/// Each number has one representation, and all words are smaller than all others, so the derived comparisons
/// are those of numbers.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum Repr {
    Word(u64),
    /// A number above [`u64::MAX`].
    Large(Box<BigUint>),
}

impl Count {
    /// No solution.
    pub const ZERO: Self = Self(Repr::Word(0));

    /// One solution.
    pub const ONE: Self = Self(Repr::Word(1));

    /// Returns the number if it fits into a word.
    #[inline]
    pub fn to_u64(&self) -> Option<u64> {
        match self.0 {
            Repr::Word(word) => Some(word),
            Repr::Large(_) => None,
        }
    }

    /// Returns the number, or [`u64::MAX`] if it is larger.
    #[inline]
    pub fn saturated(&self) -> u64 {
        self.to_u64().unwrap_or(u64::MAX)
    }

    /// Returns the nearest floating-point number, or infinity.
    pub fn to_f64(&self) -> f64 {
        match &self.0 {
            Repr::Word(word) => *word as f64,
            // The decimal digits are read with the correct rounding.
            Repr::Large(large) => large.to_string().parse().unwrap_or(f64::INFINITY),
        }
    }

    /// Returns whether there is no solution.
    #[inline]
    pub fn is_zero(&self) -> bool {
        *self == Self::ZERO
    }

    /// Returns the number of bits of its binary representation, 0 for zero.
    pub fn bits(&self) -> u64 {
        match &self.0 {
            Repr::Word(word) => u64::from(u64::BITS - word.leading_zeros()),
            Repr::Large(large) => large.bits(),
        }
    }

    /// Returns the number of bytes on the heap, at most: a vector of digits that grew has room for twice as many.
    pub fn heap_bytes(&self) -> usize {
        match &self.0 {
            Repr::Word(_) => 0,
            Repr::Large(large) => {
                size_of::<BigUint>() + 2 * size_of::<u64>() * large.bits().div_ceil(64) as usize
            }
        }
    }

    /// Returns the number whose 64-bit digits are these, the least significant first.
    pub fn from_digits(digits: &[u64]) -> Self {
        let halves = digits.iter().flat_map(|&digit| [digit as u32, (digit >> 32) as u32]);
        Self::from(BigUint::new(halves.collect()))
    }

    /// Returns the 64-bit digits of the number, the least significant first, none for zero.
    pub fn digits(&self) -> impl Iterator<Item = u64> {
        let (word, large) = match &self.0 {
            Repr::Word(word) => (Some(*word).filter(|&word| word > 0), None),
            Repr::Large(large) => (None, Some(large.iter_u64_digits())),
        };
        word.into_iter().chain(large.into_iter().flatten())
    }

    /// Adds a number where a word does not suffice.
    #[cold]
    fn add_large(&mut self, other: &Self) {
        *self = Self::from(self.big() + other.big());
    }

    /// Returns the number as a big integer.
    fn big(&self) -> BigUint {
        match &self.0 {
            Repr::Word(word) => BigUint::from(*word),
            Repr::Large(large) => (**large).clone(),
        }
    }
}

impl From<u64> for Count {
    #[inline]
    fn from(word: u64) -> Self {
        Self(Repr::Word(word))
    }
}

impl From<BigUint> for Count {
    fn from(large: BigUint) -> Self {
        match u64::try_from(&large) {
            Ok(word) => Self(Repr::Word(word)),
            Err(_) => Self(Repr::Large(Box::new(large))),
        }
    }
}

impl Default for Count {
    fn default() -> Self {
        Self::ZERO
    }
}

impl PartialEq<u64> for Count {
    #[inline]
    fn eq(&self, other: &u64) -> bool {
        self.to_u64() == Some(*other)
    }
}

impl PartialOrd<u64> for Count {
    #[inline]
    fn partial_cmp(&self, other: &u64) -> Option<std::cmp::Ordering> {
        self.partial_cmp(&Self::from(*other))
    }
}

impl AddAssign<&Count> for Count {
    #[inline]
    fn add_assign(&mut self, other: &Count) {
        match (&mut self.0, &other.0) {
            (Repr::Word(sum), Repr::Word(word)) if sum.checked_add(*word).is_some() => *sum += word,
            _ => self.add_large(other),
        }
    }
}

impl MulAssign<&Count> for Count {
    #[inline]
    fn mul_assign(&mut self, other: &Count) {
        if let (Repr::Word(product), Repr::Word(word)) = (&mut self.0, &other.0)
            && let Some(word) = product.checked_mul(*word)
        {
            *product = word;
            return;
        }
        *self = Self::from(self.big() * other.big());
    }
}

/// # Panics
/// If the difference is negative.
impl SubAssign<&Count> for Count {
    fn sub_assign(&mut self, other: &Count) {
        *self = Self::from(self.big() - other.big());
    }
}

impl fmt::Display for Count {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Repr::Word(word) => word.fmt(f),
            Repr::Large(large) => large.fmt(f),
        }
    }
}

/// Reads decimal digits and nothing else: no sign, no blank, no separator.
impl FromStr for Count {
    type Err = NotACount;

    fn from_str(text: &str) -> Result<Self, NotACount> {
        if text.is_empty() || !text.bytes().all(|byte| byte.is_ascii_digit()) {
            return Err(NotACount);
        }
        if let Ok(word) = text.parse() {
            return Ok(Self(Repr::Word(word)));
        }
        text.parse::<BigUint>().map(Self::from).map_err(|_| NotACount)
    }
}

/// A text that is not a number of solutions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected a whole number, as decimal digits")]
pub struct NotACount;

#[cfg(test)]
mod tests {
    use super::*;

    fn count(text: &str) -> Count {
        text.parse().unwrap()
    }

    #[test]
    fn sums_and_products_beyond_a_word_are_exact() {
        let mut sum = Count::from(u64::MAX);
        sum += &Count::ONE;
        assert_eq!(sum.to_string(), "18446744073709551616");
        assert_eq!((sum.to_u64(), sum.saturated(), sum.bits()), (None, u64::MAX, 65));
        sum *= &Count::from(10);
        assert_eq!(sum, count("184467440737095516160"));
        let factor = sum.clone();
        sum *= &factor;
        assert_eq!(sum, count("34028236692093846346337460743176821145600"));
        assert_eq!(sum.to_f64(), 34028236692093846346337460743176821145600.0);
    }

    #[test]
    fn a_number_that_fits_into_a_word_again_is_one() {
        let mut difference = count("18446744073709551620");
        difference -= &Count::from(10);
        assert_eq!(difference, Count::from(u64::MAX - 5));
        assert_eq!(difference.to_u64(), Some(u64::MAX - 5));
        assert_eq!(Count::from_digits(&[7, 0, 0]), Count::from(7));
        assert_eq!(Count::from_digits(&[0, 1]), count("18446744073709551616"));
        assert_eq!(count("18446744073709551623").digits().collect::<Vec<_>>(), [7, 1]);
        assert_eq!((Count::ONE.digits().count(), Count::ZERO.digits().count()), (1, 0));
    }

    #[test]
    fn only_large_numbers_take_memory_of_their_own() {
        assert_eq!(Count::from(u64::MAX).heap_bytes(), 0);
        let [two, four] = [[0, 1].as_slice(), &[0, 0, 0, 1]].map(Count::from_digits);
        assert_eq!(four.heap_bytes() - two.heap_bytes(), 32);
    }

    #[test]
    fn numbers_are_compared_by_value() {
        let ascending =
            ["0", "1", "18446744073709551615", "18446744073709551616", "99999999999999999999"];
        assert!(ascending.map(count).is_sorted_by(|a, b| a < b));
        assert!(count("5") == 5 && count("5") < 6 && count("18446744073709551616") > u64::MAX);
    }

    #[test]
    fn only_digits_are_a_number() {
        assert_eq!(count("007"), Count::from(7));
        for wrong in ["", "-1", "+1", " 1", "1.5", "1_000", "1e3", "one"] {
            assert_eq!(wrong.parse::<Count>(), Err(NotACount), "{wrong:?}");
        }
    }
}
