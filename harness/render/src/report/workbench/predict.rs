//! A column as its differences to what an earlier column lets expect of it: of a search that made a thousand bets,
//! about so many conflicts; of one that took a second, about so many bets.
//!
//! The earlier column is divided into ranges of codes, each with a *knot*, the median of the later column there.
//! Between two knots the expectation is linear. So any relation that a backend has is met, a ratio, a power or a
//! constant start, with whole numbers only: the script of the page computes the same (`columns.js`). What is
//! written are the knots of each backend, and then for each cell 0 if there is no value, else 1 plus the difference
//! *d*, as 2*d*, or as −2*d* − 1 below zero.

use crate::report::pack::NONE;

/// Below it, each code has a knot: small counters are often exact multiples of each other.
const SINGLE: u16 = 64;

/// Above, the distance of two knots.
const STEP: u16 = 32;

/// Returns the knots and differences of a column, given an earlier one. Both have the same number of cells for each
/// backend.
pub(super) fn differences(codes: &[u16], earlier: &[u16], n_backends: usize) -> Vec<u16> {
    let length = (codes.len() / n_backends.max(1)).max(1);
    let parts = || codes.chunks(length).zip(earlier.chunks(length));
    let knots: Vec<Vec<u16>> = parts().map(|(codes, earlier)| knots(codes, earlier)).collect();
    let cells = parts().zip(&knots).flat_map(|((codes, earlier), knots)| {
        codes
            .iter()
            .zip(earlier)
            .map(|(&code, &earlier)| difference(code, expected(knots, earlier)))
    });
    knots.iter().flatten().copied().chain(cells).collect()
}

/// Returns the last knot that is not above a code.
fn knot(code: u16) -> usize {
    usize::from(if code < SINGLE { code } else { SINGLE + (code - SINGLE) / STEP })
}

/// Returns the knots of a backend, two more than that of the largest code of the earlier column. Where nothing is
/// known, a knot is the one before.
fn knots(codes: &[u16], earlier: &[u16]) -> Vec<u16> {
    let largest = earlier.iter().copied().filter(|code| *code != NONE).max();
    let mut near = vec![Vec::new(); largest.map_or(0, knot) + 2];
    for (&code, &earlier) in codes.iter().zip(earlier) {
        if code != NONE && earlier != NONE {
            let nearest = if earlier < SINGLE { earlier } else { earlier + STEP / 2 };
            near[knot(nearest)].push(code);
        }
    }
    let mut last = 0;
    let mut median = |mut codes: Vec<u16>| {
        codes.sort_unstable();
        last = codes.get(codes.len() / 2).copied().unwrap_or(last);
        last
    };
    near.into_iter().map(&mut median).collect()
}

/// Returns what the knots let expect; 0 without an earlier value.
fn expected(knots: &[u16], earlier: u16) -> u16 {
    if earlier == NONE {
        return 0;
    }
    let place = knot(earlier);
    let rest = if earlier < SINGLE { 0 } else { i32::from((earlier - SINGLE) % STEP) };
    let [low, high] = [knots[place], knots[place + 1]].map(i32::from);
    (low + (high - low) * rest / i32::from(STEP)) as u16
}

/// Returns a code as its difference to the expected one.
fn difference(code: u16, expected: u16) -> u16 {
    if code == NONE {
        return 0;
    }
    let difference = i32::from(code) - i32::from(expected);
    1 + if difference < 0 { -2 * difference - 1 } else { 2 * difference } as u16
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_exact_relation_has_no_differences() {
        let earlier: Vec<u16> = (0..900).chain(0..900).collect();
        let codes: Vec<u16> = earlier.iter().map(|code| 2 * code + 1).collect();
        let written = differences(&codes, &earlier, 2);
        let cells = &written[written.len() - codes.len()..];
        // The range of the first and of the last knots ends there.
        let known = |at: usize| {
            earlier[at] < SINGLE || (SINGLE + STEP..900 - 2 * STEP).contains(&earlier[at])
        };
        assert!((0..codes.len()).filter(|&at| known(at)).all(|at| cells[at] == 1));
        assert_eq!(written.len(), codes.len() + 2 * (knot(899) + 2));
    }

    #[test]
    fn what_is_missing_is_zero_and_a_sign_is_the_lowest_bit() {
        assert_eq!(difference(NONE, 7), 0);
        assert_eq!([6, 7, 8].map(|code| difference(code, 7)), [2, 1, 3]);
        assert_eq!(differences(&[5, NONE], &[NONE, 3], 1), [0, 0, 0, 0, 0, 11, 0]);
    }
}
