//! Symbols and sets of symbols.

use std::fmt;
use std::hash::Hash;
use std::iter::FusedIterator;
use std::ops::{
    BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not, Shl, Shr, Sub, SubAssign,
};

/// The position of a symbol in S, from zero.
pub type Symbol = u8;

/// The maximum number of symbols: boards of 100×100 cells are the largest that are published.
pub const MAX_SYMBOLS: usize = 100;

/// The characters of `Alphabet::standard` for the maximum number of symbols: `1–9 A–Z a–z`, and then the letters that
/// follow in Unicode.
pub const STANDARD_SYMBOLS: &str = "123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz\
    ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖØÙÚÛÜÝÞßàáâãäåæç";

/// A set of symbols of any board.
pub type SymbolSet = SymbolBits<u128>;

/// A set of symbols of a board with at most 64: half as much memory, and a third less time of a search.
pub type SymbolWord = SymbolBits<u64>;

/// The bits of a [`SymbolBits`].
pub trait SetBits:
    Copy
    + Default
    + Ord
    + Hash
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Not<Output = Self>
    + Shl<Symbol, Output = Self>
    + Shr<usize, Output = Self>
    + Sub<Output = Self>
    + Into<u128>
{
    /// No bit.
    const ZERO: Self;

    /// The lowest bit.
    const ONE: Self;

    /// All bits.
    const ALL: Self;

    /// Returns the lowest bits of 128.
    fn low(bits: u128) -> Self;

    /// Returns the number of bits.
    fn count(self) -> u32;

    /// Returns the number of the lowest bit, or that of all bits if there is none.
    fn lowest(self) -> u32;

    /// Returns whether there is exactly one bit.
    fn is_one(self) -> bool;
}

macro_rules! set_bits {
    ($type:ty) => {
        impl SetBits for $type {
            const ZERO: Self = 0;
            const ONE: Self = 1;
            const ALL: Self = Self::MAX;

            #[inline]
            fn low(bits: u128) -> Self {
                bits as Self
            }

            #[inline]
            fn count(self) -> u32 {
                self.count_ones()
            }

            #[inline]
            fn lowest(self) -> u32 {
                self.trailing_zeros()
            }

            #[inline]
            fn is_one(self) -> bool {
                self.is_power_of_two()
            }
        }
    };
}

set_bits!(u64);
set_bits!(u128);

/// A set of symbols, as bits: bit `s` is set if symbol `s` is a member.
///
/// The operators are those of [`HashSet`](std::collections::HashSet): `&` is the intersection, `|` the
/// union, `-` the difference and `^` the symmetric difference. Sets are ordered as their bits are.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct SymbolBits<B>(B);

impl<B: SetBits> SymbolBits<B> {
    /// The empty set.
    pub const EMPTY: Self = Self(B::ZERO);

    /// The number of symbols that fit in a set: every symbol is below.
    pub const CAPACITY: usize = 8 * size_of::<B>();

    /// Returns the first `size` symbols, at least one: all of S if |S| = `size`.
    #[inline]
    pub fn all(size: usize) -> Self {
        debug_assert!((1..=Self::CAPACITY).contains(&size));
        Self(B::ALL >> (Self::CAPACITY - size))
    }

    /// Returns the set with one member.
    #[inline]
    pub fn only(symbol: Symbol) -> Self {
        Self(B::ONE << symbol)
    }

    /// Returns the set with these bits.
    #[inline]
    pub const fn from_bits(bits: B) -> Self {
        Self(bits)
    }

    /// Returns the members as bits.
    #[inline]
    pub const fn bits(self) -> B {
        self.0
    }

    /// Returns the same members, of those that fit.
    #[inline]
    pub fn cast<C: SetBits>(self) -> SymbolBits<C> {
        SymbolBits(C::low(self.0.into()))
    }

    /// Returns the members below 64 as bits: all of them if |S| ≤ 64.
    #[inline]
    pub fn word(self) -> u64 {
        self.0.into() as u64
    }

    /// Returns the number of members.
    #[inline]
    pub fn len(self) -> usize {
        self.0.count() as usize
    }

    /// Returns whether there is no member.
    #[inline]
    pub fn is_empty(self) -> bool {
        self.0 == B::ZERO
    }

    /// Returns whether `symbol` is a member.
    #[inline]
    pub fn contains(self, symbol: Symbol) -> bool {
        self.0 & (B::ONE << symbol) != B::ZERO
    }

    /// Returns whether every member of this set is one of `other`.
    #[inline]
    pub fn is_subset(self, other: Self) -> bool {
        (self - other).is_empty()
    }

    /// Returns the first `size` symbols that are not members: the complement in S if |S| = `size`.
    #[inline]
    pub fn complement(self, size: usize) -> Self {
        Self::all(size) - self
    }

    /// Adds `symbol`.
    #[inline]
    pub fn insert(&mut self, symbol: Symbol) {
        self.0 = self.0 | (B::ONE << symbol);
    }

    /// Removes `symbol`.
    #[inline]
    pub fn remove(&mut self, symbol: Symbol) {
        self.0 = self.0 & !(B::ONE << symbol);
    }

    /// Returns the member with the lowest number.
    #[inline]
    pub fn first(self) -> Option<Symbol> {
        if self.is_empty() { None } else { Some(self.0.lowest() as Symbol) }
    }

    /// Returns the member, if there is exactly one.
    #[inline]
    pub fn single(self) -> Option<Symbol> {
        if self.0.is_one() { self.first() } else { None }
    }

    /// Returns the members in ascending order.
    #[inline]
    pub fn iter(self) -> SymbolIter<B> {
        SymbolIter(self)
    }
}

/// The members of a set in ascending order.
#[derive(Clone, Debug)]
pub struct SymbolIter<B: SetBits = u128>(SymbolBits<B>);

impl<B: SetBits> Iterator for SymbolIter<B> {
    type Item = Symbol;

    #[inline]
    fn next(&mut self) -> Option<Symbol> {
        let symbol = self.0.first()?;
        let bits = self.0.0;
        self.0.0 = bits & (bits - B::ONE);
        Some(symbol)
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.0.len(), Some(self.0.len()))
    }
}

impl<B: SetBits> ExactSizeIterator for SymbolIter<B> {}

impl<B: SetBits> FusedIterator for SymbolIter<B> {}

impl<B: SetBits> IntoIterator for SymbolBits<B> {
    type Item = Symbol;
    type IntoIter = SymbolIter<B>;

    #[inline]
    fn into_iter(self) -> SymbolIter<B> {
        self.iter()
    }
}

impl<B: SetBits> FromIterator<Symbol> for SymbolBits<B> {
    fn from_iter<I: IntoIterator<Item = Symbol>>(symbols: I) -> Self {
        let mut set = Self::EMPTY;
        set.extend(symbols);
        set
    }
}

impl<B: SetBits> Extend<Symbol> for SymbolBits<B> {
    fn extend<I: IntoIterator<Item = Symbol>>(&mut self, symbols: I) {
        symbols.into_iter().for_each(|symbol| self.insert(symbol));
    }
}

impl From<u64> for SymbolSet {
    /// Returns the set whose [`word`](SymbolBits::word) this is.
    #[inline]
    fn from(word: u64) -> Self {
        Self(word.into())
    }
}

impl<B: SetBits> BitAnd for SymbolBits<B> {
    type Output = Self;

    #[inline]
    fn bitand(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

impl<B: SetBits> BitOr for SymbolBits<B> {
    type Output = Self;

    #[inline]
    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl<B: SetBits> BitXor for SymbolBits<B> {
    type Output = Self;

    #[inline]
    fn bitxor(self, other: Self) -> Self {
        Self(self.0 ^ other.0)
    }
}

impl<B: SetBits> Sub for SymbolBits<B> {
    type Output = Self;

    #[inline]
    fn sub(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }
}

impl<B: SetBits> BitAndAssign for SymbolBits<B> {
    #[inline]
    fn bitand_assign(&mut self, other: Self) {
        *self = *self & other;
    }
}

impl<B: SetBits> BitOrAssign for SymbolBits<B> {
    #[inline]
    fn bitor_assign(&mut self, other: Self) {
        *self = *self | other;
    }
}

impl<B: SetBits> BitXorAssign for SymbolBits<B> {
    #[inline]
    fn bitxor_assign(&mut self, other: Self) {
        *self = *self ^ other;
    }
}

impl<B: SetBits> SubAssign for SymbolBits<B> {
    #[inline]
    fn sub_assign(&mut self, other: Self) {
        *self = *self - other;
    }
}

impl<B: SetBits> fmt::Debug for SymbolBits<B> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_lists_its_members_in_order() {
        let set: SymbolSet = [8, 0, 99].into_iter().collect();
        assert_eq!(set.iter().collect::<Vec<_>>(), [0, 8, 99]);
        assert_eq!(set.len(), 3);
        assert_eq!(set.single(), None);
        assert_eq!(SymbolSet::only(99).single(), Some(99));
        assert_eq!(SymbolSet::EMPTY.single(), None);
        assert!(set.is_subset(SymbolSet::all(100)));
        assert!(!set.is_subset(SymbolSet::all(99)));
        assert_eq!(set.iter().len(), 3);
        assert_eq!(format!("{set:?}"), "{0, 8, 99}");
        assert_eq!((SymbolWord::all(64).len(), SymbolWord::all(1).len()), (64, 1));
        assert_eq!((set.word(), SymbolSet::from(0b101).bits()), (0x101, 0b101));
        let word: SymbolWord = set.cast();
        assert_eq!(
            (word.iter().collect::<Vec<_>>(), word.cast::<u128>().word()),
            (vec![0, 8], 0x101)
        );
    }

    #[test]
    fn operators_are_those_of_sets() {
        let set = |members: &[Symbol]| members.iter().copied().collect::<SymbolSet>();
        let (a, b) = (set(&[0, 1, 2]), set(&[2, 3]));
        assert_eq!((a & b, a | b), (set(&[2]), set(&[0, 1, 2, 3])));
        assert_eq!((a - b, a ^ b), (set(&[0, 1]), set(&[0, 1, 3])));
        assert_eq!(b.complement(4), set(&[0, 1]));
        assert!((b.complement(4) & b).is_empty());
        let mut c = a;
        c &= b;
        c |= set(&[5]);
        c -= set(&[2]);
        c ^= set(&[5, 6]);
        assert_eq!(c, set(&[6]));
    }
}
