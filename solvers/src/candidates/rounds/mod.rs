//! Rounds of elimination and deduction, and hypotheses by level: É. Hurtebis' console tool of 2005,
//! which automates solving with pencil and paper.
//!
//! A value is written down only when it is certain, in one of two phases:
//!
//! - *elimination*: for each empty cell, in reading order, the values in its row, column and block
//!   are excluded. If one value is left, it is written down. Such *passes* over the grid are
//!   repeated as long as they place a value.
//! - *deduction*: for each row, column and block, a value that only one empty cell can take is
//!   written down there. This phase serves to get elimination going again, so that a single pass is
//!   made before the next round; with `insist` (the option `-i`), passes are repeated here as well,
//!   as long as they place a value.
//!
//! ```text
//!            ┌──────────────── round ────────────────┐
//!   level 0  │ elimination ↻            deduction    │ ↻ … the grid is full
//!            └────────────┬──────────────────────────┘
//!                         │ a round placed nothing: a hypothesis, level 1
//!            ┌────────────┴──────────────────────────┐
//!   level 1  │ elimination ↻            deduction    │ ↻ … a cell can take nothing: erase level 1,
//!            └───────────────────────────────────────┘     the next value of the cell
//! ```
//!
//! Both phases together are a *round* (*tour*). A round that places nothing is followed by a
//! hypothesis: the first of the empty cells with the fewest possible values takes the lowest of
//! them. Everything written down from then on belongs to this *level*, so that it can be erased
//! without the levels below: when an empty cell can take no value, the level is erased, including
//! the hypothesis, and the cell takes its next value; after the last one the level below is erased
//! as well. With at most *n* levels (the option `-h n`) a hypothesis that would need one more is
//! given up, and after the last value of a cell comes the next of the cells with the fewest values.
//! What is given up is not refuted: such a search may end [`Stuck`](Stop::Stuck), and then shows
//! level 0.
//!
//! The text leaves some points open, which are read as follows:
//! - a pass is one sweep, over all empty cells or over all regions, including the last one, which
//!   places nothing; a full grid ends its round at once, without a further pass;
//! - "candidate cells" are those with the fewest values, in reading order, also for `-h n`; the
//!   next one is tried if a value of the one before was given up; if all values of a cell were
//!   contradicted, so is the level below;
//! - a contradiction is a cell without a value, and is detected only in elimination: if a value has
//!   no place in a row, that follows later. The text does not mention givens that clash; here they
//!   are a contradiction before the first round;
//! - the original stops at the first solution. Where more are asked for, a solution is undone like
//!   a contradiction. With at most *n* levels the cells that follow would lead to the same
//!   solutions again, so the search ends at the first one that rests on a hypothesis.
//!
//! Nothing here assumes rows and columns: regions are those of the geometry, and deduction uses the
//! full ones. The cost of a pass is the number of empty cells times their regions, since the values
//! that a cell can take are recomputed each time (`working_grid.rs`).

use std::ops::ControlFlow;

use board::{Cell, Geometry, Puzzle, SetBits, Symbol, SymbolBits, SymbolWord};

use crate::contract::{
    Backend, Counter, LimitSupport, Meter, Method, Observer, Origin, ProblemKind, Search, Solver,
    Step, StepSupport, Stop, Takes, Task,
};

pub mod level;
#[cfg(test)]
mod tests;
mod working_grid;

use working_grid::WorkingGrid;

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
        Ok(solver(geometry, Rules { max_hypotheses: Some(1), ..Rules::default() }))
    }),
    ..ROW
};

/// The row `candidates/rounds.insist`.
pub const ROUNDS_INSIST: Backend = Backend {
    id: "candidates/rounds.insist",
    about: "rounds, deduction as long as it leads to something (Hurtebis -i)",
    takes: Takes::puzzles(|geometry| {
        Ok(solver(geometry, Rules { insist: true, ..Rules::default() }))
    }),
    ..ROW
};

/// The fields that the rows share.
const ROW: Backend = Backend {
    id: "",
    about: "",
    method: Method {
        state: "grid, values of each region",
        inference: "naked and hidden singles, in sweeps",
        choice: "first cell with fewest values",
    },
    tasks: &Task::ALL,
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
    steps: StepSupport::All,
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
    takes: Takes::puzzles(|geometry| Ok(solver(geometry, Rules::default()))),
};

/// The options of the search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Rules {
    /// Whether deduction is repeated as long as it places a value, as elimination is.
    pub insist: bool,
    /// The maximum number of open hypotheses, if limited.
    pub max_hypotheses: Option<usize>,
}

/// Returns the search with sets of symbols that are as wide as the board needs.
pub fn solver(geometry: &Geometry, rules: Rules) -> Box<dyn Solver + Send> {
    match geometry.symbols() {
        ..=SymbolWord::CAPACITY => Box::new(Rounds::<u64>::new(geometry, rules)),
        _ => Box::new(Rounds::<u128>::new(geometry, rules)),
    }
}

/// The search. `B` are the bits of its sets of symbols.
struct Rounds<B> {
    rules: Rules,
    grid: WorkingGrid<B>,
    /// The open hypotheses, one for each level.
    hypotheses: Vec<Hypothesis<B>>,
    /// Whether level 0 was given up: no hypothesis led to a solution, and not all of them are
    /// refuted.
    has_given_up: bool,
}

/// A cell whose values are tried one after the other.
struct Hypothesis<B> {
    cell: Cell,
    alternatives: usize,
    untried: SymbolBits<B>,
    /// Whether a value was given up without being refuted.
    has_given_up: bool,
    /// The number of cells filled before it.
    filled: usize,
}

/// The result of a sequence of rounds.
enum End {
    /// The grid is full.
    Full,
    /// A cell can take no value.
    Impossible,
    /// A round placed nothing.
    Blocked,
}

impl<B: SetBits> Search for Rounds<B> {
    fn search<O: Observer>(
        &mut self,
        puzzle: &Puzzle,
        meter: &mut Meter<'_, O>,
    ) -> ControlFlow<Stop> {
        meter.node()?;
        self.hypotheses.clear();
        self.has_given_up = false;
        let is_sound = self.grid.load(puzzle);
        let mut end = if is_sound { self.rounds(meter)? } else { End::Impossible };
        loop {
            match end {
                End::Full => {
                    meter.solution(&self.grid.symbols())?;
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
            self.grid.fill(cell, symbol);
            end = self.rounds(meter)?;
        }
        if self.has_given_up {
            return meter.stuck(Some(self.grid.left(puzzle)));
        }
        ControlFlow::Continue(())
    }
}

impl<B: SetBits> Rounds<B> {
    fn new(geometry: &Geometry, rules: Rules) -> Self {
        Self {
            rules,
            grid: WorkingGrid::new(geometry),
            hypotheses: Vec::new(),
            has_given_up: false,
        }
    }

    /// Runs rounds until the grid is full, a cell can take no value, or a round places nothing.
    fn rounds<O: Observer>(&mut self, meter: &mut Meter<'_, O>) -> ControlFlow<Stop, End> {
        while self.grid.n_empty() > 0 {
            meter.round()?;
            let before = self.grid.n_empty();
            if !self.elimination(meter) {
                return ControlFlow::Continue(End::Impossible);
            }
            if self.grid.n_empty() > 0 {
                self.deduction(meter);
            }
            if self.grid.n_empty() == before {
                return ControlFlow::Continue(End::Blocked);
            }
        }
        ControlFlow::Continue(End::Full)
    }

    /// The first phase. Returns whether each empty cell can take a value.
    fn elimination<O: Observer>(&mut self, meter: &mut Meter<'_, O>) -> bool {
        loop {
            let before = self.grid.n_empty();
            meter.pass();
            for cell in 0..self.grid.cells() {
                if !self.grid.is_empty(cell) {
                    continue;
                }
                let possible = self.grid.possible(cell);
                if possible.is_empty() {
                    return false;
                }
                if let Some(symbol) = possible.single() {
                    meter.step("naked-single", || Step::single(cell, symbol, vec![]));
                    meter.deduce(cell, symbol);
                    self.grid.fill(cell, symbol);
                }
            }
            if self.grid.n_empty() == 0 || self.grid.n_empty() == before {
                return true;
            }
        }
    }

    /// The second phase.
    fn deduction<O: Observer>(&mut self, meter: &mut Meter<'_, O>) {
        loop {
            let before = self.grid.n_empty();
            meter.pass();
            for index in 0..self.grid.full_regions().len() {
                self.deduce_in(index, meter);
            }
            if !self.rules.insist || self.grid.n_empty() == 0 || self.grid.n_empty() == before {
                return;
            }
        }
    }

    /// Writes down the values that only one empty cell of a full region can take.
    fn deduce_in<O: Observer>(&mut self, index: usize, meter: &mut Meter<'_, O>) {
        let mut hidden = self.grid.with_one_place(index);
        for place in 0..self.grid.full_regions()[index].cells.len() {
            if hidden.is_empty() {
                return;
            }
            let cell = self.grid.full_regions()[index].cells[place];
            if !self.grid.is_empty(cell) {
                continue;
            }
            let found = self.grid.possible(cell) & hidden;
            if let Some(symbol) = found.first() {
                // Two values that need the same cell are a contradiction, which elimination will
                // detect.
                hidden -= found;
                let region = self.grid.full_regions()[index].number;
                meter.step("hidden-single", || Step::single(cell, symbol, vec![region]));
                meter.deduce(cell, symbol);
                self.grid.fill(cell, symbol);
            }
        }
    }

    /// Returns whether the rules allow no further level.
    fn is_deep_enough(&self) -> bool {
        self.rules.max_hypotheses.is_some_and(|max| self.hypotheses.len() >= max)
    }

    /// Opens a level on the first cell after `last` with the fewest values. Returns whether there
    /// is one.
    fn open(&mut self, last: Option<Cell>) -> bool {
        let is_behind = |cell: &Cell| last.is_none_or(|last| last < *cell);
        let Some(cell) = self.grid.with_fewest().find(is_behind) else { return false };
        let untried = self.grid.possible(cell);
        let filled = self.grid.n_filled();
        let (alternatives, has_given_up) = (untried.len(), false);
        self.hypotheses.push(Hypothesis { cell, alternatives, untried, has_given_up, filled });
        true
    }

    /// Records that the current value was given up.
    fn give_up(&mut self) {
        match self.hypotheses.last_mut() {
            Some(hypothesis) => hypothesis.has_given_up = true,
            None => self.has_given_up = true,
        }
    }

    /// Returns to the last level with an untried value, and takes the next one.
    fn next_hypothesis<O: Observer>(&mut self, meter: &mut Meter<'_, O>) -> Option<(Cell, Symbol)> {
        loop {
            let &Hypothesis { cell, alternatives, untried, has_given_up, filled } =
                self.hypotheses.last()?;
            if untried.len() < alternatives {
                meter.undo();
                self.grid.erase(filled);
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
