//! The primary item with the fewest options left.
//!
//! Where there are few options, all items are counted at once. A *thermometer* has three marks, each a set of
//! items: those with one option at least, with two, and with three. An option that is left moves each of its items up
//! by a mark:
//!
//! ```text
//!   options left      a d g    b c f    a d f
//!   at least one      a d g    a…d f g  a…d f g
//!   at least two                        a d f
//! ```
//!
//! An open item below the first mark is a dead end, one below the second is forced. Only if all are above the third,
//! which is near the root, are they counted exactly, in binary digits that are sets of items as well.
//!
//! Where there are many options, items are counted one after the other, and a count ends where it exceeds the least
//! one so far, which is soon.

use super::bits::Word;

/// The number of binary digits of a count. A problem has fewer options than it can tell.
const DIGITS: usize = 14;

/// What a state has next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Choice<const M: usize> {
    /// An open item has no option.
    DeadEnd,
    /// Open items that have one option.
    Forced([u64; M]),
    /// The item with the fewest options, and the name of the state: states with the same name have the same solutions.
    Item(usize, [u64; M]),
}

/// Chooses by thermometers. `left` has a bit for each option, and `uses` the items of each.
///
/// The state is named by what its options use: an option remains if and only if others use all that it uses.
#[inline]
pub(super) fn by_thermometer<const M: usize>(
    left: &[u64],
    uses: &[[u64; M]],
    open: &[u64; M],
) -> Choice<M> {
    let mut marks = [[0; M]; 3];
    for_each(left, uses, |uses| {
        for word in 0..M {
            marks[2][word] |= marks[1][word] & uses[word];
            marks[1][word] |= marks[0][word] & uses[word];
            marks[0][word] |= uses[word];
        }
    });
    if first(open, &marks[0]).is_some() {
        return Choice::DeadEnd;
    }
    let forced: [u64; M] = std::array::from_fn(|word| open[word] & !marks[1][word]);
    if forced != [0; M] {
        return Choice::Forced(forced);
    }
    let item = first(open, &marks[2]).unwrap_or_else(|| fewest(left, uses, open));
    Choice::Item(item, marks[0])
}

/// Calls `visit` with the items of each option that is left.
fn for_each<const M: usize>(left: &[u64], uses: &[[u64; M]], mut visit: impl FnMut(&[u64; M])) {
    for (uses, &word) in uses.chunks(64).zip(left) {
        let mut rest = word;
        while rest != 0 {
            visit(&uses[rest.trailing_zeros() as usize]);
            rest &= rest - 1;
        }
    }
}

/// Returns the first open item that is not in a set.
fn first<const M: usize>(open: &[u64; M], set: &[u64; M]) -> Option<usize> {
    let word = (0..M).find(|&word| open[word] & !set[word] != 0)?;
    Some(64 * word + (open[word] & !set[word]).trailing_zeros() as usize)
}

/// Returns the first open item with the fewest options, by binary digits of all counts.
#[cold]
fn fewest<const M: usize>(left: &[u64], uses: &[[u64; M]], open: &[u64; M]) -> usize {
    let mut digits = [[0; M]; DIGITS];
    for_each(left, uses, |uses| {
        let mut carry = *uses;
        for digit in &mut digits {
            for word in 0..M {
                let both = digit[word] & carry[word];
                digit[word] ^= carry[word];
                carry[word] = both;
            }
            if carry == [0; M] {
                break;
            }
        }
    });
    // Of the items that are left, those whose next digit is 0 have fewer, if there are any.
    let mut fewest = *open;
    for digit in digits.iter().rev() {
        let smaller: [u64; M] = std::array::from_fn(|word| fewest[word] & !digit[word]);
        if smaller != [0; M] {
            fewest = smaller;
        }
    }
    first(&fewest, &[0; M]).expect("an item is open")
}

/// Chooses by counting one item after the other. `ends` has the end of the options of each item in `holders`.
pub(super) fn one_by_one<const M: usize>(
    left: &[u64],
    holders: &[Word],
    ends: &[usize],
    open: &[u64; M],
    barred: &[u64; M],
) -> Choice<M> {
    let (mut best, mut fewest) = (0, u32::MAX);
    for (word, &bits) in open.iter().enumerate() {
        let mut rest = bits;
        while rest != 0 {
            let item = 64 * word + rest.trailing_zeros() as usize;
            rest &= rest - 1;
            let count = count_below(left, &holders[ends[item]..ends[item + 1]], fewest);
            if count < fewest {
                (best, fewest) = (item, count);
                if fewest == 0 {
                    return Choice::DeadEnd;
                }
                if fewest == 1 {
                    let mut forced = [0; M];
                    forced[item / 64] |= 1 << (item % 64);
                    return Choice::Forced(forced);
                }
            }
        }
    }
    Choice::Item(best, *barred)
}

/// Returns the number of options that are left among these, or any number from `most` on if it is not below that.
#[inline]
fn count_below(left: &[u64], holders: &[Word], most: u32) -> u32 {
    let mut count = 0;
    for &Word { index, bits } in holders {
        let here = left[index as usize] & bits;
        if here != 0 {
            count += here.count_ones();
            if count >= most {
                break;
            }
        }
    }
    count
}
