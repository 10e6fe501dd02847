//! The search: settle, choose a place, bet on one line after the other. There is nothing to undo; a bet
//! copies the 288 bytes of the candidates.

use std::ops::ControlFlow;

use board::Symbol;

use super::boxes::{Boxes, LANE, Words};
use super::choose::{Place, choose};
use super::settle::settle;
use crate::meter::Meter;
use crate::outcome::Stop;

/// The candidates as they lie in memory.
pub(super) type State = [Words; 9];

/// Where each cell lies in a state: its place in the box, and the lane of the box.
pub(super) const PLACES: [(usize, usize); 81] = places();

/// A place with lines that are still to be tried.
pub(super) struct Bet {
    before: State,
    place: Place,
    lines: u8,
    /// How many there were.
    among: usize,
}

/// Runs through all solutions of a state, until the meter breaks it off.
#[inline(always)]
pub(super) fn run<V: Boxes>(
    state: &State,
    bets: &mut Vec<Bet>,
    meter: &mut Meter<'_, ()>,
) -> ControlFlow<Stop> {
    bets.clear();
    let mut cells = [V::splat(0); 9];
    load(&mut cells, state);
    meter.node()?;
    loop {
        match settle(&mut cells) {
            None => meter.conflict(),
            Some(lines) => match choose(&cells, &lines) {
                None => meter.solution(&symbols(&cells))?,
                Some((place, lines)) => {
                    let mut before = [Words::NOTHING; 9];
                    for at in 0..9 {
                        cells[at].store(&mut before[at]);
                    }
                    let among = lines.count_ones() as usize;
                    bets.push(Bet { before, place, lines, among });
                }
            },
        }
        // The next line of the last bet that has one left.
        let bet = loop {
            let Some(bet) = bets.last_mut() else { return ControlFlow::Continue(()) };
            if (bet.lines.count_ones() as usize) < bet.among {
                meter.undo();
            }
            if bet.lines != 0 {
                break bet;
            }
            bets.pop();
        };
        let line = bet.lines.trailing_zeros() as usize;
        bet.lines &= bet.lines - 1;
        meter.bet(
            bet.place.first_cell(line),
            bet.place.digit.trailing_zeros() as Symbol,
            bet.among,
        );
        meter.node()?;
        load(&mut cells, &bet.before);
        bet.place.bet(&mut cells, line);
    }
}

#[inline(always)]
fn load<V: Boxes>(cells: &mut [V; 9], state: &State) {
    for at in 0..9 {
        cells[at] = V::load(&state[at]);
    }
}

/// The symbols of cells that have one candidate each.
#[inline(always)]
fn symbols<V: Boxes>(cells: &[V; 9]) -> [Symbol; 81] {
    let mut state = [Words::NOTHING; 9];
    for at in 0..9 {
        cells[at].store(&mut state[at]);
    }
    let mut symbols = [0; 81];
    for (symbol, (at, lane)) in symbols.iter_mut().zip(PLACES) {
        *symbol = state[at].0[lane].trailing_zeros() as Symbol;
    }
    symbols
}

const fn places() -> [(usize, usize); 81] {
    let mut table = [(0, 0); 81];
    let mut cell = 0;
    while cell < 81 {
        let (row, column) = (cell / 9, cell % 9);
        table[cell] = (row % 3 * 3 + column % 3, LANE[row / 3 * 3 + column / 3]);
        cell += 1;
    }
    table
}
