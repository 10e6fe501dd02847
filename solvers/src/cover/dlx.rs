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

use std::ops::ControlFlow;

use board::{Geometry, Puzzle, Symbol};

use super::links::Links;
use super::{Matrix, cell_and_symbol};
use crate::meter::Meter;
use crate::observer::Observer;
use crate::outcome::{Counter, Stop};
use crate::solver::{Backend, Honors, Method, Obeys, Search, Task};

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
    assumes_unique: false,
    complete: true,
    stateful: false,
    batches: false,
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

impl Search for Dlx {
    fn search<O: Observer>(
        &mut self,
        puzzle: &Puzzle,
        meter: &mut Meter<'_, O>,
    ) -> ControlFlow<Stop> {
        let flow = self.enter(puzzle, meter);
        self.leave();
        flow
    }
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

    /// Chooses the givens, then searches.
    fn enter<O: Observer>(
        &mut self,
        puzzle: &Puzzle,
        meter: &mut Meter<'_, O>,
    ) -> ControlFlow<Stop> {
        meter.node()?;
        self.hide_forbidden(puzzle);
        if self.choose_givens(puzzle) {
            self.choose_items(meter)
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

    fn choose_items<O: Observer>(&mut self, meter: &mut Meter<'_, O>) -> ControlFlow<Stop> {
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

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use board::{SymbolSet, catalog, text::line};

    use super::*;
    use crate::{Limits, Solver};

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
