//! Observers of a search. There is one method and one enum, so that forwarding and recording take
//! one line.
//!
//! [`Solver::solve`](super::Solver::solve) is compiled with `()`, which observes nothing and adds
//! no instruction; [`Solver::trace`](super::Solver::trace) with `&mut dyn Observer`.

use board::instance::{Literal, VertexColour};
use board::{Cell, Count, Symbol, Vertex};

use super::{Counters, Step};

/// A step of a search.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum Event<'a> {
    /// A choice is about to be made or undone: what was counted since the last time belongs to the level
    /// that is open.
    Counted {
        /// The counters so far.
        counters: &'a Counters,
    },
    /// A search state was entered.
    Node,
    /// A round began.
    Round,
    /// A technique succeeded in its turn, or a sweep of a round began.
    Pass,
    /// `symbol` was tried in `cell`, one of `alternatives` possibilities of the chosen place (a
    /// cell, or a symbol in a region).
    Bet {
        /// The cell.
        cell: Cell,
        /// The symbol.
        symbol: Symbol,
        /// The number of possibilities.
        alternatives: usize,
    },
    /// A bet on several cells at once: `symbol` stays possible in `cells`, one of `alternatives` sets of
    /// cells, and was removed from the cells `others`.
    Confine {
        /// The symbol.
        symbol: Symbol,
        /// The cells that may still take the symbol.
        cells: &'a [Cell],
        /// The cells that may not take it any more, whether they could or not.
        others: &'a [Cell],
        /// The number of sets of cells.
        alternatives: usize,
    },
    /// `symbol` was the only possibility left and was placed in `cell`.
    Deduce {
        /// The cell.
        cell: Cell,
        /// The symbol.
        symbol: Symbol,
    },
    /// A technique found a step, which is applied next.
    Step {
        /// The id of the technique.
        technique: &'static str,
        /// The pattern, and what follows from it.
        step: &'a Step,
    },
    /// An item of an exact cover problem was covered: no remaining option contains it.
    Cover {
        /// Its number.
        item: usize,
    },
    /// An option of an exact cover problem was tried, one of `alternatives` that an item had left.
    Choose {
        /// Its number.
        option: usize,
        /// The number of options; a bet, unless it was the only one.
        alternatives: usize,
    },
    /// No further option of an item of an exact cover problem with multiplicities is chosen, which is one of
    /// `alternatives`: the others are options.
    Close {
        /// Its number.
        item: usize,
        /// The number of alternatives; a bet, unless it was the only one.
        alternatives: usize,
    },
    /// An item of an exact cover problem was uncovered. Only Dancing Links reports this: other data
    /// structures restore their state at once.
    Uncover {
        /// Its number.
        item: usize,
    },
    /// A vertex of a graph was coloured, with one of `alternatives` colours that were left for it.
    Paint {
        /// Its number.
        vertex: Vertex,
        /// The colour.
        colour: VertexColour,
        /// The number of colours; a bet, unless it was the only one.
        alternatives: usize,
    },
    /// The formula of a puzzle was loaded.
    Encoded {
        /// By variable, the candidate that it stands for; `None` for an auxiliary variable.
        candidates: &'a [Option<(Cell, Symbol)>],
    },
    /// A literal was assumed: a decision, with which the next level begins.
    Assume {
        /// The literal.
        literal: Literal,
        /// The level, counted from 1.
        level: usize,
    },
    /// A literal was implied by a clause, at the current level.
    Imply {
        /// The literal.
        literal: Literal,
        /// The other literals of the clause, which are all false; some that are false at level 0 may be
        /// missing. Empty for a unit clause, and for a literal that earlier branches have refuted.
        reason: &'a [Literal],
    },
    /// All literals of a clause are false. A conflict follows.
    Falsify {
        /// The clause.
        clause: &'a [Literal],
    },
    /// A clause was learnt from a conflict.
    Learn {
        /// The clause.
        clause: &'a [Literal],
    },
    /// All levels above `level` were undone.
    Backjump {
        /// The level that is now the last one; 0 if nothing is assumed any more.
        level: usize,
    },
    /// The search gave up its decisions, of which the backjump to level 0 follows.
    Restart,
    /// A place in the search state had no possibility left, and the state was abandoned.
    Conflict,
    /// The last open bet was undone.
    Undo,
    /// The search state has this many solutions, which is known from before.
    Known {
        /// The number of solutions.
        solutions: &'a Count,
    },
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
    /// A solution of a puzzle.
    Solution {
        /// The symbol of each cell.
        grid: &'a [Symbol],
    },
}

/// Observes a search.
///
/// ```
/// use std::sync::Arc;
///
/// use board::{Puzzle, catalog, text::line};
/// use solvers::{Event, Limits, Observer, SEARCH};
///
/// /// Counts the cells that a search fills without a choice.
/// #[derive(Default)]
/// struct Deductions(u64);
///
/// impl Observer for Deductions {
///     fn event(&mut self, event: Event<'_>) {
///         self.0 += u64::from(matches!(event, Event::Deduce { .. }));
///     }
/// }
///
/// let classic = Arc::new(catalog::classic(4)?);
/// let puzzle = line::parse("....1.3.431.2...", &classic)?;
/// let mut deductions = Deductions::default();
/// let mut solver = SEARCH.prepare::<Puzzle>(&classic)?;
/// let outcome = solver.trace(&puzzle, &Limits::solutions(2), &mut deductions);
/// assert_eq!(deductions.0, outcome.counters.deductions);
/// assert_eq!((deductions.0, outcome.counters.bets), (10, 0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Observer {
    /// Receives an event.
    fn event(&mut self, event: Event<'_>);

    /// Returns whether events are observed at all. Events that are expensive to create are created
    /// only then.
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

/// Observes and discards all events, for counters that are only filled in observed searches.
#[derive(Clone, Copy, Debug)]
pub struct NullObserver;

impl Observer for NullObserver {
    fn event(&mut self, _: Event<'_>) {}
}
