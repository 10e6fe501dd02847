//! Dancing cells: the options of each item as a sparse set.
//!
//! A *sparse set* is an array whose first *size* positions hold the members of the set, together with
//! the position of each element (Briggs & Torczon 1993). An element is removed by swapping it with the
//! last member and decrementing the size. All elements removed since some moment are restored by
//! resetting the size, whatever their order has become:
//!
//! ```text
//!   set of a      | 3 7 8 9 |          size 4
//!   remove 7      | 3 9 8 | 7          size 3
//!   remove 3      | 8 9 | 3 7          size 2
//!   restore       | 8 9 3 7 |          size 4
//! ```
//!
//! A bet therefore copies only the sizes, 648 bytes on 9×9, and backtracking touches no links (le
//! Clément, Schaus, Solnon & Lecoutre 2013; Solnon on exact cover; Knuth calls it dancing with cells,
//! §7.2.2.3). The order within a set is arbitrary, so the options of an item are sorted before they are
//! tried, and ties are broken by item number. The search visits the same nodes as [`dlx`](super::dlx).

use std::ops::Range;

use board::instance::{Entry, ExactCover};

use super::heuristic::FewestOptions;
use super::levels::{LevelStep, Levels};
use super::matrix::CoverMatrix;
use super::multi_matrix::MultiMatrix;
use super::option_counts::{OptionCounts, SavedCounts};
use super::tracer::Tracer;
use super::{algorithm_m, ones_only, puzzles};
use crate::contract::{Backend, Preparation, Takes, Unsupported};

/// The row `cover/dancing-cells`.
pub const DANCING_CELLS: Backend = puzzles::row(
    "cover/dancing-cells",
    "Algorithm X on sparse sets, fewest options first (Solnon, Knuth)",
    "items and options, as sparse sets",
    Takes {
        puzzles: Some(Preparation::new(|it| {
            puzzles::prepare(it, DancingCells::new, |_| FewestOptions)
        })),
        covers: Some(Preparation::new(|it| algorithm_m::prepare(it, DancingCells::of_any))),
        ..Takes::NOTHING
    },
);

/// Marks a node without a colour.
const NO_COLOUR: u32 = u32::MAX;

/// The sparse set of each item.
#[derive(Clone, Debug)]
pub(super) struct DancingCells {
    /// The sets of all items, concatenated: for each item the remaining nodes, then the removed ones.
    sets: Vec<u32>,
    /// The start of each set.
    set_starts: Vec<u32>,
    counts: OptionCounts,
    /// The position of each node in `sets`.
    places: Vec<u32>,
    nodes: Vec<Node>,
    /// The start of the nodes of each option, and the end of the last.
    starts: Vec<u32>,
    levels: Levels,
    /// The counts of the whole problem, then those at each level that has several options.
    saved: SavedCounts,
}

/// An item in an option.
#[derive(Clone, Copy, Debug)]
struct Node {
    item: u32,
    option: u32,
    colour: u32,
}

impl DancingCells {
    /// Returns the sets of a problem without multiplicities.
    ///
    /// # Errors
    /// If it has some, or is too large.
    pub(super) fn new(problem: &ExactCover) -> Result<Self, Unsupported> {
        ones_only(problem)?;
        Self::of_any(problem)
    }

    /// Returns the sets of a problem, whose multiplicities are those of the search.
    ///
    /// # Errors
    /// If it is too large.
    fn of_any(problem: &ExactCover) -> Result<Self, Unsupported> {
        let mut cells = Self {
            sets: Vec::with_capacity(problem.entry_count()),
            set_starts: Vec::with_capacity(problem.items()),
            counts: OptionCounts::new(problem)?,
            places: vec![0; problem.entry_count()],
            nodes: Vec::with_capacity(problem.entry_count()),
            starts: vec![0],
            levels: Levels::new(problem.primary()),
            saved: SavedCounts::default(),
        };
        cells.saved.save(&cells.counts);
        let mut sets: Vec<Vec<u32>> = vec![Vec::new(); problem.items()];
        for (option, entries) in problem.options().enumerate() {
            for &Entry { item, colour } in entries {
                sets[item as usize].push(cells.nodes.len() as u32);
                let colour = colour.unwrap_or(NO_COLOUR);
                cells.nodes.push(Node { item, option: option as u32, colour });
            }
            cells.starts.push(cells.nodes.len() as u32);
        }
        for set in sets {
            cells.set_starts.push(cells.sets.len() as u32);
            for node in set {
                cells.places[node as usize] = cells.sets.len() as u32;
                cells.sets.push(node);
            }
        }
        Ok(cells)
    }

    /// Returns the positions of the nodes that an item has left, or had when it was covered.
    #[inline]
    fn set(&self, item: usize) -> Range<usize> {
        let start = self.set_starts[item] as usize;
        start..start + self.counts.get(item)
    }

    #[inline]
    fn nodes_of(&self, option: usize) -> Range<usize> {
        self.starts[option] as usize..self.starts[option + 1] as usize
    }

    /// Covers or purifies the items of an option that are not covered yet.
    fn commit<P: Tracer>(&mut self, option: usize, tracer: &mut P) {
        self.nodes_of(option).for_each(|node| self.commit_node(node, tracer));
    }

    /// Covers or purifies the item of a node, unless it is covered.
    #[inline]
    fn commit_node<P: Tracer>(&mut self, node: usize, tracer: &mut P) {
        let Node { item, colour, .. } = self.nodes[node];
        tracer.access(3);
        if !self.counts.is_covered(item as usize) {
            self.cover(item as usize, colour, tracer);
        }
    }

    /// Removes the options that contain an item, except those that assign `colour` to it, from the sets
    /// of their other items.
    fn cover<P: Tracer>(&mut self, item: usize, colour: u32, tracer: &mut P) {
        tracer.cover(item);
        tracer.update(1);
        tracer.access(4);
        let set = self.set(item);
        self.counts.cover(item);
        for place in set {
            let node = self.sets[place] as usize;
            tracer.access(2);
            if colour == NO_COLOUR || self.nodes[node].colour != colour {
                self.hide(node, tracer);
            }
        }
    }

    #[inline]
    fn hide<P: Tracer>(&mut self, node: usize, tracer: &mut P) {
        tracer.access(3);
        for other in self.nodes_of(self.nodes[node].option as usize) {
            if other != node {
                self.remove(other, tracer);
            }
        }
    }

    /// Removes a node from the set of its item. The set of a covered item stays as it is; its size is
    /// restored later.
    #[inline]
    fn remove<P: Tracer>(&mut self, node: usize, tracer: &mut P) {
        let item = self.nodes[node].item as usize;
        tracer.access(2);
        if self.counts.is_covered(item) {
            return;
        }
        tracer.update(1);
        tracer.access(9);
        self.counts.shrink(item);
        let (place, end) = (self.places[node], self.set(item).end);
        let last = self.sets[end];
        self.sets[place as usize] = last;
        self.places[last as usize] = place;
        self.sets[end] = node as u32;
        self.places[node] = end as u32;
    }
}

impl CoverMatrix for DancingCells {
    fn option_counts(&self) -> &OptionCounts {
        &self.counts
    }

    fn open<P: Tracer>(&mut self, item: usize, tracer: &mut P) {
        let set = &self.sets[self.set(item)];
        let options = set.iter().map(|&node| self.nodes[node as usize].option);
        let several = self.levels.open(options);
        tracer.access(2 + 3 * self.set(item).len());
        self.cover(item, NO_COLOUR, tracer);
        if several {
            tracer.access(2 * self.counts.words());
            self.saved.save(&self.counts);
        }
    }

    fn advance<P: Tracer>(&mut self, tracer: &mut P) -> Option<usize> {
        match self.levels.advance()? {
            LevelStep::Try { option, again } => {
                if again {
                    tracer.access(2 * self.counts.words());
                    self.saved.restore(&mut self.counts);
                }
                self.commit(option, tracer);
                Some(option)
            }
            LevelStep::Close { several } => {
                if several {
                    self.saved.forget(&self.counts);
                }
                None
            }
        }
    }

    fn force<P: Tracer>(&mut self, option: usize, tracer: &mut P) -> bool {
        let mut nodes = self.nodes_of(option);
        tracer.access(2 + 2 * nodes.len());
        let possible = nodes.all(|node| !self.counts.is_covered(self.nodes[node].item as usize));
        if possible {
            self.commit(option, tracer);
        }
        possible
    }

    fn forbid<P: Tracer>(&mut self, option: usize, tracer: &mut P) {
        tracer.access(2);
        self.nodes_of(option).for_each(|node| self.remove(node, tracer));
    }

    fn reset(&mut self) {
        self.levels.clear();
        self.saved.keep_first(&self.counts);
        self.saved.restore(&mut self.counts);
    }
}

impl MultiMatrix for DancingCells {
    fn option_counts(&self) -> &OptionCounts {
        &self.counts
    }

    fn push_options(&self, item: usize, options: &mut Vec<u32>) {
        let start = options.len();
        let set = &self.sets[self.set(item)];
        options.extend(set.iter().map(|&node| self.nodes[node as usize].option));
        options[start..].sort_unstable();
    }

    fn entries(&self, option: usize) -> Range<usize> {
        self.nodes_of(option)
    }

    #[inline]
    fn item(&self, entry: usize) -> usize {
        self.nodes[entry].item as usize
    }

    fn cover_item<P: Tracer>(&mut self, item: usize, tracer: &mut P) {
        self.cover(item, NO_COLOUR, tracer);
    }

    fn cover_entry<P: Tracer>(&mut self, entry: usize, tracer: &mut P) {
        self.commit_node(entry, tracer);
    }

    fn close<P: Tracer>(&mut self, item: usize, tracer: &mut P) {
        tracer.access(2);
        self.counts.cover(item);
    }

    fn remove<P: Tracer>(&mut self, option: usize, tracer: &mut P) {
        self.forbid(option, tracer);
    }

    fn push_state<P: Tracer>(&mut self, tracer: &mut P) {
        tracer.access(2 * self.counts.words());
        self.saved.save(&self.counts);
    }

    fn replace_state<P: Tracer>(&mut self, tracer: &mut P) {
        self.saved.forget(&self.counts);
        self.push_state(tracer);
    }

    fn restore_state<P: Tracer>(&mut self, tracer: &mut P) {
        tracer.access(2 * self.counts.words());
        self.saved.restore(&mut self.counts);
    }

    fn pop_state<P: Tracer>(&mut self, _: &mut P) {
        self.saved.forget(&self.counts);
    }

    fn reset_all(&mut self) {
        self.reset();
    }
}
