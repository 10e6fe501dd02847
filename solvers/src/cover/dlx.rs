//! Dancing Links: Knuth's Algorithm X with his choice of the smallest item.
//!
//! Each item heads a circular list of the options that cover it, and the primary items that are
//! still to be covered hang on a list of their own. Covering an item takes it off that list and
//! takes its options out of the lists of their other items; because a node that was taken out
//! keeps its links, putting it back needs no memory (Hitotsumatsu & Noshita 1979; Knuth,
//! *Dancing Links*, 2000):
//!
//! ```text
//!   take out x:   down[up[x]] ← down[x],  up[down[x]] ← up[x]
//!   put back x:   down[up[x]] ← x,        up[down[x]] ← x
//! ```
//!
//! The search covers the item with the fewest options left, the first among equals, and tries its
//! options in order. An item with one option left is a forced move: a node, but no bet. The nodes
//! of an option lie side by side in memory, so that an option is a range and needs no links
//! sideways. Givens are options chosen before the search starts: the matrix is built once for a
//! geometry, and a puzzle costs only the covering of its givens.

use std::ops::{ControlFlow, Range};

use board::{Geometry, Puzzle, Symbol};

use super::{Matrix, cell_and_symbol};
use crate::meter::{Limits, Meter};
use crate::observer::Observer;
use crate::outcome::{Counter, Outcome, Stop};
use crate::solver::{Backend, Honors, Method, Obeys, Solver, Task};

/// The row `cover/dlx`.
pub const DLX: Backend = Backend {
    id: "cover/dlx",
    about: "Dancing Links, smallest item first (Knuth)",
    method: Method {
        state: "items and options, linked",
        inference: "forced items",
        choice: "item with fewest options",
    },
    tasks: &[Task::First, Task::Unique, Task::Count],
    counts: &[
        Counter::Nodes,
        Counter::Bets,
        Counter::Conflicts,
        Counter::Deductions,
        Counter::Propagations,
        Counter::MaxDepth,
    ],
    counts_traced: &[],
    honors: Honors { nodes: Obeys::Exactly, time: Obeys::Exactly },
    stateful: false,
    prepare: |geometry| Ok(Box::new(Dlx::new(geometry))),
};

struct Dlx {
    symbols: usize,
    links: Links,
    /// The options that the givens choose, in order.
    givens: Vec<usize>,
    /// The options that the puzzle forbids in cells that are not given.
    hidden: Vec<usize>,
    /// Items in progress.
    frames: Vec<Frame>,
    /// The symbol of each cell, for a solution.
    grid: Vec<Symbol>,
}

/// An item whose options are tried one after the other.
struct Frame {
    item: usize,
    among: usize,
    /// The node of the option that is being tried; the item itself before the first.
    node: usize,
}

impl Dlx {
    fn new(geometry: &Geometry) -> Self {
        Self {
            symbols: geometry.symbols(),
            links: Links::new(&Matrix::new(geometry)),
            givens: Vec::new(),
            hidden: Vec::new(),
            frames: Vec::new(),
            grid: vec![0; geometry.cells()],
        }
    }

    fn run<O: Observer>(&mut self, puzzle: &Puzzle, mut meter: Meter<'_, O>) -> Outcome {
        let flow = self.enter(puzzle, &mut meter);
        self.leave();
        meter.finish(flow)
    }

    /// Chooses the givens, then searches.
    fn enter<O: Observer>(
        &mut self,
        puzzle: &Puzzle,
        meter: &mut Meter<'_, O>,
    ) -> ControlFlow<Stop> {
        meter.node()?;
        self.hide_forbidden(puzzle);
        if self.choose_givens(puzzle) {
            self.search(meter)
        } else {
            meter.conflict();
            ControlFlow::Continue(())
        }
    }

    /// Takes everything back, wherever the search stopped.
    fn leave(&mut self) {
        while let Some(frame) = self.frames.pop() {
            if frame.node != frame.item {
                self.links.uncover_others(frame.node);
            }
            self.links.uncover(frame.item);
        }
        while let Some(option) = self.givens.pop() {
            self.links.unchoose(option);
        }
        while let Some(option) = self.hidden.pop() {
            self.links.unhide(option);
        }
    }

    fn hide_forbidden(&mut self, puzzle: &Puzzle) {
        for (cell, &allowed) in puzzle.allowed().iter().enumerate() {
            if allowed.len() == 1 || allowed.len() == self.symbols {
                continue;
            }
            for symbol in (0..self.symbols).filter(|&s| !allowed.contains(s as Symbol)) {
                let option = cell * self.symbols + symbol;
                self.links.hide(option);
                self.hidden.push(option);
            }
        }
    }

    /// False when two givens clash.
    fn choose_givens(&mut self, puzzle: &Puzzle) -> bool {
        for (cell, allowed) in puzzle.allowed().iter().enumerate() {
            let Some(symbol) = allowed.single() else { continue };
            let option = cell * self.symbols + usize::from(symbol);
            if !self.links.choose(option) {
                return false;
            }
            self.grid[cell] = symbol;
            self.givens.push(option);
        }
        true
    }

    fn search<O: Observer>(&mut self, meter: &mut Meter<'_, O>) -> ControlFlow<Stop> {
        loop {
            match self.links.smallest() {
                None => {
                    self.read_grid();
                    meter.solution(&self.grid)?;
                }
                Some(item) if self.links.size(item) == 0 => meter.conflict(),
                Some(item) => {
                    self.frames.push(Frame { item, among: self.links.size(item), node: item });
                    self.links.cover(item);
                    meter.propagate(1);
                }
            }
            if !self.next_option(meter) {
                return ControlFlow::Continue(());
            }
            meter.node()?;
        }
    }

    /// Goes back to the last item that has an option untried, and takes the next one; false when
    /// there is none.
    fn next_option<O: Observer>(&mut self, meter: &mut Meter<'_, O>) -> bool {
        while let Some(frame) = self.frames.last_mut() {
            let &mut Frame { item, among, node } = frame;
            if node != item {
                self.links.uncover_others(node);
                if among > 1 {
                    meter.undo();
                }
            }
            let next = self.links.down(node);
            if next == item {
                self.links.uncover(item);
                self.frames.pop();
                continue;
            }
            frame.node = next;
            meter.propagate(self.links.cover_others(next));
            let (cell, symbol) = cell_and_symbol(self.links.option(next), self.symbols);
            if among > 1 {
                meter.bet(cell, symbol, among);
            } else {
                meter.deduce(cell, symbol);
            }
            return true;
        }
        false
    }

    fn read_grid(&mut self) {
        for frame in &self.frames {
            let (cell, symbol) = cell_and_symbol(self.links.option(frame.node), self.symbols);
            self.grid[cell] = symbol;
        }
    }
}

impl Solver for Dlx {
    fn solve(&mut self, puzzle: &Puzzle, limits: &Limits<'_>) -> Outcome {
        self.run(puzzle, Meter::new(limits, ()))
    }

    fn trace(
        &mut self,
        puzzle: &Puzzle,
        limits: &Limits<'_>,
        observer: &mut dyn Observer,
    ) -> Outcome {
        self.run(puzzle, Meter::new(limits, observer))
    }
}

/// The dancing links: nodes `0..items` head the lists of the items, the others belong to options.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Links {
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
    fn new(matrix: &Matrix) -> Self {
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

    fn size(&self, item: usize) -> usize {
        self.sizes[item] as usize
    }

    fn down(&self, node: usize) -> usize {
        self.nodes[node].down as usize
    }

    fn option(&self, node: usize) -> usize {
        self.nodes[node].option as usize
    }

    fn nodes_of(&self, option: usize) -> Range<usize> {
        self.starts[option] as usize..self.starts[option + 1] as usize
    }

    /// The item with the fewest options, the first among equals; none when all are covered.
    fn smallest(&self) -> Option<usize> {
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

    fn cover(&mut self, item: usize) {
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

    fn uncover(&mut self, item: usize) {
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
    fn cover_others(&mut self, node: usize) -> usize {
        let nodes = self.nodes_of(self.option(node));
        for other in nodes.clone().filter(|&other| other != node) {
            self.cover(self.nodes[other].item as usize);
        }
        nodes.len() - 1
    }

    fn uncover_others(&mut self, node: usize) {
        let nodes = self.nodes_of(self.option(node));
        for other in nodes.rev().filter(|&other| other != node) {
            self.uncover(self.nodes[other].item as usize);
        }
    }

    /// Covers all items of an option; does nothing and says false when one is taken already.
    fn choose(&mut self, option: usize) -> bool {
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

    fn unchoose(&mut self, option: usize) {
        for node in self.nodes_of(option).rev() {
            let item = self.nodes[node].item as usize;
            self.uncover(item);
            self.taken[item] = false;
        }
    }

    /// Takes an option out of the lists of all its items.
    fn hide(&mut self, option: usize) {
        self.nodes_of(option).for_each(|node| self.take_out(node));
    }

    fn unhide(&mut self, option: usize) {
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

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use board::{SymbolSet, catalog, text::line};

    use super::*;

    const ESCARGOT: &str =
        "100007090030020008009600500005300900010080002600004000300000010040000007007000300";

    #[test]
    fn the_links_are_as_they_were_after_every_kind_of_end() {
        let geometry = Arc::new(catalog::classic(9).unwrap());
        let mut solver = Dlx::new(&geometry);
        let pristine = solver.links.clone();
        let puzzle = line::parse(ESCARGOT, &geometry).unwrap();
        let clashing = line::parse(&format!("11{}", ".".repeat(79)), &geometry).unwrap();
        let mut marks = vec![SymbolSet::all(9); 81];
        marks[40] = [1, 5].into_iter().collect();
        marks[41] = SymbolSet::EMPTY;
        let marked = Puzzle::from_allowed(geometry.clone(), marks);
        let few_nodes = Limits { nodes: Some(10), ..Limits::solutions(2) };
        let ends = [
            (&puzzle, Limits::solutions(2), Stop::Exhausted),
            (&puzzle, few_nodes, Stop::NodeLimit),
            (&puzzle, Limits::solutions(1), Stop::SolutionLimit),
            (&clashing, Limits::solutions(2), Stop::Exhausted),
            (&marked, Limits::solutions(2), Stop::Exhausted),
        ];
        for (puzzle, limits, stop) in ends {
            assert_eq!(solver.solve(puzzle, &limits).stop, stop);
            assert!(solver.links == pristine);
        }
    }

    #[test]
    fn a_forced_item_is_a_node_but_no_bet() {
        let geometry = Arc::new(catalog::classic(4).unwrap());
        let puzzle = line::parse("....1.3.431.2...", &geometry).unwrap();
        let outcome = Dlx::new(&geometry).solve(&puzzle, &Limits::solutions(2));
        assert_eq!((outcome.stop, outcome.solutions), (Stop::Exhausted, 1));
        assert_eq!((outcome.counters.bets, outcome.counters.deductions), (0, 10));
        assert_eq!(outcome.counters.nodes, 11);
    }
}
