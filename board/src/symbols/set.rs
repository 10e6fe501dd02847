//! Symbols and sets of symbols.

use std::fmt;
use std::iter::FusedIterator;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Sub, SubAssign};

/// The position of a symbol in S, from zero.
pub type Symbol = u8;

/// The maximum number of symbols: that of the characters `1–9 A–Z a–z`.
pub const MAX_SYMBOLS: usize = STANDARD_SYMBOLS.len();

/// The characters of `Alphabet::standard` for the maximum number of symbols.
pub const STANDARD_SYMBOLS: &str = "123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/// A set of symbols, as bits: bit `s` is set if symbol `s` is a member.
///
/// The operators are those of [`HashSet`](std::collections::HashSet): `&` is the intersection, `|` the
/// union, `-` the difference and `^` the symmetric difference. Sets are ordered as their bits are.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct SymbolSet(u64);

impl SymbolSet {
    /// The empty set.
    pub const EMPTY: Self = Self(0);

    /// The number of symbols that fit in a set: every symbol is below.
    pub const CAPACITY: usize = 64;

    /// The first `size` symbols: all of S if |S| = `size`.
    #[inline]
    pub const fn all(size: usize) -> Self {
        debug_assert!(size <= MAX_SYMBOLS);
        Self((1 << size) - 1)
    }

    /// The set with one member.
    #[inline]
    pub const fn only(symbol: Symbol) -> Self {
        Self(1 << symbol)
    }

    /// The set with these bits.
    #[inline]
    pub const fn from_bits(bits: u64) -> Self {
        Self(bits)
    }

    /// The members as bits.
    #[inline]
    pub const fn bits(self) -> u64 {
        self.0
    }

    /// The number of members.
    #[inline]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Returns whether there is no member.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns whether `symbol` is a member.
    #[inline]
    pub const fn contains(self, symbol: Symbol) -> bool {
        self.0 & (1 << symbol) != 0
    }

    /// Returns whether every member of this set is one of `other`.
    #[inline]
    pub const fn is_subset(self, other: Self) -> bool {
        self.0 & !other.0 == 0
    }

    /// The first `size` symbols that are not members: the complement in S if |S| = `size`.
    #[inline]
    pub const fn complement(self, size: usize) -> Self {
        Self(Self::all(size).0 & !self.0)
    }

    /// Adds `symbol`.
    #[inline]
    pub const fn insert(&mut self, symbol: Symbol) {
        self.0 |= 1 << symbol;
    }

    /// Removes `symbol`.
    #[inline]
    pub const fn remove(&mut self, symbol: Symbol) {
        self.0 &= !(1 << symbol);
    }

    /// The member with the lowest number.
    #[inline]
    pub const fn first(self) -> Option<Symbol> {
        if self.0 == 0 { None } else { Some(self.0.trailing_zeros() as Symbol) }
    }

    /// The member, if there is exactly one.
    #[inline]
    pub const fn single(self) -> Option<Symbol> {
        if self.0.is_power_of_two() { self.first() } else { None }
    }

    /// The members in ascending order.
    #[inline]
    pub const fn iter(self) -> SymbolIter {
        SymbolIter(self)
    }
}

/// The members of a [`SymbolSet`] in ascending order.
#[derive(Clone, Debug)]
pub struct SymbolIter(SymbolSet);

impl Iterator for SymbolIter {
    type Item = Symbol;

    #[inline]
    fn next(&mut self) -> Option<Symbol> {
        let symbol = self.0.first()?;
        self.0.0 &= self.0.0 - 1;
        Some(symbol)
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.0.len(), Some(self.0.len()))
    }
}

impl ExactSizeIterator for SymbolIter {}

impl FusedIterator for SymbolIter {}

impl IntoIterator for SymbolSet {
    type Item = Symbol;
    type IntoIter = SymbolIter;

    #[inline]
    fn into_iter(self) -> SymbolIter {
        self.iter()
    }
}

impl FromIterator<Symbol> for SymbolSet {
    fn from_iter<I: IntoIterator<Item = Symbol>>(symbols: I) -> Self {
        let mut set = Self::EMPTY;
        set.extend(symbols);
        set
    }
}

impl Extend<Symbol> for SymbolSet {
    fn extend<I: IntoIterator<Item = Symbol>>(&mut self, symbols: I) {
        symbols.into_iter().for_each(|symbol| self.insert(symbol));
    }
}

impl BitAnd for SymbolSet {
    type Output = Self;

    #[inline]
    fn bitand(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

impl BitOr for SymbolSet {
    type Output = Self;

    #[inline]
    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl BitXor for SymbolSet {
    type Output = Self;

    #[inline]
    fn bitxor(self, other: Self) -> Self {
        Self(self.0 ^ other.0)
    }
}

impl Sub for SymbolSet {
    type Output = Self;

    #[inline]
    fn sub(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }
}

impl BitAndAssign for SymbolSet {
    #[inline]
    fn bitand_assign(&mut self, other: Self) {
        *self = *self & other;
    }
}

impl BitOrAssign for SymbolSet {
    #[inline]
    fn bitor_assign(&mut self, other: Self) {
        *self = *self | other;
    }
}

impl BitXorAssign for SymbolSet {
    #[inline]
    fn bitxor_assign(&mut self, other: Self) {
        *self = *self ^ other;
    }
}

impl SubAssign for SymbolSet {
    #[inline]
    fn sub_assign(&mut self, other: Self) {
        *self = *self - other;
    }
}

impl fmt::Debug for SymbolSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_lists_its_members_in_order() {
        let set: SymbolSet = [8, 0, 60].into_iter().collect();
        assert_eq!(set.iter().collect::<Vec<_>>(), [0, 8, 60]);
        assert_eq!(set.len(), 3);
        assert_eq!(set.single(), None);
        assert_eq!(SymbolSet::only(60).single(), Some(60));
        assert_eq!(SymbolSet::EMPTY.single(), None);
        assert!(set.is_subset(SymbolSet::all(61)));
        assert!(!set.is_subset(SymbolSet::all(60)));
        assert_eq!(set.iter().len(), 3);
        assert_eq!(format!("{set:?}"), "{0, 8, 60}");
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
