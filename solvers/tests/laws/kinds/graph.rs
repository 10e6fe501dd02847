//! Graphs: some with a well-known chromatic number, and random ones, coloured by brute force.

use std::sync::LazyLock;

use board::instance::{VertexColour, check_colouring, write_graph};
use board::{Graph, Vertex};
use generate::instances::{mycielski, petersen, queen_graph};
use rand::RngExt;
use rand::seq::SliceRandom;
use solvers::colour::graphs::n_colours;
use solvers::{Backend, Counter, Outcome, Preparation, Stop, Takes};

use super::{Case, Kind};
use crate::puzzles::chance;

static CASES: LazyLock<Vec<Case<Graph>>> = LazyLock::new(|| {
    let mut cases = vec![
        Case { problem: queen_graph(4), solutions: 5 },
        Case { problem: queen_graph(5), solutions: 5 },
        Case { problem: queen_graph(6), solutions: 7 },
        Case { problem: petersen(), solutions: 3 },
        Case { problem: mycielski(3), solutions: 5 },
        Case { problem: graph(4, []), solutions: 1 },
    ];
    for number in 0..40 {
        let (order, mut rng) = (1 + number as usize % 6, chance(530 + number));
        let density = rng.random_range(0.0..1.0);
        let pairs = (0..order).flat_map(|b| (0..b).map(move |a| (a, b)));
        let edges: Vec<_> = pairs.filter(|_| rng.random_bool(density)).collect();
        let problem = graph(order, edges);
        let solutions = brute_force(&problem);
        cases.push(Case { problem, solutions });
    }
    cases
});

/// The number of solutions of a case is its chromatic number: the problem is one colouring with as
/// few colours as possible.
impl Kind for Graph {
    // A further colour is always possible, so that a greedy row never fails.
    const UNUSED: &'static [Counter] = &[Counter::Conflicts];

    fn cases() -> &'static [Case<Self>] {
        &CASES
    }

    /// Returns a path, which is coloured without a mistake.
    fn long() -> (Self, u64) {
        (graph(3000, (1..3000).map(|vertex| (vertex - 1, vertex))), 1)
    }

    fn shuffled(&self, seed: u64) -> Self {
        let mut places: Vec<Vertex> = (0..self.order()).collect();
        places.shuffle(&mut chance(seed));
        graph(self.order(), self.edges().map(|(a, b)| (places[a], places[b])))
    }

    fn in_words(&self) -> String {
        write_graph(self).replace('\n', " / ")
    }

    fn takes(preparation: Preparation<Self>) -> Takes {
        Takes { graphs: Some(preparation), ..Takes::NOTHING }
    }

    /// An exact row finds the chromatic number and claims to be exhausted; a greedy one finds at
    /// least as many colours and is stuck.
    fn judge(
        &self,
        chromatic: u64,
        _: u64,
        backend: &Backend,
        outcome: &Outcome<Vec<VertexColour>>,
    ) -> Result<(), String> {
        self.refereed(outcome)?;
        let colours = outcome.first.as_deref().map(|first| n_colours(first) as u64);
        let is_right = match outcome.stop {
            Stop::Exhausted => backend.complete && colours == Some(chromatic),
            Stop::Stuck => !backend.complete && colours.is_some_and(|it| it >= chromatic),
            _ => false,
        };
        if !is_right || outcome.solutions != 1 {
            let (stop, what) = (outcome.stop, self.in_words());
            return Err(format!("{what}: {stop:?} with {colours:?} colours of {chromatic}"));
        }
        Ok(())
    }
}

fn graph(order: usize, edges: impl IntoIterator<Item = (Vertex, Vertex)>) -> Graph {
    Graph::new(order, edges).expect("ends that exist and differ")
}

/// Returns the least number of colours that the referee accepts.
fn brute_force(graph: &Graph) -> u64 {
    let order = graph.order();
    let of_number = |number: usize, colours: usize| -> Vec<VertexColour> {
        (0..order).map(|v| (number / colours.pow(v as u32) % colours) as VertexColour).collect()
    };
    let is_enough = |&colours: &usize| {
        let mut all = (0..colours.pow(order as u32)).map(|number| of_number(number, colours));
        all.any(|colouring| check_colouring(graph, &colouring).is_ok())
    };
    (1..=order).find(is_enough).expect("a colour for each is enough") as u64
}
