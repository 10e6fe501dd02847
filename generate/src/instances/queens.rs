//! Queens on a board so that none attacks another: rows and columns are covered exactly once, and
//! diagonals, which are secondary items, at most once.

use board::instance::{Entry, ExactCover, Item};

/// Returns the problem of *n* queens on a board of *n* × *n*. An option places a queen in a row and a
/// column.
pub fn queens(n: usize) -> ExactCover {
    let names = |letter: char, count: usize| (0..count).map(move |i| format!("{letter}{}", i + 1));
    let diagonals = (2 * n).saturating_sub(1);
    let primary = names('r', n).chain(names('c', n)).collect();
    let secondary = names('a', diagonals).chain(names('b', diagonals)).collect();
    let mut problem = ExactCover::new(primary, secondary, Vec::new());
    for (row, column) in (0..n * n).map(|square| (square / n, square % n)) {
        let rising = 2 * n + row + column;
        let falling = 2 * n + diagonals + (n - 1 - row + column);
        let items = [row, n + column, rising, falling];
        let added = problem.add_option(items.map(|item| Entry::plain(item as Item)));
        added.expect("a square is on four different lines");
    }
    problem
}
