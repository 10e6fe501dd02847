//! The search: propagate, choose a place, bet on one line after the other. Nothing is undone in
//! place; a bet copies the 288 bytes of the candidates.

use std::ops::ControlFlow;

use board::{Cell, Symbol};

use super::boxes::{Boxes, LANE, LaneWords};
use super::choose::{BetPlace, choose};
use super::propagate::{BoxCells, Rest, propagate};
use super::swap::is_swap;
use crate::contract::{Event, Meter, Observer, Stop};

/// The candidates in memory.
pub(super) type BoxState = [LaneWords; 9];

/// A place with lines that are still to be tried.
pub(super) struct LineBet {
    before: BoxState,
    place: BetPlace,
    lines: u8,
    /// The number of lines at first.
    alternatives: usize,
    /// The number of solutions that each solution found from here stands for.
    weight: u64,
}

/// Returns the cell at a place of a box.
#[inline(always)]
pub(super) fn cell(at: usize, of: usize) -> Cell {
    of / 3 * 27 + of % 3 * 3 + at / 3 * 9 + at % 3
}

/// Returns the state in which each cell has the set of digits `allowed`.
#[inline(always)]
pub(super) fn state(allowed: impl Fn(Cell) -> u16) -> BoxState {
    let mut state = [LaneWords::FULL; 9];
    for (at, words) in state.iter_mut().enumerate() {
        for (of, lane) in LANE.into_iter().enumerate() {
            words.0[lane] = allowed(cell(at, of));
        }
    }
    state
}

/// Returns the digits that a cell of a state may take.
#[inline(always)]
pub(super) fn digits_mut(state: &mut BoxState, cell: Cell) -> &mut u16 {
    let (row, column) = (cell / 9, cell % 9);
    &mut state[row % 3 * 3 + column % 3].0[LANE[row / 3 * 3 + column / 3]]
}

/// The number of solutions that are found one by one, each with its grid.
const SHOWN: u64 = 2;

/// Finds the solutions of a state, until the meter stops it.
#[inline(always)]
pub(super) fn run<V: Boxes, O: Observer>(
    state: &BoxState,
    bets: &mut Vec<LineBet>,
    meter: &mut Meter<'_, O>,
) -> ControlFlow<Stop> {
    // Two loops: one that never counts is faster.
    match meter.solution_limit() {
        Some(..=SHOWN) => search::<V, O, false>(state, bets, meter),
        _ => search::<V, O, true>(state, bets, meter),
    }
}

/// Finds the solutions of a state. With `COUNTS`, those after the first ones are counted with the
/// help of [swaps](super::swap).
#[inline(always)]
fn search<V: Boxes, O: Observer, const COUNTS: bool>(
    state: &BoxState,
    bets: &mut Vec<LineBet>,
    meter: &mut Meter<'_, O>,
) -> ControlFlow<Stop> {
    bets.clear();
    let mut cells: BoxCells<V> = loaded(state);
    let (mut weight, mut n_shown) = (1, 0);
    meter.node()?;
    loop {
        let rest = propagate(&mut cells);
        if meter.observer().watches() && !matches!(rest, Rest::Contradiction) {
            let before = bets.last().map_or(state, |bet| &bet.before);
            report_placed(before, &stored(&cells), meter.observer());
        }
        if COUNTS && n_shown >= SHOWN && !matches!(rest, Rest::Contradiction) {
            weight *= drop_swap(bets, &cells);
        }
        match rest {
            Rest::Contradiction => meter.conflict(),
            Rest::Solution if COUNTS && n_shown >= SHOWN && !meter.observer().watches() => {
                meter.further_solutions(&weight.into())?;
            }
            Rest::Solution => {
                n_shown += 1;
                meter.solution(&symbols(&stored(&cells)))?;
                if COUNTS && weight > 1 {
                    meter.further_solutions(&(weight - 1).into())?;
                }
            }
            Rest::Open(lines) => {
                let (place, lines) = choose(&lines);
                let (before, alternatives) = (stored(&cells), lines.count_ones() as usize);
                bets.push(LineBet { before, place, lines, alternatives, weight });
            }
        }
        undo_last(bets, meter);
        let Some(bet) = bets.last_mut() else { return ControlFlow::Continue(()) };
        let line = bet.lines.trailing_zeros() as usize;
        bet.lines &= bet.lines - 1;
        let symbol = bet.place.digit.trailing_zeros() as Symbol;
        meter.confine(symbol, bet.alternatives, || bet.place.cells(line));
        meter.node()?;
        cells = loaded(&bet.before);
        weight = bet.weight;
        bet.place.bet(&mut cells, line);
    }
}

/// If the first line of the last bet ended in a [swap](super::swap), drops the other one. Returns the
/// number of solutions that each solution of the first one stands for.
#[inline(always)]
fn drop_swap<V: Boxes>(bets: &mut [LineBet], cells: &BoxCells<V>) -> u64 {
    match bets.last_mut() {
        Some(bet)
            if bet.alternatives == 2 && bet.lines != 0 && is_swap(&loaded(&bet.before), cells) =>
        {
            bet.lines = 0;
            2
        }
        _ => 1,
    }
}

/// Undoes the last bet, and drops the bets that have no line left.
#[inline(always)]
fn undo_last<O: Observer>(bets: &mut Vec<LineBet>, meter: &mut Meter<'_, O>) {
    while let Some(bet) = bets.last() {
        if (bet.lines.count_ones() as usize) < bet.alternatives {
            meter.undo();
        }
        if bet.lines != 0 {
            return;
        }
        bets.pop();
    }
}

/// Reports the cells that have one candidate after propagation and had several before the bet.
fn report_placed(before: &BoxState, after: &BoxState, observer: &mut impl Observer) {
    for at in 0..9 {
        for (of, lane) in LANE.into_iter().enumerate() {
            let [before, after] = [before, after].map(|state| state[at].0[lane]);
            if before.count_ones() > 1 && after.count_ones() == 1 {
                let symbol = after.trailing_zeros() as Symbol;
                observer.event(Event::Deduce { cell: cell(at, of), symbol });
            }
        }
    }
}

#[inline(always)]
fn loaded<V: Boxes>(state: &BoxState) -> BoxCells<V> {
    let mut cells = [V::splat(0); 9];
    for at in 0..9 {
        cells[at] = V::load(&state[at]);
    }
    cells
}

#[inline(always)]
fn stored<V: Boxes>(cells: &BoxCells<V>) -> BoxState {
    let mut state = [LaneWords::NOTHING; 9];
    for at in 0..9 {
        cells[at].store(&mut state[at]);
    }
    state
}

/// Returns the symbols of a state with one candidate in each cell. It runs once for each solution
/// and is kept out of the loop, which is a quarter slower with it inlined.
#[inline(never)]
fn symbols(state: &BoxState) -> [Symbol; 81] {
    let mut symbols = [0; 81];
    for at in 0..9 {
        for (of, lane) in LANE.into_iter().enumerate() {
            symbols[cell(at, of)] = state[at].0[lane].trailing_zeros() as Symbol;
        }
    }
    symbols
}
