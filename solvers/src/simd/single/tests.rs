//! The kernels against the oracle, against each other, and each operation against its definition.

use board::{Symbol, text::line};

use super::boxes::{Boxes, LANE, LANES, LaneWords, PortableBoxes};
use super::propagate::{Rest, propagate};
use super::search::cell;
use super::*;
use crate::backtrack::oracle::{Draws, agree, named, puzzles};
use crate::simd::bitslice::Bitslice;

/// Returns a solver for each kind of instructions that this processor has.
fn solvers() -> impl Iterator<Item = SingleSolver> {
    Instructions::ALL.into_iter().filter_map(|instructions| SingleSolver::with(instructions).ok())
}

/// Returns puzzles with one solution, with several and with none.
fn random(draws: &mut Draws, turn: usize) -> [Puzzle; 2] {
    [draws.spoiled(20 + turn % 25, turn % 8), draws.emptied(1, 30 + turn % 25)]
}

#[test]
fn it_agrees_with_the_oracle() {
    let mut draws = Draws(11);
    let mut of_nine = puzzles();
    of_nine.retain(|puzzle| only_classic(puzzle.geometry()).is_ok());
    let drawn = (0..300).flat_map(|turn| random(&mut draws, turn));
    for puzzle in of_nine.into_iter().chain(drawn) {
        for mut single in solvers() {
            agree(&mut single, &puzzle, 1);
            agree(&mut single, &puzzle, 20);
        }
    }
}

#[test]
fn all_instructions_agree_on_every_counter() {
    let mut draws = Draws(14);
    for turn in 0..200 {
        for puzzle in [draws.emptied(1, 50 + turn % 12), draws.spoiled(45, turn % 3)] {
            let limits = Limits::solutions(40);
            let mut outcomes = solvers().map(|mut single| single.solve(&puzzle, &limits));
            let first = outcomes.next().expect("portable is always here");
            assert!(outcomes.all(|outcome| outcome == first), "{:?}", puzzle.givens());
        }
    }
}

#[test]
fn a_given_is_turned_round_like_in_a_puzzle_with_the_other_digits() {
    let mut draws = Draws(15);
    for turn in 0..100 {
        let puzzle = draws.emptied(1, 40 + turn % 15);
        let mut other = puzzle.clone();
        let cell = turn * 7 % 81;
        other.allow(cell, puzzle.allowed_in(cell).complement(9));
        let limits = Limits::solutions(2);
        for mut single in solvers() {
            let turned = single.solve_otherwise(&puzzle, cell, &limits);
            assert_eq!(turned, single.solve(&other, &limits), "{cell} {:?}", puzzle.givens());
        }
    }
}

#[test]
fn a_line_is_solved_like_its_puzzle() {
    let mut draws = Draws(12);
    let mut single = SingleSolver::default();
    let limits = Limits::solutions(2);
    for turn in 0..100 {
        let puzzle = draws.emptied(1, 30 + turn % 50);
        let text = line::write(named("classic9").alphabet(), &puzzle.givens());
        let line = text.as_bytes().try_into().unwrap();
        let (solved, outcome) = (single.solve_line(line, &limits), single.solve(&puzzle, &limits));
        assert_eq!((solved.solutions, solved.bets), (outcome.solutions, outcome.counters.bets));
        assert_eq!(solved.is_all, outcome.stop == Stop::Exhausted);
        let grid = outcome.first.expect("it has at least the grid that it comes from");
        assert!(grid.symbols().iter().eq(solved.grid.map(|digit| digit - b'1').iter()));
    }
}

#[test]
fn a_reused_solver_answers_like_a_fresh_one() {
    let mut single = SingleSolver::default();
    let mut draws = Draws(13);
    for turn in 0..100 {
        let puzzle = draws.emptied(1, 40 + turn % 30);
        let limits = Limits { nodes: Some(turn as u64 % 7), ..Limits::solutions(3) };
        let reused = single.solve(&puzzle, &limits);
        assert_eq!(reused, SingleSolver::default().solve(&puzzle, &limits));
    }
}

#[test]
fn solutions_are_counted_whether_or_not_cells_are_swapped() {
    let (mut draws, mut one_by_one) = (Draws(16), Bitslice::default());
    let (mut n_solutions, mut n_nodes) = (0, 0);
    for turn in 0..300 {
        let puzzle = draws.emptied(1, 40 + turn % 15);
        for limit in [3, 10, 5_000] {
            let limits = Limits::solutions(limit);
            let expected = Solver::solve(&mut one_by_one, &puzzle, &limits);
            for mut single in solvers() {
                let outcome = single.solve(&puzzle, &limits);
                let answer = |it: &Outcome| (it.stop, it.solutions);
                assert_eq!(answer(&outcome), answer(&expected), "{:?}", puzzle.givens());
                n_solutions += outcome.solutions;
                n_nodes += outcome.counters.nodes;
            }
        }
    }
    // One by one, each solution but the first takes two nodes at least.
    assert!(n_nodes < 2 * n_solutions, "{n_nodes} nodes for {n_solutions} solutions");
}

#[test]
fn propagation_keeps_every_solution() {
    let mut draws = Draws(15);
    for turn in 0..300 {
        let puzzle = draws.emptied(1, 30 + turn % 30);
        let outcome = SingleSolver::default().solve(&puzzle, &Limits::solutions(10));
        for grid in [outcome.first, outcome.second].into_iter().flatten() {
            let given = |cell| puzzle.given(cell).map_or(ALL, |symbol| 1 << symbol);
            let left = propagated(state(given));
            for at in 0..9 {
                for of in 0..9 {
                    let symbol = grid[cell(at, of)];
                    assert!(left[at][of] >> symbol & 1 == 1, "{:?}", puzzle.givens());
                }
            }
        }
    }
}

/// Returns the remaining candidates of the cells: for each place in a box, those of the nine boxes.
fn propagated(mut state: BoxState) -> [[u16; 9]; 9] {
    let mut cells = state.each_ref().map(PortableBoxes::load);
    assert!(!matches!(propagate(&mut cells), Rest::Contradiction));
    (0..9).for_each(|at| cells[at].store(&mut state[at]));
    state.map(|words| LANE.map(|lane| words.0[lane]))
}

/// Like [`propagated`], with one box restricted to `sets`, one for each of its places.
fn propagated_with(of: usize, sets: [u16; 9]) -> [[u16; 9]; 9] {
    let mut state = [LaneWords::FULL; 9];
    (0..9).for_each(|at| state[at].0[LANE[of]] = sets[at]);
    propagated(state)
}

#[test]
fn equal_singles_of_a_box_are_contradictions() {
    let (all, rest) = (ALL, ALL & !0b11);
    let clashes: [[u16; 9]; 2] = [
        [2, all, all, all, all, all, all, all, 2],
        [all, rest, rest, rest, rest, rest, rest, rest, rest],
    ];
    for sets in clashes {
        let mut state = [LaneWords::FULL; 9];
        (0..9).for_each(|at| state[at].0[LANE[3]] = sets[at]);
        for mut single in solvers() {
            let outcome = single.search(&state, &Limits { nodes: Some(9), ..Limits::solutions(1) });
            assert_eq!((outcome.stop, outcome.solutions), (Stop::Exhausted, 0), "{sets:?}");
        }
    }
}

#[test]
fn a_digit_confined_to_a_line_of_a_box_leaves_the_rest_of_the_row() {
    let (rest, all) = (ALL & !1, ALL);
    let cells = propagated_with(0, [all, all, all, rest, rest, rest, rest, rest, rest]);
    for of in [1, 2] {
        assert!((0..3).all(|at| cells[at][of] == rest) && (3..9).all(|at| cells[at][of] == all));
    }
}

#[test]
fn a_line_with_three_digits_excludes_them_elsewhere() {
    let (three, rest, all) = (0b111, ALL & !0b111, ALL);
    let cells = propagated_with(4, [three, all, all, three, all, all, three, all, all]);
    assert!([1, 2, 4, 5, 7, 8].iter().all(|&at| cells[at][4] == rest));
    assert!([0, 3, 6].iter().all(|&at| cells[at][1] == rest && cells[at][7] == rest));
}

#[test]
fn three_digits_confined_to_a_line_exclude_all_others() {
    let (three, rest, all) = (0b111, ALL & !0b111, ALL);
    let cells = propagated_with(4, [all, rest, rest, all, rest, rest, all, rest, rest]);
    assert!([0, 3, 6].iter().all(|&at| cells[at][4] == three));
}

/// Compares each operation of a vector with that of [`PortableBoxes`].
fn like_portable<V: Boxes>() {
    let mut draws = Draws(16);
    let mut drawn = || {
        let mut words = LaneWords::FULL;
        LANE.iter().for_each(|&lane| words.0[lane] = draws.below(512) as u16 >> draws.below(10));
        words
    };
    for _ in 0..500 {
        let words = [drawn(), drawn(), drawn()];
        assert_eq!(everything::<V>(&words), everything::<PortableBoxes>(&words), "{words:?}");
    }
}

/// Returns the result of each operation on three vectors.
fn everything<V: Boxes>(words: &[LaneWords; 3]) -> (Vec<LaneWords>, [bool; 3]) {
    let [a, b, c] = words.each_ref().map(V::load);
    let (three, fewer) = a.three();
    let vectors = [
        a.and(b),
        a.and3(b, c),
        a.along_band::<1>(),
        a.along_band::<2>(),
        a.along_stack::<1>(),
        a.along_stack::<2>(),
        a.keep(b, c),
        a.lone(),
        a.or(b),
        a.or3(b, c),
        a.or_both(b, c),
        a.or_differ(b, c),
        a.or_else(b),
        a.smaller(b),
        a.where_empty(b),
        a.without(b),
        a.without2(b, c),
        a.without_lowest(),
        a.xor(b),
        three,
        // The values of non-empty lanes are unspecified.
        V::splat(1).where_empty(fewer),
    ];
    let stored = vectors.map(|vector| {
        let mut words = LaneWords::NOTHING;
        vector.store(&mut words);
        words
    });
    (stored.into(), [a.has_empty(), a.is_empty(), a.and(b).without(b).is_empty()])
}

#[cfg(target_arch = "x86_64")]
#[test]
fn registers_agree_with_arrays() {
    if Instructions::Avx2.are_here() {
        like_portable::<Avx2>();
    }
    if Instructions::Avx512.are_here() {
        like_portable::<Avx512Vl>();
    }
}

#[test]
fn a_vector_moves_boxes_within_their_band_and_stack() {
    let mut words = LaneWords::FULL;
    (0..9).for_each(|of| words.0[LANE[of]] = of as u16);
    let numbers = |vector: PortableBoxes| {
        let mut words = LaneWords::NOTHING;
        vector.store(&mut words);
        let unused = (0..LANES).filter(|lane| !LANE.contains(lane));
        assert!(unused.into_iter().all(|lane| words.0[lane] == ALL));
        LANE.map(|lane| words.0[lane] as Symbol)
    };
    let vector = PortableBoxes::load(&words);
    assert_eq!(numbers(vector.along_band::<1>()), [1, 2, 0, 4, 5, 3, 7, 8, 6]);
    assert_eq!(numbers(vector.along_band::<2>()), [2, 0, 1, 5, 3, 4, 8, 6, 7]);
    assert_eq!(numbers(vector.along_stack::<1>()), [3, 4, 5, 6, 7, 8, 0, 1, 2]);
    assert_eq!(numbers(vector.along_stack::<2>()), [6, 7, 8, 0, 1, 2, 3, 4, 5]);
}
