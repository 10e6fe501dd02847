//! A graph in the language of Graphviz.
//!
//! The graph has a circle for each vertex and a line for each edge. If there is a puzzle, each symbol
//! has a colour. For osage, which packs nodes into rectangles, the edges are omitted, and the picture
//! looks like the board: a cluster for each block if the blocks are equal rectangles side by side, or
//! else one rectangle with gaps.

use std::fmt::Write as _;

use board::{Cell, Geometry, Position, Vertex};
use render::draw;

use super::colouring;
use super::subject::Subject;
use crate::cli::LayoutEngine;

/// Returns the graph as a file for Graphviz.
pub(super) fn written(subject: &Subject, layout: LayoutEngine) -> String {
    let word = match layout {
        LayoutEngine::Dot => "dot",
        LayoutEngine::Circo => "circo",
        LayoutEngine::Neato => "neato",
        LayoutEngine::Osage => "osage",
    };
    let shape = match layout {
        LayoutEngine::Osage => "square, fixedsize=true, width=0.5",
        LayoutEngine::Dot | LayoutEngine::Circo | LayoutEngine::Neato => "circle",
    };
    let mut text = format!(
        "graph {} {{\n  layout={word}\n  overlap=false\n  node [shape={shape}, style=filled, \
         fillcolor=white, fontname=\"Helvetica\"]\n",
        quoted(&subject.name)
    );
    let body = match (layout, &subject.board) {
        (LayoutEngine::Osage, Some(board)) => rectangles(subject, board.geometry()),
        (LayoutEngine::Osage, None) => vertices(subject, 0..subject.graph.order()),
        _ => vertices(subject, 0..subject.graph.order()) + &edges(subject),
    };
    text += &body;
    text + "}\n"
}

fn vertices(subject: &Subject, vertices: impl IntoIterator<Item = Vertex>) -> String {
    vertices.into_iter().map(|vertex| node(subject, vertex, 0)).collect()
}

fn edges(subject: &Subject) -> String {
    let edge = |(a, b)| {
        let look = match subject.centre {
            None => "",
            Some(centre) if centre == a || centre == b => " [penwidth=2]",
            Some(_) => " [color=gray70]",
        };
        format!("  {} -- {}{look}\n", subject.vertex_name(a), subject.vertex_name(b))
    };
    subject.graph.edges().map(edge).collect()
}

/// Returns a vertex; `place` is its index within its rectangle.
fn node(subject: &Subject, vertex: Vertex, place: usize) -> String {
    let mut text = format!("  {} [sortv={place}", subject.vertex_name(vertex));
    if subject.is_coloured() && subject.board.is_some() {
        let label = colouring::label(subject, vertex);
        write!(text, ", label={}", quoted(&label)).expect("writing to a string succeeds");
    }
    if let Some(fill) = colouring::fill(subject, vertex) {
        write!(text, ", fillcolor=\"{fill}\"").expect("writing to a string succeeds");
    }
    text + "]\n"
}

fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}

/// Returns the cells at their positions, without edges.
fn rectangles(subject: &Subject, geometry: &Geometry) -> String {
    let cells: Vec<Cell> = (0..geometry.cells()).collect();
    let Some(blocks) = blocks(geometry) else {
        return rectangle(subject, geometry, &cells);
    };
    let across = blocks.iter().filter(|block| geometry.position(block[0]).row == 0).count();
    let mut text = format!("  pack=4\n  packmode=\"array_u{across}\"\n");
    for (place, block) in blocks.iter().enumerate() {
        write!(text, "  subgraph cluster{place} {{\n  sortv={place}\n")
            .expect("writing to a string succeeds");
        text += &rectangle(subject, geometry, block);
        text += "  }\n";
    }
    text
}

/// Cells in rows and columns, with an invisible square for each gap.
fn rectangle(subject: &Subject, geometry: &Geometry, cells: &[Cell]) -> String {
    let rows = || cells.iter().map(|&cell| geometry.position(cell).row);
    let columns = || cells.iter().map(|&cell| geometry.position(cell).column);
    let (top, bottom) = (rows().min().unwrap_or(0), rows().max().unwrap_or(0));
    let (left, right) = (columns().min().unwrap_or(0), columns().max().unwrap_or(0));
    let across = right - left + 1;
    let mut text = format!("  pack=1\n  packmode=\"array_u{across}\"\n");
    let places = (top..=bottom).flat_map(|row| (left..=right).map(move |column| (row, column)));
    for (place, (row, column)) in places.enumerate() {
        let position = Position { row, column };
        match cells.iter().find(|&&cell| geometry.position(cell) == position) {
            Some(&cell) => text += &node(subject, cell, place),
            None => writeln!(text, "  \"gap {position}\" [sortv={place}, label=\"\", style=invis]")
                .expect("writing to a string succeeds"),
        }
    }
    text
}

/// Returns the blocks in reading order, if they are equal rectangles that fill the board.
fn blocks(geometry: &Geometry) -> Option<Vec<Vec<Cell>>> {
    let block_of = draw::blocks(geometry);
    let mut blocks: Vec<(usize, Vec<Cell>)> = Vec::new();
    for (cell, block) in block_of.into_iter().enumerate() {
        let block = block?;
        match blocks.iter_mut().find(|(number, _)| *number == block) {
            Some((_, cells)) => cells.push(cell),
            None => blocks.push((block, vec![cell])),
        }
    }
    let blocks: Vec<Vec<Cell>> = blocks.into_iter().map(|(_, cells)| cells).collect();
    // Each block must be the first one, shifted by whole blocks.
    let at = |cell: Cell| geometry.position(cell);
    let (height, width) = blocks[0].iter().fold((0, 0), |(height, width), &cell| {
        (at(cell).row.max(height), at(cell).column.max(width))
    });
    let (height, width) = (height + 1, width + 1);
    let is_rectangle = |block: &Vec<Cell>| {
        let Position { row, column } = at(block[0]);
        let is_inside = |&cell: &Cell| {
            at(cell).row / height == row / height && at(cell).column / width == column / width
        };
        block.len() == height * width && block.iter().all(is_inside)
    };
    let has_no_hole = {
        let rows = (0..geometry.cells()).map(|cell| at(cell).row + 1).max()?;
        let columns = (0..geometry.cells()).map(|cell| at(cell).column + 1).max()?;
        rows * columns == geometry.cells()
    };
    (has_no_hole && blocks.iter().all(is_rectangle)).then_some(blocks)
}
