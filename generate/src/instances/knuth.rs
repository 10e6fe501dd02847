//! Solutions, nodes and updates of Knuth's programs DLX2 and DLX3 on the same options in the same order.
//!
//! The programs were built from their cweb files, and run on what `write_cover` writes.

use board::instance::{Entry, ExactCover, Item, Multiplicity};
use solvers::cover::dlx::DLX;
use solvers::{Limits, NullObserver, Outcome, Stop};

use super::*;

/// Replaces the items from `first` on by secondary ones, to which options give two colours or none in turn. Options
/// without a primary item are left out, as Knuth's programs do.
fn coloured(problem: &ExactCover, first: usize) -> ExactCover {
    let names = |range: std::ops::Range<usize>| {
        range.map(|item| problem.name(item as Item).to_owned()).collect()
    };
    let colours = vec!["A".into(), "B".into()];
    let mut result = ExactCover::new(names(0..first), names(first..problem.items()), colours);
    let has_primary = |entries: &[Entry]| entries.iter().any(|it| (it.item as usize) < first);
    let options = problem.options().enumerate();
    for (number, option) in options.filter(|(_, entries)| has_primary(entries)) {
        let entry = |entry: &Entry| {
            let colour = (number as u32 + entry.item) % 5;
            let is_coloured = entry.item as usize >= first && colour < 4;
            Entry { item: entry.item, colour: is_coloured.then_some(colour % 2) }
        };
        result.add_option(option.iter().map(entry)).unwrap();
    }
    result
}

/// Sets bounds that depend on the number of an item: from exactly one to zero to three.
fn bounded(mut problem: ExactCover) -> ExactCover {
    const BOUNDS: [(u32, u32); 7] = [(1, 1), (1, 2), (2, 2), (0, 1), (2, 3), (0, 3), (3, 3)];
    for item in 0..problem.primary() {
        let (low, high) = BOUNDS[item % BOUNDS.len()];
        problem.set_multiplicity(item as Item, Multiplicity { low, high }).unwrap();
    }
    problem
}

/// Returns the outcome of a traced search for all solutions by Dancing Links.
fn traced(problem: &ExactCover) -> Outcome<Vec<usize>> {
    let mut solver = DLX.prepare::<ExactCover>(problem).unwrap();
    let outcome = solver.trace(problem, &Limits::solutions(u64::MAX), &mut NullObserver);
    assert_eq!(outcome.stop, Stop::Exhausted);
    outcome
}

/// Among the numbers of solutions, those of queens are published (OEIS A002564 where they are as few as possible), and
/// those of regular graphs (A001205 and A002829, and the same for their complements).
#[test]
fn dancing_links_take_the_way_of_dlx3_to_the_last_update() {
    let table = [
        (bounded(coloured(&random_cover(16, 30, 4, 1), 9)), 4, 27, 320),
        (bounded(coloured(&random_cover(16, 30, 4, 2), 9)), 3, 38, 422),
        (bounded(coloured(&random_cover(16, 30, 4, 3), 9)), 1, 30, 536),
        (bounded(coloured(&random_cover(16, 30, 4, 4), 9)), 0, 3, 67),
        (bounded(coloured(&random_cover(16, 30, 4, 5), 9)), 0, 3, 75),
        (bounded(coloured(&random_cover(16, 30, 4, 6), 9)), 31, 237, 2_328),
        (bounded(coloured(&random_cover(16, 30, 4, 7), 9)), 71, 385, 3_923),
        (bounded(coloured(&random_cover(16, 30, 4, 8), 9)), 0, 23, 401),
        (bounded(random_cover(14, 40, 4, 1)), 171, 2_047, 26_740),
        (bounded(random_cover(14, 40, 4, 2)), 35, 645, 12_205),
        (bounded(random_cover(14, 40, 4, 3)), 7, 305, 6_013),
        (bounded(random_cover(14, 40, 4, 4)), 3, 75, 1_793),
        (bounded(random_cover(14, 40, 4, 5)), 7, 218, 5_220),
        (bounded(random_cover(14, 40, 4, 6)), 4, 188, 4_685),
        (bounded(random_cover(14, 40, 4, 7)), 1, 28, 579),
        (bounded(random_cover(14, 40, 4, 8)), 11, 182, 3_476),
        (dominating_queens(4, 2), 12, 197, 6_309),
        (dominating_queens(4, 3), 320, 4_080, 24_687),
        (dominating_queens(5, 3), 186, 5_185, 149_345),
        (dominating_queens(6, 3), 4, 3_209, 660_442),
        (dominating_queens(6, 4), 2_744, 123_665, 5_152_403),
        (dominating_queens(7, 4), 86, 87_494, 23_598_651),
        (partridge(2), 0, 4, 49),
        (partridge(3), 0, 26, 1_334),
        (partridge(4), 0, 260, 53_981),
        (partridge(5), 0, 5_810, 3_081_691),
        (regular_graphs(5, 2), 12, 44, 148),
        (regular_graphs(6, 2), 70, 239, 915),
        (regular_graphs(6, 3), 70, 299, 965),
        (regular_graphs(7, 2), 465, 1_430, 5_752),
        (regular_graphs(7, 4), 465, 2_037, 6_472),
        (regular_graphs(8, 2), 3_507, 10_386, 42_656),
        (regular_graphs(8, 3), 19_355, 64_927, 251_670),
        (regular_graphs(8, 4), 19_355, 73_766, 259_345),
    ];
    for (number, (problem, solutions, nodes, updates)) in table.into_iter().enumerate() {
        let outcome = traced(&problem);
        let found = (outcome.solutions, outcome.counters.nodes, outcome.counters.updates);
        assert_eq!(found, (solutions, nodes, updates), "row {number}");
    }
}

/// DLX2 also covers an item without options, which is an update more for each conflict.
#[test]
fn dancing_links_take_the_way_of_dlx2_to_the_last_update() {
    let table = [
        (coloured(&random_cover(16, 80, 4, 1), 10), 83, 343, 7_969),
        (coloured(&random_cover(16, 80, 4, 2), 10), 109, 427, 9_333),
        (coloured(&random_cover(16, 80, 4, 3), 10), 122, 445, 9_530),
        (coloured(&random_cover(16, 80, 4, 4), 10), 75, 412, 9_974),
        (coloured(&random_cover(16, 80, 4, 5), 10), 89, 374, 9_025),
        (coloured(&random_cover(16, 80, 4, 6), 10), 82, 372, 10_369),
        (coloured(&random_cover(16, 80, 4, 7), 10), 95, 332, 7_442),
        (coloured(&random_cover(16, 80, 4, 8), 10), 104, 415, 9_349),
        (coloured(&random_cover(16, 80, 4, 9), 10), 57, 240, 7_230),
        (coloured(&random_cover(16, 80, 4, 10), 10), 84, 344, 8_006),
        (coloured(&random_cover(16, 80, 4, 11), 10), 80, 356, 8_940),
        (coloured(&random_cover(16, 80, 4, 12), 10), 68, 304, 8_196),
        (coloured(&random_cover(16, 80, 4, 13), 10), 53, 282, 8_040),
        (coloured(&random_cover(16, 80, 4, 14), 10), 72, 300, 7_685),
        (coloured(&random_cover(16, 80, 4, 15), 10), 125, 483, 10_191),
        (coloured(&random_cover(16, 80, 4, 16), 10), 60, 287, 7_750),
        (coloured(&random_cover(20, 60, 5, 1), 8), 37, 150, 4_400),
        (coloured(&random_cover(20, 60, 5, 2), 8), 29, 87, 2_619),
        (coloured(&random_cover(20, 60, 5, 3), 8), 28, 118, 3_164),
        (coloured(&random_cover(20, 60, 5, 4), 8), 16, 85, 2_956),
        (coloured(&random_cover(20, 60, 5, 5), 8), 14, 81, 3_402),
        (coloured(&random_cover(20, 60, 5, 6), 8), 20, 92, 3_408),
        (coloured(&random_cover(20, 60, 5, 7), 8), 27, 87, 2_837),
        (coloured(&random_cover(20, 60, 5, 8), 8), 31, 135, 3_781),
        (coloured(&queens(6), 9), 223, 672, 5_342),
        (coloured(&queens(7), 11), 267, 1_082, 10_845),
        (coloured(&queens(8), 13), 1_741, 5_902, 53_991),
        (coloured(&queens(9), 15), 48_057, 120_367, 871_367),
        (coloured(&langford(5), 11), 5, 55, 610),
        (coloured(&langford(6), 14), 42, 281, 2_942),
        (coloured(&langford(7), 17), 117, 952, 10_900),
    ];
    for (number, (problem, solutions, nodes, updates)) in table.into_iter().enumerate() {
        let outcome = traced(&problem);
        let counters = &outcome.counters;
        let found = (outcome.solutions, counters.nodes, counters.updates + counters.conflicts);
        assert_eq!(found, (solutions, nodes, updates), "row {number}");
    }
}
