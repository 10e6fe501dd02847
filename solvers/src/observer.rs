//! Who may watch a search: one method and an enum, so that forwarding and recording are one line.
//!
//! [`Solver::solve`](crate::Solver::solve) is compiled with `()`, which watches nothing and adds
//! no instruction; [`Solver::trace`](crate::Solver::trace) with `&mut dyn Observer`.

use board::{Cell, Grid, Symbol};

/// A step of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Event<'a> {
    /// A search state was entered.
    Node,
    /// `symbol` was tried in `cell`, one of `among` possibilities of the place that was chosen (a
    /// cell, or a symbol in a region).
    Bet {
        /// Where.
        cell: Cell,
        /// What.
        symbol: Symbol,
        /// Out of how many.
        among: usize,
    },
    /// `symbol` was the only possibility left and was placed in `cell`.
    Deduce {
        /// Where.
        cell: Cell,
        /// What.
        symbol: Symbol,
    },
    /// The search state had no possibility left somewhere and was abandoned.
    Conflict,
    /// The last open bet was taken back.
    Undo,
    /// A solution.
    Solution {
        /// The symbol of each cell.
        grid: &'a [Symbol],
    },
}

/// Watches a search.
pub trait Observer {
    /// Takes note of a step.
    fn event(&mut self, event: Event<'_>);
}

impl Observer for () {
    #[inline(always)]
    fn event(&mut self, _: Event<'_>) {}
}

impl<O: Observer + ?Sized> Observer for &mut O {
    fn event(&mut self, event: Event<'_>) {
        (**self).event(event);
    }
}

/// A step, kept.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Recorded {
    /// [`Event::Node`].
    Node,
    /// [`Event::Bet`].
    Bet {
        /// Where.
        cell: Cell,
        /// What.
        symbol: Symbol,
        /// Out of how many.
        among: usize,
    },
    /// [`Event::Deduce`].
    Deduce {
        /// Where.
        cell: Cell,
        /// What.
        symbol: Symbol,
    },
    /// [`Event::Conflict`].
    Conflict,
    /// [`Event::Undo`].
    Undo,
    /// [`Event::Solution`].
    Solution(Grid),
}

/// Keeps every step.
#[derive(Clone, Debug, Default)]
pub struct Recorder {
    /// The steps, in order.
    pub events: Vec<Recorded>,
}

impl Observer for Recorder {
    fn event(&mut self, event: Event<'_>) {
        self.events.push(match event {
            Event::Node => Recorded::Node,
            Event::Bet { cell, symbol, among } => Recorded::Bet { cell, symbol, among },
            Event::Deduce { cell, symbol } => Recorded::Deduce { cell, symbol },
            Event::Conflict => Recorded::Conflict,
            Event::Undo => Recorded::Undo,
            Event::Solution { grid } => Recorded::Solution(Grid::new(grid)),
        });
    }
}
