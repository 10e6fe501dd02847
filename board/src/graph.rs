//! A graph: vertices, and edges between two of them. The graph of a geometry has its cells as vertices and
//! an edge between any two cells that share a region, so that a grid is a colouring with |S| colours.
//!
//! This is the view of Malherbe's document, where a grid is solved by colouring:
//!
//! ```text
//!    1 ─ 2 ─ 3 ─ 4       r1c1 of a 4×4 has 7 neighbours: 3 in its row, 3 in its column, and the
//!    │ ╲ │               one of its block that is in neither
//!    5 ─ 6   …
//! ```
//!
//! An edge is in the lists of both its ends; each list is sorted.
//!
//! ```
//! use board::{Graph, catalog};
//!
//! let graph = Graph::of(&catalog::classic(4)?);
//! assert_eq!((graph.order(), graph.size(), graph.degree(0)), (16, 56, 7));
//! assert!(graph.is_edge(0, 5) && !graph.is_edge(0, 6));
//! # Ok::<(), board::GeometryError>(())
//! ```

use crate::geometry::Geometry;

/// The number of a vertex, from zero.
pub type Vertex = usize;

/// A simple graph: it has no loops, and at most one edge between two vertices.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Graph {
    neighbours: Vec<Vec<Vertex>>,
}

/// Why a pair of vertices is not an edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EdgeError {
    /// There is no such vertex.
    #[error("there is no vertex {vertex}: {order} are numbered from 0")]
    UnknownVertex {
        /// The number.
        vertex: Vertex,
        /// The number of vertices.
        order: usize,
    },
    /// A loop, which no colouring allows.
    #[error("vertex {0} is joined with itself")]
    Loop(Vertex),
}

impl Graph {
    /// Creates the graph with `order` vertices and these edges; repeated edges, in either direction, count once.
    ///
    /// # Errors
    /// If an edge is a loop, or an end of it is not a vertex.
    pub fn new(
        order: usize,
        edges: impl IntoIterator<Item = (Vertex, Vertex)>,
    ) -> Result<Self, EdgeError> {
        let mut neighbours = vec![Vec::new(); order];
        for (a, b) in edges {
            if let Some(vertex) = [a, b].into_iter().find(|&end| end >= order) {
                return Err(EdgeError::UnknownVertex { vertex, order });
            }
            if a == b {
                return Err(EdgeError::Loop(a));
            }
            neighbours[a].push(b);
            neighbours[b].push(a);
        }
        for list in &mut neighbours {
            list.sort_unstable();
            list.dedup();
        }
        Ok(Self { neighbours })
    }

    /// Returns the constraint graph of a geometry: cells that share a region have different
    /// symbols.
    pub fn of(geometry: &Geometry) -> Self {
        let peers = |cell| geometry.peers(cell).to_vec();
        Self { neighbours: (0..geometry.cells()).map(peers).collect() }
    }

    /// Returns the number of vertices.
    #[inline]
    pub fn order(&self) -> usize {
        self.neighbours.len()
    }

    /// Returns the number of edges.
    pub fn size(&self) -> usize {
        self.neighbours.iter().map(Vec::len).sum::<usize>() / 2
    }

    /// Returns the edges, each once, with the smaller end first, in ascending order.
    pub fn edges(&self) -> impl Iterator<Item = (Vertex, Vertex)> + '_ {
        let from = |(a, list): (Vertex, &'_ Vec<Vertex>)| {
            let later = list[list.partition_point(|&b| b < a)..].to_vec();
            later.into_iter().map(move |b| (a, b))
        };
        self.neighbours.iter().enumerate().flat_map(from)
    }

    /// Returns the neighbours of `vertex`, in ascending order.
    ///
    /// # Panics
    /// If there is no such vertex, as in every method with a vertex.
    #[inline]
    pub fn neighbours(&self, vertex: Vertex) -> &[Vertex] {
        &self.neighbours[vertex]
    }

    /// Returns the number of neighbours of `vertex`.
    #[inline]
    pub fn degree(&self, vertex: Vertex) -> usize {
        self.neighbours[vertex].len()
    }

    /// Returns whether two vertices are neighbours.
    #[inline]
    pub fn is_edge(&self, a: Vertex, b: Vertex) -> bool {
        self.neighbours[a].binary_search(&b).is_ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalog;

    fn sizes(name: &str) -> (usize, usize) {
        let graph = Graph::of(&catalog::named(name).unwrap());
        (graph.order(), graph.size())
    }

    #[test]
    fn order_and_size_of_the_boards_are_those_of_the_documents() {
        assert_eq!(sizes("classic4"), (16, 56));
        assert_eq!(sizes("classic9"), (81, 810));
        assert_eq!(sizes("classic16"), (256, 4992));
        assert_eq!(sizes("x"), (81, 864));
        assert_eq!(sizes("windoku"), (81, 874));
        assert_eq!(sizes("samurai"), (369, 3906));
    }

    #[test]
    fn every_vertex_of_a_classic_board_has_the_same_degree() {
        for (order, degree) in [(4, 7), (9, 20), (16, 39), (25, 64)] {
            let graph = Graph::of(&catalog::classic(order).unwrap());
            assert!((0..graph.order()).all(|vertex| graph.degree(vertex) == degree), "{order}");
        }
    }

    #[test]
    fn a_repeated_edge_counts_once() {
        let graph = Graph::new(4, [(2, 0), (0, 2), (0, 1), (2, 0)]).unwrap();
        assert_eq!((graph.order(), graph.size()), (4, 2));
        assert_eq!(graph.edges().collect::<Vec<_>>(), [(0, 1), (0, 2)]);
        assert_eq!((graph.neighbours(0), graph.degree(3)), (&[1, 2][..], 0));
        assert!(graph.is_edge(2, 0) && !graph.is_edge(1, 2));
    }

    #[test]
    fn an_invalid_edge_is_refused() {
        let error = |edge| Graph::new(3, [(0, 1), edge]).unwrap_err().to_string();
        assert_eq!(error((0, 3)), "there is no vertex 3: 3 are numbered from 0");
        assert_eq!(error((2, 2)), "vertex 2 is joined with itself");
    }
}
