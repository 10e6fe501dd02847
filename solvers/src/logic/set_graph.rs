//! The inference graph whose nodes are sets of places: *groups*, the places of a symbol where two regions
//! meet, and the places of a symbol in an [almost locked set](super::almost_locked).
//!
//! A node holds if one of its places has the symbol. Nodes of a symbol are weakly linked where each
//! place of the one sees each of the other; strongly where together they are all places of a full
//! region, or where they belong to different symbols of an almost locked set, which can lose only one.
//! Cells with two candidates are such sets of one cell.

use std::collections::HashMap;

use board::{Cell, Symbol};

use super::almost_locked::{AlmostLocked, almost_locked_sets};
use super::store::CandidateStore;
use crate::sets::cells::{common, contains};

/// A node, by its number.
pub(super) type Node = usize;

/// A symbol in one of some cells.
pub(super) struct Places {
    pub(super) symbol: Symbol,
    pub(super) cells: Vec<Cell>,
    words: Vec<u64>,
    /// The cells that see all of them.
    pub(super) seen: Vec<u64>,
}

impl Places {
    /// Returns the cell, if it is only one.
    fn single(&self) -> Option<Cell> {
        if let [cell] = self.cells[..] { Some(cell) } else { None }
    }
}

/// A strong link.
#[derive(Clone, Copy)]
pub(super) struct Strong {
    /// Where it leads.
    pub(super) to: Node,
    /// The almost locked set that makes it.
    pub(super) set: Option<usize>,
}

/// The nodes and links of a store.
pub(super) struct SetGraph<'a> {
    store: &'a CandidateStore,
    pub(super) nodes: Vec<Places>,
    /// The number of nodes that are candidates, which come first.
    pub(super) n_candidates: usize,
    /// The number of nodes that are candidates and groups, which come first.
    pub(super) n_plain: usize,
    pub(super) strong: Vec<Vec<Strong>>,
    /// For each node those with a strong link that cannot hold beside it.
    pub(super) weak: Vec<Vec<Node>>,
    pub(super) sets: Vec<AlmostLocked>,
    numbers: HashMap<(Symbol, Vec<u64>), Node>,
}

impl<'a> SetGraph<'a> {
    /// Creates the graph of a store, with almost locked sets or without them.
    pub(super) fn new(store: &'a CandidateStore, with_sets: bool) -> Self {
        let mut graph = Self {
            store,
            nodes: Vec::new(),
            n_candidates: 0,
            n_plain: 0,
            strong: Vec::new(),
            weak: Vec::new(),
            sets: Vec::new(),
            numbers: HashMap::new(),
        };
        graph.add_candidates();
        graph.n_candidates = graph.nodes.len();
        graph.add_groups();
        graph.n_plain = graph.nodes.len();
        graph.link_regions();
        graph.link_pairs();
        if with_sets {
            graph.sets = almost_locked_sets(store);
            graph.sets.retain(|set| set.cells.len() > 1);
            graph.link_sets();
        }
        graph.weak = graph.weak_links();
        graph
    }

    /// Returns whether two nodes cannot both hold.
    pub(super) fn is_weak(&self, one: Node, other: Node) -> bool {
        let (a, b) = (&self.nodes[one], &self.nodes[other]);
        if a.symbol == b.symbol {
            b.words.iter().zip(&a.seen).all(|(its, seen)| its & !seen == 0)
        } else {
            a.single().is_some() && a.single() == b.single()
        }
    }

    /// Returns the candidates that can hold beside neither of two nodes.
    pub(super) fn ruled_out(&self, one: Node, other: Node) -> Vec<(Cell, Symbol)> {
        let (a, b) = (&self.nodes[one], &self.nodes[other]);
        if a.symbol == b.symbol {
            let its = common([self.store.holders(a.symbol), &a.seen, &b.seen]);
            return its.map(|cell| (cell, a.symbol)).collect();
        }
        let mut all = Vec::new();
        for (here, there) in [(a, b), (b, a)] {
            let cell = there.single().filter(|&cell| self.store.has(cell, here.symbol));
            all.extend(cell.filter(|&it| contains(&here.seen, it)).map(|it| (it, here.symbol)));
        }
        if let Some(cell) = a.single().filter(|_| a.single() == b.single()) {
            let others = self.store.candidates(cell).iter();
            let others = others.filter(|&it| it != a.symbol && it != b.symbol);
            all.extend(others.map(|it| (cell, it)));
        }
        all
    }

    /// Returns what goes when a node holds: the other candidates of its cell, or what a group sees.
    pub(super) fn beside(&self, node: Node) -> Vec<(Cell, Symbol)> {
        let its = &self.nodes[node];
        match its.single() {
            Some(cell) => {
                let others = self.store.candidates(cell).iter().filter(|&it| it != its.symbol);
                others.map(|it| (cell, it)).collect()
            }
            None => {
                let seen = common([self.store.holders(its.symbol), &its.seen]);
                seen.map(|cell| (cell, its.symbol)).collect()
            }
        }
    }

    /// Returns what goes when an almost locked set loses one of two symbols: what sees the others.
    pub(super) fn around(&self, set: usize, lost: [Symbol; 2]) -> Vec<(Cell, Symbol)> {
        let set = &self.sets[set];
        let kept = set.symbols.iter().filter(|symbol| !lost.contains(symbol));
        let seen =
            |z: Symbol| common([self.store.holders(z), set.view(z).1]).map(move |it| (it, z));
        kept.flat_map(seen).collect()
    }

    fn add_candidates(&mut self) {
        for cell in common([self.store.open_cells()]) {
            for symbol in self.store.candidates(cell).iter() {
                self.add(symbol, vec![cell]);
            }
        }
    }

    fn add_groups(&mut self) {
        let board = self.store.board();
        for meeting in board.intersections().iter().filter(|it| it.here < it.there) {
            for symbol in self.store.symbols() {
                let places = self.store.places(meeting.here, symbol) & meeting.shared_here;
                if places.count_ones() > 1 {
                    let mut cells = self.store.cells_at(meeting.here, places);
                    cells.sort_unstable();
                    self.add(symbol, cells);
                }
            }
        }
    }

    /// Returns the node of some places, which is new if there is none yet.
    fn add(&mut self, symbol: Symbol, cells: Vec<Cell>) -> Node {
        let board = self.store.board();
        let words = board.set_of(&cells);
        if let Some(&node) = self.numbers.get(&(symbol, words.clone())) {
            return node;
        }
        let seen = board.seen_by_all(cells.iter().copied());
        self.numbers.insert((symbol, words.clone()), self.nodes.len());
        self.nodes.push(Places { symbol, cells, words, seen });
        self.strong.push(Vec::new());
        self.nodes.len() - 1
    }

    /// Links what is all of a region together.
    fn link_regions(&mut self) {
        let board = self.store.board();
        for node in 0..self.n_plain {
            let Places { symbol, cells, words, .. } = &self.nodes[node];
            let mut links = Vec::new();
            for region in board.common_regions(cells) {
                if !board.regions()[region].full {
                    continue;
                }
                let its = self.store.holders(*symbol).iter().zip(board.cell_set(region));
                let rest: Vec<u64> =
                    its.zip(words).map(|((holders, its), here)| holders & its & !here).collect();
                links.extend(self.numbers.get(&(*symbol, rest)).copied());
            }
            links.into_iter().for_each(|to| self.link(node, to, None));
        }
    }

    fn link_pairs(&mut self) {
        for node in 0..self.n_plain {
            let Places { symbol, cells, words, .. } = &self.nodes[node];
            if let ([cell], 2) = (&cells[..], self.store.candidates(cells[0]).len()) {
                let other = self.store.candidates(*cell).iter().find(|it| it != symbol);
                let to = other.and_then(|it| self.numbers.get(&(it, words.clone())).copied());
                to.into_iter().for_each(|to| self.link(node, to, None));
            }
        }
    }

    fn link_sets(&mut self) {
        for set in 0..self.sets.len() {
            let symbols = self.sets[set].symbols;
            let mut nodes = Vec::new();
            for symbol in symbols.iter() {
                let cells = common([self.sets[set].view(symbol).0]).collect();
                nodes.push(self.add(symbol, cells));
            }
            for &one in &nodes {
                nodes.iter().filter(|&&to| to != one).for_each(|&to| {
                    self.link(one, to, Some(set));
                });
            }
        }
    }

    /// Links a node to another, unless it is already.
    fn link(&mut self, from: Node, to: Node, set: Option<usize>) {
        if !self.strong[from].iter().any(|link| link.to == to) {
            self.strong[from].push(Strong { to, set });
        }
    }

    fn weak_links(&self) -> Vec<Vec<Node>> {
        let linked = |node: &Node| !self.strong[*node].is_empty();
        let mut by_symbol = vec![Vec::new(); self.store.board().symbols()];
        for node in (0..self.nodes.len()).filter(linked) {
            by_symbol[usize::from(self.nodes[node].symbol)].push(node);
        }
        let weak = |node: Node| {
            let Places { symbol, words, .. } = &self.nodes[node];
            let same = by_symbol[usize::from(*symbol)].iter().copied();
            let mut all: Vec<Node> = same.filter(|&other| self.is_weak(node, other)).collect();
            if let Some(cell) = self.nodes[node].single() {
                let others = self.store.candidates(cell).iter().filter(|it| it != symbol);
                let others =
                    others.filter_map(|it| self.numbers.get(&(it, words.clone())).copied());
                all.extend(others.filter(linked));
            }
            all
        };
        (0..self.nodes.len()).map(weak).collect()
    }
}
