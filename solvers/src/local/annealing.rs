//! Simulated annealing on grids whose blocks are permutations, as Lewis describes it (*Metaheuristics can solve
//! sudoku puzzles*, Journal of Heuristics 13(4), 2007).
//!
//! A step swaps two cells of a block that are not given. It is accepted if it does not increase the cost, else with
//! probability exp(−increase / t). The temperature t begins at the standard deviation of the cost over random
//! steps, and falls by 1 % after each chain of n² steps, n being the number of open cells. After 20 chains in a row
//! that do not lower the cost it begins again.
//!
//! Lewis stops by the clock. This row gives up after 1000 chains, so that its answer depends on the puzzle
//! alone, and random numbers begin with the same seed for each puzzle. On boards without blocks, rows or other
//! regions that divide the board play their role; a cell with a forbidden symbol (a pencil mark is missing) adds
//! one to the cost.
//!
//! A node is a step that is tried. As long as a cell is open, a solution is never known to be the only one, and
//! without one the row is stuck. Only givens that clash are known to have none.

use std::ops::ControlFlow;

use board::{Geometry, Puzzle, referee};
use rand::rngs::Xoshiro256PlusPlus;
use rand::{Rng, RngExt, SeedableRng};

use super::partition;
use super::permutations::Permutations;
use crate::contract::{
    Backend, Counter, LimitSupport, Meter, Method, Observer, Origin, ProblemKind, Search,
    StepSupport, Stop, Takes, Task, Unsupported,
};

/// The row `local/annealing`.
pub const ANNEALING: Backend = Backend {
    id: "local/annealing",
    about: "simulated annealing on filled grids (Lewis): incomplete, may get stuck",
    method: Method {
        state: "blocks as permutations",
        inference: "none",
        choice: "random swap, Metropolis criterion",
    },
    tasks: &[Task::First],
    counts: &[Counter::Nodes, Counter::Conflicts],
    counts_traced: &[],
    steps: StepSupport::SolutionsOnly(
        "a step exchanges two symbols of a full grid, which no event describes",
    ),
    node_limit: LimitSupport::Exact,
    time_limit: LimitSupport::Exact,
    assumes_unique: false,
    complete: false,
    stateful: false,
    batch: None,
    lines: None,
    package: None,
    instructions: None,
    origin: Origin { code: "local", reads: ProblemKind::Puzzle },
    takes: Takes::puzzles(|geometry| Ok(Box::new(Annealing::new(geometry)?))),
};

/// The number of chains after which it gives up.
const CHAINS: usize = 1000;

/// The number of chains that do not lower the cost after which the temperature begins again.
const PATIENCE: usize = 20;

/// The factor of the temperature after a chain.
const COOLING: f64 = 0.99;

/// The number of random steps from which the first temperature is estimated.
const SAMPLE: usize = 100;

/// The seed of the random numbers, the same for each puzzle.
const SEED: u64 = 1;

/// The search, with its grid.
struct Annealing {
    grid: Permutations,
}

impl Annealing {
    fn new(geometry: &Geometry) -> Result<Self, Unsupported> {
        match partition::of(geometry) {
            Some(blocks) => Ok(Self { grid: Permutations::new(geometry, &blocks) }),
            None => Err(Unsupported("no regions with every symbol divide the board".into())),
        }
    }

    /// Returns the standard deviation of the cost over random steps, which are taken; at least 1.
    fn first_temperature<O: Observer>(
        &mut self,
        random: &mut impl Rng,
        meter: &mut Meter<'_, O>,
    ) -> ControlFlow<Stop, f64> {
        let mut costs = Vec::with_capacity(SAMPLE);
        for _ in 0..SAMPLE {
            meter.node()?;
            let (a, b) = self.grid.pair(random);
            self.grid.swap(a, b);
            costs.push(self.grid.cost as f64);
        }
        let mean = costs.iter().sum::<f64>() / SAMPLE as f64;
        let square = |cost: &f64| (cost - mean).powi(2);
        let variance = costs.iter().map(square).sum::<f64>() / SAMPLE as f64;
        ControlFlow::Continue(variance.sqrt().max(1.0))
    }

    /// Tries as many steps at one temperature as the square of the number of open cells, or until the cost is 0.
    fn chain<O: Observer>(
        &mut self,
        temperature: f64,
        random: &mut impl Rng,
        meter: &mut Meter<'_, O>,
    ) -> ControlFlow<Stop> {
        for _ in 0..self.grid.n_open().pow(2) {
            if self.grid.cost == 0 {
                break;
            }
            meter.node()?;
            let (a, b) = self.grid.pair(random);
            let before = self.grid.cost;
            self.grid.swap(a, b);
            let increase = self.grid.cost - before;
            if increase > 0 && random.random::<f64>() >= (-(increase as f64) / temperature).exp() {
                self.grid.swap(a, b);
            }
        }
        ControlFlow::Continue(())
    }

    /// Lowers the cost to 0, or gives up.
    fn anneal<O: Observer>(&mut self, meter: &mut Meter<'_, O>) -> ControlFlow<Stop> {
        let random = &mut Xoshiro256PlusPlus::seed_from_u64(SEED);
        if self.grid.cost == 0 || self.grid.n_open() == 0 {
            return ControlFlow::Continue(());
        }
        let first = self.first_temperature(random, meter)?;
        let (mut temperature, mut patience) = (first, PATIENCE);
        for _ in 0..CHAINS {
            let before = self.grid.cost;
            self.chain(temperature, random, meter)?;
            if self.grid.cost == 0 {
                break;
            }
            patience = if self.grid.cost < before { PATIENCE } else { patience - 1 };
            temperature *= COOLING;
            if patience == 0 {
                (temperature, patience) = (first, PATIENCE);
            }
        }
        ControlFlow::Continue(())
    }
}

impl Search for Annealing {
    fn search<O: Observer>(
        &mut self,
        puzzle: &Puzzle,
        meter: &mut Meter<'_, O>,
    ) -> ControlFlow<Stop> {
        meter.node()?;
        let givens = puzzle.givens();
        if referee::violations(puzzle.geometry(), &givens).next().is_some() {
            meter.conflict();
            return ControlFlow::Continue(());
        }
        self.grid.fill(puzzle, &mut Xoshiro256PlusPlus::seed_from_u64(SEED));
        self.anneal(meter)?;
        if self.grid.cost > 0 {
            return meter.stuck(Some(puzzle.clone()));
        }
        meter.solution(self.grid.grid())?;
        match givens.contains(&None) {
            true => meter.stuck(None),
            false => ControlFlow::Continue(()),
        }
    }
}
