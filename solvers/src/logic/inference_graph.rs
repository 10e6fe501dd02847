//! The inference graph of a store: which candidates follow from which.
//!
//! A node is a candidate. Two candidates of a cell, or a symbol in two cells that see each other, are
//! weakly linked; two that are the last of a cell, or of a symbol in a full region, strongly.

use board::{Cell, Symbol, SymbolSet};

use super::links::strong_links;
use super::store::CandidateStore;
use crate::sets::cells::{common, insert};

/// Which links a chain takes.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// Those of one symbol.
    X,
    /// Those of cells with two candidates.
    Xy,
    /// All.
    Any,
}

/// A candidate: `cell · |S| + symbol`.
pub(super) type Node = usize;

/// The links of a store.
pub(super) struct InferenceGraph<'a> {
    store: &'a CandidateStore,
    kind: Kind,
    symbols: usize,
    /// The most strong links of a node: one in each of its full regions, and one in its cell.
    most: usize,
    /// For each node so many places, of which the first ones are those that hold if it does not.
    strong: Vec<u32>,
    /// The number of strong links of each node.
    n_strong: Vec<u32>,
    /// For each symbol the cells where it has a strong link.
    linked: Vec<u64>,
}

impl<'a> InferenceGraph<'a> {
    /// Creates the links of a kind.
    pub(super) fn new(store: &'a CandidateStore, kind: Kind) -> Self {
        let (board, symbols) = (store.board(), store.board().symbols());
        let (nodes, most) = (board.cells() * symbols, 1 + board.most_full());
        let (strong, n_strong) = (vec![0; nodes * most], vec![0; nodes]);
        let linked = vec![0; symbols * board.words()];
        let mut graph = Self { store, kind, symbols, most, strong, n_strong, linked };
        if kind != Kind::X {
            for cell in common([store.open_cells()]) {
                let mut its = store.candidates(cell).iter();
                if let (Some(one), Some(other), None) = (its.next(), its.next(), its.next()) {
                    graph.link(graph.node(cell, one), graph.node(cell, other));
                }
            }
        }
        if kind != Kind::Xy {
            let linked = if kind == Kind::X { store.watched() } else { SymbolSet::all(symbols) };
            for symbol in linked.iter() {
                for link in strong_links(store, symbol) {
                    let [one, other] = link.ends;
                    graph.link(graph.node(one, symbol), graph.node(other, symbol));
                }
            }
        }
        graph
    }

    fn link(&mut self, one: Node, other: Node) {
        if self.strong(one).all(|it| it != other) {
            for (from, to) in [(one, other), (other, one)] {
                self.strong[from * self.most + self.n_strong[from] as usize] = to as u32;
                self.n_strong[from] += 1;
                let places = usize::from(self.symbol(from)) * self.store.board().words();
                let cell = self.cell(from);
                insert(&mut self.linked[places..], cell);
            }
        }
    }

    /// Returns the number of nodes, candidates or not.
    pub(super) fn nodes(&self) -> usize {
        self.n_strong.len()
    }

    /// Returns the candidates of which each holds if `node` does not.
    pub(super) fn strong(&self, node: Node) -> impl Iterator<Item = Node> {
        let links = &self.strong[node * self.most..][..self.n_strong(node)];
        links.iter().map(|&to| to as Node)
    }

    /// Returns the number of such candidates.
    pub(super) fn n_strong(&self, node: Node) -> usize {
        self.n_strong[node] as usize
    }

    /// Returns one of them, from 0.
    pub(super) fn nth_strong(&self, node: Node, index: usize) -> Node {
        self.strong[node * self.most + index] as Node
    }

    /// Returns whether there is such a candidate.
    pub(super) fn has_strong(&self, node: Node) -> bool {
        self.n_strong[node] > 0
    }

    /// Returns the cells where `symbol` has a strong link.
    fn linked(&self, symbol: Symbol) -> &[u64] {
        let words = self.store.board().words();
        &self.linked[usize::from(symbol) * words..][..words]
    }

    /// Returns the links that it has.
    pub(super) fn kind(&self) -> Kind {
        self.kind
    }

    /// Returns the node of a candidate.
    pub(super) fn node(&self, cell: Cell, symbol: Symbol) -> Node {
        cell * self.symbols + usize::from(symbol)
    }

    /// Returns its cell.
    pub(super) fn cell(&self, node: Node) -> Cell {
        node / self.symbols
    }

    /// Returns its symbol.
    pub(super) fn symbol(&self, node: Node) -> Symbol {
        (node % self.symbols) as Symbol
    }

    /// Returns whether two different candidates cannot both hold.
    pub(super) fn is_weak(&self, one: Node, other: Node) -> bool {
        let (a, b) = (self.cell(one), self.cell(other));
        if a == b {
            return one != other;
        }
        self.symbol(one) == self.symbol(other) && self.store.board().sees(a, b)
    }

    /// Returns the candidates that cannot hold beside `node`.
    pub(super) fn weak(&self, node: Node) -> impl Iterator<Item = Node> {
        let (cell, symbol) = (self.cell(node), self.symbol(node));
        let peers = common([self.store.holders(symbol), self.store.board().peer_set(cell)])
            .map(move |peer| self.node(peer, symbol));
        let here = self.store.candidates(cell).iter().filter(move |&other| other != symbol);
        peers.chain(here.map(move |other| self.node(cell, other)))
    }

    /// Returns the candidates that can hold beside neither of two different ones.
    ///
    /// ```text
    ///   the same cell     its other candidates
    ///   the same symbol   its places that see both cells
    ///   neither           the symbol of each in the cell of the other, if the cells see each other
    /// ```
    pub(super) fn ruled_out(&self, one: Node, other: Node) -> Vec<(Cell, Symbol)> {
        let (store, board) = (self.store, self.store.board());
        let [(a, x), (b, y)] = [one, other].map(|node| (self.cell(node), self.symbol(node)));
        if a == b {
            let rest = store.candidates(a).iter().filter(|&symbol| symbol != x && symbol != y);
            return rest.map(|symbol| (a, symbol)).collect();
        }
        if x == y {
            let seen = common([store.holders(x), board.peer_set(a), board.peer_set(b)]);
            return seen.map(|cell| (cell, x)).collect();
        }
        if !board.sees(a, b) {
            return Vec::new();
        }
        [(b, x), (a, y)].into_iter().filter(|&(cell, symbol)| store.has(cell, symbol)).collect()
    }

    /// Returns the other candidates of its cell.
    pub(super) fn others_in_cell(&self, node: Node) -> Vec<(Cell, Symbol)> {
        let cell = self.cell(node);
        let others = self.store.candidates(cell).iter().filter(|&it| it != self.symbol(node));
        others.map(|other| (cell, other)).collect()
    }
}

/// The weak links on which a chain goes on: from each node that has a strong link to those that it rules out and that have
/// one too.
pub(super) struct WeakLinks {
    /// Their ends, node by node.
    ends: Vec<u32>,
    /// Where those of each node begin and end.
    spans: Vec<(u32, u32)>,
}

impl WeakLinks {
    /// Creates the links that chains of this graph take.
    pub(super) fn new(graph: &InferenceGraph<'_>) -> Self {
        let board = graph.store.board();
        let (mut ends, mut spans) =
            (Vec::with_capacity(graph.nodes()), vec![(0, 0); graph.nodes()]);
        for symbol in 0..graph.symbols as Symbol {
            for cell in common([graph.linked(symbol)]) {
                let first = ends.len() as u32;
                let peers = common([graph.linked(symbol), board.peer_set(cell)]);
                ends.extend(peers.map(|peer| graph.node(peer, symbol) as u32));
                if graph.kind == Kind::Any {
                    let others = graph.store.candidates(cell).iter().filter(|&it| it != symbol);
                    let others = others.map(|other| graph.node(cell, other));
                    ends.extend(others.filter(|&it| graph.has_strong(it)).map(|it| it as u32));
                }
                spans[graph.node(cell, symbol)] = (first, ends.len() as u32);
            }
        }
        Self { ends, spans }
    }

    /// Returns the ends of the links of a node.
    pub(super) fn of(&self, node: Node) -> &[u32] {
        let (first, end) = self.spans[node];
        &self.ends[first as usize..end as usize]
    }
}
