//! What follows from a statement about one candidate, link by link of the [inference graph](super::inference_graph).

use super::inference_graph::{InferenceGraph, Node};
use crate::contract::Link;

/// A statement: twice the number of its node, one more if the candidate holds.
pub(super) type Statement = usize;

/// Returns the statement that a candidate holds, or that it does not.
pub(super) fn statement(node: Node, holds: bool) -> Statement {
    2 * node + usize::from(holds)
}

/// What follows from a statement, by one search in breadth.
#[derive(Default)]
pub(super) struct Consequences {
    start: Statement,
    /// Whether each statement follows.
    follows: Vec<bool>,
    /// The statement before each that follows.
    before: Vec<Statement>,
    /// What follows, nearest first.
    pub(super) reached: Vec<Statement>,
}

impl Consequences {
    /// Follows every link from a statement that is supposed to be true.
    pub(super) fn follow(&mut self, graph: &InferenceGraph<'_>, start: Statement) {
        for statement in self.reached.drain(..) {
            self.follows[statement] = false;
        }
        self.follows.resize(2 * graph.nodes(), false);
        self.before.resize(2 * graph.nodes(), 0);
        self.start = start;
        self.follows[self.start] = true;
        self.reached.push(self.start);
        let mut next = 0;
        while let Some(&from) = self.reached.get(next) {
            next += 1;
            if from % 2 == 1 {
                graph.weak(from / 2).for_each(|node| self.reach(statement(node, false), from));
            } else {
                graph.strong(from / 2).for_each(|node| self.reach(statement(node, true), from));
            }
        }
    }

    /// Returns whether a statement follows.
    pub(super) fn has(&self, statement: Statement) -> bool {
        self.follows[statement]
    }

    fn reach(&mut self, statement: Statement, before: Statement) {
        if !std::mem::replace(&mut self.follows[statement], true) {
            self.before[statement] = before;
            self.reached.push(statement);
        }
    }

    /// Returns the statements that lead to one, itself the last.
    pub(super) fn way(&self, graph: &InferenceGraph<'_>, mut statement: Statement) -> Vec<Link> {
        let link = |it: Statement| {
            let (cell, symbol) = (graph.cell(it / 2), graph.symbol(it / 2));
            Link { cell, symbol, holds: it % 2 == 1 }
        };
        let mut way = vec![link(statement)];
        while statement != self.start {
            statement = self.before[statement];
            way.push(link(statement));
        }
        way.reverse();
        way
    }
}
