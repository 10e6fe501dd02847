//! Latin squares: each symbol once in each row and column.

use board::instance::{Entry, ExactCover, Item};

/// Returns the problem of the Latin squares of order *n*. An option writes a symbol into a cell. Cells come
/// first, row by row, and after them the symbols of rows and those of columns.
pub fn latin_squares(n: usize) -> ExactCover {
    let cells = (0..n * n).map(|cell| format!("r{}c{}", cell / n + 1, cell % n + 1));
    let lines = ["r", "c"]
        .into_iter()
        .flat_map(|line| (0..n * n).map(move |it| format!("{}/{line}{}", it % n + 1, it / n + 1)));
    let mut problem = ExactCover::new(cells.chain(lines).collect(), Vec::new(), Vec::new());
    for choice in 0..n * n * n {
        let (cell, symbol) = (choice / n, choice % n);
        let (row, column) = (cell / n, cell % n);
        let items = [cell, n * n + row * n + symbol, 2 * n * n + column * n + symbol];
        let added = problem.add_option(items.map(|item| Entry::plain(item as Item)));
        added.expect("a cell, a row and a column");
    }
    problem
}
