//! The linked lists in a search with multiplicities, which undoes a trail of removals.

use std::ops::Range;

use super::super::multi_matrix::MultiMatrix;
use super::super::option_counts::OptionCounts;
use super::super::tracer::Tracer;
use super::trail::Removal;
use super::{Links, NO_COLOUR, Node, SPACER};

impl Links {
    /// Applies `act` to each other node of the option of `node`, except those of purified items, and returns their number.
    #[inline]
    fn each_open(&mut self, node: usize, act: impl Fn(&mut Self, usize)) -> usize {
        let (mut other, mut others) = (node + 1, 0);
        while other != node {
            let Node { up, item, .. } = self.nodes[other];
            if item == SPACER {
                other = up as usize;
                continue;
            }
            if self.agreed[item as usize] == 0 {
                act(self, other);
                others += 1;
            }
            other += 1;
        }
        others
    }

    /// Hides the options of an item, except those that give it this colour.
    fn hide_options<P: Tracer>(&mut self, item: usize, colour: u32, tracer: &mut P) {
        tracer.access(3);
        let mut node = self.nodes[item].down as usize;
        while node != item {
            if colour == NO_COLOUR || self.colours[node] != colour {
                let others = self.each_open(node, Self::unlink);
                tracer.update(others);
                tracer.access(5 * others + 1);
            }
            tracer.access(1);
            node = self.nodes[node].down as usize;
        }
    }

    fn unhide_options<P: Tracer>(&mut self, item: usize, colour: u32, tracer: &mut P) {
        tracer.access(3);
        let mut node = self.nodes[item].up as usize;
        while node != item {
            if colour == NO_COLOUR || self.colours[node] != colour {
                let others = self.each_open(node, Self::relink);
                tracer.access(5 * others + 1);
            }
            tracer.access(1);
            node = self.nodes[node].up as usize;
        }
    }

    /// Undoes all but the first `mark` removals.
    fn undo_to<P: Tracer>(&mut self, mark: usize, tracer: &mut P) {
        while self.trail.removals.len() > mark {
            match self.trail.removals.pop().expect("a removal after the mark") {
                Removal::Cover(item) => {
                    self.unhide_options(item as usize, NO_COLOUR, tracer);
                    self.counts.uncover(item as usize);
                    tracer.uncover(item as usize);
                }
                Removal::Purify(node) => {
                    let item = self.nodes[node as usize].item as usize;
                    self.agreed[item] = 0;
                    self.unhide_options(item, self.colours[node as usize], tracer);
                    tracer.uncover(item);
                }
                Removal::Close(item) => self.counts.uncover(item as usize),
                Removal::Option(option) => {
                    let node = self.starts[option as usize] as usize;
                    let others = self.each_open(node, Self::relink);
                    self.relink_open(node);
                    tracer.access(5 * others + 6);
                }
            }
        }
    }

    fn unlink_open(&mut self, node: usize) -> usize {
        let is_open = self.agreed[self.nodes[node].item as usize] == 0;
        if is_open {
            self.unlink(node);
        }
        usize::from(is_open)
    }

    fn relink_open(&mut self, node: usize) {
        if self.agreed[self.nodes[node].item as usize] == 0 {
            self.relink(node);
        }
    }

    fn mark(&self) -> usize {
        self.trail.marks.last().copied().unwrap_or(0)
    }
}

impl MultiMatrix for Links {
    fn option_counts(&self) -> &OptionCounts {
        &self.counts
    }

    fn push_options(&self, item: usize, options: &mut Vec<u32>) {
        let mut node = self.nodes[item].down as usize;
        while node != item {
            options.push(self.nodes[self.spacer(node)].down);
            node = self.nodes[node].down as usize;
        }
    }

    fn entries(&self, option: usize) -> Range<usize> {
        self.option_nodes(self.starts[option] as usize)
    }

    #[inline]
    fn item(&self, entry: usize) -> usize {
        self.nodes[entry].item as usize
    }

    fn cover_item<P: Tracer>(&mut self, item: usize, tracer: &mut P) {
        tracer.cover(item);
        tracer.update(1);
        self.counts.cover(item);
        self.hide_options(item, NO_COLOUR, tracer);
        self.trail.removals.push(Removal::Cover(item as u32));
    }

    fn cover_entry<P: Tracer>(&mut self, entry: usize, tracer: &mut P) {
        let (item, colour) = (self.nodes[entry].item as usize, self.colours[entry]);
        tracer.access(2);
        if colour == NO_COLOUR {
            return self.cover_item(item, tracer);
        }
        if self.agreed[item] == 0 {
            tracer.cover(item);
            self.hide_options(item, colour, tracer);
            self.agreed[item] = 1;
            self.trail.removals.push(Removal::Purify(entry as u32));
        }
    }

    fn close<P: Tracer>(&mut self, item: usize, tracer: &mut P) {
        tracer.access(3);
        self.counts.cover(item);
        self.trail.removals.push(Removal::Close(item as u32));
    }

    fn remove<P: Tracer>(&mut self, option: usize, tracer: &mut P) {
        let node = self.starts[option] as usize;
        let nodes = self.unlink_open(node) + self.each_open(node, Self::unlink);
        tracer.update(nodes);
        tracer.access(5 * nodes + 1);
        self.trail.removals.push(Removal::Option(option as u32));
    }

    fn push_state<P: Tracer>(&mut self, _: &mut P) {
        self.trail.marks.push(self.trail.removals.len());
    }

    fn replace_state<P: Tracer>(&mut self, tracer: &mut P) {
        self.trail.marks.pop();
        self.push_state(tracer);
    }

    fn restore_state<P: Tracer>(&mut self, tracer: &mut P) {
        self.undo_to(self.mark(), tracer);
    }

    fn pop_state<P: Tracer>(&mut self, tracer: &mut P) {
        self.restore_state(tracer);
        self.trail.marks.pop();
    }

    fn reset_all(&mut self) {
        self.undo_to(0, &mut ());
        self.trail.marks.clear();
    }
}
