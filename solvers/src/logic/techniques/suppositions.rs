//! Suppositions: a candidate is supposed to hold, or to fall, and a net (`net.rs`) shows what follows.
//!
//! ```text
//!            ┌── 2 in r1c1 → … ┐
//!    r1c1 ───┼── 5 in r1c1 → … ├──→ no 7 in r4c8
//!            └── 9 in r1c1 → … ┘
//! ```
//!
//! Where a net contradicts itself, the opposite of what was supposed is certain. Where all cases of a cell, or
//! of a symbol in a region, lead to the same, that is certain; and so where a candidate leads to it whether it
//! holds or falls. The length of a step is that of its nets together.
//!
//! Sudoku Explainer looks for Nishio first, which are contradictions by links of one symbol, then for multiple
//! forcing chains, which are cases by links, and last for dynamic ones: contradictions and cases in nets that
//! remove what has fallen. It looks at a symbol in a region only if the first of its places has three
//! candidates; which is the first depends on how the grid is turned, so this does not.

use std::ops::ControlFlow;

use board::{Cell, Symbol, SymbolSet};

use super::net::{Kind, Net};
use super::one_symbol::OneSymbol;
use super::reach::Reach;
use crate::contract::{Link, Step};
use crate::logic::consequences::{Statement, statement};
use crate::logic::grade::net_surcharge;
use crate::logic::store::CandidateStore;
use crate::logic::technique::{CONTINUE, StepSink};
use crate::sets::cells::common;

/// What contradicts itself by links of one symbol.
pub(in crate::logic) fn of_one_symbol(
    store: &CandidateStore,
    sink: &mut dyn StepSink,
) -> ControlFlow<()> {
    let mut follower = OneSymbol::new(store);
    let mut contradicts =
        |cell, symbol| [true, false].iter().any(|&holds| follower.contradicts(cell, symbol, holds));
    Search::new(store, Kind::OneSymbol).of_candidates(&mut contradicts, sink)
}

/// What follows by links in all of at least three cases.
pub(in crate::logic) fn cases(store: &CandidateStore, sink: &mut dyn StepSink) -> ControlFlow<()> {
    let mut reach = Reach::new(store);
    Search::new(store, Kind::Static).of_cases(&mut |starts| reach.is_common(starts), sink)
}

/// What contradicts itself, and what follows in all cases, with what has fallen removed.
pub(in crate::logic) fn dynamic(
    store: &CandidateStore,
    sink: &mut dyn StepSink,
) -> ControlFlow<()> {
    let mut search = Search::new(store, Kind::Dynamic);
    search.of_candidates(&mut |_, _| true, sink)?;
    search.of_cases(&mut |_| true, sink)
}

struct Search<'a> {
    store: &'a CandidateStore,
    kind: Kind,
    /// The nets of the cases, one each.
    nets: Vec<Net<'a>>,
}

impl<'a> Search<'a> {
    /// Nothing is supposed yet.
    fn new(store: &'a CandidateStore, kind: Kind) -> Self {
        Self { store, kind, nets: Vec::new() }
    }

    /// Supposes that each candidate holds, and that it falls, if that may lead to anything.
    fn of_candidates(
        &mut self,
        leads: &mut dyn FnMut(Cell, Symbol) -> bool,
        sink: &mut dyn StepSink,
    ) -> ControlFlow<()> {
        for cell in common([self.store.open_cells()]) {
            sink.keep_going()?;
            let candidates = self.store.candidates(cell);
            for symbol in candidates.iter().filter(|&symbol| leads(cell, symbol)) {
                let node = cell * self.store.board().symbols() + usize::from(symbol);
                let starts = [true, false].map(|holds| statement(node, holds));
                self.follow(&starts, sink)?;
                for (net, start) in self.nets.iter().zip(starts) {
                    if let Some(way) = net.refutation() {
                        let links = way.iter().map(|&it| net.link(it)).collect();
                        report(net.link(start ^ 1), links, vec![cell], Vec::new(), sink)?;
                    }
                }
                // The two cases of a cell with two candidates are those of the cell.
                if self.kind == Kind::Dynamic && candidates.len() > 2 {
                    self.report_common(&starts, &[cell], &[], sink)?;
                }
            }
        }
        CONTINUE
    }

    /// Supposes each candidate of each cell, and each place of each symbol in each region, if that may lead to anything.
    fn of_cases(
        &mut self,
        lead: &mut dyn FnMut(&[Statement]) -> bool,
        sink: &mut dyn StepSink,
    ) -> ControlFlow<()> {
        let (store, board) = (self.store, self.store.board());
        // Two cases by links are a chain.
        let least = if self.kind == Kind::Static { 3 } else { 2 };
        let start = |cell, symbol| statement(cell * board.symbols() + usize::from(symbol), true);
        for cell in common([store.open_cells()]) {
            sink.keep_going()?;
            let starts: Vec<_> = store.candidates(cell).iter().map(|it| start(cell, it)).collect();
            if starts.len() >= least && lead(&starts) {
                self.follow(&starts, sink)?;
                self.report_common(&starts, &[cell], &[], sink)?;
            }
        }
        for (region, shape) in board.regions().iter().enumerate() {
            sink.keep_going()?;
            for symbol in store.symbols().filter(|_| shape.full) {
                let cells = store.cells_at(region, store.places(region, symbol));
                let starts: Vec<_> = cells.iter().map(|&cell| start(cell, symbol)).collect();
                if starts.len() >= least && lead(&starts) {
                    self.follow(&starts, sink)?;
                    self.report_common(&starts, &cells, &[region], sink)?;
                }
            }
        }
        CONTINUE
    }

    /// Follows each of some statements in a net of its own.
    fn follow(&mut self, starts: &[Statement], sink: &mut dyn StepSink) -> ControlFlow<()> {
        sink.keep_going()?;
        while self.nets.len() < starts.len() {
            self.nets.push(Net::new(self.store, self.kind));
        }
        self.nets.iter_mut().zip(starts).for_each(|(net, &start)| net.follow(start));
        CONTINUE
    }

    /// Reports what follows from each of some statements, of which one is true.
    fn report_common(
        &self,
        starts: &[Statement],
        cells: &[Cell],
        regions: &[usize],
        sink: &mut dyn StepSink,
    ) -> ControlFlow<()> {
        let nets = &self.nets[..starts.len()];
        for common in nets[0].conclusions().filter(|&it| nets[1..].iter().all(|net| net.has(it))) {
            let ways = nets.iter().flat_map(|net| net.way(&[common]));
            let links = ways.map(|it| nets[0].link(it)).collect();
            report(nets[0].link(common), links, cells.to_vec(), regions.to_vec(), sink)?;
        }
        CONTINUE
    }
}

/// Reports what is certain, unless the way to it is too long to be of use.
fn report(
    certain: Link,
    chain: Vec<Link>,
    cells: Vec<Cell>,
    regions: Vec<usize>,
    sink: &mut dyn StepSink,
) -> ControlFlow<()> {
    if net_surcharge(chain.len()) > sink.spare() {
        return CONTINUE;
    }
    let follows = vec![(certain.cell, certain.symbol)];
    let (placements, eliminations) =
        if certain.holds { (follows, Vec::new()) } else { (Vec::new(), follows) };
    sink.report(Step {
        symbols: SymbolSet::only(certain.symbol),
        cells,
        regions,
        chain,
        placements,
        eliminations,
        ..Step::default()
    })
}
