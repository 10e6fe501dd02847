//! Colouring that goes back: the recursive *colorie_graphe* of Malherbe's document, as a loop.
//!
//! 1. If every vertex has a colour, that is a colouring.
//! 2. Else take the vertex for which the most colours are impossible, and
//! 3. of the colours that none of its neighbours has,
//! 4. give it one after the other,
//! 5. and go on with 1 each time.
//!
//! Where several vertices have as many impossible colours, the document says nothing: the row
//! `colour/dsatur-exact` takes the first of them, `colour/dsatur-exact.brelaz` the one with the most
//! uncoloured neighbours, as in DSATUR, of which this is the exact form (Brown 1972, Brélaz 1979).
//! A vertex with one colour left comes before all others, so that naked singles are placed as they
//! appear; each is a search state of its own.
//!
//! The recursion is a stack of frames, one for each vertex with a colour, so that no board is too large.

use std::ops::ControlFlow;

use board::instance::VertexColour;
use board::{Graph, Vertex};

use super::ColouringTracer;
use super::colouring::{Colouring, Ties};
use crate::contract::{
    Backend, Counter, LimitSupport, Method, Origin, Preparation, ProblemKind, Stop, Takes, Task,
};

/// The row `colour/dsatur-exact`.
pub const DSATUR_EXACT: Backend = Backend {
    id: "colour/dsatur-exact",
    about: "most impossible colours first, each of the others tried (Malherbe's colorie_graphe)",
    method: Method {
        state: "colours of neighbours, counted",
        inference: "none",
        choice: "most impossible colours",
    },
    tasks: &[Task::First, Task::Unique, Task::Count],
    counts: &[
        Counter::Nodes,
        Counter::Bets,
        Counter::Conflicts,
        Counter::Deductions,
        Counter::MaxDepth,
    ],
    counts_traced: &[],
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
    about: "colour/dsatur-exact, among equals the most uncoloured neighbours first (Brélaz)",
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

/// Colours exactly.
pub(super) struct Exact {
    pub(super) backtracking: Backtracking,
    pub(super) colouring: Colouring,
}

impl Exact {
    pub(super) fn new(graph: Graph, ties: Ties) -> Self {
        Self { backtracking: Backtracking::new(ties), colouring: Colouring::new(graph) }
    }
}

/// The search, over a colouring in which some vertices may have their colours already.
pub(super) struct Backtracking {
    ties: Ties,
    frames: Vec<Frame>,
}

/// A vertex that gets one colour after the other.
struct Frame {
    vertex: Vertex,
    /// How many colours were left for it.
    alternatives: usize,
    /// The colours from here on were not tried.
    next: VertexColour,
    /// How many colours there were before it got one.
    n_colours: usize,
}

impl Backtracking {
    pub(super) fn new(ties: Ties) -> Self {
        Self { ties, frames: Vec::new() }
    }

    /// Runs through the colourings that have at most `most` colours, as long as `found` lets it; it
    /// says how many colours those have that come after. Of the colours that no vertex has yet, beyond
    /// those that there are at the start, the first is tried only.
    pub(super) fn run<P: ColouringTracer>(
        &mut self,
        colouring: &mut Colouring,
        mut most: usize,
        tracer: &mut P,
        mut found: impl FnMut(&Colouring, &mut P) -> ControlFlow<Stop, usize>,
    ) -> ControlFlow<Stop> {
        self.frames.clear();
        loop {
            match colouring.most_saturated(self.ties) {
                None => most = found(colouring, tracer)?,
                Some(vertex) => self.open(vertex, most, colouring, tracer),
            }
            if !self.advance(most, colouring, tracer)? {
                return ControlFlow::Continue(());
            }
        }
    }

    /// Looks what a vertex may get.
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

    /// Gives the last vertex that has one left its next colour; false when there is none.
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

/// The next colour of a vertex: one of those that there are, or one more.
fn next_colour(frame: &Frame, most: usize, colouring: &Colouring) -> Option<VertexColour> {
    // Too many colours are in use since better was found.
    if frame.n_colours > most {
        return None;
    }
    let further = frame.n_colours as VertexColour;
    let is_free = frame.n_colours < most && frame.next <= further;
    colouring.possible_from(frame.vertex, frame.next).or(is_free.then_some(further))
}
