//! Simple colouring and remote pairs: along strong links a symbol alternates, so that two colours
//! decide all places of a cluster of links.
//!
//! ```text
//!    A ═══ B ═══ A          Either all A hold the symbol and no B, or the other way round.
//!          ║                trap: what sees an A and a B loses it.
//!          A ═══ B          wrap: two A that see each other rule out all A.
//! ```
//!
//! Multi-colours look at two clusters of a symbol. Where a colour of the one sees one of the other, not both
//! hold, so one of the opposite colours does: what sees both of these loses the symbol. A colour that
//! sees both colours of another cluster is ruled out itself.
//!
//! Remote pairs are the same for two symbols at once: cells with the same two candidates that see
//! each other alternate between them.

use std::ops::ControlFlow;

use board::{Cell, Symbol, SymbolSet};

use crate::contract::Step;
use crate::logic::links::strong_links;
use crate::logic::store::CandidateStore;
use crate::logic::technique::StepSink;
use crate::sets::cells::common;

/// Cells that see both colours of a cluster lose its symbol.
pub(in crate::logic) fn traps(store: &CandidateStore, sink: &mut dyn StepSink) -> ControlFlow<()> {
    for symbol in store.watched().iter() {
        for [one, other] in clusters(store.board().cells(), &links_of(store, symbol)) {
            let gone = seen_by_both(store, symbol, &one, &other);
            if !gone.is_empty() {
                sink.report(Step {
                    symbols: SymbolSet::only(symbol),
                    cells: one,
                    others: other,
                    eliminations: gone.into_iter().map(|cell| (cell, symbol)).collect(),
                    ..Step::default()
                })?;
            }
        }
    }
    ControlFlow::Continue(())
}

/// A colour that stands twice in a region goes from all of its cells.
pub(in crate::logic) fn wraps(store: &CandidateStore, sink: &mut dyn StepSink) -> ControlFlow<()> {
    for symbol in store.watched().iter() {
        for [one, other] in clusters(store.board().cells(), &links_of(store, symbol)) {
            for (colour, rest) in [(&one, &other), (&other, &one)] {
                let sees_another =
                    |&cell: &Cell| colour.iter().any(|&it| store.board().sees(cell, it));
                if colour.iter().any(sees_another) {
                    sink.report(Step {
                        symbols: SymbolSet::only(symbol),
                        cells: colour.clone(),
                        others: rest.clone(),
                        eliminations: colour.iter().map(|&cell| (cell, symbol)).collect(),
                        ..Step::default()
                    })?;
                }
            }
        }
    }
    ControlFlow::Continue(())
}

/// Cells that see the opposite colours of two clusters lose their symbol.
pub(in crate::logic) fn multi_traps(
    store: &CandidateStore,
    sink: &mut dyn StepSink,
) -> ControlFlow<()> {
    on_pairs(store, &mut |symbol, [here, there]| {
        let mut gone = Vec::new();
        for (one, opposite) in [(&here[0], &here[1]), (&here[1], &here[0])] {
            for (other, far) in [(&there[0], &there[1]), (&there[1], &there[0])] {
                if any_sees(store, one, other) {
                    gone.extend(seen_by_both(store, symbol, opposite, far));
                }
            }
        }
        gone.sort_unstable();
        gone.dedup();
        report_pair(symbol, [here, there], gone, sink)
    })
}

/// A colour that sees both colours of another cluster goes from all of its cells.
pub(in crate::logic) fn multi_wraps(
    store: &CandidateStore,
    sink: &mut dyn StepSink,
) -> ControlFlow<()> {
    on_pairs(store, &mut |symbol, [here, there]| {
        for (ours, theirs) in [(here, there), (there, here)] {
            for colour in ours {
                if theirs.iter().all(|other| any_sees(store, colour, other)) {
                    report_pair(symbol, [here, there], colour.clone(), sink)?;
                }
            }
        }
        ControlFlow::Continue(())
    })
}

type Cluster = [Vec<Cell>; 2];

/// Looks at each pair of clusters of a symbol.
fn on_pairs(
    store: &CandidateStore,
    look: &mut dyn FnMut(Symbol, [&Cluster; 2]) -> ControlFlow<()>,
) -> ControlFlow<()> {
    for symbol in store.symbols() {
        let clusters = clusters(store.board().cells(), &links_of(store, symbol));
        for (index, here) in clusters.iter().enumerate() {
            for there in &clusters[index + 1..] {
                look(symbol, [here, there])?;
            }
        }
    }
    ControlFlow::Continue(())
}

fn any_sees(store: &CandidateStore, one: &[Cell], other: &[Cell]) -> bool {
    one.iter().any(|&a| other.iter().any(|&b| store.board().sees(a, b)))
}

fn report_pair(
    symbol: Symbol,
    [here, there]: [&Cluster; 2],
    gone: Vec<Cell>,
    sink: &mut dyn StepSink,
) -> ControlFlow<()> {
    if gone.is_empty() {
        return ControlFlow::Continue(());
    }
    sink.report(Step {
        symbols: SymbolSet::only(symbol),
        cells: here.concat(),
        others: there.concat(),
        eliminations: gone.into_iter().map(|cell| (cell, symbol)).collect(),
        ..Step::default()
    })
}

/// Cells that see both colours of a cluster of equal pairs lose both symbols.
pub(in crate::logic) fn remote_pairs(
    store: &CandidateStore,
    sink: &mut dyn StepSink,
) -> ControlFlow<()> {
    let is_bivalue = |cell: &Cell| store.candidates(*cell).len() == 2;
    let cells: Vec<Cell> = common([store.open_cells()]).filter(is_bivalue).collect();
    let mut pairs: Vec<SymbolSet> = cells.iter().map(|&cell| store.candidates(cell)).collect();
    pairs.sort_unstable();
    pairs.dedup();
    for pair in pairs {
        let its: Vec<Cell> =
            cells.iter().copied().filter(|&cell| store.candidates(cell) == pair).collect();
        let mut links = Vec::new();
        for (index, &one) in its.iter().enumerate() {
            let peers = its[index + 1..].iter().filter(|&&it| store.board().sees(one, it));
            links.extend(peers.map(|&other| [one, other]));
        }
        for [one, other] in clusters(store.board().cells(), &links) {
            // Two cells alone are a naked pair.
            if one.len() + other.len() < 4 {
                continue;
            }
            let gone = pair.iter().flat_map(|symbol| {
                let cells = seen_by_both(store, symbol, &one, &other);
                cells.into_iter().map(move |cell| (cell, symbol))
            });
            let eliminations: Vec<_> = gone.collect();
            if !eliminations.is_empty() {
                let symbols = pair;
                sink.report(Step {
                    symbols,
                    cells: one,
                    others: other,
                    eliminations,
                    ..Step::default()
                })?;
            }
        }
    }
    ControlFlow::Continue(())
}

fn links_of(store: &CandidateStore, symbol: Symbol) -> Vec<[Cell; 2]> {
    strong_links(store, symbol).map(|link| link.ends).collect()
}

/// Returns the connected parts of a set of links, each in two colours.
fn clusters(cells: usize, links: &[[Cell; 2]]) -> Vec<[Vec<Cell>; 2]> {
    let mut neighbours = vec![Vec::new(); cells];
    for &[one, other] in links {
        neighbours[one].push(other);
        neighbours[other].push(one);
    }
    let mut seen = vec![false; cells];
    let mut clusters = Vec::new();
    for start in (0..cells).filter(|&cell| !neighbours[cell].is_empty()) {
        if std::mem::replace(&mut seen[start], true) {
            continue;
        }
        let mut cluster = [vec![start], Vec::new()];
        let mut queue = vec![(start, 0)];
        while let Some((cell, colour)) = queue.pop() {
            for &next in &neighbours[cell] {
                if !std::mem::replace(&mut seen[next], true) {
                    cluster[1 - colour].push(next);
                    queue.push((next, 1 - colour));
                }
            }
        }
        cluster.iter_mut().for_each(|colour| colour.sort_unstable());
        clusters.push(cluster);
    }
    clusters
}

/// Returns the cells outside of a cluster that may take `symbol` and see both colours.
fn seen_by_both(store: &CandidateStore, symbol: Symbol, one: &[Cell], other: &[Cell]) -> Vec<Cell> {
    let sees = |cell: Cell, colour: &[Cell]| {
        colour.iter().any(|&it| it != cell && store.board().sees(cell, it))
    };
    common([store.holders(symbol)])
        .filter(|cell| !one.contains(cell) && !other.contains(cell))
        .filter(|&cell| sees(cell, one) && sees(cell, other))
        .collect()
}
