//! The reference search: what a plain tree search needs.
//!
//! A search breaks ties by the numbers of cells and symbols, so that isomorphs of a puzzle cost it ten
//! times as much or a tenth. The feature is to describe the puzzle and not the luck of one search on it,
//! least of all that of a contestant which happens to be the same search. So the reference search solves
//! each of nine random isomorphs, and the median counts; the spread between the nine says how much is luck.
//! A search is given up after [`NODES`] nodes and counts as infinite: this does not depend on the machine.

use solvers::{Limits, Outcome, Problem, Stop};

use super::deadline::Deadline;
use super::{Feature, Features};

/// The number of isomorphs; the median is one of them.
const ISOMORPHS: u64 = 9;

/// A search of more nodes is given up.
const NODES: u64 = 20_000;

/// What the searches found.
pub(super) struct Answer<A> {
    /// The number of solutions, up to the limit; `None` if every search was given up.
    pub(super) solutions: Option<u64>,
    /// A solution.
    pub(super) solution: Option<A>,
}

/// Searches the isomorphs for so many solutions. `solve` solves the one with a number, and returns the
/// answers of the problem itself; `None` if it cannot.
pub(super) fn search<P: Problem>(
    problem: &P,
    solutions: u64,
    deadline: Deadline<'_>,
    features: &mut Features,
    mut solve: impl FnMut(u64, &Limits<'_>) -> Option<Outcome<P::Answer>>,
) -> Answer<P::Answer> {
    let (mut bets, mut nodes) = (Vec::new(), Vec::new());
    let mut answer = Answer { solutions: None, solution: None };
    for number in 0..ISOMORPHS {
        let n_infinite = nodes.iter().filter(|nodes: &&f64| nodes.is_infinite()).count();
        if n_infinite > ISOMORPHS as usize / 2 {
            // The others change nothing.
            break;
        }
        if deadline.is_over() {
            return answer;
        }
        let limits = Limits { nodes: Some(NODES), ..deadline.limits(solutions) };
        let Some(outcome) = solve(number, &limits) else { return answer };
        let solution = outcome.first.filter(|solution| problem.check(solution).is_ok());
        answer.solution = answer.solution.or(solution);
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
