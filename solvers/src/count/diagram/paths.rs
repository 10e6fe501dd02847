//! A diagram and what it tells: numbers, ranks, samples and costs of its paths.

use board::Count;
use rand::Rng;

use crate::contract::{Stop, Unsupported};

/// The end: all items are covered.
pub(super) const END: u32 = 0;

/// The node of all states without a solution.
pub(super) const NONE: u32 = u32::MAX;

/// Stands for an option on edges that choose none.
pub(super) const NO_OPTION: u32 = u32::MAX;

/// All solutions of a problem.
///
/// ```
/// use board::instance::read_cover;
/// use solvers::Limits;
/// use solvers::count::diagram::Diagram;
///
/// let problem = read_cover("a b c d\na b\nc d\na c\nb d\n")?;
/// let diagram = Diagram::of_cover(&problem, &Limits::solutions(u64::MAX))?;
/// assert_eq!(diagram.count(), 2);
/// assert_eq!(diagram.rank(&[2, 3]), Some(1.into()));
/// assert_eq!(diagram.cheapest(&[1, 1, 5, -9]), Some((-4, vec![2, 3])));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Diagram {
    pub(super) options: usize,
    /// The options chosen before the search: the givens of a puzzle.
    pub(super) forced: Vec<usize>,
    /// Every node stands after all that its edges lead to. The first is the end.
    pub(super) nodes: Vec<Node>,
    pub(super) edges: Vec<Edge>,
    pub(super) root: u32,
}

/// A state that has a solution.
#[derive(Clone, Debug)]
pub(super) struct Node {
    /// The end of its edges.
    pub(super) end: u32,
    /// The number of its solutions.
    pub(super) count: Count,
}

/// The choice of an option, or of no further option of an item.
#[derive(Clone, Copy, Debug)]
pub(super) struct Edge {
    /// The option, or [`NO_OPTION`].
    pub(super) option: u32,
    pub(super) node: u32,
}

impl Edge {
    /// Returns the option that is chosen.
    fn option(&self) -> Option<usize> {
        (self.option != NO_OPTION).then_some(self.option as usize)
    }
}

/// Why there is no diagram.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DiagramError {
    /// The problem is not supported.
    #[error(transparent)]
    Unsupported(#[from] Unsupported),
    /// The diagram takes more memory than it may.
    #[error("its diagram takes more than {0} bytes")]
    Memory(u64),
    /// Numbers of nodes have 32 bits.
    #[error("its diagram has more than {0} states or edges, which cannot be numbered")]
    Numbers(usize),
    /// The search was interrupted.
    #[error("the search was interrupted")]
    Stopped(Stop),
}

impl Diagram {
    /// Returns the diagram without a solution.
    pub(super) fn empty(options: usize) -> Self {
        let end = Node { end: 0, count: Count::ONE };
        Self { options, forced: Vec::new(), nodes: vec![end], edges: Vec::new(), root: NONE }
    }

    /// Returns the number of solutions.
    pub fn count(&self) -> Count {
        if self.root == NONE { Count::ZERO } else { self.node(self.root).count.clone() }
    }

    /// Returns the number of nodes.
    pub fn nodes(&self) -> usize {
        self.nodes.len()
    }

    /// Returns the number of edges.
    ///
    /// Without multiplicities, it is the number of inner nodes of the zero-suppressed diagram, in which the options of a
    /// state are a chain: each node is an option, with an edge to the state after it and one to the next option. No node
    /// stands in two chains, because the solutions of a state cover exactly the items that are left in it.
    pub fn edges(&self) -> usize {
        self.edges.len()
    }

    /// Returns the options of the solution of a rank, in ascending order, or `None` if there are not as many
    /// solutions.
    pub fn solution(&self, rank: &Count) -> Option<Vec<usize>> {
        let (mut options, mut rank, mut at) = (self.forced.clone(), rank.clone(), self.root);
        if rank >= self.count() {
            return None;
        }
        while at != END {
            for edge in self.edges_of(at) {
                let count = &self.node(edge.node).count;
                if rank < *count {
                    options.extend(edge.option());
                    at = edge.node;
                    break;
                }
                rank -= count;
            }
        }
        options.sort_unstable();
        Some(options)
    }

    /// Returns the rank of a solution, given as its options, or `None` if it is not one.
    pub fn rank(&self, options: &[usize]) -> Option<Count> {
        let mut is_chosen = vec![false; self.options];
        for &option in options {
            let is_twice = std::mem::replace(is_chosen.get_mut(option)?, true);
            if is_twice {
                return None;
            }
        }
        let mut n_used = self.forced.iter().filter(|&&option| is_chosen[option]).count();
        let is_complete = n_used == self.forced.len() && self.root != NONE;
        let (mut rank, mut at) = (Count::ZERO, is_complete.then_some(self.root)?);
        while at != END {
            // The choice of no option is the last edge.
            let is_next = |edge: &Edge| edge.option().is_none_or(|option| is_chosen[option]);
            let edges = self.edges_of(at);
            let next = edges.iter().position(is_next)?;
            edges[..next].iter().for_each(|edge| rank += &self.node(edge.node).count);
            at = edges[next].node;
            n_used += usize::from(edges[next].option().is_some());
        }
        (n_used == options.len()).then_some(rank)
    }

    /// Returns a solution, each with the same probability, or `None` if there is none.
    pub fn sample(&self, rng: &mut impl Rng) -> Option<Vec<usize>> {
        let count = self.count();
        (!count.is_zero()).then(|| self.solution(&below(&count, rng)))?
    }

    /// Returns, for each option, the number of solutions that contain it.
    pub fn option_counts(&self) -> Vec<Count> {
        let mut counts = vec![Count::ZERO; self.options];
        self.forced.iter().for_each(|&option| counts[option] = self.count());
        // The number of paths from the root to each node.
        let mut paths = vec![Count::ZERO; self.nodes.len()];
        if self.root != NONE {
            paths[self.root as usize] = Count::ONE;
        }
        for at in (0..self.nodes.len() as u32).rev() {
            let to_here = std::mem::take(&mut paths[at as usize]);
            for edge in self.edges_of(at).iter().filter(|_| !to_here.is_zero()) {
                paths[edge.node as usize] += &to_here;
                if let Some(option) = edge.option() {
                    let mut through = to_here.clone();
                    through *= &self.node(edge.node).count;
                    counts[option] += &through;
                }
            }
        }
        counts
    }

    /// Returns a solution of least cost and its cost, which is the sum of those of its options. Of several, it
    /// is the one of least rank. Returns `None` if there is no solution.
    ///
    /// # Panics
    /// If there is not a cost for each option.
    pub fn cheapest(&self, costs: &[i64]) -> Option<(i128, Vec<usize>)> {
        assert_eq!(costs.len(), self.options, "a cost for each option");
        let cost_of = |edge: &Edge| edge.option().map_or(0, |option| i128::from(costs[option]));
        let mut least: Vec<(i128, Option<Edge>)> = vec![(0, None)];
        for at in 1..self.nodes.len() as u32 {
            let cost = |edge: &Edge| cost_of(edge) + least[edge.node as usize].0;
            let best = self.edges_of(at).iter().min_by_key(|edge| cost(edge));
            least.push(best.map_or((0, None), |edge| (cost(edge), Some(*edge))));
        }
        let (cost, mut step) = *least.get(self.root as usize)?;
        let mut options = self.forced.clone();
        while let Some(edge) = step {
            options.extend(edge.option());
            step = least[edge.node as usize].1;
        }
        options.sort_unstable();
        let forced: i128 = self.forced.iter().map(|&option| i128::from(costs[option])).sum();
        Some((cost + forced, options))
    }

    fn node(&self, at: u32) -> &Node {
        &self.nodes[at as usize]
    }

    /// Returns the edges of a node, in the order of ranks.
    fn edges_of(&self, at: u32) -> &[Edge] {
        let start = if at == 0 { 0 } else { self.node(at - 1).end };
        &self.edges[start as usize..self.node(at).end as usize]
    }
}

/// Returns a random number below `count`, each with the same probability.
fn below(count: &Count, rng: &mut impl Rng) -> Count {
    let bits = count.bits();
    let unused = (bits.div_ceil(64) * 64 - bits) as u32;
    loop {
        let mut digits: Vec<u64> = (0..bits.div_ceil(64)).map(|_| rng.next_u64()).collect();
        if let Some(last) = digits.last_mut() {
            *last >>= unused;
        }
        let number = Count::from_digits(&digits);
        if number < *count {
            return number;
        }
    }
}
