//! Graphs with a known chromatic number, and grids.

use board::{Graph, Vertex};

/// Returns the queens graph: the squares of a board of *n* × *n*, adjacent if queens on them attack each
/// other. A colouring with *n* colours is a partition of the board into *n* sets of *n* queens. There is
/// one if *n* is not divisible by 2 or 3, and none for 2, 3, 4, 6, 8, 9 and 10.
pub fn queen_graph(n: usize) -> Graph {
    let place = |square: usize| (square / n, square % n);
    let attack = |a: usize, b: usize| {
        let ((row, column), (other_row, other_column)) = (place(a), place(b));
        let (down, across) = (row.abs_diff(other_row), column.abs_diff(other_column));
        down == 0 || across == 0 || down == across
    };
    let pairs = (0..n * n).flat_map(|b| (0..b).map(move |a| (a, b)));
    simple(n * n, pairs.filter(|&(a, b)| attack(a, b)))
}

/// Returns the result of `n` applications of Mycielski's construction (*Sur le coloriage des graphs*, 1955) to two
/// adjacent vertices. It has 3 · 2ⁿ − 1 vertices and no triangle, but needs `n` + 2 colours. Each application
/// adds a copy of every vertex, adjacent to its neighbours, and a vertex adjacent to all copies. DIMACS' `myciel` with
/// the number `n` + 1 is `mycielski(n)`.
pub fn mycielski(n: usize) -> Graph {
    (0..n).fold(simple(2, [(0, 1)]), |graph, _| {
        let order = graph.order();
        let shadows = graph.edges().flat_map(|(a, b)| [(a, b), (a, order + b), (b, order + a)]);
        let last = (0..order).map(|vertex| (order + vertex, 2 * order));
        simple(2 * order + 1, shadows.chain(last))
    })
}

/// Returns Petersen's graph, a pentagon around a star with five points. It needs three colours.
pub fn petersen() -> Graph {
    let edges = (0..5).flat_map(|i| [(i, (i + 1) % 5), (i, i + 5), (i + 5, (i + 2) % 5 + 5)]);
    simple(10, edges)
}

/// Returns the graph of a board of `height` × `width` squares, adjacent if they share a side.
pub fn grid_graph(height: usize, width: usize) -> Graph {
    let right = (0..height * width).filter(|it| it % width + 1 < width).map(|it| (it, it + 1));
    let down = (width..height * width).map(|it| (it - width, it));
    simple(height * width, right.chain(down))
}

fn simple(order: usize, edges: impl IntoIterator<Item = (Vertex, Vertex)>) -> Graph {
    Graph::new(order, edges).expect("ends that exist and differ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn orders_and_sizes_are_those_of_the_published_files() {
        let sizes = |graph: Graph| (graph.order(), graph.size());
        assert_eq!(sizes(queen_graph(5)), (25, 160));
        assert_eq!(sizes(queen_graph(8)), (64, 728));
        assert_eq!(sizes(mycielski(2)), (11, 20));
        assert_eq!(sizes(mycielski(4)), (47, 236));
        assert_eq!(sizes(petersen()), (10, 15));
        assert_eq!(sizes(queen_graph(0)), (0, 0));
    }
}
