//! Symmetries in words.

use board::instance::{ExactCover, Item, Literal};
use board::{Puzzle, Symbol};
use race::problem::AnyProblem;
use solvers::symmetry::{Images, coloured_items};

/// Returns the cycles of a symmetry, each with its least point first. Of two that are opposite, since they have the
/// negations of each other's literals, there is the one that begins with a variable.
pub(super) fn of(images: &Images, problem: &AnyProblem) -> String {
    let name = names(problem);
    let has_opposites = matches!(problem, AnyProblem::Formula(_));
    let (mut text, mut is_done) = (String::new(), vec![false; images.len()]);
    for start in 0..images.len() as u32 {
        if is_done[start as usize] || images[start as usize] == start {
            continue;
        }
        let mut cycle = vec![start];
        while let Some(&last) = cycle.last()
            && images[last as usize] != start
        {
            cycle.push(images[last as usize]);
        }
        for &point in &cycle {
            is_done[point as usize] = true;
            if has_opposites {
                is_done[point as usize ^ 1] = true;
            }
        }
        let names: Vec<String> = cycle.iter().map(|&point| name(point)).collect();
        text += &format!("({})", names.join(" "));
    }
    text
}

/// Returns the names of the points of a problem.
fn names(problem: &AnyProblem) -> Box<dyn Fn(u32) -> String + '_> {
    match problem {
        AnyProblem::Puzzle(puzzle) => Box::new(|point| of_puzzle(puzzle, point as usize)),
        AnyProblem::Cover(cover) => {
            let coloured = coloured_items(cover);
            Box::new(move |point| of_cover(cover, &coloured, point))
        }
        AnyProblem::Formula(_) => {
            Box::new(|point| Literal::new(point / 2, point.is_multiple_of(2)).number().to_string())
        }
        AnyProblem::Graph(_) => Box::new(|point| (point + 1).to_string()),
    }
}

fn of_puzzle(puzzle: &Puzzle, point: usize) -> String {
    let geometry = puzzle.geometry();
    match point.checked_sub(geometry.cells()) {
        None => geometry.position(point).to_string(),
        Some(symbol) => geometry.alphabet().name(symbol as Symbol),
    }
}

fn of_cover(cover: &ExactCover, coloured: &[(Item, u32)], point: u32) -> String {
    match (point as usize).checked_sub(cover.items()) {
        None => cover.name(point).to_owned(),
        Some(place) => {
            let (item, colour) = coloured[place];
            format!("{}:{}", cover.name(item), cover.colour_name(colour))
        }
    }
}
