//! Pictures of graphs: the cells at their places on the board, or discs and lines.

use board::{Cell, Grid, Puzzle};
use render::draw::graph::{self, Placement, VertexLook};
use render::draw::{self, CellContent, Fill, OpenCells};
use render::svg::Svg;

use super::colouring;
use super::subject::Subject;
use crate::cli::PictureLayout;

/// A picture, and its style sheet.
pub(super) struct Picture {
    pub(super) svg: Svg,
    pub(super) sheet: &'static str,
}

/// Draws the graph.
///
/// # Errors
/// When the cells of a board are to be drawn, and the graph is not that of a board.
pub(super) fn drawn(subject: &Subject, layout: Option<PictureLayout>) -> anyhow::Result<Picture> {
    let default = match subject.puzzle() {
        Some(_) => PictureLayout::Board,
        None => PictureLayout::Circle,
    };
    let placement = match (layout.unwrap_or(default), &subject.board) {
        (PictureLayout::Circle, _) => Placement::Circle,
        (PictureLayout::Springs, _) => Placement::Springs,
        (PictureLayout::Board, Some(board)) => {
            return Ok(Picture { svg: cells(subject, board), sheet: draw::SHEET });
        }
        (PictureLayout::Board, None) => {
            anyhow::bail!(
                "{} is not the graph of a board: expected --layout circle or springs",
                subject.name
            )
        }
    };
    let look = |vertex| VertexLook {
        label: colouring::label(subject, vertex),
        fill: colouring::fill(subject, vertex).unwrap_or_else(|| "#ffffff".into()),
    };
    let looks: Vec<VertexLook> = (0..subject.graph.order()).map(look).collect();
    let svg = graph::graph(&subject.graph, &looks, placement, subject.centre, &subject.name);
    Ok(Picture { svg, sheet: graph::SHEET })
}

/// Returns the board with a colour in each cell.
fn cells(subject: &Subject, board: &Puzzle) -> Svg {
    let cells = 0..board.geometry().cells();
    let fills: Vec<Option<String>> =
        cells.clone().map(|cell| colouring::fill(subject, cell)).collect();
    let symbol = |cell: Cell| subject.colour(cell).map(|colour| colour as board::Symbol);
    let solution: Option<Vec<_>> = cells.map(symbol).collect();
    let solution = solution.map(Grid::new);
    let open = OpenCells::solved(solution.as_ref());
    let content = CellContent::Puzzle { puzzle: board, open, fill: Fill::Cells(&fills) };
    draw::board(board.geometry(), content, &subject.name)
}
