//! Tilings of a rectangle, possibly with holes, by any number of copies of the same pieces.

use board::instance::{Entry, ExactCover};

use super::polyominoes::{Board, Square, images};

/// The domino, as rows of squares.
const DOMINOES: &[&[&str]] = &[&["xx"]];

/// The five tetrominoes that differ by more than rotation and reflection: I, L, O, S and T.
const TETROMINOES: &[&[&str]] =
    &[&["xxxx"], &["xxx", "x.."], &["xx", "xx"], &[".xx", "xx."], &["xxx", ".x."]];

/// Returns the problem of dominoes on a rectangle without the squares `holes`. Kasteleyn, and Temperley and
/// Fisher, found the number of tilings without holes in 1961.
pub fn dominoes(height: usize, width: usize, holes: &[Square]) -> ExactCover {
    tiling(DOMINOES, Board::new(height, width, holes))
}

/// Returns the problem of tetrominoes of all kinds, like [`dominoes`].
pub fn tetrominoes(height: usize, width: usize, holes: &[Square]) -> ExactCover {
    tiling(TETROMINOES, Board::new(height, width, holes))
}

/// Returns the problem whose options are the placements of the pieces.
fn tiling(pieces: &[&[&str]], board: Board) -> ExactCover {
    let mut problem = ExactCover::new(board.names().collect(), Vec::new(), Vec::new());
    for image in pieces.iter().flat_map(|rows| images(rows)) {
        for squares in board.placements(&image) {
            let added = problem.add_option(squares.into_iter().map(Entry::plain));
            added.expect("different squares");
        }
    }
    problem
}
