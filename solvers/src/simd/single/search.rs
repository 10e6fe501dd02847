//! The search: settle, choose a place, bet on one line after the other. There is nothing to undo; a bet
//! copies the 288 bytes of the candidates.

use std::ops::ControlFlow;

use board::{Cell, Symbol};

use super::boxes::{Boxes, LANE, Words};
use super::choose::{Place, choose};
use super::settle::{Cells, settle};
use crate::contract::{Meter, Stop};

/// The candidates as they lie in memory.
pub(super) type State = [Words; 9];

/// A place with lines that are still to be tried.
pub(super) struct Bet {
    before: State,
    place: Place,
    lines: u8,
    /// How many there were.
    alternatives: usize,
}

/// The number of the cell at a place of a box.
#[inline(always)]
pub(super) fn cell(at: usize, of: usize) -> Cell {
    of / 3 * 27 + of % 3 * 3 + at / 3 * 9 + at % 3
}

/// The state that allows each cell a set of digits.
#[inline(always)]
pub(super) fn state(allowed: impl Fn(Cell) -> u16) -> State {
    let mut state = [Words::FULL; 9];
    for (at, words) in state.iter_mut().enumerate() {
        for (of, lane) in LANE.into_iter().enumerate() {
            words.0[lane] = allowed(cell(at, of));
        }
    }
    state
}

/// Runs through all solutions of a state, until the meter breaks it off.
#[inline(always)]
pub(super) fn run<V: Boxes>(
    state: &State,
    bets: &mut Vec<Bet>,
    meter: &mut Meter<'_, ()>,
) -> ControlFlow<Stop> {
    bets.clear();
    let mut cells: Cells<V> = loaded(state);
    meter.node()?;
    loop {
        match settle(&mut cells) {
            None => meter.conflict(),
            Some(lines) => match choose(&cells, &lines) {
                None => meter.solution(&symbols(&stored(&cells)))?,
                Some((place, lines)) => {
                    let alternatives = lines.count_ones() as usize;
                    bets.push(Bet { before: stored(&cells), place, lines, alternatives });
                }
            },
        }
        take_back(bets, meter);
        let Some(bet) = bets.last_mut() else { return ControlFlow::Continue(()) };
        let line = bet.lines.trailing_zeros() as usize;
        bet.lines &= bet.lines - 1;
        meter.bet(
            bet.place.first_cell(line),
            bet.place.digit.trailing_zeros() as Symbol,
            bet.alternatives,
        );
        meter.node()?;
        cells = loaded(&bet.before);
        bet.place.bet(&mut cells, line);
    }
}

/// Takes back what was bet last, and drops the bets that have no line left.
#[inline(always)]
fn take_back(bets: &mut Vec<Bet>, meter: &mut Meter<'_, ()>) {
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

#[inline(always)]
fn loaded<V: Boxes>(state: &State) -> Cells<V> {
    let mut cells = [V::splat(0); 9];
    for at in 0..9 {
        cells[at] = V::load(&state[at]);
    }
    cells
}

#[inline(always)]
fn stored<V: Boxes>(cells: &Cells<V>) -> State {
    let mut state = [Words::NOTHING; 9];
    for at in 0..9 {
        cells[at].store(&mut state[at]);
    }
    state
}

/// The symbols of a state that allows each cell one. Once for a solution, and not to be made part of the
/// loop, which is slower by a quarter with it.
#[inline(never)]
fn symbols(state: &State) -> [Symbol; 81] {
    let mut symbols = [0; 81];
    for at in 0..9 {
        for (of, lane) in LANE.into_iter().enumerate() {
            symbols[cell(at, of)] = state[at].0[lane].trailing_zeros() as Symbol;
        }
    }
    symbols
}
