//! The reference search: what a plain tree search needs.
//!
//! A search breaks ties by the numbers of cells and symbols, so that isomorphs of a puzzle cost it ten
//! times as much or a tenth. The feature is to describe the puzzle and not the luck of one search on it,
//! least of all that of a contestant which happens to be the same search. So `candidates/mrv` looks for
//! two solutions of each of nine random isomorphs, and the median counts; the spread between the nine
//! says how much is luck. A search is given up after [`NODES`] nodes and counts as infinite: this does
//! not depend on the machine.

use board::{Grid, Puzzle};
use solvers::{Limits, Problem, Stop};

use super::board::Board;
use super::deadline::Deadline;
use super::{Feature, Features};

/// The number of isomorphs; the median is one of them.
const ISOMORPHS: u64 = 9;

/// A search of more nodes is given up.
const NODES: u64 = 20_000;

/// What the searches found.
#[derive(Default)]
pub(super) struct Answer {
    /// The number of solutions, at most 2; `None` if every search was given up.
    pub(super) solutions: Option<u64>,
    /// A solution.
    pub(super) solution: Option<Grid>,
}

/// Searches the isomorphs.
pub(super) fn search(
    board: &mut Board,
    puzzle: &Puzzle,
    seed: u64,
    deadline: Deadline<'_>,
    features: &mut Features,
) -> Answer {
    let (mut bets, mut nodes, mut answer) = (Vec::new(), Vec::new(), Answer::default());
    for number in 0..ISOMORPHS {
        if deadline.is_over() {
            return answer;
        }
        let symmetry = board.symmetries.random(seed.wrapping_add(number));
        let limits = Limits { nodes: Some(NODES), ..deadline.limits(2) };
        let outcome = board.reference.solve(&symmetry.apply(puzzle), &limits);
        let grid = outcome.first.as_ref().map(|grid| symmetry.inverse().apply_grid(grid));
        answer.solution =
            answer.solution.or(grid.filter(|grid| Problem::check(puzzle, grid).is_ok()));
        match outcome.stop {
            Stop::Exhausted | Stop::SolutionLimit => {
                answer.solutions = Some(outcome.solutions);
                bets.push(outcome.counters.bets as f64);
                nodes.push(outcome.counters.nodes.max(1) as f64);
            }
            Stop::NodeLimit => {
                bets.push(f64::INFINITY);
                nodes.push(f64::INFINITY);
            }
            _ => return answer,
        }
    }
    bets.sort_unstable_by(f64::total_cmp);
    nodes.sort_unstable_by(f64::total_cmp);
    features.set(Feature::Bets, bets[bets.len() / 2]);
    features.set(Feature::Spread, nodes[nodes.len() - 1] / nodes[0]);
    answer
}
