//! All solutions of a problem as a decision diagram.
//!
//! Its nodes are the states that have a solution, and its edges the options that lead from one to the next. A
//! solution is a path from the root, where nothing is chosen, to the end, where all items are covered:
//!
//! ```text
//!   root ──0──> a ──2──> end        solution 0: options 0, 2
//!     └───1──> b ──3──> end         solution 1: options 1, 3
//!              └───4──> end         solution 2: options 1, 4
//! ```
//!
//! Each node knows the number of its paths to the end. So solutions are numbered without listing them, in the
//! order in which the search finds them: the *rank* of a solution is the number of those before it, and the
//! solution of a rank is found by one walk from the root. A random rank is a random solution, each with the same
//! probability. One pass over the diagram tells in how many solutions each option is, and another finds a
//! solution of least cost. The diagram is a zero-suppressed one without its zeros (Knuth 2011, *The Art of
//! Computer Programming* 4A, §7.1.4; for exact covers, Nishino, Yasuda, Minato & Nagata 2017).
//!
//! The search is that of [`fewest`](super::fewest), but every state is kept, so memory grows with the number of
//! states.

use board::instance::ExactCover;
use board::{Count, Puzzle};
use rand::Rng;

use super::places::Places;
use crate::contract::{INTERVAL, Interrupt, Limits, Stop, Unsupported, regions_only};
use crate::cover::OpenPart;
use crate::cover::bitmatrix::BitMatrix;
use crate::cover::matrix::CoverMatrix;

/// The end: all items are covered.
const END: u32 = 0;

/// The node of all states without a solution.
const NONE: u32 = u32::MAX;

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
    options: usize,
    /// The options chosen before the search: the givens of a puzzle.
    forced: Vec<usize>,
    /// Every node stands after all that its edges lead to. The first is the end.
    nodes: Vec<Node>,
    edges: Vec<Edge>,
    root: u32,
}

/// A state that has a solution.
#[derive(Clone, Debug)]
struct Node {
    /// The end of its edges.
    end: u32,
    /// The number of its solutions.
    count: Count,
}

/// The choice of an option.
#[derive(Clone, Copy, Debug)]
struct Edge {
    option: u32,
    node: u32,
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
    /// The search was interrupted.
    #[error("the search was interrupted")]
    Stopped(Stop),
}

impl Diagram {
    /// Returns the diagram of an exact cover problem. Of the limits, it obeys memory, time and the cancel flag.
    ///
    /// # Errors
    /// If the matrix cannot hold the problem, or a limit is met.
    pub fn of_cover(problem: &ExactCover, limits: &Limits<'_>) -> Result<Self, DiagramError> {
        Builder::new(BitMatrix::new(problem)?, limits).build(problem)
    }

    /// Returns the diagram of a puzzle, on the options of [`encode`](crate::cover::encode).
    ///
    /// # Errors
    /// As for [`of_cover`](Self::of_cover), and if the geometry has relations.
    pub fn of_puzzle(puzzle: &Puzzle, limits: &Limits<'_>) -> Result<Self, DiagramError> {
        regions_only::<Puzzle>(puzzle.geometry())?;
        let n_options = puzzle.geometry().cells() * puzzle.geometry().symbols();
        let Some(OpenPart { problem, options, givens }) = OpenPart::of(puzzle) else {
            return Ok(Self::empty(n_options));
        };
        let mut diagram = Self::of_cover(&problem, limits)?;
        for edge in &mut diagram.edges {
            edge.option = options[edge.option as usize] as u32;
        }
        Ok(Self { options: n_options, forced: givens, ..diagram })
    }

    /// Returns the diagram without a solution.
    fn empty(options: usize) -> Self {
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
    /// It is the number of inner nodes of the zero-suppressed diagram, in which the options of a state are a chain:
    /// each node is an option, with an edge to the state after it and one to the next option. No node stands in two
    /// chains, because the solutions of a state cover exactly the items that are left in it.
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
                    options.push(edge.option as usize);
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
            let is_next = |edge: &&Edge| is_chosen[edge.option as usize];
            let edges = self.edges_of(at);
            let next = edges.iter().position(|edge| is_next(&edge))?;
            edges[..next].iter().for_each(|edge| rank += &self.node(edge.node).count);
            at = edges[next].node;
            n_used += 1;
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
                let mut through = to_here.clone();
                through *= &self.node(edge.node).count;
                counts[edge.option as usize] += &through;
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
        let mut least: Vec<(i128, Option<Edge>)> = vec![(0, None)];
        for at in 1..self.nodes.len() as u32 {
            let cost =
                |edge: &Edge| i128::from(costs[edge.option as usize]) + least[edge.node as usize].0;
            let best = self.edges_of(at).iter().min_by_key(|edge| cost(edge));
            least.push(best.map_or((0, None), |edge| (cost(edge), Some(*edge))));
        }
        let (cost, mut step) = *least.get(self.root as usize)?;
        let mut options = self.forced.clone();
        while let Some(edge) = step {
            options.push(edge.option as usize);
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

/// The search that makes a diagram.
struct Builder<'a> {
    matrix: BitMatrix,
    interrupt: Interrupt<'a>,
    memory: u64,
    /// The node of each state.
    known: Places,
    known_nodes: Vec<u32>,
    levels: Vec<Level>,
    /// The edges found so far of each level, one after the other.
    pending: Vec<Edge>,
    diagram: Diagram,
}

/// A state whose options are being tried.
struct Level {
    /// Its place among the known states.
    place: u32,
    /// The start of its edges, in `pending`.
    edges: usize,
    /// The option being tried.
    option: u32,
}

impl<'a> Builder<'a> {
    fn new(matrix: BitMatrix, limits: &Limits<'a>) -> Self {
        Self {
            interrupt: Interrupt::new(limits),
            memory: limits.memory.unwrap_or(u64::MAX),
            known: Places::new(matrix.left().len()),
            known_nodes: Vec::new(),
            levels: Vec::new(),
            pending: Vec::new(),
            diagram: Diagram::empty(0),
            matrix,
        }
    }

    fn build(mut self, problem: &ExactCover) -> Result<Diagram, DiagramError> {
        let mut steps = 0_u64;
        loop {
            steps += 1;
            if steps.is_multiple_of(INTERVAL) {
                self.check_limits()?;
            }
            if let Some(node) = self.enter() {
                self.leave(node);
            }
            if !self.next_option() {
                return Ok(Diagram { options: problem.option_count(), ..self.diagram });
            }
        }
    }

    fn check_limits(&self) -> Result<(), DiagramError> {
        if let Some(stop) = self.interrupt.stop() {
            return Err(DiagramError::Stopped(stop));
        }
        let of_nodes = self.diagram.nodes.len() * size_of::<Node>();
        let of_states = self.known_nodes.len() * size_of::<u32>();
        let of_edges = (self.diagram.edges.len() + self.pending.len()) * size_of::<Edge>();
        // Vectors that grow take up to three times their length.
        let bytes = self.known.bytes() + 3 * (of_nodes + of_states + of_edges) as u64;
        if bytes > self.memory { Err(DiagramError::Memory(self.memory)) } else { Ok(()) }
    }

    /// Returns the node of the state that was just entered, if it is known. Otherwise opens a level for it.
    fn enter(&mut self) -> Option<u32> {
        let (item, _) = match self.matrix.option_counts().fewest() {
            None => return Some(END),
            Some((_, 0)) => return Some(NONE),
            Some(choice) => choice,
        };
        let (place, is_new) = self.known.place(self.matrix.left());
        if !is_new {
            return Some(self.known_nodes[place as usize]);
        }
        self.known_nodes.push(NONE);
        self.matrix.open(item, &mut ());
        self.levels.push(Level { place, edges: self.pending.len(), option: 0 });
        None
    }

    /// Leaves a state for the one before it.
    fn leave(&mut self, node: u32) {
        match self.levels.last() {
            Some(level) if node != NONE => self.pending.push(Edge { option: level.option, node }),
            Some(_) => {}
            None => self.diagram.root = node,
        }
    }

    /// Enters the state after the next untried option. Returns `false` if there is none.
    fn next_option(&mut self) -> bool {
        while let Some(level) = self.levels.last_mut() {
            if let Some(option) = self.matrix.advance(&mut ()) {
                level.option = option as u32;
                return true;
            }
            let node = self.close();
            self.leave(node);
        }
        false
    }

    /// Closes the last level, and returns its node.
    fn close(&mut self) -> u32 {
        let Some(Level { place, edges, .. }) = self.levels.pop() else { return NONE };
        let diagram = &mut self.diagram;
        if edges == self.pending.len() {
            return NONE;
        }
        let mut count = Count::ZERO;
        for edge in self.pending.drain(edges..) {
            count += &diagram.nodes[edge.node as usize].count;
            diagram.edges.push(edge);
        }
        let node = diagram.nodes.len() as u32;
        diagram.nodes.push(Node { end: diagram.edges.len() as u32, count });
        self.known_nodes[place as usize] = node;
        node
    }
}
