//! Tests of reductions.

use board::instance::{read_cover, write_cover};
use board::seed::{ChaCha8Rng, seeded};
use generate::instances::{connected_parts, grid_graph, langford, pentominoes, queens};
use rand::RngExt;
use solvers::{BACKENDS, Limits};

use super::*;

fn count(problem: &ExactCover) -> (u64, u64) {
    let row = BACKENDS.iter().find(|row| row.id == "cover/dlx").expect("a row");
    let mut solver = row.prepare::<ExactCover>(problem).expect("it takes covers");
    let outcome = solver.solve(problem, &Limits::solutions(u64::MAX));
    (outcome.solutions, outcome.counters.nodes)
}

/// The examples of DLX-PRE.
#[test]
fn what_no_solution_needs_is_removed() {
    let reduced = |text: &str| write_cover(&reduce(&read_cover(text).unwrap()).problem);
    let plain = reduced("A B C D E | F G\nC E F\nA D G\nB C F\nA D\nB G\nD E G\n").unwrap();
    assert_eq!(plain.lines().count(), 4, "{plain}");
    let coloured = "A B C | X Y\nA B X:0 Y:0\nA C X:1 Y:1\nX:0 Y:1\nB X:1\nC Y:1\n";
    assert_eq!(reduced(coloured).unwrap(), "A B | X Y\nA X:1 Y:1\nB X:1\n");
}

fn random(rng: &mut ChaCha8Rng) -> ExactCover {
    let names = |n: usize| (0..n).map(|number| number.to_string()).collect();
    let (primary, secondary) = (rng.random_range(1..=6), rng.random_range(0..=4));
    let mut problem = ExactCover::new(names(primary), names(secondary), names(2));
    for _ in 0..rng.random_range(1..=20) {
        let mut entries: Vec<Entry> = Vec::new();
        for item in 0..primary + secondary {
            if rng.random_bool(0.35) {
                let is_coloured = item >= primary && rng.random_bool(0.8);
                let colour = is_coloured.then(|| rng.random_range(0..2));
                entries.push(Entry { item: item as Item, colour });
            }
        }
        problem.add_option(entries).expect("different items");
    }
    problem
}

#[test]
fn the_number_of_solutions_stays() {
    let mut rng = seeded(1, 0x9e);
    let (mut options, mut items) = (0, 0);
    for _ in 0..2000 {
        let problem = random(&mut rng);
        let reduced = reduce(&problem);
        assert_eq!(count(&reduced.problem).0, count(&problem).0, "{problem:?}");
        assert_eq!(reduced.problem.option_count() + reduced.options, problem.option_count());
        options += reduced.options;
        items += reduced.items;
    }
    assert!(options > 5000 && items > 500, "{options}, {items}");
}

/// An option for each two neighbours, of which every other one is in the solution. Passes over all options would
/// take quadratic time in descending order.
#[test]
fn long_chains_are_reduced_in_either_order() {
    let n = 50_000;
    let ascending: Vec<u32> = (1..n).collect();
    for numbers in [ascending.clone(), ascending.into_iter().rev().collect()] {
        let names = (0..n).map(|item| item.to_string()).collect();
        let mut problem = ExactCover::new(names, Vec::new(), Vec::new());
        for item in numbers {
            problem.add_option([item - 1, item].map(Entry::plain)).expect("two items");
        }
        let reduced = reduce(&problem);
        assert_eq!((reduced.options, reduced.items), (n as usize / 2 - 1, n as usize / 2));
    }
}

/// Removes what the definitions say, pass by pass, without a record of what has changed.
fn reduce_plainly(problem: &ExactCover) -> ExactCover {
    let mut work = Work::new(problem);
    loop {
        let before = (work.is_left.clone(), work.is_removed.clone());
        work.checked_at.fill(0);
        work.time += 1;
        work.lost_at.fill(work.time);
        work.options = Agenda::of_all(problem.option_count());
        work.items = Agenda::of_all(problem.primary());
        while let Some(option) = work.options.pop() {
            if work.is_left[option] && (work.is_unsolvable || blocks_by_definition(&work, option)) {
                work.remove(option);
            }
        }
        work.remove_implied();
        if before == (work.is_left.clone(), work.is_removed.clone()) {
            break;
        }
    }
    let kept: Vec<usize> = (0..problem.option_count()).filter(|&it| work.is_left[it]).collect();
    rebuilt(problem, &kept, &work.is_removed)
}

fn blocks_by_definition(work: &Work, option: usize) -> bool {
    let clash =
        |a: &Entry, b: &Entry| a.item == b.item && (a.colour.is_none() || a.colour != b.colour);
    let mut open =
        (0..work.problem.primary()).filter(|&item| work.is_open(item) && !work.has(option, item));
    open.any(|item| {
        let mut left = work.uses[item].iter().filter(|it| work.is_left[it.0]);
        left.all(|it| {
            let mut entries = work.problem.option(option).iter();
            entries.any(|a| work.problem.option(it.0).iter().any(|b| clash(a, b)))
        })
    })
}

#[test]
fn the_reduction_is_that_of_the_definition() {
    let mut rng = seeded(2, 0x9e);
    for _ in 0..2000 {
        let problem = random(&mut rng);
        assert_eq!(reduce(&problem).problem, reduce_plainly(&problem), "{problem:?}");
    }
}

/// Each of thousands of options excludes most others. A list of those that each excludes would take a minute.
#[test]
fn dense_problems_are_reduced_at_once() {
    let names = (0..16).map(|cell| cell.to_string()).collect();
    let problem = connected_parts(&grid_graph(4, 4), names, 100_000).expect("few parts");
    assert_eq!(problem.option_count(), 11_506);
    let reduced = reduce(&problem);
    assert_eq!((reduced.options, reduced.items), (0, 0));
}

#[test]
fn searches_of_known_problems_get_no_longer() {
    for problem in [queens(6), langford(7), langford(8), pentominoes(3, 20)] {
        let (before, after) = (count(&problem), count(&reduce(&problem).problem));
        assert!(before.0 == after.0 && after.1 <= before.1, "{before:?}, {after:?}");
    }
}
