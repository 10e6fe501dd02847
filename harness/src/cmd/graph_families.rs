//! Graphs of families, by name: `queens:6`, `mycielski:4`, `petersen`.

use board::Graph;
use generate::instances::{mycielski, petersen, queen_graph};
use race::families;

/// The maximum number of steps of a Mycielski graph; each doubles it.
const MOST_STEPS: usize = 10;

/// The maximum side of a board of queens.
const MOST_QUEENS: usize = 64;

/// Returns the graph of a family, by name; `None` if it does not name a family.
pub(super) fn named(text: &str) -> Option<anyhow::Result<Graph>> {
    Some(match text.split_once(':') {
        None if text == "petersen" => Ok(petersen()),
        Some(("mycielski", steps)) => families::one(steps, MOST_STEPS).map(mycielski),
        Some(("queens", n)) => families::one(n, MOST_QUEENS).map(queen_graph),
        _ => return None,
    })
}
