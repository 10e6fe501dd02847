//! The dancing links themselves: items and options that are taken out and put back.

use std::ops::Range;

use super::Matrix;

/// The dancing links: nodes `0..items` head the lists of the items, the others belong to options.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Links {
    nodes: Vec<Node>,
    /// The nodes of each option: `starts[option]..starts[option + 1]`.
    starts: Vec<u32>,
    /// How many options each item has left.
    sizes: Vec<u32>,
    /// The list of primary items to be covered; its head is behind the last item.
    left: Vec<u32>,
    right: Vec<u32>,
    /// The items that a chosen option covers, so that clashing givens are found.
    taken: Vec<bool>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Node {
    up: u32,
    down: u32,
    item: u32,
    option: u32,
}

impl Links {
    pub(super) fn new(matrix: &Matrix) -> Self {
        let items = matrix.items;
        let header = |item: usize| {
            let item = item as u32;
            Node { up: item, down: item, item, option: u32::MAX }
        };
        let mut links = Self {
            nodes: (0..items).map(header).collect(),
            starts: vec![items as u32],
            sizes: vec![0; items],
            left: (0..=items as u32).collect(),
            right: (0..=items as u32).collect(),
            taken: vec![false; items],
        };
        let ring: Vec<usize> = std::iter::once(items).chain(0..matrix.primary).collect();
        for (index, &item) in ring.iter().enumerate() {
            let next = ring[(index + 1) % ring.len()];
            links.right[item] = next as u32;
            links.left[next] = item as u32;
        }
        matrix.options.iter().for_each(|option| links.append(option));
        links
    }

    fn append(&mut self, items: &[usize]) {
        let option = (self.starts.len() - 1) as u32;
        for &item in items {
            let node = self.nodes.len() as u32;
            let up = self.nodes[item].up;
            self.nodes.push(Node { up, down: item as u32, item: item as u32, option });
            self.nodes[up as usize].down = node;
            self.nodes[item].up = node;
            self.sizes[item] += 1;
        }
        self.starts.push(self.nodes.len() as u32);
    }

    pub(super) fn size(&self, item: usize) -> usize {
        self.sizes[item] as usize
    }

    pub(super) fn down(&self, node: usize) -> usize {
        self.nodes[node].down as usize
    }

    pub(super) fn option(&self, node: usize) -> usize {
        self.nodes[node].option as usize
    }

    fn nodes_of(&self, option: usize) -> Range<usize> {
        self.starts[option] as usize..self.starts[option + 1] as usize
    }

    /// The item with the fewest options, the first among equals; none when all are covered.
    pub(super) fn smallest(&self) -> Option<usize> {
        let head = self.sizes.len();
        let mut item = self.right[head] as usize;
        let (mut best, mut fewest) = (None, u32::MAX);
        while item != head {
            let size = self.sizes[item];
            if size < fewest {
                (best, fewest) = (Some(item), size);
                if size == 0 {
                    break;
                }
            }
            item = self.right[item] as usize;
        }
        best
    }

    pub(super) fn cover(&mut self, item: usize) {
        let (left, right) = (self.left[item], self.right[item]);
        self.right[left as usize] = right;
        self.left[right as usize] = left;
        let mut node = self.down(item);
        while node != item {
            for other in self.nodes_of(self.option(node)) {
                if other != node {
                    self.take_out(other);
                }
            }
            node = self.down(node);
        }
    }

    pub(super) fn uncover(&mut self, item: usize) {
        let mut node = self.nodes[item].up as usize;
        while node != item {
            for other in self.nodes_of(self.option(node)).rev() {
                if other != node {
                    self.put_back(other);
                }
            }
            node = self.nodes[node].up as usize;
        }
        let (left, right) = (self.left[item], self.right[item]);
        self.right[left as usize] = item as u32;
        self.left[right as usize] = item as u32;
    }

    /// Covers the items of the option of `node` except that of `node` itself; tells how many.
    pub(super) fn cover_others(&mut self, node: usize) -> usize {
        let nodes = self.nodes_of(self.option(node));
        for other in nodes.clone().filter(|&other| other != node) {
            self.cover(self.nodes[other].item as usize);
        }
        nodes.len() - 1
    }

    pub(super) fn uncover_others(&mut self, node: usize) {
        let nodes = self.nodes_of(self.option(node));
        for other in nodes.rev().filter(|&other| other != node) {
            self.uncover(self.nodes[other].item as usize);
        }
    }

    /// Covers all items of an option; does nothing and says false when one is taken already.
    pub(super) fn choose(&mut self, option: usize) -> bool {
        let item = |links: &Self, node: usize| links.nodes[node].item as usize;
        if self.nodes_of(option).any(|node| self.taken[item(self, node)]) {
            return false;
        }
        for node in self.nodes_of(option) {
            let item = item(self, node);
            self.taken[item] = true;
            self.cover(item);
        }
        true
    }

    pub(super) fn unchoose(&mut self, option: usize) {
        for node in self.nodes_of(option).rev() {
            let item = self.nodes[node].item as usize;
            self.uncover(item);
            self.taken[item] = false;
        }
    }

    /// Takes an option out of the lists of all its items.
    pub(super) fn hide(&mut self, option: usize) {
        self.nodes_of(option).for_each(|node| self.take_out(node));
    }

    pub(super) fn unhide(&mut self, option: usize) {
        self.nodes_of(option).rev().for_each(|node| self.put_back(node));
    }

    fn take_out(&mut self, node: usize) {
        let Node { up, down, item, .. } = self.nodes[node];
        self.nodes[up as usize].down = down;
        self.nodes[down as usize].up = up;
        self.sizes[item as usize] -= 1;
    }

    fn put_back(&mut self, node: usize) {
        let Node { up, down, item, .. } = self.nodes[node];
        self.nodes[up as usize].down = node as u32;
        self.nodes[down as usize].up = node as u32;
        self.sizes[item as usize] += 1;
    }
}
