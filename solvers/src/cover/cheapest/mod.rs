//! The cheapest solutions of an exact cover problem with costs, by branch and bound.
//!
//! *Taxes* (`taxes`) turn the costs of options into net costs, none of which is negative: no solution is cheaper than all
//! taxes together. So an option whose net cost exceeds the difference to the worst of the *k* best solutions so far is
//! dropped, and Algorithm X gets a budget (`search`; Garfinkel & Nemhauser 1969, Knuth's program DLX5).
//!
//! If that takes long, the problem is divided as well into parts (`parts`) with taxes of their own, which are larger, and
//! the two searches take turns.
//!
//! Before there are *k* solutions, the limit of their cost is a guess: small at first, and raised until there are as many
//! (iterative deepening, Korf 1985). So no time is spent among solutions that cost far too much.

mod best;
mod parts;
mod search;
mod taxes;

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use board::instance::ExactCover;

use self::best::Best;
use self::parts::Part;
use self::search::Search;
use self::taxes::SCALE;
use super::ones_only;
use crate::contract::{Interrupt, Limits, Stop, Unsupported};

/// The maximum number of words in the sets of options of two searches: one set for each item and each colour of an item.
const MOST_WORDS: usize = 1 << 28;

/// The first guess of how much more than the taxes the solutions cost: this share of them.
const FIRST_SHARE: i128 = 2048;

/// The first factor by which this guess grows, and the least.
const FIRST_FACTOR: f64 = 8.0;
const LEAST_FACTOR: f64 = 1.25;

/// A search with fewer states shows that the guess was far too small.
const FEW: u64 = 1000;

/// The number of words that are looked at before the problem is divided, which takes a tenth of a second.
const HEAD_START: usize = 1 << 28;

/// The number of words that are looked at before a part is divided, for each entry of its options.
const PATIENCE: usize = 50;

/// The number of words that the undivided problem is searched for in its turn, for each entry of the part before and each
/// solution that is wanted: about a third of the time of the part for one. Many solutions differ so much in their costs
/// that taxes exclude little, so from this number on, parts have a small share of the time.
const WORDS_IN_TURN: usize = 200;
const MANY: usize = 32;

/// Solutions of least cost.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cheapest {
    /// The costs of the solutions in ascending order, each with its options in ascending order.
    pub solutions: Vec<(i128, Vec<usize>)>,
    /// A lower bound on the cost of every solution: the total tax, rounded up.
    pub bound: i128,
    /// The number of states of the search.
    pub nodes: u64,
}

/// Returns the `k` solutions of least cost, or all if there are fewer. Of solutions that cost the same, those are
/// returned that the search meets first. Of the limits, it obeys time and the cancel flag.
///
/// ```
/// use board::instance::read_cover;
/// use solvers::Limits;
/// use solvers::cover::cheapest::cheapest;
///
/// let problem = read_cover("a b c\na b |3\nb c |4\na |5\nc |2\na b c |9\n")?;
/// let found = cheapest(&problem, 2, &Limits::solutions(1))?.expect("no limit");
/// assert_eq!(found.solutions, [(5, vec![0, 3]), (9, vec![1, 2])]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// If an item has a multiplicity other than one, or the sets of options would take more than 2 GB.
pub fn cheapest(
    problem: &ExactCover,
    k: usize,
    limits: &Limits<'_>,
) -> Result<Result<Cheapest, Stop>, Unsupported> {
    ones_only(problem)?;
    check_size(problem, MOST_WORDS)?;
    let interrupt = Interrupt::new(limits);
    let whole = Part::whole(problem, &interrupt);
    let mut run = Run { problem, best: Best::new(k, 0), interrupt, patience: PATIENCE, nodes: 0 };
    Ok(match run.run(&whole) {
        ControlFlow::Continue(()) => Ok(Cheapest {
            solutions: run.best.solutions,
            bound: -(-whole.spent).div_euclid(SCALE),
            nodes: run.nodes,
        }),
        ControlFlow::Break(stop) => Err(stop),
    })
}

/// Checks that the sets of options take at most `most` words.
///
/// # Errors
/// If they take more.
fn check_size(problem: &ExactCover, most: usize) -> Result<(), Unsupported> {
    let coloured = problem.options().flatten().filter_map(|it| Some((it.item, it.colour?)));
    let sets = problem.items() + coloured.collect::<BTreeSet<_>>().len();
    // Two searches take turns, each with sets of its own.
    let words = sets.saturating_mul(problem.option_count().div_ceil(64)).saturating_mul(2);
    if words <= most {
        return Ok(());
    }
    let gigabytes = |words: usize| words.div_ceil(1 << 27);
    Err(Unsupported(format!(
        "two times {sets} sets of {} options take {} GB, expected {} GB at most",
        problem.option_count(),
        gigabytes(words),
        gigabytes(most)
    )))
}

struct Run<'a> {
    problem: &'a ExactCover,
    best: Best,
    interrupt: Interrupt<'a>,
    /// The number of words that are looked at before a part is divided, for each entry of its options.
    patience: usize,
    nodes: u64,
}

impl Run<'_> {
    /// Finds all solutions within a limit that rises, until there are `k`.
    fn run(&mut self, whole: &Part) -> ControlFlow<Stop> {
        let k = self.best.k;
        if k == 0 {
            return ControlFlow::Continue(());
        }
        let most = whole.left.iter().fold(whole.spent, |sum, left| sum.saturating_add(left.net));
        let mut allowed = (whole.spent.abs() / FIRST_SHARE).max(SCALE) as f64;
        let (mut factor, mut before) = (FIRST_FACTOR, 0);
        loop {
            let start = self.nodes;
            let limit = whole.spent.saturating_add(allowed as i128);
            self.best = Best::new(k, limit);
            self.search(whole.clone())?;
            if self.best.is_full() || limit >= most {
                return ControlFlow::Continue(());
            }
            // The next search is to take two to four times as long as this one.
            let nodes = self.nodes - start;
            if nodes > FEW.max(4 * before) {
                factor = factor.sqrt().max(LEAST_FACTOR);
            } else if nodes < FEW.max(2 * before) {
                factor = (factor * factor).min(FIRST_FACTOR);
            }
            before = nodes;
            allowed *= factor;
        }
    }

    /// Keeps all solutions within the limit, as one of two searches in turn finds them: that of the whole problem, and
    /// that of its parts. Neither takes much longer than it would alone.
    fn search(&mut self, mut whole: Part) -> ControlFlow<Stop> {
        whole.drop_beyond(self.best.limit());
        let mut parts = vec![whole.clone()];
        let mut undivided = Search::new(self.problem, &whole);
        let mut best = self.best.attempt();
        let mut words = HEAD_START;
        loop {
            let before = undivided.nodes;
            let has_ended = undivided.run(&mut best, words, &self.interrupt)?;
            self.nodes += undivided.nodes - before;
            if has_ended {
                self.best = best;
                return ControlFlow::Continue(());
            }
            self.best.learn(&best);
            let Some(part) = parts.pop() else {
                return ControlFlow::Continue(());
            };
            words = self.entries(&part).saturating_mul(WORDS_IN_TURN * self.best.k.min(MANY));
            parts.extend(self.search_part(part)?);
            best.learn(&self.best);
        }
    }

    /// Keeps the best solutions of a part, or returns parts of it if that takes long even with better taxes.
    fn search_part(&mut self, mut part: Part) -> ControlFlow<Stop, Vec<Part>> {
        part.drop_beyond(self.best.limit());
        if !self.attempt(&part)? {
            part.improve_taxes(self.problem, self.best.limit(), &self.interrupt);
            part.drop_beyond(self.best.limit());
            if !self.attempt(&part)? {
                return ControlFlow::Continue(part.divided(self.problem));
            }
        }
        ControlFlow::Continue(Vec::new())
    }

    /// Keeps the best solutions of a part. Returns `false` if that takes long.
    fn attempt(&mut self, part: &Part) -> ControlFlow<Stop, bool> {
        let mut best = self.best.attempt();
        let mut search = Search::new(self.problem, part);
        let words = self.entries(part).saturating_mul(self.patience);
        let has_ended = search.run(&mut best, words, &self.interrupt)?;
        self.nodes += search.nodes;
        if has_ended {
            self.best.add(best);
        } else {
            self.best.learn(&best);
        }
        ControlFlow::Continue(has_ended)
    }

    /// Returns the total length of the options of a part.
    fn entries(&self, part: &Part) -> usize {
        part.left.iter().map(|left| self.problem.option(left.option).len()).sum()
    }
}

#[cfg(test)]
mod tests;
