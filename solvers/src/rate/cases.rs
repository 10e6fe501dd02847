//! Distinction of cases: whatever goes into a cell, or wherever a symbol goes in a region, the same
//! follows. Sudoku Explainer's multiple forcing chains.
//!
//! ```text
//!            ┌── 2 in r1c1 → … ┐
//!    r1c1 ───┼── 5 in r1c1 → … ├──→ no 7 in r4c8
//!            └── 9 in r1c1 → … ┘
//! ```
//!
//! From each case, which is a candidate that is supposed to hold, one search in breadth follows the
//! links of the state to everything that holds or falls then. What all cases have in common is
//! certain. The length is that of the shortest ways to it, of all cases together. A candidate is
//! followed once for its cell and once for each region of it.

use std::ops::ControlFlow;

use board::{Cell, Symbol, SymbolSet};

use crate::deduce::layout::common;
use crate::deduce::state::State;
use crate::deduce::step::{Link, Step};
use crate::deduce::table::Found;
use crate::deduce::techniques::chains::{Kind, Node, Web};

use super::ladder::{self, CONTINUE, Rung};

/// What the shortest distinction costs, in tenths.
const RATING: u16 = 80;

/// What follows in every case.
pub(super) const RUNG: Rung = Rung {
    id: "cases",
    name: "distinction of cases",
    weight: 500,
    rating: RATING,
    find: cases,
    grade: |rating, _, step| score(rating, step.chain.len()),
};

/// The score of an argument of so many statements.
fn score(rating: u16, statements: usize) -> u16 {
    ladder::score(rating, statements.saturating_sub(2), 84)
}

fn cases(state: &State, found: &mut Found<'_>) -> ControlFlow<()> {
    let mut search = Search { web: Web::new(state, Kind::Any), cases: Vec::new(), least: u16::MAX };
    for cell in common([state.open_cells()]) {
        let its = state.candidates(cell).iter().map(|symbol| (cell, symbol));
        search.tell_common(its.collect(), Vec::new(), found)?;
    }
    for (region, shape) in state.layout().regions().iter().enumerate() {
        for symbol in state.symbols().filter(|_| shape.full) {
            let its = state.cells_at(region, state.places(region, symbol)).into_iter();
            search.tell_common(its.map(|cell| (cell, symbol)).collect(), vec![region], found)?;
        }
    }
    CONTINUE
}

/// A statement: twice the number of its node, one more if the candidate holds.
type Statement = usize;

/// What follows when a candidate holds.
#[derive(Default)]
struct Case {
    start: Statement,
    /// How many statements lead to each, itself among them; none if it does not follow.
    lengths: Vec<u16>,
    /// The statement before each that follows.
    before: Vec<Statement>,
    /// What follows, nearest first.
    reached: Vec<Statement>,
}

struct Search<'a> {
    web: Web<'a>,
    cases: Vec<Case>,
    /// The least score so far: nobody wants to know of harder steps.
    least: u16,
}

impl Search<'_> {
    /// Tells what follows in all of some cases, of which one holds.
    fn tell_common(
        &mut self,
        starts: Vec<(Cell, Symbol)>,
        regions: Vec<usize>,
        found: &mut Found<'_>,
    ) -> ControlFlow<()> {
        // Two cases are a link of a chain.
        if starts.len() < 3 {
            return CONTINUE;
        }
        found.go_on()?;
        self.cases.resize_with(self.cases.len().max(starts.len()), Case::default);
        for (case, &(cell, symbol)) in self.cases.iter_mut().zip(&starts) {
            case.follow(&self.web, self.web.node(cell, symbol));
        }
        let cases = &self.cases[..starts.len()];
        for &statement in &cases[0].reached {
            let lengths = || cases.iter().map(|case| usize::from(case.lengths[statement]));
            if lengths().any(|length| length == 0) || score(RATING, lengths().sum()) > self.least {
                continue;
            }
            self.least = score(RATING, lengths().sum());
            let chain: Vec<Link> =
                cases.iter().flat_map(|it| it.way(&self.web, statement)).collect();
            let (cell, symbol) = (self.web.cell(statement / 2), self.web.symbol(statement / 2));
            let follows = vec![(cell, symbol)];
            let (placements, eliminations) =
                if statement % 2 == 1 { (follows, Vec::new()) } else { (Vec::new(), follows) };
            found.tell(Step {
                symbols: SymbolSet::only(symbol),
                cells: starts.iter().map(|&(cell, _)| cell).collect(),
                regions: regions.clone(),
                chain,
                placements,
                eliminations,
                ..Step::default()
            })?;
        }
        CONTINUE
    }
}

impl Case {
    /// Follows every link from a candidate that is supposed to hold.
    fn follow(&mut self, web: &Web<'_>, start: Node) {
        for statement in self.reached.drain(..) {
            self.lengths[statement] = 0;
        }
        self.lengths.resize(2 * web.strong.len(), 0);
        self.before.resize(2 * web.strong.len(), 0);
        self.start = 2 * start + 1;
        self.lengths[self.start] = 1;
        self.reached.push(self.start);
        let mut next = 0;
        while let Some(&statement) = self.reached.get(next) {
            next += 1;
            if statement % 2 == 1 {
                web.weak(statement / 2).for_each(|node| self.reach(2 * node, statement));
            } else {
                let its = &web.strong[statement / 2];
                its.iter().for_each(|node| self.reach(2 * node + 1, statement));
            }
        }
    }

    fn reach(&mut self, statement: Statement, before: Statement) {
        if self.lengths[statement] == 0 {
            self.lengths[statement] = self.lengths[before].saturating_add(1);
            self.before[statement] = before;
            self.reached.push(statement);
        }
    }

    /// The statements that lead to one, itself the last.
    fn way(&self, web: &Web<'_>, mut statement: Statement) -> Vec<Link> {
        let link = |it: Statement| {
            let (cell, symbol) = (web.cell(it / 2), web.symbol(it / 2));
            Link { cell, symbol, holds: it % 2 == 1 }
        };
        let mut way = vec![link(statement)];
        while statement != self.start {
            statement = self.before[statement];
            way.push(link(statement));
        }
        way.reverse();
        way
    }
}
