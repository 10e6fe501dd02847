//! What is right, by brute force: enumeration, and the referee for each candidate. It uses no code of a backend.

use board::instance::{
    ExactCover, Formula, VertexColour, check_colouring, check_cover, check_model,
};
use board::{Graph, Grid, Puzzle, Symbol};

/// The number of solutions that are enumerated.
pub const MOST: usize = 1000;

/// The number of cells that are filled until a puzzle is too hard.
const EFFORT: u64 = 300_000;

/// The number of candidates up to which instances that are not puzzles are enumerated.
const CANDIDATES: u32 = 1 << 12;

/// What is known about the solutions of a problem.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Truth {
    /// There are exactly this many.
    Exactly(u64),
    /// There are at least this many: the others were not enumerated.
    AtLeast(u64),
}

impl Truth {
    /// Returns whether there may be this many solutions.
    pub fn allows(&self, solutions: u64) -> bool {
        match *self {
            Self::Exactly(n) => n == solutions,
            Self::AtLeast(n) => n <= solutions,
        }
    }

    /// Returns whether there may be at least this many solutions.
    pub fn may_have(&self, solutions: u64) -> bool {
        matches!(*self, Self::AtLeast(_)) || matches!(*self, Self::Exactly(n) if n >= solutions)
    }
}

/// Returns solutions of a puzzle, and whether these are all. Cells are filled in their order with what no earlier cell
/// of a region has.
pub fn grids(puzzle: &Puzzle) -> (Vec<Grid>, bool) {
    let (mut grid, mut found, mut effort) = (Vec::new(), Vec::new(), 0);
    let is_all = fill(puzzle, &mut grid, &mut found, &mut effort);
    (found, is_all)
}

/// Returns whether everything was tried.
fn fill(puzzle: &Puzzle, grid: &mut Vec<Symbol>, found: &mut Vec<Grid>, effort: &mut u64) -> bool {
    let cell = grid.len();
    if cell == puzzle.geometry().cells() {
        found.push(Grid::new(grid.clone()));
        return found.len() < MOST;
    }
    for symbol in puzzle.allowed_in(cell).iter() {
        let peers = puzzle.geometry().peers(cell);
        if peers.iter().any(|&peer| peer < cell && grid[peer] == symbol) {
            continue;
        }
        *effort += 1;
        if *effort > EFFORT {
            return false;
        }
        grid.push(symbol);
        let is_all = fill(puzzle, grid, found, effort);
        grid.pop();
        if !is_all {
            return false;
        }
    }
    true
}

/// Returns the number of solutions of an exact cover problem with at most 12 options.
///
/// # Panics
/// If there are more options.
pub fn covers(problem: &ExactCover) -> u64 {
    let options = problem.option_count();
    assert!(options <= 12, "{options} options, expected 12 at most");
    let chosen = |set: u32| (0..options).filter(move |option| set >> option & 1 == 1);
    let is_cover = |&set: &u32| check_cover(problem, &chosen(set).collect::<Vec<_>>()).is_ok();
    (0..1_u32 << options).filter(is_cover).count() as u64
}

/// Returns the number of models of a formula with at most 12 variables.
///
/// # Panics
/// If there are more variables.
pub fn models(formula: &Formula) -> u64 {
    let variables = formula.variables();
    assert!(variables <= 12, "{variables} variables, expected 12 at most");
    let model = |number: u32| (0..variables).map(move |it| number >> it & 1 == 1);
    let is_model = |&number: &u32| check_model(formula, &model(number).collect::<Vec<_>>()).is_ok();
    (0..1_u32 << variables).filter(is_model).count() as u64
}

/// Returns the chromatic number of a graph with at most 6 vertices.
///
/// # Panics
/// If there are too many vertices.
pub fn chromatic_number(graph: &Graph) -> u64 {
    let order = graph.order() as u32;
    let is_enough = |&colours: &u32| {
        let all = colours.pow(order);
        assert!(all <= 16 * CANDIDATES, "{order} vertices, expected 6 at most");
        let colour = |number: u32, vertex: u32| number / colours.pow(vertex) % colours;
        let colouring = |number: u32| -> Vec<VertexColour> {
            (0..order).map(|vertex| colour(number, vertex) as VertexColour).collect()
        };
        (0..all).any(|number| check_colouring(graph, &colouring(number)).is_ok())
    };
    u64::from((1..=order).find(is_enough).unwrap_or(0))
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use board::catalog;
    use board::instance::{read_cover, read_formula, read_graph};

    use super::*;

    #[test]
    fn known_numbers_are_found() {
        let empty = |name| Puzzle::empty(Arc::new(catalog::named(name).unwrap()));
        assert_eq!(grids(&empty("classic4")).0.len(), 288);
        assert_eq!(grids(&empty("latin4")).0.len(), 576);
        let (some, is_all) = grids(&empty("classic9"));
        assert!(some.len() == MOST && !is_all);
        assert_eq!(covers(&read_cover("a b c d\na b\nc d\na c\nb d\n").unwrap()), 2);
        assert_eq!(models(&read_formula("p cnf 3 1\n1 2 0\n").unwrap()), 6);
        let cycle = read_graph("p edge 5 5\ne 1 2\ne 2 3\ne 3 4\ne 4 5\ne 5 1\n").unwrap();
        assert_eq!(chromatic_number(&cycle.graph), 3);
    }
}
