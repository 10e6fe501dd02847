//! Groups of known order, and problems whose symmetries were made.

use std::collections::BTreeSet;
use std::sync::Arc;

use board::instance::{
    Entry, ExactCover, Formula, Literal, Variable, check_cover, check_model, read_cover,
};
use board::seed::{ChaCha8Rng, seeded};
use board::text::line;
use board::{CellRelation, Count, Puzzle, RelationKind, catalog};
use generate::instances::{
    latin_squares, mycielski, pentominoes, petersen, pigeons, queen_graph, queens,
};
use rand::RngExt;
use rand::seq::SliceRandom;

use super::*;
use crate::contract::Limits;
use crate::cover::bitmatrix::BITMATRIX;
use crate::cover::encode;
use crate::sat::combinations::EXTENDED_CDCL;
use crate::sat::instances::formula_of;

/// The random stream of these tests.
const STREAM: u64 = 0xC7;

/// As much effort as a test needs.
const EFFORT: SearchEffort<'static> = SearchEffort::links(1 << 24);

#[track_caller]
fn check_order(graph: &Hypergraph, expected: u64) {
    let group = search(graph, &EFFORT);
    assert_eq!((group.order(), group.is_complete()), (Count::from(expected), true));
    for images in group.generators() {
        assert!(graph.image(images).is_some());
    }
}

fn factorial(n: u64) -> u64 {
    (1..=n).product()
}

#[test]
fn groups_of_known_problems_have_their_order() {
    for n in 2..8 {
        let formula = formula_of(&pigeons(n as usize, n as usize - 1)).unwrap();
        check_order(&of_formula(&formula), factorial(n) * factorial(n - 1));
    }
    check_order(&of_graph(&petersen()), 120);
    // Grötzsch's graph has the symmetries of a pentagon; all squares of a 3×3 board but the middle one are alike.
    check_order(&of_graph(&mycielski(4)), 10);
    check_order(&of_graph(&queen_graph(4)), 8);
    check_order(&of_cover(&queens(8)), 8);
    check_order(&of_cover(&pentominoes(6, 10)), 4);
    // Rows, columns and symbols of Latin squares can be renamed and can take each other's parts.
    check_order(&of_cover(&latin_squares(5)), 6 * factorial(5).pow(3));
}

#[test]
fn repeated_clauses_and_those_that_are_always_true_hide_no_symmetry() {
    let mut formula = Formula::new(2);
    for clause in [&[1][..], &[2], &[1, 1], &[2, -2, 1]] {
        let variable = |number: i64| number.unsigned_abs() as Variable - 1;
        formula.add_clause(clause.iter().map(|&it| Literal::new(variable(it), it > 0)));
    }
    check_order(&of_formula(&formula), 2);
}

/// A chain of implications is refined from its two ends, a few points in each of many rounds.
#[test]
fn effort_bounds_the_refinement_of_long_chains() {
    let n_variables = 100_000;
    let mut chain = Formula::new(n_variables);
    for variable in 1..n_variables as Variable {
        chain.add_clause([Literal::negative(variable - 1), Literal::positive(variable)]);
    }
    let graph = of_formula(&chain);
    assert!(!search(&graph, &SearchEffort::links(1 << 20)).is_complete());
    let n_asked = std::cell::Cell::new(0);
    let is_over = || n_asked.replace(n_asked.get() + 1) >= 3;
    assert!(!search(&graph, &SearchEffort { links: usize::MAX, is_over: &is_over }).is_complete());
    assert!(n_asked.get() < 10);
}

#[test]
fn puzzles_have_the_symmetries_of_their_board_that_keep_the_givens() {
    let puzzle = |text: &str, order| line::parse(text, &Arc::new(catalog::classic(order).unwrap()));
    let empty = |order: usize| puzzle(&".".repeat(order * order), order).unwrap();
    check_order(&of_puzzle(&empty(4)), 128 * factorial(4));
    check_order(&of_puzzle(&empty(6)), 3456 * factorial(6));
    check_order(&of_puzzle(&empty(9)), 3_359_232 * factorial(9));
    // A given fixes its symbol, and one of 16 cells.
    let given = puzzle("1...............", 4).unwrap();
    check_order(&of_puzzle(&given), 128 / 16 * factorial(3));
    let solved = puzzle("1234341221434321", 4).unwrap();
    assert!(search(&of_puzzle(&solved), &EFFORT).order() > 1, "a transposition renames symbols");
}

/// Relations state something about numbers, so that no symbol can take the place of another.
#[test]
fn relations_keep_the_symbols() {
    let order = |kind, rows: &[[usize; 2]]| {
        let relations = rows.iter().map(|cells| CellRelation { kind, cells: cells.to_vec() });
        let board = catalog::classic(4).unwrap().with_relations(relations.collect()).unwrap();
        let puzzle = Puzzle::empty(Arc::new(board));
        search(&of_puzzle(&puzzle), &EFFORT).order()
    };
    // One column of the board can be told from its neighbour, but not its own two cells: rows 1 and 2, rows 3 and 4, the
    // bands of none, columns 3 and 4.
    assert_eq!(order(RelationKind::Sum(5), &[[0, 4]]), 2 * 2 * 2);
    assert_eq!(order(RelationKind::Rising, &[[0, 4]]), 2 * 2);
    assert_eq!(order(RelationKind::Difference(1), &[[0, 4]]), 2 * 2 * 2);
    assert_eq!(order(RelationKind::Rising, &[[0, 4], [2, 6]]), 2 * 2);
}

/// Returns a permutation of literals that keeps negations.
fn random_renaming(variables: u32, rng: &mut ChaCha8Rng) -> Vec<Literal> {
    let mut images: Vec<Variable> = (0..variables).collect();
    images.shuffle(rng);
    let signed = images.into_iter().map(|image| Literal::new(image, rng.random_bool(0.7)));
    signed.flat_map(|image| [image, !image]).collect()
}

/// Returns a formula with random clauses and all that products of a random renaming make of them.
fn planted_formula(rng: &mut ChaCha8Rng) -> Formula {
    let variables = rng.random_range(2..=6);
    let images = random_renaming(variables, rng);
    let mut clauses = BTreeSet::new();
    for _ in 0..rng.random_range(1..=4) {
        let size = rng.random_range(1..=3.min(variables));
        let mut chosen: Vec<Variable> = (0..variables).collect();
        chosen.shuffle(rng);
        let signed = chosen[..size as usize].iter();
        let mut clause: Vec<Literal> =
            signed.map(|&variable| Literal::new(variable, rng.random())).collect();
        clause.sort_unstable();
        while clauses.insert(clause.clone()) {
            clause.iter_mut().for_each(|literal| *literal = images[literal.index()]);
            clause.sort_unstable();
        }
    }
    let mut formula = Formula::new(variables as usize);
    clauses.into_iter().for_each(|clause| formula.add_clause(clause));
    formula
}

/// Returns all models of a formula with few variables, as bits.
fn models(formula: &Formula) -> BTreeSet<u32> {
    let values = |bits: u32| (0..formula.variables()).map(|it| bits >> it & 1 == 1).collect();
    let is_model = |bits: &u32| {
        let values: Vec<bool> = values(*bits);
        check_model(formula, &values).is_ok()
    };
    (0..1 << formula.variables()).filter(is_model).collect()
}

/// Returns what a symmetry makes of the values of all variables.
fn image_of(values: u32, images: &[u32]) -> u32 {
    let variables = images.len() / 2;
    (0..variables).fold(0, |image, variable| {
        let to = images[2 * variable];
        let value = (values >> variable & 1) ^ (to & 1);
        image | value << (to / 2)
    })
}

#[test]
fn each_orbit_of_models_keeps_one() {
    let mut rng = seeded(1, STREAM);
    let (mut with_symmetries, mut lost) = (0, 0);
    for _ in 0..600 {
        let formula = planted_formula(&mut rng);
        let group = search(&of_formula(&formula), &EFFORT);
        let mut broken = formula.clone();
        add_lex_leaders(&mut broken, &group);
        let models = models(&formula);
        let mut orbits = Orbits::new(1 << formula.variables());
        for images in group.generators() {
            for &model in &models {
                let image = image_of(model, images);
                assert!(models.contains(&image), "{images:?} is no symmetry of {formula:?}");
                orbits.join(model, image);
            }
        }
        let is_kept = |model: u32| {
            let mut one = broken.clone();
            for variable in 0..formula.variables() as Variable {
                one.add_clause([Literal::new(variable, model >> variable & 1 == 1)]);
            }
            let mut solver = EXTENDED_CDCL.prepare::<Formula>(&one).unwrap();
            solver.solve(&one, &Limits::solutions(1)).solutions > 0
        };
        let kept: BTreeSet<u32> = models.iter().copied().filter(|&it| is_kept(it)).collect();
        let roots = |of: &BTreeSet<u32>, orbits: &mut Orbits| {
            of.iter().map(|&model| orbits.root(model)).collect::<BTreeSet<u32>>()
        };
        assert_eq!(roots(&kept, &mut orbits), roots(&models, &mut orbits), "{formula:?}");
        with_symmetries += usize::from(!group.generators().is_empty());
        lost += models.len() - kept.len();
    }
    assert!(with_symmetries > 500 && lost > 900, "{with_symmetries} {lost}");
}

/// Every permutation of literals is tried.
#[test]
fn the_order_is_the_number_of_symmetries() {
    let mut rng = seeded(2, STREAM);
    for _ in 0..200 {
        let formula = planted_formula(&mut rng);
        let graph = of_formula(&formula);
        // Variables that occur in no clause stay where they are.
        let free: Vec<u32> =
            (0..graph.points() as u32).filter(|&it| graph.on_point(it).is_empty()).collect();
        if formula.variables() > 4 {
            continue;
        }
        let all = renamings(formula.variables() as u32);
        let is_symmetry = |images: &&Vec<u32>| {
            free.iter().all(|&it| images[it as usize] == it) && graph.image(images).is_some()
        };
        let group = search(&graph, &EFFORT);
        let expected = all.iter().filter(is_symmetry).count() as u64;
        assert!(group.is_complete());
        assert_eq!(group.order(), expected, "{formula:?}");
    }
}

/// Returns all permutations of the literals of so many variables that keep negations.
fn renamings(variables: u32) -> Vec<Vec<u32>> {
    let mut all: Vec<Vec<u32>> = vec![Vec::new()];
    for _ in 0..variables {
        let longer = all.iter().flat_map(|images| {
            let free = (0..2 * variables).filter(|to| !images.contains(to));
            free.map(|to| [images.clone(), vec![to, to ^ 1]].concat())
        });
        all = longer.collect();
    }
    all
}

/// Returns a problem with random options and all that products of a random permutation of items make of them.
fn planted_cover(rng: &mut ChaCha8Rng) -> ExactCover {
    let (primary, secondary) = (rng.random_range(1..=7), rng.random_range(0..=3));
    let names = |n: u32| (0..n).map(|number| number.to_string()).collect();
    let mut problem = ExactCover::new(names(primary), names(secondary), names(2));
    let [mut images, mut others]: [Vec<u32>; 2] =
        [(0..primary).collect(), (primary..primary + secondary).collect()];
    images.shuffle(rng);
    others.shuffle(rng);
    images.extend(others);
    let mut options = BTreeSet::new();
    for _ in 0..rng.random_range(1..=6) {
        let mut option: Vec<(u32, Option<u32>)> = Vec::new();
        for item in 0..primary + secondary {
            if rng.random_bool(0.35) {
                let is_coloured = item >= primary && rng.random_bool(0.6);
                option.push((item, is_coloured.then(|| rng.random_range(0..2))));
            }
        }
        while options.insert(option.clone()) {
            option.iter_mut().for_each(|(item, _)| *item = images[*item as usize]);
            option.sort_unstable();
        }
    }
    for option in options {
        let entries = option.into_iter().map(|(item, colour)| Entry { item, colour });
        problem.add_option(entries).unwrap();
    }
    problem
}

fn solutions(problem: &ExactCover) -> u64 {
    let mut solver = BITMATRIX.prepare::<ExactCover>(problem).unwrap();
    solver.solve(problem, &Limits::solutions(u64::MAX)).solutions
}

#[test]
fn representatives_have_a_solution_if_there_is_one_and_stand_for_as_many_as_they_say() {
    let mut rng = seeded(3, STREAM);
    let (mut removals, mut solved) = (0, 0);
    for _ in 0..2_000 {
        let problem = planted_cover(&mut rng);
        let found = representatives(&problem, &EFFORT);
        let (all, left) = (solutions(&problem), solutions(&restricted(&problem, &found.kept)));
        assert_eq!(left > 0, all > 0, "{problem:?}: {found:?}");
        if let Some(factor) = &found.factor {
            let mut product = Count::from(left);
            product *= factor;
            assert_eq!(product, all, "{problem:?}: {found:?}");
        }
        removals += usize::from(!found.steps.is_empty() && found.factor.is_some());
        solved += usize::from(all > 0);
    }
    assert!(removals > 400 && solved > 1_000, "{removals} {solved}");
}

#[test]
fn options_of_an_item_that_is_covered_twice_do_not_clash() {
    let problem = read_cover("a 2|m x y\na m x\na m y\nx m\ny m\n").unwrap();
    for solution in [[0, 3], [1, 2]] {
        assert_eq!(check_cover(&problem, &solution), Ok(()));
    }
    let kept = representatives(&problem, &EFFORT).kept;
    assert!([[0, 3], [1, 2]].iter().any(|it| it.iter().all(|option| kept.contains(option))));
}

#[test]
fn known_problems_lose_known_factors() {
    let pentominoes = pentominoes(6, 10);
    let found = representatives(&pentominoes, &EFFORT);
    assert_eq!(solutions(&restricted(&pentominoes, &found.kept)), 2339);
    assert_eq!(found.factor, Some(Count::from(4)));
    let empty = Puzzle::empty(Arc::new(catalog::classic(4).unwrap()));
    let boards = encode(empty.geometry());
    let found = representatives(&boards, &EFFORT);
    let mut all = Count::from(solutions(&restricted(&boards, &found.kept)));
    all *= &found.factor.expect("orbits of one size at each step");
    assert_eq!(all, 288);
}
