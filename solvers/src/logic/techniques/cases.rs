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
use crate::logic::consequences::{Consequences, statement};
use crate::logic::grade::{CASES, cases_of};
use crate::logic::inference_graph::{InferenceGraph, Kind};
use crate::logic::store::CandidateStore;
use crate::logic::technique::StepSink;
use crate::sets::cells;

const CONTINUE: ControlFlow<()> = ControlFlow::Continue(());

/// What follows in every case.
pub fn cases(store: &CandidateStore, sink: &mut dyn StepSink) -> ControlFlow<()> {
    let mut search =
        Search { graph: InferenceGraph::new(store, Kind::Any), cases: Vec::new(), least: u16::MAX };
    for cell in cells::common([store.open_cells()]) {
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

struct Search<'a> {
    graph: InferenceGraph<'a>,
    cases: Vec<Consequences>,
    /// The least score so far: harder steps are not reported.
    least: u16,
}

impl Search<'_> {
    /// Follows every link from each case.
    fn follow(&mut self, starts: &[(Cell, Symbol)]) {
        self.cases.resize_with(self.cases.len().max(starts.len()), Consequences::default);
        for (case, &(cell, symbol)) in self.cases.iter_mut().zip(starts) {
            case.follow(&self.graph, statement(self.graph.node(cell, symbol), true));
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
        for &common in &cases[0].reached {
            let lengths = || cases.iter().map(|case| usize::from(case.lengths[common]));
            if lengths().any(|length| length == 0) || cases_of(CASES, lengths().sum()) > self.least
            {
                continue;
            }
            self.least = cases_of(CASES, lengths().sum());
            let chain: Vec<Link> =
                cases.iter().flat_map(|it| it.way(&self.graph, common)).collect();
            let (cell, symbol) = (self.graph.cell(common / 2), self.graph.symbol(common / 2));
            let follows = vec![(cell, symbol)];
            let (placements, eliminations) =
                if common % 2 == 1 { (follows, Vec::new()) } else { (Vec::new(), follows) };
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
