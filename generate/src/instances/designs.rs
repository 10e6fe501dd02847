//! Systems of triples: Steiner's, in which each pair of points is in one triple, and Kirkman's, whose triples
//! are also divided into days on which each point occurs once.
//!
//! Steiner triple systems exist if and only if *n* is 1 or 3 modulo 6, Kirkman's if and only if *n* is 3
//! modulo 6. Kirkman asked for 15 schoolgirls who walk in rows of three on seven days (*The Lady's and
//! Gentleman's Diary*, 1850).

use board::instance::{Entry, ExactCover, Item};

/// Returns the problem of the Steiner triple systems of *n* labelled points. The items are the pairs of points,
/// an option is a triple.
pub fn steiner_triples(n: usize) -> ExactCover {
    let mut problem = ExactCover::new(pairs(n), Vec::new(), Vec::new());
    for triple in triples(n) {
        problem.add_option(pairs_of(triple, n).map(Entry::plain)).expect("three pairs");
    }
    problem
}

/// Returns the problem of the Kirkman triple systems of *n* labelled points, with days in every order. An option
/// is a triple and a day. Pairs come first, after them the points of each day.
pub fn kirkman_triples(n: usize) -> ExactCover {
    let days = n.saturating_sub(1) / 2;
    let walks = (0..days * n).map(|it| format!("{}/d{}", it % n + 1, it / n + 1));
    let items = pairs(n).into_iter().chain(walks).collect();
    let (mut problem, n_pairs) = (ExactCover::new(items, Vec::new(), Vec::new()), pairs(n).len());
    for day in 0..days {
        for triple in triples(n) {
            let walks = triple.map(|point| (n_pairs + day * n + point) as Item);
            let items = pairs_of(triple, n).into_iter().chain(walks);
            problem.add_option(items.map(Entry::plain)).expect("three pairs and three points");
        }
    }
    problem
}

/// Returns the names of the pairs, `1-2` first.
fn pairs(n: usize) -> Vec<String> {
    let all = (0..n).flat_map(|a| (a + 1..n).map(move |b| (a, b)));
    all.map(|(a, b)| format!("{}-{}", a + 1, b + 1)).collect()
}

/// Returns the number of a pair in the order of [`pairs`].
fn pair(a: usize, b: usize, n: usize) -> Item {
    (a * (2 * n - a - 1) / 2 + b - a - 1) as Item
}

fn pairs_of([a, b, c]: [usize; 3], n: usize) -> [Item; 3] {
    [pair(a, b, n), pair(a, c, n), pair(b, c, n)]
}

fn triples(n: usize) -> impl Iterator<Item = [usize; 3]> {
    let from = move |a: usize, b: usize| (b + 1..n).map(move |c| [a, b, c]);
    (0..n).flat_map(move |a| (a + 1..n).flat_map(move |b| from(a, b)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_are_numbered_in_the_order_of_their_names() {
        let names = pairs(6);
        for [a, b] in (0..6).flat_map(|a| (a + 1..6).map(move |b| [a, b])) {
            assert_eq!(names[pair(a, b, 6) as usize], format!("{}-{}", a + 1, b + 1));
        }
    }
}
