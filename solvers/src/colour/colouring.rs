//! A partial colouring: the colour of each vertex, and the number of neighbours that exclude each other
//! colour.
//!
//! ```text
//!              vertex   0  1  2  3  4  …
//!   taken   colour 0    2  0  1  0  1         one row for each colour: adding a colour appends a row,
//!           colour 1    1  1  0  0  0         and painting writes to one row only
//!   impossible          2  1  1  0  1         the number of non-zero entries of the column
//! ```
//!
//! Painting and erasing cost the degree of the vertex. Choosing the next vertex scans all of them: for
//! 81 numbers, a scan is faster than maintaining a heap.

use std::cmp::Reverse;

use board::instance::VertexColour;
use board::{Graph, Vertex};

/// How ties between vertices with equally many impossible colours are broken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ties {
    /// The first in the order of the graph.
    First,
    /// The one with the most uncoloured neighbours (Brélaz).
    OpenDegree,
}

/// The state of a search.
pub(super) struct Colouring {
    graph: Graph,
    n_colours: usize,
    /// For each colour and vertex, the number of neighbours with the colour, plus one if it is
    /// forbidden.
    taken: Vec<u32>,
    /// For each vertex, the number of colours taken.
    impossible: Vec<u32>,
    /// For each vertex, the number of uncoloured neighbours.
    open_degree: Vec<u32>,
    colours: Vec<Option<VertexColour>>,
}

impl Colouring {
    /// Creates a colouring without colours, in which no vertex is coloured.
    pub(super) fn new(graph: Graph) -> Self {
        let order = graph.order();
        let mut colouring = Self {
            graph,
            n_colours: 0,
            taken: Vec::new(),
            impossible: vec![0; order],
            open_degree: vec![0; order],
            colours: vec![None; order],
        };
        colouring.clear(0);
        colouring
    }

    /// Erases all vertices and sets the number of colours.
    pub(super) fn clear(&mut self, n_colours: usize) {
        let Self { graph, taken, impossible, open_degree, colours, .. } = self;
        taken.clear();
        taken.resize(n_colours * graph.order(), 0);
        impossible.fill(0);
        (0..).zip(open_degree).for_each(|(vertex, open)| *open = graph.degree(vertex) as u32);
        colours.fill(None);
        self.n_colours = n_colours;
    }

    /// Returns the graph.
    pub(super) fn graph(&self) -> &Graph {
        &self.graph
    }

    /// Returns the number of colours, used or not.
    pub(super) fn n_colours(&self) -> usize {
        self.n_colours
    }

    /// Returns the colour of each vertex, `None` if it is uncoloured.
    pub(super) fn colours(&self) -> &[Option<VertexColour>] {
        &self.colours
    }

    /// Returns the number of colours that a vertex may still get.
    pub(super) fn n_possible(&self, vertex: Vertex) -> usize {
        self.n_colours - self.impossible[vertex] as usize
    }

    /// Returns the number of colours below `end` that a vertex may still get.
    pub(super) fn n_possible_below(&self, vertex: Vertex, end: usize) -> usize {
        if end >= self.n_colours {
            return self.n_possible(vertex);
        }
        let order = self.graph.order();
        (0..end).filter(|colour| self.taken[colour * order + vertex] == 0).count()
    }

    /// Returns the first colour, starting from `colour`, that is possible for the vertex.
    pub(super) fn possible_from(
        &self,
        vertex: Vertex,
        colour: VertexColour,
    ) -> Option<VertexColour> {
        let order = self.graph.order();
        let is_free = |&it: &VertexColour| self.taken[it as usize * order + vertex] == 0;
        (colour..self.n_colours as VertexColour).find(is_free)
    }

    /// Returns the uncoloured vertex with the most impossible colours, or `None` if all are coloured.
    pub(super) fn most_saturated(&self, ties: Ties) -> Option<Vertex> {
        // Zero stands for coloured vertices. The first pass has no branches.
        let saturations = || {
            let both = self.colours.iter().zip(&self.impossible);
            both.map(|(colour, &impossible)| if colour.is_none() { impossible + 1 } else { 0 })
        };
        let most = saturations().max().filter(|&most| most > 0)?;
        let mut found = saturations().zip(0..).filter(|it| it.0 == most).map(|(_, vertex)| vertex);
        match ties {
            Ties::First => found.next(),
            Ties::OpenDegree => found.max_by_key(|&it| (self.open_degree[it], Reverse(it))),
        }
    }

    /// Adds a colour that no vertex has, and returns it.
    pub(super) fn add_colour(&mut self) -> VertexColour {
        self.taken.resize(self.taken.len() + self.graph.order(), 0);
        self.n_colours += 1;
        (self.n_colours - 1) as VertexColour
    }

    /// Removes the last colour, which no vertex has.
    pub(super) fn drop_colour(&mut self) {
        self.n_colours -= 1;
        self.taken.truncate(self.n_colours * self.graph.order());
    }

    /// Forbids a colour for a vertex, whatever the colours of its neighbours.
    pub(super) fn forbid(&mut self, vertex: Vertex, colour: VertexColour) {
        let taken = &mut self.taken[colour as usize * self.graph.order() + vertex];
        self.impossible[vertex] += u32::from(*taken == 0);
        *taken += 1;
    }

    /// Colours an uncoloured vertex.
    pub(super) fn paint(&mut self, vertex: Vertex, colour: VertexColour) {
        let Self { graph, taken, impossible, open_degree, .. } = self;
        let order = graph.order();
        let taken = &mut taken[colour as usize * order..][..order];
        for &neighbour in graph.neighbours(vertex) {
            impossible[neighbour] += u32::from(taken[neighbour] == 0);
            taken[neighbour] += 1;
            open_degree[neighbour] -= 1;
        }
        self.colours[vertex] = Some(colour);
    }

    /// Uncolours a vertex and returns its colour.
    pub(super) fn erase(&mut self, vertex: Vertex) -> Option<VertexColour> {
        let colour = self.colours[vertex].take()?;
        let Self { graph, taken, impossible, open_degree, .. } = self;
        let order = graph.order();
        let taken = &mut taken[colour as usize * order..][..order];
        for &neighbour in graph.neighbours(vertex) {
            taken[neighbour] -= 1;
            impossible[neighbour] -= u32::from(taken[neighbour] == 0);
            open_degree[neighbour] += 1;
        }
        Some(colour)
    }

    /// Returns the colour of each vertex.
    ///
    /// # Panics
    /// Panics if a vertex is uncoloured.
    pub(super) fn complete(&self) -> Vec<VertexColour> {
        self.colours.iter().map(|colour| colour.expect("every vertex has a colour")).collect()
    }
}
