//! Cliques: sets of pairwise adjacent vertices. A graph needs at least as many colours as its largest
//! clique has vertices; in the graph of a board, the full regions are cliques.
//!
//! `greedy` starts from each vertex once and repeatedly adds the neighbour of the largest degree that
//! is adjacent to all members. [`largest`] examines all cliques that may be larger by the branch and
//! bound of Tomita and Seki (*An efficient branch-and-bound algorithm for finding a maximum clique*,
//! 2003): the candidates are coloured greedily, and candidates of the first *k* colours extend a clique
//! by at most *k* vertices. The cost is exponential in the worst case; the caller limits the number of
//! search states.

use std::cmp::Reverse;
use std::ops::ControlFlow;

use board::{Graph, Vertex};

use crate::contract::{Interrupt, Stop};

/// Stores the largest clique that it finds in `best`. Makes one pass for each vertex and calls
/// `keep_going` before each.
pub(super) fn greedy(
    graph: &Graph,
    best: &mut Vec<Vertex>,
    keep_going: &mut impl FnMut() -> ControlFlow<Stop>,
) -> ControlFlow<Stop> {
    for first in 0..graph.order() {
        keep_going()?;
        if graph.degree(first) < best.len() {
            continue;
        }
        let mut clique = vec![first];
        let mut candidates = graph.neighbours(first).to_vec();
        candidates.sort_by_key(|&vertex| Reverse(graph.degree(vertex)));
        for vertex in candidates {
            if clique.iter().all(|&member| graph.is_edge(member, vertex)) {
                clique.push(vertex);
            }
        }
        if clique.len() > best.len() {
            *best = clique;
        }
    }
    ControlFlow::Continue(())
}

/// Returns the largest clique found within `nodes` search states and before `interrupt` stops the
/// search, in ascending order, and whether it is a maximum clique.
pub fn largest(graph: &Graph, nodes: u64, interrupt: &Interrupt<'_>) -> (Vec<Vertex>, bool) {
    let mut keep_going = || interrupt.stop().map_or(ControlFlow::Continue(()), ControlFlow::Break);
    let mut best = Vec::new();
    let is_over = greedy(graph, &mut best, &mut keep_going).is_break();
    let mut search = Largest { graph, best, clique: Vec::new(), class: vec![NONE; graph.order()] };
    let is_largest = !is_over && search.run(nodes, &mut keep_going);
    search.best.sort_unstable();
    (search.best, is_largest)
}

/// The class of a vertex that is not a candidate.
const NONE: u32 = u32::MAX;

/// A candidate, and an upper bound on the size of a clique among it and the candidates before it.
type Bounded = (Vertex, usize);

struct Largest<'a> {
    graph: &'a Graph,
    best: Vec<Vertex>,
    clique: Vec<Vertex>,
    /// Scratch memory: the colour class of each candidate, while they are coloured.
    class: Vec<u32>,
}

impl Largest<'_> {
    /// Runs the search. Returns `false` if it needs more than `nodes` search states or `keep_going`
    /// ends it.
    fn run(&mut self, nodes: u64, keep_going: &mut impl FnMut() -> ControlFlow<Stop>) -> bool {
        let mut by_degree: Vec<Vertex> = (0..self.graph.order()).collect();
        by_degree.sort_by_key(|&vertex| Reverse(self.graph.degree(vertex)));
        let mut levels = vec![self.bounded(&by_degree)];
        let mut n_nodes = 0;
        while let Some(level) = levels.last_mut() {
            let next = level.pop().filter(|it| self.clique.len() + it.1 > self.best.len());
            let Some((vertex, _)) = next else {
                levels.pop();
                self.clique.pop();
                continue;
            };
            if n_nodes == nodes || keep_going().is_break() {
                return false;
            }
            n_nodes += 1;
            let rest = level.iter().map(|it| it.0);
            let rest: Vec<Vertex> = rest.filter(|&it| self.graph.is_edge(it, vertex)).collect();
            self.clique.push(vertex);
            if self.clique.len() > self.best.len() {
                self.best.clone_from(&self.clique);
            }
            levels.push(self.bounded(&rest));
        }
        true
    }

    /// Colours the candidates greedily and returns them by colour class, with their bounds.
    fn bounded(&mut self, candidates: &[Vertex]) -> Vec<Bounded> {
        let mut taken = Vec::new();
        for &vertex in candidates {
            taken.clear();
            taken.resize(candidates.len().min(self.graph.degree(vertex)) + 1, false);
            for &neighbour in self.graph.neighbours(vertex) {
                if let Some(taken) = taken.get_mut(self.class[neighbour] as usize) {
                    *taken = true;
                }
            }
            let free = taken.iter().position(|taken| !taken).expect("more classes than neighbours");
            self.class[vertex] = free as u32;
        }
        let bound = |&vertex: &Vertex| (vertex, self.class[vertex] as usize + 1);
        let mut bounded: Vec<Bounded> = candidates.iter().map(bound).collect();
        candidates.iter().for_each(|&vertex| self.class[vertex] = NONE);
        bounded.sort_by_key(|it| it.1);
        bounded
    }
}
