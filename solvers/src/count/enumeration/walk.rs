//! The solutions of a state that is known: the paths from its node to the end of the diagram.

use super::list::CoverList;
use super::table::{END, Node, Table};

/// A path in the diagram, as a stack of the nodes that have edges left.
#[derive(Debug, Default)]
pub(super) struct Walk {
    /// The next edge of each node, and the end of its edges.
    nodes: Vec<(usize, usize)>,
    /// The options that are chosen at each node, a set for each.
    chosen: Vec<u64>,
}

impl Walk {
    /// Starts at a node, with the options that are chosen before.
    #[inline]
    pub(super) fn start<const M: usize>(&mut self, table: &Table<M>, node: Node, chosen: &[u64]) {
        let edges = table.edges(node);
        self.nodes.push((edges.start, edges.end));
        self.chosen.extend_from_slice(chosen);
    }

    #[inline]
    pub(super) fn is_done(&self) -> bool {
        self.nodes.is_empty()
    }

    /// Follows the next edge of the last node.
    #[inline]
    pub(super) fn step<const M: usize>(&mut self, table: &Table<M>, found: &mut CoverList) {
        let Some(last) = self.nodes.last_mut() else { return };
        let (node, options) = table.edge(last.0);
        let words = options.len();
        let start = self.chosen.len() - words;
        last.0 += words + 1;
        if last.0 == last.1 {
            // No other edge needs what is chosen here, so the next node replaces this one.
            self.nodes.pop();
            (0..words).for_each(|word| self.chosen[start + word] |= options[word]);
        } else {
            (0..words).for_each(|word| self.chosen.push(self.chosen[start + word] | options[word]));
        }
        if node == END {
            let start = self.chosen.len() - words;
            found.push_set(&self.chosen[start..]);
            self.chosen.truncate(start);
        } else {
            let edges = table.edges(node);
            self.nodes.push((edges.start, edges.end));
        }
    }
}
