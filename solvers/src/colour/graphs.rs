//! General graphs: how few colours suffice?
//!
//! A graph has one question, whatever the task and the number of solutions requested. The answer is the
//! best colouring found, and the end of the search states its quality. If the search is exhausted, no
//! colouring has fewer colours, so their number is the chromatic number. Greedy rows prove nothing and
//! end as stuck. A search stopped by a limit returns the best colouring so far.
//!
//! The exact search colours a clique first. No colouring has fewer colours than the clique has
//! vertices, and its vertices differ in every colouring, so no solution is lost.

use std::ops::ControlFlow;

use board::instance::VertexColour;
use board::{Graph, Vertex};

use super::exact::Exact;
use super::greedy::Greedy;
use super::{ColouringTracer, VERTICES_PER_TICK, clique};
use crate::contract::{Meter, Observer, Search, Stop};

/// Returns the number of different colours of a colouring.
pub fn n_colours(colouring: &[VertexColour]) -> usize {
    let mut colours = colouring.to_vec();
    colours.sort_unstable();
    colours.dedup();
    colours.len()
}

impl Search<Graph> for Greedy {
    fn search<O: Observer>(
        &mut self,
        _: &Graph,
        meter: &mut Meter<'_, O, Vec<VertexColour>>,
    ) -> ControlFlow<Stop> {
        self.colouring.clear(0);
        self.first_fit.colour(&mut self.colouring, true, meter)?;
        let colours = self.colouring.complete();
        meter.counters.colours = n_colours(&colours) as u64;
        let _ = meter.solution(colours);
        meter.stuck(None)
    }
}

impl Search<Graph> for Exact {
    fn search<O: Observer>(
        &mut self,
        _: &Graph,
        meter: &mut Meter<'_, O, Vec<VertexColour>>,
    ) -> ControlFlow<Stop> {
        let mut best = None;
        let flow = self.improve(&mut best, meter);
        if let Some(best) = best {
            let _ = meter.solution(best);
        }
        flow
    }
}

impl Exact {
    /// Colours a clique, then enumerates colourings with ever fewer colours. `best` holds the last.
    fn improve<O: Observer>(
        &mut self,
        best: &mut Option<Vec<VertexColour>>,
        meter: &mut Meter<'_, O, Vec<VertexColour>>,
    ) -> ControlFlow<Stop> {
        meter.node()?;
        let Self { backtracking, colouring } = self;
        let mut clique = Vec::new();
        clique::greedy(colouring.graph(), &mut clique, &mut || meter.turn())?;
        colouring.clear(0);
        for &vertex in &clique {
            let colour = colouring.add_colour();
            colouring.paint(vertex, colour);
        }
        backtracking.run(colouring, colouring.graph().order(), meter, |colouring, _| {
            *best = Some(colouring.complete());
            let has_fewest = colouring.n_colours() <= clique.len();
            ControlFlow::Continue(if has_fewest { 0 } else { colouring.n_colours() - 1 })
        })
    }
}

impl<O: Observer> ColouringTracer for Meter<'_, O, Vec<VertexColour>> {
    #[inline]
    fn node(&mut self) -> ControlFlow<Stop> {
        Meter::node(self)
    }

    #[inline]
    fn scan(&mut self, vertices: usize) {
        self.spend(vertices / VERTICES_PER_TICK);
    }

    #[inline]
    fn paint(&mut self, vertex: Vertex, colour: VertexColour, alternatives: usize) {
        Meter::paint(self, vertex, colour, alternatives);
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
