//! The linked lists of Dancing Links, from which nodes are unlinked and relinked.

use std::ops::Range;

use board::instance::{Entry, ExactCover};

use super::matrix::CoverMatrix;
use super::ones_only;
use super::option_counts::OptionCounts;
use super::tracer::Tracer;
use crate::contract::Unsupported;

mod multi;
mod trail;

use self::trail::Trail;

/// Marks the spacer that follows the last node of an option.
const SPACER: u32 = u32::MAX;

/// Marks a node without a colour.
const NO_COLOUR: u32 = u32::MAX;

/// The dancing links: nodes `0..items` are the headers of the item lists. They are followed by the
/// nodes of each option, contiguous, with a spacer after each option.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Links {
    nodes: Vec<Node>,
    /// The colour that each node assigns to its item.
    colours: Vec<u32>,
    /// The first node of each option.
    starts: Vec<u32>,
    counts: OptionCounts,
    /// For each item, the number of chosen options that agree on its colour.
    agreed: Vec<u32>,
    /// The items whose options are being tried.
    levels: Vec<Level>,
    /// The options chosen before the search, in order.
    forced: Vec<usize>,
    /// The options removed before the search.
    forbidden: Vec<usize>,
    /// What a search with multiplicities removed.
    trail: Trail,
}

/// A node of a list. A spacer stores the first node of its option in `up` and the number of the option
/// in `down`. Colours are stored separately, since the innermost loop does not read them: the nodes of
/// a 9×9 grid take 48 kB, which fits into a level 1 cache of that size.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Node {
    up: u32,
    down: u32,
    item: u32,
}

/// An item whose options are tried in turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Level {
    item: u32,
    /// The node of the option being tried, or the item itself before the first.
    node: u32,
}

impl Links {
    /// Returns the lists of a problem without multiplicities.
    ///
    /// # Errors
    /// If it has some, or is too large.
    pub(super) fn new(problem: &ExactCover) -> Result<Self, Unsupported> {
        ones_only(problem)?;
        Self::of_any(problem)
    }

    /// Returns the lists of a problem, whose multiplicities are those of the search.
    ///
    /// # Errors
    /// If it is too large.
    pub(super) fn of_any(problem: &ExactCover) -> Result<Self, Unsupported> {
        let items = problem.items();
        let header = |item: u32| Node { up: item, down: item, item };
        let mut links = Self {
            nodes: (0..items as u32).map(header).collect(),
            colours: vec![NO_COLOUR; items],
            starts: Vec::with_capacity(problem.option_count()),
            counts: OptionCounts::new(problem)?,
            agreed: vec![0; items],
            levels: Vec::with_capacity(problem.primary()),
            forced: Vec::new(),
            forbidden: Vec::new(),
            trail: Trail::default(),
        };
        problem.options().for_each(|option| links.append(option));
        Ok(links)
    }

    fn append(&mut self, entries: &[Entry]) {
        let (option, first) = (self.starts.len() as u32, self.nodes.len() as u32);
        for &Entry { item, colour } in entries {
            let node = self.nodes.len() as u32;
            let up = self.nodes[item as usize].up;
            self.nodes.push(Node { up, down: item, item });
            self.colours.push(colour.unwrap_or(NO_COLOUR));
            self.nodes[up as usize].down = node;
            self.nodes[item as usize].up = node;
        }
        self.nodes.push(Node { up: first, down: option, item: SPACER });
        self.colours.push(NO_COLOUR);
        self.starts.push(first);
    }

    /// Returns the spacer that follows the option of a node.
    #[inline]
    fn spacer(&self, mut node: usize) -> usize {
        while self.nodes[node].item != SPACER {
            node += 1;
        }
        node
    }

    /// Returns the nodes of the option that contains `node`.
    #[inline]
    fn option_nodes(&self, node: usize) -> Range<usize> {
        let spacer = self.spacer(node);
        self.nodes[spacer].up as usize..spacer
    }

    /// Covers an item: hides the options that contain it, that is, unlinks their other nodes.
    fn cover<P: Tracer>(&mut self, item: usize, tracer: &mut P) {
        tracer.cover(item);
        tracer.update(1);
        tracer.access(3);
        self.counts.cover(item);
        let mut node = self.nodes[item].down as usize;
        while node != item {
            self.hide(node, tracer);
            tracer.access(1);
            node = self.nodes[node].down as usize;
        }
    }

    fn uncover<P: Tracer>(&mut self, item: usize, tracer: &mut P) {
        tracer.access(3);
        let mut node = self.nodes[item].up as usize;
        while node != item {
            self.unhide(node, tracer);
            tracer.access(1);
            node = self.nodes[node].up as usize;
        }
        self.counts.uncover(item);
        tracer.uncover(item);
    }

    /// Purifies the item of `node`: hides the options that assign a different colour, or none, to it.
    fn purify<P: Tracer>(&mut self, node: usize, tracer: &mut P) {
        let (item, colour) = (self.nodes[node].item, self.colours[node]);
        tracer.access(3);
        let mut other = self.nodes[item as usize].down;
        while other != item {
            if self.colours[other as usize] != colour {
                self.hide(other as usize, tracer);
            }
            tracer.access(2);
            other = self.nodes[other as usize].down;
        }
    }

    fn unpurify<P: Tracer>(&mut self, node: usize, tracer: &mut P) {
        let (item, colour) = (self.nodes[node].item, self.colours[node]);
        tracer.access(3);
        let mut other = self.nodes[item as usize].up;
        while other != item {
            if self.colours[other as usize] != colour {
                self.unhide(other as usize, tracer);
            }
            tracer.access(2);
            other = self.nodes[other as usize].up;
        }
    }

    /// Covers the item of `node`, or purifies it if no chosen option did so before.
    #[inline]
    fn commit<P: Tracer>(&mut self, node: usize, tracer: &mut P) {
        let (item, colour) = (self.nodes[node].item, self.colours[node]);
        let item = item as usize;
        tracer.access(2);
        if colour == NO_COLOUR {
            return self.cover(item, tracer);
        }
        tracer.access(2);
        if self.agreed[item] == 0 {
            tracer.cover(item);
            self.purify(node, tracer);
        }
        self.agreed[item] += 1;
    }

    #[inline]
    fn uncommit<P: Tracer>(&mut self, node: usize, tracer: &mut P) {
        let (item, colour) = (self.nodes[node].item, self.colours[node]);
        let item = item as usize;
        tracer.access(2);
        if colour == NO_COLOUR {
            return self.uncover(item, tracer);
        }
        tracer.access(2);
        self.agreed[item] -= 1;
        if self.agreed[item] == 0 {
            self.unpurify(node, tracer);
            tracer.uncover(item);
        }
    }

    /// Commits the other items of the option of `node`, from the next one on and then from the first, as Knuth's programs
    /// do. The order makes no difference to what is hidden, but to the number of updates if there are colours.
    fn commit_others<P: Tracer>(&mut self, node: usize, tracer: &mut P) {
        let nodes = self.option_nodes(node);
        tracer.access(nodes.end - node + 1);
        (node + 1..nodes.end).for_each(|other| self.commit(other, tracer));
        (nodes.start..node).for_each(|other| self.commit(other, tracer));
    }

    fn uncommit_others<P: Tracer>(&mut self, node: usize, tracer: &mut P) {
        let nodes = self.option_nodes(node);
        tracer.access(nodes.end - node + 1);
        (nodes.start..node).rev().for_each(|other| self.uncommit(other, tracer));
        (node + 1..nodes.end).rev().for_each(|other| self.uncommit(other, tracer));
    }

    /// Unlinks the option of `node` from the lists of its other items.
    ///
    /// Nothing looks at the list of a purified item until the option is linked again, so this could leave the node there,
    /// as Knuth's DLX2 does. But which items are purified no processor can predict, so this takes less time. It is no update.
    #[inline]
    fn hide<P: Tracer>(&mut self, node: usize, tracer: &mut P) {
        let others = self.each_other(node, Self::unlink);
        if tracer.counts() {
            tracer.update(others - self.purified_others(node));
            tracer.access(5 * others + 1);
        }
    }

    /// Returns the number of other nodes of the option of `node` whose items are purified.
    fn purified_others(&self, node: usize) -> usize {
        let is_purified = |it: usize| it != node && self.agreed[self.nodes[it].item as usize] > 0;
        self.option_nodes(node).filter(|&it| is_purified(it)).count()
    }

    /// Relinks the option. The order does not matter, since each list contains one node of the option.
    #[inline]
    fn unhide<P: Tracer>(&mut self, node: usize, tracer: &mut P) {
        let others = self.each_other(node, Self::relink);
        tracer.access(5 * others + 1);
    }

    /// Applies `act` to each other node of the option of `node` and returns their number.
    #[inline]
    fn each_other(&mut self, node: usize, act: impl Fn(&mut Self, usize)) -> usize {
        let (mut other, mut others) = (node + 1, 0);
        while other != node {
            let Node { up, item, .. } = self.nodes[other];
            if item == SPACER {
                other = up as usize;
            } else {
                act(self, other);
                other += 1;
                others += 1;
            }
        }
        others
    }

    #[inline]
    fn unlink(&mut self, node: usize) {
        let Node { up, down, item, .. } = self.nodes[node];
        self.nodes[up as usize].down = down;
        self.nodes[down as usize].up = up;
        self.counts.shrink(item as usize);
    }

    #[inline]
    fn relink(&mut self, node: usize) {
        let Node { up, down, item, .. } = self.nodes[node];
        self.nodes[up as usize].down = node as u32;
        self.nodes[down as usize].up = node as u32;
        self.counts.grow(item as usize);
    }
}

impl CoverMatrix for Links {
    fn option_counts(&self) -> &OptionCounts {
        &self.counts
    }

    fn open<P: Tracer>(&mut self, item: usize, tracer: &mut P) {
        self.cover(item, tracer);
        self.levels.push(Level { item: item as u32, node: item as u32 });
    }

    fn undo_option<P: Tracer>(&mut self, tracer: &mut P) {
        if let Some(&Level { node, .. }) = self.levels.last() {
            self.uncommit_others(node as usize, tracer);
        }
    }

    fn advance<P: Tracer>(&mut self, tracer: &mut P) -> Option<usize> {
        let &Level { item, node } = self.levels.last()?;
        let next = self.nodes[node as usize].down;
        if next == item {
            self.uncover(item as usize, tracer);
            self.levels.pop();
            return None;
        }
        self.commit_others(next as usize, tracer);
        self.levels.last_mut()?.node = next;
        let spacer = self.spacer(next as usize);
        tracer.access(spacer - next as usize + 2);
        Some(self.nodes[spacer].down as usize)
    }

    fn force<P: Tracer>(&mut self, option: usize, tracer: &mut P) -> bool {
        let nodes = self.option_nodes(self.starts[option] as usize);
        tracer.access(3 * nodes.len() + 2);
        if nodes.clone().any(|node| self.counts.is_covered(self.nodes[node].item as usize)) {
            return false;
        }
        nodes.for_each(|node| self.commit(node, tracer));
        self.forced.push(option);
        true
    }

    fn forbid<P: Tracer>(&mut self, option: usize, tracer: &mut P) {
        let nodes = self.option_nodes(self.starts[option] as usize);
        tracer.update(nodes.len());
        tracer.access(6 * nodes.len() + 2);
        nodes.for_each(|node| self.unlink(node));
        self.forbidden.push(option);
    }

    fn reset(&mut self) {
        while let Some(Level { item, node }) = self.levels.pop() {
            if node != item {
                self.uncommit_others(node as usize, &mut ());
            }
            self.uncover(item as usize, &mut ());
        }
        while let Some(option) = self.forced.pop() {
            let nodes = self.option_nodes(self.starts[option] as usize);
            nodes.rev().for_each(|node| self.uncommit(node, &mut ()));
        }
        while let Some(option) = self.forbidden.pop() {
            self.option_nodes(self.starts[option] as usize).for_each(|node| self.relink(node));
        }
    }
}
