//! The part of a graph that decides how many colours it needs.
//!
//! A vertex with fewer than k neighbours gets one of k colours, whatever colours its neighbours have. So it can be
//! coloured last, and a graph without it needs more than k colours if and only if the graph does. Then others may have
//! fewer than k neighbours. What remains is the k-core (Matula & Beck 1983), found in linear time:
//!
//! ```text
//!   1 ─ 2 ─ 3      with k = 3, 1 goes first, then 2: no vertex is left, and three colours suffice
//!       │ ╱
//!       4
//! ```

use board::{Graph, Vertex};

/// Returns the largest part of a graph in which each vertex has at least `k` neighbours.
pub(super) fn k_core(graph: &Graph, k: usize) -> Graph {
    let mut degrees: Vec<usize> = (0..graph.order()).map(|vertex| graph.degree(vertex)).collect();
    let mut removed: Vec<Vertex> =
        (0..graph.order()).filter(|&vertex| degrees[vertex] < k).collect();
    while let Some(vertex) = removed.pop() {
        for &neighbour in graph.neighbours(vertex) {
            degrees[neighbour] -= 1;
            if degrees[neighbour] + 1 == k {
                removed.push(neighbour);
            }
        }
    }
    let mut numbers = vec![None; graph.order()];
    let kept = (0..graph.order()).filter(|&vertex| degrees[vertex] >= k);
    let n_kept = kept.zip(0..).map(|(vertex, number)| numbers[vertex] = Some(number)).count();
    let edges = graph.edges().filter_map(|(a, b)| numbers[a].zip(numbers[b]));
    Graph::new(n_kept, edges).expect("edges of a graph")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn vertices_with_few_neighbours_are_removed_one_after_the_other() {
        // A triangle with a path of two edges, and a vertex alone.
        let graph = Graph::new(6, [(0, 1), (1, 2), (2, 3), (2, 4), (3, 4)]).unwrap();
        let sizes = |k| (k_core(&graph, k).order(), k_core(&graph, k).size());
        assert_eq!([0, 1, 2, 3].map(sizes), [(6, 5), (5, 5), (3, 3), (0, 0)]);
    }
}
