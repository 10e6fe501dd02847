//! Kraken fish: [fish](super::fish) whose fins are tied by chains to what goes.
//!
//! Suppose a candidate. By chains other candidates fall, and with them places of a symbol. If *k* lines then
//! have only *k* − 1 covers left between them, which is one too few, the candidate goes.
//!
//! ```text
//!      X . . X . . F          z in a cover of the fish, with the fish's symbol: each fin F sees z,
//!      X . . X . . .          or falls by a chain from it (type 1).
//!      z ──…──→ no F          z anywhere: chains from it rule out the fins and all places of the
//!                             fish in one cover (type 2).
//! ```
//!
//! A fish all of whose fins see *z* is a finned fish and not reported. Of the fish of one size that rule out a
//! candidate only the first is. One search in breadth for each candidate says what falls.

use std::ops::ControlFlow;

use board::{Cell, Symbol, SymbolSet};

use super::fish::{NONE, Water, combine, waters};
use crate::contract::{Link, Step};
use crate::logic::consequences::{Consequences, statement};
use crate::logic::inference_graph::{InferenceGraph, Kind};
use crate::logic::store::CandidateStore;
use crate::logic::technique::{CONTINUE, StepSink};
use crate::sets::cells::{bits, common};

/// The sizes of the fish.
const SIZES: std::ops::RangeInclusive<usize> = 2..=4;

/// Fish that rule out a place of their symbol in one of their covers.
pub(in crate::logic) fn type_1(store: &CandidateStore, sink: &mut dyn StepSink) -> ControlFlow<()> {
    each(store, true, sink)
}

/// Fish that rule out any other candidate.
pub(in crate::logic) fn type_2(store: &CandidateStore, sink: &mut dyn StepSink) -> ControlFlow<()> {
    each(store, false, sink)
}

fn each(store: &CandidateStore, in_cover: bool, sink: &mut dyn StepSink) -> ControlFlow<()> {
    let graph = InferenceGraph::new(store, Kind::Any);
    let waters: Vec<Water<'_>> =
        waters(store).map(|(frame, symbol)| Water::new(store, frame, symbol)).collect();
    let mut fallen = Consequences::default();
    for cell in common([store.open_cells()]) {
        for symbol in store.candidates(cell).iter() {
            sink.keep_going()?;
            fallen.follow(&graph, statement(graph.node(cell, symbol), true));
            let found = Search { store, graph: &graph, fallen: &fallen, z: (cell, symbol) };
            if let Some(step) = waters.iter().find_map(|water| found.fish(water, in_cover)) {
                sink.report(step)?;
            }
        }
    }
    CONTINUE
}

/// A candidate that is supposed, and what falls then.
struct Search<'a> {
    store: &'a CandidateStore,
    graph: &'a InferenceGraph<'a>,
    fallen: &'a Consequences,
    z: (Cell, Symbol),
}

impl Search<'_> {
    /// Returns the smallest fish of a symbol in a frame, with the candidate in one of its covers or
    /// not.
    fn fish(&self, water: &Water<'_>, in_cover: bool) -> Option<Step> {
        let rows: Vec<u64> = (0..water.rows.len()).map(|line| self.left(water, line)).collect();
        let place = self.place(water);
        SIZES.into_iter().find_map(|size| {
            let own = place.map_or(0, |(line, _)| 1 << line);
            let lines = water.lines_with(&rows, 1..=size - 1) & !own;
            let mut found = None;
            combine(lines, &rows, size, size - 1, NONE, &mut |lines, covers| {
                if found.is_none() {
                    found = self.step(water, lines, covers, in_cover);
                }
            });
            found
        })
    }

    /// Returns the covers of a line where the symbol may still go.
    fn left(&self, water: &Water<'_>, line: usize) -> u64 {
        let falls = |cover: &usize| {
            let node = self.graph.node(water.frame.cells[line][*cover], water.symbol);
            self.fallen.has(statement(node, false))
        };
        bits(water.rows[line]).filter(|cover| !falls(cover)).fold(0, |row, it| row | 1 << it)
    }

    /// Returns the line and the cover of the candidate, if it is one of the symbol's places in the
    /// frame.
    fn place(&self, water: &Water<'_>) -> Option<(usize, usize)> {
        let (cell, symbol) = self.z;
        let at = |line: usize| water.frame.cells[line].iter().position(|&it| it == cell);
        let mut lines = 0..water.rows.len();
        lines
            .find_map(|line| at(line).map(|cover| (line, cover)))
            .filter(|_| symbol == water.symbol)
    }

    /// Returns the step, unless it is of the other type or a finned fish.
    fn step(&self, water: &Water<'_>, lines: u64, covers: u64, in_cover: bool) -> Option<Step> {
        let own = self.place(water).map_or(0, |(_, cover)| 1 << cover);
        let others = water.cells(lines, !covers & !own);
        let is_seen = |&cell: &Cell| {
            cell == self.z.0 || self.z.1 == water.symbol && self.store.board().sees(cell, self.z.0)
        };
        let is_in_cover = own & !covers != 0;
        if is_in_cover != in_cover || others.iter().all(is_seen) {
            return None;
        }
        let ways = others.iter().filter(|cell| !is_seen(cell)).flat_map(|&cell| {
            let node = self.graph.node(cell, water.symbol);
            self.fallen.way(self.graph, statement(node, false))
        });
        let chain: Vec<Link> = ways.collect();
        Some(Step {
            symbols: SymbolSet::only(water.symbol),
            cells: water.cells(lines, covers | own),
            regions: bits(lines).map(|line| water.frame.bases[line]).collect(),
            covers: bits(covers | own).map(|cover| water.frame.covers[cover]).collect(),
            others,
            chain,
            eliminations: vec![self.z],
            ..Step::default()
        })
    }
}
