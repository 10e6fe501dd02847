//! A colouring that is being made: which vertex has which colour, and how many of its neighbours stand
//! in the way of each other one.
//!
//! ```text
//!              vertex   0  1  2  3  4  …
//!   taken   colour 0    2  0  1  0  1         a row for each colour, so that one more is one row more
//!           colour 1    1  1  0  0  0         and painting writes to one row only
//!   impossible          2  1  1  0  1         how many entries of the column are not 0
//! ```
//!
//! Painting and erasing cost the degree of the vertex, finding the next vertex its number: 81 numbers
//! are looked through sooner than a heap is kept.

use std::cmp::Reverse;

use board::instance::VertexColour;
use board::{Graph, Vertex};

/// Which of several vertices with as many impossible colours comes first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ties {
    /// The first, as in the order of the graph.
    First,
    /// The one with the most neighbours that have no colour yet (Brélaz).
    OpenDegree,
}

/// The state of a search.
pub(super) struct Colouring {
    graph: Graph,
    n_colours: usize,
    /// For each colour and vertex: how many neighbours have it, and one more where it is forbidden.
    taken: Vec<u32>,
    /// For each vertex: how many colours are taken.
    impossible: Vec<u32>,
    /// For each vertex: how many neighbours have no colour.
    open_degree: Vec<u32>,
    colours: Vec<Option<VertexColour>>,
}

impl Colouring {
    /// No vertex has a colour, and there is none.
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

    /// Takes all colours from the vertices, and offers so many.
    pub(super) fn clear(&mut self, n_colours: usize) {
        let Self { graph, taken, impossible, open_degree, colours, .. } = self;
        taken.clear();
        taken.resize(n_colours * graph.order(), 0);
        impossible.fill(0);
        (0..).zip(open_degree).for_each(|(vertex, open)| *open = graph.degree(vertex) as u32);
        colours.fill(None);
        self.n_colours = n_colours;
    }

    /// What is coloured.
    pub(super) fn graph(&self) -> &Graph {
        &self.graph
    }

    /// How many colours there are, used or not.
    pub(super) fn n_colours(&self) -> usize {
        self.n_colours
    }

    /// The colour of each vertex that has one.
    pub(super) fn colours(&self) -> &[Option<VertexColour>] {
        &self.colours
    }

    /// How many colours a vertex may still get.
    pub(super) fn n_possible(&self, vertex: Vertex) -> usize {
        self.n_colours - self.impossible[vertex] as usize
    }

    /// The first colour from `colour` on that no neighbour of the vertex has.
    pub(super) fn possible_from(
        &self,
        vertex: Vertex,
        colour: VertexColour,
    ) -> Option<VertexColour> {
        let order = self.graph.order();
        let is_free = |&it: &VertexColour| self.taken[it as usize * order + vertex] == 0;
        (colour..self.n_colours as VertexColour).find(is_free)
    }

    /// The vertex without a colour for which the most colours are impossible; none if all have one.
    pub(super) fn most_saturated(&self, ties: Ties) -> Option<Vertex> {
        let open = (0..self.colours.len()).filter(|&vertex| self.colours[vertex].is_none());
        match ties {
            Ties::First => open.max_by_key(|&it| (self.impossible[it], Reverse(it))),
            Ties::OpenDegree => {
                open.max_by_key(|&it| (self.impossible[it], self.open_degree[it], Reverse(it)))
            }
        }
    }

    /// One colour more, which no vertex has.
    pub(super) fn add_colour(&mut self) -> VertexColour {
        self.taken.resize(self.taken.len() + self.graph.order(), 0);
        self.n_colours += 1;
        (self.n_colours - 1) as VertexColour
    }

    /// Takes the last colour away, which no vertex has any more.
    pub(super) fn drop_colour(&mut self) {
        self.n_colours -= 1;
        self.taken.truncate(self.n_colours * self.graph.order());
    }

    /// A vertex may not get a colour, whatever its neighbours have.
    pub(super) fn forbid(&mut self, vertex: Vertex, colour: VertexColour) {
        let taken = &mut self.taken[colour as usize * self.graph.order() + vertex];
        self.impossible[vertex] += u32::from(*taken == 0);
        *taken += 1;
    }

    /// Gives a colour to a vertex that has none.
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

    /// Takes the colour of a vertex back, and tells which it was.
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

    /// The colour of each vertex, when all have one.
    pub(super) fn complete(&self) -> Vec<VertexColour> {
        self.colours.iter().map(|colour| colour.expect("every vertex has a colour")).collect()
    }
}
