//! Latin squares and rectangles: each symbol once in each row, and at most once in each column.

use board::instance::{Entry, ExactCover, Item};

/// Returns the problem of the Latin squares of order *n*. An option writes a symbol into a cell. Cells come
/// first, row by row, and after them the symbols of rows and those of columns.
pub fn latin_squares(n: usize) -> ExactCover {
    latin_rectangles(n, n)
}

/// Returns the problem of the Latin rectangles with *k* rows and *n* columns, `k` ≤ `n`. The items are those of
/// Latin squares, where a column that lacks some symbols makes them secondary.
pub fn latin_rectangles(k: usize, n: usize) -> ExactCover {
    let cells = (0..k * n).map(|cell| format!("r{}c{}", cell / n + 1, cell % n + 1));
    let lines = |line: &str, count: usize| -> Vec<String> {
        (0..count * n).map(|it| format!("{}/{line}{}", it % n + 1, it / n + 1)).collect()
    };
    let (primary, mut columns) = (cells.chain(lines("r", k)), lines("c", n));
    let secondary = if k < n { std::mem::take(&mut columns) } else { Vec::new() };
    let mut problem = ExactCover::new(primary.chain(columns).collect(), secondary, Vec::new());
    for choice in 0..k * n * n {
        let (cell, symbol) = (choice / n, choice % n);
        let (row, column) = (cell / n, cell % n);
        let items = [cell, k * n + row * n + symbol, 2 * k * n + column * n + symbol];
        let added = problem.add_option(items.map(|item| Entry::plain(item as Item)));
        added.expect("a cell, a row and a column");
    }
    problem
}
