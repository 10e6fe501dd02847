//! Grouped chains: [chains](super::chains) whose links lead from groups and almost locked sets, too.
//!
//! ```text
//!    X ═══ G G G ─── x            If X does not hold the symbol, one of the group does, so that x
//!            row, in a block      does not, which sees all of it.
//! ```
//!
//! Both ends are candidates or groups. From each of them one search in breadth finds a shortest chain
//! to each other. With almost locked sets another search starts from each candidate that is left, as if it
//! held: its chain begins and ends with any places that the candidate sees.

use std::collections::VecDeque;
use std::ops::ControlFlow;

use board::{Cell, Symbol, SymbolSet};

use super::chains::is_simple;
use crate::contract::{Link, Step};
use crate::logic::set_graph::{Node, SetGraph};
use crate::logic::store::CandidateStore;
use crate::logic::technique::{CONTINUE, StepSink};

/// Chains of candidates and groups.
pub(in crate::logic) fn groups(store: &CandidateStore, sink: &mut dyn StepSink) -> ControlFlow<()> {
    each(store, false, sink)
}

/// Chains of candidates, groups and almost locked sets.
pub(in crate::logic) fn sets(store: &CandidateStore, sink: &mut dyn StepSink) -> ControlFlow<()> {
    each(store, true, sink)
}

fn each(store: &CandidateStore, with_sets: bool, sink: &mut dyn StepSink) -> ControlFlow<()> {
    let graph = SetGraph::new(store, with_sets);
    let mut search = Search::new(&graph);
    for start in (0..graph.n_plain).filter(|&node| !graph.strong[node].is_empty()) {
        sink.keep_going()?;
        search.run(start);
        for &end in &search.reached {
            // The other way round it is the same chain.
            if (start..graph.n_plain).contains(&end) {
                search.report(end, sink)?;
            }
        }
    }
    for candidate in (0..graph.n_candidates).filter(|_| with_sets) {
        sink.keep_going()?;
        search.suppose(candidate);
        let refuted = |&&node: &&Node| graph.is_weak(candidate, node);
        if let Some(&end) = search.reached.iter().find(refuted) {
            search.report_refuted(end, sink)?;
        }
    }
    CONTINUE
}

const NONE: Node = usize::MAX;

/// What follows when one node, the start, does not hold.
struct Search<'g> {
    graph: &'g SetGraph<'g>,
    start: Node,
    /// For each node that holds then, the one whose falsity makes it hold, and by which set.
    holds: Vec<(Node, Option<usize>)>,
    /// For each node that does not hold then, the one that rules it out.
    falls: Vec<Node>,
    /// The nodes that hold, nearest first.
    reached: Vec<Node>,
    queue: VecDeque<Node>,
}

impl<'g> Search<'g> {
    fn new(graph: &'g SetGraph<'g>) -> Self {
        let nodes = graph.nodes.len();
        Self {
            graph,
            start: 0,
            holds: vec![(NONE, None); nodes],
            falls: vec![NONE; nodes],
            reached: Vec::new(),
            queue: VecDeque::new(),
        }
    }

    /// Follows every link from the falsity of `start`.
    fn run(&mut self, start: Node) {
        self.reset(start);
        self.falls[start] = start;
        self.fall(start);
        self.follow();
    }

    /// Follows every link from the truth of `start`.
    fn suppose(&mut self, start: Node) {
        self.reset(start);
        self.holds[start] = (start, None);
        self.queue.push_back(start);
        self.follow();
    }

    fn reset(&mut self, start: Node) {
        self.start = start;
        self.holds.fill((NONE, None));
        self.falls.fill(NONE);
        self.reached.clear();
    }

    fn follow(&mut self) {
        while let Some(node) = self.queue.pop_front() {
            for &next in &self.graph.weak[node] {
                if self.falls[next] == NONE {
                    self.falls[next] = node;
                    self.fall(next);
                }
            }
        }
    }

    /// `node` does not hold: what is strongly linked to it does.
    fn fall(&mut self, node: Node) {
        for link in &self.graph.strong[node] {
            if self.holds[link.to].0 == NONE {
                self.holds[link.to] = (node, link.set);
                self.reached.push(link.to);
                self.queue.push_back(link.to);
            }
        }
    }

    /// Returns the chain from the start to `end`: false and true by turns.
    fn chain(&self, end: Node) -> Vec<Node> {
        let mut chain = vec![end];
        let mut node = self.holds[end].0;
        while node != self.start {
            chain.push(node);
            node = self.falls[node];
            chain.push(node);
            node = self.holds[node].0;
        }
        chain.push(self.start);
        chain.reverse();
        chain
    }

    /// Reports the chain from the start to `end`, if it rules anything out: if it closes as a loop, and as a chain.
    fn report(&self, end: Node, sink: &mut dyn StepSink) -> ControlFlow<()> {
        let (graph, start) = (self.graph, self.start);
        let is_loop = end != start && graph.is_weak(start, end);
        let gone = if end == start { graph.beside(start) } else { graph.ruled_out(start, end) };
        if gone.is_empty() && !is_loop {
            return CONTINUE;
        }
        let chain = self.chain(end);
        if is_loop && is_simple(&chain) {
            let mut all = gone.clone();
            self.add_inside(&chain, &mut all);
            if all.len() > gone.len() {
                self.report_one(&chain, all, sink)?;
            }
        }
        self.report_one(&chain, gone, sink)
    }

    /// Reports a chain with what it rules out, unless that is nothing.
    fn report_one(
        &self,
        chain: &[Node],
        mut eliminations: Vec<(Cell, Symbol)>,
        sink: &mut dyn StepSink,
    ) -> ControlFlow<()> {
        eliminations.sort_unstable();
        eliminations.dedup();
        if eliminations.is_empty() {
            return CONTINUE;
        }
        sink.report(self.step(chain, false, eliminations))
    }

    /// Reports that the start does not hold, since `end` would and they exclude each other.
    fn report_refuted(&self, end: Node, sink: &mut dyn StepSink) -> ControlFlow<()> {
        let mut chain = vec![end];
        let mut node = end;
        while node != self.start {
            let fallen = self.holds[node].0;
            node = self.falls[fallen];
            chain.extend([fallen, node]);
        }
        chain.reverse();
        let start = &self.graph.nodes[self.start];
        let gone = start.cells.iter().map(|&cell| (cell, start.symbol)).collect();
        sink.report(self.step(&chain, true, gone))
    }

    /// Returns the step of a chain whose first node holds or does not.
    fn step(&self, chain: &[Node], holds: bool, eliminations: Vec<(Cell, Symbol)>) -> Step {
        let nodes = &self.graph.nodes;
        let links = |(index, &node): (usize, &Node)| {
            let its = &nodes[node];
            let holds = (index % 2 == 0) == holds;
            its.cells.iter().map(move |&cell| Link { cell, symbol: its.symbol, holds })
        };
        Step {
            symbols: eliminations.iter().map(|&(_, symbol)| symbol).collect::<SymbolSet>(),
            cells: nodes[chain[0]].cells.clone(),
            others: nodes[chain[chain.len() - 1]].cells.clone(),
            chain: chain.iter().enumerate().flat_map(links).collect(),
            eliminations,
            ..Step::default()
        }
    }

    /// Adds what the links of a loop rule out, where the loop does not end and in no other of its cells.
    fn add_inside(&self, chain: &[Node], eliminations: &mut Vec<(Cell, Symbol)>) {
        let nodes = &self.graph.nodes;
        let is_in_loop = |cell: Cell| chain.iter().any(|&node| nodes[node].cells.contains(&cell));
        for link in chain[1..chain.len() - 1].chunks_exact(2) {
            let inside = nodes[link[0]].cells == nodes[link[1]].cells;
            let gone = self.graph.ruled_out(link[0], link[1]).into_iter();
            eliminations.extend(gone.filter(|&(cell, _)| inside || !is_in_loop(cell)));
        }
        for link in chain.chunks_exact(2) {
            if let Some(set) = self.holds[link[1]].1 {
                let lost = [link[0], link[1]].map(|node| self.graph.nodes[node].symbol);
                eliminations.extend(self.graph.around(set, lost));
            }
        }
    }
}
