//! What is known of states: whether they have solutions, and what all of these are.
//!
//! Different choices often lead to the same state. Its solutions are the same each time, so they are kept as a *diagram*,
//! a graph without cycles. A node is a state. An edge is what is chosen there: its options, and the node to which they
//! lead. Each path to the end is a solution:
//!
//! ```text
//!          ┌── 1 3 ──┐        ┌── 6 7 ──┐
//!   start ─┤         ├── node ┤         ├── end        1 3 6 7, 1 3 8, 2 4 6 7, 2 4 8
//!          └── 2 4 ──┘        └─── 8 ───┘
//! ```
//!
//! All nodes lie in one vector, each as the number of its words followed by its edges. A table has the node of each
//! state. It grows with the number of states up to a bound, and a state may replace another one. So the memory is bounded
//! for any number of states; what was replaced or not kept is searched again.

use std::ops::Range;

/// The numbers of places of the smallest and of the largest table.
const FEWEST_PLACES: usize = 1 << 8;
const MOST_PLACES: usize = 1 << 13;

/// The largest number of words in a diagram: 8 MB.
const MOST_WORDS: usize = 1 << 20;

/// Where a node begins.
pub(super) type Node = u32;

/// The end of all solutions. It is no node.
pub(super) const END: Node = 0;

/// Stands for the node of states without a solution.
const DEAD_END: Node = Node::MAX;

/// What is known of a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Knowledge {
    Nothing,
    DeadEnd,
    Solutions(Node),
}

#[derive(Clone, Copy, Debug)]
struct Entry<const M: usize> {
    name: [u64; M],
    /// `END` if no state has this place.
    node: Node,
}

/// The states that are known, by their names.
#[derive(Debug)]
pub(super) struct Table<const M: usize> {
    entries: Vec<Entry<M>>,
    inserted: usize,
    nodes: Vec<u64>,
    /// The number of words of a set of options.
    words: usize,
}

impl<const M: usize> Table<M> {
    /// Returns a table without states, for sets of options of this many words.
    pub(super) fn new(words: usize) -> Self {
        Self { entries: empty(FEWEST_PLACES), inserted: 0, nodes: vec![0], words }
    }

    /// Returns a table without any place, to be replaced.
    pub(super) fn empty(words: usize) -> Self {
        Self { entries: Vec::new(), inserted: 0, nodes: Vec::new(), words }
    }

    #[inline]
    pub(super) fn get(&self, name: &[u64; M]) -> Knowledge {
        let entry = &self.entries[place(name, self.entries.len())];
        match entry.node {
            END => Knowledge::Nothing,
            _ if entry.name != *name => Knowledge::Nothing,
            DEAD_END => Knowledge::DeadEnd,
            node => Knowledge::Solutions(node),
        }
    }

    /// Returns the place of a node's edges.
    #[inline]
    pub(super) fn edges(&self, node: Node) -> Range<usize> {
        let start = node as usize + 1;
        start..start + self.nodes[node as usize] as usize
    }

    /// Returns the edge at a place: the node to which it leads, and its options. The next edge begins behind them.
    #[inline]
    pub(super) fn edge(&self, place: usize) -> (Node, &[u64]) {
        let edge = &self.nodes[place..=place + self.words];
        (edge[0] as Node, &edge[1..])
    }

    pub(super) fn insert_dead_end(&mut self, name: [u64; M]) {
        self.insert(name, DEAD_END);
    }

    /// Inserts a state with all of its edges. Returns `None` if the diagram is full.
    pub(super) fn insert_node(&mut self, name: [u64; M], edges: &[u64]) -> Option<Node> {
        if self.nodes.len() + edges.len() >= MOST_WORDS {
            return None;
        }
        let node = self.nodes.len() as Node;
        self.nodes.push(edges.len() as u64);
        self.nodes.extend_from_slice(edges);
        self.insert(name, node);
        Some(node)
    }

    fn insert(&mut self, name: [u64; M], node: Node) {
        if 2 * self.inserted >= self.entries.len() && self.entries.len() < MOST_PLACES {
            self.grow();
        }
        self.inserted += 1;
        let place = place(&name, self.entries.len());
        self.entries[place] = Entry { name, node };
    }

    #[cold]
    fn grow(&mut self) {
        let places = 4 * self.entries.len();
        for entry in std::mem::replace(&mut self.entries, empty(places)) {
            if entry.node != END {
                self.entries[place(&entry.name, places)] = entry;
            }
        }
    }
}

fn empty<const M: usize>(places: usize) -> Vec<Entry<M>> {
    vec![Entry { name: [0; M], node: END }; places]
}

/// Returns the place of a state among this many, a power of two.
#[inline]
fn place<const M: usize>(name: &[u64; M], places: usize) -> usize {
    let mix =
        |hash: u64, word: &u64| (hash.rotate_left(5) ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    (name.iter().fold(0, mix) >> 32) as usize & (places - 1)
}
