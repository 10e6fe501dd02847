//! Counts are those of enumeration, whatever the size of the table.

use std::sync::Arc;

use board::instance::{Entry, ExactCover, check_cover};
use board::seed::{ChaCha8Rng, seeded};
use board::{Count, Grid, Puzzle, Symbol, SymbolSet, catalog};
use rand::RngExt;
use rand::seq::SliceRandom;

use super::diagram::Diagram;
use super::division::Division;
use super::fewest::{FEWEST, FEWEST_COMPONENTS};
use super::order;
use super::rows::{SWEEP, SWEEP_BANDWIDTH};
use super::symmetric::FEWEST_SYMMETRIC;
use crate::SEARCH;
use crate::contract::{Backend, Limits, Outcome, Stop};
use crate::cover::bitmatrix::BITMATRIX;

/// The random stream of these tests.
const STREAM: u64 = 0xC0;

const ROWS: [Backend; 5] = [FEWEST, FEWEST_COMPONENTS, FEWEST_SYMMETRIC, SWEEP, SWEEP_BANDWIDTH];

/// No limits.
pub(super) const ALL: Limits<'_> = Limits::solutions(u64::MAX);

#[test]
fn counts_are_those_of_enumeration_on_random_problems_with_colours() {
    let mut rng = seeded(1, STREAM);
    let mut with_several = 0;
    for _ in 0..1_500 {
        let problem = random_problem(&mut rng);
        let expected = enumerate(&problem);
        with_several += usize::from(expected.solutions > 1);
        for row in ROWS {
            let mut solver = row.prepare::<ExactCover>(&problem).unwrap();
            // A table of a few states forgets them again and again.
            for memory in [None, Some(1_000)] {
                let limits = Limits { memory, ..ALL };
                let outcome = solver.solve(&problem, &limits);
                let claim = (outcome.stop, outcome.solutions);
                assert_eq!(claim, (Stop::Exhausted, expected.solutions), "{}", row.id);
                check_answers(&problem, &outcome);
            }
        }
    }
    assert!(with_several > 300, "{with_several}");
}

/// Parts in any order, with a table that forgets states again and again and with one that does not.
#[test]
fn the_parts_of_a_division_add_up_to_the_count() {
    let mut rng = seeded(7, STREAM);
    let mut with_several = 0;
    for _ in 0..500 {
        let problem = random_problem(&mut rng);
        for (parts, memory) in [(1, None), (20, None), (20, Some(20_000)), (usize::MAX, None)] {
            let division = Division::of_cover(&problem, parts, &Limits { memory, ..ALL }).unwrap();
            let mut order: Vec<usize> = (0..division.parts()).collect();
            order.shuffle(&mut rng);
            with_several += usize::from(order.len() > 1);
            let mut sum = Count::ZERO;
            order.iter().for_each(|&part| sum += &division.count(part, &ALL).count());
            assert_eq!(sum, enumerate(&problem).count());
        }
    }
    assert!(with_several > 300, "{with_several}");
}

/// Chains: an option for each two neighbours, and one for each of the last `n_ends` items alone. Whatever begins again at
/// the root for each forced choice takes quadratic time.
#[test]
fn a_division_of_a_long_chain_costs_no_more_than_its_count() {
    for (items, n_ends, expected) in [(20_000, 0, 1), (20_001, 0, 0), (10_000, 10, 89)] {
        let names = (0..items).map(|item| item.to_string()).collect();
        let mut problem = ExactCover::new(names, Vec::new(), Vec::new());
        for item in 1..items {
            problem.add_option([item - 1, item].map(Entry::plain)).unwrap();
        }
        (items - n_ends..items).for_each(|it| _ = problem.add_option([Entry::plain(it)]).unwrap());
        let division = Division::of_cover(&problem, 128, &ALL).unwrap();
        let mut sum = Count::ZERO;
        (0..division.parts()).for_each(|it| sum += &division.count(it, &ALL).count());
        assert_eq!(sum, expected);
    }
}

#[test]
fn a_division_of_a_puzzle_respects_givens_and_marks() {
    let geometry = Arc::new(catalog::classic(4).unwrap());
    let mut marks = vec![SymbolSet::all(4); 16];
    let count = |marks: &[SymbolSet]| {
        let puzzle = Puzzle::from_allowed(geometry.clone(), marks.to_vec());
        let division = Division::of_puzzle(&puzzle, 30, &ALL).unwrap();
        let parts = 0..division.parts();
        parts.map(|part| division.count(part, &ALL).solutions).sum::<u64>()
    };
    assert_eq!(count(&marks), 288);
    marks[0] = SymbolSet::only(2);
    marks[1] = [0, 3].into_iter().collect();
    assert_eq!(count(&marks), 48);
    marks[1] = SymbolSet::only(2);
    assert_eq!(count(&marks), 0);
}

/// Random marks, which may contradict each other.
#[test]
fn the_open_part_of_a_puzzle_has_as_many_solutions() {
    let mut rng = seeded(6, STREAM);
    let (mut without, mut with_several) = (0, 0);
    for geometry in [4, 6].map(|order| Arc::new(catalog::classic(order).unwrap())) {
        let mut search = SEARCH.prepare::<Puzzle>(&geometry).unwrap();
        let symbols = geometry.symbols();
        for _ in 0..300 {
            let mark = |_| match rng.random_range(0..10) {
                0..2 => SymbolSet::only(rng.random_range(0..symbols) as Symbol),
                2..6 => (0..symbols as Symbol).filter(|_| rng.random_ratio(4, 5)).collect(),
                _ => SymbolSet::all(symbols),
            };
            let marks: Vec<SymbolSet> = (0..geometry.cells()).map(mark).collect();
            if marks.iter().any(|it| it.is_empty()) {
                continue;
            }
            let puzzle = Puzzle::from_allowed(geometry.clone(), marks);
            let expected = search.solve(&puzzle, &ALL).count();
            let division = Division::of_puzzle(&puzzle, 20, &ALL).unwrap();
            let mut sum = Count::ZERO;
            (0..division.parts()).for_each(|it| sum += &division.count(it, &ALL).count());
            assert_eq!(sum, expected, "{puzzle:?}");
            let diagram = Diagram::of_puzzle(&puzzle, &ALL).unwrap();
            assert_eq!(diagram.count(), expected, "{puzzle:?}");
            if let Some(options) = diagram.sample(&mut rng) {
                let grid = Grid::new(
                    options.iter().map(|it| (it % symbols) as Symbol).collect::<Vec<_>>(),
                );
                board::referee::check(&puzzle, &grid).unwrap();
            }
            without += usize::from(expected.is_zero());
            with_several += usize::from(expected > 1);
        }
    }
    assert!(without > 50 && with_several > 50, "{without} {with_several}");
}

/// The masks, keys and symmetries of all options of the board would take gigabytes.
#[test]
fn a_large_board_with_few_open_cells_is_counted() {
    let (block, size) = (7, 49);
    let geometry = Arc::new(catalog::classic(size).unwrap());
    let symbol = |cell: usize| {
        let (row, column) = (cell / size, cell % size);
        ((block * (row % block) + row / block + column) % size) as Symbol
    };
    // The first two rows: 49 columns with two symbols each, and blocks with twice seven.
    let mark = |cell| match cell < 2 * size {
        true => SymbolSet::all(size),
        false => SymbolSet::only(symbol(cell)),
    };
    let marks = (0..size * size).map(mark).collect();
    let puzzle = Puzzle::from_allowed(geometry, marks);
    let division = Division::of_puzzle(&puzzle, 4, &ALL).unwrap();
    let mut sum = Count::ZERO;
    (0..division.parts()).for_each(|it| sum += &division.count(it, &ALL).count());
    let diagram = Diagram::of_puzzle(&puzzle, &ALL).unwrap();
    assert_eq!((sum, diagram.count()), (128.into(), 128.into()));
}

/// Three problems side by side, with options in a random order.
#[test]
fn a_count_is_the_product_of_those_of_independent_problems() {
    let mut rng = seeded(5, STREAM);
    let mut above_word = 0;
    for _ in 0..500 {
        let problems: Vec<ExactCover> = (0..3).map(|_| random_problem(&mut rng)).collect();
        let mut expected = Count::ONE;
        problems.iter().for_each(|problem| expected *= &enumerate(problem).count());
        let whole = side_by_side(&problems, &mut rng);
        above_word += usize::from(expected > 100);
        for row in ROWS {
            let mut solver = row.prepare::<ExactCover>(&whole).unwrap();
            let outcome = solver.solve(&whole, &ALL);
            assert_eq!((outcome.stop, outcome.count()), (Stop::Exhausted, expected.clone()));
            check_answers(&whole, &outcome);
        }
    }
    assert!(above_word > 50, "{above_word}");
}

/// The parts of a state are met as states of their own: three boards cost three times as much as one, and a few
/// nodes for the choices on one that are made while others are open.
#[test]
fn independent_boards_cost_as_much_as_one_after_the_other() {
    let mut rng = seeded(6, STREAM);
    let whole = side_by_side(&[dominoes(8), dominoes(8), dominoes(8)], &mut rng);
    let nodes = [&whole, &dominoes(8)].map(|problem| {
        let mut solver = FEWEST_COMPONENTS.prepare::<ExactCover>(problem).unwrap();
        solver.solve(problem, &ALL).counters.nodes
    });
    assert!(nodes[0] < 4 * nodes[1], "{nodes:?}");
}

/// States are forgotten without number: the table has room for about twenty of those of a board.
#[test]
fn a_table_that_is_too_small_changes_no_count() {
    let problem = dominoes(6);
    for row in ROWS {
        let mut solver = row.prepare::<ExactCover>(&problem).unwrap();
        let [large, small] = [None, Some(1_000)].map(|memory| {
            let outcome = solver.solve(&problem, &Limits { memory, ..ALL });
            assert_eq!((outcome.stop, outcome.solutions), (Stop::Exhausted, 6_728));
            outcome.counters.nodes
        });
        assert!(small > large, "{}: {small} nodes, {large} without a limit", row.id);
    }
}

/// A wall divides the board into two of 8×8. Items are listed row by row, so a search that does not take states
/// apart alternates between them.
#[test]
fn states_that_fall_apart_are_multiplied() {
    let names = (0..8 * 16).map(|cell| format!("c{cell}")).collect();
    let mut problem = ExactCover::new(names, Vec::new(), Vec::new());
    for cell in 0..8 * 16 {
        if cell % 8 < 7 {
            problem.add_option([cell, cell + 1].map(Entry::plain)).unwrap();
        }
        if cell + 16 < 8 * 16 {
            problem.add_option([cell, cell + 16].map(Entry::plain)).unwrap();
        }
    }
    let [together, apart] = [FEWEST, FEWEST_COMPONENTS].map(|row| {
        let outcome = row.prepare::<ExactCover>(&problem).unwrap().solve(&problem, &ALL);
        assert_eq!(outcome.count(), 12_988_816 * 12_988_816);
        outcome.counters.nodes
    });
    assert!(10 * apart < together, "{apart} nodes, {together} together");
}

#[test]
fn a_count_may_exceed_a_word() {
    let problem = dominoes(16);
    for row in [SWEEP, SWEEP_BANDWIDTH] {
        let mut solver = row.prepare::<ExactCover>(&problem).unwrap();
        let outcome = solver.solve(&problem, &ALL);
        assert_eq!((outcome.stop, outcome.solutions), (Stop::Exhausted, u64::MAX));
        assert_eq!(outcome.count().to_string(), "2444888770250892795802079170816");
    }
}

/// 30 items with two options each have 2³⁰ solutions, and 70 items more than a word can hold.
#[test]
fn a_count_that_exceeds_its_limit_is_a_lower_bound() {
    for (items, limit, expected) in [
        (30, u64::MAX, (Stop::Exhausted, 1 << 30)),
        (30, 1_000, (Stop::SolutionLimit, 1_000)),
        (70, u64::MAX - 1, (Stop::SolutionLimit, u64::MAX - 1)),
        (70, u64::MAX, (Stop::Exhausted, u64::MAX)),
    ] {
        let names = (0..items).map(|item| format!("i{item}")).collect();
        let mut problem = ExactCover::new(names, Vec::new(), Vec::new());
        for option in 0..2 * items {
            problem.add_option([Entry::plain(option / 2)]).unwrap();
        }
        for row in ROWS {
            let mut solver = row.prepare::<ExactCover>(&problem).unwrap();
            let outcome = solver.solve(&problem, &Limits::solutions(limit));
            assert_eq!((outcome.stop, outcome.solutions), expected);
            check_answers(&problem, &outcome);
        }
    }
}

/// A path that is listed in a shuffled order is swept from one end to the other, and an item that shares
/// options with all others comes last.
#[test]
fn neighbours_are_close_together_in_the_bandwidth_order() {
    let (path, hub) = ([4, 0, 6, 2, 5, 1, 3], 7);
    let names = (0..8).map(|item| format!("i{item}")).collect();
    let mut problem = ExactCover::new(names, Vec::new(), Vec::new());
    for pair in path.windows(2) {
        problem.add_option([pair[0], pair[1], hub].map(Entry::plain)).unwrap();
    }
    let order = order::bandwidth(&problem);
    let reversed: Vec<u32> = path.into_iter().rev().collect();
    assert!(order[..7] == path || order[..7] == reversed[..], "{order:?}");
    assert_eq!(order[7], hub);
}

/// Squares are listed row by row, twelve in each of five. A pentomino is as long as the board is high, so diagonals
/// of its neighbourhood leave a wider front than the short side.
#[test]
fn a_long_board_of_pentominoes_is_swept_along_its_short_side() {
    let problem = generate::instances::pentominoes(5, 12);
    let order = order::bandwidth(&problem);
    let column = |item: u32| (item - 12) % 12;
    let columns: Vec<u32> = order[..60].iter().map(|&item| column(item)).collect();
    let turned = columns.chunks(5).filter(|chunk| chunk.iter().any(|it| it.abs_diff(chunk[0]) > 1));
    assert_eq!(turned.count(), 0, "{columns:?}");
    let outcome = SWEEP_BANDWIDTH.prepare::<ExactCover>(&problem).unwrap().solve(&problem, &ALL);
    assert_eq!(outcome.solutions, 4040);
}

/// Returns the problem whose solutions are a solution of each of these.
pub(super) fn side_by_side(problems: &[ExactCover], rng: &mut ChaCha8Rng) -> ExactCover {
    let mut names = [Vec::new(), Vec::new()];
    let mut options: Vec<Vec<(usize, Entry)>> = Vec::new();
    for (number, problem) in problems.iter().enumerate() {
        for item in 0..problem.items() as u32 {
            let is_secondary = item as usize >= problem.primary();
            names[usize::from(is_secondary)].push(format!("{number}{}", problem.name(item)));
        }
        options
            .extend(problem.options().map(|it| it.iter().map(|entry| (number, *entry)).collect()));
    }
    let all = names.concat();
    let place = |number: usize, entry: Entry| {
        let name = format!("{number}{}", problems[number].name(entry.item));
        let item = all.iter().position(|other| *other == name).unwrap() as u32;
        Entry { item, ..entry }
    };
    let [primary, secondary] = names.clone();
    let colours = vec!["red".into(), "blue".into(), "green".into()];
    let mut whole = ExactCover::new(primary, secondary, colours);
    options.shuffle(rng);
    for option in options {
        whole.add_option(option.into_iter().map(|(number, entry)| place(number, entry))).unwrap();
    }
    whole
}

/// Returns the solutions that a search finds one after the other.
pub(super) fn enumerate(problem: &ExactCover) -> Outcome<Vec<usize>> {
    let mut solver = BITMATRIX.prepare::<ExactCover>(problem).unwrap();
    solver.solve(problem, &ALL)
}

/// Returns the problem of covering a square board with dominoes. Items are cells, row by row.
pub(super) fn dominoes(side: u32) -> ExactCover {
    let names = (0..side * side).map(|cell| format!("c{cell}")).collect();
    let mut problem = ExactCover::new(names, Vec::new(), Vec::new());
    for cell in 0..side * side {
        let (below, right) = (cell + side, cell + 1);
        for other in [below, right] {
            if other < side * side && (other == below || other % side > 0) {
                problem.add_option([cell, other].map(Entry::plain)).unwrap();
            }
        }
    }
    problem
}

/// Up to two solutions are shown, and they differ.
#[track_caller]
fn check_answers(problem: &ExactCover, outcome: &Outcome<Vec<usize>>) {
    let answers = [&outcome.first, &outcome.second];
    let shown = answers.into_iter().flatten().count() as u64;
    assert_eq!(shown, outcome.solutions.min(2));
    for answer in answers.into_iter().flatten() {
        check_cover(problem, answer).unwrap();
    }
    assert!(shown < 2 || outcome.first != outcome.second);
}

/// Returns a problem with few items and many small options, some of whose secondary items have colours.
pub(super) fn random_problem(rng: &mut ChaCha8Rng) -> ExactCover {
    let (primary, secondary) = (rng.random_range(1..=8), rng.random_range(0..=4));
    let names = |range: std::ops::Range<u32>| range.map(|item| format!("i{item}")).collect();
    let colours = vec!["red".into(), "blue".into(), "green".into()];
    let items = primary + secondary;
    let mut problem = ExactCover::new(names(0..primary), names(primary..items), colours);
    for _ in 0..rng.random_range(primary..=5 * primary) {
        let mut option = vec![Entry::plain(rng.random_range(0..primary))];
        for item in 0..items {
            if item != option[0].item && rng.random_bool(0.2) {
                let is_coloured = item >= primary && rng.random_bool(0.8);
                let colour = is_coloured.then(|| rng.random_range(0..3));
                option.push(Entry { item, colour });
            }
        }
        problem.add_option(option).unwrap();
    }
    problem
}
