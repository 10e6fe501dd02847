//! The examples of the manual, and counts that were derived by hand.

use std::sync::Arc;

use board::text::line;
use board::{Puzzle, SymbolSet, catalog};
use generate::{Generator, Spec};

use super::*;
use crate::recorder::{Recorded, Recorder};
use crate::{Limits, Outcome};

/// The file `toto.txt`.
const TOTO: &str =
    "2....4.691....6.4..4....7......3.85.81..2....9..........71....2.....23.45.2......";

/// The grid created by `-c`.
const CREATED: &str =
    "..1....34.7..1965.5..487.......74..9..759.2..3..126.7...26..9.7.....842.6.8...5.3";

/// The grid of the example for `-h 1`.
const LOOSE: &str =
    "........584...56..1..4..3....9...1...62.71..3....5.....5..8..9.......4...2..17...";

fn puzzle(geometry: &str, text: &str) -> Puzzle {
    let geometry = Arc::new(catalog::named(geometry).unwrap());
    line::parse(text, &geometry).unwrap()
}

fn watched(puzzle: &Puzzle, rules: Rules, limits: &Limits<'_>) -> (Outcome, Vec<Recorded>) {
    let mut recorder = Recorder::default();
    let outcome = solver(puzzle.geometry(), rules).trace(puzzle, limits, &mut recorder);
    (outcome, recorder.events)
}

fn solve(text: &str, rules: Rules, solutions: u64) -> Outcome {
    watched(&puzzle("classic9", text), rules, &Limits::solutions(solutions)).0
}

/// Returns the bets of a search, and where they were undone.
fn hypotheses(events: &[Recorded]) -> Vec<String> {
    let geometry = catalog::classic(9).unwrap();
    let lines = events.iter().filter_map(|event| match *event {
        Recorded::Bet { cell, symbol, .. } => {
            Some(format!("{}={}", geometry.position(cell), symbol + 1))
        }
        Recorded::Undo => Some("back".into()),
        _ => None,
    });
    lines.collect()
}

fn at_most(max_hypotheses: usize) -> Rules {
    Rules { max_hypotheses: Some(max_hypotheses), ..Rules::default() }
}

const INSIST: Rules = Rules { insist: true, max_hypotheses: None };

#[test]
fn the_loose_grid_goes_four_hypotheses_deep() {
    let puzzle = puzzle("classic9", LOOSE);
    let (outcome, events) = watched(&puzzle, Rules::default(), &Limits::solutions(1));
    assert_eq!((outcome.stop, outcome.counters.max_depth), (Stop::SolutionLimit, 4));
    assert_eq!(hypotheses(&events), ["r1c2=7", "r1c5=3", "r3c8=2", "r4c2=3"]);
    let all = solve(LOOSE, Rules::default(), 1000);
    assert_eq!((all.stop, all.solutions), (Stop::Exhausted, 61));
}

#[test]
fn with_one_hypothesis_at_a_time_the_loose_grid_has_a_nine_in_r1c5() {
    let puzzle = puzzle("classic9", LOOSE);
    let (outcome, events) = watched(&puzzle, at_most(1), &Limits::solutions(1));
    assert_eq!((outcome.stop, outcome.counters.max_depth), (Stop::SolutionLimit, 1));
    assert_eq!(
        hypotheses(&events),
        ["r1c2=7", "back", "r1c2=9", "back", "r1c5=3", "back", "r1c5=9"]
    );
    // They were given up, not refuted.
    assert_eq!(outcome.counters.conflicts, 0);
    assert_eq!(outcome.first.unwrap()[4], 8);
}

#[test]
fn rounds_and_passes_of_the_manuals_examples() {
    let cost = |text: &str, rules: Rules| {
        let outcome = solve(text, rules, 2);
        assert_eq!((outcome.stop, outcome.solutions), (Stop::Exhausted, 1));
        (outcome.counters.rounds, outcome.counters.passes, outcome.counters.bets)
    };
    assert_eq!(cost(TOTO, Rules::default()), (2, 14, 0));
    assert_eq!(cost(TOTO, INSIST), (1, 10, 0));
    assert_eq!(cost(CREATED, Rules::default()), (1, 4, 0));
    assert_eq!(cost(CREATED, INSIST), (1, 4, 0));
}

#[test]
fn a_grid_that_is_given_takes_no_round() {
    let grid = solve(TOTO, Rules::default(), 1).first.unwrap();
    let givens: Vec<_> = grid.symbols().iter().map(|&symbol| Some(symbol)).collect();
    let full = Puzzle::from_givens(Arc::new(catalog::classic(9).unwrap()), &givens);
    let outcome = watched(&full, Rules::default(), &Limits::solutions(2)).0;
    assert_eq!((outcome.stop, outcome.solutions), (Stop::Exhausted, 1));
    assert_eq!((outcome.counters.rounds, outcome.counters.passes), (0, 0));
}

#[test]
fn the_round_limit_ends_the_search() {
    let puzzle = puzzle("classic9", TOTO);
    let within = |rounds| {
        let limits = Limits { rounds: Some(rounds), ..Limits::solutions(1) };
        let outcome = watched(&puzzle, Rules::default(), &limits).0;
        (outcome.stop, outcome.solutions, outcome.counters.rounds)
    };
    assert_eq!(within(0), (Stop::RoundLimit, 0, 0));
    assert_eq!(within(1), (Stop::RoundLimit, 0, 1));
    assert_eq!(within(2), (Stop::SolutionLimit, 1, 2));
}

#[test]
fn a_stuck_search_shows_level_0() {
    let puzzle = puzzle("classic9", LOOSE);
    let none = watched(&puzzle, at_most(0), &Limits::solutions(1)).0;
    assert_eq!((none.stop, none.solutions, none.counters.bets), (Stop::Stuck, 0, 0));
    let escargot =
        "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..";
    let escargot = self::puzzle("classic9", escargot);
    let one = watched(&escargot, at_most(1), &Limits::solutions(1)).0;
    assert_eq!((one.stop, one.solutions), (Stop::Stuck, 0));
    let none = watched(&escargot, at_most(0), &Limits::solutions(1)).0;
    assert_eq!(one.partial, none.partial);
    let many = watched(&escargot, at_most(20), &Limits::solutions(1)).0;
    assert_eq!((many.stop, many.solutions), (Stop::SolutionLimit, 1));
}

#[test]
fn contradicted_hypotheses_prove_that_there_is_no_solution() {
    // Three cells of a row with two values between them: elimination detects it one bet later.
    let geometry = Arc::new(catalog::latin(4).unwrap());
    let mut allowed = vec![SymbolSet::all(4); 16];
    allowed[..3].fill([0, 1].into_iter().collect());
    let puzzle = Puzzle::from_allowed(geometry, allowed);
    for rules in [at_most(1), Rules::default()] {
        let outcome = watched(&puzzle, rules, &Limits::solutions(1)).0;
        assert_eq!((outcome.stop, outcome.solutions), (Stop::Exhausted, 0), "{rules:?}");
    }
}

/// Returns the algorithm of the manual's annex on 81 digits, with rows, columns and blocks only:
/// the rounds and passes until the grid is full or a round places nothing.
fn by_the_annex(text: &str, insist: bool) -> (u64, u64, Vec<u32>) {
    let mut grid: Vec<u32> = text.chars().map(|it| it.to_digit(10).unwrap_or(0)).collect();
    let (mut rounds, mut passes) = (0, 0);
    loop {
        let start = grid.clone();
        rounds += 1;
        loop {
            let before = grid.clone();
            passes += 1;
            annex_elimination(&mut grid);
            if grid == before || is_full(&grid) {
                break;
            }
        }
        while !is_full(&grid) {
            let before = grid.clone();
            passes += 1;
            annex_deduction(&mut grid);
            if !insist || grid == before {
                break;
            }
        }
        if is_full(&grid) || grid == start {
            return (rounds, passes, grid);
        }
    }
}

/// A pass of elimination.
fn annex_elimination(grid: &mut [u32]) {
    for cell in 0..81 {
        let values: Vec<u32> = (1..=9).filter(|&it| fits(grid, cell, it)).collect();
        if let [only] = values[..] {
            grid[cell] = only;
        }
    }
}

/// A pass of deduction.
fn annex_deduction(grid: &mut [u32]) {
    for (kind, number) in (0..27).map(|it| (it / 9, it % 9)) {
        let cells = (0..9).map(|place| cell_of(kind, number, place));
        let now = grid.to_vec();
        for value in 1..=9 {
            let mut places = cells.clone().filter(|&cell| fits(&now, cell, value));
            if let (Some(cell), None) = (places.next(), places.next()) {
                grid[cell] = value;
            }
        }
    }
}

fn is_full(grid: &[u32]) -> bool {
    !grid.contains(&0)
}

/// Returns whether a cell is empty and its row, column and block do not contain a value.
fn fits(grid: &[u32], cell: usize, value: u32) -> bool {
    let numbers = [cell / 9, cell % 9, cell / 27 * 3 + cell % 9 / 3];
    let holds = |kind| (0..9).any(|place| grid[cell_of(kind, numbers[kind], place)] == value);
    grid[cell] == 0 && !(0..3).any(holds)
}

/// Returns the cell at a place of a row (kind 0), a column (1) or a block (2).
fn cell_of(kind: usize, number: usize, place: usize) -> usize {
    match kind {
        0 => 9 * number + place,
        1 => 9 * place + number,
        _ => 27 * (number / 3) + 3 * (number % 3) + 9 * (place / 3) + place % 3,
    }
}

#[test]
fn rounds_and_passes_are_those_of_the_annex() {
    let geometry = Arc::new(catalog::classic(9).unwrap());
    let mut generator = Generator::new(geometry.clone());
    let mut solved = 0;
    for number in 0..120 {
        let clues = [None, Some(26), Some(30), Some(40)][number as usize % 4];
        let spec = Spec { clues, ..Spec::default() };
        let Some(puzzle) = generator.puzzle(7, number, spec) else { continue };
        let text = line::write(geometry.alphabet(), &puzzle.givens());
        for insist in [false, true] {
            let rules = Rules { insist, max_hypotheses: Some(0) };
            let outcome = watched(&puzzle, rules, &Limits::solutions(1)).0;
            let (rounds, passes, grid) = by_the_annex(&text, insist);
            let counters = outcome.counters;
            assert_eq!((counters.rounds, counters.passes), (rounds, passes), "{text}");
            let filled = 81 - grid.iter().filter(|&&value| value == 0).count();
            assert_eq!(counters.deductions as usize, filled - puzzle.clues(), "{text}");
            solved += u32::from(outcome.solutions == 1);
        }
    }
    assert!((60..220).contains(&solved), "{solved} of them without a hypothesis");
}
