//! Symmetries map solutions to solutions, and counts are those of enumeration.

use board::instance::{Entry, ExactCover, Item};
use board::seed::{ChaCha8Rng, seeded};
use board::{Count, Puzzle, SymbolSet, catalog};
use generate::instances::{
    dominoes, kirkman_triples, latin_rectangles, latin_squares, pairings, steiner_triples,
};
use rand::RngExt;
use rand::seq::SliceRandom;

use super::super::division::Division;
use super::super::symmetric::FEWEST_SYMMETRIC;
use super::families::{Families, Swap};
use super::{EFFORT, Symmetries, graph};
use crate::contract::{Limits, Stop};
use crate::cover::bitmatrix::BITMATRIX;
use crate::symmetry::{SearchEffort, search};

/// The random stream of these tests.
const STREAM: u64 = 0xC2;

/// No limits.
const ALL: Limits<'_> = Limits::solutions(u64::MAX);

/// Half of the problems have blocks of items that can change places, many of them with colours.
#[test]
fn counts_are_those_of_enumeration_on_problems_with_interchangeable_blocks() {
    let mut rng = seeded(1, STREAM);
    let (mut with_symmetries, mut with_several) = (0, 0);
    for _ in 0..1_500 {
        let problem = planted(&mut rng);
        let expected = BITMATRIX.prepare::<ExactCover>(&problem).unwrap().solve(&problem, &ALL);
        with_symmetries += usize::from(!families(&problem).families.is_empty());
        with_several += usize::from(expected.solutions > 1);
        let mut solver = FEWEST_SYMMETRIC.prepare::<ExactCover>(&problem).unwrap();
        // A table of a few states forgets them again and again.
        for memory in [None, Some(2_000)] {
            let outcome = solver.solve(&problem, &Limits { memory, ..ALL });
            let claim = (outcome.stop, outcome.solutions);
            assert_eq!(claim, (Stop::Exhausted, expected.solutions), "{problem:?}");
        }
        let division = Division::of_cover(&problem, 10, &ALL).unwrap();
        let mut sum = Count::ZERO;
        (0..division.parts()).for_each(|part| sum += &division.count(part, &ALL).count());
        assert_eq!(sum, expected.solutions);
    }
    assert!(with_symmetries > 1_000 && with_several > 700, "{with_symmetries} {with_several}");
}

/// Every swap that is used maps the solutions to the solutions, all of which are listed without it.
#[test]
fn swaps_map_solutions_to_solutions() {
    let mut rng = seeded(2, STREAM);
    let mut swaps = 0;
    for _ in 0..300 {
        let problem = planted(&mut rng);
        let count = BITMATRIX.prepare::<ExactCover>(&problem).unwrap().solve(&problem, &ALL);
        if count.solutions > 100 {
            continue;
        }
        let solutions = solutions(&problem, &mut Vec::new());
        for swap in families(&problem).families.iter().flat_map(|family| &family.swaps) {
            swaps += 1;
            let mut images = solutions.clone();
            images.iter_mut().flatten().for_each(|option| *option = image(swap, *option));
            images.iter_mut().for_each(|image| image.sort_unstable());
            images.sort_unstable();
            assert_eq!(images, solutions, "{swap:?} of {problem:?}");
        }
    }
    assert!(swaps > 500, "{swaps}");
}

/// Of each swap, one pair of bits is left out.
#[test]
fn half_a_swap_is_no_symmetry() {
    let problem = latin_squares(4);
    let graph = graph(&problem);
    for swap in families(&problem).families.iter().flat_map(|family| &family.swaps) {
        let mut images: Vec<u32> = (0..graph.points() as u32).collect();
        for &(one, other) in &swap.bits {
            images.swap(one as usize, other as usize);
        }
        assert_eq!(graph.image(&images).map(|moved| moved.len()), Some(2 * swap.options.len()));
        let (one, other) = swap.bits[0];
        images.swap(one as usize, other as usize);
        assert_eq!(graph.image(&images), None);
    }
}

/// The number of points of each family, however items and options are numbered.
#[test]
fn interchangeable_points_are_found() {
    let mut rng = seeded(3, STREAM);
    for (problem, expected) in [
        (latin_squares(3), vec![3, 3, 3]),
        (latin_squares(5), vec![5, 5, 5]),
        (latin_squares(7), vec![7, 7, 7]),
        (latin_rectangles(3, 6), vec![3, 6, 6]),
        (steiner_triples(9), vec![9]),
        (kirkman_triples(9), vec![4, 9]),
        (pairings(9), vec![10]),
    ] {
        for problem in [renumbered(&problem, &mut rng), problem] {
            let families = families(&problem).families;
            let mut points: Vec<usize> =
                families.iter().map(|family| family.points.len()).collect();
            points.sort_unstable();
            assert_eq!(points, expected);
        }
    }
    // A reflection maps halves to halves of another one if their items are numbered alike.
    let board = dominoes(6, 7, &[]);
    assert_eq!(families(&board).families.len(), 2);
    assert!(!families(&renumbered(&board, &mut rng)).families.is_empty());
}

/// The numbers are those of OEIS A002860 and A030128, and of Kirkman triple systems with days in every order.
#[test]
fn states_that_are_images_of_each_other_are_counted_once() {
    for (problem, expected, most_nodes) in [
        (latin_squares(6), 812_851_200, 2_000),
        (latin_squares(7), 61_479_419_904_000, 10_000),
        (steiner_triples(13), 1_197_504_000, 2_000),
        (kirkman_triples(9), 20_160, 200),
        (pairings(15), 2_027_025, 200),
    ] {
        let mut solver = FEWEST_SYMMETRIC.prepare::<ExactCover>(&problem).unwrap();
        let outcome = solver.solve(&problem, &ALL);
        assert_eq!((outcome.stop, outcome.solutions), (Stop::Exhausted, expected));
        let nodes = outcome.counters.nodes;
        assert!(nodes < most_nodes, "{nodes} nodes, {expected} solutions");
    }
}

/// The symmetries of a puzzle are those of its board that map givens and marks to themselves.
#[test]
fn counts_of_puzzles_respect_givens_and_marks() {
    let mut rng = seeded(4, STREAM);
    let geometry = std::sync::Arc::new(catalog::classic(4).unwrap());
    let mut solver = FEWEST_SYMMETRIC.prepare::<Puzzle>(&geometry).unwrap();
    let mut enumerating = BITMATRIX.prepare::<Puzzle>(&geometry).unwrap();
    for _ in 0..300 {
        let mut allowed = vec![SymbolSet::all(4); 16];
        for _ in 0..rng.random_range(0..=4) {
            let cell = rng.random_range(0..16);
            let symbols = (0..4).filter(|_| rng.random_bool(0.6));
            allowed[cell] = symbols.collect();
        }
        let puzzle = Puzzle::from_allowed(geometry.clone(), allowed);
        let [found, expected] =
            [&mut solver, &mut enumerating].map(|it| it.solve(&puzzle, &ALL).solutions);
        assert_eq!(found, expected, "{puzzle:?}");
    }
}

#[test]
fn an_empty_board_of_six_symbols_has_few_states() {
    let geometry = std::sync::Arc::new(catalog::named("classic6").unwrap());
    let empty = Puzzle::from_allowed(geometry.clone(), vec![SymbolSet::all(6); 36]);
    let outcome = FEWEST_SYMMETRIC.prepare::<Puzzle>(&geometry).unwrap().solve(&empty, &ALL);
    assert_eq!((outcome.stop, outcome.solutions), (Stop::Exhausted, 28_200_960));
    assert!(outcome.counters.nodes < 10_000, "{} nodes", outcome.counters.nodes);
}

/// Random choices in squares of order 5, and an image of each state by random swaps.
#[test]
fn images_of_a_state_share_a_key() {
    let mut rng = seeded(5, STREAM);
    let problem = latin_squares(5);
    let (mut symmetries, families) =
        (Symmetries::of(&problem, &|| false), families(&problem).families);
    symmetries.start(&words(&(0..125).collect::<Vec<_>>()));
    let mut same = 0;
    for _ in 0..500 {
        let mut left: Vec<usize> = (0..125).collect();
        for _ in 0..rng.random_range(1..=8) {
            let Some(&chosen) = left.get(rng.random_range(0..left.len().max(1))) else { break };
            left.retain(|&option| !share_an_item(&problem, option, chosen));
        }
        let mut keys = [Vec::new(), Vec::new()];
        symmetries.push_key(&words(&left), &mut keys[0]);
        for family in &families {
            let swap = &family.swaps[rng.random_range(0..family.swaps.len())];
            left.iter_mut().for_each(|option| *option = image(swap, *option));
        }
        symmetries.push_key(&words(&left), &mut keys[1]);
        let bits = |key: &Vec<u64>| key.iter().map(|word| word.count_ones()).sum::<u32>();
        assert_eq!(bits(&keys[0]), bits(&keys[1]));
        same += usize::from(keys[0] == keys[1]);
    }
    assert!(same > 490, "{same} of 500");
}

/// Returns a set of options of 125 as bits.
fn words(options: &[usize]) -> [u64; 2] {
    let mut words = [0; 2];
    options.iter().for_each(|option| words[option / 64] |= 1 << (option % 64));
    words
}

/// Returns the option that an option becomes by a swap.
fn image(swap: &Swap, option: usize) -> usize {
    let is_of = |&&(one, other): &&(u32, u32)| [one as usize, other as usize].contains(&option);
    let pair = swap.options.iter().find(is_of);
    pair.map_or(option, |&(one, other)| (one + other) as usize - option)
}

fn families(problem: &ExactCover) -> Families {
    let graph = graph(problem);
    let effort = SearchEffort::links(EFFORT);
    Families::new(&graph, search(&graph, &effort).generators(), EFFORT)
}

fn share_an_item(problem: &ExactCover, one: usize, other: usize) -> bool {
    problem.option(one).iter().any(|entry| problem.option(other).contains(entry))
}

/// Returns all solutions that contain some options, sorted, by search without any table.
fn solutions(problem: &ExactCover, chosen: &mut Vec<usize>) -> Vec<Vec<usize>> {
    let entries = |options: &[usize]| -> Vec<Entry> {
        options.iter().flat_map(|&option| problem.option(option).to_vec()).collect()
    };
    let covered = entries(chosen);
    let is_open = |item: &Item| covered.iter().all(|entry| entry.item != *item);
    let Some(next) = (0..problem.primary() as Item).find(is_open) else {
        let mut solution = chosen.clone();
        solution.sort_unstable();
        return vec![solution];
    };
    let mut all = Vec::new();
    for option in 0..problem.option_count() {
        let agrees = |entry: &Entry| {
            let clashes = |it: &Entry| {
                it.item == entry.item && (it.colour != entry.colour || it.colour.is_none())
            };
            !covered.iter().any(clashes)
        };
        let entries = problem.option(option);
        if entries.iter().any(|entry| entry.item == next) && entries.iter().all(agrees) {
            chosen.push(option);
            all.extend(solutions(problem, chosen));
            chosen.pop();
        }
    }
    all.sort_unstable();
    all
}

/// Items in rows and columns, an item of each column, and two more, of which some are secondary.
struct Blocks {
    rows: u32,
    columns: u32,
    primary: u32,
}

impl Blocks {
    fn cell(&self, row: u32, column: u32) -> Entry {
        Entry::plain(row * self.columns + column)
    }

    /// Returns an item after those in rows, with a colour if that is possible.
    fn other(&self, number: u32, rng: &mut ChaCha8Rng) -> Entry {
        let item = self.rows * self.columns + number;
        let is_coloured = item >= self.primary && rng.random_bool(0.7);
        Entry { item, colour: is_coloured.then(|| rng.random_range(0..2)) }
    }

    /// Returns options that are laid out alike for each column and row, or for each pair of columns.
    fn options(&self, rng: &mut ChaCha8Rng) -> Vec<Vec<Entry>> {
        let shared = self.columns + rng.random_range(0..2);
        let of_all = rng.random_bool(0.3).then(|| self.other(shared, rng));
        let of_column = rng.random_bool(0.5).then(|| self.other(0, rng));
        let with = |column: u32, cells: &[Entry]| -> Vec<Entry> {
            let of_column = of_column.map(|it| Entry { item: it.item + column, ..it });
            of_all.into_iter().chain(of_column).chain(cells.iter().copied()).collect()
        };
        let (rows, columns) = (0..self.rows, 0..self.columns);
        let cells = rows.clone().flat_map(|row| columns.clone().map(move |column| (row, column)));
        match rng.random_range(0..3) {
            0 => cells.map(|(row, column)| with(column, &[self.cell(row, column)])).collect(),
            1 => columns
                .clone()
                .map(|column| {
                    let column_cells = rows.clone().map(|row| self.cell(row, column));
                    with(column, &column_cells.collect::<Vec<_>>())
                })
                .collect(),
            _ => {
                let pairs = cells.flat_map(|(row, column)| {
                    let others = column + 1..self.columns;
                    others.map(move |other| [self.cell(row, column), self.cell(row, other)])
                });
                pairs.map(|pair| of_all.into_iter().chain(pair).collect()).collect()
            }
        }
    }
}

/// Returns a random problem with blocks of items that can change places. In every fourth, one more option disturbs that.
fn planted(rng: &mut ChaCha8Rng) -> ExactCover {
    let (rows, columns) = (rng.random_range(1..=3), rng.random_range(2..=4));
    let primary = rows * columns + [0, columns][rng.random_range(0..2)];
    let (blocks, items) = (Blocks { rows, columns, primary }, (rows + 1) * columns + 2);
    let mut options: Vec<Vec<Entry>> = Vec::new();
    for _ in 0..rng.random_range(2..=4) {
        options.extend(blocks.options(rng));
    }
    if rng.random_bool(0.25) {
        options.push(vec![blocks.cell(0, 0), blocks.other(columns + 1, rng)]);
    }
    let names = |range: std::ops::Range<u32>| range.map(|item| format!("i{item}")).collect();
    let colours = vec!["red".into(), "blue".into()];
    let mut problem = ExactCover::new(names(0..primary), names(primary..items), colours);
    for option in options {
        problem.add_option(option).unwrap();
    }
    renumbered(&problem, rng)
}

/// Returns a problem with items and options in another order.
fn renumbered(problem: &ExactCover, rng: &mut ChaCha8Rng) -> ExactCover {
    let (primary, items) = (problem.primary(), problem.items());
    let mut order = |range: std::ops::Range<usize>| {
        let mut all: Vec<usize> = range.collect();
        all.shuffle(rng);
        all
    };
    let numbers = [order(0..primary), order(primary..items)].concat();
    let options = order(0..problem.option_count());
    let names = |range: std::ops::Range<usize>| range.map(|item| format!("i{item}")).collect();
    let colours = (0..problem.colours()).map(|colour| format!("c{colour}")).collect();
    let mut renumbered = ExactCover::new(names(0..primary), names(primary..items), colours);
    for option in options {
        let entries = problem.option(option).iter();
        let moved = entries.map(|it| Entry { item: numbers[it.item as usize] as Item, ..*it });
        renumbered.add_option(moved).unwrap();
    }
    renumbered
}
