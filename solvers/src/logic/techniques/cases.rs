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
//! links of the store to everything that holds or falls then. What all cases have in common is
//! certain. The length is that of the shortest ways to it, of all cases together. A candidate is
//! followed once for its cell and once for each region of it.

use std::ops::ControlFlow;

use board::{Cell, Symbol, SymbolSet};

use crate::contract::{Link, Step};
use crate::logic::grade::{CASES, cases_of};
use crate::logic::inference_graph::{InferenceGraph, Kind, Node};
use crate::logic::store::CandidateStore;
use crate::logic::technique::StepSink;
use crate::sets::cells::common;

const CONTINUE: ControlFlow<()> = ControlFlow::Continue(());

/// What follows in every case.
pub fn cases(store: &CandidateStore, sink: &mut dyn StepSink) -> ControlFlow<()> {
    let mut search =
        Search { graph: InferenceGraph::new(store, Kind::Any), cases: Vec::new(), least: u16::MAX };
    for cell in common([store.open_cells()]) {
        let its = store.candidates(cell).iter().map(|symbol| (cell, symbol));
        search.report_common(its.collect(), Vec::new(), sink)?;
    }
    for (region, shape) in store.board().regions().iter().enumerate() {
        for symbol in store.symbols().filter(|_| shape.full) {
            let its = store.cells_at(region, store.places(region, symbol)).into_iter();
            search.report_common(its.map(|cell| (cell, symbol)).collect(), vec![region], sink)?;
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
    graph: InferenceGraph<'a>,
    cases: Vec<Case>,
    /// The least score so far: harder steps are not reported.
    least: u16,
}

impl Search<'_> {
    /// Follows every link from each case.
    fn follow(&mut self, starts: &[(Cell, Symbol)]) {
        self.cases.resize_with(self.cases.len().max(starts.len()), Case::default);
        for (case, &(cell, symbol)) in self.cases.iter_mut().zip(starts) {
            case.follow(&self.graph, self.graph.node(cell, symbol));
        }
    }

    /// Reports what follows in all of some cases, of which one holds.
    fn report_common(
        &mut self,
        starts: Vec<(Cell, Symbol)>,
        regions: Vec<usize>,
        sink: &mut dyn StepSink,
    ) -> ControlFlow<()> {
        // Two cases are a link of a chain.
        if starts.len() < 3 {
            return CONTINUE;
        }
        sink.keep_going()?;
        self.follow(&starts);
        let cases = &self.cases[..starts.len()];
        for &statement in &cases[0].reached {
            let lengths = || cases.iter().map(|case| usize::from(case.lengths[statement]));
            if lengths().any(|length| length == 0) || cases_of(CASES, lengths().sum()) > self.least
            {
                continue;
            }
            self.least = cases_of(CASES, lengths().sum());
            let chain: Vec<Link> =
                cases.iter().flat_map(|it| it.way(&self.graph, statement)).collect();
            let (cell, symbol) = (self.graph.cell(statement / 2), self.graph.symbol(statement / 2));
            let follows = vec![(cell, symbol)];
            let (placements, eliminations) =
                if statement % 2 == 1 { (follows, Vec::new()) } else { (Vec::new(), follows) };
            sink.report(Step {
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
    fn follow(&mut self, graph: &InferenceGraph<'_>, start: Node) {
        for statement in self.reached.drain(..) {
            self.lengths[statement] = 0;
        }
        self.lengths.resize(2 * graph.strong.len(), 0);
        self.before.resize(2 * graph.strong.len(), 0);
        self.start = 2 * start + 1;
        self.lengths[self.start] = 1;
        self.reached.push(self.start);
        let mut next = 0;
        while let Some(&statement) = self.reached.get(next) {
            next += 1;
            if statement % 2 == 1 {
                graph.weak(statement / 2).for_each(|node| self.reach(2 * node, statement));
            } else {
                let its = &graph.strong[statement / 2];
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
    fn way(&self, graph: &InferenceGraph<'_>, mut statement: Statement) -> Vec<Link> {
        let link = |it: Statement| {
            let (cell, symbol) = (graph.cell(it / 2), graph.symbol(it / 2));
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
