//! Counts that are published, and every row that takes exact covers.

use std::collections::BTreeMap;
use std::sync::Arc;

use board::instance::{ExactCover, check_cover, read_cover, write_cover};
use board::{Geometry, Puzzle, catalog};
use solvers::count::rows::{SWEEP, SWEEP_BANDWIDTH};
use solvers::cover::bitmatrix::{BITMATRIX, WEIGHTED};
use solvers::cover::dancing_cells::DANCING_CELLS;
use solvers::cover::dlx::DLX;
use solvers::cover::encode;
use solvers::{Backend, Limits, NullObserver, Stop};

use super::*;

/// The rows of our own search.
const ROWS: [Backend; 4] = [BITMATRIX, WEIGHTED, DANCING_CELLS, DLX];

/// Every row counts so many solutions and shows two of them, and those that choose alike count
/// them at the same cost.
#[track_caller]
fn check(problem: &ExactCover, solutions: u64) {
    let limits = Limits::solutions(u64::MAX);
    let mut costs = BTreeMap::new();
    for row in ROWS {
        let outcome = row.prepare::<ExactCover>(problem).unwrap().solve(problem, &limits);
        assert_eq!((outcome.stop, outcome.solutions), (Stop::Exhausted, solutions));
        for options in outcome.first.iter().chain(&outcome.second) {
            check_cover(problem, options).unwrap();
        }
        let cost = costs.entry(row.method.choice).or_insert(outcome.counters);
        assert_eq!(*cost, outcome.counters, "{}", row.id);
    }
}

/// Both sweeps count so many solutions.
#[track_caller]
fn check_sweeps(problem: &ExactCover, solutions: u64) {
    for row in [SWEEP, SWEEP_BANDWIDTH] {
        let mut solver = row.prepare::<ExactCover>(problem).unwrap();
        let outcome = solver.solve(problem, &Limits::solutions(u64::MAX));
        assert_eq!((outcome.stop, outcome.solutions), (Stop::Exhausted, solutions), "{}", row.id);
    }
}

/// Returns the number of domino tilings, by a transfer matrix: row by row, the ways in which upright dominoes may stand
/// out of a row lead to those of the next one.
fn domino_tilings(height: usize, width: usize) -> u64 {
    /// Adds the ways to fill a row from a column on, if the columns `taken` are filled from above.
    fn fill(column: usize, width: usize, taken: usize, out: usize, ways: u64, next: &mut [u64]) {
        if column == width {
            next[out] += ways;
        } else if taken >> column & 1 == 1 {
            fill(column + 1, width, taken, out, ways, next);
        } else {
            fill(column + 1, width, taken, out | 1 << column, ways, next);
            if column + 1 < width && taken >> (column + 1) & 1 == 0 {
                fill(column + 2, width, taken, out, ways, next);
            }
        }
    }
    let mut ways = vec![0; 1 << width];
    ways[0] = 1;
    for _ in 0..height {
        let mut next = vec![0; 1 << width];
        let present = ways.iter().enumerate().filter(|(_, ways)| **ways > 0);
        present.for_each(|(taken, &ways)| fill(0, width, taken, 0, ways, &mut next));
        ways = next;
    }
    ways[0]
}

#[test]
fn dominoes_tile_boards_as_often_as_a_transfer_matrix_says() {
    for height in 1..=12 {
        for width in 1..=height {
            let tilings = domino_tilings(height, width);
            check_sweeps(&dominoes(height, width, &[]), tilings);
            check_sweeps(&dominoes(width, height, &[]), tilings);
        }
    }
}

#[test]
fn a_hole_takes_squares_from_the_middle() {
    check(&dominoes(4, 4, &central_hole(4, 4, (2, 2))), 2);
    check(&dominoes(3, 3, &central_hole(3, 3, (1, 1))), 2);
    check(&dominoes(3, 3, &[]), 0);
}

/// By a transfer matrix over single squares. The published tables that we know of print 19,077,280,974 for
/// the largest board.
#[test]
fn tetrominoes_tile_squares_as_often_as_a_transfer_matrix_says() {
    check(&tetrominoes(4, 4, &[]), 117);
    check_sweeps(&tetrominoes(6, 6, &[]), 178_939);
    check_sweeps(&tetrominoes(8, 8, &[]), 19_077_209_438);
}

/// OEIS A000110.
#[test]
fn partitions_of_a_set_are_counted_by_bell_numbers() {
    let bell = [1, 2, 5, 15, 52, 203, 877, 4_140, 21_147, 115_975, 678_570, 4_213_597];
    for (n, count) in (1..).zip(bell) {
        check_sweeps(&set_partitions(n), count);
    }
}

#[test]
fn pairings_are_counted_by_double_factorials() {
    for n in (1..=21).step_by(2) {
        check_sweeps(&pairings(n), (1..=n as u64).step_by(2).product());
    }
}

/// OEIS A002860.
#[test]
fn latin_squares_are_as_many_as_published() {
    for (n, count) in [(1, 1), (2, 2), (3, 12), (4, 576), (5, 161_280)] {
        check_sweeps(&latin_squares(n), count);
    }
}

#[test]
fn pigeons_choose_their_holes_one_after_the_other() {
    for (n, holes, expected) in [(1, 1, 1), (3, 3, 6), (3, 5, 60), (4, 6, 360), (5, 4, 0)] {
        check(&pigeons(n, holes), expected);
    }
}

#[test]
fn queens_stand_as_often_as_gauss_said() {
    for (n, solutions) in [1, 1, 0, 0, 2, 10, 4, 40, 92].into_iter().enumerate() {
        check(&queens(n), solutions);
    }
}

#[test]
fn langford_pairs_come_in_fours_and_each_has_its_mirror_image() {
    for (n, pairs) in [(1, 0), (2, 0), (3, 1), (4, 1), (5, 0), (6, 0), (7, 26), (8, 150)] {
        check(&langford(n), 2 * pairs);
    }
}

#[test]
fn pentominoes_fill_the_longest_rectangle_in_two_ways_and_their_images() {
    check(&pentominoes(3, 20), 2 * 4);
}

/// 65 fillings, none of which is an image of another, and each has eight images.
#[test]
fn pentominoes_fill_eight_by_eight_without_its_middle_in_520_ways() {
    let problem = pentominoes_around(8, 8, &central_hole(8, 8, (2, 2)));
    let mut solver = BITMATRIX.prepare::<ExactCover>(&problem).unwrap();
    let outcome = solver.solve(&problem, &Limits::solutions(u64::MAX));
    assert_eq!((outcome.stop, outcome.solutions), (Stop::Exhausted, 8 * 65));
}

/// The cross is its own image, and all other fillings follow from those that have its middle in
/// one quarter of the rectangle.
#[test]
fn pentominoes_fill_six_by_ten_in_2339_ways_that_are_no_images_of_each_other() {
    let all = pentominoes(6, 10);
    let names = |range: std::ops::Range<u32>| range.map(|item| all.name(item).into()).collect();
    let mut quarter = ExactCover::new(names(0..all.items() as u32), Vec::new(), Vec::new());
    let (cross, squares) = ((0..12).find(|&item| all.name(item) == "X").unwrap(), 12);
    for option in all.options() {
        let items: Vec<u32> = option.iter().map(|entry| entry.item).collect();
        let middle = items[3] - squares;
        if items[0] != cross || (middle / 10 < 3 && middle % 10 < 5) {
            quarter.add_option(option.iter().copied()).unwrap();
        }
    }
    let mut solver = BITMATRIX.prepare::<ExactCover>(&quarter).unwrap();
    let outcome = solver.solve(&quarter, &Limits::solutions(u64::MAX));
    assert_eq!((outcome.stop, outcome.solutions), (Stop::Exhausted, 2339));
}

/// Solutions, nodes and updates of Knuth's program DLX1 on the same options in the same order. It
/// covers an item that has no option, too, so that it has one update more for each conflict.
#[test]
fn dancing_links_take_the_way_of_dlx1_to_the_last_update() {
    for (problem, solutions, nodes, updates) in [
        (queens(8), 92, 1_199, 21_375),
        (langford(7), 52, 607, 8_339),
        (langford(8), 300, 2_789, 37_241),
        (pentominoes(3, 20), 8, 32_978, 10_986_975),
    ] {
        let limits = Limits::solutions(u64::MAX);
        let mut solver = DLX.prepare::<ExactCover>(&problem).unwrap();
        let outcome = solver.trace(&problem, &limits, &mut NullObserver);
        let counters = outcome.counters;
        assert_eq!((outcome.solutions, counters.nodes), (solutions, nodes));
        assert_eq!(counters.updates + counters.conflicts, updates);
        assert!(counters.accesses > counters.updates);
    }
}

#[test]
fn pentominoes_fill_no_board_in_which_one_of_them_does_not_fit() {
    check(&pentominoes(1, 1), 0);
    check(&pentominoes(2, 30), 0);
}

#[test]
fn squares_of_permutations_are_latin_squares() {
    let words: Vec<String> = permutations("abcd");
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    check(&word_rectangles(4, 4, &words, &words), 576);
}

#[test]
fn rectangles_of_even_words_are_as_many_as_one_row_and_column_less_leave_free() {
    for (height, width) in [(1, 1), (2, 2), (3, 4), (4, 4), (2, 6)] {
        let of_length = |length: usize| -> Vec<String> {
            let even = (0..1_u32 << length).filter(|word| word.count_ones() % 2 == 0);
            even.map(|word| format!("{word:0length$b}")).collect()
        };
        let (across, down) = (of_length(width), of_length(height));
        let across: Vec<&str> = across.iter().map(String::as_str).collect();
        let down: Vec<&str> = down.iter().map(String::as_str).collect();
        let problem = word_rectangles(height, width, &across, &down);
        check(&problem, 1 << ((height - 1) * (width - 1)));
    }
}

#[test]
fn boards_are_counted_as_instances_as_they_are_as_puzzles() {
    for (name, grids) in [("classic4", 288), ("latin4", 576), ("x4", 48), ("latin5", 161_280)] {
        let geometry: Arc<Geometry> = Arc::new(catalog::named(name).unwrap());
        check(&encode(&geometry), grids);
    }
}

#[test]
fn an_instance_costs_what_the_puzzle_costs() {
    let geometry = Arc::new(catalog::named("classic4").unwrap());
    let problem = encode(&geometry);
    for row in ROWS {
        let limits = Limits::solutions(u64::MAX);
        let puzzle = Puzzle::empty(geometry.clone());
        let counted = row.prepare::<Puzzle>(&geometry).unwrap().solve(&puzzle, &limits).counters;
        let instance = row.prepare::<ExactCover>(&problem).unwrap().solve(&problem, &limits);
        assert_eq!(instance.counters, counted);
    }
}

#[test]
fn random_covers_are_those_of_their_seed_and_all_rows_agree_on_them() {
    let mut n_solvable = 0;
    for seed in 0..20 {
        let problem = random_cover(12, 20, 3, seed);
        assert_eq!((problem.items(), problem.option_count()), (12, 20));
        assert!(problem.options().all(|option| option.len() == 3));
        assert_eq!(problem, random_cover(12, 20, 3, seed));
        assert_ne!(problem, random_cover(12, 20, 3, seed + 1));
        let mut solver = DLX.prepare::<ExactCover>(&problem).unwrap();
        let counted = solver.solve(&problem, &Limits::solutions(u64::MAX));
        n_solvable += u64::from(counted.solutions > 0);
        check(&problem, counted.solutions);
    }
    assert!((1..20).contains(&n_solvable), "{n_solvable}");
}

#[test]
fn every_family_reads_back_as_it_was_written() {
    let problems =
        [queens(5), langford(4), pentominoes(6, 10), word_rectangles(2, 1, &["a"], &["aa"])];
    for problem in problems {
        assert_eq!(read_cover(&write_cover(&problem).unwrap()), Ok(problem));
    }
}

fn permutations(letters: &str) -> Vec<String> {
    if letters.is_empty() {
        return vec![String::new()];
    }
    let with_first = |(index, first): (usize, char)| {
        let rest = [&letters[..index], &letters[index + 1..]].concat();
        permutations(&rest).into_iter().map(move |tail| format!("{first}{tail}"))
    };
    letters.char_indices().flat_map(with_first).collect()
}
