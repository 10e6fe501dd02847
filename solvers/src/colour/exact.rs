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

use board::Vertex;
use board::instance::VertexColour;

use super::colouring::{Colouring, Ties};
use super::{Panel, instances, puzzles};
use crate::origin::{Origin, Problem};
use crate::outcome::{Counter, Stop};
use crate::solver::{Backend, Honors, Method, Obeys, Task};

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
    honors: Honors { nodes: Obeys::Exactly, time: Obeys::Exactly },
    assumes_unique: false,
    complete: true,
    stateful: false,
    batches: false,
    package: None,
    instructions: None,
    origin: Origin { code: "colour", reads: Problem::Graph },
    prepare: |geometry| Ok(Box::new(puzzles::Exact::new(geometry, Ties::First))),
};

/// The row `colour/dsatur-exact.brelaz`.
pub const DSATUR_EXACT_BRELAZ: Backend = Backend {
    id: "colour/dsatur-exact.brelaz",
    about: "colour/dsatur-exact, among equals the most uncoloured neighbours first (Brélaz)",
    method: Method {
        choice: "most impossible colours, most open neighbours",
        ..DSATUR_EXACT.method
    },
    prepare: |geometry| Ok(Box::new(puzzles::Exact::new(geometry, Ties::OpenDegree))),
    ..DSATUR_EXACT
};

/// [`DSATUR_EXACT`] on graphs.
pub(super) const DSATUR_EXACT_OF_GRAPHS: instances::Prepare =
    |graph| Box::new(instances::Exact::new(graph, Ties::First));

/// [`DSATUR_EXACT_BRELAZ`] on graphs.
pub(super) const DSATUR_EXACT_BRELAZ_OF_GRAPHS: instances::Prepare =
    |graph| Box::new(instances::Exact::new(graph, Ties::OpenDegree));

/// The search, over a colouring in which some vertices may have their colours already.
pub(super) struct Search {
    ties: Ties,
    frames: Vec<Frame>,
}

/// A vertex that gets one colour after the other.
struct Frame {
    vertex: Vertex,
    /// How many colours were left for it.
    among: usize,
    /// The colours from here on were not tried.
    next: VertexColour,
    /// How many colours there were before it got one.
    n_colours: usize,
}

impl Search {
    pub(super) fn new(ties: Ties) -> Self {
        Self { ties, frames: Vec::new() }
    }

    /// Runs through the colourings that have at most `most` colours, as long as `found` lets it; it
    /// says how many colours those have that come after. Of the colours that no vertex has yet, beyond
    /// those that there are at the start, the first is tried only.
    pub(super) fn run<P: Panel>(
        &mut self,
        colouring: &mut Colouring,
        mut most: usize,
        panel: &mut P,
        mut found: impl FnMut(&Colouring, &mut P) -> ControlFlow<Stop, usize>,
    ) -> ControlFlow<Stop> {
        self.frames.clear();
        loop {
            match colouring.most_saturated(self.ties) {
                None => most = found(colouring, panel)?,
                Some(vertex) => self.open(vertex, most, colouring, panel),
            }
            if !self.advance(most, colouring, panel)? {
                return ControlFlow::Continue(());
            }
        }
    }

    /// Looks what a vertex may get.
    fn open(&mut self, vertex: Vertex, most: usize, colouring: &Colouring, panel: &mut impl Panel) {
        let n_colours = colouring.n_colours();
        let among = colouring.n_possible(vertex) + usize::from(n_colours < most);
        if among == 0 {
            panel.conflict();
        } else {
            self.frames.push(Frame { vertex, among, next: 0, n_colours });
        }
    }

    /// Gives the last vertex that has one left its next colour; false when there is none.
    fn advance(
        &mut self,
        most: usize,
        colouring: &mut Colouring,
        panel: &mut impl Panel,
    ) -> ControlFlow<Stop, bool> {
        while let Some(frame) = self.frames.last_mut() {
            if colouring.erase(frame.vertex).is_some() {
                if frame.among > 1 {
                    panel.undo();
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
            panel.paint(frame.vertex, colour, frame.among);
            panel.node()?;
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
