//! Rounds of elimination and deduction, and hypotheses by level: É. Hurtebis' console tool of 2005,
//! which does with a program what people do with a pencil.
//!
//! A value is written down only when it is certain, by one of two phases:
//!
//! - *elimination*: for each empty cell, in reading order, the values in its row, column and block go.
//!   If one is left, it is written down. After the last cell he starts again with the first, as long
//!   as a *pass* over the grid led to something.
//! - *deduction*: for each row, column and block, a value that only one empty cell can take is
//!   written down there. It is there to get on when elimination does not, so that one pass is made
//!   and elimination has its turn again; with `insist` (his `-i`) the passes go on here, too, as long
//!   as they lead to something.
//!
//! ```text
//!            ┌──────────────── round ────────────────┐
//!   level 0  │ elimination ↻            deduction    │ ↻ … the grid is full
//!            └────────────┬──────────────────────────┘
//!                         │ a round led to nothing: a hypothesis, level 1
//!            ┌────────────┴──────────────────────────┐
//!   level 1  │ elimination ↻            deduction    │ ↻ … a cell can take nothing: erase level 1,
//!            └───────────────────────────────────────┘     the next value of the cell
//! ```
//!
//! Both phases in turn are a *round* (his *tour*). A round that leads to nothing is followed by a
//! hypothesis: the first of the empty cells with the fewest possible values takes the lowest of
//! them. Whatever is written down from then on is of this *level*, so that it can be erased without
//! what is below: when an empty cell can take no value, the level is erased, hypothesis and all, and
//! the cell takes its next value; after the last one the level below is erased, too. With at most *n*
//! levels (his `-h n`) a hypothesis that would need one more is given up, and after the last value of
//! a cell comes the next of the cells with the fewest values. What is given up is not refuted: such a
//! search may end [`Stuck`](Stop::Stuck), and what it shows then is level 0.
//!
//! What the text leaves open, and how it is read here:
//! - a pass is one sweep, over all empty cells or over all regions, also the last one, which leads to
//!   nothing; a full grid ends its round at once, so that no pass follows;
//! - "candidate cells" are those with the fewest values, in reading order, also for `-h n`; the next
//!   one has its turn where a value of the one before was given up: where all contradicted
//!   themselves, so does the level below;
//! - he sees a contradiction where a cell has no value, and only in elimination: that a value has no
//!   place in a row is left to be found out there. Givens that clash are not in his text; here they are
//!   a contradiction before the first round;
//! - he stops at the first solution. Where more are asked for, a solution is taken back like a
//!   contradiction. With at most *n* levels the cells that follow would lead to the same solutions
//!   again, and the search ends at the first one that rests on a hypothesis.
//!
//! Nothing here assumes rows and columns: regions are whatever the geometry has, and deduction looks
//! at the full ones. A pass costs as many looks as there are empty cells times their regions, since
//! the values that a cell can take are found anew each time (`sheet.rs`).

use std::ops::ControlFlow;

use board::{Cell, Geometry, Puzzle, Symbol, SymbolSet};

use crate::contract::{
    Backend, Counter, LimitSupport, Meter, Method, Observer, Origin, ProblemKind, Search, Step,
    Stop, Takes, Task,
};

pub mod level;
mod sheet;
#[cfg(test)]
mod tests;

use sheet::Sheet;

/// The row `candidates/rounds`.
pub const ROUNDS: Backend = Backend {
    id: "candidates/rounds",
    about: "rounds of elimination and deduction, hypotheses by level (Hurtebis)",
    ..ROW
};

/// The row `candidates/rounds.h1`.
pub const ROUNDS_H1: Backend = Backend {
    id: "candidates/rounds.h1",
    about: "rounds, with one hypothesis at a time at most: may get stuck (Hurtebis -h 1)",
    tasks: &[Task::First],
    complete: false,
    takes: Takes::puzzles(|geometry| {
        Ok(Box::new(Rounds::new(geometry, Rules { max_hypotheses: Some(1), ..Rules::default() })))
    }),
    ..ROW
};

/// The row `candidates/rounds.insist`.
pub const ROUNDS_INSIST: Backend = Backend {
    id: "candidates/rounds.insist",
    about: "rounds, deduction as long as it leads to something (Hurtebis -i)",
    takes: Takes::puzzles(|geometry| {
        Ok(Box::new(Rounds::new(geometry, Rules { insist: true, ..Rules::default() })))
    }),
    ..ROW
};

/// What the rows have in common.
const ROW: Backend = Backend {
    id: "",
    about: "",
    method: Method {
        state: "grid, values of each region",
        inference: "naked and hidden singles, in sweeps",
        choice: "first cell with fewest values",
    },
    tasks: &[Task::First, Task::Unique, Task::Count],
    counts: &[
        Counter::Nodes,
        Counter::Bets,
        Counter::Conflicts,
        Counter::Deductions,
        Counter::Rounds,
        Counter::Passes,
        Counter::MaxDepth,
    ],
    counts_traced: &[],
    node_limit: LimitSupport::Exact,
    time_limit: LimitSupport::Exact,
    assumes_unique: false,
    complete: true,
    stateful: false,
    batch: None,
    lines: None,
    package: None,
    instructions: None,
    origin: Origin { code: "candidates", reads: ProblemKind::Puzzle },
    takes: Takes::puzzles(|geometry| Ok(Box::new(Rounds::new(geometry, Rules::default())))),
};

/// How the search goes about it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Rules {
    /// Whether deduction goes on as long as it leads to something, as elimination does.
    pub insist: bool,
    /// How many hypotheses may be open at once; any number, where nothing is said.
    pub max_hypotheses: Option<usize>,
}

/// The search.
pub struct Rounds {
    rules: Rules,
    sheet: Sheet,
    /// How the phases are called, for those who watch.
    /// The hypotheses that are open: a level each, as in his table.
    hypotheses: Vec<Hypothesis>,
    /// Whether level 0 was given up: no hypothesis led to a solution, and nothing refutes them all.
    has_given_up: bool,
}

/// A cell in which values are tried one after the other.
struct Hypothesis {
    cell: Cell,
    alternatives: usize,
    untried: SymbolSet,
    /// Whether a value was given up that nothing refuted.
    has_given_up: bool,
    /// How many cells were filled before it.
    filled: usize,
}

/// What rounds can end with.
enum End {
    /// The grid is full.
    Full,
    /// A cell can take no value.
    Impossible,
    /// A round led to nothing.
    Blocked,
}

impl Search for Rounds {
    fn search<O: Observer>(
        &mut self,
        puzzle: &Puzzle,
        meter: &mut Meter<'_, O>,
    ) -> ControlFlow<Stop> {
        meter.node()?;
        self.hypotheses.clear();
        self.has_given_up = false;
        let is_sound = self.sheet.load(puzzle);
        let mut end = if is_sound { self.rounds(meter)? } else { End::Impossible };
        loop {
            match end {
                End::Full => {
                    meter.solution(&self.sheet.symbols())?;
                    if self.rules.max_hypotheses.is_some() && !self.hypotheses.is_empty() {
                        return meter.stuck(None);
                    }
                }
                End::Impossible => meter.conflict(),
                End::Blocked if self.is_deep_enough() => self.give_up(),
                End::Blocked => _ = self.open(None),
            }
            let Some((cell, symbol)) = self.next_hypothesis(meter) else { break };
            meter.node()?;
            self.sheet.fill(cell, symbol);
            end = self.rounds(meter)?;
        }
        if self.has_given_up {
            return meter.stuck(Some(self.sheet.left(puzzle)));
        }
        ControlFlow::Continue(())
    }
}

impl Rounds {
    /// A search on `geometry`.
    pub fn new(geometry: &Geometry, rules: Rules) -> Self {
        Self { rules, sheet: Sheet::new(geometry), hypotheses: Vec::new(), has_given_up: false }
    }

    /// Rounds, until the grid is full, a cell can take no value, or one leads to nothing.
    fn rounds<O: Observer>(&mut self, meter: &mut Meter<'_, O>) -> ControlFlow<Stop, End> {
        while self.sheet.n_empty() > 0 {
            meter.round()?;
            let before = self.sheet.n_empty();
            if !self.elimination(meter) {
                return ControlFlow::Continue(End::Impossible);
            }
            if self.sheet.n_empty() > 0 {
                self.deduction(meter);
            }
            if self.sheet.n_empty() == before {
                return ControlFlow::Continue(End::Blocked);
            }
        }
        ControlFlow::Continue(End::Full)
    }

    /// The first phase. Tells whether each empty cell can take something.
    fn elimination<O: Observer>(&mut self, meter: &mut Meter<'_, O>) -> bool {
        loop {
            let before = self.sheet.n_empty();
            meter.pass();
            for cell in 0..self.sheet.cells() {
                if !self.sheet.is_empty(cell) {
                    continue;
                }
                let possible = self.sheet.possible(cell);
                if possible == 0 {
                    return false;
                }
                if possible.is_power_of_two() {
                    let symbol = possible.trailing_zeros() as Symbol;
                    meter.step("naked-single", || Step::single(cell, symbol, vec![]));
                    meter.deduce(cell, symbol);
                    self.sheet.fill(cell, symbol);
                }
            }
            if self.sheet.n_empty() == 0 || self.sheet.n_empty() == before {
                return true;
            }
        }
    }

    /// The second phase.
    fn deduction<O: Observer>(&mut self, meter: &mut Meter<'_, O>) {
        loop {
            let before = self.sheet.n_empty();
            meter.pass();
            for index in 0..self.sheet.full_regions().len() {
                self.deduce_in(index, meter);
            }
            if !self.rules.insist || self.sheet.n_empty() == 0 || self.sheet.n_empty() == before {
                return;
            }
        }
    }

    /// Writes down the values that only one empty cell of a full region can take.
    fn deduce_in<O: Observer>(&mut self, index: usize, meter: &mut Meter<'_, O>) {
        let mut hidden = self.sheet.with_one_place(index);
        for place in 0..self.sheet.full_regions()[index].cells.len() {
            if hidden == 0 {
                return;
            }
            let cell = self.sheet.full_regions()[index].cells[place];
            if !self.sheet.is_empty(cell) {
                continue;
            }
            let found = self.sheet.possible(cell) & hidden;
            if found != 0 {
                hidden &= !found;
                // Two values that need one cell are a contradiction, which elimination will see.
                let symbol = found.trailing_zeros() as Symbol;
                let region = self.sheet.full_regions()[index].number;
                meter.step("hidden-single", || Step::single(cell, symbol, vec![region]));
                meter.deduce(cell, symbol);
                self.sheet.fill(cell, symbol);
            }
        }
    }

    /// Whether the rules allow no further level.
    fn is_deep_enough(&self) -> bool {
        self.rules.max_hypotheses.is_some_and(|max| self.hypotheses.len() >= max)
    }

    /// Opens a level on the first cell with the fewest values that stands behind `last`. Tells
    /// whether there is one.
    fn open(&mut self, last: Option<Cell>) -> bool {
        let is_behind = |cell: &Cell| last.is_none_or(|last| last < *cell);
        let Some(cell) = self.sheet.with_fewest().find(is_behind) else { return false };
        let untried = SymbolSet::from_bits(self.sheet.possible(cell));
        let filled = self.sheet.n_filled();
        let (alternatives, has_given_up) = (untried.len(), false);
        self.hypotheses.push(Hypothesis { cell, alternatives, untried, has_given_up, filled });
        true
    }

    /// Notes that the value that is tried was given up.
    fn give_up(&mut self) {
        match self.hypotheses.last_mut() {
            Some(hypothesis) => hypothesis.has_given_up = true,
            None => self.has_given_up = true,
        }
    }

    /// Goes back to the last level that has something to try, and takes it.
    fn next_hypothesis<O: Observer>(&mut self, meter: &mut Meter<'_, O>) -> Option<(Cell, Symbol)> {
        loop {
            let &Hypothesis { cell, alternatives, untried, has_given_up, filled } =
                self.hypotheses.last()?;
            if untried.len() < alternatives {
                meter.undo();
                self.sheet.erase(filled);
            }
            if let Some(symbol) = untried.first() {
                self.hypotheses.last_mut()?.untried.remove(symbol);
                meter.bet(cell, symbol, alternatives);
                return Some((cell, symbol));
            }
            self.hypotheses.pop();
            if has_given_up && !self.open(Some(cell)) {
                self.give_up();
            }
        }
    }
}
