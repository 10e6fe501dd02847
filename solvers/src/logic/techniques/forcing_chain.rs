//! Forcing chains to a contradiction: a candidate that cannot hold, or that cannot fail to.
//!
//! ```text
//!    5 in r1c1 → no 5 in r1c7 → 5 in r2c8 → …          and  … → no 5 in r2c8
//!                                                      or   a cell, or a symbol in a region, has nothing left
//! ```
//!
//! From each candidate, once as if it held and once as if it did not, one search in breadth follows the links
//! of the store. Where it leads to a contradiction, the opposite is certain. What is placed on the way opens no
//! further link: with that it is a [forcing net](super::forcing).

use std::ops::ControlFlow;

use board::SymbolSet;

use crate::contract::{Link, Step};
use crate::logic::consequences::{Consequences, Statement, statement};
use crate::logic::inference_graph::{InferenceGraph, Kind};
use crate::logic::store::CandidateStore;
use crate::logic::technique::StepSink;
use crate::sets::cells::common;

/// All statements that contradict themselves.
pub(in crate::logic) fn contradictions(
    store: &CandidateStore,
    sink: &mut dyn StepSink,
) -> ControlFlow<()> {
    let graph = InferenceGraph::new(store, Kind::Any);
    let mut search = Consequences::default();
    for cell in common([store.open_cells()]) {
        for symbol in store.candidates(cell).iter() {
            for holds in [true, false] {
                sink.keep_going()?;
                search.follow(&graph, statement(graph.node(cell, symbol), holds));
                let Some(ends) = contradiction(store, &graph, &search) else { continue };
                let chain = ends.into_iter().flat_map(|end| search.way(&graph, end));
                let (mut placements, mut eliminations) = (vec![(cell, symbol)], Vec::new());
                if holds {
                    std::mem::swap(&mut placements, &mut eliminations);
                }
                sink.report(Step {
                    symbols: SymbolSet::only(symbol),
                    cells: vec![cell],
                    chain: chain.collect::<Vec<Link>>(),
                    placements,
                    eliminations,
                    ..Step::default()
                })?;
            }
        }
    }
    ControlFlow::Continue(())
}

/// Statements that follow and cannot all be true: a statement and its opposite, that no candidate of a cell holds,
/// or that no place of a symbol in a full region does.
fn contradiction(
    store: &CandidateStore,
    graph: &InferenceGraph<'_>,
    search: &Consequences,
) -> Option<Vec<Statement>> {
    if let Some(&both) = search.reached.iter().find(|&&it| search.has(it ^ 1)) {
        return Some(vec![both, both ^ 1]);
    }
    let all_fall = |falls: Vec<Statement>| {
        Some(falls).filter(|falls| falls.iter().all(|&statement| search.has(statement)))
    };
    let mut cells = common([store.open_cells()]);
    let in_cell = cells.find_map(|cell| {
        let its = store.candidates(cell).iter();
        all_fall(its.map(|symbol| statement(graph.node(cell, symbol), false)).collect())
    });
    in_cell.or_else(|| {
        let full =
            (0..store.board().regions().len()).filter(|&it| store.board().regions()[it].full);
        let mut regions = full.flat_map(|region| store.symbols().map(move |it| (region, it)));
        regions.find_map(|(region, symbol)| {
            let places = store.cells_at(region, store.places(region, symbol));
            let falls = places.into_iter().map(|cell| statement(graph.node(cell, symbol), false));
            all_fall(falls.collect()).filter(|falls| !falls.is_empty())
        })
    })
}
