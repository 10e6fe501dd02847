//! The order in which a sweep covers items.

use std::collections::VecDeque;

use board::instance::{ExactCover, Item};

/// An item that shares options with more than this share of all items is put last: a piece of a puzzle that
/// fits everywhere says nothing about where the board begins. In 6×10 squares, a pentomino shares options with more
/// than three quarters of the items, and a square with two thirds at most.
const HUB: f64 = 0.7;

/// Returns the primary items as the problem lists them, hubs last.
pub(super) fn given(problem: &ExactCover) -> Vec<Item> {
    let (others, hubs) = hubs_apart(problem, &neighbours(problem));
    [others, hubs].concat()
}

/// Returns the items that are no hubs, and then the hubs, as the problem lists them.
fn hubs_apart(problem: &ExactCover, neighbours: &[Vec<Item>]) -> (Vec<Item>, Vec<Item>) {
    let most = (HUB * problem.primary() as f64) as usize;
    let is_hub = |item: &Item| neighbours[*item as usize].len() > most;
    (0..problem.primary() as Item).partition(|item| !is_hub(item))
}

/// Returns the primary items in an order in which items that share options are close to each other: a
/// breadth-first search from an item as far away from the others as can be found, neighbours with fewer
/// neighbours first, in reverse (Cuthill & McKee 1969, *Reducing the bandwidth of sparse symmetric matrices*;
/// the start is that of Gibbs, Poole & Stockmeyer 1976).
pub(super) fn bandwidth(problem: &ExactCover) -> Vec<Item> {
    let neighbours = neighbours(problem);
    let (mut open, hubs) = hubs_apart(problem, &neighbours);
    let mut is_open = vec![true; problem.primary()];
    hubs.iter().for_each(|&hub| is_open[hub as usize] = false);
    let mut order = Vec::with_capacity(problem.primary());
    open.sort_by_key(|&item| neighbours[item as usize].len());
    for item in open {
        if is_open[item as usize] {
            let start = far_end(&neighbours, &is_open, item);
            let reached = breadth_first(&neighbours, &is_open, start);
            reached.iter().for_each(|&(item, _)| is_open[item as usize] = false);
            order.extend(reached.into_iter().rev().map(|(item, _)| item));
        }
    }
    order.extend(hubs);
    order
}

/// Returns the primary items with which each one shares an option, those with fewer neighbours first.
fn neighbours(problem: &ExactCover) -> Vec<Vec<Item>> {
    let mut neighbours = vec![Vec::new(); problem.primary()];
    for option in problem.options() {
        let items = || {
            option
                .iter()
                .map(|entry| entry.item)
                .filter(|&item| (item as usize) < problem.primary())
        };
        for item in items() {
            neighbours[item as usize].extend(items().filter(|&other| other != item));
        }
    }
    for list in &mut neighbours {
        list.sort_unstable();
        list.dedup();
    }
    let degrees: Vec<usize> = neighbours.iter().map(Vec::len).collect();
    for list in &mut neighbours {
        list.sort_by_key(|&item| degrees[item as usize]);
    }
    neighbours
}

/// Returns an item that is far from all others: the search starts again from the last one reached as long as
/// that is further away.
fn far_end(neighbours: &[Vec<Item>], is_open: &[bool], start: Item) -> Item {
    let (mut start, mut depth) = (start, 0);
    loop {
        let reached = breadth_first(neighbours, is_open, start);
        let &(_, last_depth) = reached.last().expect("the start itself is reached");
        if last_depth <= depth {
            return start;
        }
        let farthest = reached.iter().filter(|&&(_, depth)| depth == last_depth);
        let fewest = farthest.min_by_key(|&&(item, _)| neighbours[item as usize].len());
        (start, depth) = (fewest.expect("one is at the last depth").0, last_depth);
    }
}

/// Returns the open items that can be reached from `start`, nearest first, with their distance.
fn breadth_first(neighbours: &[Vec<Item>], is_open: &[bool], start: Item) -> Vec<(Item, usize)> {
    let mut is_new = is_open.to_vec();
    is_new[start as usize] = false;
    let (mut reached, mut queue) = (Vec::new(), VecDeque::from([(start, 0)]));
    while let Some((item, depth)) = queue.pop_front() {
        reached.push((item, depth));
        for &other in &neighbours[item as usize] {
            if std::mem::replace(&mut is_new[other as usize], false) {
                queue.push_back((other, depth + 1));
            }
        }
    }
    reached
}
