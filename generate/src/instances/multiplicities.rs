//! Problems whose items are covered several times, or not always: queens that attack all squares, graphs with given
//! degrees, and squares that fill a square.

use board::instance::{Entry, ExactCover, Item, Multiplicity};

/// Returns the problem of `queens` queens on a board of *n* × *n* that attack or occupy each square, as many times as
/// there are queens at most. An option places a queen on a square.
pub fn dominating_queens(n: usize, queens: usize) -> ExactCover {
    let squares = || (0..n * n).map(move |square| (square / n, square % n));
    let names = squares().map(|(row, column)| format!("r{}c{}", row + 1, column + 1));
    let primary = std::iter::once("queens".to_owned()).chain(names).collect();
    let mut problem = ExactCover::new(primary, Vec::new(), Vec::new());
    set(&mut problem, 0, queens, queens);
    (1..=n * n).for_each(|square| set(&mut problem, square, 1, queens));
    for (row, column) in squares() {
        let attacked = squares().zip(1..).filter(|&((other_row, other_column), _)| {
            let (down, right) = (row.abs_diff(other_row), column.abs_diff(other_column));
            down == 0 || right == 0 || down == right
        });
        add(&mut problem, std::iter::once(0).chain(attacked.map(|(_, item)| item)));
    }
    problem
}

/// Returns the problem of graphs on *n* vertices each of which has `degree` neighbours. An option joins two vertices.
pub fn regular_graphs(n: usize, degree: usize) -> ExactCover {
    let names = (1..=n).map(|vertex| vertex.to_string()).collect();
    let mut problem = ExactCover::new(names, Vec::new(), Vec::new());
    (0..n).for_each(|vertex| set(&mut problem, vertex, degree, degree));
    for vertex in 0..n {
        (vertex + 1..n).for_each(|other| add(&mut problem, [vertex, other].into_iter()));
    }
    problem
}

/// Returns Wainwright's partridge problem: one square of side 1, two of side 2 and so on to *n* of side *n* fill a square
/// of side 1 + 2 + … + *n*.
pub fn partridge(n: usize) -> ExactCover {
    let side = n * (n + 1) / 2;
    let square = |row: usize, column: usize| n + row * side + column;
    let squares = (0..side * side).map(|it| format!("r{}c{}", it / side + 1, it % side + 1));
    let primary = (1..=n).map(|size| size.to_string()).chain(squares).collect();
    let mut problem = ExactCover::new(primary, Vec::new(), Vec::new());
    (1..=n).for_each(|size| set(&mut problem, size - 1, size, size));
    for size in 1..=n {
        let places = 0..=side - size;
        for (row, column) in places.clone().flat_map(|row| places.clone().map(move |it| (row, it)))
        {
            let covered = (row..row + size)
                .flat_map(|row| (column..column + size).map(move |column| (row, column)));
            let covered = covered.map(|(row, column)| square(row, column));
            add(&mut problem, std::iter::once(size - 1).chain(covered));
        }
    }
    problem
}

/// Sets how often an item is covered, which is once at least.
fn set(problem: &mut ExactCover, item: usize, low: usize, high: usize) {
    let multiplicity = Multiplicity { low: low as u32, high: high as u32 };
    problem.set_multiplicity(item as Item, multiplicity).expect("bounds in order");
}

fn add(problem: &mut ExactCover, items: impl Iterator<Item = usize>) {
    problem.add_option(items.map(|item| Entry::plain(item as Item))).expect("different items");
}
