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

use std::collections::VecDeque;
use std::ops::ControlFlow;

use board::{Cell, Symbol, SymbolSet};

use super::strong::strong_links;
use crate::deduce::layout::common;
use crate::deduce::state::State;
use crate::deduce::step::{Link, Step};
use crate::deduce::table::Found;

/// Chains of one symbol.
pub fn x_chains(state: &State, found: &mut Found<'_>) -> ControlFlow<()> {
    each(state, Kind::X, found)
}

/// Chains through cells with two candidates.
pub fn xy_chains(state: &State, found: &mut Found<'_>) -> ControlFlow<()> {
    each(state, Kind::Xy, found)
}

/// Chains of any links.
pub fn alternating(state: &State, found: &mut Found<'_>) -> ControlFlow<()> {
    each(state, Kind::Any, found)
}

/// Which links a chain takes.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Those of one symbol.
    X,
    /// Those of cells with two candidates.
    Xy,
    /// All.
    Any,
}

/// A candidate: `cell · |S| + symbol`.
pub(crate) type Node = usize;

const NONE: Node = usize::MAX;

/// The links of a state.
pub(crate) struct Web<'a> {
    state: &'a State,
    kind: Kind,
    symbols: usize,
    /// For each node those of which one holds, if it does not.
    pub(crate) strong: Vec<Vec<Node>>,
}

/// What follows when one candidate, the start, does not hold.
struct Search {
    start: Node,
    /// For each node that holds then, the one whose falsity makes it hold.
    holds: Vec<Node>,
    /// For each node that does not hold then, the one that rules it out.
    falls: Vec<Node>,
    /// The nodes that hold, nearest first.
    reached: Vec<Node>,
    queue: VecDeque<Node>,
}

fn each(state: &State, kind: Kind, found: &mut Found<'_>) -> ControlFlow<()> {
    let web = Web::new(state, kind);
    let nodes = web.strong.len();
    let mut search = Search {
        start: 0,
        holds: vec![NONE; nodes],
        falls: vec![NONE; nodes],
        reached: Vec::new(),
        queue: VecDeque::new(),
    };
    for start in (0..nodes).filter(|&node| !web.strong[node].is_empty()) {
        found.go_on()?;
        search.run(&web, start);
        for &end in &search.reached {
            // The other way round it is the same chain.
            if end >= start {
                tell(&web, &search, end, found)?;
            }
        }
    }
    ControlFlow::Continue(())
}

impl<'a> Web<'a> {
    /// The links of a kind.
    pub(crate) fn new(state: &'a State, kind: Kind) -> Self {
        let symbols = state.layout().symbols();
        let mut web = Self {
            state,
            kind,
            symbols,
            strong: vec![Vec::new(); state.layout().cells() * symbols],
        };
        if kind != Kind::X {
            for cell in common([state.open_cells()]) {
                let mut its = state.candidates(cell).iter();
                if let (Some(one), Some(other), None) = (its.next(), its.next(), its.next()) {
                    web.link(web.node(cell, one), web.node(cell, other));
                }
            }
        }
        if kind != Kind::Xy {
            for symbol in state.symbols() {
                for link in strong_links(state, symbol) {
                    let [one, other] = link.ends;
                    web.link(web.node(one, symbol), web.node(other, symbol));
                }
            }
        }
        web
    }

    fn link(&mut self, one: Node, other: Node) {
        if !self.strong[one].contains(&other) {
            self.strong[one].push(other);
            self.strong[other].push(one);
        }
    }

    /// The node of a candidate.
    pub(crate) fn node(&self, cell: Cell, symbol: Symbol) -> Node {
        cell * self.symbols + usize::from(symbol)
    }

    /// Its cell.
    pub(crate) fn cell(&self, node: Node) -> Cell {
        node / self.symbols
    }

    /// Its symbol.
    pub(crate) fn symbol(&self, node: Node) -> Symbol {
        (node % self.symbols) as Symbol
    }

    /// Whether two different candidates cannot both hold.
    fn is_weak(&self, one: Node, other: Node) -> bool {
        let (a, b) = (self.cell(one), self.cell(other));
        if a == b {
            return one != other;
        }
        self.symbol(one) == self.symbol(other) && self.state.layout().sees(a, b)
    }

    /// The candidates that cannot hold beside `node`.
    pub(crate) fn weak(&self, node: Node) -> impl Iterator<Item = Node> {
        let (cell, symbol) = (self.cell(node), self.symbol(node));
        let peers = common([self.state.holders(symbol), self.state.layout().peer_set(cell)])
            .map(move |peer| self.node(peer, symbol));
        let here = self.state.candidates(cell).iter().filter(move |&other| other != symbol);
        peers.chain(here.map(move |other| self.node(cell, other)))
    }

    /// The candidates that can hold beside neither of two.
    fn ruled_out(&self, one: Node, other: Node) -> Vec<(Cell, Symbol)> {
        let its = self.weak(one).filter(|&node| node != other && self.is_weak(node, other));
        its.map(|node| (self.cell(node), self.symbol(node))).collect()
    }

    /// Whether a chain of this kind takes a weak link.
    fn takes(&self, from: Node, to: Node) -> bool {
        let same_cell = self.cell(from) == self.cell(to);
        match self.kind {
            Kind::X | Kind::Xy => !same_cell,
            Kind::Any => true,
        }
    }
}

impl Search {
    /// Follows every link from the falsity of `start`.
    fn run(&mut self, web: &Web<'_>, start: Node) {
        self.start = start;
        self.holds.fill(NONE);
        self.falls.fill(NONE);
        self.reached.clear();
        self.falls[start] = start;
        self.fall(web, start);
        while let Some(node) = self.queue.pop_front() {
            for next in web.weak(node) {
                if !web.strong[next].is_empty() && web.takes(node, next) && self.falls[next] == NONE
                {
                    self.falls[next] = node;
                    self.fall(web, next);
                }
            }
        }
    }

    /// `node` does not hold: what is strongly linked to it does.
    fn fall(&mut self, web: &Web<'_>, node: Node) {
        for &next in &web.strong[node] {
            if self.holds[next] == NONE {
                self.holds[next] = node;
                self.reached.push(next);
                self.queue.push_back(next);
            }
        }
    }

    /// The chain from the start to `end`: false and true by turns.
    fn chain(&self, end: Node) -> Vec<Node> {
        let mut chain = vec![end];
        let mut node = self.holds[end];
        while node != self.start {
            chain.push(node);
            node = self.falls[node];
            chain.push(node);
            node = self.holds[node];
        }
        chain.push(self.start);
        chain.reverse();
        chain
    }
}

fn tell(web: &Web<'_>, search: &Search, end: Node, found: &mut Found<'_>) -> ControlFlow<()> {
    let start = search.start;
    let mut eliminations = if end == start {
        let cell = web.cell(start);
        let others = web.state.candidates(cell).iter().filter(|&it| it != web.symbol(start));
        others.map(|other| (cell, other)).collect()
    } else {
        web.ruled_out(start, end)
    };
    let is_loop = web.kind == Kind::Any && end != start && web.is_weak(start, end);
    if eliminations.is_empty() && !is_loop {
        return ControlFlow::Continue(());
    }
    let chain = search.chain(end);
    if is_loop && is_simple(&chain) {
        let is_in_loop = |cell: Cell| chain.iter().any(|&node| web.cell(node) == cell);
        for link in chain[1..chain.len() - 1].chunks_exact(2) {
            let inside = web.cell(link[0]) == web.cell(link[1]);
            let gone = web.ruled_out(link[0], link[1]).into_iter();
            // A cell of the loop is left to the chain that ends at this link.
            eliminations.extend(gone.filter(|&(cell, _)| inside || !is_in_loop(cell)));
        }
        eliminations.sort_unstable();
        eliminations.dedup();
    }
    if eliminations.is_empty() {
        return ControlFlow::Continue(());
    }
    let link = |(index, &node): (usize, &Node)| Link {
        cell: web.cell(node),
        symbol: web.symbol(node),
        holds: index % 2 == 1,
    };
    found.tell(Step {
        symbols: eliminations.iter().map(|&(_, symbol)| symbol).collect::<SymbolSet>(),
        cells: vec![web.cell(start), web.cell(end)],
        chain: chain.iter().enumerate().map(link).collect(),
        eliminations,
        ..Step::default()
    })
}

/// Whether no candidate stands in the chain twice.
fn is_simple(chain: &[Node]) -> bool {
    let mut sorted = chain.to_vec();
    sorted.sort_unstable();
    sorted.windows(2).all(|pair| pair[0] != pair[1])
}
