//! Rings: chains that close, and each chain with what its ends rule out alone. So a rating looks at them.
//!
//! ```text
//!    a ═══ b          Of a ring every second candidate holds: a and c, or b and d.
//!    │     │          What sees one of each, of the same symbol, holds in neither case.
//!    d ═══ c
//! ```
//!
//! As in Sudoku Explainer, a ring rules out nothing in its own cells: that is left to chains, which cost
//! more. One search in breadth from each candidate finds the ways back to it; where two of them are
//! equally long, which is followed depends on the order of cells.

use std::ops::ControlFlow;

use board::{Cell, Symbol, SymbolSet};

use super::chains;
use crate::contract::{Link, Step};
use crate::logic::grade::ring_surcharge;
use crate::logic::inference_graph::{InferenceGraph, Kind, Node, WeakLinks};
use crate::logic::links::{are_weakly_linked, is_ring};
use crate::logic::store::CandidateStore;
use crate::logic::technique::{CONTINUE, StepSink};
use crate::sets::cells::{common, insert_all};

/// Rings of one symbol.
pub(in crate::logic) fn x_cycles(
    store: &CandidateStore,
    sink: &mut dyn StepSink,
) -> ControlFlow<()> {
    each(store, Kind::X, sink)
}

/// Rings through cells with two candidates.
pub(in crate::logic) fn xy_cycles(
    store: &CandidateStore,
    sink: &mut dyn StepSink,
) -> ControlFlow<()> {
    each(store, Kind::Xy, sink)
}

/// Rings of any links.
pub(in crate::logic) fn alternating_cycles(
    store: &CandidateStore,
    sink: &mut dyn StepSink,
) -> ControlFlow<()> {
    each(store, Kind::Any, sink)
}

/// Chains of any links, each with what both its ends rule out.
pub(in crate::logic) fn alternating(
    store: &CandidateStore,
    sink: &mut dyn StepSink,
) -> ControlFlow<()> {
    chains::alternating(store, &mut ByEnds { store, sink })
}

/// Passes on what both ends of each chain rule out.
struct ByEnds<'a> {
    store: &'a CandidateStore,
    sink: &'a mut dyn StepSink,
}

impl StepSink for ByEnds<'_> {
    fn report(&mut self, mut step: Step) -> ControlFlow<()> {
        if let [first, .., last] = step.chain[..]
            && is_ring(self.store, &step)
        {
            let excludes = |end: Link, cell: Cell, symbol: Symbol| {
                are_weakly_linked(self.store, end, Link { cell, symbol, holds: false })
            };
            step.eliminations.retain(|&(cell, symbol)| {
                excludes(first, cell, symbol) && excludes(last, cell, symbol)
            });
        }
        if step.eliminations.is_empty() { CONTINUE } else { self.sink.report(step) }
    }

    fn spare(&self) -> u16 {
        self.sink.spare()
    }

    fn keep_going(&mut self) -> ControlFlow<()> {
        self.sink.keep_going()
    }
}

/// What follows when a candidate, the source, holds.
struct Search<'a> {
    graph: InferenceGraph<'a>,
    store: &'a CandidateStore,
    weak: WeakLinks,
    source: Node,
    /// For each node that holds then, the one before it that holds and the one between that does not.
    before: Vec<Option<(u32, u32)>>,
    /// Whether a node is between two that hold.
    is_between: Vec<bool>,
    /// Whether what holds because a node falls was reached already, so that it leads to nothing new.
    is_done: Vec<bool>,
    /// The nodes that hold, nearest first, with the number of candidates on the way.
    reached: Vec<(Node, usize)>,
    /// The least surcharge so far: longer rings are not reported.
    least: u16,
}

fn each(store: &CandidateStore, kind: Kind, sink: &mut dyn StepSink) -> ControlFlow<()> {
    let graph = InferenceGraph::new(store, kind);
    let nodes = graph.nodes();
    let weak = WeakLinks::new(&graph);
    let mut search = Search {
        graph,
        store,
        weak,
        source: 0,
        before: vec![None; nodes],
        is_between: vec![false; nodes],
        is_done: vec![false; nodes],
        reached: Vec::with_capacity(nodes),
        least: sink.spare(),
    };
    for source in 0..nodes {
        if !search.weak.of(source).is_empty() {
            sink.keep_going()?;
            search.run(source, sink)?;
        }
    }
    CONTINUE
}

impl Search<'_> {
    /// Follows every link from `source` until it comes back.
    fn run(&mut self, source: Node, sink: &mut dyn StepSink) -> ControlFlow<()> {
        self.reached.drain(..).for_each(|(node, _)| self.before[node] = None);
        self.is_between.fill(false);
        self.is_done.fill(false);
        self.source = source;
        self.reached.push((source, 1));
        let mut next = 0;
        while let Some(&(holds, way)) = self.reached.get(next) {
            if ring_surcharge(way + 1) > self.least {
                break;
            }
            next += 1;
            for index in 0..self.weak.of(holds).len() {
                let falls = self.weak.of(holds)[index] as Node;
                if !self.is_done[falls] {
                    self.fall(holds, falls, way, sink)?;
                }
            }
        }
        CONTINUE
    }

    /// Follows the links from `falls`, which falls because `holds`, `way` candidates from the source, holds.
    fn fall(
        &mut self,
        holds: Node,
        falls: Node,
        way: usize,
        sink: &mut dyn StepSink,
    ) -> ControlFlow<()> {
        let is_on_way = self.is_between[falls] && self.is_on_way(falls, holds);
        let mut leads_back = false;
        for index in 0..self.graph.n_strong(falls) {
            let then = self.graph.nth_strong(falls, index);
            leads_back |= then == self.source;
            if is_on_way {
                continue;
            }
            if then == self.source {
                if holds != then {
                    self.report(holds, falls, sink)?;
                }
            } else if self.before[then].is_none() {
                self.before[then] = Some((holds as u32, falls as u32));
                self.is_between[falls] = true;
                self.reached.push((then, way + 2));
            }
        }
        self.is_done[falls] = !leads_back && !is_on_way;
        CONTINUE
    }

    /// Returns whether `falls` is one of those that do not hold on the way to `holds`.
    fn is_on_way(&self, falls: Node, mut holds: Node) -> bool {
        while let Some((before, between)) = self.before[holds] {
            if between as Node == falls {
                return true;
            }
            holds = before as Node;
        }
        false
    }

    /// Reports the ring over `holds` and `falls` back to the source, if it rules anything out.
    fn report(&mut self, holds: Node, falls: Node, sink: &mut dyn StepSink) -> ControlFlow<()> {
        let mut ring = vec![falls, holds];
        while let Some((before, between)) = self.before[*ring.last().expect("two nodes")] {
            ring.extend([between as Node, before as Node]);
        }
        ring.reverse();
        let eliminations = self.ruled_out(&ring);
        if eliminations.is_empty() {
            return CONTINUE;
        }
        self.least = self.least.min(ring_surcharge(ring.len()));
        let link = |(index, &node): (usize, &Node)| Link {
            cell: self.graph.cell(node),
            symbol: self.graph.symbol(node),
            holds: index % 2 == 0,
        };
        sink.report(Step {
            symbols: eliminations.iter().map(|&(_, symbol)| symbol).collect::<SymbolSet>(),
            cells: ring.iter().map(|&node| self.graph.cell(node)).collect(),
            chain: ring.iter().enumerate().map(link).collect(),
            eliminations,
            ..Step::default()
        })
    }

    /// Returns what sees two nodes of its symbol, one at an even and one at an odd place of the
    /// ring.
    fn ruled_out(&self, ring: &[Node]) -> Vec<(Cell, Symbol)> {
        let board = self.store.board();
        let symbols: SymbolSet = ring.iter().map(|&node| self.graph.symbol(node)).collect();
        let mut gone = Vec::new();
        for symbol in symbols.iter() {
            let mut seen = [vec![0; board.words()], vec![0; board.words()]];
            for (place, &node) in ring.iter().enumerate() {
                if self.graph.symbol(node) == symbol {
                    insert_all(&mut seen[place % 2], board.peer_set(self.graph.cell(node)));
                }
            }
            let both = common([self.store.holders(symbol), &seen[0], &seen[1]]);
            let is_outside = |cell: &Cell| ring.iter().all(|&node| self.graph.cell(node) != *cell);
            gone.extend(both.filter(is_outside).map(|cell| (cell, symbol)));
        }
        gone
    }
}
