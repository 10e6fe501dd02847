//! Requirements of every row of the family, whatever its encoding and its engine.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use board::{
    Alphabet, Geometry, Position, Puzzle, Region, SymbolSet, catalog, referee, text::line,
};

use crate::contract::{Backend, Counter, Counters, LimitSupport, Limits, Outcome, Solver, Stop};
use crate::recorder::{Recorded, Recorder};
use crate::registry::BACKENDS;
use crate::sat::engines::FEATURES;
use crate::sat::lex_leader::REDUCED_LEX_LEADER;
use crate::sat::switched::REDUCED_ALLDIFF;

const ESCARGOT: &str =
    "100007090030020008009600500005300900010080002600004000300000010040000007007000300";
const ESCARGOT_SOLVED: &str =
    "162857493534129678789643521475312986913586742628794135356478219241935867897261354";

/// Returns a geometry with a full row of four cells, two short regions, and a cell in no region.
///
/// ```text
///   0 1 2 3   4 5 6   7      full: 0 1 2 3     short: 2 4 5, 5 6
/// ```
pub(super) fn ragged() -> Geometry {
    let positions = (0..8).map(|column| Position { row: 0, column }).collect();
    let region = |cells: &[usize]| Region { name: format!("{cells:?}"), cells: cells.to_vec() };
    let regions = vec![region(&[0, 1, 2, 3]), region(&[2, 4, 5]), region(&[5, 6])];
    Geometry::new("ragged", Alphabet::standard(4).unwrap(), positions, regions).unwrap()
}

/// Returns a pigeonhole puzzle: a short region with one cell more than the symbols allowed in it. No
/// search by resolution finishes in reasonable time.
fn crowded() -> Puzzle {
    let positions = (0..16).map(|column| Position { row: 0, column }).collect();
    let region = Region { name: "holes".into(), cells: (0..16).collect() };
    let alphabet = Alphabet::standard(17).unwrap();
    let geometry = Geometry::new("crowded", alphabet, positions, vec![region]).unwrap();
    Puzzle::from_allowed(Arc::new(geometry), vec![SymbolSet::all(15); 16])
}

/// Returns the rows that search; those that only infer may be stuck.
fn rows() -> Vec<&'static Backend> {
    let is_search = |row: &&Backend| row.family() == "sat" && row.complete;
    let rows: Vec<_> = BACKENDS.iter().filter(is_search).collect();
    let is_optional = |row: &&&Backend| FEATURES.iter().any(|feature| feature.brings(row.id));
    assert_eq!(rows.len() - rows.iter().filter(is_optional).count(), 20);
    rows
}

/// Returns the rows whose outcomes depend only on the puzzle.
fn stateless_rows() -> impl Iterator<Item = &'static Backend> {
    rows().into_iter().filter(|row| !row.stateful)
}

fn named(name: &str) -> Arc<Geometry> {
    Arc::new(catalog::named(name).unwrap())
}

fn prepare(row: &Backend, geometry: &Geometry) -> Box<dyn Solver> {
    row.prepare::<Puzzle>(geometry).unwrap()
}

fn solve(row: &Backend, puzzle: &Puzzle, limits: &Limits<'_>) -> Outcome {
    prepare(row, puzzle.geometry()).solve(puzzle, limits)
}

fn naive(puzzle: &Puzzle, limits: &Limits<'_>) -> Outcome {
    let row = BACKENDS.iter().find(|row| row.id == "backtrack/naive").unwrap();
    solve(row, puzzle, limits)
}

/// Returns the claims of an outcome, without its cost.
fn claims(outcome: &Outcome) -> (Stop, u64, Vec<&[u8]>) {
    let grids = [&outcome.first, &outcome.second].into_iter().flatten();
    (outcome.stop, outcome.solutions, grids.map(|grid| grid.symbols()).collect())
}

/// Returns a fixed sequence of puzzles with pencil marks. A symbol is allowed in a cell with
/// probability 1/2 in every other puzzle and 3/4 in the rest. Some cells may have no symbol.
fn marked(geometry: &Arc<Geometry>, number: usize) -> Vec<Puzzle> {
    let mut state = 2_006_u64;
    let mut bits = move || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        state >> 32 & SymbolSet::all(geometry.symbols()).word()
    };
    let mut puzzle = |index: usize| {
        let mut set =
            |_| SymbolSet::from(bits() | if index.is_multiple_of(2) { 0 } else { bits() });
        Puzzle::from_allowed(geometry.clone(), (0..geometry.cells()).map(&mut set).collect())
    };
    (0..number).map(&mut puzzle).collect()
}

#[test]
fn all_grids_are_counted() {
    for row in rows() {
        for (name, grids) in [("classic4", 288), ("latin4", 576), ("latin1", 1)] {
            let outcome = solve(row, &Puzzle::empty(named(name)), &Limits::solutions(u64::MAX));
            assert_eq!((outcome.stop, outcome.solutions), (Stop::Exhausted, grids), "{}", row.id);
        }
    }
}

#[test]
fn short_regions_and_cells_in_no_region_are_counted_as_by_brute_force() {
    let puzzle = Puzzle::empty(Arc::new(ragged()));
    let limits = Limits::solutions(u64::MAX);
    assert_eq!(naive(&puzzle, &limits).solutions, 1728);
    for row in rows() {
        let outcome = solve(row, &puzzle, &limits);
        assert_eq!((outcome.stop, outcome.solutions), (Stop::Exhausted, 1728), "{}", row.id);
    }
}

#[test]
fn a_unique_puzzle_has_its_grid_and_no_other() {
    let puzzle = line::parse(ESCARGOT, &named("classic9")).unwrap();
    let expected: Vec<u8> = ESCARGOT_SOLVED.bytes().map(|b| b - b'1').collect();
    for row in rows() {
        let outcome = solve(row, &puzzle, &Limits::solutions(2));
        assert_eq!(claims(&outcome), (Stop::Exhausted, 1, vec![&expected[..]]), "{}", row.id);
    }
}

#[test]
fn an_empty_grid_has_two_grids_that_differ() {
    let puzzle = Puzzle::empty(named("classic9"));
    for row in rows() {
        let outcome = solve(row, &puzzle, &Limits::solutions(2));
        assert_eq!((outcome.stop, outcome.solutions), (Stop::SolutionLimit, 2), "{}", row.id);
        let (first, second) = (outcome.first.unwrap(), outcome.second.unwrap());
        assert_ne!(first, second);
        for grid in [first, second] {
            assert_eq!(referee::check(&puzzle, &grid), Ok(()));
        }
    }
}

#[test]
fn a_full_grid_is_its_own_solution() {
    let puzzle = line::parse(ESCARGOT_SOLVED, &named("classic9")).unwrap();
    for row in rows() {
        let outcome = solve(row, &puzzle, &Limits::solutions(2));
        assert_eq!((outcome.stop, outcome.solutions), (Stop::Exhausted, 1), "{}", row.id);
    }
}

#[test]
fn clashing_givens_are_impossible() {
    let geometry = named("classic9");
    for start in ["11", "1........1", ".1.......1"] {
        let puzzle = line::parse(&format!("{start:.<81}"), &geometry).unwrap();
        for row in rows() {
            let outcome = solve(row, &puzzle, &Limits::solutions(2));
            assert_eq!((outcome.stop, outcome.solutions), (Stop::Exhausted, 0), "{}", row.id);
        }
    }
}

#[test]
fn pencil_marks_are_respected() {
    let limits = Limits::solutions(20);
    let geometries = [named("classic4"), Arc::new(ragged())];
    let puzzles: Vec<Puzzle> = geometries.iter().flat_map(|g| marked(g, 100)).collect();
    let expected: Vec<_> = puzzles.iter().map(|puzzle| naive(puzzle, &limits)).collect();
    for number in [0, 1, 2, 20] {
        assert!(expected.iter().any(|outcome| outcome.solutions == number), "{number}");
    }
    for row in rows() {
        for (puzzle, expected) in puzzles.iter().zip(&expected) {
            let outcome = solve(row, puzzle, &limits);
            let claim = (expected.stop, expected.solutions);
            assert_eq!((outcome.stop, outcome.solutions), claim, "{}", row.id);
            for grid in [&outcome.first, &outcome.second].into_iter().flatten() {
                assert_eq!(referee::check(puzzle, grid), Ok(()), "{}", row.id);
            }
        }
    }
}

#[test]
fn a_cell_without_allowed_symbols_makes_a_puzzle_impossible() {
    let geometry = named("classic9");
    let mut allowed = vec![SymbolSet::all(9); 81];
    allowed[40] = SymbolSet::EMPTY;
    let puzzle = Puzzle::from_allowed(geometry, allowed);
    for row in rows() {
        let outcome = solve(row, &puzzle, &Limits::solutions(2));
        assert_eq!((outcome.stop, outcome.solutions), (Stop::Exhausted, 0), "{}", row.id);
    }
}

#[test]
fn every_row_with_all_pairs_refuses_a_formula_that_fills_the_memory() {
    let geometry = named("classic100");
    let takes_pairs = |row: &&Backend| row.id.starts_with("sat/extended.") || !row.complete;
    for row in BACKENDS.iter().filter(|row| row.family() == "sat").filter(takes_pairs) {
        let refused = row.prepare::<Puzzle>(&geometry).err().map(|it| it.0);
        let expected = "a formula of up to 396000000 literals, expected 200000000 at most";
        assert_eq!(refused.as_deref(), Some(expected), "{}", row.id);
    }
}

#[test]
fn every_row_checks_its_limits_before_and_between_searches() {
    let puzzle = Puzzle::empty(named("classic4"));
    let flag = AtomicBool::new(true);
    let cancelled = Limits { cancel: Some(&flag), ..Limits::solutions(1) };
    let at_once = Limits { time: Some(Duration::ZERO), ..Limits::solutions(1) };
    let soon = Limits { time: Some(Duration::from_millis(20)), ..Limits::solutions(u64::MAX) };
    for row in rows() {
        for (limits, stop) in [(cancelled, Stop::Cancelled), (at_once, Stop::Deadline)] {
            let outcome = solve(row, &puzzle, &limits);
            assert_eq!((outcome.stop, outcome.solutions), (stop, 0), "{}", row.id);
        }
        let outcome = solve(row, &Puzzle::empty(named("classic9")), &soon);
        assert_eq!(outcome.stop, Stop::Deadline, "{}", row.id);
    }
}

#[test]
fn an_endless_search_is_stopped() {
    let puzzle = crowded();
    let limits = |milliseconds| Limits {
        time: Some(Duration::from_millis(milliseconds)),
        ..Limits::solutions(1)
    };
    // Of the rows without a time limit, varisat can be stopped while it is traced.
    let never_stops =
        |row: &&Backend| row.time_limit == LimitSupport::None && row.counts_traced.is_empty();
    // Matchings see at once that there are too few symbols, and without symmetries few conflicts show it.
    let counts = |row: &&Backend| [REDUCED_ALLDIFF.id, REDUCED_LEX_LEADER.id].contains(&row.id);
    for row in rows().into_iter().filter(|row| !never_stops(row) && !counts(row)) {
        let mut solver = prepare(row, puzzle.geometry());
        // On a busy machine a short time limit may expire before the search begins.
        let mut traces = (5..12).map(|n| solver.trace(&puzzle, &limits(1 << n), &mut ()));
        let begun = traces.find(|outcome| outcome.counters.conflicts > 0).unwrap();
        assert_eq!((begun.stop, begun.solutions), (Stop::Deadline, 0), "{}", row.id);
        if row.time_limit != LimitSupport::None {
            assert_eq!(solver.solve(&puzzle, &limits(30)).stop, Stop::Deadline, "{}", row.id);
        }
    }
}

#[test]
fn a_trace_agrees_with_a_solve_and_reports_the_solutions() {
    let mut puzzles = marked(&named("classic4"), 10);
    puzzles.push(line::parse(ESCARGOT, &named("classic9")).unwrap());
    puzzles.push(Puzzle::empty(named("classic9")));
    for (row, puzzle) in stateless_rows().flat_map(|row| puzzles.iter().map(move |p| (row, p))) {
        let mut solver = prepare(row, puzzle.geometry());
        let mut recorder = Recorder::default();
        let solved = solver.solve(puzzle, &Limits::solutions(2));
        let traced = solver.trace(puzzle, &Limits::solutions(2), &mut recorder);
        assert_eq!(claims(&solved), claims(&traced), "{}", row.id);
        let grids = [traced.first, traced.second].into_iter().flatten().map(Recorded::Solution);
        recorder.events.retain(|event| matches!(event, Recorded::Solution(_)));
        assert_eq!(recorder.events, grids.collect::<Vec<_>>());
    }
}

#[test]
fn a_row_fills_the_counters_that_it_names_and_no_others() {
    let puzzle = line::parse(ESCARGOT, &named("classic9")).unwrap();
    for row in rows() {
        let mut solver = prepare(row, puzzle.geometry());
        let solved = solver.solve(&puzzle, &Limits::solutions(2)).counters;
        let traced = solver.trace(&puzzle, &Limits::solutions(2), &mut ()).counters;
        let filled = |counters: &Counters, counter| counters.get(counter) > 0;
        for counter in Counter::ALL {
            let (timed, only_traced) =
                (row.counts.contains(&counter), row.counts_traced.contains(&counter));
            assert_eq!(filled(&solved, counter), timed, "{} {counter:?}", row.id);
            assert_eq!(filled(&traced, counter), timed || only_traced, "{} {counter:?}", row.id);
        }
    }
}

#[test]
fn a_solver_is_unaffected_by_earlier_puzzles() {
    let geometry = named("classic9");
    let parse = |text: &str| line::parse(text, &geometry).unwrap();
    let puzzles = [parse(ESCARGOT), Puzzle::empty(geometry.clone()), parse(ESCARGOT_SOLVED)];
    let limits = Limits::solutions(2);
    for row in stateless_rows() {
        let mut reused = prepare(row, &geometry);
        for puzzle in puzzles.iter().chain(puzzles.iter().rev()) {
            let mut fresh = prepare(row, &geometry);
            let (again, first) = (reused.solve(puzzle, &limits), fresh.solve(puzzle, &limits));
            assert_eq!((claims(&again), again.counters), (claims(&first), first.counters));
            let again = reused.trace(puzzle, &limits, &mut ());
            let first = fresh.trace(puzzle, &limits, &mut ());
            assert_eq!((claims(&again), again.counters), (claims(&first), first.counters));
        }
    }
}

#[test]
fn the_phases_are_reported() {
    let puzzle = line::parse(ESCARGOT, &named("classic9")).unwrap();
    for row in rows() {
        let phases = solve(row, &puzzle, &Limits::solutions(2)).phases;
        let times = [phases.encode, phases.solve, phases.decode];
        assert!(times.iter().all(|phase| phase.is_some_and(|time| time > Duration::ZERO)));
    }
}
