//! Reach: what follows from a statement, as sets without the reasons.
//!
//! A [net](super::net) knows why each statement follows, which costs many times as much as to know that it does. Of
//! most nets nothing is reported, and sets tell so before they are made. A set grows by the rounds of a net, so that it
//! ends where the net ends.
//!
//! ```text
//!   held      for each symbol the cells that hold it         a round of either
//!   fallen    for each symbol the cells that do not          leads to one of the other
//! ```

use board::Cell;

use crate::logic::consequences::Statement;
use crate::logic::inference_graph::{InferenceGraph, Kind, Node};
use crate::logic::store::CandidateStore;
use crate::sets::cells::{bits, contains, insert, remove};

/// What follows by links, as the store has them.
pub(super) struct Reach<'a> {
    store: &'a CandidateStore,
    links: InferenceGraph<'a>,
    held: Vec<u64>,
    fallen: Vec<u64>,
    /// What follows from each of some statements: what is held, and then what has fallen.
    common: Vec<u64>,
    newest: Vec<Node>,
    next: Vec<Node>,
}

impl<'a> Reach<'a> {
    /// Nothing is followed yet.
    pub(super) fn new(store: &'a CandidateStore) -> Self {
        let words = store.board().symbols() * store.board().words();
        Self {
            store,
            links: InferenceGraph::new(store, Kind::Any),
            held: vec![0; words],
            fallen: vec![0; words],
            common: vec![0; 2 * words],
            newest: Vec::new(),
            next: Vec::new(),
        }
    }

    /// Returns whether anything follows from each of some statements that a candidate holds.
    pub(super) fn is_common(&mut self, starts: &[Statement]) -> bool {
        self.common.fill(u64::MAX);
        starts.iter().all(|&start| {
            self.follow(start / 2);
            let its = self.held.iter().chain(&self.fallen);
            self.common.iter_mut().zip(its).fold(0, |all, (common, its)| {
                *common &= its;
                all | *common
            }) != 0
        })
    }

    /// Follows a candidate that is supposed to hold.
    fn follow(&mut self, start: Node) {
        self.held.fill(0);
        self.fallen.fill(0);
        let (symbol, cell) = self.place(start);
        insert(&mut self.held[symbol..], cell);
        self.newest.clear();
        self.newest.push(start);
        let mut holds = true;
        while !self.newest.is_empty() {
            let contradicts = if holds { self.rule_out() } else { self.leave_one_of_two() };
            std::mem::swap(&mut self.newest, &mut self.next);
            self.next.clear();
            holds = !holds;
            if contradicts {
                return self.drop_newest(holds);
            }
        }
    }

    /// What cannot hold beside the newest candidates falls. Returns whether one of them holds.
    fn rule_out(&mut self) -> bool {
        let (board, words) = (self.store.board(), self.store.board().words());
        let mut opposed = 0;
        for &node in &self.newest {
            let (cell, symbol) = (self.links.cell(node), usize::from(self.links.symbol(node)));
            let holders = self.store.holders(self.links.symbol(node));
            for (word, (holders, peers)) in holders.iter().zip(board.peer_set(cell)).enumerate() {
                let fallen = &mut self.fallen[symbol * words + word];
                let new = holders & peers & !*fallen;
                *fallen |= new;
                opposed |= new & self.held[symbol * words + word];
                let node = |bit: usize| (word * 64 + bit) * board.symbols() + symbol;
                self.next.extend(bits(new).map(node));
            }
            for other in self.store.candidates(cell).iter().filter(|&it| usize::from(it) != symbol)
            {
                let at = usize::from(other) * words;
                if !contains(&self.fallen[at..], cell) {
                    insert(&mut self.fallen[at..], cell);
                    opposed |= u64::from(contains(&self.held[at..], cell));
                    self.next.push(self.links.node(cell, other));
                }
            }
        }
        opposed != 0
    }

    /// What is left of two where the newest candidates fall holds. Returns whether one of them has fallen.
    fn leave_one_of_two(&mut self) -> bool {
        let mut is_opposed = false;
        for &node in &self.newest {
            for holds in self.links.strong(node) {
                let (at, cell) = self.place(holds);
                if !contains(&self.held[at..], cell) {
                    insert(&mut self.held[at..], cell);
                    is_opposed |= contains(&self.fallen[at..], cell);
                    self.next.push(holds);
                }
            }
        }
        is_opposed
    }

    /// Drops what the newest round found.
    fn drop_newest(&mut self, holds: bool) {
        for index in 0..self.newest.len() {
            let (at, cell) = self.place(self.newest[index]);
            remove(&mut if holds { &mut self.held } else { &mut self.fallen }[at..], cell);
        }
    }

    /// Returns where the cells of its symbol begin, and its cell.
    fn place(&self, node: Node) -> (usize, Cell) {
        let symbol = usize::from(self.links.symbol(node));
        (symbol * self.store.board().words(), self.links.cell(node))
    }
}
