//! Langford pairs: arrange 1, 1, 2, 2, …, *n*, *n* in a row so that *k* other numbers are between the
//! two *k*.

use board::instance::{Entry, ExactCover, Item};

/// Returns the problem of the pairs up to *n*. An option places both copies of a number.
pub fn langford(n: usize) -> ExactCover {
    let numbers = (1..=n).map(|number| number.to_string());
    let places = (1..=2 * n).map(|place| format!("s{place}"));
    let mut problem = ExactCover::new(numbers.chain(places).collect(), Vec::new(), Vec::new());
    for number in 1..=n {
        for place in 0..(2 * n).saturating_sub(number + 1) {
            let items = [number - 1, n + place, n + place + number + 1];
            let added = problem.add_option(items.map(|item| Entry::plain(item as Item)));
            added.expect("a number and two different places");
        }
    }
    problem
}
