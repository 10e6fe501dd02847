//! Graphs that are no boards: with how few colours can they be coloured?
//!
//! A graph is asked one question, whatever the task and the number of solutions asked for. The answer is
//! a colouring, the best that was found, and how the search ended says what it is worth: where nothing
//! is left to search no colouring has fewer colours, so that theirs is the chromatic number; greedy rows
//! prove nothing and are stuck. A search that a limit ends shows what it has found so far.
//!
//! The exact search paints a clique first. No colouring has fewer colours than that, and in every one
//! its vertices differ, so that nothing is lost.

use std::ops::ControlFlow;

use board::instance::VertexColour;
use board::{Graph, Vertex};

use super::colouring::{Colouring, Ties};
use super::exact::{
    DSATUR_EXACT, DSATUR_EXACT_BRELAZ, DSATUR_EXACT_BRELAZ_OF_GRAPHS, DSATUR_EXACT_OF_GRAPHS,
    Search,
};
use super::greedy::{By, DSATUR, DSATUR_OF_GRAPHS, Order, WELSH_POWELL, WELSH_POWELL_OF_GRAPHS};
use super::{Panel, clique};
use crate::meter::{Limits, Meter};
use crate::observer::Observer;
use crate::outcome::{Outcome, Stop};
use crate::solver::Backend;

/// Colours the one graph that it was prepared for.
pub trait GraphSolver {
    /// Searches for a colouring with the fewest colours until there is none with less, or a limit is
    /// met. The outcome depends on the graph and the limits alone.
    fn solve(&mut self, limits: &Limits<'_>) -> Outcome<Vec<VertexColour>>;

    /// The same, telling `observer` each step.
    fn trace(
        &mut self,
        limits: &Limits<'_>,
        observer: &mut dyn Observer,
    ) -> Outcome<Vec<VertexColour>>;
}

/// Makes a solver for a graph.
pub type Prepare = fn(&Graph) -> Box<dyn GraphSolver>;

/// A row of the registry that takes graphs, too.
#[derive(Clone, Copy, Debug)]
pub struct GraphBackend {
    /// The row: its id, what it counts and which limits it obeys.
    pub row: Backend,
    /// Makes a solver for a graph.
    pub prepare: Prepare,
}

/// Every row that takes graphs, sorted by id.
pub const GRAPH_BACKENDS: &[GraphBackend] = &[
    GraphBackend { row: DSATUR, prepare: DSATUR_OF_GRAPHS },
    GraphBackend { row: DSATUR_EXACT, prepare: DSATUR_EXACT_OF_GRAPHS },
    GraphBackend { row: DSATUR_EXACT_BRELAZ, prepare: DSATUR_EXACT_BRELAZ_OF_GRAPHS },
    GraphBackend { row: WELSH_POWELL, prepare: WELSH_POWELL_OF_GRAPHS },
];

/// Colours greedily.
pub(super) struct Greedy {
    order: Order,
    colouring: Colouring,
}

/// Colours exactly.
pub(super) struct Exact {
    search: Search,
    colouring: Colouring,
}

/// A search for few colours: how it ended, and the best that it found.
trait Colours {
    fn run<O: Observer>(
        &mut self,
        meter: &mut Meter<'_, O, Vec<VertexColour>>,
    ) -> (ControlFlow<Stop>, Option<Vec<VertexColour>>);

    fn outcome<O: Observer>(
        &mut self,
        mut meter: Meter<'_, O, Vec<VertexColour>>,
    ) -> Outcome<Vec<VertexColour>> {
        let (flow, best) = self.run(&mut meter);
        if let Some(best) = best {
            meter.counters.colours = n_colours(&best) as u64;
            meter.coloured(best);
        }
        meter.finish(flow)
    }
}

impl<C: Colours> GraphSolver for C {
    fn solve(&mut self, limits: &Limits<'_>) -> Outcome<Vec<VertexColour>> {
        self.outcome(Meter::of_colours(limits, ()))
    }

    fn trace(
        &mut self,
        limits: &Limits<'_>,
        observer: &mut dyn Observer,
    ) -> Outcome<Vec<VertexColour>> {
        self.outcome(Meter::of_colours(limits, observer))
    }
}

/// How many colours a colouring has.
pub fn n_colours(colouring: &[VertexColour]) -> usize {
    let mut colours = colouring.to_vec();
    colours.sort_unstable();
    colours.dedup();
    colours.len()
}

impl Greedy {
    pub(super) fn new(graph: &Graph, by: By) -> Self {
        Self { order: Order::new(graph, by), colouring: Colouring::new(graph.clone()) }
    }
}

impl Colours for Greedy {
    fn run<O: Observer>(
        &mut self,
        meter: &mut Meter<'_, O, Vec<VertexColour>>,
    ) -> (ControlFlow<Stop>, Option<Vec<VertexColour>>) {
        self.colouring.clear(0);
        match self.order.colour(&mut self.colouring, true, meter) {
            ControlFlow::Continue(()) => (meter.stuck(None), Some(self.colouring.complete())),
            stopped => (stopped, None),
        }
    }
}

impl Exact {
    pub(super) fn new(graph: &Graph, ties: Ties) -> Self {
        Self { search: Search::new(ties), colouring: Colouring::new(graph.clone()) }
    }

    /// Paints a clique, and runs through ever better colourings; `best` has the last.
    fn improve<O: Observer>(
        &mut self,
        best: &mut Option<Vec<VertexColour>>,
        meter: &mut Meter<'_, O, Vec<VertexColour>>,
    ) -> ControlFlow<Stop> {
        meter.node()?;
        let Self { search, colouring } = self;
        let mut clique = Vec::new();
        clique::greedy(colouring.graph(), &mut clique, &mut || meter.turn())?;
        colouring.clear(0);
        for &vertex in &clique {
            let colour = colouring.add_colour();
            colouring.paint(vertex, colour);
        }
        search.run(colouring, colouring.graph().order(), meter, |colouring, _| {
            *best = Some(colouring.complete());
            let has_fewest = colouring.n_colours() <= clique.len();
            ControlFlow::Continue(if has_fewest { 0 } else { colouring.n_colours() - 1 })
        })
    }
}

impl Colours for Exact {
    fn run<O: Observer>(
        &mut self,
        meter: &mut Meter<'_, O, Vec<VertexColour>>,
    ) -> (ControlFlow<Stop>, Option<Vec<VertexColour>>) {
        let mut best = None;
        let flow = self.improve(&mut best, meter);
        (flow, best)
    }
}

impl<O: Observer> Panel for Meter<'_, O, Vec<VertexColour>> {
    #[inline]
    fn node(&mut self) -> ControlFlow<Stop> {
        Meter::node(self)
    }

    #[inline]
    fn paint(&mut self, vertex: Vertex, colour: VertexColour, among: usize) {
        Meter::paint(self, vertex, colour, among);
    }

    #[inline]
    fn undo(&mut self) {
        Meter::undo(self);
    }

    #[inline]
    fn conflict(&mut self) {
        Meter::conflict(self);
    }
}
