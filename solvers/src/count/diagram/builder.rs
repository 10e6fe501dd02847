//! The search that makes a diagram, whatever walks through the states.

use board::Count;
use board::instance::ExactCover;

use super::super::places::Places;
use super::super::walk::{Look, Walk};
use super::paths::{Diagram, DiagramError, END, Edge, NO_OPTION, NONE, Node};
use crate::contract::{INTERVAL, Interrupt, Limits};
use crate::cover::bitmatrix::BitMatrix;
use crate::cover::matrix::CoverMatrix;

/// The search with the fewest options first.
pub(super) struct FewestWalk {
    matrix: BitMatrix,
    /// The item of the state that was looked at.
    item: usize,
}

impl FewestWalk {
    pub(super) fn new(matrix: BitMatrix) -> Self {
        Self { matrix, item: 0 }
    }
}

impl Walk for FewestWalk {
    fn look(&mut self) -> Look {
        match self.matrix.option_counts().fewest() {
            None => Look::Solution,
            Some((_, 0)) => Look::DeadEnd,
            Some((item, options)) => {
                self.item = item;
                Look::Alternatives(options)
            }
        }
    }

    fn key(&self) -> &[u64] {
        self.matrix.left()
    }

    fn open(&mut self) {
        self.matrix.open(self.item, &mut ());
    }

    fn pass(&mut self) {}

    fn advance(&mut self) -> Option<Option<usize>> {
        self.matrix.advance(&mut ()).map(Some)
    }
}

/// The search that makes a diagram.
pub(super) struct Builder<'a, W> {
    walk: W,
    interrupt: Interrupt<'a>,
    memory: u64,
    /// The maximum number of states, nodes and edges: their numbers have 32 bits.
    pub(super) most: usize,
    /// The node of each state.
    known: Places,
    known_nodes: Vec<u32>,
    levels: Vec<Level>,
    /// The edges found so far of each level, one after the other.
    pending: Vec<Edge>,
    diagram: Diagram,
    /// The bytes on the heap of the counts of all nodes.
    count_bytes: usize,
}

/// A state whose alternatives are being tried.
struct Level {
    /// Its place among the known states.
    place: u32,
    /// The start of its edges, in `pending`.
    edges: usize,
    /// The option being tried, or [`NO_OPTION`].
    option: u32,
}

impl<'a, W: Walk> Builder<'a, W> {
    pub(super) fn new(walk: W, limits: &Limits<'a>) -> Self {
        Self {
            interrupt: Interrupt::new(limits),
            memory: limits.memory.unwrap_or(u64::MAX),
            most: u32::MAX as usize,
            known: Places::new(walk.key().len()),
            known_nodes: Vec::new(),
            levels: Vec::new(),
            pending: Vec::new(),
            diagram: Diagram::empty(0),
            count_bytes: 0,
            walk,
        }
    }

    pub(super) fn build(mut self, problem: &ExactCover) -> Result<Diagram, DiagramError> {
        let mut steps = 0_u64;
        loop {
            steps += 1;
            if steps.is_multiple_of(INTERVAL) {
                self.check_limits()?;
            }
            if let Some(node) = self.enter() {
                self.leave(node);
            }
            if !self.next_alternative() {
                return Ok(Diagram { options: problem.option_count(), ..self.diagram });
            }
        }
    }

    fn check_limits(&self) -> Result<(), DiagramError> {
        if let Some(stop) = self.interrupt.stop() {
            return Err(DiagramError::Stopped(stop));
        }
        let of_nodes = self.diagram.nodes.len() * size_of::<Node>();
        let of_states = self.known_nodes.len() * size_of::<u32>();
        let of_edges = (self.diagram.edges.len() + self.pending.len()) * size_of::<Edge>();
        // Vectors that grow take up to three times their length.
        let of_vectors = 3 * (of_nodes + of_states + of_edges);
        let bytes = self.known.bytes() + (of_vectors + self.count_bytes) as u64;
        if bytes > self.memory {
            return Err(DiagramError::Memory(self.memory));
        }
        // Before the next check, each step may add a state and an edge. Each open level may also add an edge.
        let n_edges = self.diagram.edges.len() + self.pending.len() + self.levels.len();
        let n_next = self.known_nodes.len().max(n_edges) + 2 * INTERVAL as usize;
        if n_next > self.most { Err(DiagramError::Numbers(self.most)) } else { Ok(()) }
    }

    /// Returns the node of the state that was just entered, if it is known. Otherwise opens a level for it.
    fn enter(&mut self) -> Option<u32> {
        match self.walk.look() {
            Look::Solution => return Some(END),
            Look::DeadEnd => return Some(NONE),
            Look::Alternatives(_) => {}
        }
        let (place, is_new) = self.known.place(self.walk.key());
        if !is_new {
            self.walk.pass();
            return Some(self.known_nodes[place as usize]);
        }
        self.known_nodes.push(NONE);
        self.walk.open();
        self.levels.push(Level { place, edges: self.pending.len(), option: NO_OPTION });
        None
    }

    /// Leaves a state for the one before it.
    fn leave(&mut self, node: u32) {
        match self.levels.last() {
            Some(level) if node != NONE => self.pending.push(Edge { option: level.option, node }),
            Some(_) => {}
            None => self.diagram.root = node,
        }
    }

    /// Enters the state after the next untried alternative. Returns `false` if there is none.
    fn next_alternative(&mut self) -> bool {
        while let Some(level) = self.levels.last_mut() {
            if let Some(option) = self.walk.advance() {
                level.option = option.map_or(NO_OPTION, |option| option as u32);
                return true;
            }
            let node = self.close();
            self.leave(node);
        }
        false
    }

    /// Closes the last level, and returns its node.
    fn close(&mut self) -> u32 {
        let Some(Level { place, edges, .. }) = self.levels.pop() else { return NONE };
        let diagram = &mut self.diagram;
        if edges == self.pending.len() {
            return NONE;
        }
        let mut count = Count::ZERO;
        for edge in self.pending.drain(edges..) {
            count += &diagram.nodes[edge.node as usize].count;
            diagram.edges.push(edge);
        }
        self.count_bytes += count.heap_bytes();
        let node = diagram.nodes.len() as u32;
        diagram.nodes.push(Node { end: diagram.edges.len() as u32, count });
        self.known_nodes[place as usize] = node;
        node
    }
}
