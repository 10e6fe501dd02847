//! Greedy colouring: each vertex once, the first colour that no neighbour has, no backtracking.
//!
//! Welsh and Powell (*An upper bound for the chromatic number of a graph and its application to
//! timetabling problems*, 1967) visit the vertices by decreasing degree. They describe it colour by
//! colour: colour 1 for each vertex in turn that has no neighbour of colour 1, then colour 2 for the
//! remaining vertices. This is the same as the first possible colour for each vertex in turn. Brélaz
//! (*New methods to color the vertices of a graph*, 1979) chooses the vertex whose neighbours have the
//! most different colours, on ties the one with the most uncoloured neighbours (DSATUR). DSATUR is
//! exact on bipartite graphs; Welsh and Powell's order is not.
//!
//! On a board nearly all degrees are equal, so Welsh and Powell visit the cells in reading order. Their
//! method costs a sort and the sum of the degrees; DSATUR costs the square of the number of vertices,
//! for choosing the next vertex.

use std::cmp::Reverse;
use std::ops::ControlFlow;

use board::{Graph, Vertex};

use super::ColouringTracer;
use super::colouring::{Colouring, Ties};
use crate::contract::{
    Backend, Counter, LimitSupport, Method, Origin, Preparation, ProblemKind, StepSupport, Stop,
    Takes, Task,
};

/// The row `colour/dsatur`.
pub const DSATUR: Backend = Backend {
    id: "colour/dsatur",
    about: "greedy colouring by decreasing saturation (Brélaz' DSATUR): may get stuck",
    method: Method {
        choice: "most impossible colours, most open neighbours",
        ..WELSH_POWELL.method
    },
    takes: Takes {
        puzzles: Some(Preparation::new(|it| {
            Ok(Box::new(Greedy::new(Graph::of(it), VertexOrder::Saturation)))
        })),
        graphs: Some(Preparation::new(|it: &Graph| {
            Ok(Box::new(Greedy::new(it.clone(), VertexOrder::Saturation)))
        })),
        ..Takes::NOTHING
    },
    ..WELSH_POWELL
};

/// The row `colour/welsh-powell`.
pub const WELSH_POWELL: Backend = Backend {
    id: "colour/welsh-powell",
    about: "greedy colouring by decreasing degree (Welsh & Powell): may get stuck",
    method: Method {
        state: "colours of neighbours, counted",
        inference: "none",
        choice: "largest degree",
    },
    tasks: &[Task::First],
    counts: &[
        Counter::Nodes,
        Counter::Bets,
        Counter::Conflicts,
        Counter::Deductions,
        Counter::MaxDepth,
        Counter::Colours,
    ],
    counts_traced: &[],
    steps: StepSupport::All,
    node_limit: LimitSupport::Exact,
    time_limit: LimitSupport::Exact,
    assumes_unique: false,
    complete: false,
    stateful: false,
    batch: None,
    lines: None,
    package: None,
    instructions: None,
    origin: Origin { code: "colour", reads: ProblemKind::Graph },
    takes: Takes {
        puzzles: Some(Preparation::new(|it| {
            Ok(Box::new(Greedy::new(Graph::of(it), VertexOrder::Degree)))
        })),
        graphs: Some(Preparation::new(|it: &Graph| {
            Ok(Box::new(Greedy::new(it.clone(), VertexOrder::Degree)))
        })),
        ..Takes::NOTHING
    },
};

/// The order in which the vertices are coloured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum VertexOrder {
    /// Decreasing degree.
    Degree,
    /// Decreasing saturation.
    Saturation,
}

/// The greedy colouring of a graph.
pub(super) struct Greedy {
    pub(super) first_fit: FirstFit,
    pub(super) colouring: Colouring,
}

impl Greedy {
    fn new(graph: Graph, order: VertexOrder) -> Self {
        Self { first_fit: FirstFit::new(&graph, order), colouring: Colouring::new(graph) }
    }
}

/// The first-fit algorithm: each vertex gets the first possible colour.
pub(super) struct FirstFit {
    order: VertexOrder,
    /// The vertices by decreasing degree, if that is the order.
    by_degree: Vec<Vertex>,
}

impl FirstFit {
    fn new(graph: &Graph, order: VertexOrder) -> Self {
        let mut by_degree: Vec<Vertex> = match order {
            VertexOrder::Degree => (0..graph.order()).collect(),
            VertexOrder::Saturation => Vec::new(),
        };
        by_degree.sort_by_key(|&vertex| Reverse(graph.degree(vertex)));
        Self { order, by_degree }
    }

    /// Colours every uncoloured vertex. A vertex without a possible colour gets an additional one. This
    /// is a conflict unless `is_free`, which means that additional colours are always possible: else they
    /// are no alternatives for other vertices either.
    pub(super) fn colour(
        &self,
        colouring: &mut Colouring,
        is_free: bool,
        tracer: &mut impl ColouringTracer,
    ) -> ControlFlow<Stop> {
        let mut turn = 0;
        let n_own = if is_free { usize::MAX } else { colouring.n_colours() };
        while let Some(vertex) = self.next(colouring, &mut turn) {
            if self.order == VertexOrder::Saturation {
                tracer.scan(colouring.graph().order());
            }
            tracer.node()?;
            let alternatives = colouring.n_possible_below(vertex, n_own) + usize::from(is_free);
            let first = colouring.possible_from(vertex, 0);
            let colour = first.unwrap_or_else(|| colouring.add_colour());
            match alternatives {
                0 => tracer.conflict(),
                _ => tracer.paint(vertex, colour, alternatives),
            }
            colouring.paint(vertex, colour);
        }
        ControlFlow::Continue(())
    }

    fn next(&self, colouring: &Colouring, turn: &mut usize) -> Option<Vertex> {
        match self.order {
            VertexOrder::Saturation => colouring.most_saturated(Ties::OpenDegree),
            VertexOrder::Degree => {
                let rest = &self.by_degree[*turn..];
                let step = rest.iter().position(|&it| colouring.colours()[it].is_none())?;
                *turn += step + 1;
                Some(rest[step])
            }
        }
    }
}
