//! Fish: a symbol that fits into the same *k* covers in *k* parallel lines fills these covers from
//! these lines, and goes from the rest of the covers.
//!
//! ```text
//!            c2      c7                 X-Wing, k = 2. In the rows r3 and r8 the symbol fits
//!       r3 .  X . . . . X . .           into the columns c2 and c7 only: one each, whichever
//!       r5 .  x . . . . . . .           way round. It goes from both columns elsewhere.
//!       r8 .  X . . . . X . F
//!                                       With a *fin* F the fish holds or the fin does: what
//!                                       both rule out goes, so whatever sees every fin.
//! ```
//!
//! Three lines make a Swordfish, four a Jellyfish. A fish whose fin carries a line, because the line
//! has one place or none in the covers beside it, is *sashimi*. Lines and covers are those of a
//! frame, so that jigsaws and windoku have fish, and each grid of a Samurai its own.
//!
//! A fish without fins is a set of lines with as many covers in all. One with fins is found from
//! what it rules out: were the symbol at *z*, it would leave its peers, and some *k* lines would
//! have *k* − 1 covers between them. That looks at few combinations, since a line counts only
//! when it is down to so few.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use board::{Cell, Symbol, SymbolSet};

use super::dual::{duals, in_regions};
use crate::contract::Step;
use crate::logic::board_index::Frame;
use crate::logic::store::CandidateStore;
use crate::logic::technique::{CONTINUE, Find, StepSink};
use crate::sets::cells::bits;

/// Fish of `SIZE` lines without fins.
pub(in crate::logic) fn basic<const SIZE: usize>(
    store: &CandidateStore,
    sink: &mut dyn StepSink,
) -> ControlFlow<()> {
    for (frame, symbol) in waters(store) {
        sink.keep_going()?;
        let water = Water::new(store, frame, symbol);
        let mut fish = Vec::new();
        let lines: Vec<usize> = water.lines().filter(|&line| water.covers(line) <= SIZE).collect();
        combine(&lines, &water.rows, SIZE, SIZE, &mut Vec::new(), 0, &mut |lines, covers| {
            fish.push((lines.to_vec(), covers));
        });
        for (lines, covers) in fish {
            report(store, &water, &Fish { lines, covers, fins: Vec::new() }, sink)?;
        }
    }
    CONTINUE
}

/// Fish of `SIZE` lines with fins, each line of which has two places in the covers.
pub(in crate::logic) fn finned<const SIZE: usize>(
    store: &CandidateStore,
    sink: &mut dyn StepSink,
) -> ControlFlow<()> {
    with_fins(store, SIZE, false, sink)
}

/// Fish of `SIZE` lines with fins, some line of which would be down to one place without them.
pub(in crate::logic) fn sashimi<const SIZE: usize>(
    store: &CandidateStore,
    sink: &mut dyn StepSink,
) -> ControlFlow<()> {
    with_fins(store, SIZE, true, sink)
}

/// Two fish of `SIZE` lines with fins, sashimi or not, in the same lines at once.
pub(in crate::logic) fn siamese_finned<const SIZE: usize>(
    store: &CandidateStore,
    sink: &mut dyn StepSink,
) -> ControlFlow<()> {
    let both: Find = |store, sink| {
        finned::<SIZE>(store, sink)?;
        sashimi::<SIZE>(store, sink)
    };
    duals(store, both, in_regions, sink)
}

/// Two sashimi fish of `SIZE` lines in the same lines at once.
pub(in crate::logic) fn siamese_sashimi<const SIZE: usize>(
    store: &CandidateStore,
    sink: &mut dyn StepSink,
) -> ControlFlow<()> {
    duals(store, sashimi::<SIZE>, in_regions, sink)
}

/// A symbol in a frame.
pub(super) struct Water<'a> {
    pub(super) frame: &'a Frame,
    pub(super) symbol: Symbol,
    /// For each line the covers where the symbol may go.
    pub(super) rows: Vec<u64>,
    /// Whether each line has to hold the symbol.
    full: Vec<bool>,
}

/// Some lines, as many covers, and what sticks out.
struct Fish {
    lines: Vec<usize>,
    covers: u64,
    fins: Vec<Cell>,
}

impl<'a> Water<'a> {
    pub(super) fn new(store: &CandidateStore, frame: &'a Frame, symbol: Symbol) -> Self {
        let row = |cells: &Vec<Cell>| {
            let places = cells.iter().enumerate().filter(|(_, cell)| store.has(**cell, symbol));
            places.fold(0, |row, (cover, _)| row | 1 << cover)
        };
        let rows = frame.cells.iter().map(row).collect();
        let is_full = |base: &usize| store.board().regions()[*base].full;
        Self { frame, symbol, rows, full: frame.bases.iter().map(is_full).collect() }
    }

    /// The lines that have to hold the symbol and do not yet.
    pub(super) fn lines(&self) -> impl Iterator<Item = usize> {
        (0..self.rows.len()).filter(|&line| self.full[line] && self.rows[line] != 0)
    }

    fn covers(&self, line: usize) -> usize {
        self.rows[line].count_ones() as usize
    }

    /// The cells of some lines where the symbol may go, in these covers.
    pub(super) fn cells(&self, lines: &[usize], covers: u64) -> Vec<Cell> {
        let of = |&line: &usize| bits(self.rows[line] & covers).map(move |it| (line, it));
        lines.iter().flat_map(of).map(|(line, it)| self.frame.cells[line][it]).collect()
    }
}

/// Every symbol in every frame.
pub(super) fn waters(store: &CandidateStore) -> impl Iterator<Item = (&Frame, Symbol)> {
    store.board().frames().iter().flat_map(|it| store.symbols().map(move |symbol| (it, symbol)))
}

/// Calls `take` with all sets of `size` lines that have `most` covers between them.
pub(super) fn combine(
    rest: &[usize],
    rows: &[u64],
    size: usize,
    most: usize,
    lines: &mut Vec<usize>,
    union: u64,
    take: &mut dyn FnMut(&[usize], u64),
) {
    if lines.len() == size {
        if union.count_ones() as usize == most {
            take(lines, union);
        }
        return;
    }
    for (index, &line) in rest.iter().enumerate() {
        let wider = union | rows[line];
        if wider.count_ones() as usize <= most {
            lines.push(line);
            combine(&rest[index + 1..], rows, size, most, lines, wider, take);
            lines.pop();
        }
    }
}

fn with_fins(
    store: &CandidateStore,
    size: usize,
    is_sashimi: bool,
    sink: &mut dyn StepSink,
) -> ControlFlow<()> {
    for (frame, symbol) in waters(store) {
        sink.keep_going()?;
        let water = Water::new(store, frame, symbol);
        let mut known = BTreeSet::new();
        for base in 0..water.rows.len() {
            sink.keep_going()?;
            for cover in bits(water.rows[base]) {
                let z = frame.cells[base][cover];
                let rows = without_peers(store, &water, z);
                let is_near = |&line: &usize| {
                    line != base && (1..size).contains(&(rows[line].count_ones() as usize))
                };
                let lines: Vec<usize> = water.lines().filter(is_near).collect();
                combine(&lines, &rows, size, size - 1, &mut Vec::new(), 0, &mut |lines, covers| {
                    known.insert((lines.to_vec(), covers | 1 << cover));
                });
            }
        }
        for (lines, covers) in known {
            let fins = water.cells(&lines, !covers);
            let thin = |&line: &usize| (water.rows[line] & covers).count_ones() < 2;
            if !fins.is_empty() && lines.iter().any(thin) == is_sashimi {
                report(store, &water, &Fish { lines, covers, fins }, sink)?;
            }
        }
    }
    CONTINUE
}

/// The lines as they were if the symbol stood at `z`.
fn without_peers(store: &CandidateStore, water: &Water<'_>, z: Cell) -> Vec<u64> {
    let sees = |line: usize, cover: &usize| {
        let cell = water.frame.cells[line][*cover];
        cell == z || store.board().sees(z, cell)
    };
    let left = |(line, &row): (usize, &u64)| {
        bits(row).filter(|cover| !sees(line, cover)).fold(0, |row, cover| row | 1 << cover)
    };
    water.rows.iter().enumerate().map(left).collect()
}

fn report(
    store: &CandidateStore,
    water: &Water<'_>,
    fish: &Fish,
    sink: &mut dyn StepSink,
) -> ControlFlow<()> {
    let others: Vec<usize> = (0..water.rows.len()).filter(|it| !fish.lines.contains(it)).collect();
    let sees_fins = |cell: &Cell| fish.fins.iter().all(|&fin| store.board().sees(fin, *cell));
    let gone = water.cells(&others, fish.covers).into_iter().filter(sees_fins);
    let eliminations: Vec<_> = gone.map(|cell| (cell, water.symbol)).collect();
    if eliminations.is_empty() {
        return CONTINUE;
    }
    sink.report(Step {
        symbols: SymbolSet::only(water.symbol),
        cells: water.cells(&fish.lines, fish.covers),
        others: fish.fins.clone(),
        regions: fish.lines.iter().map(|&line| water.frame.bases[line]).collect(),
        covers: bits(fish.covers).map(|cover| water.frame.covers[cover]).collect(),
        eliminations,
        ..Step::default()
    })
}
