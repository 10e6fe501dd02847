//! One puzzle at a time: bands of 27 bits, tables of what is left of them, and a search that bets on
//! cells of two.
//!
//! The state and its propagation stand in [`bands`](self); the idea of bands is that of jczsolve and
//! fsss2, the score of a cell that of our own bit slices: of the cells with two candidates the one is
//! bet on whose digits have the most places among its peers. That takes half of the bets that the
//! first cell of two takes, and pays although it is counted for each. There is nothing to
//! prepare and nothing to undo: a bet copies 120 bytes. The code is compiled twice, with and without
//! the processor's instruction that counts bits.

mod bands;

use std::ops::ControlFlow;

use board::{Geometry, Grid, Puzzle, Symbol};

use self::bands::{Bands, PEERS, Sizes};
use super::{Instructions, Solved, only_classic};
use crate::meter::{Limits, Meter};
use crate::observer::Observer;
use crate::outcome::{Counter, Stop};
use crate::solver::{Backend, Honors, Method, Obeys, Search, Solver, Task, Unsupported};

/// The row `simd/single`.
pub const SINGLE: Backend = Backend {
    id: "simd/single",
    about: "one classic9 puzzle at a time, in bands of 27 bits (after jczsolve)",
    method: Method {
        state: "three bands of 27 bits for each digit",
        inference: "singles and locked candidates",
        choice: "cell with two candidates that have most places near",
    },
    tasks: &[Task::First, Task::Unique, Task::Count],
    counts: &[Counter::Nodes, Counter::Bets, Counter::Conflicts, Counter::MaxDepth],
    counts_traced: &[],
    honors: Honors { nodes: Obeys::Exactly, time: Obeys::Exactly },
    assumes_unique: false,
    complete: true,
    stateful: false,
    batches: false,
    prepare,
};

fn prepare(geometry: &Geometry) -> Result<Box<dyn Solver>, Unsupported> {
    only_classic(geometry)?;
    Ok(Box::new(Single::new()?))
}

/// Solves puzzles one by one.
pub struct Single {
    /// Whether the processor counts bits, and may.
    counts_bits: bool,
    bets: Vec<Bet>,
}

/// A cell with values that are still to be tried.
struct Bet {
    before: Bands,
    cell: usize,
    values: u32,
    /// How many there were.
    among: usize,
}

impl Search for Single {
    fn search<O: Observer>(
        &mut self,
        puzzle: &Puzzle,
        meter: &mut Meter<'_, O>,
    ) -> ControlFlow<Stop> {
        let mut digits = [[0; 3]; 9];
        for (cell, set) in puzzle.allowed().iter().enumerate() {
            for digit in set.iter() {
                digits[usize::from(digit)][cell / 27] |= 1 << (cell % 27);
            }
        }
        self.from(digits, meter)
    }
}

impl Single {
    /// A solver with what [`Instructions::chosen`] allows.
    ///
    /// # Errors
    /// When `HARNESS_SIMD` names instructions that are none or that this processor does not have.
    pub fn new() -> Result<Self, Unsupported> {
        #[cfg(target_arch = "x86_64")]
        let counts_bits = Instructions::chosen()? != Instructions::Portable
            && is_x86_feature_detected!("popcnt")
            && is_x86_feature_detected!("bmi1");
        #[cfg(not(target_arch = "x86_64"))]
        let counts_bits = Instructions::chosen()? != Instructions::Portable;
        Ok(Self { counts_bits, bets: Vec::new() })
    }

    /// Solves a line of 81 characters, of which `1` to `9` are givens and all others are open.
    pub fn solve_line(&mut self, line: &[u8; 81], limits: &Limits<'_>) -> Solved {
        let mut givens = [[0u32; 3]; 9];
        let mut open = [0u32; 3];
        for (cell, byte) in line.iter().enumerate() {
            let bit = 1 << (cell % 27);
            match givens.get_mut(usize::from(byte.wrapping_sub(b'1'))) {
                Some(digit) => digit[cell / 27] |= bit,
                None => open[cell / 27] |= bit,
            }
        }
        for digit in &mut givens {
            (0..3).for_each(|band| digit[band] |= open[band]);
        }
        let mut meter = Meter::new(limits, ());
        let flow = self.from(givens, &mut meter);
        let outcome = meter.finish(flow);
        let digits =
            |grid: Grid| grid.symbols().try_into().map(|it: [u8; 81]| it.map(|s| s + b'1'));
        Solved {
            solutions: outcome.solutions,
            is_all: outcome.stop == Stop::Exhausted,
            bets: outcome.counters.bets,
            grid: outcome.first.and_then(|grid| digits(grid).ok()).unwrap_or([b'.'; 81]),
        }
    }

    fn from<O: Observer>(
        &mut self,
        digits: [[u32; 3]; 9],
        meter: &mut Meter<'_, O>,
    ) -> ControlFlow<Stop> {
        self.bets.clear();
        #[cfg(target_arch = "x86_64")]
        if self.counts_bits {
            // SAFETY: the processor was asked when the solver was made.
            #[expect(unsafe_code, reason = "the processor was asked")]
            return unsafe { run_counting(digits, &mut self.bets, meter) };
        }
        run(digits, &mut self.bets, meter)
    }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "popcnt,bmi1")]
fn run_counting<O: Observer>(
    digits: [[u32; 3]; 9],
    bets: &mut Vec<Bet>,
    meter: &mut Meter<'_, O>,
) -> ControlFlow<Stop> {
    run(digits, bets, meter)
}

/// Searches all that `digits` allow.
#[inline(always)]
fn run<O: Observer>(
    digits: [[u32; 3]; 9],
    bets: &mut Vec<Bet>,
    meter: &mut Meter<'_, O>,
) -> ControlFlow<Stop> {
    let mut state = Bands::new(digits);
    let mut dirty = 0x1FF;
    meter.node()?;
    loop {
        match state.settle(dirty) {
            None => meter.conflict(),
            Some(sizes) => match choose(&state, &sizes) {
                None => meter.solution(&symbols(&state))?,
                Some(cell) => {
                    let values = state.values(cell);
                    let among = values.count_ones() as usize;
                    bets.push(Bet { before: state, cell, values, among });
                }
            },
        }
        // The next value of the last bet that has one left.
        let bet = loop {
            let Some(bet) = bets.last_mut() else { return ControlFlow::Continue(()) };
            if (bet.values.count_ones() as usize) < bet.among {
                meter.undo();
            }
            if bet.values != 0 {
                break bet;
            }
            bets.pop();
        };
        let digit = bet.values.trailing_zeros() as usize;
        meter.bet(bet.cell, digit as Symbol, bet.among);
        meter.node()?;
        state = bet.before;
        dirty = state.values(bet.cell);
        state.put(bet.cell, digit);
        bet.values &= bet.values - 1;
    }
}

/// The cell to bet in; none when every cell has one candidate.
#[inline(always)]
fn choose(state: &Bands, sizes: &Sizes) -> Option<usize> {
    let first = |of: &[u32; 3]| {
        let band = of.iter().position(|&cells| cells != 0)?;
        Some(27 * band + of[band].trailing_zeros() as usize)
    };
    let (mut best, mut most) = (None, 0);
    for band in 0..3 {
        let mut cells = sizes.two[band];
        while cells != 0 {
            let cell = 27 * band + cells.trailing_zeros() as usize;
            cells &= cells - 1;
            let mut score = 1;
            let mut values = state.values(cell);
            while values != 0 {
                let places = &state.digits[values.trailing_zeros() as usize];
                for near in 0..3 {
                    score += (places[near] & PEERS[cell][near]).count_ones();
                }
                values &= values - 1;
            }
            if score > most {
                (best, most) = (Some(cell), score);
            }
        }
    }
    best.or_else(|| first(&sizes.three)).or_else(|| first(&sizes.more))
}

/// The symbols of a state in which every cell has one candidate.
#[inline(always)]
fn symbols(state: &Bands) -> [Symbol; 81] {
    let mut symbols = [0; 81];
    for (digit, bands) in state.digits.iter().enumerate() {
        for (band, &cells) in bands.iter().enumerate() {
            let mut cells = cells;
            while cells != 0 {
                symbols[27 * band + cells.trailing_zeros() as usize] = digit as Symbol;
                cells &= cells - 1;
            }
        }
    }
    symbols
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::backtrack::oracle::{Draws, agree, named, puzzles};

    #[test]
    fn it_says_what_naive_says() {
        let mut draws = Draws(11);
        let random = (0..300).flat_map(|turn| {
            [draws.spoiled(20 + turn % 25, turn % 8), draws.emptied(1, 30 + turn % 25)]
        });
        let mut of_nine = puzzles();
        of_nine.retain(|puzzle| only_classic(puzzle.geometry()).is_ok());
        for puzzle in of_nine.into_iter().chain(random) {
            for counts_bits in [false, Single::new().unwrap().counts_bits] {
                let mut single = Single { counts_bits, bets: Vec::new() };
                agree(&mut single, &puzzle, 1);
                agree(&mut single, &puzzle, 20);
            }
        }
    }

    #[test]
    fn a_line_is_solved_like_its_puzzle() {
        let mut draws = Draws(12);
        let mut single = Single::new().unwrap();
        let limits = Limits::solutions(2);
        for turn in 0..100 {
            let puzzle = draws.emptied(1, 30 + turn % 50);
            let text = board::text::line::write(named("classic9").alphabet(), &puzzle.givens());
            let line = text.as_bytes().try_into().unwrap();
            let (solved, outcome) =
                (single.solve_line(line, &limits), single.solve(&puzzle, &limits));
            assert_eq!((solved.solutions, solved.bets), (outcome.solutions, outcome.counters.bets));
            assert_eq!(solved.is_all, outcome.stop == Stop::Exhausted);
            let grid = outcome.first.expect("it has at least the grid that it comes from");
            assert!(grid.symbols().iter().eq(solved.grid.map(|digit| digit - b'1').iter()));
        }
    }

    #[test]
    fn a_reused_solver_answers_like_a_fresh_one() {
        let mut single = Single::new().unwrap();
        let mut draws = Draws(13);
        for turn in 0..100 {
            let puzzle = draws.emptied(1, 40 + turn % 30);
            let limits = Limits { nodes: Some(turn as u64 % 7), ..Limits::solutions(3) };
            let reused = single.solve(&puzzle, &limits);
            assert_eq!(reused, Single::new().unwrap().solve(&puzzle, &limits));
        }
    }
}
