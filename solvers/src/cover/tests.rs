//! One search on three matrices: all three visit the same nodes and find the right solutions.

use board::instance::{Entry, ExactCover, check_cover, read_cover};
use board::seed::{ChaCha8Rng, seeded};
use board::{Puzzle, catalog};
use rand::RngExt;

use super::bitmatrix::{BITMATRIX, WEIGHTED};
use super::dancing_cells::DANCING_CELLS;
use super::dlx::{DLX, SHARP};
use super::encode;
use crate::backtrack::oracle::{Draws, ESCARGOT, SIXTY_ONE_GRIDS, named, puzzle, puzzles};
use crate::recorder::{Recorded, Recorder};
use crate::{Backend, Limits, Outcome, Stop};

/// The random stream of these tests.
const STREAM: u64 = 0xc0fe;

#[test]
fn the_classic_matrix_has_324_items_and_729_options_of_four() {
    let problem = encode(&named("classic9"));
    assert_eq!((problem.items(), problem.primary(), problem.option_count()), (324, 324, 729));
    assert!(problem.options().all(|items| items.len() == 4));
    let names: Vec<&str> = problem.option(11).iter().map(|e| problem.name(e.item)).collect();
    assert_eq!(names, ["r1c2", "3/row-1", "3/column-2", "3/block-1"]);
}

#[test]
fn every_full_item_is_in_as_many_options_as_there_are_symbols() {
    let problem = encode(&catalog::x(9).unwrap());
    let mut uses = vec![0; problem.items()];
    problem.options().flatten().for_each(|entry| uses[entry.item as usize] += 1);
    assert!(uses.iter().all(|&n| n == 9));
    assert_eq!(problem.primary(), problem.items());
}

/// Asserts that outcome, counters and events are the same for all three matrices.
#[track_caller]
fn check_that_all_agree(puzzle: &Puzzle, limits: &Limits<'_>) {
    let [dlx, bits, cells] = [DLX, BITMATRIX, DANCING_CELLS].map(|backend| {
        let mut solver = backend.prepare::<Puzzle>(puzzle.geometry()).unwrap();
        let mut recorder = Recorder::default();
        solver.trace(puzzle, limits, &mut recorder);
        (solver.solve(puzzle, limits), recorder.events)
    });
    assert_eq!(dlx.0, bits.0);
    assert_eq!(dlx.0, cells.0);
    assert!(dlx.1 == bits.1 && dlx.1 == cells.1);
}

#[test]
fn all_matrices_agree_on_every_kind_of_puzzle() {
    for puzzle in puzzles() {
        for solutions in [1, 2, 100] {
            check_that_all_agree(&puzzle, &Limits::solutions(solutions));
        }
    }
    let mut draws = Draws(7);
    for turn in 0..200 {
        let puzzle = draws.spoiled(30 + turn % 30, turn % 2);
        check_that_all_agree(&puzzle, &Limits::solutions(20));
        check_that_all_agree(&draws.emptied(0, 8 + turn % 8), &Limits::solutions(20));
    }
}

#[test]
fn all_matrices_stop_at_the_same_node() {
    for text in [ESCARGOT, SIXTY_ONE_GRIDS] {
        let puzzle = puzzle("classic9", text);
        for nodes in (0..60).chain([100, 300, 1000]) {
            let limits = Limits { nodes: Some(nodes), ..Limits::solutions(50) };
            check_that_all_agree(&puzzle, &limits);
        }
    }
}

#[test]
fn choosing_items_that_failed_before_takes_fewer_bets() {
    let bets = |backend: &Backend, puzzle: &Puzzle| {
        let mut solver = backend.prepare::<Puzzle>(puzzle.geometry()).unwrap();
        let outcome = solver.solve(puzzle, &Limits::solutions(2));
        assert_eq!((outcome.stop, outcome.solutions), (Stop::Exhausted, 1));
        outcome.counters.bets
    };
    let hardest = include_str!("../../../datasets/hardest.txt").lines();
    let (mut plain, mut weighted) = (0, 0);
    for text in hardest.filter(|line| !line.starts_with('#') && !line.is_empty()) {
        let puzzle = puzzle("classic9", text.split_whitespace().next().unwrap());
        plain += bets(&BITMATRIX, &puzzle);
        weighted += bets(&WEIGHTED, &puzzle);
    }
    assert!(weighted * 3 < plain * 2, "{weighted} bets with weights, {plain} without");
}

#[test]
fn a_board_of_order_36_fits() {
    let limits = Limits { nodes: Some(1500), ..Limits::solutions(1) };
    check_that_all_agree(&Puzzle::empty(named("classic36")), &limits);
}

/// The rows of this project's own search.
const ROWS: [Backend; 5] = [BITMATRIX, WEIGHTED, DANCING_CELLS, DLX, SHARP];

/// The essay's example, in Knuth's format.
const TOY: &str = "a b c d e f g\nc e\na d g\nb c f\na d f\nb g\nd e g\n";

/// Formats the events of a traced search: `+` covers an item, `-` uncovers it.
fn trace(backend: &Backend, problem: &ExactCover) -> String {
    let mut recorder = Recorder::default();
    backend.prepare::<ExactCover>(problem).unwrap().trace(
        problem,
        &Limits::solutions(9),
        &mut recorder,
    );
    let words = recorder.events.iter().map(|event| match event {
        Recorded::Node => "/".into(),
        Recorded::Cover(item) => format!("+{}", problem.name(*item as u32)),
        Recorded::Choose { option, alternatives } => format!("{option}of{alternatives}"),
        Recorded::Uncover(item) => format!("-{}", problem.name(*item as u32)),
        Recorded::Conflict => "conflict".into(),
        Recorded::Undo => "undo".into(),
        Recorded::Chosen(options) => format!("{options:?}"),
        other => panic!("an instance has no {other:?}"),
    });
    words.collect::<Vec<_>>().join(" ")
}

#[test]
fn dancing_links_follow_the_example_of_the_essay() {
    let toy = read_cover(TOY).unwrap();
    let dlx = &DLX;
    let first = "/ +a +d +g 1of2 / +b +c +f 2of1 / conflict -f -c -b -g -d undo";
    let second = "+d +f 3of2 / +b +g 4of1 / +c +e 0of1 / [3, 4, 0]";
    let back = "-e -c -g -b -f -d undo -a";
    assert_eq!(trace(dlx, &toy), format!("{first} {second} {back}"));
}

#[test]
fn a_matrix_that_copies_its_state_reports_all_events_except_uncover() {
    let toy = read_cover(TOY).unwrap();
    let traces = |rows: &[Backend]| rows.iter().map(|it| trace(it, &toy)).collect::<Vec<_>>();
    let uncovered = |word: &&str| !word.starts_with('-');
    let without = |it: &String| it.split(' ').filter(uncovered).collect::<Vec<_>>().join(" ");
    let [copying, linked] = [&ROWS[..3], &ROWS[3..]].map(traces);
    assert!(linked.iter().all(|it| without(it) == copying[0]), "{linked:?}");
    assert!(copying.iter().all(|it| *it == copying[0]), "{copying:?}");
}

/// An outcome, and every solution with its options in ascending order.
type Listing = (Outcome<Vec<usize>>, Vec<Vec<usize>>);

/// Lists the solutions of a problem with each backend.
fn listed(problem: &ExactCover, limits: &Limits<'_>) -> Vec<Listing> {
    let list = |backend: &Backend| {
        let mut solver = backend.prepare::<ExactCover>(problem).unwrap();
        let mut recorder = Recorder::default();
        solver.trace(problem, limits, &mut recorder);
        let solutions = recorder.events.into_iter().filter_map(|event| match event {
            Recorded::Chosen(mut options) => {
                check_cover(problem, &options).unwrap();
                options.sort_unstable();
                Some(options)
            }
            _ => None,
        });
        let solutions = solutions.collect();
        (solver.solve(problem, limits), solutions)
    };
    ROWS.iter().map(list).collect()
}

/// Returns every set of options that the referee accepts.
fn brute_force(problem: &ExactCover) -> Vec<Vec<usize>> {
    let sets = 0..1_usize << problem.option_count();
    let chosen = |set: usize| (0..problem.option_count()).filter(move |i| set >> i & 1 == 1);
    let solutions = sets.map(|set| chosen(set).collect::<Vec<_>>());
    solutions.filter(|options| check_cover(problem, options).is_ok()).collect()
}

/// Returns a problem with up to `items` items of either kind, up to three colours and up to `options`
/// options, each of which contains an item with probability `share` and may be empty.
fn random_problem(rng: &mut ChaCha8Rng, items: usize, options: usize, share: f64) -> ExactCover {
    let names = |n: usize| (0..n).map(|number| number.to_string()).collect();
    let (primary, secondary) = (rng.random_range(0..=items), rng.random_range(0..=items));
    let colours = rng.random_range(1..=3);
    let mut problem = ExactCover::new(names(primary), names(secondary), names(colours));
    for _ in 0..rng.random_range(0..=options) {
        let mut entries: Vec<Entry> = Vec::new();
        for item in 0..primary + secondary {
            if rng.random_bool(share) {
                let is_coloured = item >= primary && rng.random_bool(0.8);
                let colour = is_coloured.then(|| rng.random_range(0..colours) as u32);
                entries.push(Entry { item: item as u32, colour });
            }
        }
        problem.add_option(entries).unwrap();
    }
    problem
}

#[test]
fn all_matrices_list_the_solutions_that_brute_force_lists() {
    let mut rng = seeded(1, STREAM);
    let (mut with_several, mut with_none) = (0, 0);
    for _ in 0..1500 {
        let problem = random_problem(&mut rng, 4, 10, 0.4);
        let mut expected = brute_force(&problem);
        expected.sort();
        with_several += usize::from(expected.len() > 1);
        with_none += usize::from(expected.is_empty());
        let listed = listed(&problem, &Limits::solutions(u64::MAX));
        for (backend, (outcome, mut solutions)) in ROWS.iter().zip(listed.clone()) {
            assert_eq!((outcome.stop, outcome.solutions), (Stop::Exhausted, expected.len() as u64));
            if backend.method.choice == BITMATRIX.method.choice {
                assert_eq!(outcome, listed[0].0);
            }
            solutions.sort();
            assert_eq!(solutions, expected, "{problem:?}");
        }
    }
    assert!(with_several > 100 && with_none > 100);
}

/// Returns the nodes below a state of Algorithm X, whose items are chosen by Knuth's rule: the smallest λ is that of
/// the item with the fewest options, where those that have several and no `#` count as having as many more as there are
/// options.
fn sharp_nodes(problem: &ExactCover, chosen: &mut Vec<usize>) -> u64 {
    let items = |option: usize| problem.option(option).iter().map(|entry| entry.item);
    let covered: Vec<u32> = chosen.iter().flat_map(|&option| items(option)).collect();
    let fits = |&option: &usize| items(option).all(|item| !covered.contains(&item));
    let left: Vec<usize> = (0..problem.option_count()).filter(fits).collect();
    let of =
        |item: u32| left.iter().copied().filter(move |&option| items(option).any(|it| it == item));
    let lambda = |item: &u32| {
        let n = of(*item).count();
        let is_preferred = n <= 1 || problem.name(*item).starts_with('#');
        if is_preferred { n } else { problem.option_count() + n }
    };
    let open = (0..problem.primary() as u32).filter(|item| !covered.contains(item));
    let Some(item) = open.min_by_key(lambda) else { return 1 };
    let mut nodes = 1;
    for option in of(item).collect::<Vec<_>>() {
        chosen.push(option);
        nodes += sharp_nodes(problem, chosen);
        chosen.pop();
    }
    nodes
}

#[test]
fn sharp_items_are_preferred_by_the_rule_of_knuth() {
    let mut rng = seeded(3, STREAM);
    let mut n_different = 0;
    for _ in 0..300 {
        let names = (0..7).map(|item| format!("{}{item}", if item % 2 == 1 { "#" } else { "" }));
        let mut problem = ExactCover::new(names.collect(), Vec::new(), Vec::new());
        for _ in 0..20 {
            let items = (0..7).filter(|_| rng.random_bool(0.3)).map(Entry::plain);
            problem.add_option(items.collect::<Vec<_>>()).unwrap();
        }
        let nodes = |backend: Backend| {
            let mut solver = backend.prepare::<ExactCover>(&problem).unwrap();
            solver.solve(&problem, &Limits::solutions(u64::MAX)).counters.nodes
        };
        assert_eq!(nodes(SHARP), sharp_nodes(&problem, &mut Vec::new()));
        n_different += u64::from(nodes(SHARP) != nodes(DLX));
    }
    assert!(n_different > 100, "{n_different}");
}

#[test]
fn all_matrices_agree_on_problems_too_large_for_brute_force() {
    let mut rng = seeded(2, STREAM);
    let mut n_solutions = 0;
    for _ in 0..300 {
        let problem = random_problem(&mut rng, 9, 150, 0.15);
        let [bits, weighted, rest @ ..] = &listed(&problem, &Limits::solutions(1000))[..] else {
            panic!("too few rows");
        };
        assert!(rest.iter().all(|other| other == bits));
        n_solutions += bits.1.len();
        if bits.0.stop == Stop::Exhausted {
            let sorted = |solutions: &[Vec<usize>]| {
                let mut solutions = solutions.to_vec();
                solutions.sort();
                solutions
            };
            assert_eq!(sorted(&bits.1), sorted(&weighted.1));
        }
    }
    assert!(n_solutions > 5000, "only {n_solutions} solutions");
}

#[test]
fn a_problem_without_items_has_the_empty_solution() {
    let mut problem = ExactCover::new(Vec::new(), vec!["x".into()], Vec::new());
    problem.add_option([Entry::plain(0)]).unwrap();
    problem.add_option([]).unwrap();
    for (outcome, solutions) in listed(&problem, &Limits::solutions(9)) {
        assert_eq!((outcome.stop, outcome.counters.nodes), (Stop::Exhausted, 1));
        assert_eq!(solutions, [Vec::<usize>::new()]);
    }
}

#[test]
fn an_item_without_an_option_is_one_conflict() {
    let mut problem = ExactCover::new(vec!["a".into(), "b".into()], Vec::new(), Vec::new());
    problem.add_option([Entry::plain(0)]).unwrap();
    for (outcome, solutions) in listed(&problem, &Limits::solutions(9)) {
        assert_eq!((outcome.stop, solutions.len()), (Stop::Exhausted, 0));
        assert_eq!((outcome.counters.nodes, outcome.counters.conflicts), (1, 1));
    }
}

#[test]
fn a_reused_solver_is_unaffected_by_an_interrupted_search() {
    let problem = encode(&named("classic4"));
    for backend in &ROWS {
        let mut solver = backend.prepare::<ExactCover>(&problem).unwrap();
        let whole = solver.solve(&problem, &Limits::solutions(u64::MAX));
        assert_eq!((whole.stop, whole.solutions), (Stop::Exhausted, 288));
        for nodes in [1, 5, 17, 60] {
            let limits = Limits { nodes: Some(nodes), ..Limits::solutions(u64::MAX) };
            assert_eq!(solver.solve(&problem, &limits).stop, Stop::NodeLimit);
            assert_eq!(solver.solve(&problem, &Limits::solutions(u64::MAX)), whole);
        }
    }
}
