//! Who may watch a search: one method and an enum, so that forwarding and recording are one line.
//!
//! [`Solver::solve`](super::Solver::solve) is compiled with `()`, which watches nothing and adds
//! no instruction; [`Solver::trace`](super::Solver::trace) with `&mut dyn Observer`.

use board::instance::VertexColour;
use board::{Cell, Symbol, Vertex};

use super::Step;

/// A step of a search.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum Event<'a> {
    /// A search state was entered.
    Node,
    /// A round began.
    Round,
    /// The turn of a technique led to something, or a sweep of a round began.
    Pass,
    /// `symbol` was tried in `cell`, one of `alternatives` possibilities of the place that was chosen (a
    /// cell, or a symbol in a region).
    Bet {
        /// Where.
        cell: Cell,
        /// What.
        symbol: Symbol,
        /// Out of how many.
        alternatives: usize,
    },
    /// `symbol` was the only possibility left and was placed in `cell`.
    Deduce {
        /// Where.
        cell: Cell,
        /// What.
        symbol: Symbol,
    },
    /// A technique led to a step, which is taken next.
    Step {
        /// The id of the technique.
        technique: &'static str,
        /// What it saw, and what follows.
        step: &'a Step,
    },
    /// An item of an exact cover problem was covered: the options that are left do not have it.
    Cover {
        /// Its number.
        item: usize,
    },
    /// An option of an exact cover problem was tried, one of `alternatives` that an item had left.
    Choose {
        /// Its number.
        option: usize,
        /// Out of how many; a bet, unless it was the only one.
        alternatives: usize,
    },
    /// An item of an exact cover problem was put back. Told by Dancing Links alone: other structures
    /// restore their state at once.
    Uncover {
        /// Its number.
        item: usize,
    },
    /// A vertex of a graph got a colour, one of `alternatives` that were left for it.
    Paint {
        /// Its number.
        vertex: Vertex,
        /// The colour.
        colour: VertexColour,
        /// Out of how many; a bet, unless it was the only one.
        alternatives: usize,
    },
    /// The search state had no possibility left somewhere and was abandoned.
    Conflict,
    /// The last open bet was taken back.
    Undo,
    /// A solution of an exact cover problem.
    Chosen {
        /// The numbers of the options.
        options: &'a [usize],
    },
    /// The best colouring of a graph that was found.
    Coloured {
        /// The colour of each vertex.
        colours: &'a [VertexColour],
    },
    /// A solution of a formula.
    Model {
        /// The value of each variable.
        values: &'a [bool],
    },
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

    /// Whether anybody looks: what costs time to tell is made only then.
    #[inline(always)]
    fn watches(&self) -> bool {
        true
    }
}

impl Observer for () {
    #[inline(always)]
    fn watches(&self) -> bool {
        false
    }

    #[inline(always)]
    fn event(&mut self, _: Event<'_>) {}
}

impl<O: Observer + ?Sized> Observer for &mut O {
    fn event(&mut self, event: Event<'_>) {
        (**self).event(event);
    }

    fn watches(&self) -> bool {
        (**self).watches()
    }
}

/// Watches and keeps nothing: for what is counted only when somebody watches.
#[derive(Clone, Copy, Debug)]
pub struct NullObserver;

impl Observer for NullObserver {
    fn event(&mut self, _: Event<'_>) {}
}
