//! The order in which a sweep covers items.

use std::collections::VecDeque;

use board::instance::{Entry, ExactCover, Item};

use super::front;
use super::sharing::Sharing;

/// An item that shares options with more than this share of all items is put last: a piece of a puzzle that
/// fits everywhere says nothing about where the board begins. In 6×10 squares, a pentomino shares options with more
/// than three quarters of the items, and a square with two thirds at most.
const HUB: f64 = 0.7;

/// How often heights are smoothed.
const ROUNDS: usize = 100;

/// An estimate has to be this many times another to count as much fewer: half a bit less.
const MUCH_FEWER: f64 = std::f64::consts::FRAC_1_SQRT_2;

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

/// Returns the primary items in an order in which items that share options are close to each other, hubs last: that
/// of [`cuthill_mckee`], or that of [`smoothed`] if a sweep meets much fewer states in it, as an estimate.
///
/// A board is swept along diagonals or along its shorter side. Diagonals are better for dominoes, which fill few
/// squares beyond the front. The 6×10 board of pentominoes takes 13,969,433 nodes along diagonals of their
/// neighbourhoods, and 5,578,498 along its shorter side.
pub(super) fn bandwidth(problem: &ExactCover) -> Vec<Item> {
    let neighbours = neighbours(problem);
    let (mut open, hubs) = hubs_apart(problem, &neighbours);
    open.sort_by_key(|&item| neighbours[item as usize].len());
    let reached = cuthill_mckee(&neighbours, &open);
    let smooth = smoothed(problem, &reached);
    let [states, fewer] = [&reached, &smooth].map(|order| front::states(problem, order));
    let is_better = fewer < states * MUCH_FEWER;
    [if is_better { smooth } else { reached }, hubs].concat()
}

/// Orders the open items by a breadth-first search from an item as far away from the others as can be found,
/// neighbours with fewer neighbours first, in reverse (Cuthill & McKee 1969, *Reducing the bandwidth of sparse
/// symmetric matrices*; the start is that of Gibbs, Poole & Stockmeyer 1976). A board is swept along diagonals.
fn cuthill_mckee(neighbours: &[Vec<Item>], open: &[Item]) -> Vec<Item> {
    let mut is_open = vec![false; neighbours.len()];
    open.iter().for_each(|&item| is_open[item as usize] = true);
    let mut order = Vec::with_capacity(open.len());
    for &item in open {
        if is_open[item as usize] {
            let start = far_end(neighbours, &mut is_open, item);
            let reached = breadth_first(neighbours, &mut is_open, start);
            reached.iter().for_each(|&(item, _)| is_open[item as usize] = false);
            order.extend(reached.into_iter().rev().map(|(item, _)| item));
        }
    }
    order
}

/// Orders items by the slowest wave of the graph of shared options, which rises along the longest way through it
/// (Barnard, Pothen & Simon 1995, *A spectral algorithm for envelope reduction of sparse matrices*): a board is
/// swept along its shorter side.
///
/// Each item starts at its place in an order, and moves to the mean of the places of the items that share an
/// option with it, once for each option. Short waves fade first.
fn smoothed(problem: &ExactCover, order: &[Item]) -> Vec<Item> {
    let mut places = vec![None; problem.items()];
    order.iter().enumerate().for_each(|(place, &item)| places[item as usize] = Some(place));
    let options: Vec<Vec<usize>> = problem
        .options()
        .map(|option| option.iter().filter_map(|entry| places[entry.item as usize]).collect())
        .collect();
    let mut degrees = vec![0.0; order.len()];
    for option in &options {
        option.iter().for_each(|&place| degrees[place] += option.len() as f64);
    }
    let mut heights: Vec<f64> = (0..order.len()).map(|place| place as f64).collect();
    for _ in 0..ROUNDS {
        smooth(&options, &degrees, &mut heights);
    }
    let mut ranks: Vec<usize> = (0..order.len()).collect();
    ranks.sort_by(|&one, &other| heights[one].total_cmp(&heights[other]));
    ranks.into_iter().map(|place| order[place]).collect()
}

/// Moves each height to the mean of those it shares an option with, after the mean of all is moved to 0, and the
/// furthest from it to 1 or −1.
fn smooth(options: &[Vec<usize>], degrees: &[f64], heights: &mut [f64]) {
    let weighted: f64 = heights.iter().zip(degrees).map(|(height, degree)| height * degree).sum();
    let mean = weighted / degrees.iter().sum::<f64>().max(1.0);
    let furthest = |most: f64, height: &f64| most.max((height - mean).abs());
    let scale = heights.iter().fold(f64::MIN_POSITIVE, furthest);
    let mut sums = vec![0.0; heights.len()];
    for option in options {
        let sum: f64 = option.iter().map(|&place| (heights[place] - mean) / scale).sum();
        option.iter().for_each(|&place| sums[place] += sum);
    }
    for ((height, sum), degree) in heights.iter_mut().zip(sums).zip(degrees) {
        *height = sum / degree.max(1.0);
    }
}

/// Returns the primary items with which each one shares an option, those with fewer neighbours first.
fn neighbours(problem: &ExactCover) -> Vec<Vec<Item>> {
    let primary = problem.primary();
    let items = |option: &[Entry]| {
        let items = option.iter().map(|entry| entry.item as usize);
        items.filter(|&item| item < primary).collect()
    };
    let items: Vec<Vec<usize>> = problem.options().map(items).collect();
    let others = |(item, list): (usize, Vec<usize>)| {
        list.into_iter().filter(|&it| it != item).map(|it| it as Item).collect()
    };
    let sharing = Sharing::of(&items, primary).neighbours;
    let mut neighbours: Vec<Vec<Item>> = sharing.into_iter().enumerate().map(others).collect();
    let degrees: Vec<usize> = neighbours.iter().map(Vec::len).collect();
    for list in &mut neighbours {
        list.sort_by_key(|&item| degrees[item as usize]);
    }
    neighbours
}

/// Returns an item that is far from all others: the search starts again from the last one reached as long as
/// that is further away.
fn far_end(neighbours: &[Vec<Item>], is_open: &mut [bool], start: Item) -> Item {
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

/// Returns the open items that can be reached from `start`, nearest first, with their distance. They are closed in between
/// only.
fn breadth_first(
    neighbours: &[Vec<Item>],
    is_open: &mut [bool],
    start: Item,
) -> Vec<(Item, usize)> {
    is_open[start as usize] = false;
    let (mut reached, mut queue) = (Vec::new(), VecDeque::from([(start, 0)]));
    while let Some((item, depth)) = queue.pop_front() {
        reached.push((item, depth));
        for &other in &neighbours[item as usize] {
            if std::mem::replace(&mut is_open[other as usize], false) {
                queue.push_back((other, depth + 1));
            }
        }
    }
    reached.iter().for_each(|&(item, _)| is_open[item as usize] = true);
    reached
}
