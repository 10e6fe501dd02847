//! Exact colouring: the recursive *colorie_graphe* of Malherbe's document, as a loop.
//!
//! 1. If every vertex has a colour, this is a colouring.
//! 2. Otherwise choose the vertex with the most impossible colours.
//! 3. Take the colours that none of its neighbours has.
//! 4. Assign each of them in turn.
//! 5. Continue with 1 each time.
//!
//! The document does not specify how ties in step 2 are broken: the row `colour/dsatur-exact` chooses
//! the first vertex, `colour/dsatur-exact.brelaz` the one with the most uncoloured neighbours as in
//! DSATUR, of which this is the exact form (Brown 1972, Brélaz 1979). A vertex with one colour left
//! precedes all others, so naked singles are placed as they appear; each is a search state of its own.
//!
//! The recursion is an explicit stack with a frame for each coloured vertex, so the depth is not
//! limited by the call stack.

use std::ops::ControlFlow;

use board::instance::VertexColour;
use board::{Graph, Vertex};

use super::ColouringTracer;
use super::colouring::{Colouring, Ties};
use crate::contract::{
    Backend, Counter, LimitSupport, Method, Origin, Preparation, ProblemKind, StepSupport, Stop,
    Takes, Task,
};

/// The row `colour/dsatur-exact`.
pub const DSATUR_EXACT: Backend = Backend {
    id: "colour/dsatur-exact",
    about: "exact colouring, most impossible colours first (Malherbe's colorie_graphe)",
    method: Method {
        state: "colours of neighbours, counted",
        inference: "none",
        choice: "most impossible colours",
    },
    tasks: &Task::ALL,
    counts: &[
        Counter::Nodes,
        Counter::Bets,
        Counter::Conflicts,
        Counter::Deductions,
        Counter::MaxDepth,
    ],
    counts_traced: &[],
    steps: StepSupport::All,
    node_limit: LimitSupport::Exact,
    time_limit: LimitSupport::Exact,
    assumes_unique: false,
    complete: true,
    stateful: false,
    batch: None,
    lines: None,
    package: None,
    instructions: None,
    origin: Origin { code: "colour", reads: ProblemKind::Graph },
    takes: Takes {
        puzzles: Some(Preparation::new(|it| Ok(Box::new(Exact::new(Graph::of(it), Ties::First))))),
        graphs: Some(Preparation::new(|it: &Graph| {
            Ok(Box::new(Exact::new(it.clone(), Ties::First)))
        })),
        ..Takes::NOTHING
    },
};

/// The row `colour/dsatur-exact.brelaz`.
pub const DSATUR_EXACT_BRELAZ: Backend = Backend {
    id: "colour/dsatur-exact.brelaz",
    about: "colour/dsatur-exact, ties broken by most uncoloured neighbours (Brélaz)",
    method: Method {
        choice: "most impossible colours, most open neighbours",
        ..DSATUR_EXACT.method
    },
    takes: Takes {
        puzzles: Some(Preparation::new(|it| {
            Ok(Box::new(Exact::new(Graph::of(it), Ties::OpenDegree)))
        })),
        graphs: Some(Preparation::new(|it: &Graph| {
            Ok(Box::new(Exact::new(it.clone(), Ties::OpenDegree)))
        })),
        ..Takes::NOTHING
    },
    ..DSATUR_EXACT
};

/// The exact colouring of a graph.
pub(super) struct Exact {
    pub(super) backtracking: Backtracking,
    pub(super) colouring: Colouring,
}

impl Exact {
    pub(super) fn new(graph: Graph, ties: Ties) -> Self {
        Self { backtracking: Backtracking::new(ties), colouring: Colouring::new(graph) }
    }
}

/// The backtracking search on a colouring in which some vertices may already be coloured.
pub(super) struct Backtracking {
    ties: Ties,
    frames: Vec<Frame>,
}

/// A vertex whose possible colours are tried in turn.
struct Frame {
    vertex: Vertex,
    /// The number of colours that it had left.
    alternatives: usize,
    /// The colours from this one on are untried.
    next: VertexColour,
    /// The number of colours before it was coloured.
    n_colours: usize,
}

impl Backtracking {
    pub(super) fn new(ties: Ties) -> Self {
        Self { ties, frames: Vec::new() }
    }

    /// Enumerates the colourings with at most `most` colours until `found` breaks. `found` returns the
    /// maximum number of colours of the following colourings. Of the unused colours beyond those
    /// present at the start, only the first is tried.
    pub(super) fn run<P: ColouringTracer>(
        &mut self,
        colouring: &mut Colouring,
        mut most: usize,
        tracer: &mut P,
        mut found: impl FnMut(&Colouring, &mut P) -> ControlFlow<Stop, usize>,
    ) -> ControlFlow<Stop> {
        self.frames.clear();
        loop {
            tracer.scan(colouring.graph().order());
            match colouring.most_saturated(self.ties) {
                None => most = found(colouring, tracer)?,
                Some(vertex) => self.open(vertex, most, colouring, tracer),
            }
            if !self.advance(most, colouring, tracer)? {
                return ControlFlow::Continue(());
            }
        }
    }

    /// Opens a frame for a vertex, or reports a conflict if it has no colour left.
    fn open(
        &mut self,
        vertex: Vertex,
        most: usize,
        colouring: &Colouring,
        tracer: &mut impl ColouringTracer,
    ) {
        let n_colours = colouring.n_colours();
        let alternatives = colouring.n_possible(vertex) + usize::from(n_colours < most);
        if alternatives == 0 {
            tracer.conflict();
        } else {
            self.frames.push(Frame { vertex, alternatives, next: 0, n_colours });
        }
    }

    /// Assigns the next colour to the last vertex that has one left. Returns `false` if there is none.
    fn advance(
        &mut self,
        most: usize,
        colouring: &mut Colouring,
        tracer: &mut impl ColouringTracer,
    ) -> ControlFlow<Stop, bool> {
        while let Some(frame) = self.frames.last_mut() {
            if colouring.erase(frame.vertex).is_some() {
                if frame.alternatives > 1 {
                    tracer.undo();
                }
                if colouring.n_colours() > frame.n_colours {
                    colouring.drop_colour();
                }
            }
            let Some(colour) = next_colour(frame, most, colouring) else {
                self.frames.pop();
                continue;
            };
            frame.next = colour + 1;
            tracer.paint(frame.vertex, colour, frame.alternatives);
            tracer.node()?;
            if colour as usize == colouring.n_colours() {
                colouring.add_colour();
            }
            colouring.paint(frame.vertex, colour);
            return ControlFlow::Continue(true);
        }
        ControlFlow::Continue(false)
    }
}

/// Returns the next colour of a vertex: an existing one, or an additional one.
fn next_colour(frame: &Frame, most: usize, colouring: &Colouring) -> Option<VertexColour> {
    // A better colouring was found since, so this branch uses too many colours.
    if frame.n_colours > most {
        return None;
    }
    let further = frame.n_colours as VertexColour;
    let is_free = frame.n_colours < most && frame.next <= further;
    colouring.possible_from(frame.vertex, frame.next).or(is_free.then_some(further))
}
