//! `harness graph`: a board, a puzzle or a file as a graph, after Malherbe: its size, its chromatic
//! number, and files for Graphviz and graph colouring programs.

use std::io::Write;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::bail;
use board::instance::write_graph;
use board::{Geometry, Position, Vertex};
use race::progress_line::ProgressLine;
use serde_json::{Value, json};
use solvers::Backend;

use super::picture_file;
use super::{End, printing};
use crate::cli::{GraphArgs, PictureFormat};

mod colouring;
mod dot;
mod k_core;
mod picture;
mod size;
mod subject;

use picture::Picture;
use subject::Subject;

/// Writes the graph in the requested form, or describes it.
///
/// # Errors
/// When there is no such graph, it cannot be coloured, or the file cannot be written.
pub fn run(
    arguments: &GraphArgs,
    all: &[Backend],
    cancel: &AtomicBool,
    out: &mut dyn Write,
) -> anyhow::Result<End> {
    let form = picture_form(arguments)?;
    let mut subject = Subject::of(arguments)?;
    if let Some(id) = &arguments.backend {
        let time = arguments.timeout.0;
        let found = colouring::found(&subject, id, all, time, cancel);
        if cancel.load(Ordering::Relaxed) {
            return Ok(End::Interrupted);
        }
        subject.colouring = Some(found?);
    }
    if let (Some(form), Some(path)) = (form, &arguments.output) {
        let Picture { svg, sheet } = picture::drawn(&subject, arguments.layout)?;
        super::must_be_new(path)?;
        picture_file::write(path, &picture_file::bytes(form, &svg, sheet)?, out)?;
        if subject.colouring.is_some() {
            out.write_all(size::steps(&subject, path).as_bytes())?;
        }
        return Ok(End::Well);
    }
    let text = match arguments.dot {
        Some(layout) => dot::written(&subject, layout),
        None if arguments.col => write_graph(&subject.graph),
        None if arguments.format.is_json() => object(&subject),
        None => {
            let _line = ProgressLine::waiting("colouring");
            size::told(&subject, arguments.timeout.0, cancel)
        }
    };
    if cancel.load(Ordering::Relaxed) {
        return Ok(End::Interrupted);
    }
    printing::text(arguments.output.as_deref(), &text, out)?;
    Ok(End::Well)
}

/// Returns the format of the picture, if the output is one.
///
/// # Errors
/// When this program does not write the format, or an option does not fit.
fn picture_form(arguments: &GraphArgs) -> anyhow::Result<Option<PictureFormat>> {
    let is_picture = arguments.output.as_deref().is_some_and(|it| PictureFormat::of(it).is_some());
    let is_text = arguments.dot.is_some() || arguments.col || arguments.format.is_json();
    match &arguments.output {
        Some(path) if is_picture && !is_text => Ok(PictureFormat::of(path)),
        _ if arguments.layout.is_some() => {
            bail!("--layout places the vertices of a picture: expected -o FILE.svg")
        }
        _ => Ok(None),
    }
}

/// Returns the adjacency lists, a line for each vertex: Malherbe's dictionaries of the graph and of the coloured graph.
fn object(subject: &Subject) -> String {
    let Subject { name, graph, board, .. } = subject;
    let geometry = board.as_ref().map(|board| &**board.geometry());
    let line = |vertex: Vertex| {
        let neighbours = graph.neighbours(vertex).iter();
        let neighbours: Vec<Value> = neighbours.map(|&it| place(geometry, it)).collect();
        let key = if geometry.is_some() { "cell" } else { "vertex" };
        let mut object = json!({ key: place(geometry, vertex), "neighbours": neighbours });
        if subject.is_coloured() {
            object["colour"] = subject.colour(vertex).map_or(0, |colour| colour + 1).into();
        }
        object.to_string()
    };
    let vertices: Vec<String> = (0..graph.order()).map(line).collect();
    let (name, vertices) = (json!(name), vertices.join(",\n"));
    let (order, edges) = (graph.order(), graph.size());
    format!(
        "{{\"name\":{name},\"order\":{order},\"edges\":{edges},\"vertices\":[\n{vertices}\n]}}\n"
    )
}

/// Returns the row and column of a cell, or the number of a vertex, from one.
fn place(geometry: Option<&Geometry>, vertex: Vertex) -> Value {
    match geometry.map(|geometry| geometry.position(vertex)) {
        Some(Position { row, column }) => json!([row + 1, column + 1]),
        None => json!(vertex + 1),
    }
}
