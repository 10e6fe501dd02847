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

use std::cmp::Reverse;
use std::ops::{ControlFlow, RangeInclusive};

use board::{Cell, Symbol, SymbolSet};

use super::dual::{duals, in_regions};
use crate::contract::Step;
use crate::logic::board_index::Frame;
use crate::logic::store::CandidateStore;
use crate::logic::technique::{CONTINUE, Find, StepSink};
use crate::sets::cells::bits;

/// The number of suppositions between two questions whether to keep searching.
const POLL: usize = 16;

/// Fish of `SIZE` lines without fins.
pub(in crate::logic) fn basic<const SIZE: usize>(
    store: &CandidateStore,
    sink: &mut dyn StepSink,
) -> ControlFlow<()> {
    for (frame, symbol) in waters(store) {
        sink.keep_going()?;
        let water = Water::new(store, frame, symbol);
        let mut fish = Vec::new();
        let lines = water.lines_with(&water.rows, 1..=SIZE);
        combine(lines, &water.rows, SIZE, SIZE, NONE, &mut |lines, covers| {
            fish.push((lines, covers));
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
    /// The lines that have to hold the symbol, as a set.
    full: u64,
}

/// Some lines, as many covers, and what sticks out.
struct Fish {
    lines: u64,
    covers: u64,
    fins: Vec<Cell>,
}

impl<'a> Water<'a> {
    pub(super) fn new(store: &CandidateStore, frame: &'a Frame, symbol: Symbol) -> Self {
        let row = |line: usize| {
            let (base, cells) = (frame.bases[line], &frame.cells[line]);
            if frame.is_in_order(line) {
                return store.places(base, symbol);
            }
            let places = cells.iter().enumerate().filter(|(_, cell)| store.has(**cell, symbol));
            places.fold(0, |row, (cover, _)| row | 1 << cover)
        };
        let is_full = |line: &usize| store.board().regions()[frame.bases[*line]].full;
        let lines = 0..frame.bases.len();
        let full = lines.clone().filter(is_full).fold(0, |full, line| full | 1 << line);
        Self { frame, symbol, rows: lines.map(row).collect(), full }
    }

    /// Returns the lines that have to hold the symbol and of whose `rows` this number are covers,
    /// as a set.
    pub(super) fn lines_with(&self, rows: &[u64], covers: RangeInclusive<usize>) -> u64 {
        let is_in = |&line: &usize| covers.contains(&(rows[line].count_ones() as usize));
        bits(self.full).filter(is_in).fold(0, |lines, line| lines | 1 << line)
    }

    /// Returns the cells of some lines where the symbol may go, in these covers.
    pub(super) fn cells(&self, lines: u64, covers: u64) -> Vec<Cell> {
        let of = |line: usize| bits(self.rows[line] & covers).map(move |it| (line, it));
        bits(lines).flat_map(of).map(|(line, it)| self.frame.cells[line][it]).collect()
    }
}

/// Returns every symbol in every frame.
pub(super) fn waters(store: &CandidateStore) -> impl Iterator<Item = (&Frame, Symbol)> {
    store
        .board()
        .frames()
        .iter()
        .flat_map(|it| store.watched().iter().map(move |symbol| (it, symbol)))
}

/// No lines, and no covers.
pub(super) const NONE: (u64, u64) = (0, 0);

/// Calls `take` with all sets of `size` lines that have `most` covers between them: those of `from`, and some of `rest`.
/// Their order is that of their lines.
pub(super) fn combine(
    mut rest: u64,
    rows: &[u64],
    size: usize,
    most: usize,
    from: (u64, u64),
    take: &mut dyn FnMut(u64, u64),
) {
    let (lines, union) = from;
    let more = size - lines.count_ones() as usize;
    if more == 0 {
        if union.count_ones() as usize == most {
            take(lines, union);
        }
        return;
    }
    while rest.count_ones() as usize >= more {
        let line = rest.trailing_zeros() as usize;
        rest &= rest - 1;
        let wider = union | rows[line];
        if wider.count_ones() as usize <= most {
            combine(rest, rows, size, most, (lines | 1 << line, wider), take);
        }
    }
}

fn with_fins(
    store: &CandidateStore,
    size: usize,
    is_sashimi: bool,
    sink: &mut dyn StepSink,
) -> ControlFlow<()> {
    let (mut rows, mut known, mut n_supposed) = (Vec::new(), Vec::new(), 0_usize);
    for (frame, symbol) in waters(store) {
        let water = Water::new(store, frame, symbol);
        known.clear();
        for base in 0..water.rows.len() {
            for cover in bits(water.rows[base]) {
                if n_supposed.is_multiple_of(POLL) {
                    sink.keep_going()?;
                }
                n_supposed += 1;
                // The lines as they were if the symbol stood there.
                let unseen = frame.unseen(base, cover);
                rows.clear();
                rows.extend(water.rows.iter().zip(unseen).map(|(row, unseen)| row & unseen));
                let near = water.lines_with(&rows, 1..=size - 1) & !(1 << base);
                combine(near, &rows, size, size - 1, NONE, &mut |lines, covers| {
                    known.push((Reverse(lines.reverse_bits()), covers | 1 << cover));
                });
            }
        }
        // Sets of equally many lines, in the order of their lines.
        known.sort_unstable();
        known.dedup();
        for &(Reverse(lines), covers) in &known {
            let lines = lines.reverse_bits();
            let thin = |line: usize| (water.rows[line] & covers).count_ones() < 2;
            if bits(lines).any(thin) == is_sashimi {
                let fins = water.cells(lines, !covers);
                if !fins.is_empty() {
                    report(store, &water, &Fish { lines, covers, fins }, sink)?;
                }
            }
        }
    }
    CONTINUE
}

fn report(
    store: &CandidateStore,
    water: &Water<'_>,
    fish: &Fish,
    sink: &mut dyn StepSink,
) -> ControlFlow<()> {
    let others = !fish.lines & u64::MAX >> (64 - water.rows.len());
    let sees_fins = |cell: &Cell| fish.fins.iter().all(|&fin| store.board().sees(fin, *cell));
    let gone = water.cells(others, fish.covers).into_iter().filter(sees_fins);
    let eliminations: Vec<_> = gone.map(|cell| (cell, water.symbol)).collect();
    if eliminations.is_empty() {
        return CONTINUE;
    }
    sink.report(Step {
        symbols: SymbolSet::only(water.symbol),
        cells: water.cells(fish.lines, fish.covers),
        others: fish.fins.clone(),
        regions: bits(fish.lines).map(|line| water.frame.bases[line]).collect(),
        covers: bits(fish.covers).map(|cover| water.frame.covers[cover]).collect(),
        eliminations,
        ..Step::default()
    })
}
