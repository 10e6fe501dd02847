//! Chains: if one end does not hold, then, link by link, the other does. So one of them does.
//!
//! ```text
//!    a ═══ b ─── c ═══ d        a strong link ═══: not both are false
//!    no a → b → no c → d        a weak link ───: not both are true
//!    ┊                 ┊
//!    └┄┄┄ neither ┄┄┄┄┄┘        what either end rules out goes
//! ```
//!
//! A node is a candidate. Two candidates of a cell, or a symbol in two cells that see each other,
//! are weakly linked; two that are the last of a cell, or of a symbol in a full region, strongly.
//! X-chains keep to one symbol, XY-chains to cells with two candidates; alternating inference chains
//! take all links. Where the ends are weakly linked themselves the chain is a loop, and what any
//! of its weak links rules out goes; where a chain comes back to its start, the start holds.
//!
//! From each candidate one search in breadth finds a shortest chain to each candidate that follows;
//! it looks at every link once.

use std::ops::ControlFlow;

use board::{Cell, Symbol, SymbolSet};

use crate::contract::{Link, Step};
use crate::logic::grade::{chain_length, longest};
use crate::logic::inference_graph::{InferenceGraph, Kind, Node, WeakLinks};
use crate::logic::store::CandidateStore;
use crate::logic::technique::{CONTINUE, StepSink};

/// Chains of one symbol.
pub(in crate::logic) fn x_chains(
    store: &CandidateStore,
    sink: &mut dyn StepSink,
) -> ControlFlow<()> {
    each(store, Kind::X, sink)
}

/// Chains through cells with two candidates.
pub(in crate::logic) fn xy_chains(
    store: &CandidateStore,
    sink: &mut dyn StepSink,
) -> ControlFlow<()> {
    each(store, Kind::Xy, sink)
}

/// Chains of any links.
pub(in crate::logic) fn alternating(
    store: &CandidateStore,
    sink: &mut dyn StepSink,
) -> ControlFlow<()> {
    each(store, Kind::Any, sink)
}

const NONE: u32 = u32::MAX;

/// What follows when one candidate, the start, does not hold.
struct Search {
    start: Node,
    /// For each node that holds then, the one whose falsity makes it hold.
    holds: Vec<u32>,
    /// For each node that does not hold then, the one that rules it out.
    falls: Vec<u32>,
    /// The nodes that do not hold.
    fallen: Vec<Node>,
    /// The nodes that hold, nearest first, with the number of candidates of the chain to each.
    reached: Vec<(Node, usize)>,
}

fn each(store: &CandidateStore, kind: Kind, sink: &mut dyn StepSink) -> ControlFlow<()> {
    let graph = InferenceGraph::new(store, kind);
    let nodes = graph.nodes();
    let mut search = Search {
        start: 0,
        holds: vec![NONE; nodes],
        falls: vec![NONE; nodes],
        fallen: Vec::with_capacity(nodes),
        reached: Vec::with_capacity(nodes),
    };
    let weak = WeakLinks::new(&graph);
    let mut most = longest(sink.spare());
    for start in (0..nodes).filter(|&node| graph.has_strong(node)) {
        sink.keep_going()?;
        search.run(&graph, &weak, start, most);
        for &(end, length) in &search.reached {
            // The other way round it is the same chain.
            if end >= start && chain_length(length, end == start) <= most {
                report(&graph, &search, end, sink)?;
                most = longest(sink.spare());
            }
        }
    }
    CONTINUE
}

impl Search {
    /// Follows every link from the falsity of `start`, as far as a chain is at most `longest` long.
    fn run(&mut self, graph: &InferenceGraph<'_>, weak: &WeakLinks, start: Node, longest: usize) {
        self.start = start;
        self.reached.drain(..).for_each(|(node, _)| self.holds[node] = NONE);
        self.fallen.drain(..).for_each(|node| self.falls[node] = NONE);
        self.fall(graph, start, (start, 0));
        let mut next = 0;
        while let Some(&(node, length)) = self.reached.get(next)
            && chain_length(length + 2, true) <= longest
        {
            next += 1;
            for &falls in weak.of(node) {
                if self.falls[falls as Node] == NONE {
                    self.fall(graph, falls as Node, (node, length));
                }
            }
        }
    }

    /// `node` does not hold because another does, the end of a chain of so many candidates: what is strongly linked to
    /// it holds.
    fn fall(&mut self, graph: &InferenceGraph<'_>, node: Node, (by, length): (Node, usize)) {
        self.falls[node] = by as u32;
        self.fallen.push(node);
        for next in graph.strong(node) {
            if self.holds[next] == NONE {
                self.holds[next] = node as u32;
                self.reached.push((next, length + 2));
            }
        }
    }

    /// Returns the chain from the start to `end`: false and true by turns.
    fn chain(&self, end: Node) -> Vec<Node> {
        let mut chain = vec![end];
        let mut node = self.holds[end] as Node;
        while node != self.start {
            chain.push(node);
            node = self.falls[node] as Node;
            chain.push(node);
            node = self.holds[node] as Node;
        }
        chain.push(self.start);
        chain.reverse();
        chain
    }
}

/// Reports the chain from the start of a search to `end`, if it rules anything out.
fn report(
    graph: &InferenceGraph<'_>,
    search: &Search,
    end: Node,
    sink: &mut dyn StepSink,
) -> ControlFlow<()> {
    let start = search.start;
    let is_loop = graph.kind() == Kind::Any && end != start && graph.is_weak(start, end);
    let gone = if end == start { graph.others_in_cell(start) } else { graph.ruled_out(start, end) };
    if gone.is_empty() && !is_loop {
        return CONTINUE;
    }
    let chain = search.chain(end);
    if is_loop && is_simple(&chain) {
        let each = ruled_out_by_loop(graph, &chain);
        return each.into_iter().try_for_each(|gone| report_one(graph, &chain, gone, sink));
    }
    report_one(graph, &chain, gone, sink)
}

/// Reports a chain with what it rules out, unless that is nothing.
fn report_one(
    graph: &InferenceGraph<'_>,
    chain: &[Node],
    eliminations: Vec<(Cell, Symbol)>,
    sink: &mut dyn StepSink,
) -> ControlFlow<()> {
    if eliminations.is_empty() {
        return CONTINUE;
    }
    let link = |(index, &node): (usize, &Node)| Link {
        cell: graph.cell(node),
        symbol: graph.symbol(node),
        holds: index % 2 == 1,
    };
    sink.report(Step {
        symbols: eliminations.iter().map(|&(_, symbol)| symbol).collect::<SymbolSet>(),
        cells: vec![graph.cell(chain[0]), graph.cell(chain[chain.len() - 1])],
        chain: chain.iter().enumerate().map(link).collect(),
        eliminations,
        ..Step::default()
    })
}

/// Returns what the weak links of a loop rule out in other cells and in those that they lie in themselves. What a link
/// rules out in further cells of the loop is a step for each such link, beside that.
fn ruled_out_by_loop(graph: &InferenceGraph<'_>, chain: &[Node]) -> Vec<Vec<(Cell, Symbol)>> {
    let is_in_loop = |cell: Cell| chain.iter().any(|&node| graph.cell(node) == cell);
    let closing = [chain[chain.len() - 1], chain[0]];
    let (mut all, mut apart) = (Vec::new(), Vec::new());
    for link in chain[1..chain.len() - 1].chunks_exact(2).chain([&closing[..]]) {
        let inside = graph.cell(link[0]) == graph.cell(link[1]);
        let is_outside = |&(cell, _): &(Cell, Symbol)| inside || !is_in_loop(cell);
        let gone = graph.ruled_out(link[0], link[1]).into_iter();
        let (outside, further): (Vec<_>, Vec<_>) = gone.partition(is_outside);
        all.extend(outside);
        apart.extend(Some(further).filter(|it| !it.is_empty()));
    }
    if apart.is_empty() {
        apart.push(Vec::new());
    }
    let step = |further: Vec<(Cell, Symbol)>| {
        let mut step = [&all[..], &further].concat();
        step.sort_unstable();
        step.dedup();
        step
    };
    apart.into_iter().map(step).collect()
}

/// Returns whether no node stands in the chain twice.
pub(super) fn is_simple(chain: &[Node]) -> bool {
    let mut sorted = chain.to_vec();
    sorted.sort_unstable();
    sorted.windows(2).all(|pair| pair[0] != pair[1])
}
