//! Graphs by name, for the parts in which graphs are coloured.

use std::path::Path;

use anyhow::{Context, bail};
use board::Graph;
use board::seed::seeded;
use generate::instances::grid_graph;
use race::corpus::geometry;
use race::families;
use rand::RngExt;

use crate::cmd::graph_families;

/// The random stream of random graphs.
const STREAM: u64 = 0x69;

/// The maximum number of vertices of a random graph, and of the side of a grid.
const LARGEST: usize = 500;

/// Returns the graph of a name such as `queens:6`, `mycielski:4`, `petersen`, `grid:3x4`, `board:classic4` or
/// `random:20:0.3`, which a seed draws.
///
/// # Errors
/// When there is no such graph.
pub(super) fn named(name: &str, seed: u64) -> anyhow::Result<Graph> {
    let expected = || format!("graph {name:?}: expected one such as queens:6 or random:20:0.3");
    if let Some(graph) = graph_families::named(name) {
        return graph;
    }
    match name.split_once(':') {
        Some(("board", name)) => Ok(Graph::of(&geometry::find(name, Path::new(""))?.geometry)),
        Some(("grid", size)) => {
            let (height, width) = size.split_once('x').with_context(expected)?;
            Ok(grid_graph(families::one(height, LARGEST)?, families::one(width, LARGEST)?))
        }
        Some(("random", rest)) => {
            let (order, share) = rest.split_once(':').with_context(expected)?;
            let share: f64 =
                share.parse().ok().filter(|it| (0.0..=1.0).contains(it)).with_context(expected)?;
            Ok(random(families::one(order, LARGEST)?, share, seed))
        }
        _ => bail!(expected()),
    }
}

/// Returns the random graph of Gilbert (*Random graphs*, 1959): each edge exists with the same
/// probability.
fn random(order: usize, share: f64, seed: u64) -> Graph {
    let mut random = seeded(seed, STREAM);
    let pairs = (0..order).flat_map(|a| (a + 1..order).map(move |b| (a, b)));
    let edges: Vec<_> = pairs.filter(|_| random.random_bool(share)).collect();
    Graph::new(order, edges).expect("each edge joins two vertices, once")
}
