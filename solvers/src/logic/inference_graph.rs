//! The inference graph of a store: which candidates follow from which.
//!
//! A node is a candidate. Two candidates of a cell, or a symbol in two cells that see each other, are
//! weakly linked; two that are the last of a cell, or of a symbol in a full region, strongly.

use board::{Cell, Symbol};

use super::links::strong_links;
use super::store::CandidateStore;
use crate::sets::cells::common;

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
    /// For each node those of which one holds, if it does not.
    pub(super) strong: Vec<Vec<Node>>,
}

impl<'a> InferenceGraph<'a> {
    /// The links of a kind.
    pub(super) fn new(store: &'a CandidateStore, kind: Kind) -> Self {
        let symbols = store.board().symbols();
        let mut graph = Self {
            store,
            kind,
            symbols,
            strong: vec![Vec::new(); store.board().cells() * symbols],
        };
        if kind != Kind::X {
            for cell in common([store.open_cells()]) {
                let mut its = store.candidates(cell).iter();
                if let (Some(one), Some(other), None) = (its.next(), its.next(), its.next()) {
                    graph.link(graph.node(cell, one), graph.node(cell, other));
                }
            }
        }
        if kind != Kind::Xy {
            for symbol in store.symbols() {
                for link in strong_links(store, symbol) {
                    let [one, other] = link.ends;
                    graph.link(graph.node(one, symbol), graph.node(other, symbol));
                }
            }
        }
        graph
    }

    fn link(&mut self, one: Node, other: Node) {
        if !self.strong[one].contains(&other) {
            self.strong[one].push(other);
            self.strong[other].push(one);
        }
    }

    /// The links that it has.
    pub(super) fn kind(&self) -> Kind {
        self.kind
    }

    /// The node of a candidate.
    pub(super) fn node(&self, cell: Cell, symbol: Symbol) -> Node {
        cell * self.symbols + usize::from(symbol)
    }

    /// Its cell.
    pub(super) fn cell(&self, node: Node) -> Cell {
        node / self.symbols
    }

    /// Its symbol.
    pub(super) fn symbol(&self, node: Node) -> Symbol {
        (node % self.symbols) as Symbol
    }

    /// Whether two different candidates cannot both hold.
    pub(super) fn is_weak(&self, one: Node, other: Node) -> bool {
        let (a, b) = (self.cell(one), self.cell(other));
        if a == b {
            return one != other;
        }
        self.symbol(one) == self.symbol(other) && self.store.board().sees(a, b)
    }

    /// The candidates that cannot hold beside `node`.
    pub(super) fn weak(&self, node: Node) -> impl Iterator<Item = Node> {
        let (cell, symbol) = (self.cell(node), self.symbol(node));
        let peers = common([self.store.holders(symbol), self.store.board().peer_set(cell)])
            .map(move |peer| self.node(peer, symbol));
        let here = self.store.candidates(cell).iter().filter(move |&other| other != symbol);
        peers.chain(here.map(move |other| self.node(cell, other)))
    }

    /// The candidates that can hold beside neither of two.
    pub(super) fn ruled_out(&self, one: Node, other: Node) -> Vec<(Cell, Symbol)> {
        let its = self.weak(one).filter(|&node| node != other && self.is_weak(node, other));
        its.map(|node| (self.cell(node), self.symbol(node))).collect()
    }

    /// The other candidates of its cell.
    pub(super) fn others_in_cell(&self, node: Node) -> Vec<(Cell, Symbol)> {
        let cell = self.cell(node);
        let others = self.store.candidates(cell).iter().filter(|&it| it != self.symbol(node));
        others.map(|other| (cell, other)).collect()
    }

    /// Whether a chain of this kind takes a weak link.
    pub(super) fn takes(&self, from: Node, to: Node) -> bool {
        let same_cell = self.cell(from) == self.cell(to);
        match self.kind {
            Kind::X | Kind::Xy => !same_cell,
            Kind::Any => true,
        }
    }
}
