//! The search: propagate, choose a place, bet on one line after the other. Nothing is undone in
//! place; a bet copies the 288 bytes of the candidates.

use std::ops::ControlFlow;

use board::{Cell, Symbol};

use super::boxes::{Boxes, LANE, LaneWords};
use super::choose::{BetPlace, choose};
use super::propagate::{BoxCells, propagate};
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

/// Enumerates the solutions of a state, until the meter stops it.
#[inline(always)]
pub(super) fn run<V: Boxes, O: Observer>(
    state: &BoxState,
    bets: &mut Vec<LineBet>,
    meter: &mut Meter<'_, O>,
) -> ControlFlow<Stop> {
    bets.clear();
    let mut cells: BoxCells<V> = loaded(state);
    meter.node()?;
    loop {
        match propagate(&mut cells) {
            None => meter.conflict(),
            Some(lines) => {
                if meter.observer().watches() {
                    let before = bets.last().map_or(state, |bet| &bet.before);
                    report_placed(before, &stored(&cells), meter.observer());
                }
                match choose(&cells, &lines) {
                    None => meter.solution(&symbols(&stored(&cells)))?,
                    Some((place, lines)) => {
                        let alternatives = lines.count_ones() as usize;
                        bets.push(LineBet { before: stored(&cells), place, lines, alternatives });
                    }
                }
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
        bet.place.bet(&mut cells, line);
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
