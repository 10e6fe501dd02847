//! `harness graph`: a board, a puzzle or a file as a graph, after Malherbe: its size, its chromatic
//! number, and files for Graphviz and graph colouring programs.

use std::io::Write;
use std::sync::atomic::{AtomicBool, Ordering};

use board::instance::write_graph;
use board::{Geometry, Position, Vertex};
use serde_json::{Value, json};

use super::{End, printing};
use crate::cli::GraphArgs;

mod dot;
mod size;
mod subject;

use subject::Subject;

/// Writes the graph in the requested form, or describes it.
///
/// # Errors
/// When there is no such graph, or the file cannot be written.
pub fn run(arguments: &GraphArgs, cancel: &AtomicBool, out: &mut dyn Write) -> anyhow::Result<End> {
    let subject = Subject::of(arguments)?;
    let text = match arguments.dot {
        Some(layout) => dot::written(&subject, layout),
        None if arguments.col => write_graph(&subject.graph),
        None if arguments.format.is_json() => format!("{:#}\n", object(&subject)),
        None => size::told(&subject, arguments.timeout.0, cancel),
    };
    if cancel.load(Ordering::Relaxed) {
        return Ok(End::Interrupted);
    }
    printing::text(arguments.output.as_deref(), &text, out)?;
    Ok(End::Well)
}

/// The adjacency lists: Malherbe's dictionaries of the graph and of the coloured graph.
fn object(subject: &Subject) -> Value {
    let Subject { name, graph, board, .. } = subject;
    let geometry = board.as_ref().map(|board| &**board.geometry());
    let vertices: Vec<Value> = (0..graph.order())
        .map(|vertex| {
            let neighbours = graph.neighbours(vertex).iter();
            let neighbours: Vec<Value> = neighbours.map(|&it| place(geometry, it)).collect();
            let key = if geometry.is_some() { "cell" } else { "vertex" };
            let mut object = json!({ key: place(geometry, vertex), "neighbours": neighbours });
            if let Some(puzzle) = subject.puzzle() {
                object["colour"] = puzzle.given(vertex).map_or(0, |symbol| symbol + 1).into();
            }
            object
        })
        .collect();
    json!({ "name": name, "order": graph.order(), "edges": graph.size(), "vertices": vertices })
}

/// Row and column of a cell, or the number of a vertex, from one.
fn place(geometry: Option<&Geometry>, vertex: Vertex) -> Value {
    match geometry.map(|geometry| geometry.position(vertex)) {
        Some(Position { row, column }) => json!([row + 1, column + 1]),
        None => json!(vertex + 1),
    }
}
