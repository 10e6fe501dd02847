//! Families of exact cover problems against published numbers: each problem with its items in the given order and
//! in the opposite one, by rows of independent origin.

use board::instance::{Entry, ExactCover, Item};
use board::{Graph, Vertex};
use solvers::{BACKENDS, Limits, Stop};

use super::*;

/// The rows, each of its own origin. The last one excludes each solution by a clause.
const ROWS: [&str; 3] = ["count/sweep", "cover/bitmatrix", "sat/extended.batsat"];

/// The number of solutions up to which the last row is asked, and that of options.
const FEW: (u64, usize) = (200, 2000);

/// Each row counts so many solutions in both orders.
#[track_caller]
fn check(problem: &ExactCover, solutions: u64) {
    let is_small = solutions <= FEW.0 && problem.option_count() <= FEW.1;
    for problem in [problem, &turned(problem)] {
        for id in &ROWS[..if is_small { 3 } else { 2 }] {
            let row = BACKENDS.iter().find(|row| row.id == *id).expect("a row");
            let mut solver = row.prepare::<ExactCover>(problem).expect("it takes covers");
            let outcome = solver.solve(problem, &Limits::solutions(u64::MAX));
            assert_eq!((outcome.stop, outcome.solutions), (Stop::Exhausted, solutions), "{id}");
        }
    }
}

/// Returns the problem with its primary items, its secondary items and its options in the opposite
/// order.
fn turned(problem: &ExactCover) -> ExactCover {
    let (primary, items) = (problem.primary(), problem.items());
    let place = |item: Item| match item as usize {
        item if item < primary => (primary - 1 - item) as Item,
        item => (primary + items - 1 - item) as Item,
    };
    let names = |range: std::ops::Range<usize>| {
        range.rev().map(|item| problem.name(item as Item).to_string()).collect()
    };
    let colours = (0..problem.colours()).map(|it| problem.colour_name(it as u32).to_string());
    let mut turned = ExactCover::new(names(0..primary), names(primary..items), colours.collect());
    for (item, &multiplicity) in (0..).zip(problem.multiplicities()) {
        turned.set_multiplicity(place(item), multiplicity).expect("a primary item");
    }
    for option in problem.options().collect::<Vec<_>>().into_iter().rev() {
        let moved = |entry: &Entry| Entry { item: place(entry.item), ..*entry };
        turned.add_option(option.iter().map(moved)).expect("an option");
    }
    turned
}

fn grid_names(height: usize, width: usize) -> Vec<String> {
    (0..height * width).map(|it| format!("r{}c{}", it / width + 1, it % width + 1)).collect()
}

fn parts(graph: &Graph) -> ExactCover {
    let names = (1..=graph.order()).map(|it| it.to_string()).collect();
    connected_parts(graph, names, 100_000).expect("few parts")
}

/// OEIS A099390; with a hole, and on an Aztec diamond 2^(n(n + 1)/2) (Elkies, Kuperberg, Larsen & Propp, 1992;
/// OEIS A006125). Without two opposite corners a chessboard has no tiling.
#[test]
fn dominoes_tile_boards_and_aztec_diamonds() {
    for (height, width, tilings) in [(2, 3, 3), (4, 4, 36), (4, 5, 95), (6, 6, 6728)] {
        check(&dominoes(height, width, &[]), tilings);
    }
    check(&dominoes(8, 8, &[(0, 0), (7, 7)]), 0);
    for n in 1..=4 {
        let is_outside = |&(row, column): &Square| {
            let from_middle = |it: usize| (2 * it + 1).abs_diff(2 * n);
            from_middle(row) + from_middle(column) > 2 * n
        };
        let squares = (0..4 * n * n).map(|it| (it / (2 * n), it % (2 * n)));
        let holes: Vec<Square> = squares.filter(is_outside).collect();
        check(&dominoes(2 * n, 2 * n, &holes), 1 << (n * (n + 1) / 2));
    }
}

/// OEIS A174248.
#[test]
fn tetrominoes_tile_strips_of_height_four() {
    for (width, tilings) in (1..).zip([1, 4, 23, 117, 454, 2003]) {
        check(&tetrominoes(4, width, &[]), tilings);
    }
    check(&tetrominoes(4, 4, &central_hole(4, 4, (2, 2))), 4);
}

#[test]
fn holes_in_several_places_leave_one_board() {
    let corners = [(0, 0), (0, 7), (7, 0), (7, 7)];
    assert_eq!(pentominoes_around(8, 8, &corners).items(), 12 + 60);
    check(&dominoes(2, 8, &[(0, 2), (1, 2), (0, 5), (1, 5)]), 2 * 2 * 2);
}

/// OEIS A000110 and A001147.
#[test]
fn partitions_are_counted_by_bell_numbers_and_double_factorials() {
    for (n, count) in (1..).zip([1, 2, 5, 15, 52, 203, 877]) {
        check(&set_partitions(n), count);
    }
    for (n, count) in [(1, 1), (3, 3), (5, 15), (7, 105), (9, 945), (11, 10_395)] {
        check(&pairings(n), count);
    }
}

/// OEIS A002860, and n! times A000166 and A000186.
#[test]
fn latin_rectangles_are_as_many_as_published() {
    for (n, count) in [(1, 1), (2, 2), (3, 12), (4, 576)] {
        check(&latin_squares(n), count);
        assert_eq!(latin_rectangles(n, n), latin_squares(n));
    }
    for (n, derangements) in (2..).zip([1, 2, 9, 44]) {
        check(&latin_rectangles(2, n), derangements * (1..=n as u64).product::<u64>());
    }
    for (n, count) in [(3, 2), (4, 24), (5, 552)] {
        check(&latin_rectangles(3, n), count * (1..=n as u64).product::<u64>());
    }
    check(&latin_rectangles(1, 6), 720);
}

/// The sums of n!/|Aut| over the systems: one of 168 automorphisms for 7 points, one of 432 for 9. There are none
/// unless n is 1 or 3 modulo 6.
#[test]
fn steiner_systems_are_as_many_as_their_automorphisms_say() {
    for (n, count) in [(3, 1), (4, 0), (5, 0), (6, 0), (7, 5040 / 168), (8, 0), (9, 362_880 / 432)]
    {
        check(&steiner_triples(n), count);
    }
}

/// The only system of 9 points has one partition into days, which come in 4! orders.
#[test]
fn kirkmans_nine_schoolgirls_walk_in_840_ways_and_24_orders() {
    check(&kirkman_triples(3), 1);
    check(&kirkman_triples(7), 0);
    check(&kirkman_triples(9), 840 * 24);
}

/// OEIS A000170 and A014552.
#[test]
fn queens_and_langford_pairs_are_as_many_as_published() {
    for (n, count) in (1..).zip([1, 0, 0, 2, 10, 4, 40]) {
        check(&queens(n), count);
    }
    for (n, pairs) in [(2, 0), (3, 1), (4, 1), (5, 0), (6, 0), (7, 26)] {
        check(&langford(n), 2 * pairs);
    }
}

/// Grids: OEIS A110476. A path has 2^(n-1) partitions, a cycle 2^n - n, a complete graph a Bell number
/// (Knopfmacher & Mays, *Graph compositions I*, 2001).
#[test]
fn graphs_have_as_many_partitions_into_connected_parts_as_published() {
    for (height, width, count) in
        [(2, 2, 12), (2, 3, 74), (2, 4, 456), (3, 3, 1434), (3, 4, 27_780)]
    {
        check(&parts(&grid_graph(height, width)), count);
    }
    let graph = |n: usize, edges: Vec<(Vertex, Vertex)>| Graph::new(n, edges).expect("edges");
    for n in 3..=8 {
        check(&parts(&grid_graph(1, n)), 1 << (n - 1));
        let cycle = (0..n).map(|it| (it, (it + 1) % n)).collect();
        check(&parts(&graph(n, cycle)), (1 << n) - n as u64);
    }
    let complete = (0..6).flat_map(|a| (a + 1..6).map(move |b| (a, b))).collect();
    check(&parts(&graph(6, complete)), 203);
    assert_eq!(connected_parts(&grid_graph(3, 3), grid_names(3, 3), 217), None);
    assert!(connected_parts(&grid_graph(3, 3), grid_names(3, 3), 218).is_some());
}

/// OEIS A007764 between the corners of squares, A001184 through every square of odd boards; and paths that
/// cross on a plane do not exist.
#[test]
fn paths_between_corners_are_as_many_as_published() {
    let paths = |n: usize, pairs: &[(Vertex, Vertex)], is_full| {
        disjoint_paths(&grid_graph(n, n), grid_names(n, n), pairs, is_full, 100_000)
            .expect("few paths")
    };
    for (n, count) in [(2, 2), (3, 12), (4, 184), (5, 8512)] {
        check(&paths(n, &[(0, n * n - 1)], false), count);
    }
    for (n, count) in [(2, 0), (3, 2), (4, 0), (5, 104)] {
        check(&paths(n, &[(0, n * n - 1)], true), count);
    }
    check(&paths(4, &[(0, 15), (3, 12)], false), 0);
    // Along two opposite sides of a 2×2 or 3×3 board.
    check(&paths(2, &[(0, 1), (2, 3)], false), 1);
    check(&paths(2, &[(0, 1), (2, 3)], true), 1);
    let few = disjoint_paths(&grid_graph(3, 3), grid_names(3, 3), &[(0, 8)], false, 11);
    assert_eq!(few, None);
}
