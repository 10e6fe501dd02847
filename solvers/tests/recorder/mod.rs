//! Records every event of a search, for the unit tests of the crate and its integration tests.

use board::instance::{Literal, VertexColour};
use board::{Cell, Grid, Symbol, Vertex};

use super::{Event, Observer, Step};

/// A recorded event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Recorded {
    /// [`Event::Node`].
    Node,
    /// [`Event::Round`].
    Round,
    /// [`Event::Pass`].
    Pass,
    /// [`Event::Bet`].
    Bet {
        /// The cell.
        cell: Cell,
        /// The symbol.
        symbol: Symbol,
        /// The number of possibilities.
        alternatives: usize,
    },
    /// [`Event::Confine`].
    Confine {
        /// The symbol.
        symbol: Symbol,
        /// The cells that may still take it.
        cells: Vec<Cell>,
        /// The cells that may not.
        others: Vec<Cell>,
        /// The number of sets of cells.
        alternatives: usize,
    },
    /// [`Event::Deduce`].
    Deduce {
        /// The cell.
        cell: Cell,
        /// The symbol.
        symbol: Symbol,
    },
    /// [`Event::Step`].
    Step {
        /// The id of the technique.
        technique: &'static str,
        /// The pattern, and what follows from it.
        step: Step,
    },
    /// [`Event::Cover`].
    Cover(usize),
    /// [`Event::Choose`].
    Choose {
        /// The number of the option.
        option: usize,
        /// The number of options.
        alternatives: usize,
    },
    /// [`Event::Close`].
    Close {
        /// The number of the item.
        item: usize,
        /// The number of alternatives.
        alternatives: usize,
    },
    /// [`Event::Uncover`].
    Uncover(usize),
    /// [`Event::Paint`].
    Paint {
        /// The vertex.
        vertex: Vertex,
        /// The colour.
        colour: VertexColour,
        /// The number of colours.
        alternatives: usize,
    },
    /// [`Event::Encoded`].
    Encoded(Vec<Option<(Cell, Symbol)>>),
    /// [`Event::Assume`].
    Assume {
        /// The literal.
        literal: Literal,
        /// The level.
        level: usize,
    },
    /// [`Event::Imply`].
    Imply {
        /// The literal.
        literal: Literal,
        /// The other literals of the clause.
        reason: Vec<Literal>,
    },
    /// [`Event::Falsify`].
    Falsify(Vec<Literal>),
    /// [`Event::Learn`].
    Learn(Vec<Literal>),
    /// [`Event::Backjump`].
    Backjump(usize),
    /// [`Event::Restart`].
    Restart,
    /// [`Event::Conflict`].
    Conflict,
    /// [`Event::Undo`].
    Undo,
    /// [`Event::Known`].
    Known(u64),
    /// [`Event::Chosen`].
    Chosen(Vec<usize>),
    /// [`Event::Coloured`].
    Coloured(Vec<VertexColour>),
    /// [`Event::Model`].
    Model(Vec<bool>),
    /// [`Event::Solution`].
    Solution(Grid),
}

/// Records every event.
#[derive(Clone, Debug, Default)]
pub(crate) struct Recorder {
    /// The events, in order.
    pub(crate) events: Vec<Recorded>,
}

#[allow(unreachable_patterns, reason = "within the crate all events are known")]
impl Observer for Recorder {
    fn event(&mut self, event: Event<'_>) {
        self.events.push(match event {
            Event::Node => Recorded::Node,
            Event::Round => Recorded::Round,
            Event::Pass => Recorded::Pass,
            Event::Bet { cell, symbol, alternatives } => {
                Recorded::Bet { cell, symbol, alternatives }
            }
            Event::Confine { symbol, cells, others, alternatives } => {
                let (cells, others) = (cells.to_vec(), others.to_vec());
                Recorded::Confine { symbol, cells, others, alternatives }
            }
            Event::Deduce { cell, symbol } => Recorded::Deduce { cell, symbol },
            Event::Step { technique, step } => Recorded::Step { technique, step: step.clone() },
            Event::Cover { item } => Recorded::Cover(item),
            Event::Choose { option, alternatives } => Recorded::Choose { option, alternatives },
            Event::Close { item, alternatives } => Recorded::Close { item, alternatives },
            Event::Uncover { item } => Recorded::Uncover(item),
            Event::Paint { vertex, colour, alternatives } => {
                Recorded::Paint { vertex, colour, alternatives }
            }
            Event::Encoded { candidates } => Recorded::Encoded(candidates.to_vec()),
            Event::Assume { literal, level } => Recorded::Assume { literal, level },
            Event::Imply { literal, reason } => {
                Recorded::Imply { literal, reason: reason.to_vec() }
            }
            Event::Falsify { clause } => Recorded::Falsify(clause.to_vec()),
            Event::Learn { clause } => Recorded::Learn(clause.to_vec()),
            Event::Backjump { level } => Recorded::Backjump(level),
            Event::Restart => Recorded::Restart,
            Event::Conflict => Recorded::Conflict,
            Event::Undo => Recorded::Undo,
            Event::Known { solutions } => Recorded::Known(solutions.saturated()),
            Event::Chosen { options } => Recorded::Chosen(options.to_vec()),
            Event::Coloured { colours } => Recorded::Coloured(colours.to_vec()),
            Event::Model { values } => Recorded::Model(values.to_vec()),
            Event::Solution { grid } => Recorded::Solution(Grid::new(grid)),
            _ => return,
        });
    }
}
