//! Makes the grids of `datasets/builtin.txt` by seed: five of each of Hurtebis' five levels, as a
//! corpus on standard output.
//!
//! A puzzle is of a level when his rounds say so: easy, medium and hard ones need no hypothesis, hard
//! ones have no clue to spare, fiendish ones need a hypothesis, and at the unknown ones nobody
//! looked.
//!
//! ```text
//! cargo run -p generate --example builtin -- SEED
//! ```

use std::fmt::Write as _;
use std::io::{self, Write as _};
use std::process::ExitCode;
use std::sync::Arc;

use board::{Puzzle, catalog, text::line};
use generate::{Generator, Spec};
use solvers::candidates::rounds::ROUNDS;
use solvers::candidates::rounds::level::HurtebisLevel;
use solvers::{Limits, Solver};

/// How many grids of a level there are.
const EACH: usize = 5;

fn main() -> ExitCode {
    let seed = std::env::args().nth(1).and_then(|seed| seed.parse().ok());
    let Some(seed) = seed else {
        eprintln!("error: expected a seed, like 140");
        return ExitCode::from(2);
    };
    match io::stdout().write_all(corpus(seed).as_bytes()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(_) => ExitCode::FAILURE,
    }
}

fn corpus(seed: u64) -> String {
    let geometry = Arc::new(catalog::classic(9).expect("nine is an order"));
    let mut generator = Generator::new(geometry.clone());
    let mut solver = ROUNDS.prepare::<Puzzle>(&geometry).expect("it takes every board");
    let mut text = format!(
        "# geometry: classic9\n# expect: unique\n# source: the example builtin of generate, seed {seed}\n"
    );
    let mut numbers = 0..;
    for level in HurtebisLevel::ALL {
        writeln!(text, "# level: {level}").expect("a string takes everything");
        let spec = Spec { clues: clues(level), ..Spec::default() };
        let puzzles = numbers.by_ref().filter_map(|number| generator.puzzle(seed, number, spec));
        let fitting = puzzles.filter(|puzzle| is_of(level, puzzle, &mut *solver)).take(EACH);
        for (puzzle, number) in fitting.zip(1..) {
            let cells = line::write(geometry.alphabet(), &puzzle.givens());
            writeln!(text, "{cells} {level} {number}").expect("a string takes everything");
        }
    }
    text
}

/// Returns how many clues are asked for; none where no clue is to be superfluous.
fn clues(level: HurtebisLevel) -> Option<usize> {
    match level {
        HurtebisLevel::Easy => Some(35),
        HurtebisLevel::Medium => Some(30),
        HurtebisLevel::Hard | HurtebisLevel::Fiendish | HurtebisLevel::Unknown => None,
    }
}

fn is_of(level: HurtebisLevel, puzzle: &Puzzle, solver: &mut dyn Solver) -> bool {
    let bets = solver.solve(puzzle, &Limits::solutions(2)).counters.bets;
    let estimated = HurtebisLevel::estimate(puzzle.clues(), puzzle.geometry().cells(), bets > 0);
    level == HurtebisLevel::Unknown || level == estimated
}
